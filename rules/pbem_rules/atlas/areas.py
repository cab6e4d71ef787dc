"""Shapes for a map of areas: a country for every space that touches just the spaces its graph says.

Draw the graph with straight lines.  Between the lines lie faces.  A space's country reaches half-way along
each of its lines and to the middle of each face around it: so two countries share a border exactly if a
line joins them.  Beyond the outermost lines every country goes on a little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import atan2, degrees, sqrt
from typing import Literal

from pbem.kit.mapgrid import MapForm
from pbem.kit.mappicture import joined
from pbem.ruleset import Field
from pbem_rules.atlas.gazetteer import Degrees
from pbem_rules.atlas.plane import Spot

EAST, SOUTH = 640.0, 1000.0  # drawing units for a degree, as long as each other at this latitude
CORNER: Degrees = (50.7, 4.7)
BEYOND = 62.0  # how far the outermost countries go on

HEAD = """\
# Made by the atlas from the spaces and borders of map.yaml: correct those, not this file.
provenance: {certainty: reconstructed, source: "the atlas: shapes drawn around the graph of spaces"}
"""
Face = tuple[str, ...]
Pair = tuple[str, str]


class SpaceForm(MapForm, extra="ignore"):
    at: Degrees
    terrain: str = ""
    settlement: Literal["none", "town", "city"] = "none"
    points: int = 0


class BorderForm(MapForm, extra="ignore"):
    river: Literal["none", "river", "meuse"] = "none"
    road: bool = False


class GraphForm(MapForm, extra="ignore"):
    """What the atlas reads of a game's map of areas."""

    title: str
    spaces: dict[str, SpaceForm]
    borders: dict[str, BorderForm] = Field(default_factory=dict)

    @property
    def pairs(self) -> dict[Pair, BorderForm]:
        """Borders by their two spaces."""
        found = {}
        for name, border in self.borders.items():
            one, other = name.split(" / ")
            found[one, other] = border
        return found


class Countries:
    """The shapes of one map."""

    def __init__(self, graph: GraphForm) -> None:
        self._graph = graph
        self.at = {name: _spot(space.at) for name, space in graph.spaces.items()}
        self._around = {name: self._by_angle(name) for name in graph.spaces}
        self._faces = self._all_faces()
        self._outside = max(set(self._faces.values()), key=self._area)

    def outline(self, name: str) -> tuple[Spot, ...]:
        """A country: half-way along each line, then the middle of the face up to the next line."""
        points: list[Spot] = []
        around = self._around[name]
        for near, following in zip(around, around[1:] + around[:1], strict=True):
            points.append(self.middle(name, near))
            face = self._faces[name, near]
            points += self._beyond(name, near, following) if face == self._outside else [self._centre(face)]
        return tuple(points)

    def border(self, one: str, other: str) -> tuple[Spot, ...]:
        """The line between two countries."""
        ends = []
        for face, pair in ((self._faces[one, other], (one, other)), (self._faces[other, one], (other, one))):
            ends.append(self._out(*pair) if face == self._outside else self._centre(face))
        return ends[0], self.middle(one, other), ends[1]

    def middle(self, one: str, other: str) -> Spot:
        """The point of the border that the line between two spaces runs through."""
        a, b = self.at[one], self.at[other]
        return Spot((a.x + b.x) / 2, (a.y + b.y) / 2)

    # Faces.

    def _by_angle(self, name: str) -> tuple[str, ...]:
        """The neighbours of a space clockwise, as one sees them on the page."""
        here = self.at[name]
        near = [other for pair in self._graph.pairs for other in pair if name in pair and other != name]
        return tuple(sorted(near, key=lambda other: _turn(self.at[other].x - here.x, self.at[other].y - here.y)))

    def _all_faces(self) -> dict[Pair, Face]:
        """The face on the clockwise side of each line, seen from its first space."""
        faces: dict[Pair, Face] = {}
        for start in sorted(self._graph.spaces):
            for near in self._around[start]:
                if (start, near) not in faces:
                    walk = self._walk(start, near)
                    face = tuple(one for one, _ in walk)
                    faces |= dict.fromkeys(walk, face)
        return faces

    def _walk(self, start: str, near: str) -> list[Pair]:
        """Around a face: always on along the line next to the one we came by."""
        walk = [(start, near)]
        while True:
            came, here = walk[-1]
            around = self._around[here]
            following = around[around.index(came) - 1]
            if (here, following) == walk[0]:
                return walk
            walk.append((here, following))

    def _centre(self, face: Face) -> Spot:
        spots = [self.at[name] for name in face]
        return Spot(sum(spot.x for spot in spots) / len(spots), sum(spot.y for spot in spots) / len(spots))

    def _area(self, face: Face) -> float:
        """Twice the size of a face."""
        spots = [self.at[name] for name in face]
        return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(spots, spots[1:] + spots[:1], strict=True)))

    # The rim.

    def _beyond(self, name: str, near: str, following: str) -> list[Spot]:
        """A country's outer side: out from one line, around the space, in to the next."""
        first, last = self._out(name, near), self._out(following, name)
        here = self.at[name]
        dx, dy = _unit(first.x - self.middle(name, near).x, first.y - self.middle(name, near).y)
        ex, ey = _unit(last.x - self.middle(name, following).x, last.y - self.middle(name, following).y)
        fx, fy = _unit(dx + ex, dy + ey)
        return [first, Spot(here.x + fx * BEYOND, here.y + fy * BEYOND), last]

    def _out(self, one: str, other: str) -> Spot:
        """The point beyond the middle of an outermost line, on the clockwise side of the way along it."""
        a, b, middle = self.at[one], self.at[other], self.middle(one, other)
        x, y = _unit(-(b.y - a.y), b.x - a.x)
        return Spot(middle.x + x * BEYOND * 0.8, middle.y + y * BEYOND * 0.8)


