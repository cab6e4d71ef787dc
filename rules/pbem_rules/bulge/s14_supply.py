"""14. Supply.  Cases 14.0 and 14.1; what it does to movement and combat stands in their sections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.craft.sayings import many
from pbem.kit.paths import Step, nearest
from pbem.ruleset import frozen
from pbem_rules.bulge.board import Way, limit, road_ways, sources, the_map, the_tables, ways
from pbem_rules.bulge.table import Bulge, Lay, Unit, closed_exits, lay_of

ROAD_END = ""
"""Where a road leaves the map, on the way from a source to the front."""


def by_road(lay: Lay, side: str, start: str, way: Way) -> bool:
    """10.2, 7.2, 11.0 A road crosses the hexside; no enemy marker cuts it, no closed bridge lies on it for Germans."""
    if not way.road or start in lay.cut[side] or way.to in lay.cut[side]:
        return False
    return side == "allied" or way.side not in lay.closed


def price(lay: Lay, side: str, start: str, way: Way) -> int:
    """10.1, 10.2, 11.0 What it costs to cross a hexside: the road's one, or the terrain and the river."""
    return the_tables().costs["road"] if by_road(lay, side, start, way) else way.ground


@frozen
class SupplyRoads:
    """The road hexes from which a side can follow roads to its own map edge, and the next hex on that way."""

    onward: dict[str, str]

    def __contains__(self, hex: object) -> bool:
        return hex in self.onward

    def way_from(self, hex: str) -> tuple[str, ...]:
        """From a hex along the roads to the edge, the hex itself left out."""
        found = []
        while hex := self.onward[hex]:
            found.append(hex)
        return tuple(found)


def usable(lay: Lay, side: str, hex: str) -> bool:
    """14.0, 9.1 A hex serves if no enemy and no bare EZOC is in it; an interdicted one only if a friend holds it."""
    return lay.free(hex, side) and (hex not in lay.cut[side] or lay.held.get(hex) == side)


def road_net(table: Bulge, lay: Lay, side: str) -> SupplyRoads:
    """14.0 Everything that roads of any length join to a side's own map edge."""
    closed = closed_exits(table) if side == "allied" else frozenset()
    ends = [hex for hex in sources(side) if hex not in closed and usable(lay, side, hex)]
    onward = dict.fromkeys(ends, ROAD_END)
    for hex in ends:  # the list grows
        for way in road_ways()[hex]:
            if way.to in onward or (side == "german" and way.side in lay.closed):
                continue
            if usable(lay, side, way.to):
                onward[way.to] = hex
                ends.append(way.to)
    return SupplyRoads(onward)


@frozen
class SupplyLine:
    """The hexes across country to a road, what they cost, and the road hexes to the map edge."""

    start: str
    across: tuple[str, ...]
    cost: int
    road: tuple[str, ...]

    @property
    def hexes(self) -> tuple[str, ...]:
        return (self.start, *self.across, *self.road)


def line_from(
    table: Bulge, lay: Lay, side: str, start: str, net: SupplyRoads | None = None, *, manned: bool = True
) -> SupplyLine | None:
    """14.0 At most five points to a road hex, then any length of road.  The start is not judged (R-16).

    `manned`: a unit of the side stands at the start, or would.
    """
    roads = road_net(table, lay, side) if net is None else net
    if start in roads:
        return SupplyLine(start, (), 0, roads.way_from(start))
    roads_back = with_roads_back(lay, side, start if manned else "")

    def steps(hex: str) -> Iterator[Step[str]]:
        for way in ways()[hex]:
            if usable(lay, side, way.to):
                yield Step(way.to, price(roads_back, side, hex, way))

    found = nearest(start, roads.__contains__, limit("supply"), steps)
    if found is None:
        return None
    return SupplyLine(start, found.places, int(found.cost), roads.way_from(found.end))


def with_roads_back(lay: Lay, side: str, start: str) -> Lay:
    """14.0, R-21 For supply an interdicted hex has its roads where a friend stands; so where the unit itself does."""
    left = frozenset(hex for hex in lay.cut[side] if hex != start and lay.held.get(hex) != side)
    return replace(lay, cut={**lay.cut, side: left})


def in_supply(table: Bulge, unit: Unit, lay: Lay | None = None, net: SupplyRoads | None = None) -> bool:
    """14.0, 5.0 Germans always are in the first three game-turns; reinforcements off the map are."""
    if not unit.hex or (unit.side == "german" and table.turn <= limit("supplied turns")):
        return True
    return line_from(table, lay or lay_of(table), unit.side, unit.hex, net) is not None


def supplied(table: Bulge, unit: Unit, lay: Lay | None = None, net: SupplyRoads | None = None) -> bool:
    """7.4 In supply, by a line or from the air."""
    return unit.id in table.resupplied or in_supply(table, unit, lay, net)


def exit_in_supply(table: Bulge, lay: Lay, hex: str) -> bool:
    """3.1 R-15: no German stands in an exit hex, so no enemy and no EZOC may be in it, and a marker cuts its roads."""
    return lay.free(hex, "german") and line_from(table, lay, "german", hex, manned=False) is not None


def supplied_hex(table: Bulge, unit: Unit, hex: str) -> bool:
    """14.0 Whether the unit would be in supply there."""
    if unit.side == "german" and table.turn <= limit("supplied turns"):
        return True
    return line_from(table, lay_of(table, without=unit.id), unit.side, hex) is not None


def told_line(line: SupplyLine) -> str:
    """A supply line in words: hexes across country, then the road."""
    edge = the_map().exits[line.hexes[-1]].edge
    across = f"{' '.join(line.across)} ({many(line.cost, 'point')}), then " if line.across else ""
    road = f"by road {' '.join(line.road)}, " if line.road else ""
    return f"{across}{road}{edge} edge"
