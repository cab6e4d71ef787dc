"""Roads on hexes: each stretch between two towns takes the chain of hexes that keeps closest to the real road."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field
from heapq import heappop, heappush
from itertools import pairwise

from pbem.ruleset import frozen, mutable
from pbem_rules.atlas.gazetteer import Degrees, Gazetteer, RoadEdge
from pbem_rules.atlas.plane import Plane, Spot

SECONDARY = 1.25  # a kilometre of secondary road against one of main road
ASTRAY = 1.6  # cost of a step beside the road, for each hex of distance
USED = 0.55  # cost of a step on a road already there
NO_BRIDGE = 4.0  # cost of crossing a river that the real road does not cross
BRIDGE = 0.6


@frozen(slots=False)
class RoadLeg:
    """A stretch of real road: its line, and the rivers it crosses."""

    nodes: tuple[str, ...]
    line: tuple[Degrees, ...]
    rivers: frozenset[str]


class RoadNet:
    """The real roads, to be asked for the way from town to town."""

    def __init__(self, gazetteer: Gazetteer) -> None:
        self._gazetteer = gazetteer
        self._edges: dict[str, list[tuple[str, RoadEdge]]] = {}
        for edge in gazetteer.roads.edges:
            self._edges.setdefault(edge.start, []).append((edge.end, edge))
            self._edges.setdefault(edge.end, []).append((edge.start, edge))
        self._crossings: dict[tuple[str, str], set[str]] = {}
        for crossing in gazetteer.bridges.crossings:
            if not crossing.valley:
                for pair in ((crossing.start, crossing.end), (crossing.end, crossing.start)):
                    self._crossings.setdefault(pair, set()).add(crossing.river)

    def way(self, start: str, ends: Collection[str], secondary: float = SECONDARY) -> tuple[str, ...]:
        """The best way by road to the nearest of several places, or nothing.

        `secondary` is what a kilometre of secondary road counts against one of main road.
        """
        far = {start: 0.0}
        before: dict[str, str] = {}
        heap = [(0.0, start)]
        while heap:
            km, here = heappop(heap)
            if here in ends:
                return self._back(here, before)
            if km > far[here]:
                continue
            for there, edge in self._edges.get(here, ()):
                cost = km + edge.km * (1.0 if edge.main else secondary)
                if cost < far.get(there, cost + 1):
                    far[there], before[there] = cost, here
                    heappush(heap, (cost, there))
        return ()

    def leg(self, nodes: Sequence[str]) -> RoadLeg:
        """The line of a way, bends included."""
        line: list[Degrees] = [self._gazetteer.at(nodes[0])]
        rivers: set[str] = set()
        for start, end in pairwise(nodes):
            edge = min((e for there, e in self._edges[start] if there == end), key=lambda e: e.km)
            line += edge.via if edge.start == start else edge.via[::-1]
            line.append(self._gazetteer.at(end))
            rivers |= self._crossings.get((start, end), set())
        return RoadLeg(tuple(nodes), tuple(line), frozenset(rivers))

    def km(self, nodes: Sequence[str]) -> float:
        """The length of a way."""
        return sum(min(edge.km for there, edge in self._edges[start] if there == end) for start, end in pairwise(nodes))

    def _back(self, end: str, before: dict[str, str]) -> tuple[str, ...]:
        way = [end]
        while way[-1] in before:
            way.append(before[way[-1]])
        return tuple(reversed(way))


@mutable(slots=False)
class Surveyor:
    """Draws roads into a grid: knows the rivers, and the roads drawn so far."""

    plane: Plane
    rivers: dict[str, str]  # hexside: id of its river
    shut: frozenset[str] = frozenset()  # hexsides no road may cross
    closed: frozenset[str] = frozenset()  # hexes no road may enter
    bridged: dict[str, int] = field(default_factory=dict)  # river: sides crossed so far
    drawn: dict[str, str] = field(default_factory=dict)  # hexside: main or secondary

    def draw(self, kind: str, hexes: Sequence[str]) -> None:
        """Put a road on the map along these hexes."""
        for one, other in pairwise(hexes):
            side = self.plane.grid.hexside(one, other)
            if self.drawn.get(side) != "main":
                self.drawn[side] = kind

    def route(self, start: str, end: str, line: Sequence[Spot], rivers: Collection[str]) -> tuple[str, ...]:
        """The hexes from one to the other that keep closest to a line."""
        far = {start: 0.0}
        before: dict[str, str] = {}
        heap = [(0.0, start)]
        while heap:
            cost, here = heappop(heap)
            if here == end:
                break
            if cost > far[here]:
                continue
            for there in self.plane.grid.neighbours(here):
                step = self._step(here, there, line, rivers)
                if step is not None and cost + step < far.get(there, 1e9):
                    far[there], before[there] = cost + step, here
                    heappush(heap, (cost + step, there))
        way = [end]
        while way[-1] in before and way[-1] != start:
            way.append(before[way[-1]])
        return tuple(reversed(way)) if way[-1] == start else ()

    def _step(self, here: str, there: str, line: Sequence[Spot], rivers: Collection[str]) -> float | None:
        side = self.plane.grid.hexside(here, there)
        if side in self.shut or there in self.closed:
            return None
        astray = self._astray(there, line)
        if astray > 3.5:
            return None
        cost = (USED if side in self.drawn else 1.0) + ASTRAY * astray * astray
        river = self.rivers.get(side)
        if river is not None and side not in self.drawn:
            cost += BRIDGE if river in rivers else NO_BRIDGE
        return cost

    def _astray(self, hex: str, line: Sequence[Spot]) -> float:
        centre = self.plane.centre(hex)
        return max(0.0, min(centre.off(spot) for spot in line) - 0.25)
