"""Where bots, trials and test players take their whims from.  Rules never choose; players do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from pbem.model.digest import digest

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


class Whims:
    """Choices that follow from a seed alone, on every machine and for ever."""

    def __init__(self, *seed: str | int | bytes) -> None:
        self._seed = digest("pbem/whims/1", *seed)
        self._count = 0

    def number(self, below: int) -> int:
        self._count += 1
        return int.from_bytes(digest("pbem/whim/1", self._seed, self._count)[:8], "big") % below

    def one(self, among: Sequence[T]) -> T:
        return among[self.number(len(among))]

    def some(self, among: Sequence[T], count: int) -> tuple[T, ...]:
        left = list(range(len(among)))
        picked = sorted(left.pop(self.number(len(left))) for _ in range(count))
        return tuple(among[index] for index in picked)
