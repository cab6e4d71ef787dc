"""The constant data: map, units, tables, calendar and scenarios, read once from the files in `data/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pbem.kit.areas import AreaGraph, Border
from pbem.kit.data import DataFile, Pack
from pbem.kit.shelf import Shelf
from pbem.ruleset import Field, StringConstraints

if TYPE_CHECKING:
    from pbem.kit.inspection import Inspection

F = TypeVar("F", bound=DataFile)

FOLDER = Path(__file__).parent / "data"

SIDES = ("german", "allied")
FOE = {"german": "allied", "allied": "german"}

Side = Literal["german", "allied"]
Kind = Literal["infantry", "mech inf", "armor"]
Terrain = Literal["clear", "broken", "woods", "forest"]
Full = Annotated[int, Field(ge=1, le=6)]
Number = Annotated[int, Field(ge=0, le=99)]
Change = Annotated[int, Field(ge=-10, le=10)]
Day = Annotated[int, Field(ge=1, le=31)]
EntryLetter = Annotated[str, StringConstraints(pattern=r"^[A-Z]$"), Field(examples=["A"])]
Hour = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}$"), Field(examples=["0530"])]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Hits(DataFile):
    """8.6 What the ground takes off while the defender controls the space, and while the attacker does."""

    held: Number
    lost: Number


class SpaceData(DataFile):
    at: tuple[float, float]
    """Latitude and longitude; the atlas draws the shapes around it."""
    terrain: Terrain
    settlement: Literal["none", "town", "city"]
    hits: Hits
    points: Number
    artillery: bool
    meuse: Literal["no", "near", "far"]
    edge: Literal["none", "north", "east", "south", "west"]
    letters: tuple[EntryLetter, ...]
    exit: bool
    start: Side
    found: str
    aliases: tuple[Name, ...] = ()

    @property
    def spot(self) -> tuple[int, int]:
        """Where it lies, in whole hundredths of a degree: what ranks spaces compares no fractions."""
        north, east = self.at
        return round(100 * north), round(100 * east)

    @property
    def friendly_edge(self) -> str:
        """9.1 Whose map edge it lies on, if on any."""
        if self.edge == "none":
            return ""
        return "german" if self.edge == "east" else "allied"


class BorderData(DataFile):
    adjacent: Literal["yes"] = "yes"
    river: Literal["none", "river", "meuse"]
    road: bool


class Map(DataFile):
    title: str
    spaces: dict[str, SpaceData]
    borders: dict[str, BorderData]

    @cached_property
    def graph(self) -> AreaGraph:
        return AreaGraph(self.spaces, [Border(*_ends(name)) for name in self.borders])

    @cached_property
    def _crossings(self) -> dict[tuple[str, str], BorderData]:
        both = [(_ends(name), border) for name, border in self.borders.items()]
        return {pair: border for (one, other), border in both for pair in ((one, other), (other, one))}

    def neighbours(self, space: str) -> tuple[str, ...]:
        return self.graph.neighbours(space)

    def around(self, spaces: Iterable[str]) -> frozenset[str]:
        """These spaces and those next to them."""
        return frozenset(found for space in spaces for found in (space, *self.neighbours(space)))

    def adjacent(self, one: str, other: str) -> bool:
        return (one, other) in self._crossings

    def road(self, one: str, other: str) -> bool:
        return self._crossings[one, other].road

    def river(self, one: str, other: str) -> bool:
        """The Meuse is a river too."""
        return self._crossings[one, other].river != "none"

    def meuse(self, one: str, other: str) -> bool:
        return self._crossings[one, other].river == "meuse"

    @cached_property
    def by_the_meuse(self) -> tuple[str, ...]:
        """The spaces beside the Meuse or beyond it."""
        return tuple(name for name, space in sorted(self.spaces.items()) if space.meuse != "no")

    @cached_property
    def near_the_meuse(self) -> frozenset[str]:
        """These, and the spaces next to one of them."""
        return self.around(self.by_the_meuse)

    def lettered(self, letter: str) -> tuple[str, ...]:
        """10.1 The spaces with an entry letter."""
        return tuple(name for name, space in sorted(self.spaces.items()) if letter in space.letters)

    def edges_of(self, side: str) -> tuple[str, ...]:
        """9.1 The spaces on a side's own map edges."""
        return tuple(name for name, space in sorted(self.spaces.items()) if space.friendly_edge == side)


