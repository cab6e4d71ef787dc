"""The tutorial: ten steps, each one real; what is shown is what the commands say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from pbem.app.agreements import agree, undo
from pbem.app.audits import audit
from pbem.app.bulletin import report
from pbem.app.demo import Script, broken_copy
from pbem.app.dicework import all_dice, explain_die
from pbem.app.ordering import answer
from pbem.app.readers import for_seat
from pbem.app.seats import Looked, check_sheet, draft_sheet, questions
from pbem.app.theatre import Theatre
from pbem.model.counting import many
from pbem.model.errors import Refused
from pbem.model.records import frozen, mutable
from pbem.office.game import Entropy, Game
from pbem.office.sheetnames import sheet_name
from pbem.report import render
from pbem.sheets import letters

SYSTEM, SIDE = "ford", "blue"
WINDOWS = {"cards": "ask"}
"""A question that comes in every battle and before its die, so that every learner meets one."""
MOST_SHOWN = 24

Choose: TypeAlias = Callable[[tuple[str, ...], str], str]
"""The learner's choice among the letters of a question; the second is what is taken if he does not mind."""


@frozen
class Shown:
    """A command and what it says; without a command a text that stands for itself."""

    command: str
    said: tuple[str, ...] | Looked


@frozen
class Lesson:
    """A step: what it is about, and the commands that do it."""

    number: int
    title: str
    words: tuple[str, ...]
    shown: tuple[Shown, ...]
    asks: bool = False
    """The learner is asked when he has read it."""
    last: bool = False


@mutable(slots=False)
class Class:
    """The theatre in which the lessons are played."""

    theatre: Theatre
    script: Script

    @property
    def me(self) -> Game:
        return self.theatre.seats[SIDE]

    def sheet(self, body: str) -> str:
        """A sheet of the learner's for the open exchange."""
        return f"game: {self.me.charter.name}\nexchange: {self.me.course.open_number}\nside: {SIDE}\n{body}"

    def report(self) -> str:
        """The report as the learner reads it."""
        return str(render(report(for_seat(self.me, SIDE, self.me.course.number)), "text"))


def if_nobody_minds(marks: tuple[str, ...], usual: str) -> str:
    return usual


def lessons(into: Path, *, clock: datetime, entropy: Entropy, choose: Choose = if_nobody_minds) -> Iterator[Lesson]:
    """One after the other; each does its work when it is asked for."""
    if into.exists() and any(into.iterdir()):
        raise Refused(f"{into} is not empty", "name a new folder: pbem tutorial --into lesson")
    theatre = Theatre(into, SYSTEM, clock, entropy, windows=WINDOWS)
    theatre.found()
    room = Class(theatre, Script(Path(theatre.spec.folder, "demo")))
    for seat in theatre.spec.sides:
        theatre.hand_in(seat, room.script.sheet(1, seat) or "")
    theatre.resolve()
    yield _report(room)
    yield from _sheet(room)
    yield from _sent(room)
    theatre.resolve()
    yield from _question(room, choose)
    yield _die(room)
    yield _undo(room)
    yield from _audit(room)


def _cut(text: str, most: int = MOST_SHOWN) -> tuple[str, ...]:
    lines = text.rstrip("\n").split("\n")
    return tuple(lines if len(lines) <= most else [*lines[:most], f"... {many(len(lines) - most, 'line')} more"])


def _sections(text: str, *titles: str) -> tuple[str, ...]:
    """The paragraphs of a report that begin with these words; dots stand for the others."""
    shown: list[str] = []
    for paragraph in text.rstrip("\n").split("\n\n"):
        if any(" ".join(paragraph.split()).startswith(title) for title in titles):
            shown += [*paragraph.split("\n"), ""]
        elif shown[-1:] != ["..."]:
            shown.append("...")
    return tuple(shown)


def _report(room: Class) -> Lesson:
    words = (
        "You are Blue in The Ford: get across the river and take the towns. Charter and",
        "secrets are made, the mine is laid, your objective is Alder. The referee's report",
        "came by mail; pbem receive took it in, and this shows it.",
    )
    return Lesson(1, "a report", words, (Shown(f"pbem report --for {SIDE}", _cut(room.report(), 48)),))


def _sheet(room: Class) -> Iterator[Lesson]:
    words = (
        "The draft holds what is lawful as comments. Take away a # to give an order;",
        "units without a line hold. The text after # is for you alone and touches no die.",
    )
    yield Lesson(2, "a draft", words, (Shown("pbem draft", _cut(draft_sheet(room.me))),))
    name = sheet_name(room.me)
    wrong = room.sheet("march:\n  - 1 Foot: 0403 0503\n  - 2 Foot: 0404 0504\n")
    words = (
        "Two mistakes: 1 Foot runs on through the enemy's control, 2 Foot swims. Check names",
        "all at once, with line, column and rule case; pbem rule ford 5.4 says more.",
    )
    checked = Shown(f"pbem check {name}", check_sheet(room.me, wrong, name))
    yield Lesson(3, "two mistakes", words, (Shown("", tuple(wrong.splitlines())), checked))


