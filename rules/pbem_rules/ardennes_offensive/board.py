"""The constant data: map, units, tables, schedules and scenarios, read once from the files in `data/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pbem.kit.data import DataFile, Pack
from pbem.kit.hexes import HexGrid
from pbem.kit.mapdata import HexMap
from pbem.kit.odds import OddsColumns
from pbem.kit.ondemand import OnDemand
from pbem.kit.ranges import Numbers
from pbem.kit.shelf import Shelf
from pbem.kit.tables import ResultTable
from pbem.ruleset import Field, StringConstraints
from pbem.ruleset.telling import picture as pic

if TYPE_CHECKING:
    from pbem.kit.inspection import Inspection

FOLDER = Path(__file__).parent / "data"

SIDES = ("german", "allied")
FOE = {"german": "allied", "allied": "german"}

Number = Annotated[int, Field(ge=0, le=99)]
Some = Annotated[int, Field(ge=1, le=99)]
Part = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]?(/[1-9][0-9]?)?$"), Field(examples=["3/2"])]


# 3.3 Units


class KindData(DataFile):
    mechanized: bool
    branch: pic.Branch


class UnitData(DataFile):
    side: Literal["german", "allied"]
    nation: Literal["", "british", "french"] = ""
    """Of the Allies who are not American."""
    kind: str
    size: Literal["II", "III", "X", "XX"]
    strength: Number
    allowance: Some


class Units(DataFile):
    kinds: dict[str, KindData]
    units: dict[str, UnitData]

    @cached_property
    def mechanized(self) -> frozenset[str]:
        return frozenset(name for name, unit in self.units.items() if self.kinds[unit.kind].mechanized)

    @cached_property
    def divisions(self) -> frozenset[str]:
        """8.2C German infantry divisions."""
        return frozenset(name for name, unit in self.units.items() if unit.size == "XX")


# 10.0, 11.0 Tables


class Tables(DataFile):
    initial: ResultTable
    standard: ResultTable
    costs: dict[str, tuple[Some, Some]]
    rates: dict[str, Some]
    west_wall: dict[str, tuple[Some, Some]] = Field(alias="west wall")
    limits: dict[str, Number]

    @cached_property
    def columns(self) -> OddsColumns:
        return OddsColumns(self.standard.columns)


# 16. Victory, 17. set-up, 18. scenarios


class Ring(DataFile):
    order: tuple[str, ...]


class Ratio(DataFile):
    victory: Part
    draw: Some


class Victory(DataFile):
    worth: dict[str, Number]
    through: dict[str, str] = Field(alias="sections through")
    ring: Ring
    ratio: Ratio


class SetUp(DataFile):
    allied: dict[str, str]
    german: dict[str, str]


Schedule = dict[Some, dict[str, tuple[str, ...]]]
Choice = Literal["historical", "free"]


class ScenarioData(DataFile):
    allied_set_up: Choice = Field(alias="allied set-up")
    german_set_up: Choice = Field(alias="german set-up")
    allied_schedule: Literal["historical", "slowed"] = Field(alias="allied schedule")
    german_schedule: Literal["historical", "accelerated"] = Field(alias="german schedule")
    words: str

    def set_up(self, side: str) -> Choice:
        return self.allied_set_up if side == "allied" else self.german_set_up

    def schedule(self, side: str) -> str:
        return f"{side} {self.allied_schedule if side == 'allied' else self.german_schedule}"


class Scenarios(DataFile):
    scenarios: dict[str, ScenarioData]


# 3.1 The map


class HexsideWay(NamedTuple):
    """What lies between a hex and its neighbour `to`.  A stream that no bridge crosses can be forded."""

    to: str
    name: str
    water: Literal["", "river", "ford"]
    bridge: bool
    road: bool


class RoadExit(NamedTuple):
    """14.1, 16B A road that leaves the live map, and the map-edge hex (none in the east) that it runs to."""

    hex: str
    section: str
    edge: str
    worth: int
    to: str

    @property
    def gate(self) -> str:
        """The hexside by which it leaves; nothing in the east, where the map ends."""
        return "-".join(sorted((self.hex, self.edge))) if self.edge else ""


class LiveMap:
    """The map as the rules ask about it: worked out once from the map file."""

    def __init__(self, file: HexMap, victory: Victory) -> None:
        self.file = file
        self.grid: HexGrid = file.grid
        self.edge = file.area("map-edge")
        self.off_limits = file.area("off-limits")
        self.live = frozenset(hex for hex in self.grid.all() if hex not in self.edge | self.off_limits)
        self.impassable = frozenset(self.grid.proper(hex) for hex, place in file.hexes.items() if place.impassable)
        self.towns = {name: hexes[0] for name, hexes in file.towns.items()}
        self.town_hexes = frozenset(hex for hexes in file.towns.values() for hex in hexes)
        self.german_ground = file.german_ground
        self.section_of = {hex: name for name in victory.ring.order for hex in file.area(f"section {name}")}
        self.exits = {hex: self._exit(hex, victory) for hex in sorted(file.exits)}
        self.numbers = Numbers(self.grid.all())
        self.neighbours = self.grid.touching
        self.around = OnDemand[str, int](lambda hex: self.numbers.bits(self.neighbours[hex]))
        self.sides = OnDemand(self._sides)

    def _exit(self, hex: str, victory: Victory) -> RoadExit:
        there = self.file.exits[hex]
        near = [other for other in self.grid.neighbours(hex) if other in self.edge]
        ranked = sorted(near, key=lambda other: (not self.file.road(hex, other), other))
        edge = ranked[0] if there.edge != "east" else ""
        worth = there.worth if there.worth is not None else victory.worth.get(there.edge, 0)
        return RoadExit(hex, there.edge, edge, worth, there.to)

    def _sides(self, hex: str) -> tuple[HexsideWay, ...]:
        found = []
        for near in self.neighbours[hex]:
            name = f"{hex}-{near}" if hex < near else f"{near}-{hex}"
            between = self.file.side(name)
            leaves = any(road.edge in (hex, near) for road in map(self.exits.get, (hex, near)) if road)
            fordable = between.ford or between.river_class == "stream"
            water: Literal["", "river", "ford"] = "" if not between.river else "ford" if fordable else "river"
            found.append(HexsideWay(near, name, water, between.bridge, bool(between.road) or leaves))
        return tuple(found)

    # hexes

    def terrain_of(self, hex: str) -> str:
        return self.file.terrain_of(hex)

    def wall_at(self, hex: str) -> str:
        """11.0 intact, cleared, or nothing."""
        return self.file.place(hex).west_wall

    def on_road(self, hex: str) -> bool:
        return hex in self.roads

    @cached_property
    def roads(self) -> dict[str, tuple[HexsideWay, ...]]:
        """6.5F From each road hex the hexsides that a road crosses, those at the edge of the live map among them."""
        on = hexes_of((*self.file.roads.main, *self.file.roads.secondary))
        on |= {*self.exits, *(road.edge for road in self.exits.values() if road.edge)}
        ways = {hex: tuple(side for side in self.sides[hex] if side.road) for hex in sorted(on)}
        return {hex: found for hex, found in ways.items() if found or hex in self.exits}

    @cached_property
    def gates(self) -> dict[str, frozenset[str]]:
        """12.2F The hexsides by which roads leave the map at an exit; none in the east, where it ends."""
        return {
            hex: frozenset(way.name for way in self.roads[hex] if road.edge and way.to in self.edge)
            for hex, road in self.exits.items()
        }

    @cached_property
    def live_in_order(self) -> tuple[str, ...]:
        return tuple(sorted(self.live))

    @cached_property
    def off_map(self) -> int:
        """All hexes that are not live, as bits."""
        return self.numbers.bits(hex for hex in self.grid.all() if hex not in self.live)

    @cached_property
    def closed(self) -> int:
        """All hexes that nobody moves into, as bits."""
        return self.off_map | self.numbers.bits(self.impassable)

    @cached_property
    def along_roads(self) -> dict[str, int]:
        """6.5G From each live hex on a road the set of itself and the next ones along it."""
        ways = {hex: (hex, *(side.to for side in sides if side.to in self.live)) for hex, sides in self.roads.items()}
        return {hex: self.numbers.bits(near) for hex, near in ways.items() if hex in self.live}

    def drivable(self, hex: str, side: str) -> bool:
        """6.5F, R-31 Whether road mode is possible in a hex, were it on a road: no Ally in the West Wall."""
        open_ = hex in self.live and hex not in self.impassable
        return open_ and not (side == "allied" and self.wall_at(hex) == "intact")

    @cached_property
    def bridges(self) -> dict[str, int]:
        """The bridges, each with the hexes on either hand as bits."""
        near = hexes_of(self.file.bridges)
        names = sorted({side.name for hex in near for side in self.sides[hex] if side.bridge})
        return {name: self.numbers.bits(name.split("-")) for name in names}

    @cached_property
    def meuse(self) -> frozenset[str]:
        """14.3 The hexsides of the Meuse."""
        return frozenset(self.file.rivers["Meuse"].sides) if "Meuse" in self.file.rivers else frozenset()

    @cached_property
    def far_bank(self) -> frozenset[str]:
        """14.3C, R-42 Beyond the Meuse: the live hexes that nobody reaches from the German side but across it."""
        near = set(self.german_ground & self.live)
        ring = sorted(near)
        while ring:
            sides = [side for hex in ring for side in self.sides[hex] if side.name not in self.meuse]
            ring = sorted({side.to for side in sides if side.to in self.live} - near)
            near.update(ring)
        return self.live - near

    @cache  # noqa: B019  there is one map
    def near(self, hex: str, radius: int) -> frozenset[str]:
        """The hexes at most so far away."""
        return frozenset(self.grid.within(hex, radius))

    @cache  # noqa: B019  there is one map
    def near_bits(self, hex: str, radius: int) -> int:
        """The same as bits."""
        return self.numbers.bits(self.near(hex, radius))

    # edges

    @cached_property
    def sources(self) -> dict[str, tuple[str, ...]]:
        """12.2 The exit hexes that are each side's supply sources."""
        east = tuple(hex for hex, road in self.exits.items() if road.section == "east")
        return {"german": east, "allied": tuple(hex for hex in self.exits if hex not in east)}

    @cached_property
    def source_distance(self) -> dict[str, dict[str, int]]:
        """10.2 From every hex to the nearest supply source of each side, as the crow flies."""
        return {side: self._distances(sources) for side, sources in self.sources.items()}

    def _distances(self, starts: tuple[str, ...]) -> dict[str, int]:
        far = dict.fromkeys(starts, 0)
        ring = list(starts)
        while ring:
            beyond = {near for hex in ring for near in self.neighbours[hex] if near not in far}
            far |= dict.fromkeys(beyond, far[ring[0]] + 1)
            ring = sorted(beyond)
        return far

    def exits_of(self, section: str) -> list[RoadExit]:
        return [road for road in self.exits.values() if road.section == section]

    # 17. the start line

    @cached_property
    def front(self) -> dict[str, frozenset[str]]:
        """17.0 The front-line hexes of each side: those that touch the start line."""
        german = self.german_ground & self.live
        allied = self.live - german
        return {
            "german": frozenset(hex for hex in german if any(near in allied for near in self.neighbours[hex])),
            "allied": frozenset(hex for hex in allied if any(near in german for near in self.neighbours[hex])),
        }