def border_name(one: str, other: str) -> str:
    """Dasburg-Clervaux, in whichever order it is crossed."""
    return "-".join(sorted((one, other)))


def _ends(name: str) -> tuple[str, str]:
    one, other = name.split(" / ")
    return one, other


Point = tuple[float, float]


class Drawn(DataFile):
    """A river or a road on the drawing."""

    kind: Literal["major-river", "river", "main-road"]
    name: str = ""
    points: tuple[Point, ...]


class Bridge(DataFile):
    at: Point
    angle: float


class Shapes(DataFile):
    """What the atlas has drawn around the spaces and borders; no rule looks at it."""

    outlines: dict[str, tuple[Point, ...]]
    centres: dict[str, Point]
    lines: tuple[Drawn, ...]
    bridges: tuple[Bridge, ...]


class Arrival(DataFile):
    day: Day
    letter: EntryLetter


class UnitData(DataFile):
    side: Side
    nation: Literal["german", "american", "british"]
    kind: Kind
    full: Full
    bonus: bool
    attack: Annotated[int, Field(ge=1, le=10)]
    defence: Annotated[int, Field(ge=1, le=10)]
    elite: bool
    at: str = ""
    arrives: Arrival | None = None
    reserve: bool = False
    aliases: tuple[Name, ...] = ()

    @property
    def worth(self) -> int:
        """12.2 The victory point for its elimination."""
        return int(self.full >= limit("worth a point from"))


class Units(DataFile):
    units: dict[str, UnitData]


class Tables(DataFile):
    limits: dict[str, Annotated[int, Field(ge=1, le=99)]]
    allowances: dict[str, Annotated[int, Field(ge=1, le=9)]]
    attacker: dict[str, Change]
    defender: dict[str, Change]


class Points(DataFile):
    infantry: Number
    armor: Number


class Supplies(DataFile):
    german: Points
    allied: Points


class Threshold(DataFile):
    german: Number
    allied: Number


class Calendar(DataFile):
    first: Day
    last: Day
    track: tuple[Hour, ...] = Field(min_length=1, max_length=24)
    allied_initiative_from: Day = Field(alias="allied initiative from")
    supply_from: dict[str, Day] = Field(alias="supply from")
    commando: tuple[Day, ...]
    german_strategic: tuple[Day, Day] = Field(alias="german strategic")
    surprise_until: Day = Field(alias="surprise until")
    air_from: Day = Field(alias="air from")
    fuel_from: Day = Field(alias="fuel from")
    fuel_worse_from: Day = Field(alias="fuel worse from")
    fuel_freed: dict[str, Number] = Field(alias="fuel freed")
    british_cross_from: Day = Field(alias="british cross from")
    replacements: dict[int, Supplies]
    thresholds: dict[int, Threshold]

    def initiative(self, day: int) -> str:
        """4.7"""
        return "allied" if day >= self.allied_initiative_from else "german"


class ScenarioData(DataFile):
    title: str
    words: str
    last: Day
    victory: Literal["points", "meuse"]
    reserve: bool
    """10.3 Whether the OKW reserve is laid out."""
    draw: str = ""


class SpaceChange(DataFile):
    """What another board has otherwise in a space; what it does not say is as on the map."""

    terrain: Terrain | None = None
    hits: Hits | None = None
    points: Number | None = None
    artillery: bool | None = None


class UnitChange(DataFile):
    """What another board's counters have otherwise."""

    full: Full | None = None
    arrives: Arrival | None = None


class BoardData(DataFile):
    words: str
    spaces: dict[str, SpaceChange]
    units: dict[str, UnitChange]


SCENARIOS = ("full", "race")
BOARDS = ("geography", "balanced")
"""What the charter may choose; the first is that of map and units."""


def _inspect(look: Inspection) -> None:
    from pbem_rules.wwii_commander.packcheck import inspect  # read for packs of somebody's own alone

    inspect(look)


