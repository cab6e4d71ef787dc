"""The constant data: map, units, tables and scenarios, read once from the files in `data/`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pbem.kit.data import DataFile
from pbem.kit.hexes import HexGrid, MapSheet
from pbem.kit.odds import OddsColumns
from pbem.kit.shelf import Shelf
from pbem.kit.tables import ResultTable
from pbem.ruleset import Field, StringConstraints

if TYPE_CHECKING:
    from pbem.kit.inspection import Inspection

FOLDER = Path(__file__).parent / "data"

SIDES = ("blue", "red")
FOE = {"blue": "red", "red": "blue"}

Side = Literal["blue", "red"]
Points = Annotated[int, Field(ge=0, le=99)]
Some = Annotated[int, Field(ge=1, le=99)]
Numbers = Annotated[str, StringConstraints(pattern=r"^[0-9]{2}-[0-9]{2}$"), Field(examples=["01-08"])]


class TownData(DataFile):
    hex: str
    points: Points
    owner: Side


class CrossingData(DataFile):
    hexside: str
    kind: Literal["ford", "bridge"]


class GroundData(DataFile):
    wood: tuple[str, ...]
    town: tuple[str, ...]


class Frame(DataFile):
    columns: Numbers
    rows: Numbers


class SideTraits(NamedTuple):
    river: bool
    crossing: str | None
    road: bool


class Map(DataFile):
    """2. The map."""

    grid: Frame
    ground: GroundData
    towns: dict[str, TownData]
    eastern: tuple[str, ...]
    river: tuple[str, ...]
    crossings: dict[str, CrossingData]
    road: tuple[str, ...]
    sources: dict[str, str]

    @cached_property
    def hexes(self) -> HexGrid:
        columns, rows = (tuple(map(int, span.split("-"))) for span in (self.grid.columns, self.grid.rows))
        sheet = MapSheet(rows=(rows[0], rows[1]), columns=(columns[0], columns[1]))
        return HexGrid((sheet,), tops="flat", shifted="even", toward="south", digits="column-row")

    def ground_of(self, hex: str) -> str:
        if hex in self.ground.wood:
            return "wood"
        return "town" if hex in self.ground.town else "clear"

    def crossing_at(self, one: str, other: str) -> str | None:
        """The name of the crossing on this hexside."""
        return self.sides[one, other].crossing

    def on_river(self, one: str, other: str) -> bool:
        return self.sides[one, other].river

    def by_road(self, one: str, other: str) -> bool:
        """2.4 The road runs from each of its hexes to the next."""
        return self.sides[one, other].road

    @cached_property
    def sides(self) -> dict[tuple[str, str], SideTraits]:
        """What lies on the side between any two neighbours."""
        names = {crossing.hexside: name for name, crossing in self.crossings.items()}
        road = {self.hexes.hexside(one, other) for one, other in zip(self.road, self.road[1:], strict=False)}
        return {
            (hex, near): SideTraits(side in self.river, names.get(side), side in road)
            for hex in self.hexes.all()
            for near in self.hexes.neighbours(hex)
            for side in [self.hexes.hexside(hex, near)]
        }


class UnitKind(DataFile):
    full: Some
    reduced: Some
    allowance: Some


class UnitData(DataFile):
    side: Side
    kind: str


class Units(DataFile):
    """3. The units, and 10. the cards."""

    kinds: dict[str, UnitKind]
    units: dict[str, UnitData]
    cards: dict[str, tuple[str, ...]]
    hand: Some
    cup: tuple[str, ...]


class Tables(DataFile):
    """5.2 Costs, 6.4 results, and the limits that the rules name."""

    costs: dict[str, Some]
    limits: dict[str, Some]
    results: ResultTable

    @cached_property
    def columns(self) -> OddsColumns:
        return OddsColumns(self.results.columns)


class ScenarioData(DataFile):
    title: str
    words: str
    turns: Some
    at: dict[str, str]
    arrivals: dict[str, Some]


SCENARIOS = ("crossing", "bridgehead")


def _inspect(look: Inspection) -> None:
    from pbem_rules.ford.packcheck import inspect  # read for packs of somebody's own alone

    inspect(look)


DATA = Shelf(
    FOLDER,
    {"map.yaml": Map, "units.yaml": Units, "tables.yaml": Tables}
    | {f"scenarios/{name}.yaml": ScenarioData for name in SCENARIOS},
    _inspect,
)
the_data = DATA.pack
the_map = DATA.file(Map, "map.yaml")
the_units = DATA.file(Units, "units.yaml")
the_tables = DATA.file(Tables, "tables.yaml")


def ground(said: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The map with changes in the words of its file, for written cases."""
    from pbem.kit.laying import with_changes  # read for cases alone

    return DATA.changed("map.yaml", with_changes(the_map(), said))


def the_scenario(name: str) -> ScenarioData:
    return the_data().take(ScenarioData, f"scenarios/{name}.yaml")


def cost(ground: str) -> int:
    return the_tables().costs[ground]


def limit(name: str) -> int:
    return the_tables().limits[name]


def names() -> dict[str, tuple[str, ...]]:
    """The names that sheets may use, by kind."""
    cards = {card for cards in the_units().cards.values() for card in cards}
    return {
        "unit": tuple(sorted(the_units().units)),
        "hex": the_map().hexes.all(),
        "card": tuple(sorted(cards)),
        "crossing": tuple(sorted(the_map().crossings)),
        "town": tuple(sorted(the_map().towns)),
        "side": SIDES,
        "result": the_tables().results.results(),
    }