def hexes_of(sides: Iterable[str]) -> set[str]:
    """The hexes on either hand of these hexsides."""
    return {hex for side in sides for hex in side.split("-")}


class Schedules(DataFile):
    allied_historical: Schedule = Field(alias="allied historical")
    allied_slowed: Schedule = Field(alias="allied slowed")
    german_historical: Schedule = Field(alias="german historical")
    german_accelerated: Schedule = Field(alias="german accelerated")

    def named(self, name: str) -> Schedule:
        found: Schedule = getattr(self, name.replace(" ", "_"))
        return found


def _inspect(look: Inspection) -> None:
    from pbem_rules.ardennes_offensive.packcheck import inspect  # read for packs of somebody's own alone

    inspect(look)


DATA = Shelf(
    FOLDER,
    {
        "map.yaml": HexMap,
        "units.yaml": Units,
        "tables.yaml": Tables,
        "victory.yaml": Victory,
        "set_up.yaml": SetUp,
        "scenarios.yaml": Scenarios,
        "reinforcements.yaml": Schedules,
    },
    _inspect,
)
the_pack = DATA.pack


@lru_cache(maxsize=4)
def _ground(pack: Pack) -> LiveMap:
    return LiveMap(pack.take(HexMap, "map.yaml"), pack.take(Victory, "victory.yaml"))


