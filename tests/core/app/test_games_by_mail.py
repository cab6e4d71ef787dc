"""Every ruleset by mail: random sheets with standing orders between separate folders, then audits of every book.

Before each exchange everybody who is due looks at what he would be shown; the draft must be good as it stands.

PBEM_GAMES=100 plays so many games of each ruleset, longer ones.
"""

from __future__ import annotations

import os
from pathlib import Path

import folk as folks
import pytest
from folk import Folk
from whole_books import is_whole

from pbem.app.readers import public_reports
from pbem.app.reports import told
from pbem.app.seats import check_sheet, draft_sheet
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset
from pbem.office.sheetnames import sheet_name

GAMES = int(os.environ.get("PBEM_GAMES", "0"))
EXCHANGES = 25 if GAMES else 7


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
    assert is_whole(game)
    for own in game.seats.values():
        assert own.course.number == number_of(game)


def number_of(game: Folk) -> int:
    return max(own.course.number for own in game.seats.values())


def look_around(game: Folk) -> None:
    for seat in game.writers():
        own = game.seats[seat]
        draft = draft_sheet(own)
        looked = check_sheet(own, draft, sheet_name(own))
        assert looked.good, [problem.lines() for problem in looked.problems] + [draft]
        assert told(own, seat, "text")
        assert "<html" in str(told(own, seat, "page"))
