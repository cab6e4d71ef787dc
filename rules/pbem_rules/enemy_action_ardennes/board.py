"""The constant data: map, units, cards, chits, calendar and tables, read once from the files in `data/`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.kit.mapdata import HexMap
from pbem.kit.shelf import Shelf
from pbem_rules.enemy_action_ardennes.forms import (
    ChartTables,
    CombatChit,
    CombatChits,
    CommandCard,
    CommandCards,
    DayTable,
    RegimentData,
    Regiments,
    ScenarioSheet,
    ScenarioSheets,
)

if TYPE_CHECKING:
    from pbem.kit.inspection import Inspection

FOLDER = Path(__file__).parent / "data"

SIDES = ("german", "allied")
FOE = {"german": "allied", "allied": "german"}
ARMIES = ("6th Panzer", "5th Panzer", "7th")
"""7.6 The German armies, each with its area on the map."""
MEUSE = "Meuse"
OKW = "OKW"
HEYDTE = "VDH"
BRITISH = "XXX"


class OneWay(NamedTuple):
    """One hexside, crossed in one direction."""

    to: str
    side: str
    """The name of the hexside."""
    road: bool
    river: bool
    meuse: bool


def _inspect(look: Inspection) -> None:
    from pbem_rules.enemy_action_ardennes.packcheck import inspect  # read for packs of somebody's own alone

    inspect(look)


DATA = Shelf(
    FOLDER,
    {
        "map.yaml": HexMap,
        "units.yaml": Regiments,
        "cards.yaml": CommandCards,
        "chits.yaml": CombatChits,
        "calendar.yaml": DayTable,
        "tables.yaml": ChartTables,
        "scenarios.yaml": ScenarioSheets,
    },
    _inspect,
)
the_data = DATA.pack
the_map = DATA.file(HexMap, "map.yaml")


@DATA.cached
def the_units() -> dict[str, RegimentData]:
    return the_data().take(Regiments, "units.yaml").units


@DATA.cached
def the_cards() -> dict[str, CommandCard]:
    return the_data().take(CommandCards, "cards.yaml").cards


@DATA.cached
def the_chits() -> dict[str, CombatChit]:
    return the_data().take(CombatChits, "chits.yaml").chits


the_calendar = DATA.file(DayTable, "calendar.yaml")
the_charts = DATA.file(ChartTables, "tables.yaml")


@DATA.cached
def the_scenarios() -> dict[str, ScenarioSheet]:
    return the_data().take(ScenarioSheets, "scenarios.yaml").scenarios


def the_scenario(name: str) -> ScenarioSheet:
    return the_scenarios()[name]


def ground(said: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The map with ground laid over it, for written cases."""
    from pbem.kit.laying import hex_ground  # read for cases alone

    return DATA.changed("map.yaml", hex_ground(the_map(), said))


def limit(name: str) -> int:
    return the_charts().limits[name]


def date(name: str) -> int:
    return the_charts().dates[name]


# 2.1 The map


@DATA.cached
def passages() -> dict[str, tuple[OneWay, ...]]:
    """The ways out of every hex, in the order of the hexes they lead to."""
    return {hex: tuple(_passage(hex, near) for near in around(hex)) for hex in the_map().grid.all()}


def _passage(hex: str, near: str) -> OneWay:
    side = the_map().between(hex, near)
    return OneWay(near, side_of(hex, near), bool(side.road), bool(side.river), side.river == MEUSE)


@DATA.cached
def passage_between() -> dict[tuple[str, str], OneWay]:
    return {(hex, way.to): way for hex, ways in passages().items() for way in ways}


@DATA.cached
def road_ways() -> dict[str, tuple[OneWay, ...]]:
    """The ways out of every hex that a road takes."""
    return {hex: tuple(way for way in ways if way.road) for hex, ways in passages().items()}


def passage(hex: str, near: str) -> OneWay:
    return passage_between()[hex, near]


def around(hex: str) -> tuple[str, ...]:
    return the_map().grid.neighbours(hex)


def side_of(hex: str, near: str) -> str:
    return the_map().grid.hexside(hex, near)


@DATA.cached
def apart(hex: str, other: str) -> int:
    return the_map().grid.distance(hex, other)


@DATA.cached
def within(hex: str, radius: int) -> frozenset[str]:
    return frozenset(the_map().grid.within(hex, radius))


@DATA.cached
def terrain_of(hex: str) -> str:
    """The ground in a hex; a city is ground of its own."""
    place = the_map().place(hex)
    return "city" if place.city else the_map().terrain_of(hex)


@DATA.cached
def built_in(hex: str) -> str:
    """town, city or nothing."""
    place = the_map().place(hex)
    return "city" if place.city else "town" if place.town else ""


@DATA.cached
def is_westwall(hex: str) -> bool:
    return bool(the_map().place(hex).west_wall)


@DATA.cached
def westwall() -> tuple[str, ...]:
    return tuple(hex for hex in the_map().grid.all() if is_westwall(hex))


@DATA.cached
def town_hexes() -> tuple[str, ...]:
    return tuple(hex for hex in the_map().grid.all() if built_in(hex))


@DATA.cached
def german_at_start() -> frozenset[str]:
    """12.1 The towns east of the Westwall."""
    return frozenset(hex for hex in town_hexes() if hex in the_map().german_ground)


@DATA.cached
def beyond_the_meuse() -> frozenset[str]:
    """2.1 West and north of the river: what a walk from the north-western corner comes to."""
    start = the_charts().north_of_the_meuse
    seen, edge = {start}, [start]
    for here in edge:
        for way in passages()[here]:
            if not way.meuse and way.to not in seen:
                seen.add(way.to)
                edge.append(way.to)
    return frozenset(seen)


