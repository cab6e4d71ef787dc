"""The maps of a scenario as the rules ask about them: worked out once from the map file.

A hex on several maps goes by its number on the first of those in play, in the order B, D, A, C; `spelled` takes every
other number of it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, NamedTuple

from pbem.kit.hexes import HexGrid
from pbem.kit.mapdata import HexMap
from pbem.kit.mapsheets import on_sheets, spelled_on

Water = Literal["", "stream", "river", "major"]


class Between(NamedTuple):
    """What lies on the way from a hex to its neighbour `to`."""

    to: str
    side: str
    """The name of the hexside."""
    water: Water
    bridge: bool
    ford: bool
    road: bool


class Sector:
    """The hexes of some of the four maps."""

    def __init__(self, whole: HexMap, maps: tuple[str, ...]) -> None:
        self.whole, self.maps = whole.grid, maps
        self.file = file = on_sheets(whole, maps)
        self.grid: HexGrid = file.grid
        self.all = self.grid.all()
        self.neighbours = {hex: self.grid.neighbours(hex) for hex in self.all}
        self.sides = {hex: tuple(self._between(hex, near) for near in self.neighbours[hex]) for hex in self.all}
        self.ground = {hex: self._ground(hex) for hex in self.all}
        self.walls = frozenset(hex for hex in self.all if file.place(hex).west_wall)
        self.roads = {
            hex: roads for hex, sides in self.sides.items() if (roads := tuple(side for side in sides if side.road))
        }

    def _between(self, hex: str, near: str) -> Between:
        found = self.file.between(hex, near)
        water: Water = found.river_class or ""  # type: ignore[assignment]
        return Between(near, self.grid.hexside(hex, near), water, found.bridge, found.ford, bool(found.road))

    def _ground(self, hex: str) -> str:
        """Its terrain; a town or a city counts in its place."""
        place = self.file.place(hex)
        return "city" if place.city else "town" if place.town else self.file.terrain_of(hex)

    # names

    def spelled(self, hex: str) -> str:
        """The number by which a hex goes here; empty if it is on none of these maps."""
        return hex if hex in self.neighbours else spelled_on(hex, self.whole, self.grid)

    def numbers(self, hex: str) -> tuple[str, ...]:
        """All the numbers of a hex, those of maps that are not in play among them."""
        return self.whole.numbers(hex)

    def spelled_side(self, side: str) -> str:
        """The name of a hexside, however its hexes are written; empty if there is none."""
        one, _, other = side.partition("-")
        a, b = self.spelled(one), self.spelled(other)
        return self.grid.hexside(a, b) if a and b and b in self.neighbours[a] else ""

    def name(self, hex: str) -> str:
        """The town, city or village in a hex."""
        return self.file.place(hex).name

    def between(self, one: str, other: str) -> Between:
        return next(side for side in self.sides[one] if side.to == other)

    def distance(self, one: str, other: str) -> int:
        return self.grid.distance(one, other)

    # places

    @cached_property
    def towns(self) -> dict[str, tuple[str, ...]]:
        """The hexes of each town and city that lie here."""
        return self.file.towns

    @cached_property
    def town_of(self) -> dict[str, str]:
        return {hex: name for name, hexes in self.towns.items() for hex in hexes}

    @cached_property
    def german_ground(self) -> frozenset[str]:
        """Behind the front of December 1944."""
        return self.file.german_ground

    @cached_property
    def bridges(self) -> tuple[str, ...]:
        """Every road that crosses water."""
        return tuple(sorted({side.side for sides in self.sides.values() for side in sides if side.bridge}))

    def place(self, hex: str) -> tuple[int, int]:
        """Row and column on the joined four maps."""
        return self.grid.place(hex)

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        return {hex: self.place(hex) for hex in self.all}

    def edge(self, words: str) -> frozenset[str]:
        """The hexes of an edge of what is in play: `west`, or a stretch of it, `south 15-29`."""
        if words not in self._edges:
            self._edges[words] = self._edge(words)
        return self._edges[words]

    @cached_property
    def _edges(self) -> dict[str, frozenset[str]]:
        return {}

    def _edge(self, words: str) -> frozenset[str]:
        name, _, span = words.partition(" ")
        rows = [row for row, _ in self._places.values()]
        columns = [column for _, column in self._places.values()]
        last = {"north": max(rows), "south": min(rows), "west": min(columns), "east": max(columns)}[name]
        along = 0 if name in ("north", "south") else 1
        found = {hex for hex, place in self._places.items() if place[along] == last}
        if span:
            low, _, high = span.partition("-")
            lowest = min(columns if along == 0 else rows) - 1
            found = {h for h in found if int(low) <= self._places[h][1 - along] - lowest <= int(high)}
        return frozenset(found)

    @cached_property
    def meuse(self) -> frozenset[str]:
        """The hexes on either bank of the Meuse."""
        return frozenset(
            hex for hex, sides in self.sides.items() if any(self._on_the_meuse(side.side) for side in sides)
        )

    def _on_the_meuse(self, side: str) -> bool:
        one, other = side.split("-")
        return self.file.between(one, other).river == "Meuse"

    def near_meuse(self, radius: int) -> frozenset[str]:
        """The hexes at most so far from the Meuse."""
        if radius not in self._near:
            self._near[radius] = frozenset(hex for bank in sorted(self.meuse) for hex in self.grid.within(bank, radius))
        return self._near[radius]

    @cached_property
    def _near(self) -> dict[int, frozenset[str]]:
        return {}

    @cached_property
    def beyond_meuse(self) -> frozenset[str]:
        """All that lies on the far bank, seen from the German side: reached from the west without crossing it."""
        if not self.meuse:
            return frozenset()
        start = min(self.all, key=lambda hex: (self._places[hex][1], -self._places[hex][0]))
        reached, ring = {start}, [start]
        while ring:
            beyond = []
            for hex in ring:
                for side in self.sides[hex]:
                    if side.to not in reached and not self._on_the_meuse(side.side):
                        reached.add(side.to)
                        beyond.append(side.to)
            ring = beyond
        return frozenset(reached)
