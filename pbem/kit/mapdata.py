"""The form of a game's map file: a map of hexes, and what lies where on it.

A file of this form is what the atlas writes and what an owner of a printed game may write himself.  Hexes
go by their printed numbers, hexsides by two of them, the lower first: "0312-0313".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from pbem.kit.hexes import HexGrid, Sheet
from pbem.model.errors import RulesBug

RiverClass = Literal["major", "river", "stream"]
RoadClass = Literal["main", "secondary"]


class Form(BaseModel):
    """A part of the file: keys with dashes, nothing unknown, nothing changed later."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, alias_generator=lambda name: name.replace("_", "-")
    )


class SheetForm(Form):
    """A rectangle of numbers, as kit.hexes.Sheet: rows "01-37", columns "01-42"."""

    rows: str
    columns: str
    letter: str = ""
    row_offset: int = 0
    column_offset: int = 0

    def sheet(self) -> Sheet:
        rows, columns = ([int(end) for end in span.split("-")] for span in (self.rows, self.columns))
        return Sheet((rows[0], rows[-1]), (columns[0], columns[-1]), self.letter, self.row_offset, self.column_offset)


class GridForm(Form):
    """The hexes there are and how they are numbered, in the words of kit.hexes.HexGrid."""

    sheets: tuple[SheetForm, ...]
    tops: Literal["pointy", "flat"] = "pointy"
    shifted: Literal["odd", "even"] = "odd"
    toward: Literal["east", "west", "north", "south"] = "east"
    rows_grow: Literal["south", "north"] = "south"
    columns_grow: Literal["east", "west"] = "east"
    digits: Literal["row-column", "column-row"] = "row-column"
    width: int = 2
    missing: tuple[str, ...] = ()

    def grid(self) -> HexGrid:
        whole = self._grid(None)
        if not self.missing:
            return whole
        absent = set(expanded(self.missing, whole))
        return self._grid(frozenset(hex for hex in whole.all() if hex not in absent))

    def _grid(self, only: frozenset[str] | None) -> HexGrid:
        return HexGrid(
            sheets=tuple(sheet.sheet() for sheet in self.sheets),
            tops=self.tops,
            shifted=self.shifted,
            toward=self.toward,
            rows_grow=self.rows_grow,
            columns_grow=self.columns_grow,
            digits=self.digits,
            width=self.width,
            only=only,
        )


class Place(Form):
    """What one hex holds."""

    terrain: str = ""
    town: str = ""
    city: str = ""
    village: str = ""  # a name without effect on play
    worth: int | None = None  # points for holding it, where the game prints them
    west_wall: Literal["", "intact", "cleared"] = ""
    impassable: bool = False

    @property
    def name(self) -> str:
        return self.city or self.town or self.village


class River(Form):
    """A river: its hexsides in order, downstream."""

    class_: RiverClass = Field(alias="class")
    sides: tuple[str, ...]


class Crossing(Form):
    """A bridge or a ford."""

    river: str
    name: str = ""
    owner: str = ""
    state: Literal["intact", "blown"] = "intact"


class Roads(Form):
    """The hexsides that roads cross."""

    main: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()


class Exit(Form):
    """Where a road leaves the map."""

    edge: str
    to: str = ""
    worth: int | None = None


class Border(Form):
    """A border between countries, for drawing only: points "x y", for hexes with sides of length 1."""

    points: str

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


