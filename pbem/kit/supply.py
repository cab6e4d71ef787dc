"""Tracing supply: a line from a unit to a source, or what was traced backwards from all sources."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from pbem.model.records import frozen


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


@frozen
class SupplyFlow:
    """What a side's sources reach by road, and from the roads across country: for each hex the next one on the way.

    A source leads to itself; the hexes of the roads are among those of the country.
    """

    roads: Mapping[str, str]
    country: Mapping[str, str]

    def __contains__(self, hex: object) -> bool:
        return hex in self.country

    def line(self, hex: str) -> tuple[str, ...]:
        """The hexes from here to the source, both included."""
        line = [hex]
        while line[-1] not in self.roads:
            line.append(self.country[line[-1]])
        while self.roads[line[-1]] != line[-1]:
            line.append(self.roads[line[-1]])
        return tuple(line)
