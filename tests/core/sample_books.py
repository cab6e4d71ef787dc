"""Games played for the verifiers, and copies of their books that may be broken."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from known_keys import known_key
from verifiers import ROOT

from pbem.app.absences import away, extend
from pbem.app.adjudicating import adjudicate
from pbem.app.agreements import agree, end, rejudge, undo
from pbem.app.ending import open_hidden
from pbem.app.new_keys import rekey
from pbem.app.ordering import Signed, sign, sign_standing
from pbem.app.receiving import receive
from pbem.app.silencing import silence
from pbem.book.page import Page, as_file, files_of, from_file
from pbem.book.times import read_time
from pbem.model.canonical import canonical
from pbem.model.digest import digest
from pbem.office.mails import Mail
from pbem.seal.envelope import Envelope, payload_digest
from pbem.seal.keys import Identity
from pbem.seal.signing import signed
from pbem_rules.ford import RULESET as FORD

sys.path[:0] = [str(ROOT / "tests" / "core" / "app"), str(ROOT / "tests" / "core" / "book")]

from duel import RULESET as DUEL  # noqa: E402
from folk import Folk, plain_report  # noqa: E402

__all__ = ["GAMES", "Folk", "Sample", "plain_report"]


def whole_game(root: Path) -> Folk:
    """Ford with a referee, to its end, everything opened."""
    folk = Folk(root, FORD, "referee").found()
    folk.play()
    folk.carry(open_hidden(folk.seats["referee"]))
    return folk


def agreed_game(root: Path) -> Folk:
    """Ford in `mutual`: four exchanges, an undo, three more, an end by agreement, everything opened."""
    folk = Folk(root, FORD, "mutual", terms={"attach": "html", "press": "grey"}).found()
    _exchanges(folk, 4)
    folk.carry(undo(folk.seats["red"], 2, "the wrong file", folk.now))
    _all_agree(folk, "red")
    _exchanges(folk, 3)
    folk.carry(end(folk.seats["red"], "blue", "red gives up", folk.now))
    _all_agree(folk, "red")
    folk.carry(open_hidden(folk.seats["referee"]))
    return folk


def duel_of_two(root: Path) -> Folk:
    """Two alone, to the end."""
    folk = Folk(root, DUEL, "alone").found()
    folk.play()
    return folk


def changed_game(root: Path) -> Folk:
    """A referee, new keys for a seat, and an exchange judged again by another version."""
    folk = Folk(root, DUEL, "referee").found()
    _exchanges(folk, 1)
    south = folk.seats["south"]
    folk.carry(rekey(south, new_key("south")))
    south.identity = new_key("south")
    _exchanges(folk, 2)
    folk.spec = replace(DUEL, version="2")
    for game in folk.seats.values():
        game.rulesets = lambda name: folk.spec
        game.refresh()
    folk.carry(rejudge(folk.seats["referee"], 3, "a rule was read wrongly", folk.now))
    _all_agree(folk, "referee")
    _exchanges(folk, 1)
    folk.carry(end(folk.seats["north"], "south", "north gives up", folk.now))
    _all_agree(folk, "north")
    folk.carry(open_hidden(folk.seats["referee"]))
    return folk


def waiting_game(root: Path) -> Folk:
    """Absences, more time, standing orders, two revisions, a lost chain; players who end it without their referee."""
    folk = Folk(root, DUEL, "referee", terms=WAITING).found()
    _exchanges(folk, 1)
    north, referee = folk.seats["north"], folk.seats["referee"]
    start = folk.now + timedelta(days=5)
    folk.carry(away(north, start, start + timedelta(days=2), folk.now))
    folk.carry(extend(referee, 24, "a storm", folk.now))
    text = f"game: {north.charter.name}\nside: north\nstanding:\n  guard: ask\n"
    for made in (
        sign_standing(north, text),
        _signed(folk, "north"),
        _signed(_on_second_thoughts(folk, "north"), "north"),
    ):
        assert made.mail
        folk.carry([made.mail])
    _exchanges(folk, 1)
    shutil.rmtree(folk.home("south"))
    folk.seats["south"].refresh()
    folk.carry(rekey(folk.seats["south"], new_key("south"), lost=True))
    folk.seats["south"].identity = new_key("south")
    _exchanges(folk, 3)
    folk.now = read_time(north.course.next.until) + timedelta(days=10)
    vanished = folk.seats.pop("referee")
    assert vanished
    _between(folk, silence(north, folk.now))
    folk.now += timedelta(days=8)
    _between(folk, end(north, "south", "we have waited enough", folk.now))
    _between(folk, agree(folk.seats["south"], folk.now))
    return folk


def silent_game(root: Path) -> Folk:
    """Ford in `mutual`: a link is never shown, and the silence ends the game; everything opened."""
    folk = Folk(root, FORD, "mutual", terms=WAITING).found()
    _exchanges(folk, 2)
    for seat in folk.writers():
        made = _signed(folk, seat)
        assert made.mail
        folk.carry([made.mail])
    folk.now += timedelta(hours=2)
    referee = folk.seats["referee"]
    vanished = folk.seats.pop("red")
    assert vanished
    for mail in adjudicate(referee, folk.now).mails:
        shown = receive(folk.seats["blue"], [(mail.name, mail.text.encode())], folk.now)
        _between(folk, shown.mails)
    for _ in range(2):
        folk.now += timedelta(days=8)
        _between(folk, silence(referee, folk.now))
    _between(folk, open_hidden(referee))
    return folk


def _signed(folk: Folk, seat: str) -> Signed:
    return sign(folk.seats[seat], folk.sheet_of(seat), clock=folk.now)


def _on_second_thoughts(folk: Folk, seat: str) -> Folk:
    """The same folk, who would write other orders now."""
    before, others = folk.sheet_of(seat), (replace(folk, seed=folk.seed + more) for more in range(1, 20))
    return next(other for other in others if other.sheet_of(seat) != before)


def _between(folk: Folk, mails: Iterable[Mail]) -> None:
    """Mails come in, and what they make is lost."""
    for mail in mails:
        for seat in mail.to:
            if seat in folk.seats:
                receive(folk.seats[seat], [(mail.name, mail.text.encode())], folk.now)


WAITING: dict[str, Any] = {"stalled": {"after": 7, "then": "lost"}, "earliest": 0}
GAMES: dict[str, Callable[[Path], Folk]] = {
    "whole": whole_game,
    "agreed": agreed_game,
    "alone": duel_of_two,
    "changed": changed_game,
    "waiting": waiting_game,
    "silent": silent_game,
}


def new_key(seat: str) -> Identity:
    return known_key(digest("test/new", seat))


def _exchanges(folk: Folk, count: int) -> None:
    for _ in range(count):
        folk.play_exchange()


def _all_agree(folk: Folk, proposer: str) -> None:
    for seat, game in folk.seats.items():
        if seat != proposer:
            folk.carry(agree(game, folk.now))


class Sample:
    """A copy of a book that may be broken, and the hands that can sign in it."""

    def __init__(self, folk: Folk, path: Path) -> None:
        self.folk, self.path = folk, path
        shutil.copytree(folk.root / next(iter(folk.seats)) / "book", path)

    def identity(self, seat: str) -> Identity:
        """The key that a seat has at the end, or had when it was last heard of."""
        game = self.folk.seats.get(seat)
        return game.identity if game is not None and game.identity else self.folk.identity(seat)

    def file(self, number: int, name: str) -> Path:
        return self.path / f"{number:02}" / name

    def document(self, number: int, name: str) -> Envelope:
        return from_file(self.file(number, name).read_bytes())

    def says(self, number: int, name: str) -> Any:
        return json.loads(self.document(number, name).body)

    def sign_again(self, number: int, name: str, says: Any = None, **header: Any) -> Envelope:
        """The document of a file signed anew by its seat, with other contents or another header."""
        old = self.document(number, name)
        body = old.body if says is None else canonical(says)
        head = replace(old.header, **header)
        promise = payload_digest(game=head.game, exchange=head.exchange, seat=head.seat, salt=b"", payload=body)
        if body:
            head = replace(head, payload_digest=promise)
        made = signed(self.identity(head.seat), head, body)
        self.file(number, name).write_bytes(as_file(made))
        return made

    def record_again(self, number: int, change: Callable[[Any], None]) -> None:
        """The record of a number written again by its writer, its readable copies with it."""
        says = self.says(number, "record.pbem")
        change(says)
        self.sign_again(number, "record.pbem", says)
        self.show_again(number)

    def show_again(self, number: int) -> None:
        """The readable copies as they follow from the documents."""
        folder = self.path / f"{number:02}"
        documents = [from_file(path.read_bytes()) for path in sorted(folder.glob("*.pbem"))]
        for name, data in files_of(Page.of(number, documents)).items():
            (folder / name).write_bytes(data)

    def number_with_dice(self, at_least: int = 1) -> int:
        return next(
            number
            for number in range(at_least, 99)
            if self.file(number, "record.pbem").exists() and self.says(number, "record.pbem")["outcome"]["dice"]
        )
