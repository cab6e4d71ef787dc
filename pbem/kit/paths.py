"""Cheapest ways over any kind of place, each with its costs and reasons.

The rules say what steps lead on from a place; this module only adds up.  A place is whatever the costs
depend on: a hex, or a hex with a mode, as long as places can be hashed and sorted.  Of two ways that cost
the same, the one with fewer steps is taken, and of those the one by the lowest place.

What costs time is asking for the steps of a place.  On a map where every unit asks, `ranges` answers
from tables.  Where many units move alike in one position, wrap a function that returns a list in `functools.cache`, and
throw it away when the position changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pbem.model.errors import RulesBug
from pbem.model.records import frozen

Cost = int | Fraction


class Sortable(Protocol):
    """What can be a place: the same as another or not, and before it or after it."""

    def __hash__(self) -> int: ...
    def __lt__(self, other: Any, /) -> bool: ...


Place = TypeVar("Place", bound=Sortable)


class Step(NamedTuple, Generic[Place]):
    """One step: where to, at what cost, and why at that cost.  After a step that stops there is no other."""

    # A tuple, because range finding makes tens of thousands of them.

    to: Place
    cost: Cost
    why: str = ""
    stop: bool = False


Steps = Callable[[Place], Iterable[Step[Place]]]


@frozen
class Path(Generic[Place]):
    """A way: where it begins, and its steps in turn."""

    start: Place
    steps: tuple[Step[Place], ...] = ()

    @property
    def cost(self) -> Cost:
        """What all its steps cost together."""
        return sum((step.cost for step in self.steps), start=0)

    @property
    def end(self) -> Place:
        """Where it leads."""
        return self.steps[-1].to if self.steps else self.start

    @property
    def places(self) -> tuple[Place, ...]:
        """The places it leads through, the start left out, the end included."""
        return tuple(step.to for step in self.steps)

    def explained(self) -> list[str]:
        """A line for each step: place, cost and reason."""
        return [f"{step.to}: {step.cost} {step.why}".rstrip() for step in self.steps]


class _Arrival(NamedTuple, Generic[Place]):
    """The cheapest way found to come to a place: its cost and length, and its last step."""

    cost: Cost
    length: int
    before: Place | None
    step: Step[Place] | None


class Reach(Generic[Place]):
    """Everywhere that can be reached from a start, and how.  What is reached includes the start itself."""

    def __init__(self, moving: dict[Place, _Arrival[Place]], stopped: dict[Place, _Arrival[Place]]) -> None:
        self._moving = moving  # a place may be reached with and without having to stop there
        self._stopped = stopped

    def __contains__(self, place: object) -> bool:
        return place in self._moving or place in self._stopped

    def places(self) -> tuple[Place, ...]:
        """Every place that was reached, sorted."""
        return tuple(sorted(self._moving.keys() | self._stopped.keys()))

    def cost(self, place: Place) -> Cost:
        """What the cheapest way there costs."""
        return self._arrival(place).cost

    def path(self, place: Place) -> Path[Place]:
        """The cheapest way there."""
        steps = []
        arrival = self._arrival(place)
        while arrival.step is not None and arrival.before is not None:
            steps.append(arrival.step)
            place = arrival.before
            arrival = self._moving[place]
        return Path(place, tuple(reversed(steps)))

    def _arrival(self, place: Place) -> _Arrival[Place]:
        moving, stopped = self._moving.get(place), self._stopped.get(place)
        if moving is None and stopped is None:
            raise RulesBug(f"{place} was not reached")
        if moving is None or (stopped and (stopped.cost, stopped.length) < (moving.cost, moving.length)):
            assert stopped is not None
            return stopped
        return moving


def reach(start: Place, budget: Cost | None, steps: Steps[Place]) -> Reach[Place]:
    """Everywhere that costs no more than the budget; without a budget, everywhere."""
    moving: dict[Place, _Arrival[Place]] = {}
    stopped: dict[Place, _Arrival[Place]] = {}
    for _ in _settled(start, budget, steps, moving, stopped):
        pass
    return Reach(moving, stopped)


def cheapest(start: Place, goal: Place, budget: Cost | None, steps: Steps[Place]) -> Path[Place] | None:
    """The cheapest way to a goal within the budget, or None."""
    return nearest(start, lambda place: place == goal, budget, steps)


def nearest(
    start: Place, is_goal: Callable[[Place], bool], budget: Cost | None, steps: Steps[Place]
) -> Path[Place] | None:
    """The cheapest way to any of several goals within the budget, or None."""
    moving: dict[Place, _Arrival[Place]] = {}
    stopped: dict[Place, _Arrival[Place]] = {}
    for place in _settled(start, budget, steps, moving, stopped):
        if is_goal(place):
            return Reach(moving, stopped).path(place)
    return None


def _settled(
    start: Place,
    budget: Cost | None,
    steps: Steps[Place],
    moving: dict[Place, _Arrival[Place]],
    stopped: dict[Place, _Arrival[Place]],
) -> Iterator[Place]:
    """Places in the order of what it costs to come there, as soon as nothing cheaper can be found."""
    heap: list[tuple[Cost, int, Place, bool]] = []
    moving[start] = _Arrival(0, 0, None, None)
    heappush(heap, (0, 0, start, False))
    while heap:
        cost, length, here, ended = heappop(heap)
        best = (stopped if ended else moving)[here]
        if cost != best.cost or length != best.length:
            continue  # a cheaper way was found since
        yield here
        if ended:
            continue
        length += 1
        for step in steps(here):
            to, price, _, stop = step
            if price < 0:
                raise RulesBug(f"the step from {here} to {to} costs less than nothing")
            total = cost + price
            if budget is not None and total > budget:
                continue
            arrivals = stopped if stop else moving
            known = arrivals.get(to)
            if known is None or total < known.cost or (total == known.cost and length < known.length):
                arrivals[to] = _Arrival(total, length, here, step)
                heappush(heap, (total, length, to, stop))
