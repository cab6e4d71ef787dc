"""What the generator reads for one game: its sheet (grid, fit, what it shows) and what is known better."""

from __future__ import annotations

from typing import Literal

from pbem.kit.mapdata import Exit, HexContents, RiverClass
from pbem.kit.mapgrid import GridForm, MapForm
from pbem.ruleset import Field
from pbem_rules.atlas.ground import Measure
from pbem_rules.atlas.plane import SheetFit

Chain = tuple[str, ...]


class FitForm(MapForm):
    column: tuple[float, float, float]
    row: tuple[float, float, float]

    def fit(self) -> SheetFit:
        return SheetFit(self.column, self.row)


class ShownPlace(MapForm):
    """A place of the atlas that the game shows."""

    kind: Literal["city", "town", "village"] = "town"
    name: str = ""  # as the game spells it, if not as the atlas does


class RoadChains(MapForm):
    """Roads as the towns they join, by their names in the atlas."""

    main: tuple[Chain, ...] = ()
    secondary: tuple[Chain, ...] = ()


class GameSheet(MapForm):
    """How a game sees the geography."""

    title: str
    grid: GridForm
    fit: FitForm
    default: str = "clear"
    terrain: tuple[Measure, ...]
    rivers: dict[str, RiverClass]
    places: dict[str, ShownPlace]
    roads: RoadChains
    belts: Chain = ("west-wall",)
    along_front: Chain = ()  # rivers that the start line follows


class RiverWord(MapForm):
    """Where a river must and must not run."""

    along: Chain = ()
    not_along: Chain = ()
    course: Chain = ()  # all of it, hexside by hexside, downstream


class CrossingWord(MapForm):
    name: str = ""
    owner: str = ""
    state: Literal["intact", "blown"] = "intact"


class HexRoads(MapForm):
    """Roads hex by hex; `none` are hexsides that no road crosses."""

    main: tuple[Chain, ...] = ()
    secondary: tuple[Chain, ...] = ()
    none: Chain = ()
    clear_of: Chain = ()  # hexes no road enters
    complete: bool = False  # no roads but these


class ExitWord(Exit):
    """An exit, and the place of the atlas that its road leads to, if it is to be drawn by the atlas."""

    towards: str = ""
    start: str = Field("", alias="from")


class GermanWord(MapForm):
    """The German side of the start line: all of it, or what differs from the atlas."""

    all: Chain = ()
    add: Chain = ()
    take: Chain = ()


class WallWord(MapForm):
    intact: Chain = ()
    cleared: Chain = ()
    none: Chain = ()
    complete: bool = False  # nothing but these


class GroundWord(MapForm):
    """Terrain in letters: for each row its letters from the lowest column number on, "." for none said."""

    letters: dict[str, str] = Field(default_factory=dict)
    rows: dict[str, str] = Field(default_factory=dict)

    def terrain(self) -> dict[str, str]:
        """The terrain of every hex that has a letter."""
        return {
            f"{row}{column:02}": self.letters[letter]
            for row, text in self.rows.items()
            for column, letter in enumerate(text, 1)
            if letter in self.letters
        }


class Overrides(MapForm):
    """What the rulebook, its errata and examples, and public reports fix: it wins over the atlas."""

    pins: dict[str, str] = Field(default_factory=dict)  # place of the atlas: its hex in this game
    hexes: dict[str, HexContents] = Field(default_factory=dict)
    ground: GroundWord = GroundWord()
    rivers: dict[str, RiverWord] = Field(default_factory=dict)
    bridges: dict[str, CrossingWord] = Field(default_factory=dict)
    fords: dict[str, CrossingWord] = Field(default_factory=dict)
    no_bridges: Chain = ()
    roads: HexRoads = HexRoads()
    exits: dict[str, ExitWord] = Field(default_factory=dict)
    german: GermanWord = GermanWord()
    wall: WallWord = WallWord()
    edges: dict[str, Chain] = Field(default_factory=dict)
    areas: dict[str, Chain] = Field(default_factory=dict)
