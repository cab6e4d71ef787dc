"""The constant data: counters, charts, variants and scenarios, read once from the files in `data/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pbem.kit.data import DataFile
from pbem.kit.mapdata import HexMap
from pbem.kit.odds import OddsColumns
from pbem.kit.shelf import Shelf
from pbem.kit.tables import ResultTable
from pbem.ruleset import Field, StringConstraints
from pbem_rules.battles_for_the_ardennes.sector import Sector

if TYPE_CHECKING:
    from pbem.kit.inspection import Inspection

FOLDER = Path(__file__).parent / "data"

SIDES = ("german", "allied")
FOE = {"german": "allied", "allied": "german"}
MECHANIZED = ("arm", "mech", "cav")

Side = Literal["german", "allied"]
Type = Literal["arm", "mech", "cav", "inf", "para", "eng", "art"]
Number = Annotated[int, Field(ge=0, le=999)]
Some = Annotated[int, Field(ge=1, le=999)]
Sheet = Literal["A", "B", "C", "D"]
COUNTER_FACE = r"(\([0-9]{1,2}\)|[0-9]{1,2})-[0-9]{1,2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{1,2}; [0-9]{1,2}"
CounterFace = Annotated[
    str, StringConstraints(pattern=f"^({COUNTER_FACE})$"), Field(examples=["5-3", "(1)-4", "6/3/3; 4"])
]
CounterBack = Annotated[str, StringConstraints(pattern=f"^({COUNTER_FACE})?$"), Field(examples=["3-3", "2/1/3; 4"])]
Turns = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}(-[0-9]{1,2})?$"), Field(examples=["3", "15-23"])]
EDGE = r"^(north|east|south|west)( [0-9]{1,2}-[0-9]{1,2})?$"
EdgeWords = Annotated[str, StringConstraints(pattern=EDGE), Field(examples=["west", "south 15-29"])]


class ArdennesFile(DataFile):
    """A part of a data file: words with blanks, nothing unknown."""

    @classmethod
    def called(cls, name: str) -> str:
        return name.replace("_", " ")


# Counters


class Face(NamedTuple):
    """One side of a counter.  `strength` of artillery is its FPF, its strength in defence."""

    strength: int
    allowance: int
    bracketed: bool = False
    barrage: int = 0
    range: int = 0


PLAIN = re.compile(r"(\()?(\d+)\)?-(\d+)")
GUNS = re.compile(r"(\d+)/(\d+)/(\d+); (\d+)")


@cache
def face(printed: str) -> Face:
    """`5-3`, `(1)-4`, or for artillery `6/3/3; 4`: barrage, FPF, range and allowance."""
    if found := GUNS.fullmatch(printed):
        barrage, fpf, reach, allowance = map(int, found.groups())
        return Face(fpf, allowance, False, barrage, reach)
    found = PLAIN.fullmatch(printed)
    assert found is not None, printed
    return Face(int(found[2]), int(found[3]), bool(found[1]))


class CounterForm(ArdennesFile):
    """A counter: whose it is, what it belongs to, and what is printed on its sides."""

    nation: Literal["german", "american", "british", "french", "belgian"]
    formation: str
    type: Type
    front: CounterFace
    back: CounterBack = ""

    @property
    def side(self) -> str:
        return "german" if self.nation == "german" else "allied"

    @property
    def mechanized(self) -> bool:
        """Engineers with five points drive; artillery goes on foot, off the road."""
        return self.type in MECHANIZED or (self.type == "eng" and face(self.front).allowance >= 5)


class CounterSheet(ArdennesFile):
    units: dict[str, CounterForm]


# Charts


class Fare(ArdennesFile):
    mechanized: Number
    bad: Number
    foot: Number

    def of(self, *, mechanized: bool, bad: bool) -> int:
        if not mechanized:
            return self.foot
        return self.bad if bad else self.mechanized


class Charts(ArdennesFile):
    results: ResultTable
    terrain: dict[str, Fare]
    water: dict[str, Fare]
    wall: Fare | None = Field(None, alias="west wall")
    """What a hex of the West Wall costs more than its ground, if the chart has it."""
    shelter: dict[str, Annotated[int, Field(ge=0, le=9)]]
    blocking: tuple[str, ...]
    limits: dict[str, Number]
    drop: str

    @cached_property
    def columns(self) -> OddsColumns:
        return OddsColumns(self.results.columns)


class GreifNumbers(ArdennesFile):
    targets: Some
    primary: Some
    secondary: Some
    works_up_to: Number
    clears_from: Some
    engineer: Some
    others: Some
    start: str
    points_a_turn: Some
    brigade: str
    brigade_until: Some


class DumpChart(ArdennesFile):
    points: Some
    hexes: tuple[str, ...]


class Destruction(ArdennesFile):
    engineer: Some
    guns: Some
    doubled: Some


class SaturationRow(ArdennesFile):
    by_range: tuple[Number, Number, Number]
    breakdown: Some


class BurntTubes(ArdennesFile):
    mended_up_to: Some
    lost_from: Some


class VariantCharts(ArdennesFile):
    greif: GreifNumbers
    dumps: dict[str, DumpChart]
    destruction: Destruction
    saturation: dict[str, dict[Some, SaturationRow]]
    burnt_tubes: BurntTubes
    ending: dict[str, dict[str, Some]]


# Scenarios


class Length(ArdennesFile):
    first: Some
    last: Some


class ShortageRow(ArdennesFile):
    """11.7 So many rolls in these game-turns."""

    first: Some = Field(alias="from")
    last: Some = Field(alias="to")
    rolls: Number


class AirRow(ArdennesFile):
    side: Side
    turns: Turns
    morning: Number = 0
    afternoon: Number = 0
    weather: bool = False


class FrozenRow(ArdennesFile):
    """Who may not move in these game-turns."""

    turns: Turns
    sides: tuple[Side, ...]
    but: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    until_attacked: bool = Field(False, alias="until-attacked")


class ExitRow(ArdennesFile):
    """Strength points that leave by an edge: a point of victory for `each` of them, or so many wanted."""

    edge: Literal["north", "east", "south", "west"]
    rows: Annotated[str, StringConstraints(pattern=r"^$|^[0-9]{1,2}-[0-9]{1,2}$"), Field(examples=["3-17"])] = ""
    each: Number = 0
    points: Number = 0


class Instead(ArdennesFile):
    edge: Literal["north", "east", "south", "west"]
    town: str


class PlanForm(ArdennesFile):
    words: str
    points: Number = 0
    by: Number = 0
    hold: tuple[str, ...] = ()
    of: dict[str, Some] = Field(default_factory=dict)
    margin: Number = 0
    line: Number = 0


class VictoryForm(ArdennesFile):
    kind: Literal["points", "sedan", "plans"]
    towns: dict[str, Number] = Field(default_factory=dict)
    exits: tuple[ExitRow, ...] = ()
    beyond_meuse: Number = Field(0, alias="beyond-meuse")
    german: Number = 0
    draw: Number = 0
    instead: Instead | None = None
    hold: Number = 0
    losses: Number = 0
    plans: dict[str, PlanForm] = Field(default_factory=dict)


class StartForm(ArdennesFile):
    hex: str


class ArrivalForm(ArdennesFile):
    turn: Annotated[int, Field(ge=1, le=99)]
    edge: Literal["", "north", "east", "south", "west", "drop"] = ""
    """Empty: it appears in its hex."""
    hex: str = ""
    on_release: bool = Field(False, alias="on-release")


class Printed(ArdennesFile):
    front: CounterFace
    back: CounterBack = ""


class ArdennesScenario(ArdennesFile):
    title: str
    words: str
    maps: tuple[Sheet, ...]
    length: Length
    year: Annotated[int, Field(ge=1940, le=1944)]
    edges: dict[str, tuple[EdgeWords, ...]]
    shortage: tuple[ShortageRow, ...]
    air: tuple[AirRow, ...]
    frozen: tuple[FrozenRow, ...]
    march: bool = True
    german_held: tuple[str, ...] = Field((), alias="german-held")
    positions: tuple[str, ...] = ()
    victory: VictoryForm
    at: dict[str, StartForm]
    arrivals: dict[str, ArrivalForm]
    values: dict[str, Printed] = Field(default_factory=dict)


SCENARIOS = (
    "st-vith", "clervaux", "celles", "sedan-1940", "angriefen", "22-december", "1944-campaign", "1940-campaign",
)  # fmt: skip


def _inspect(look: Inspection) -> None:
    from pbem_rules.battles_for_the_ardennes.packcheck import inspect  # read for packs of somebody's own alone

    inspect(look)


DATA = Shelf(
    FOLDER,
    {
        **{f"scenarios/{name}.yaml": ArdennesScenario for name in SCENARIOS},
        "map.yaml": HexMap,
        "units.yaml": CounterSheet,
        "tables.yaml": Charts,
        "variants.yaml": VariantCharts,
    },
    _inspect,
)
the_pack = DATA.pack


@DATA.cached
def the_counters() -> dict[str, CounterForm]:
    return the_pack().take(CounterSheet, "units.yaml").units


the_charts = DATA.file(Charts, "tables.yaml")
the_variants = DATA.file(VariantCharts, "variants.yaml")


@DATA.cached
def the_scenario(name: str) -> ArdennesScenario:
    return the_pack().take(ArdennesScenario, f"scenarios/{name}.yaml")


def limit(name: str) -> int:
    return the_charts().limits[name]


def ground(said: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The four maps with ground laid over them, for written cases."""
    from pbem.kit.laying import hex_ground  # read for cases alone

    return DATA.changed("map.yaml", hex_ground(the_pack().take(HexMap, "map.yaml"), said))