class HexMap(Form):
    """A map of hexes."""

    title: str
    grid_form: GridForm = Field(alias="grid")
    default: str = "clear"
    hexes: dict[str, Place] = Field(default_factory=dict)
    rivers: dict[str, River] = Field(default_factory=dict)
    bridges: dict[str, Crossing] = Field(default_factory=dict)
    fords: dict[str, Crossing] = Field(default_factory=dict)
    roads: Roads = Roads()
    exits: dict[str, Exit] = Field(default_factory=dict)
    front: tuple[str, ...] = ()
    german: tuple[str, ...] = ()
    edges: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    areas: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    borders: tuple[Border, ...] = ()

    @cached_property
    def grid(self) -> HexGrid:
        return self.grid_form.grid()

    # What is in a hex.

    def place(self, hex: str) -> Place:
        return self._places.get(self.grid.proper(hex), NOWHERE)

    def terrain_of(self, hex: str) -> str:
        return self.place(hex).terrain or self.default

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

    def bridge(self, one: str, other: str) -> Crossing | None:
        return self.bridges.get(self.grid.hexside(one, other))

    def ford(self, one: str, other: str) -> Crossing | None:
        return self.fords.get(self.grid.hexside(one, other))

    def road(self, one: str, other: str) -> str:
        """The class of the road that joins two neighbours, or nothing."""
        return self.between(one, other).road

    @cached_property
    def sides(self) -> dict[tuple[str, str], Hexside]:
        """What lies between any two neighbours, both ways."""
        return {(hex, near): self.between(hex, near) for hex in self.grid.all() for near in self.grid.neighbours(hex)}

    # What is wrong with it.

    def faults(self) -> tuple[str, ...]:
        """Numbers that are no hexes or hexsides of this map, and crossings without a river under them."""
        wrong = [f"hexes: {hex} is no hex of the map" for hex in self.hexes if not self.grid.contains(hex)]
        wrong += [f"exits: {hex} is no hex of the map" for hex in self.exits if not self.grid.contains(hex)]
        for where, sides in self._listed_sides():
            wrong += [f"{where}: {side} is no hexside of the map" for side in sides if not self._is_side(side)]
        wet = {side for river in self.rivers.values() for side in river.sides}
        for where, crossings in (("bridges", self.bridges), ("fords", self.fords)):
            wrong += [f"{where}: no river under {side}" for side in crossings if side not in wet]
        roads = {*self.roads.main, *self.roads.secondary}
        wrong += [
            f"roads: {side} crosses a river without bridge"
            for side in sorted(roads & wet - {*self.bridges, *self.fords})
        ]
        return tuple(wrong)

    def _listed_sides(self) -> Iterable[tuple[str, Iterable[str]]]:
        yield from ((f"rivers: {name}", river.sides) for name, river in self.rivers.items())
        yield "bridges", self.bridges
        yield "fords", self.fords
        yield "roads", (*self.roads.main, *self.roads.secondary)
        yield "front", self.front

    def _is_side(self, side: str) -> bool:
        one, _, other = side.partition("-")
        known = self.grid.contains(one) and self.grid.contains(other) and self.grid.adjacent(one, other)
        return known and self.grid.hexside(one, other) == side

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {self.grid.proper(hex): place for hex, place in self.hexes.items()}

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


NOWHERE = Place()
NOTHING = Hexside()


def expanded(hexes: Iterable[str], grid: HexGrid) -> tuple[str, ...]:
    """Hexes of a list in which "0105-0125" stands for all hexes of a row (or column) from one to the other."""
    return tuple(hex for span in hexes for hex in _span(span, grid))


def _span(span: str, grid: HexGrid) -> Iterable[str]:
    first, dash, last = span.partition("-")
    if not dash:
        return (first,)
    letter = first.rstrip("0123456789")
    a, b = first[len(letter) :], last[len(letter) :]
    half = len(a) // 2
    if not last.startswith(letter) or len(a) != len(b) or (a[:half] != b[:half] and a[half:] != b[half:]):
        raise RulesBug(f"{span} is no stretch of one row or column")
    if a[:half] == b[:half]:
        low, high = sorted((int(a[half:]), int(b[half:])))
        named = [f"{letter}{a[:half]}{n:0{half}}" for n in range(low, high + 1)]
    else:
        low, high = sorted((int(a[:half]), int(b[:half])))
        named = [f"{letter}{n:0{half}}{a[half:]}" for n in range(low, high + 1)]
    return [hex for hex in named if grid.contains(hex)]