@DATA.cached
def the_map() -> LiveMap:
    return _ground(the_pack())


def ground(said: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The map with ground laid over it, for written cases."""
    from pbem.kit.laying import hex_ground  # read for cases alone

    return DATA.changed("map.yaml", hex_ground(the_map().file, said))


the_units = DATA.file(Units, "units.yaml")
the_tables = DATA.file(Tables, "tables.yaml")
the_victory = DATA.file(Victory, "victory.yaml")


def the_scenarios() -> dict[str, ScenarioData]:
    return the_pack().take(Scenarios, "scenarios.yaml").scenarios


the_set_up = DATA.file(SetUp, "set_up.yaml")


def the_schedule(name: str) -> Schedule:
    return the_pack().take(Schedules, "reinforcements.yaml").named(name)


@DATA.cached
def the_paratroops() -> tuple[str, ...]:
    """15.0 Who drops, in any schedule."""
    schedules = the_pack().take(Schedules, "reinforcements.yaml")
    listed = (schedules.named(name) for name in ("german historical", "german accelerated"))
    return tuple(sorted({unit for schedule in listed for turn in schedule.values() for unit in turn.get("drop", ())}))


def limit(name: str) -> int:
    return the_tables().limits[name]


def cost(name: str, *, mechanized: bool) -> int:
    """11.0, 6.3, 8.1"""
    return the_tables().costs[name][0 if mechanized else 1]


@DATA.cached
def names() -> dict[str, tuple[str, ...]]:
    """The names that sheets may use, by kind."""
    units, tables = tuple(the_units().units), the_tables()
    results = {"Ar", "Dr", *tables.initial.results(), *tables.standard.results()}
    return {
        "unit": units,
        "advance": (*units, "stay"),
        "hex": the_map().grid.all(),
        "side": SIDES,
        "column": tables.columns.labels,
        "result": tuple(sorted(results)),
        "section": the_victory().ring.order,
    }
