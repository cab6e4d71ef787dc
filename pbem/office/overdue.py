"""When the open number is due, and who is said to be silent: read off the desk, without the rules."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from pbem.book.deadlines import deadline_of
from pbem.book.documents import Silence, read_payload
from pbem.book.silence import ripe_from
from pbem.model.errors import Refused, Tampered
from pbem.office.game import Game
from pbem.seal.envelope import Envelope


def effective_until(game: Game) -> datetime | None:
    """The deadline of the open number, with what was receipted; None if nothing is due."""
    try:
        return deadline_of(game.here).until
    except (Refused, Tampered):  # something on the desk that the book will not hold
        return deadline_of(game.here.only("orders")).until


class Accusation(NamedTuple):
    """A silence on the desk: by whom, what it says, from when on it may end the game, whether it was answered."""

    by: str
    said: Silence
    ripe: datetime
    envelope: Envelope


def accusations(game: Game) -> list[Accusation]:
    """The silences that stand in the open number."""
    return [
        Accusation(one.header.seat, said, ripe_from(game.charter, said), one)
        for one in game.here.of_type("silence")
        if (said := read_payload(Silence, one.body))
    ]
