"""The constant data: map, counters and tables, read once from the files in `data/`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pbem.kit.data import DataFile
from pbem.kit.mapdata import HexMap
from pbem.kit.odds import DifferentialColumns
from pbem.kit.shelf import Shelf
from pbem.kit.tables import ResultTable
from pbem.ruleset import Field

if TYPE_CHECKING:
    from pbem.kit.inspection import Inspection

FOLDER = Path(__file__).parent / "data"

SIDES = ("german", "allied")
FOE = {"german": "allied", "allied": "german"}
WEATHERS = ("overcast", "mist", "clear")
MISSIONS = ("cap", "support", "interdict", "resupply")
SCENARIOS = ("historical", "variable")
"""6.0 Which of the two ways the weather is found."""
ENTRY_EDGES = {"german": ("east",), "allied": ("north", "south", "west")}
"""2.3.1 Each side's own map edges."""
MEUSE = "Meuse"
WEST_WALL = "west-wall"
RANKS = ("heavy-woods", "light-woods", "rough", "clear")
"""2.1 What a hex with several terrains counts as: the first of these."""

Side = Literal["german", "allied"]
Kind = Literal["panzer", "panzergrenadier", "armor", "reconnaissance", "infantry", "airborne"]
Size = Literal["I", "II", "III", "X", "XX", "XXX"]
Weather = Literal["overcast", "mist", "clear"]
Edge = Literal["", "north", "east", "south", "west"]
Number = Annotated[int, Field(ge=0, le=999)]
Points = Annotated[int, Field(ge=1, le=99)]
Modifier = Annotated[int, Field(ge=-9, le=9)]
Bearing = Literal["NE", "E", "SE", "SW", "W", "NW"]


class CounterData(DataFile):
    """2.3.1 What is printed on a counter."""

    side: Side
    nation: Literal["", "uk"] = ""
    kind: Kind
    size: Size
    cf: Points
    at: str = ""
    turn: Number = 0
    edge: Edge = ""
    drops: bool = False


class MechanizedKinds(DataFile):
    kinds: tuple[Kind, ...]


class Counters(DataFile):
    """2.3 The counters."""

    mechanized: MechanizedKinds
    units: dict[str, CounterData]


class TurnData(DataFile):
    """The turn track, and a line of the Weather and Air Power Table."""

    date: str
    german: Number
    allied: Number
    historical: Weather
    modifier: Modifier
    air: dict[str, tuple[Number, Number]]

    def points(self, side: str, weather: str) -> int:
        """7.0 A side's air points; the table has the Allied number first."""
        allied, german = self.air[weather]
        return german if side == "german" else allied


class Tables(DataFile):
    """The player aid card and the tracks."""

    allowance: dict[str, Points]
    costs: dict[str, Points]
    defence: dict[str, Number]
    limits: dict[str, Number]
    markers: dict[str, dict[str, Number]]
    scatter: tuple[Bearing, Bearing, Bearing, Bearing, Bearing, Bearing]
    primary: ResultTable
    secondary: ResultTable
    turns: dict[int, TurnData]
    variable: dict[str, Number]

    @cached_property
    def columns(self) -> DifferentialColumns:
        """Both tables have the same columns."""
        return DifferentialColumns(self.primary.columns)

    def crt(self, name: str) -> ResultTable:
        return self.secondary if name == "secondary" else self.primary


class Way(NamedTuple):
    """One hexside, crossed in one direction: what it takes to enter the hex behind it."""

    to: str
    ground: int
    """10.1 Points across country, a river included."""
    road: bool
    side: str
    """The name of the hexside."""
    meuse: bool
    river: bool
    """A river runs here, bridged or not."""
    bridge: bool


def _inspect(look: Inspection) -> None:
    from pbem_rules.bulge.packcheck import inspect  # read for packs of somebody's own alone

    inspect(look)


DATA = Shelf(FOLDER, {"map.yaml": HexMap, "units.yaml": Counters, "tables.yaml": Tables}, _inspect)
the_data = DATA.pack
the_map = DATA.file(HexMap, "map.yaml")


