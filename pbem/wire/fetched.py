"""A letter as a mailbox gives it: its number there, when it came, its bytes; and what any mailbox can do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

from pbem.model.records import frozen

LARGEST = 1_000_000
"""Of a larger letter only the headers are fetched."""
FIRST_LOOK = 65_536
"""So much of a letter is looked at to see whether it concerns us."""


@frozen
class Fetched:
    """One letter; `source` holds its headers alone if it is `too_big`."""

    uid: int
    came: datetime
    source: bytes
    too_big: bool = False


@frozen
class Since:
    """How far a mailbox has been read: its generation, and the first number that has not been."""

    validity: int = 0
    next: int = 1


class Mailbox(Protocol):
    """A place where letters arrive."""

    @property
    def validity(self) -> int:
        """The generation of the numbers: if it is another one than before, all is read again."""

    def since(self, uid: int) -> Iterator[Fetched]:
        """The letters from this number on, in the order in which they came."""

    def take(self, uids: list[int]) -> None:
        """Move letters to where what was taken lies; nothing is ever deleted."""

    def wait(self, seconds: float) -> bool:
        """Wait for new letters; True if some may have come."""

    def close(self) -> None:
        """Leave."""
