"""The constant data: counters, charts, variants and scenarios, read once from the files in `data/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from pbem.kit.laying import hex_ground
from pbem.kit.mapdata import HexMap
from pbem.kit.odds import OddsColumns
from pbem.kit.shelf import Shelf
from pbem.kit.tables import ResultTable
from pbem_rules.battles_for_the_ardennes.sector import Sector

FOLDER = Path(__file__).parent / "data"

SIDES = ("german", "allied")
FOE = {"german": "allied", "allied": "german"}
MECHANIZED = ("arm", "mech", "cav")


class ArdennesFile(BaseModel):
    """A part of a data file: words with blanks, nothing unknown."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, alias_generator=lambda name: name.replace("_", " ")
    )


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
    type: Literal["arm", "mech", "cav", "inf", "para", "eng", "art"]
    front: str
    back: str = ""

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
    mechanized: int
    bad: int
    foot: int

    def of(self, *, mechanized: bool, bad: bool) -> int:
        if not mechanized:
            return self.foot
        return self.bad if bad else self.mechanized


class Charts(ArdennesFile):
    results: ResultTable
    terrain: dict[str, Fare]
    water: dict[str, Fare]
    shelter: dict[str, int]
    blocking: tuple[str, ...]
    limits: dict[str, int]
    drop: str

    @cached_property
    def columns(self) -> OddsColumns:
        return OddsColumns(self.results.columns)


class GreifNumbers(ArdennesFile):
    targets: int
    primary: int
    secondary: int
    works_up_to: int
    clears_from: int
    engineer: int
    others: int
    start: str
    points_a_turn: int
    brigade: str
    brigade_until: int


class DumpChart(ArdennesFile):
    points: int
    hexes: tuple[str, ...]


class Destruction(ArdennesFile):
    engineer: int
    guns: int
    doubled: int


class SaturationRow(ArdennesFile):
    by_range: tuple[int, int, int]
    breakdown: int


class BurntTubes(ArdennesFile):
    mended_up_to: int
    lost_from: int


class VariantCharts(ArdennesFile):
    greif: GreifNumbers
    dumps: dict[str, DumpChart]
    destruction: Destruction
    saturation: dict[str, dict[int, SaturationRow]]
    burnt_tubes: BurntTubes
    ending: dict[str, dict[str, int]]


# Scenarios


class Length(ArdennesFile):
    first: int
    last: int


class ShortageRow(ArdennesFile):
    """11.7 So many rolls in these game-turns."""

    first: int = Field(alias="from")
    last: int = Field(alias="to")
    rolls: int


class AirRow(ArdennesFile):
    side: str
    turns: str
    morning: int = 0
    afternoon: int = 0
    weather: bool = False


class FrozenRow(ArdennesFile):
    """Who may not move in these game-turns."""

    turns: str
    sides: tuple[str, ...]
    but: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    until_attacked: bool = Field(False, alias="until-attacked")


class ExitRow(ArdennesFile):
    """Strength points that leave by an edge: a point of victory for `each` of them, or so many wanted."""

    edge: str
    rows: str = ""
    each: int = 0
    points: int = 0


class Instead(ArdennesFile):
    edge: str
    town: str


class PlanForm(ArdennesFile):
    words: str
    points: int = 0
    by: int = 0
    hold: tuple[str, ...] = ()
    of: dict[str, int] = Field(default_factory=dict)
    margin: int = 0
    line: int = 0


class VictoryForm(ArdennesFile):
    kind: Literal["points", "sedan", "plans"]
    towns: dict[str, int] = Field(default_factory=dict)
    exits: tuple[ExitRow, ...] = ()
    beyond_meuse: int = Field(0, alias="beyond-meuse")
    german: int = 0
    draw: int = 0
    instead: Instead | None = None
    hold: int = 0
    losses: int = 0
    plans: dict[str, PlanForm] = Field(default_factory=dict)


class StartForm(ArdennesFile):
    hex: str


class ArrivalForm(ArdennesFile):
    turn: int
    edge: str = ""
    """Empty: it appears in its hex."""
    hex: str = ""
    on_release: bool = Field(False, alias="on-release")


class Printed(ArdennesFile):
    front: str
    back: str = ""


class ArdennesScenario(ArdennesFile):
    title: str
    words: str
    maps: tuple[str, ...]
    length: Length
    year: int
    edges: dict[str, tuple[str, ...]]
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


DATA = Shelf(
    FOLDER,
    {
        **{f"scenarios/{name}.yaml": ArdennesScenario for name in SCENARIOS},
        "map.yaml": HexMap,
        "units.yaml": CounterSheet,
        "tables.yaml": Charts,
        "variants.yaml": VariantCharts,
    },
)
the_pack = DATA.pack


@DATA.renews
@cache
def the_counters() -> dict[str, CounterForm]:
    return the_pack().take(CounterSheet, "units.yaml").units


the_charts = DATA.file(Charts, "tables.yaml")
the_variants = DATA.file(VariantCharts, "variants.yaml")


@DATA.renews
@cache
def the_scenario(name: str) -> ArdennesScenario:
    return the_pack().take(ArdennesScenario, f"scenarios/{name}.yaml")


def limit(name: str) -> int:
    return the_charts().limits[name]


def ground(said: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The four maps with ground laid over them, for written cases."""
    return DATA.changed("map.yaml", hex_ground(the_pack().take(HexMap, "map.yaml"), said))


# Maps


@DATA.renews
@cache
def sector(maps: tuple[str, ...]) -> Sector:
    """The maps of a scenario, joined."""
    return Sector(the_pack().take(HexMap, "map.yaml"), maps)


@DATA.renews
@cache
def the_map() -> Sector:
    """All four maps."""
    return sector(("A", "B", "C", "D"))


@DATA.renews
@cache
def proper(hex: str) -> str:
    """The first of a hex's numbers on the four maps, whichever of them is written; other texts as they are."""
    grid = the_map().grid
    return grid.proper(hex) if grid.contains(hex) else hex


# Formations


@cache
def formations() -> dict[str, tuple[str, ...]]:
    """16.54 Units of one formation form a division; armies, corps and single units are none."""
    found: dict[str, list[str]] = {}
    for name, counter in the_counters().items():
        found.setdefault(counter.formation, []).append(name)
    return {name: tuple(units) for name, units in sorted(found.items())}


@cache
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


@DATA.renews
@cache
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
