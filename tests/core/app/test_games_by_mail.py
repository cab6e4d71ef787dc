"""Every ruleset by mail: random sheets with standing orders between separate folders, then audits of every book.

Before each exchange everybody who is due looks at what he would be shown; the draft must be good as it stands.

PBEM_GAMES=100 plays so many games of each ruleset, longer ones.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import folk as folks
import pytest
from folk import Folk
from known_keys import known_key
from looks import look_at_status, look_back
from whole_books import is_whole

from pbem.app.agreements import agree, end, rejudge, undo
from pbem.app.ending import open_hidden
from pbem.app.new_keys import rekey
from pbem.app.readers import public_reports
from pbem.app.reports import told
from pbem.app.seats import check_sheet, draft_sheet
from pbem.app.silencing import silence
from pbem.book.silence import debts_to
from pbem.model.digest import digest
from pbem.model.errors import Refused
from pbem.office.game import Game
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset
from pbem.office.sheetnames import sheet_name

GAMES = int(os.environ.get("PBEM_GAMES", "0"))
EXCHANGES = 25 if GAMES else 5


@pytest.mark.parametrize("system", sorted(installed()))
@pytest.mark.parametrize("number", range(GAMES or 3))
def test_a_game_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, number: int) -> None:
    monkeypatch.setattr(folks, "plain_report", public_reports)
    spec = ruleset(system)
    modes = ("referee",) if spec.secrets else ("referee", "mutual", "alone")
    game = Folk(tmp_path, spec, modes[number % len(modes)], seed=number).found()
    for _ in range(EXCHANGES):
        if next(iter(game.seats.values())).course.result is None:
            look_around(game)
            game.play_exchange()
    TURNS[number % len(TURNS)](game)
    if spec.secrets or "referee" in game.seats:
        game.carry(open_hidden(game.seats["referee"]))
    look_back(game)
    assert is_whole(game)
    for own in game.seats.values():
        assert own.course.number == number_of(game)


def number_of(game: Folk) -> int:
    return max(own.course.number for own in game.seats.values())


def undone(game: Folk) -> None:
    """One goes back a number, plays on, and all end it."""
    if still_on(game):
        game.carry(undo(first(game), number_of(game) - 1, "a slip", game.now))
        agreed_by_all(game)
        look_around(game)
        game.play_exchange()
    ended(game)


def judged_again(game: Folk) -> None:
    """New keys for one, the last exchange judged again, and all end it."""
    if still_on(game):
        seat = first(game).seat
        fresh = known_key(digest("test/new", seat, game.seed))
        game.carry(rekey(game.seats[seat], fresh))
        game.seats[seat].identity = fresh
        game.play_exchange()
    if still_on(game):
        judge = game.seats.get("referee") or first(game)
        game.carry(rejudge(judge, number_of(game), "read wrongly", game.now))
        agreed_by_all(game)
    ended(game)


def fallen_silent(game: Folk) -> None:
    """Of two alone one falls silent; with a referee all end it."""
    if "referee" in game.seats or not still_on(game):
        ended(game)
        return
    (seat, debt) = next((seat, debts[0]) for seat, own in game.seats.items() if (debts := debts_to(own.here, seat)))
    game.seats = {seat: game.seats[seat]}
    game.now = debt.since + timedelta(days=20)
    for _ in range(2):
        for mail in silence(first(game), game.now):
            assert debt.by in mail.to
        game.now += timedelta(days=20)
    assert not still_on(game)


TURNS = (undone, judged_again, fallen_silent)
"""What becomes of a game that was played for a while."""


def first(game: Folk) -> Game:
    return next(iter(game.seats.values()))


def still_on(game: Folk) -> bool:
    return first(game).course.result is None


def agreed_by_all(game: Folk) -> None:
    for own in game.seats.values():
        with suppress(Refused):  # who proposed has signed
            game.carry(agree(own, game.now))


def ended(game: Folk) -> None:
    if still_on(game):
        game.carry(end(first(game), "", "enough", game.now))
        agreed_by_all(game)
    assert not still_on(game)


def look_around(game: Folk) -> None:
    for seat in game.writers():
        own = game.seats[seat]
        draft = draft_sheet(own)
        looked = check_sheet(own, draft, sheet_name(own))
        assert looked.good, [problem.lines() for problem in looked.problems] + [draft]
        assert told(own, seat, "text")
        assert "<html" in str(told(own, seat, "page"))
    for seat in game.seats:
        look_at_status(game, seat)