def _sent(room: Class) -> Iterator[Lesson]:
    number, name = room.me.course.open_number, sheet_name(room.me)
    body = room.script.sheet(number, SIDE) or ""
    checked = Shown(f"pbem check {name}", check_sheet(room.me, room.sheet(body), name))
    room.theatre.hand_in(SIDE, body)
    words: tuple[str, ...] = (
        "Mended, the sheet is echoed as it was understood, and check says what you may still",
        "be asked. Signing makes an envelope: only the block counts, and nobody can change",
        "it unseen. Paste it into any mail.",
    )
    signed = Shown(f"pbem sign {name}", _cut(_last_mail(room.me, f"{number:02}-orders*"), 14))
    yield Lesson(4, "sign", words, (checked, signed))
    words = (
        "The referee's program answers with a signed receipt. It proves what arrived and",
        "when; if he dropped your orders afterwards, the receipt convicts him.",
    )
    receipt = _last_mail(room.theatre.referee, f"{number:02}-receipt*")
    yield Lesson(5, "a receipt", words, (Shown("pbem receive mail.txt", _cut(receipt, 14)),))


def _last_mail(game: Game, name: str) -> str:
    return sorted(game.folder.sent.glob(name))[-1].read_text(encoding="utf-8")


def _question(room: Class, choose: Choose) -> Iterator[Lesson]:
    """The battle stops before its die: who plays a card?  The learner's answer is a mail like any other."""
    ((label, asked),) = questions(room.me).items()
    marks = letters(asked)
    look = f"pbem report --for {SIDE}"
    words = (
        "The turn ran up to your battle. There both sides may play a card, in secret and",
        "before the die (6.6). Your sheet named none, so the game asks you, and Red too;",
        "neither sees the other's answer. The last line says what your silence would mean.",
        *_about_the_hand(marks),
    )
    yield Lesson(6, "a question", words, (Shown(look, _sections(room.report(), "QUESTIONS")),), asks=True)
    said, number = choose(marks, marks[-1]), room.me.course.open_number
    _answered(room, label, said)
    words = (
        "Your answer is a mail like a sheet. Red's came in too, and the step was played",
        "again from its start with both. Each battle can be redone by hand from the report.",
    )
    mail = Shown(f"pbem answer {label} {said}", _cut(_last_mail(room.me, f"{number:02}-orders*"), 8))
    yield Lesson(6, "your answer", words, (mail, Shown(look, _sections(room.report(), "TURN", "VICTORY"))))


def _answered(room: Class, label: str, said: str) -> None:
    """The learner's answer and what else is due are sent, and the exchange is resolved."""
    theatre, signed = room.theatre, answer(room.me, {label: said}, room.theatre.clock)
    theatre.deliver([signed.mail] if signed.mail else [])
    for seat in theatre.referee.course.next.seats:
        if seat != SIDE:
            theatre.be_silent(seat)
    theatre.resolve()


def _about_the_hand(marks: tuple[str, ...]) -> tuple[str, ...]:
    if len(marks) > 1:
        return ("A Volley moves the odds a column in your favour.",)
    return ("You hold no card for it and are asked all the same: no question may betray a hand.",)


def _die(room: Class) -> Lesson:
    die = next(die for die in reversed(all_dice(room.theatre.referee.course)) if die.key[-1] == "die")
    facts = tuple(f"{fact.name:6} {fact.value}" for one in explain_die(room.me, die.short) for fact in one.facts)
    words = (
        "A die depends on links of hash chains that were fixed before the game, and on what",
        "it is for: on nothing else. No sheet, no time, no signature moves it.",
    )
    return Lesson(7, "a die by hand", words, (Shown(f"pbem dice explain {die.short}", facts),))


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
    due = ", ".join(theatre.referee.course.next.seats)
    said = (f"agreement {number} stands; exchange {number + 1} is due from {due}",)
    return Lesson(8, "undo", words, (Shown('pbem undo --to 1 --why "attached the wrong file"', said),))


def _audit(room: Class) -> Iterator[Lesson]:
    root = room.theatre.root
    found = audit(root)
    words = (
        "Anybody can check all that is public: signatures, the chain of records, links, every",
        "die, the rules played again, every byte of every report.",
    )
    yield Lesson(9, "audit", words, (Shown("pbem audit book", (*found.lines(), f"ok     {found.words}")),))
    die, said = broken_copy(root, all_dice(room.theatre.referee.course))
    broken = audit(root / "broken")
    changed = (f"In a copy of the book one die was changed from {die.face} to {said}. That is noticed:",)
    yield Lesson(10, "a broken byte", changed, (Shown("pbem audit broken", tuple(broken.lines())),), last=True)
