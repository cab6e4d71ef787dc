"""A repeatable source of choices for bots and random players."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Whims:
    """Choices that follow from a number alone."""

    def __init__(self, number: int) -> None:
        self._random = Random(number)

    def number(self, below: int) -> int:
        return self._random.randrange(below)

    def one(self, among: Sequence[T]) -> T:
        return among[self._random.randrange(len(among))]

    def some(self, among: Sequence[T], count: int) -> tuple[T, ...]:
        """So many of them, in their given order."""
        picked = sorted(self._random.sample(range(len(among)), count))
        return tuple(among[index] for index in picked)
