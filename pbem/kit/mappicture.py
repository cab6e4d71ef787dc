"""A game's empty map as a picture: ground, rivers, roads, towns, walls, the start line; units come later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import TypeVar

from pbem.kit.data import Shares
from pbem.kit.hexes import HexGrid
from pbem.kit.mapdata import Exit, HexContents, HexMap
from pbem.kit.ondemand import OnDemand
from pbem.model.picture import (
    Crossing,
    CrossingKind,
    Edge,
    EdgeKind,
    Line,
    LineKind,
    Look,
    Picture,
    Point,
    Space,
    Terrain,
    Town,
)

NO_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType({})
PACE = 1.7320508075688772  # from middle to middle, for hexes with sides of length 1
LOOKS: dict[str, Look] = {
    "clear": "clear",
    "broken": "broken",
    "rough": "rough",
    "light-woods": "light-woods",
    "woods": "woods",
    "heavy-woods": "forest",
    "forest": "forest",
    "city": "city",
    "impassable": "hills",
    "map-edge": "mixed",
}
RIVER_KINDS: dict[str, LineKind] = {"major": "major-river", "river": "river", "stream": "stream"}
SIZES = {"village": 1, "town": 2, "city": 4}
FRONT_ASIDE = 0.27  # from the hexsides of the start line, so that rivers and bridges there can be seen
WALL_INWARD = 0.22  # teeth stand that far inside their hex, of the way to its middle
TURNS = {"E": 0.0, "SE": 60.0, "SW": 120.0, "W": 0.0, "NW": 60.0, "NE": 120.0, "S": 90.0, "N": 90.0}


def picture_of(map: HexMap, shares: Shares | None = None, exits: Mapping[str, tuple[str, str]] = NO_WORDS) -> Picture:
    """The empty map of a game of hexes; `shares` say how much of it is made up.

    `exits` says by hex what is written at a road that leaves the map, and its worth, where the file does not.
    """
    return _Sheet(map, exits).picture("" if shares is None else share(shares))


def share(shares: Shares) -> str:
    """How much of a map is reconstructed, in words."""
    whole = sum(shares.values()) or 1
    return f"{round(100 * shares['reconstructed'] / whole)} % of what this map shows"


class _Sheet:
    """Draws one map of hexes."""

    def __init__(self, map: HexMap, exits: Mapping[str, tuple[str, str]]) -> None:
        self.map = map
        self.exits = exits
        self.grid: HexGrid = map.grid
        self._points = OnDemand(self._drawn)  # a corner belongs to three hexes
        self._ground = OnDemand(self._ground_of)
        self._closed = self._area("off-limits")
        self._rim = self._area("map-edge")

    def picture(self, rebuilt: str) -> Picture:
        return Picture(
            title=self.map.title,
            spaces=tuple(self._space(hex) for hex in self.grid.all()),
            pace=PACE,
            terrains=self._terrains(),
            lines=(*self._rivers(), *self._borders(), *self._roads(), *self._front()),
            edges=tuple(self._edges()),
            crossings=tuple(self._crossings()),
            towns=tuple(self._towns()),
            rebuilt=rebuilt,
        )

    # Spaces.

    def _space(self, hex: str) -> Space:
        row, column = self.grid.printed(hex)
        place = self.map.place(hex)
        return Space(
            id=hex,
            centre=self._points[self.grid.centre(hex)],
            outline=tuple([self._points[corner] for corner in self.grid.corners(hex)]),
            terrain=self._ground[hex],
            name=place.name,
            label=hex,
            column=column,
            row=row,
        )

    def _ground_of(self, hex: str) -> str:
        place = self.map.place(hex)
        if place.impassable or hex in self._closed:
            return "impassable"
        if hex in self._rim:
            return "map-edge"
        return "city" if place.city else self.map.terrain_of(hex)

    def _area(self, area: str) -> frozenset[str]:
        """An area that is drawn as ground of its own, if the game has it."""
        return self.map.area(area) if area in self.map.areas else frozenset()

    def _terrains(self) -> tuple[Terrain, ...]:
        used = {self._ground[hex] for hex in self.grid.all()}
        known = [key for key in LOOKS if key in used]
        return tuple(Terrain(key, key.replace("-", " "), LOOKS[key]) for key in known)

    # Lines.

    def _rivers(self) -> Iterable[Line]:
        for name, river in self.map.rivers.items():
            for chain in joined([self._ends(side) for side in river.sides]):
                yield Line(RIVER_KINDS[river.class_], tuple(chain), name, sides=True)

    def _roads(self) -> Iterable[Line]:
        """Roads from junction to junction, rounded in the hexes between."""
        classes: tuple[tuple[LineKind, tuple[str, ...]], ...] = (
            ("road", self.map.roads.secondary),
            ("main-road", self.map.roads.main),
        )
        stops = {self.grid.centre(hex) for hex, place in self.map.hexes.items() if place.name}
        stops |= {self.grid.centre(hex) for hex in self.map.exits} | self._crossroads()
        for kind, sides in classes:
            ways = [(self.grid.centre(one), self.grid.centre(other)) for one, other in map_sides(sides)]
            for chain in joined(ways, stops):
                yield Line(kind, _rounded([self._at(point) for point in chain]))
        yield from self._roads_out()

    def _crossroads(self) -> set[tuple[int, int]]:
        met: dict[str, int] = {}
        for one, other in map_sides((*self.map.roads.main, *self.map.roads.secondary)):
            met[one], met[other] = met.get(one, 0) + 1, met.get(other, 0) + 1
        return {self.grid.centre(hex) for hex, number in met.items() if number != 2}

    def _roads_out(self) -> Iterable[Line]:
        """A road that leaves the map runs to the middle of the outer side."""
        for exit in self.map.exits:
            last = self._last(exit)
            if out := self._outward(last):
                met = {self.map.road(last, near) for near in self.grid.neighbours(last)}
                kind: LineKind = "road" if "secondary" in met and "main" not in met else "main-road"
                yield Line(kind, (self._at(self.grid.centre(last)), out))

    def _last(self, exit: str) -> str:
        """The hex in which an exit's road really leaves: the exit, or the hex of the map edge that it goes on into."""
        on = [near for near in self.grid.neighbours(exit) if near in self._rim and self.map.road(exit, near)]
        return on[0] if on else exit

    def _outward(self, hex: str) -> Point | None:
        """The middle of the side of a hex that has no neighbour, the straightest way on."""
        free = [way for way in self.grid.directions if self.grid.neighbour(hex, way) is None]
        if not free:
            return None
        came = [way for way in self.grid.directions if self._road_to(hex, way)]
        ways = self.grid.directions
        best = max(free, key=lambda way: (min((_turn(ways, way, one) for one in came), default=0), way))
        corners = self.grid.corners(hex)
        n = ways.index(best)
        return _middle(self._at(corners[n]), self._at(corners[(n + 1) % 6]))

    def _road_to(self, hex: str, way: str) -> bool:
        near = self.grid.neighbour(hex, way)
        return near is not None and bool(self.map.road(hex, near))

    def _borders(self) -> Iterable[Line]:
        for border in self.map.borders:
            yield Line("border", border.line())

    def _front(self) -> Iterable[Line]:
        """The start line, a little to the west of its hexsides, so that a river in it can be seen."""
        for chain in joined([self._ends(side) for side in self.map.front]):
            yield Line("front", tuple((round(x - FRONT_ASIDE, 3), y) for x, y in chain), sides=True)

    # Sides, crossings, towns.

    def _edges(self) -> Iterable[Edge]:
        """Teeth on the outer sides of the West Wall, bars around what nobody enters."""
        for hex in self.grid.all():
            place = self.map.place(hex)
            if place.impassable:
                yield from self._sides_of(hex, "closed", self.grid.directions, 0.0)
            if place.west_wall == "intact":
                yield from self._sides_of(hex, "wall", self._outer(hex), WALL_INWARD)

    def _outer(self, hex: str) -> list[str]:
        """The sides of a wall hex that look west and not at more of the wall; roads have their gaps."""
        west = [way for way in self.grid.directions if "W" in way]
        near = {way: self.grid.neighbour(hex, way) for way in west}
        plain = {way: other for way, other in near.items() if other is not None and not self.map.road(hex, other)}
        return [way for way, other in plain.items() if not self.map.place(other).west_wall]

    def _sides_of(self, hex: str, kind: EdgeKind, ways: Iterable[str], inward: float) -> Iterable[Edge]:
        """Sides of a hex, moved inward by a share of the way to its middle."""
        middle = self._at(self.grid.centre(hex))
        corners = [_along(self._at(corner), middle, inward) for corner in self.grid.corners(hex)]
        for way in ways:
            n = self.grid.directions.index(way)
            yield Edge(kind, corners[n], corners[(n + 1) % 6])

    def _crossings(self) -> Iterable[Crossing]:
        for side, bridge in self.map.bridges.items():
            yield self._crossing(side, "blown" if bridge.state == "blown" else "bridge")
        for side in self.map.fords:
            yield self._crossing(side, "ford")

    def _crossing(self, side: str, kind: CrossingKind) -> Crossing:
        one, other = side.split("-")
        start, end = self._ends(side)
        return Crossing(kind, _middle(start, end), TURNS[self.grid.direction(one, other) or "E"])

    def _towns(self) -> Iterable[Town]:
        for hex, place in sorted(self.map.hexes.items()):
            if place.name:
                yield self._town(hex, place)
        for hex, exit in sorted(self.map.exits.items()):
            if exit.to or exit.worth is not None or hex in self.exits:
                words, worth = self.exits.get(hex) or exit_words(exit)
                at = self._outward(self._last(hex)) or self._at(self.grid.centre(hex))
                yield Town(words, at, 1, "", "", worth)

    def _town(self, hex: str, place: HexContents) -> Town:
        kind = "city" if place.city else "town" if place.town else "village"
        worth = str(place.worth) if place.worth else ""
        at = self._at(self.grid.centre(hex))
        return Town(place.name, at, SIZES[kind], hex, short(place.name), worth)

    # Points.

    def _ends(self, side: str) -> tuple[Point, Point]:
        one, other = side.split("-")
        shared = sorted(set(self.grid.corners(one)) & set(self.grid.corners(other)))
        return self._at(shared[0]), self._at(shared[1])

    def _at(self, point: tuple[int, int]) -> Point:
        return self._points[point]

    def _drawn(self, point: tuple[int, int]) -> Point:
        x, y = self.grid.drawn(point)
        return round(x, 3), round(y, 3)


