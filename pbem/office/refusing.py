"""Why a document is not taken in, in words a wargamer understands; and what to do about it."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from pbem.model.printable import printable
from pbem.model.records import frozen
from pbem.post.reasons import Reason
from pbem.seal.envelope import Envelope
from pbem.seal.words import label


@frozen
class Because:
    """A reason that is said in full where it is found."""

    title: str
    why: str
    do: str


Refusal: TypeAlias = Reason | Because


class NotTaken(Exception):
    """A document that is kept and does not count."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(f"{reason.title}: {reason.why}")
        self.reason = reason


class Foreign(Exception):
    """A document of another game: nothing to answer, nothing to keep."""

    def __init__(self, game: bytes) -> None:
        super().__init__(f"of another game: {label(game, 2)}")
        self.game = game


class Ahead(Exception):
    """A document dated later than this clock: it is put by, and taken in when its time has come."""

    def __init__(self, envelope: Envelope, at: datetime) -> None:
        super().__init__(f"dated ahead: {at}")
        self.envelope, self.at = envelope, at


def because(title: str, why: str, do: str = "nothing; ask the sender if you wonder") -> NotTaken:
    return NotTaken(Because(printable(title, 80), printable(why, 300), do))
