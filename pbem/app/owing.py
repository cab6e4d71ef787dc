"""Who owes what, by when: a game at a glance."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pbem.book.charter import read_draft, short_name
from pbem.book.documents import Result
from pbem.book.silence import Debt, debts_to
from pbem.model.records import frozen
from pbem.office.game import Game
from pbem.office.overdue import Accusation, accusations, effective_until
from pbem.office.proposals import Proposal, proposals

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
