"""The constant data: map, units, cards, chits, calendar and tables, read once from the files in `data/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pbem.kit.data import Pack, open_pack
from pbem.kit.mapdata import HexMap

FOLDER = Path(__file__).parent / "data"

SIDES = ("german", "allied")
FOE = {"german": "allied", "allied": "german"}
ARMIES = ("6th Panzer", "5th Panzer", "7th")
"""7.6 The German armies, each with its area on the map."""
MEUSE = "Meuse"
OKW = "OKW"
HEYDTE = "VDH"

Side = Literal["german", "allied"]
Type = Literal["infantry", "parachute", "glider", "mechanized", "armor", "recon", "combined arms"]
Quality = Literal["elite", "regular", "green"]
Level = Literal["strategic", "operational", "tactical", "draw"]
FOOT: tuple[Type, ...] = ("infantry", "parachute", "glider")


def _span(text: object) -> object:
    """`18-23`: from one date to another, both included."""
    return tuple(text.split("-")) if isinstance(text, str) else text


Dates = Annotated[tuple[int, int], BeforeValidator(_span)]


class PackFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RegimentData(PackFile):
    """2.21 What is printed on a unit, full strength first."""

    side: Side
    corps: str
    army: str
    division: str = ""
    kinds: tuple[Type, ...]
    allowance: int
    strength: tuple[int, ...]
    bracketed: tuple[int, ...] = ()
    """With so many steps left its strength stands in brackets."""
    quality: tuple[Quality, ...]
    at: str = ""
    enters: str = ""
    """A date in December, OKW or VDH."""
    strategic: bool = False
    improved: bool = False

    @property
    def steps(self) -> int:
        return len(self.strength)

    @property
    def due(self) -> int:
        """The printed date of entry; 16 for what stands on the map at the start."""
        return int(self.enters) if self.enters.isdecimal() else 16


class Regiments(PackFile):
    units: dict[str, RegimentData]


class CommandCard(PackFile):
    """2.3 A card: its formation, and what it supports."""

    side: Side
    name: str
    kind: Literal["division", "corps", "army", "army group", "none"]
    divisions: tuple[str, ...] = ()
    corps: str = ""
    army: str = ""
    date: str
    primary: bool = False
    replacements: int = 0
    fuel: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    ignores: dict[str, int] = Field(default_factory=dict)
    """5.21 Who may move through zones, and on which date."""
    specials: dict[str, Dates] = Field(default_factory=dict)
    events: dict[str, Dates] = Field(default_factory=dict)
    any_event: bool = False
    reactions: dict[str, Dates] = Field(default_factory=dict)
    tactics: dict[str, Dates] = Field(default_factory=dict)
    any_tactic: bool = False
    returns: Dates | None = None
    """Played as a tactic on these dates it goes back into the pile."""

    @property
    def due(self) -> int:
        """The date on which it enters play; beyond all dates for those of the OKW reserve."""
        return int(self.date) if self.date.isdecimal() else 99


class CommandCards(PackFile):
    cards: dict[str, CommandCard]


class ChitFace(PackFile):
    """2.22 A situation, and the hits if it applies."""

    if_: tuple[str, ...] = Field(alias="if")
    hits: dict[Literal["A", "D", "G", "U"], int]
    priority: bool = False


class CombatChit(PackFile):
    front: ChitFace
    back: ChitFace
    blue: bool = False


class CombatChits(PackFile):
    chits: dict[str, CombatChit]


class Threshold(PackFile):
    """14.2 From how many points on a side wins, and how."""

    sign: Literal["<", ">", ">="] = ">="
    points: int
    level: Level
    from_: int = Field(16, alias="from")

    def met(self, points: int) -> bool:
        if self.sign == "<":
            return points < self.points
        return points > self.points if self.sign == ">" else points >= self.points


class CalendarDay(PackFile):
    """An entry of the calendar."""

    far: int
    german: int
    allied: int
    hand: int
    allied_wins: Threshold | None = None
    german_wins: Threshold | None = None


class DayTable(PackFile):
    german_hand: int
    days: dict[int, CalendarDay]

    def hand(self, side: str, day: int) -> int:
        return self.german_hand if side == "german" else self.days[day].hand

    def supplementals(self, side: str, day: int) -> int:
        return self.days[day].german if side == "german" else self.days[day].allied


class Heydte(PackFile):
    near: str


class ChartTables(PackFile):
    """The terrain chart, and the numbers that the rules name."""

    costs: dict[str, dict[str, int]]
    limits: dict[str, int]
    dates: dict[str, int]
    surrender: dict[Quality, int]
    strategic: dict[str, int]
    exit_points: dict[str, int]
    exit_dates: dict[str, int]
    heydte: Heydte
    dinant: str
    north_of_the_meuse: str
    north_limit: str
    tactics: dict[str, tuple[str, ...]]
    tactic_dates: dict[str, int]
    attack_only: tuple[str, ...]
    defence_only: tuple[str, ...]
    events: dict[str, tuple[str, ...]]
    event_dates: dict[str, Dates]


class Grade(PackFile):
    """15 From how many points on a scenario ends so; an empty winner is a draw."""

    at_least: int
    winner: Literal["german", "allied", ""]
    level: Level


class CrisisCards(PackFile):
    discarded: str
    draw: int


class ScenarioSheet(PackFile):
    """15 A scenario: its days, its exceptions, its victory levels; the last one has a set-up of its own."""

    title: str
    words: str
    first: int
    last: int
    depots: bool = True
    replacements: bool = True
    all_towns: bool = False
    meuse_wins: bool = False
    calendar: tuple[int, ...] = ()
    """The days on which the calendar's levels are looked at."""
    german_wins: Threshold | None = None
    allied_wins: Threshold | None = None
    grades: tuple[Grade, ...] = ()
    points: int | None = None
    cards: CrisisCards | None = None
    roadblocks: tuple[str, ...] = ()
    blown: tuple[str, ...] = ()
    german_owned: tuple[str, ...] = ()
    improved: tuple[str, ...] = ()
    reduced: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    at: dict[str, str] = Field(default_factory=dict)