@DATA.cached
def on_the_meuse() -> frozenset[str]:
    """The hexes that have the river on one of their sides."""
    return frozenset(hex for hex, ways in passages().items() if any(way.meuse for way in ways))


@DATA.cached
def edge_hexes(side: str) -> frozenset[str]:
    """10.1 The edges friendly to a side: east, and whatever of north and south is not west of the Westwall."""
    here = the_map()
    rim = here.edge("north") | here.edge("south")
    wall = {name: [hex for hex in here.edge(name) if is_westwall(hex)] for name in ("north", "south")}
    east = set(here.edge("east"))
    for name, hexes in wall.items():
        last = max((hex[2:] for hex in hexes), default="00")
        east |= {hex for hex in here.edge(name) if hex[2:] <= last and hex in here.german_ground}
    return frozenset(east) if side == "german" else frozenset((rim | here.edge("west")) - east)


@DATA.cached
def road_ends(side: str) -> tuple[str, ...]:
    """10.1 Road hexes on friendly edges with a road that leads off the map."""
    return tuple(hex for hex in sorted(the_map().exits) if hex in edge_hexes(side))


@DATA.cached
def german_exits() -> tuple[str, ...]:
    """7.8 Where German units may leave the map at all."""
    closed = the_map().area("no exit") | edge_hexes("german")
    return tuple(hex for hex in sorted(the_map().exits) if hex not in closed)


@DATA.cached
def map_edge() -> frozenset[str]:
    return edge_hexes("german") | edge_hexes("allied")


@DATA.cached
def army_area(army: str) -> frozenset[str]:
    """7.61 Where a German army may operate; the OKW reserve may everywhere."""
    return frozenset(the_map().grid.all()) if army == OKW else the_map().area(f"{army} Army")


@DATA.cached
def corps_area(corps: str) -> frozenset[str]:
    """7.71 Where an Allied corps deploys; only on the near bank, but for the British."""
    if corps == BRITISH:
        return frozenset(the_map().grid.all())
    area = the_map().area(f"{corps} Corps")
    return area - beyond_the_meuse() if corps == "VII" else area


@DATA.cached
def near_the_wall(radius: int) -> frozenset[str]:
    """aid The hexes within the range of fixed artillery."""
    return frozenset(hex for wall in westwall() for hex in within(wall, radius))


@DATA.cached
def depot_hexes() -> tuple[str, ...]:
    return tuple(sorted(the_map().area("depots NO") | the_map().area("depots YES")))


@DATA.cached
def river_sides() -> tuple[str, ...]:
    return tuple(sorted({way.side for ways in passages().values() for way in ways if way.river}))


# 2.21 The organization


@DATA.cached
def corps_of(side: str) -> tuple[str, ...]:
    return tuple(sorted({unit.corps for unit in the_units().values() if unit.side == side}))


@DATA.cached
def divisions_of(side: str) -> dict[str, tuple[str, ...]]:
    """The units of each division and brigade."""
    found: dict[str, list[str]] = {}
    for name, unit in sorted(the_units().items()):
        if unit.side == side and unit.division:
            found.setdefault(unit.division, []).append(name)
    return {division: tuple(names) for division, names in sorted(found.items())}


@DATA.cached
def army_of_corps(corps: str) -> str:
    return next(unit.army for unit in the_units().values() if unit.corps == corps)


def cards_of(side: str) -> tuple[str, ...]:
    """A side's cards, by number."""
    return tuple(sorted((no for no, card in the_cards().items() if card.side == side), key=int))


def title(card: str) -> str:
    """53 I SS Corps"""
    return f"{card} {the_cards()[card].name}"


@DATA.cached
def designations() -> dict[str, str]:
    """The whole designation of a unit, as the counters have it, beside the short one: 394.99.V is 394.99."""
    found = {}
    for name, unit in the_units().items():
        found[f"{name}.{unit.corps.replace(' ', '')}"] = name
        if unit.division and unit.division != name and not name.endswith(f".{unit.division}"):
            found[f"{name}.{unit.division}.{unit.corps.replace(' ', '')}"] = name
    return found | {"Peiper.1SS.ISS": "Peiper", "Peiper.1SS": "Peiper"}


def unit_called(text: str) -> str:
    """A unit by its whole designation or its short one."""
    return designations().get(text, text)


@DATA.cached
def names() -> dict[str, tuple[str, ...]]:
    """The names that sheets may use, by kind."""
    formations = {name for side in SIDES for name in (*corps_of(side), *divisions_of(side))}
    return {
        "unit": tuple(sorted(the_units())),
        "hex": the_map().grid.all(),
        "card": tuple(sorted(the_cards(), key=int)),
        "formation": tuple(sorted(formations)),
        "tactic": tuple(sorted({name for card in the_cards().values() for name in card.tactics})),
        "side": SIDES,
        "edge": ("north", "east", "south", "west"),
        "town": tuple(the_map().towns),
        "paces": tuple(str(paces) for paces in range(1, limit("retreat") + 1)),
        "result": (*(f"D{hits}" for hits in possible_hits()), *(f"A{hits}" for hits in possible_hits())),
    }


@DATA.cached
def possible_hits() -> range:
    """9.5 What an attack can come to for either side: at most what all chits together have."""
    faces = [(chit.front.hits, chit.back.hits) for chit in the_chits().values()]
    most = [max(sum(hit for hit in hits.values() if hit > 0) for hits in both) for both in faces]
    return range(sum(most) + 1)
