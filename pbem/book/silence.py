"""Silence: who waits in vain accuses the seat that owes, which may answer; then the game may end without it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.book.charter import Charter
from pbem.book.deadlines import deadline_of
from pbem.book.documents import REFEREE, Owed, Result, Silence, read_payload
from pbem.book.folder import Folder
from pbem.book.times import read_time, say
from pbem.model.counting import many
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope

BEFORE_THE_CLOSE: tuple[Owed, ...] = ("orders", "close")


class Debt(NamedTuple):
    """What a seat owes, and since when it has not come."""

    owed: Owed
    by: str
    since: datetime


def owed_next(folder: Folder) -> tuple[Owed | None, tuple[str, ...]]:
    """What the number waits for, as far as the folder shows it, and whose it is; nothing when the game is over."""
    course, flow = folder.course, folder.course.procedure
    if course.result is not None:
        return None, ()
    if folder.close is not None:
        waiting = tuple(_unrevealed(folder))
        return ("reveal", waiting) if waiting else ("record", (flow.recorder,))
    silent = tuple(seat for seat in course.next.seats if folder.last("orders", seat) is None)
    if flow.last in silent and len(silent) > 1:
        silent = tuple(seat for seat in silent if seat != flow.last)
    return ("orders", silent) if silent else ("close", (flow.closer,))


def debts_to(folder: Folder, accuser: str) -> tuple[Debt, ...]:
    """What others owe that this seat may accuse them of, as far as the folder shows it."""
    course, players = folder.course, folder.charter.players
    if course.result is not None or accuser not in folder.charter.seats:
        return ()
    found: tuple[tuple[Owed, str], ...]
    if not folder.charter.has_referee:
        owed, seats = owed_next(folder)
        found = ((owed, seats[0]),) if owed else ()
    elif accuser == REFEREE:
        found = tuple(("reveal", seat) for seat in _unrevealed(folder) if seat in players)
    elif folder.close is None:
        found = (("close", REFEREE),)
    else:
        found = () if accuser in _unrevealed(folder) else (("record", REFEREE),)
    return tuple(Debt(owed, by, since) for owed, by in found if by != accuser and (since := _since(folder, owed, by)))


def _unrevealed(folder: Folder) -> list[str]:
    """Who has not shown the link that is owed after the close."""
    shown = {one.header.seat for one in folder.of_type("reveal")}
    return [seat for seat in folder.course.procedure.revealers if seat not in shown] if folder.close else []


def _since(folder: Folder, owed: Owed, by: str) -> datetime | None:
    """Since when it is owed: orders and close since the deadline, without the absences of the accused."""
    if owed not in BEFORE_THE_CLOSE:
        return folder.closed_at
    until = deadline_of(folder, accused=by).until
    grace = folder.charter.draft.grace if by == REFEREE else 0
    return until + timedelta(hours=grace) if until else None


def check_silence(folder: Folder, envelope: Envelope, *, whatever_policy: bool = False) -> Silence:
    """A silence that the book bears out; Tampered if it does not.  The folder may or may not hold the silence.

    `whatever_policy`: one against the referee lets the players end a game by agreement where nobody loses by silence.
    """
    header, terms = envelope.header, folder.charter.draft.stalled
    said = read_payload(Silence, envelope.body)
    debt = next((one for one in debts_to(folder, header.seat) if (one.owed, one.by) == (said.owed, said.by)), None)
    if debt is None:
        raise Tampered(f"{said.by} does not owe {header.seat} the {said.owed}")
    if terms.then != "lost" and not (whatever_policy and said.by == REFEREE):
        raise Tampered("by the charter nobody loses by silence")
    if said.since != say(debt.since):
        raise Tampered(f"the {said.owed} of {said.by} is owed since {say(debt.since)}, not {said.since}")
    if read_time(said.at) < debt.since + timedelta(days=terms.after):
        raise Tampered(f"{said.by} has not owed the {said.owed} for {many(terms.after, 'day')}")
    if header.after != answered(folder, said.owed):
        raise Tampered("answers another document than the one before it")
    if header.link or not header.revision:
        raise Tampered("shows a link, or has no revision")
    return said


def check_only_silence(folder: Folder, *, whatever_policy: bool = False) -> Silence:
    """The one silence of a folder; Tampered if there is none, or another one, or one that is not borne out."""
    found = folder.of_type("silence")
    if len(found) != 1:
        raise Tampered(f"stands beside {len(found) or 'no'} silences, wanted one")
    return check_silence(folder.without(found[0]), found[0], whatever_policy=whatever_policy)


def answered(folder: Folder, owed: Owed) -> bytes:
    """What a silence comes after: the head, or the close."""
    before = owed in BEFORE_THE_CLOSE or folder.close is None
    return folder.course.head if before or folder.close is None else folder.close.header.digest()


def ripe_from(charter: Charter, said: Silence) -> datetime:
    """From when on the game may be ended."""
    return read_time(said.at) + timedelta(days=charter.draft.stalled.after)


def answers_it(folder: Folder, said: Silence, envelope: Envelope) -> bool:
    """Whether a document is what a silence says is owed."""
    header = envelope.header
    if said.owed == "record" and header.type == "silence" and header.seat == said.by:
        return True  # a referee who cannot write the record since he waits himself
    return (header.type, header.seat) == (said.owed, said.by)


def result_of(charter: Charter, said: Silence) -> Result:
    """Who wins when a seat has fallen silent: the other side, if one of two sides is accused; else nobody."""
    others = [side for side in charter.sides if side != said.by]
    winner = others[0] if said.by in charter.sides and len(others) == 1 else ""
    return Result(winner=winner, case="silence")