class ScenarioSheets(PackFile):
    scenarios: dict[str, ScenarioSheet]


class Passage(NamedTuple):
    """One hexside, crossed in one direction."""

    to: str
    side: str
    """The name of the hexside."""
    road: bool
    river: bool
    meuse: bool


@cache
def the_data() -> Pack:
    return open_pack(
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
    )


@cache
def the_map() -> HexMap:
    return the_data().take(HexMap, "map.yaml")


@cache
def the_units() -> dict[str, RegimentData]:
    return the_data().take(Regiments, "units.yaml").units


@cache
def the_cards() -> dict[str, CommandCard]:
    return the_data().take(CommandCards, "cards.yaml").cards


@cache
def the_chits() -> dict[str, CombatChit]:
    return the_data().take(CombatChits, "chits.yaml").chits


@cache
def the_calendar() -> DayTable:
    return the_data().take(DayTable, "calendar.yaml")


@cache
def the_charts() -> ChartTables:
    return the_data().take(ChartTables, "tables.yaml")


@cache
def the_scenarios() -> dict[str, ScenarioSheet]:
    return the_data().take(ScenarioSheets, "scenarios.yaml").scenarios


def the_scenario(name: str) -> ScenarioSheet:
    return the_scenarios()[name]


def limit(name: str) -> int:
    return the_charts().limits[name]


def date(name: str) -> int:
    return the_charts().dates[name]


# 2.1 The map


@cache
def passages() -> dict[str, tuple[Passage, ...]]:
    """The ways out of every hex, in the order of the hexes they lead to."""
    return {hex: tuple(_passage(hex, near) for near in around(hex)) for hex in the_map().grid.all()}


def _passage(hex: str, near: str) -> Passage:
    side = the_map().between(hex, near)
    return Passage(near, side_of(hex, near), bool(side.road), bool(side.river), side.river == MEUSE)


@cache
def passage_between() -> dict[tuple[str, str], Passage]:
    return {(hex, way.to): way for hex, ways in passages().items() for way in ways}


@cache
def road_ways() -> dict[str, tuple[Passage, ...]]:
    """The ways out of every hex that a road takes."""
    return {hex: tuple(way for way in ways if way.road) for hex, ways in passages().items()}


def passage(hex: str, near: str) -> Passage:
    return passage_between()[hex, near]


