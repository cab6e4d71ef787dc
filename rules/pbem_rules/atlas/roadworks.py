"""The roads of one map: those the overrides give hex by hex, then those of the country, then the ways out."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from pbem.kit.mapgrid import expanded
from pbem_rules.atlas.forms import ExitWord
from pbem_rules.atlas.paper import Paper
from pbem_rules.atlas.plane import Spot, straight
from pbem_rules.atlas.roads import RoadNet, Surveyor
from pbem_rules.atlas.waters import Waters


class Roadworks:
    """All roads of one map."""

    def __init__(self, paper: Paper, waters: Waters) -> None:
        self.paper = paper
        self.wet = waters.wet

    @cached_property
    def net(self) -> RoadNet:
        return RoadNet(self.paper.gazetteer)

    @cached_property
    def roads(self) -> dict[str, str]:
        """Every hexside a road crosses, and the road's class."""
        known, shown = self.paper.known.roads, self.paper.sheet.roads
        closed = frozenset(expanded(known.clear_of, self.paper.grid))
        surveyor = Surveyor(self.paper.plane, self.wet, self.shut, closed)
        for kind, chains in (("main", known.main), ("secondary", known.secondary)):
            for chain in chains:
                surveyor.draw(kind, chain)
        if not known.complete:
            for kind, chains in (("main", shown.main), ("secondary", shown.secondary)):
                for start, end in (leg for chain in chains for leg in pairwise(chain)):
                    self._lay(surveyor, kind, start, end)
            for hex, word in self.paper.known.exits.items():
                self._lead_out(surveyor, hex, word)
        return dict(sorted(surveyor.drawn.items()))

    @cached_property
    def bridges(self) -> tuple[str, ...]:
        """Every side where a road crosses a river."""
        return tuple(side for side in self.roads if side in self.wet)

    @cached_property
    def fords(self) -> tuple[str, ...]:
        """River sides that can be forded."""
        return tuple(sorted((self.paper.known.fords.keys() & self.wet.keys()) - self.roads.keys()))

    @cached_property
    def shut(self) -> frozenset[str]:
        """Sides no road crosses: of great rivers, away from the game's towns that have a bridge over them."""
        shut = set(self.paper.known.roads.none)
        for river, kind in self.paper.sheet.rivers.items():
            towns = {bridge.town for bridge in self.paper.gazetteer.bridges.named if bridge.river == river}
            bridged = {hex for place, hex in self.paper.places.items() if place in towns}
            if kind == "major" and bridged:
                sides = [side for side, wet in self.wet.items() if wet == river]
                shut |= {side for side in sides if not bridged & set(side.split("-"))}
        return frozenset(shut)

    # Between towns.

    def _lay(self, surveyor: Surveyor, kind: str, start: str, end: str) -> None:
        """A road from town to town, through every place of the game on its way."""
        way = self.net.way(start, {end})
        stops = [(n, hex) for n, node in enumerate(way) if (hex := self._stop(node, node in (start, end)))]
        for (first, one), (last, other) in pairwise(stops):
            if one != other:
                leg = self.net.leg(way[first : last + 1])
                surveyor.draw(kind, surveyor.route(one, other, self.paper.plane.line(leg.line), leg.rivers))

    def _stop(self, node: str, wanted: bool) -> str | None:
        """The hex a road must touch where it passes a place: one of the game's, or one of its own two ends."""
        if node in self.paper.places or not wanted:
            return self.paper.places.get(node)
        return self.paper.plane.hex(self.paper.plane.spot(self.paper.gazetteer.at(node)))

    # Out of the map.

    def _lead_out(self, surveyor: Surveyor, exit: str, word: ExitWord) -> None:
        """The road from a town to where it leaves the map, and on to the map's last row if that is farther."""
        plane, end = self.paper.plane, self.paper.grid.proper(exit)
        way = self._way_in(word)
        leg = self.net.leg(way)
        town, goal = self.paper.places[way[0]], plane.centre(end)
        line = _until(plane.line(leg.line), goal) if len(way) > 1 else (plane.centre(town),)
        if town != end:
            surveyor.draw("main", surveyor.route(town, end, (*line, *straight(line[-1], goal)), leg.rivers))
        if rim := self._rim(exit, word.edge):
            surveyor.draw("main", (end, rim))

    def _way_in(self, word: ExitWord) -> tuple[str, ...]:
        """The real way from a place of the game to where the exit leads; the place alone if there is none."""
        shown = set(self.paper.places)
        starts = {word.start} & shown if word.start else shown
        way = self.net.way(word.towards, starts) if word.towards else ()
        return way[::-1] or (word.start,)

    def _rim(self, exit: str, edge: str) -> str | None:
        """Where the live map ends before the last row: the hex of that row, in the exit's section, it leads to."""
        section = expanded(self.paper.known.areas.get(f"section {edge}", ()), self.paper.grid)
        near = set(section) & set(self.paper.grid.neighbours(exit))
        return min(near, key=lambda hex: (hex[2:] != exit[2:], hex[:2] != exit[:2], hex), default=None)


def _until(line: tuple[Spot, ...], goal: Spot) -> tuple[Spot, ...]:
    """A line up to where it comes nearest to a goal."""
    nearest = min(range(len(line)), key=lambda n: line[n].off(goal))
    return line[: nearest + 1]