def ground(said: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The map with ground laid over it, for written cases."""
    from pbem.kit.laying import hex_ground  # read for cases alone

    return DATA.changed("map.yaml", hex_ground(the_map(), said))


the_counters = DATA.file(Counters, "units.yaml")
the_tables = DATA.file(Tables, "tables.yaml")


def limit(name: str) -> int:
    return the_tables().limits[name]


def last_turn() -> int:
    return max(the_tables().turns)


# 2.1 The map


@DATA.cached
def ways() -> dict[str, tuple[Way, ...]]:
    """The ways out of every hex, in the order of the hexes they lead to."""
    here = the_map()
    return {hex: tuple(_way(hex, near) for near in here.grid.neighbours(hex)) for hex in here.grid.all()}


def _way(hex: str, near: str) -> Way:
    side = the_map().between(hex, near)
    ground = ground_cost(near) + (the_tables().costs["river"] if side.river else 0)
    name = the_map().grid.hexside(hex, near)
    return Way(near, ground, bool(side.road), name, side.river == MEUSE, bool(side.river), side.bridge)


@DATA.cached
def road_ways() -> dict[str, tuple[Way, ...]]:
    """The same along roads alone."""
    return {hex: tuple(way for way in out if way.road) for hex, out in ways().items()}


@DATA.cached
def ways_between() -> dict[tuple[str, str], Way]:
    return {(hex, way.to): way for hex, out in ways().items() for way in out}


@DATA.cached
def around(hex: str) -> tuple[str, ...]:
    return the_map().grid.neighbours(hex)


@DATA.cached
def beside(hex: str) -> tuple[str, ...]:
    """9.0 A hex and those around it."""
    return hex, *around(hex)


def ground_cost(hex: str) -> int:
    """10.1 Points for the costliest of what is in a hex; of town and West Wall, if the chart prices them."""
    here, costs = the_map().place(hex), the_tables().costs
    return max(costs[word] for word in (*(here.terrains or (the_map().default,)), *in_chart(hex, costs)))


def in_chart(hex: str, chart: Collection[str]) -> tuple[str, ...]:
    """2.1 What a hex holds beside its terrain, in the words of a chart; a city is a town where the chart knows none."""
    words = [word.replace(" ", "-") for word in the_map().place(hex).features]
    known = ("town" if word == "city" and word not in chart else word for word in words)
    return tuple(word for word in known if word in chart)


@DATA.cached
def bridge_watch() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """11.0 For every bridge, the hexes from which one of its two hexes, or both, are within reach."""
    grid, reach = the_map().grid, limit("bridge")
    found = {}
    for side in the_map().bridges:
        one, other = (frozenset(grid.within(hex, reach)) for hex in side.split("-"))
        found[side] = (one | other, one & other)
    return found


@DATA.cached
def entry_hexes(edge: str) -> tuple[str, ...]:
    """2.3.1 The hexes of a friendly edge where a road leads off the map."""
    edges = the_map().edge(edge)
    return tuple(hex for hex, exit in sorted(the_map().exits.items()) if exit.edge == edge and hex in edges)


@DATA.cached
def sources(side: str) -> tuple[str, ...]:
    """14.0 The road hexes on a side's own edges."""
    return tuple(sorted(hex for edge in ENTRY_EDGES[side] for hex in entry_hexes(edge)))


@DATA.cached
def designated() -> dict[str, int]:
    """3.1 The exits for German units, and the factor in their circles."""
    return {hex: exit.worth for hex, exit in sorted(the_map().exits.items()) if exit.worth is not None}


@DATA.cached
def beyond_the_meuse() -> frozenset[str]:
    """R-46 Entry hexes that can be left without crossing the Meuse: those a walk from the west edge comes to."""
    open_, seen = list(entry_hexes("west")), set(entry_hexes("west"))
    for hex in open_:
        for way in ways()[hex]:
            if not way.meuse and way.to not in seen:
                seen.add(way.to)
                open_.append(way.to)
    return frozenset(seen)


def names() -> dict[str, tuple[str, ...]]:
    """The names that sheets may use, by kind."""
    return {
        "unit": tuple(sorted(the_counters().units)),
        "hex": the_map().grid.all(),
        "town": tuple(the_map().towns),
        "side": SIDES,
        "weather": WEATHERS,
        "mission": MISSIONS,
        "edge": tuple(f"{edge} edge" for side in SIDES for edge in ENTRY_EDGES[side]),
        "column": the_tables().columns.labels,
        "result": the_tables().primary.results(),
    }
