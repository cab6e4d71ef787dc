"""The form of a game's map file: a map of hexes, and what lies where on it.

A file of this form is what the atlas writes and what an owner of a printed game may write himself.  Hexes
go by their printed numbers, hexsides by two of them, the lower first: "0312-0313".
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Annotated, Literal, NamedTuple

from pbem.kit.data import read_data, typed
from pbem.kit.hexes import HexGrid
from pbem.kit.mapfaults import Fault, faults_of
from pbem.kit.mapgrid import GridForm, MapForm, Span, expanded
from pbem.model.formwork import Field, StringConstraints
from pbem.model.problem import Problem

Worth = Annotated[int, Field(ge=0, le=99)]
PAIR = r"-?[0-9]{1,4}(\.[0-9]{1,4})? -?[0-9]{1,4}(\.[0-9]{1,4})?"
FrontierPoints = Annotated[str, StringConstraints(pattern=f"^{PAIR}(, *{PAIR})+$"), Field(examples=["1.5 2, 3 4.25"])]
RiverClass = Literal["major", "river", "stream"]
RoadClass = Literal["main", "secondary"]


class HexContents(MapForm):
    """What one hex holds."""

    terrain: str | tuple[str, ...] = ""  # of several the first is what the hex counts as
    town: str = ""
    city: str = ""
    village: str = ""  # a name without effect on play
    worth: Worth | None = None  # points for holding it, where the game prints them
    west_wall: Literal["", "intact", "cleared"] = ""
    impassable: bool = False

    @property
    def terrains(self) -> tuple[str, ...]:
        """The terrains that are written down for it."""
        if isinstance(self.terrain, tuple):
            return self.terrain
        return (self.terrain,) if self.terrain else ()

    @property
    def features(self) -> tuple[str, ...]:
        """What stands in the hex beside its terrain, in the words of the terrain charts."""
        built = "city" if self.city else "town" if self.town else ""
        wall = {"intact": "west wall", "cleared": "cleared west wall"}.get(self.west_wall, "")
        return tuple(word for word in (built, wall) if word)

    @property
    def name(self) -> str:
        return self.city or self.town or self.village


class River(MapForm):
    """A river: its hexsides in order, downstream."""

    class_: RiverClass = Field(alias="class")
    sides: tuple[str, ...]


class RiverCrossing(MapForm):
    """A bridge or a ford."""

    river: str
    name: str = ""
    owner: Literal["", "German", "Allied"] = ""
    state: Literal["intact", "blown"] = "intact"


class Roads(MapForm):
    """The hexsides that roads cross."""

    main: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()


class Exit(MapForm):
    """Where a road leaves the map."""

    edge: str
    to: str = ""
    worth: Worth | None = None


class Frontier(MapForm):
    """A border between countries, for drawing only: points "x y", for hexes with sides of length 1."""

    points: FrontierPoints

    def line(self) -> tuple[tuple[float, float], ...]:
        pairs = [pair.split() for pair in self.points.split(",")]
        return tuple((float(x), float(y)) for x, y in pairs)


class Hexside(NamedTuple):
    """Everything that lies between two neighbours; the empty text means nothing."""

    river: str = ""
    river_class: str = ""
    bridge: bool = False
    ford: bool = False
    road: str = ""


class HexMap(MapForm):
    """A map of hexes."""

    title: str
    grid_form: GridForm = Field(alias="grid")
    default: str = "clear"
    hexes: dict[str, HexContents] = Field(default_factory=dict)
    rivers: dict[str, River] = Field(default_factory=dict)
    bridges: dict[str, RiverCrossing] = Field(default_factory=dict)
    fords: dict[str, RiverCrossing] = Field(default_factory=dict)
    roads: Roads = Field(default_factory=Roads)
    exits: dict[str, Exit] = Field(default_factory=dict)
    front: tuple[str, ...] = ()
    german: tuple[Span, ...] = ()
    edges: dict[str, tuple[Span, ...]] = Field(default_factory=dict)
    areas: dict[str, tuple[Span, ...]] = Field(default_factory=dict)
    borders: tuple[Frontier, ...] = ()

    @cached_property
    def grid(self) -> HexGrid:
        return self.grid_form.grid()

    # What is in a hex.

    def place(self, hex: str) -> HexContents:
        return self._places.get(self.grid.proper(hex)) or nowhere()

    def terrain_of(self, hex: str) -> str:
        """Its terrain; of several the first that is written."""
        return next(iter(self.place(hex).terrains), self.default)

    def town_at(self, hex: str) -> str:
        """The name of the town or city in a hex, or nothing; a village is not one."""
        place = self.place(hex)
        return place.city or place.town

    @cached_property
    def towns(self) -> dict[str, tuple[str, ...]]:
        """The hexes of each town and city, by its name."""
        found: dict[str, list[str]] = {}
        for hex in self.grid.all():
            if name := self.town_at(hex):
                found.setdefault(name, []).append(hex)
        return {name: tuple(hexes) for name, hexes in sorted(found.items())}

    def on_road(self, hex: str) -> bool:
        """Does a road run through this hex, or end in it?"""
        return self.grid.proper(hex) in self._road_hexes

    @cached_property
    def german_ground(self) -> frozenset[str]:
        """The hexes behind the German side of the start line."""
        return frozenset(expanded(self.german, self.grid))

    def area(self, name: str) -> frozenset[str]:
        """The hexes of one of the game's own named sets."""
        return frozenset(expanded(self.areas[name], self.grid))

    def edge(self, name: str) -> frozenset[str]:
        """The hexes of one of the map's edges."""
        return frozenset(expanded(self.edges[name], self.grid))

    # What is between two hexes.

    def between(self, one: str, other: str) -> Hexside:
        """Everything on the side two neighbours share."""
        return self._sides.get(self.grid.hexside(one, other), NOTHING)

    def side(self, name: str) -> Hexside:
        """The same by the name of the hexside."""
        return self._sides.get(name, NOTHING)

    def bridge(self, one: str, other: str) -> RiverCrossing | None:
        return self.bridges.get(self.grid.hexside(one, other))

    def ford(self, one: str, other: str) -> RiverCrossing | None:
        return self.fords.get(self.grid.hexside(one, other))

    def road(self, one: str, other: str) -> str:
        """The class of the road that joins two neighbours, or nothing."""
        return self.between(one, other).road

    @cached_property
    def sides(self) -> dict[tuple[str, str], Hexside]:
        """What lies between any two neighbours, both ways."""
        touching = self.grid.touching.items()
        return {(hex, near): self.side("-".join(sorted((hex, near)))) for hex, nearby in touching for near in nearby}

    def faults(self) -> tuple[Fault, ...]:
        """What cannot be: hexes and hexsides that are not there, crossings without a river, and the like."""
        return faults_of(self)

    @cached_property
    def _places(self) -> dict[str, HexContents]:
        return {self.grid.proper(hex): place for hex, place in self.hexes.items() if self.grid.contains(hex)}

    @cached_property
    def _sides(self) -> dict[str, Hexside]:
        sides: dict[str, Hexside] = {}
        for name, river in self.rivers.items():
            for side in river.sides:
                sides[side] = Hexside(name, river.class_, side in self.bridges, side in self.fords)
        for kind, crossed in (("secondary", self.roads.secondary), ("main", self.roads.main)):
            for side in crossed:
                sides[side] = sides.get(side, NOTHING)._replace(road=kind)
        return sides

    @cached_property
    def _road_hexes(self) -> frozenset[str]:
        joined = {hex for side in (*self.roads.main, *self.roads.secondary) for hex in side.split("-")}
        return frozenset(joined | {self.grid.proper(hex) for hex in self.exits})


NOTHING = Hexside()


@cache
def nowhere() -> HexContents:
    return HexContents()


def check_map(text: str, file: str) -> list[Problem]:
    """Everything that is wrong with a map file, each with its line."""
    data, problems = read_data(text, file)
    if data is None:
        return problems
    map, more = typed(HexMap, data.node)
    found = () if map is None else map.faults()
    return problems + more + [fault.problem(data.node) for fault in found]
