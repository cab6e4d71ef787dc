"""Why a document is not taken in, in words a wargamer understands; and what to do about it."""

from __future__ import annotations

from typing import TypeAlias

from pbem.model.printable import printable
from pbem.model.records import frozen
from pbem.post.reasons import Reason


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


def because(title: str, why: str, do: str = "nothing; ask the sender if you wonder") -> NotTaken:
    return NotTaken(Because(printable(title, 80), printable(why, 300), do))