def around(hex: str) -> tuple[str, ...]:
    return the_map().grid.neighbours(hex)


def side_of(hex: str, near: str) -> str:
    return the_map().grid.hexside(hex, near)


@cache
def apart(hex: str, other: str) -> int:
    return the_map().grid.distance(hex, other)


@cache
def within(hex: str, radius: int) -> frozenset[str]:
    return frozenset(the_map().grid.within(hex, radius))


@cache
def terrain_of(hex: str) -> str:
    """The ground in a hex; a city is ground of its own."""
    place = the_map().place(hex)
    return "city" if place.city else the_map().terrain_of(hex)


@cache
def built_in(hex: str) -> str:
    """town, city or nothing."""
    place = the_map().place(hex)
    return "city" if place.city else "town" if place.town else ""


@cache
def is_westwall(hex: str) -> bool:
    return bool(the_map().place(hex).west_wall)


@cache
def westwall() -> tuple[str, ...]:
    return tuple(hex for hex in the_map().grid.all() if is_westwall(hex))


@cache
def town_hexes() -> tuple[str, ...]:
    return tuple(hex for hex in the_map().grid.all() if built_in(hex))


@cache
def german_at_start() -> frozenset[str]:
    """12.1 The towns east of the Westwall."""
    return frozenset(hex for hex in town_hexes() if hex in the_map().german_ground)


@cache
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


@cache
def on_the_meuse() -> frozenset[str]:
    """The hexes that have the river on one of their sides."""
    return frozenset(hex for hex, ways in passages().items() if any(way.meuse for way in ways))


@cache
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


@cache
def road_ends(side: str) -> tuple[str, ...]:
    """10.1 Road hexes on friendly edges with a road that leads off the map."""
    return tuple(hex for hex in sorted(the_map().exits) if hex in edge_hexes(side))


@cache
def german_exits() -> tuple[str, ...]:
    """7.8 Where German units may leave the map at all."""
    closed = the_map().area("no exit") | edge_hexes("german")
    return tuple(hex for hex in sorted(the_map().exits) if hex not in closed)


@cache
def map_edge() -> frozenset[str]:
    return edge_hexes("german") | edge_hexes("allied")


@cache
def army_area(army: str) -> frozenset[str]:
    """7.61 Where a German army may operate; the OKW reserve may everywhere."""
    return frozenset(the_map().grid.all()) if army == OKW else the_map().area(f"{army} Army")


@cache
def corps_area(corps: str) -> frozenset[str]:
    """7.71 Where an Allied corps deploys; only on the near bank, but for the British."""
    if corps == "XXX":
        return frozenset(the_map().grid.all())
    area = the_map().area(f"{corps} Corps")
    return area - beyond_the_meuse() if corps == "VII" else area


@cache
def near_the_wall(radius: int) -> frozenset[str]:
    """4.4 The hexes within the range of fixed artillery."""
    return frozenset(hex for wall in westwall() for hex in within(wall, radius))


@cache
def depot_hexes() -> tuple[str, ...]:
    return tuple(sorted(the_map().area("depots NO") | the_map().area("depots YES")))


@cache
def river_sides() -> tuple[str, ...]:
    return tuple(sorted({way.side for ways in passages().values() for way in ways if way.river}))


# 2.21 The organization


@cache
def corps_of(side: str) -> tuple[str, ...]:
    return tuple(sorted({unit.corps for unit in the_units().values() if unit.side == side}))


@cache
def divisions_of(side: str) -> dict[str, tuple[str, ...]]:
    """The units of each division and brigade."""
    found: dict[str, list[str]] = {}
    for name, unit in sorted(the_units().items()):
        if unit.side == side and unit.division:
            found.setdefault(unit.division, []).append(name)
    return {division: tuple(names) for division, names in sorted(found.items())}


@cache
def army_of_corps(corps: str) -> str:
    return next(unit.army for unit in the_units().values() if unit.corps == corps)


def cards_of(side: str) -> tuple[str, ...]:
    """A side's cards, by number."""
    return tuple(sorted((no for no, card in the_cards().items() if card.side == side), key=int))


def title(card: str) -> str:
    """53 I SS Corps"""
    return f"{card} {the_cards()[card].name}"


@cache
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


@cache
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
        "town": tuple(the_map().towns),
    }
