"""Tracing supply: a line from a unit to a source, in one leg or in several.

A leg is a stretch with its own way of counting: at most four hexes across country, then a road of any
length.  The legs of a line follow each other in their order, each may be empty, and the limit of each holds
for it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from pbem.kit.paths import Cost, Path, Reach, Step, Steps, reach_from
from pbem.model.records import frozen


@frozen
class Leg:
    """One stretch of a supply line: the steps it may take, and what they may cost together at most."""

    steps: Steps[str]
    limit: Cost | None = None


@frozen
class TracedLine:
    """A supply line: one path for each leg, each beginning where the one before it ends."""

    legs: tuple[Path[str], ...]

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes of the line, both ends included."""
        return (self.legs[0].start, *(hex for leg in self.legs for hex in leg.places))


def counting_hexes(around: Callable[[str], Iterable[str]], may_pass: Callable[[str, str], bool]) -> Steps[str]:
    """The steps of a leg on which every hex counts one; `may_pass` judges each step from hex to hex."""

    def steps(here: str) -> Iterable[Step[str]]:
        return [Step(there, 1) for there in around(here) if may_pass(here, there)]

    return steps


def trace(
    start: str,
    sources: Collection[str],
    around: Callable[[str], Iterable[str]],
    may_pass: Callable[[str, str], bool],
    limit: int | None = None,
) -> tuple[str, ...] | None:
    """The shortest line of hexes to a source, both ends included, or None.  The start is not judged."""
    came_from = {start: ""}
    edge, steps = [start], 0
    while edge:
        if found := [hex for hex in edge if hex in sources]:
            return _line_to(min(found), came_from)
        if steps == limit:
            return None
        beyond: list[str] = []
        for here in edge:
            for there in around(here):
                if there not in came_from and may_pass(here, there):
                    came_from[there] = here
                    beyond.append(there)
        edge, steps = sorted(beyond), steps + 1
    return None


def _line_to(hex: str, came_from: dict[str, str]) -> tuple[str, ...]:
    line = []
    while hex:
        line.append(hex)
        hex = came_from[hex]
    return tuple(reversed(line))


def trace_in_legs(start: str, sources: Collection[str], *legs: Leg) -> TracedLine | None:
    """A line to a source over several legs: the cheapest by its last leg, then by the one before, or None."""
    flood = flood_in_legs([start], *legs)
    lines = [(flood.cost(source), source) for source in sorted(sources) if source in flood]
    return flood.line(min(lines)[1]) if lines else None


class Flood:
    """Everything that lines from some hexes can reach.  Made by `flood_in_legs`."""

    def __init__(self, reaches: list[Reach[str]]) -> None:
        self._reaches = reaches

    def __contains__(self, hex: object) -> bool:
        return hex in self._reaches[-1]

    def hexes(self) -> tuple[str, ...]:
        """Every hex that was reached, sorted."""
        return self._reaches[-1].places()

    def cost(self, hex: str) -> Cost:
        """What the last leg of the line to a hex costs."""
        return self._reaches[-1].cost(hex)

    def line(self, hex: str) -> TracedLine:
        """The line to a hex that was reached."""
        legs: list[Path[str]] = []
        for reach in reversed(self._reaches):
            legs.append(reach.path(hex))
            hex = legs[-1].start
        return TracedLine(tuple(reversed(legs)))


def flood_in_legs(starts: Iterable[str], *legs: Leg) -> Flood:
    """All that can be reached from the starts.

    From a unit it finds its sources.  From all sources, with the legs turned round and in the opposite order,
    it finds at one stroke every hex that is in supply.
    """
    reaches: list[Reach[str]] = []
    edge: Iterable[str] = starts
    for leg in legs:
        reaches.append(reach_from(edge, leg.limit, leg.steps))
        edge = reaches[-1].places()
    return Flood(reaches)
