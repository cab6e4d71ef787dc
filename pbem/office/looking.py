"""Looking into a game: who owes what, what is in the book, where things stood, what changed, what a die was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Literal

from pbem.book.charter import read_draft, short_name
from pbem.book.course import Course
from pbem.book.documents import Result
from pbem.book.page import Page
from pbem.book.silence import Debt, debts_to
from pbem.dice.hidden import hidden_seed
from pbem.dice.log import Die, Fact, explain
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.office.absences import effective_until
from pbem.office.game import Game
from pbem.office.proposals import Proposal, proposals
from pbem.office.silencing import Accusation, accusations

Stage = Literal["draft", "open", "closed", "over"]


What = Literal["entry", "orders", "link", "close", "record"]


@frozen
class Owing:
    """What one seat owes now, and whether it is in: None where only others can know."""

    seat: str
    what: What
    is_in: bool | None
    signed: bool = False
    """Signed here, and no receipt has come yet."""


@frozen
class Status:
    """Where a game stands, for everybody at a glance."""

    name: str
    seat: str
    stage: Stage
    exchange: int
    turn: str
    owed: tuple[Owing, ...]
    until: datetime | None
    head: str
    proposals: tuple[Proposal, ...]
    kept: int
    """Mails that were not accepted."""
    result: Result | None
    waiting: tuple[str, ...]
    """Before the charter: the seats that have not entered."""
    accusations: tuple[Accusation, ...] = ()
    """Silences that stand, those against this seat first."""
    debt: Debt | None = None
    """What this seat may accuse another of, now or later."""


def status(game: Game, clock: datetime | str) -> Status:
    """Who owes what by when."""
    kept = len(list(game.folder.kept.glob("*.why")))
    if not game.folder.page(0).exists():
        draft = game.draft_envelope
        here, seats = {one.header.seat for one in game.desk.envelopes(0, "entry")}, read_draft(draft).seats
        waiting = tuple(seat for seat in seats if seat not in here)
        owed = tuple(Owing(seat, "entry", seat in here) for seat in seats)
        name = short_name(draft.header.digest())
        return Status(name, game.seat, "draft", 0, "", owed, None, "", (), kept, None, waiting)
    course, until = game.course, effective_until(game)
    stage, owed = _owed(game)
    return Status(
        game.charter.name,
        game.seat,
        stage,
        course.open_number,
        game.state(course.number)["turn"],
        owed,
        until,
        game.head_words,
        proposals(game) if course.result is None else (),
        kept,
        course.result,
        (),
        tuple(sorted(accusations(game), key=lambda one: one.said.by != game.seat)) if course.result is None else (),
        next(iter(debts_to(game.here, game.seat)), None),
    )


def _owed(game: Game) -> tuple[Stage, tuple[Owing, ...]]:
    """The stage of the open exchange, and what is owed in it."""
    course, flow, here = game.course, game.course.procedure, game.here
    if course.result is not None:
        return "over", ()
    if here.close is None:
        return "open", tuple(_orders_of(game, seat) for seat in course.next.seats)
    shown = {one.header.seat for one in here.of_type("reveal")}
    links = tuple(Owing(seat, "link", seat in shown) for seat in flow.revealers)
    return "closed", (*links, *((Owing(flow.recorder, "record", False),) if all(one.is_in for one in links) else ()))


def _orders_of(game: Game, seat: str) -> Owing:
    """Orders are in when who closes has them; with a referee only his receipt tells a player that."""
    here, closes = game.here, game.seat == game.course.procedure.closer
    mine = here.of_type("orders", seat)
    if closes or not game.charter.has_referee:
        return Owing(seat, "orders", bool(mine))
    if seat != game.seat:
        return Owing(seat, "orders", None)
    receipted = any(here.received(one) for one in mine)
    return Owing(seat, "orders", receipted, signed=bool(mine) and here.received(mine[-1]) is None)


# the book


@frozen
class Line:
    """A line of the log: one number of the book."""

    number: int
    kind: Literal["charter", "record", "agreement", "opening"]
    at: str
    words: str
    head: str
    set_aside: bool


def log(game: Game) -> tuple[Line, ...]:
    """What is in the book, number by number."""
    course = game.course
    standing = course.standing
    lines = [
        Line(0, "charter", "", f"the charter of {' '.join(course.charter.seats)}", course.charter.game.hex(), False)
    ]
    for number, page in sorted(course.pages.items()):
        head = _head_of(course, number)
        if page.record is not None:
            missed = f"; missed by {' '.join(page.record.missed)}" if page.record.missed else ""
            steps = ", ".join(f"{one.turn} {one.step}" for one in page.outcome.stretches) if page.outcome else ""
            silent = "" if page.outcome else "ended by silence"
            words = f"{steps or silent or 'nothing was played'}{missed}"
            lines.append(Line(number, "record", page.record.at, words, head, number not in standing))
        elif page.agreement is not None:
            said = page.agreement
            words = f"{said.kind} {said.exchange or ''}: {said.why}".replace(" :", ":")
            lines.append(Line(number, "agreement", said.at, words, head, False))
        else:
            lines.append(Line(number, "opening", "", "everything that was hidden", head, False))
    return tuple(lines)


def _head_of(course: Course, number: int) -> str:
    page = course.pages[number]
    record = page.documents.get("record.pbem")
    return record.header.digest().hex() if record else ""


def replay(game: Game, to: int) -> Any:
    """The public state after a number."""
    return game.state(to)


@frozen
class Change:
    """One thing on the table that differs."""

    path: tuple[str, ...]
    before: Any
    after: Any


def diff(game: Game, one: int, other: int) -> tuple[Change, ...]:
    """What differs on the table between two numbers."""
    return tuple(_changes((), replay(game, one)["table"], replay(game, other)["table"]))


def _changes(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from _changes((*path, key), before.get(key), after.get(key))
    elif before != after:
        yield Change(path, before, after)


# dice


@frozen
class Explained:
    """A die and how its seed gave it."""

    die: Die
    facts: tuple[Fact, ...]


def all_dice(course: Course) -> list[Die]:
    """The public die log of the whole book; after the opening the hidden dice too.

    An exchange that was judged again has its dice once more: the same ones.
    """
    return [die for _, page in sorted(course.pages.items()) for die in dice_of(page)]


def dice_of(page: Page) -> list[Die]:
    """The dice that one page tells of."""
    lines = list(page.outcome.dice) if page.outcome is not None else []
    if page.opening is not None:
        lines += [line for parts in page.opening.parts.values() for part in parts.values() for line in part["dice"]]
    return [Die.from_record(line) for line in lines]


def explain_die(game: Game, name: str) -> tuple[Explained, ...]:
    """How every die of this name came about; several that were thrown together are told in order."""
    course = game.course
    found = list(dict.fromkeys(die for die in all_dice(course) if name in (die.name, die.short)))
    if not found:
        near = [die.short for die in all_dice(course) if name in die.name]
        raise Refused(f"no die {name!r} in the book", f"did you mean {near[0]}" if near else "pbem report names them")
    hidden = next((page.opening.hidden for page in course.pages.values() if page.opening), "")
    explained = []
    for die in found:
        seed = course.seeds[die.exchange]
        if die.hidden:
            seed = hidden_seed(bytes.fromhex(hidden), seed)
        explained.append(Explained(die, tuple(explain(die, seed))))
    return tuple(explained)
