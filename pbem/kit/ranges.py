"""Ranges on maps where many units ask for them: what `paths.reach` answers, from tables of whole numbers.

Places are numbered once, in their order, and a set of places is a whole number with a bit for each.  The steps of a
kind of mover are a table, made once for a map.  What changes with the position lies over it as sets: where nobody
enters, where a mover stops, where it pays a toll.  So a step costs a look into the table and a few bits.

Of two ways that cost the same the one with fewer steps is taken, and of those the one by the lowest place.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from pbem.model.errors import RulesBug
from pbem.model.records import frozen

Place = TypeVar("Place", bound=Hashable)

Pace = tuple[int, int, int]
"""A step in a table: to which number, its bit, at what cost."""
Table = Sequence[tuple[Pace, ...]] | Mapping[int, tuple[Pace, ...]]
"""The steps out of each place, by its number; worked out at once, or as they are asked."""


@frozen(slots=False)
class Numbers(Generic[Place]):
    """The numbers of places, in the order given."""

    places: tuple[Place, ...]

    @cached_property
    def of(self) -> dict[Place, int]:
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def bit(self) -> dict[Place, int]:
        """The set of one place."""
        return {place: 1 << number for place, number in self.of.items()}

    def bits(self, places: Iterable[Place]) -> int:
        """A set of places."""
        found, bit = 0, self.bit
        for place in places:
            found |= bit[place]
        return found

    def pace(self, to: Place, cost: int) -> Pace:
        """A step for a table."""
        if cost < 1:
            raise RulesBug(f"a step to {to} that costs {cost}: ranges want whole costs above nothing")
        return self.of[to], self.bit[to], cost


class Hindered(NamedTuple):
    """What lies over a table in one position, each a set of places."""

    closed: int = 0
    """Nobody enters."""
    stops: int = 0
    """Whoever enters goes no farther."""
    dear: int = 0
    """Entering costs the toll on top of the step, and so does leaving."""
    toll: int = 0


class Range(Generic[Place]):
    """Everywhere that can be reached from a start, the start itself included, and how."""

    def __init__(self, numbers: Numbers[Place], start: int, costs: list[int], before: dict[int, int]) -> None:
        self._numbers = numbers
        self._start = start
        self._costs = costs
        self._before = before

    def __contains__(self, place: Place) -> bool:
        number = self._numbers.of[place]
        return number in self._before or number == self._start

    def places(self) -> list[Place]:
        """Every place that was reached, in the order of their numbers."""
        named, found = self._numbers.places, sorted(self._before)
        if self._start != OUTSIDE:
            insort(found, self._start)
        return [named[number] for number in found]

    def cost(self, place: Place) -> int:
        """What the cheapest way there costs."""
        return self._costs[self._numbers.of[place]]

    def way(self, place: Place) -> tuple[Place, ...]:
        """The places of the cheapest way there, the start left out."""
        named, number, back = self._numbers.places, self._numbers.of[place], list[Place]()
        while number != self._start:
            back.append(named[number])
            number = self._before[number]
        return tuple(reversed(back))


OUTSIDE = -1
"""The number of a start that is no place of the map."""


def spread(
    numbers: Numbers[Place], table: Table, start: int, first: Iterable[Pace], budget: int, over: Hindered
) -> Range[Place]:
    """Everywhere within the budget.  `first` are the steps out of the start, whatever the table says."""
    closed, stops, dear, toll = over
    size = len(numbers.places) + 1  # the last for a start outside
    costs, lengths, before = [budget + 1] * size, [0] * size, dict[int, int]()
    buckets: list[list[Pace]] = [[] for _ in range(budget + 1)]
    costs[start] = 0
    if buckets:
        buckets[0].append((0, start, 0))
    for spent, bucket in enumerate(buckets):
        bucket.sort()
        for length, here, mark in bucket:
            if costs[here] != spent or lengths[here] != length or stops & mark:
                continue  # a better way was found since, or this one ends
            left = spent + toll if dear & mark else spent
            for to, bit, cost in table[here] if length else first:
                total, known = left + cost, costs[to]
                if total > known or closed & bit:
                    continue
                if dear & bit:
                    total += toll
                if total < known or (total == known and length + 1 < lengths[to]):
                    costs[to], lengths[to], before[to] = total, length + 1, here
                    buckets[total].append((length + 1, to, bit))
    return Range(numbers, start, costs, before)
