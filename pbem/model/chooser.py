"""Where bots and test players take their whims from.  Rules never choose; players do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chooser(Protocol):
    """A source of repeatable choices."""

    def number(self, below: int) -> int:
        """A number from 0 to below - 1."""
        ...

    def one(self, among: Sequence[T]) -> T: ...

    def some(self, among: Sequence[T], count: int) -> tuple[T, ...]:
        """So many of them, in their given order."""
        ...