def on_board(pack: Pack, board: str) -> Pack:
    """The map and the units as they are on another board."""
    changes = pack.take(BoardData, f"boards/{board}.yaml")
    the_map, units = pack.take(Map, "map.yaml"), pack.take(Units, "units.yaml")
    spaces = the_map.spaces | {name: _changed(the_map.spaces[name], said) for name, said in changes.spaces.items()}
    counters = units.units | {name: _changed(units.units[name], said) for name, said in changes.units.items()}
    title = f"{the_map.title} ({board} board)"
    return pack.revised(
        {
            "map.yaml": the_map.model_copy(update={"title": title, "spaces": spaces}),
            "units.yaml": units.model_copy(update={"units": counters}),
        }
    )


def _changed(form: F, change: SpaceChange | UnitChange) -> F:
    said = {name: value for name in type(change).model_fields if (value := getattr(change, name)) is not None}
    return form.model_copy(update=said)


DATA = Shelf(
    FOLDER,
    {
        "map.yaml": Map,
        "shapes.yaml": Shapes,
        "units.yaml": Units,
        "tables.yaml": Tables,
        "calendar.yaml": Calendar,
    }
    | {f"scenarios/{name}.yaml": ScenarioData for name in SCENARIOS}
    | {f"boards/{name}.yaml": BoardData for name in BOARDS[1:]},
    _inspect,
    on_board,
)
the_data = DATA.pack
the_map = DATA.file(Map, "map.yaml")
the_shapes = DATA.file(Shapes, "shapes.yaml")


@DATA.cached
def the_units() -> dict[str, UnitData]:
    return the_data().take(Units, "units.yaml").units


the_tables = DATA.file(Tables, "tables.yaml")
the_calendar = DATA.file(Calendar, "calendar.yaml")


def ground(said: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The map with changes in the words of its file, for written cases; borders in whichever order."""
    borders = {_in_order(name): change for name, change in said.get("borders", {}).items()}
    from pbem.kit.laying import with_changes  # read for cases alone

    return DATA.changed("map.yaml", with_changes(the_map(), {**said, "borders": borders} if borders else said))


def _in_order(border: str) -> str:
    """A border as the map has it."""
    backward = " / ".join(reversed(border.split(" / ")))
    return backward if backward in the_map().borders else border


@DATA.cached
def the_scenario(name: str) -> ScenarioData:
    return the_data().take(ScenarioData, f"scenarios/{name}.yaml")


def limit(name: str) -> int:
    return the_tables().limits[name]


def names() -> dict[str, tuple[str, ...]]:
    """The names that sheets may use, by kind."""
    return {
        "unit": tuple(sorted(the_units())),
        "space": tuple(sorted(the_map().spaces)),
        "side": SIDES,
        "type": ("armor", "infantry", "mechanized", "mechanized infantry", "elite infantry"),
        "edge": ("north", "east", "south", "west"),
    }


def space_called(text: str) -> str:
    """A space by the name or spelling somebody may use; the text itself if it is none."""
    return _spellings()["space"].get(_folded(text), text)


def unit_called(text: str) -> str:
    """A unit by the name or spelling somebody may use; the text itself if it is none."""
    return _spellings()["unit"].get(_folded(text), text)


def spelled(kind: str, text: str) -> str:
    """A name of this kind by any of its spellings."""
    return _spellings().get(kind, {}).get(_folded(text), text)


def spellings() -> dict[str, tuple[str, ...]]:
    """Other spellings of names, by kind."""
    return {
        "space": tuple(alias for space in the_map().spaces.values() for alias in space.aliases),
        "unit": tuple(alias for unit in the_units().values() for alias in unit.aliases),
    }


def _folded(text: str) -> str:
    return text.replace(" ", "").casefold()


@DATA.cached
def _spellings() -> dict[str, dict[str, str]]:
    spaces = {name: (name, *space.aliases) for name, space in the_map().spaces.items()}
    units = {name: (name, *unit.aliases) for name, unit in the_units().items()}
    return {
        kind: {_folded(spelling): name for name, spellings in known.items() for spelling in spellings}
        for kind, known in (("space", spaces), ("unit", units))
    }
