"""The tutorial: ten steps, each one real; what is shown is what the commands say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from datetime import datetime
from pathlib import Path

from pbem.app.demo import Script, broken_copy
from pbem.app.flow.agreeing import agree, undo
from pbem.app.flow.auditing import audit
from pbem.app.flow.game import Entropy, Game
from pbem.app.flow.looking import all_dice, explain_die
from pbem.app.published import for_seat, public_reports
from pbem.app.report import report
from pbem.app.seats import check_sheet, draft_sheet
from pbem.app.theatre import Theatre
from pbem.dice.log import Die
from pbem.model.errors import Refused
from pbem.model.records import frozen, mutable
from pbem.report import render

SYSTEM, SIDE = "ford", "blue"
MOST_SHOWN = 24
GUNS = re.compile(r"^ +guns: .*\n", re.MULTILINE)


@frozen
class Lesson:
    """A step: what it is about, the command that does it, and what the command says."""

    number: int
    title: str
    words: tuple[str, ...]
    command: str = ""
    output: tuple[str, ...] = ()
    last: bool = False


@mutable(slots=False)
class Class:
    """The theatre in which the lessons are played."""

    theatre: Theatre
    script: Script
    sheet: list[str] = field(default_factory=list)

    @property
    def me(self) -> Game:
        return self.theatre.seats[SIDE]


def lessons(into: Path, *, clock: datetime, entropy: Entropy) -> Iterator[Lesson]:
    """One after the other; each does its work when it is asked for."""
    if into.exists() and any(into.iterdir()):
        raise Refused(f"{into} is not empty", "name a new folder: pbem tutorial --into lesson")
    theatre = Theatre(into, SYSTEM, clock, entropy)
    theatre.found()
    room = Class(theatre, Script(Path(theatre.spec.folder, "demo")))
    for seat in theatre.spec.sides:
        theatre.hand_in(seat, room.script.sheet(1, seat) or "")
    theatre.resolve()
    yield _report(room)
    yield from _sheet(room)
    yield from _sent(room)
    yield from _dice(room)
    yield _undo(room)
    yield from _audit(room)


def _cut(text: str, most: int = MOST_SHOWN) -> tuple[str, ...]:
    lines = text.rstrip("\n").split("\n")
    return tuple(lines if len(lines) <= most else [*lines[:most], f"... {len(lines) - most} lines more"])


def _report(room: Class) -> Lesson:
    words = (
        "You are Blue in The Ford: get across the river and take the towns. Charter and",
        "secrets are made, the mine is laid, your objective is Alder. The referee's report",
        "came by mail; pbem receive took it in, and this shows it.",
    )
    text = render(report(for_seat(room.me, SIDE)), "text")
    return Lesson(1, "a report", words, f"pbem report --for {SIDE}", _cut(str(text), 48))


def _sheet(room: Class) -> Iterator[Lesson]:
    words = (
        "The draft holds what is lawful as comments. Take away a # to give an order;",
        "units without a line hold. The text after # is for you alone and touches no die.",
    )
    yield Lesson(2, "a draft", words, "pbem draft", _cut(draft_sheet(room.me)))
    wrong = _header(room) + "march:\n  - 1 Foot: 0403 0503\n  - 2 Foot: 0404 0504\n"
    looked = check_sheet(room.me, wrong, "blue-02.yaml")
    said = tuple(line for problem in looked.problems for line in problem.lines())
    words = (
        "Two mistakes: 1 Foot runs on through the enemy's control, 2 Foot swims. Check names",
        "all at once, with line, column and rule case; pbem rule ford 5.4 says more.",
    )
    yield Lesson(3, "two mistakes", words, "pbem check blue-02.yaml", (*wrong.splitlines(), "", *said))


def _header(room: Class) -> str:
    return f"game: {room.me.charter.name}\nexchange: {room.me.course.open_number}\nside: {SIDE}\n"


def _sent(room: Class) -> Iterator[Lesson]:
    number = room.me.course.open_number
    body = room.script.sheet(number, SIDE) or ""
    if not check_sheet(room.me, _header(room) + body, "blue-02.yaml").good:
        body = GUNS.sub("", body)  # the script bombards, and the weather may be fog (FO 6.5)
    echo = check_sheet(room.me, _header(room) + body, "blue-02.yaml")
    understood = tuple(f"{one.at.line:3}  {one.words}" for one in echo.checked.echoes) if echo.checked else ()
    room.theatre.hand_in(SIDE, body)
    sent = sorted(room.me.folder.sent.glob(f"{number:02}-orders*"))[-1].read_text(encoding="utf-8")
    words = (
        "Mended, the sheet is echoed as it was understood. Signing makes an envelope: only",
        "the block counts, and nobody can change it unseen. Paste it into any mail.",
    )
    yield Lesson(4, "sign", words, "pbem sign blue-02.yaml", (*understood, "", *_cut(sent, 14)))
    receipts = sorted(room.theatre.referee.folder.sent.glob(f"{number:02}-receipt*"))
    words = (
        "The referee's program answers with a signed receipt. It proves what arrived and",
        "when; if he dropped your orders afterwards, the receipt convicts him.",
    )
    yield Lesson(5, "a receipt", words, "pbem receive mail.txt", _cut(receipts[-1].read_text(encoding="utf-8"), 14))


def _dice(room: Class) -> Iterator[Lesson]:
    theatre = room.theatre
    theatre.resolve()
    for _ in range(6):  # until the battle at the bridge is over, whoever must be asked about it
        if _battle_dice(room):
            break
        for seat in theatre.referee.course.next.seats:
            theatre.hand_in(seat, theatre.usual(seat))
        theatre.resolve()
    text = str(render(report(for_seat(room.me, SIDE)), "text"))
    words = (
        "The turn is resolved. Each battle can be redone by hand from the report. A question",
        "that no line answered would stand here with its options, and with what silence means.",
    )
    yield Lesson(6, "the result", words, f"pbem report --for {SIDE}", _cut(text, 44))
    die = (_battle_dice(room) or all_dice(theatre.referee.course))[-1]
    explained = explain_die(room.me, die.short)
    facts = tuple(f"{fact.name:6} {fact.value}" for one in explained for fact in one.facts)
    words = (
        "A die depends on links of hash chains that were fixed before the game, and on what",
        "it is for: on nothing else. No sheet, no time, no signature moves it.",
    )
    yield Lesson(7, "a die by hand", words, f"pbem dice explain {die.short}", facts)


def _battle_dice(room: Class) -> list[Die]:
    return [die for die in all_dice(room.theatre.referee.course) if die.key[-1] == "die"]


def _undo(room: Class) -> Lesson:
    theatre = room.theatre
    theatre.deliver(undo(room.me, 1, "attached the wrong file", theatre.clock))
    for seat, game in theatre.seats.items():
        if seat != SIDE:
            theatre.deliver(agree(game, theatre.clock))
    room.me.refresh()
    words = (
        "The wrong file was attached. If all seats and the referee agree, the game goes on",
        "from an earlier record. What follows it stays in the book, set aside; the new dice",
        "come from links that nobody has shown.",
    )
    number = theatre.referee.course.number
    said = (
        f"agreement {number} stands; exchange {number + 1} is due from {', '.join(theatre.referee.course.next.seats)}",
    )
    return Lesson(8, "undo", words, 'pbem undo --to 1 --why "attached the wrong file"', said)


def _audit(room: Class) -> Iterator[Lesson]:
    root = room.theatre.root
    found = audit(root, reports=public_reports)
    words = (
        "Anybody can check all that is public: signatures, the chain of records, links, every",
        "die, the rules played again, every byte of every report.",
    )
    yield Lesson(9, "audit", words, "pbem audit book", (*found.lines(), f"ok     {found.words}"))
    die, said = broken_copy(root, all_dice(room.theatre.referee.course))
    broken = audit(root / "broken", reports=public_reports)
    changed = (f"In a copy of the book one die was changed from {die.face} to {said}. That is noticed:",)
    yield Lesson(10, "a broken byte", changed, "pbem audit broken", tuple(broken.lines()), last=True)
