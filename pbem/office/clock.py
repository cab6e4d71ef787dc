"""The clock on the wall and the times in the documents: what this program writes, and what it takes in."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.book.documents import Agreement, Close, Receipt, Record, Silence, read_payload
from pbem.book.times import read_time
from pbem.model.counting import many
from pbem.model.errors import Refused
from pbem.office.game import Game
from pbem.post.moments import moment
from pbem.seal.envelope import Envelope

TOLERANCE = timedelta(minutes=10)
"""How far two honest clocks may be apart."""
LONG_AGO = timedelta(days=30)


class ClockDoubted(Refused):
    """This clock and the times of the game do not fit together: nothing that bears a time is signed."""


def stamp(game: Game, now: datetime) -> datetime:
    """The time that this program writes into what it signs now; it never falls behind what is there already."""
    newest = newest_time(game)
    if newest is None:
        return now
    if now < newest - TOLERANCE:
        raise ClockDoubted(
            f"the clock here says {moment(now)}, and the game is at {moment(newest)} already",
            "set the clock of this machine, then say it again",
        )
    if now > newest + LONG_AGO and not game.sure_of_clock:
        days = (now - newest).days
        raise ClockDoubted(
            f"the clock here says {moment(now)}, {many(days, 'day')} after the newest document of the game",
            "if that is right, say it again with --clock-is-right",
        )
    return max(now, newest)


def newest_time(game: Game) -> datetime | None:
    """The latest time that a document of the book or of the open number bears."""
    if not game.has_begun:
        return None
    times = [game.course.time] if game.course.time else []
    times += [said for one in game.here.documents if (said := time_in(one)) and one.header.type != "agreement"]
    return max(map(read_time, times), default=None)


def time_in(envelope: Envelope) -> str:
    """When a document says that it was made; empty if its type says no time."""
    kind, body = envelope.header.type, envelope.body
    if kind == "receipt":
        return read_payload(Receipt, body).received
    if kind == "close":
        return read_payload(Close, body).at
    if kind == "record":
        return read_payload(Record, body).at
    if kind == "silence":
        return read_payload(Silence, body).at
    if kind in ("agreement", "proposal"):
        return read_payload(Agreement, body).at
    return ""


def is_ahead(envelope: Envelope, now: datetime) -> bool:
    """Whether a document is dated later than any honest clock can be."""
    said = time_in(envelope)
    return bool(said) and read_time(said) > now + TOLERANCE