def exit_words(exit: Exit) -> tuple[str, str]:
    """What stands at the end of a road that leaves the map: where it goes, what it is worth."""
    return f"to {exit.to}" if exit.to else "exit", "" if exit.worth is None else str(exit.worth)


def short(name: str) -> str:
    """A name in three letters, for maps of letters."""
    return "".join(letter for letter in name if letter.isalpha())[:3]


def map_sides(sides: Iterable[str]) -> list[tuple[str, str]]:
    """Hexsides as their two hexes."""
    return [(one, other) for one, _, other in (side.partition("-") for side in sides)]


Node = TypeVar("Node", bound=tuple[float, float])


def joined(pieces: Iterable[tuple[Node, Node]], stops: Iterable[Node] = ()) -> list[list[Node]]:
    """Pieces that touch, joined to lines that end where they stop, meet or branch."""
    free: dict[Node, list[Node]] = {}
    for one, other in pieces:
        free.setdefault(one, []).append(other)
        free.setdefault(other, []).append(one)
    ends = {node for node, others in free.items() if len(others) != 2} | (set(stops) & free.keys())
    lines = []
    for start in [*sorted(ends), *sorted(free)]:
        while free[start]:
            lines.append(_followed(start, free, ends))
    return lines


def _followed(start: Node, free: dict[Node, list[Node]], ends: set[Node]) -> list[Node]:
    """One line from here along free pieces; they are used up."""
    line = [start]
    while free[line[-1]] and (len(line) == 1 or line[-1] not in ends):
        here = line[-1]
        there = min(free[here])
        free[here].remove(there)
        free[there].remove(here)
        line.append(there)
    return line


def _turn(ways: Sequence[str], one: str, other: str) -> int:
    apart = abs(ways.index(one) - ways.index(other))
    return min(apart, 6 - apart)


def _middle(a: Point, b: Point) -> Point:
    return round((a[0] + b[0]) / 2, 3), round((a[1] + b[1]) / 2, 3)


def _middles(chain: Sequence[Point]) -> list[Point]:
    return [_middle(a, b) for a, b in pairwise(chain)]


def _along(a: Point, b: Point, share: float) -> Point:
    return round(a[0] + (b[0] - a[0]) * share, 3), round(a[1] + (b[1] - a[1]) * share, 3)


def _rounded(chain: Sequence[Point]) -> tuple[Point, ...]:
    """A road's middles of hexes, with the bends between its ends cut to the middles of sides."""
    return tuple(chain) if len(chain) < 3 else (chain[0], *_middles(chain), chain[-1])