def shapes(graph: GraphForm) -> str:
    """The text of a game's shapes file."""
    countries = Countries(graph)
    lines = [HEAD.rstrip(), "outlines:"]
    lines += [f"  {name}: {_listed(countries.outline(name))}" for name in sorted(graph.spaces)]
    lines.append("centres:")
    lines += [f"  {name}: {_point(countries.at[name])}" for name in sorted(graph.spaces)]
    lines.append("lines:")
    lines += [
        f"  - {{kind: {kind}, name: {name}, points: {_listed(line)}}}" for kind, name, line in _waters(graph, countries)
    ]
    lines += [f"  - {{kind: main-road, points: {_listed(line)}}}" for line in _roads(graph, countries)]
    lines.append("bridges:")
    lines += [f"  - {{at: {_point(at)}, angle: {_angle(way)}}}" for at, way in _bridges(graph, countries)]
    return "\n".join(lines) + "\n"


def _waters(graph: GraphForm, countries: Countries) -> Iterable[tuple[str, str, list[Spot]]]:
    kinds: Mapping[str, tuple[str, str]] = {"river": ("river", '""'), "meuse": ("major-river", "Meuse")}
    for river, (kind, name) in kinds.items():
        borders = [countries.border(*pair) for pair, border in sorted(graph.pairs.items()) if border.river == river]
        for line in joined([piece for border in borders for piece in pairwise(border)]):
            yield kind, name, line


def _roads(graph: GraphForm, countries: Countries) -> Iterable[list[Spot]]:
    for (one, other), border in sorted(graph.pairs.items()):
        if border.road:
            yield [countries.at[one], countries.middle(one, other), countries.at[other]]


def _bridges(graph: GraphForm, countries: Countries) -> Iterable[tuple[Spot, Spot]]:
    """Where a road crosses a river, and which way it runs there."""
    for (one, other), border in sorted(graph.pairs.items()):
        if border.road and border.river != "none":
            a, b = countries.at[one], countries.at[other]
            yield countries.middle(one, other), Spot(b.x - a.x, b.y - a.y)


def _spot(at: Degrees) -> Spot:
    return Spot((at[1] - CORNER[1]) * EAST, (CORNER[0] - at[0]) * SOUTH)


def _turn(x: float, y: float) -> float:
    """Grows with the angle of a direction, clockwise on the page from the right; needs no sines."""
    slope = x / (abs(x) + abs(y))
    return 1 - slope if y >= 0 else 3 + slope


def _angle(way: Spot) -> int:
    """A direction in whole degrees, clockwise on the page from the right."""
    return round(degrees(atan2(way.y, way.x)))


def _unit(x: float, y: float) -> tuple[float, float]:
    far = sqrt(x * x + y * y)
    return (x / far, y / far) if far > 1e-9 else (0.0, 0.0)


def _listed(line: Iterable[Spot]) -> str:
    return "[" + ", ".join(_point(spot) for spot in line) + "]"


def _point(spot: Spot) -> str:
    return f"[{spot.x:.1f}, {spot.y:.1f}]"