# Maps


@DATA.cached
def sector(maps: tuple[str, ...]) -> Sector:
    """The maps of a scenario, joined."""
    return Sector(the_pack().take(HexMap, "map.yaml"), maps)


@DATA.cached
def the_map() -> Sector:
    """All four maps."""
    return sector(("A", "B", "C", "D"))


@DATA.cached
def proper(hex: str) -> str:
    """The first of a hex's numbers on the four maps, whichever of them is written; other texts as they are."""
    grid = the_map().grid
    return grid.proper(hex) if grid.contains(hex) else hex


# Formations


@DATA.cached
def formations() -> dict[str, tuple[str, ...]]:
    """16.54 Units of one formation form a division; armies, corps and single units are none."""
    found: dict[str, list[str]] = {}
    for name, counter in the_counters().items():
        found.setdefault(counter.formation, []).append(name)
    return {name: tuple(units) for name, units in sorted(found.items())}


@DATA.cached
def divisions() -> dict[str, str]:
    """The short names of formations, as the counters have them: 1SS for 1 SS Pz Div."""
    found: dict[str, str] = {}
    for formation, units in formations().items():
        if is_division(formation) and the_counters()[units[0]].side == "german":
            found[units[0].removeprefix("GE-").split("-")[0]] = formation
    return found


def is_division(formation: str) -> bool:
    """16.54 A division, or an independent brigade."""
    return formation.split(" (")[0].split()[-1] in ("Div", "Bde", "Panzer", "Motorized", "Infantry", "DLC", "DCR")


def in_turns(span: str, turn: int) -> bool:
    """`15-23`"""
    first, _, last = span.partition("-")
    return int(first) <= turn <= int(last or first)


@DATA.cached
def names() -> dict[str, tuple[str, ...]]:
    """The names that sheets may use, by kind.  Every number of a hex is one."""
    charts = the_charts()
    dumps = sorted({f"dump {hex}" for chart in the_variants().dumps.values() for hex in chart.hexes})
    return {
        "unit": (*sorted(the_counters()), *dumps),
        "hex": the_map().grid.every_number(),
        "formation": tuple(divisions()),
        "side": SIDES,
        "edge": ("north", "east", "south", "west"),
        "column": charts.columns.labels,
        "result": charts.results.results(),
        "town": tuple(sorted(the_map().towns)),
        "type": ("arm", "mech", "cav", "inf", "para", "eng", "art"),
    }
