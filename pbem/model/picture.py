"""A map to be drawn: records only, of no particular game.

Coordinates are map units, x to the right, y downward; the drawing is fitted to the spaces' outlines.
A hex map and an area map differ only in their spaces' outlines.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from pbem.model.records import frozen

Point: TypeAlias = tuple[float, float]

Look: TypeAlias = Literal[
    "clear",
    "mixed",
    "light-woods",
    "woods",
    "forest",
    "rough",
    "hills",
    "broken",
    "marsh",
    "town",
    "city",
    "water",
]
Tone: TypeAlias = Literal["field-grey", "olive", "sand", "blue", "red", "black"]
LineKind: TypeAlias = Literal[
    "major-river", "river", "stream", "main-road", "road", "track", "railway", "border", "section", "front"
]
EdgeKind: TypeAlias = Literal["wall", "river", "stream", "ridge", "closed", "crossed"]
CrossingKind: TypeAlias = Literal["bridge", "ford", "blown", "pontoon", "interdicted"]
Branch: TypeAlias = Literal[
    "infantry", "armour", "mechanized", "cavalry", "artillery", "rocket", "anti-tank", "anti-air", "engineer",
    "recon", "airborne", "glider", "supply", "hq", "special", "fort", "marker",
]  # fmt: skip
MoveKind: TypeAlias = Literal["move", "attack", "advance", "retreat"]


@frozen
class Terrain:
    """A kind of ground as the game names it, and how it looks."""

    key: str
    name: str
    look: Look


@frozen
class Force:
    """A side as the map shows it."""

    key: str
    name: str
    tone: Tone
    brackets: str = "[]"  # around its units on a map of letters
    side: str = ""  # whose it is, where a side has several forces

    @property
    def owner(self) -> str:
        """The key of its side."""
        return self.side or self.key


@frozen
class Space:
    """A hex or area.  An area may be a circle: then `outline` is empty and `radius` is not."""

    id: str
    centre: Point
    outline: tuple[Point, ...] = ()
    radius: float = 0.0
    terrain: str = ""
    name: str = ""
    label: str = ""  # what is printed in it: a hex number, an area's name
    column: str = ""  # its column and row on a map of letters
    row: str = ""
    control: str = ""  # key of the force that holds it
    rebuilt: bool = False  # the terrain is a reconstruction, not read from a printed map

    def moved(self, centre: Point, outline: tuple[Point, ...], radius: float) -> Space:
        """The same space drawn elsewhere."""
        return Space(
            self.id, centre, outline, radius, self.terrain, self.name, self.label, self.column, self.row,
            self.control, self.rebuilt,
        )  # fmt: skip


@frozen
class Line:
    """A river, road, railway, border or front line through these points; or along sides of spaces, whose corners it
    cuts."""

    kind: LineKind
    points: tuple[Point, ...]
    name: str = ""
    sides: bool = False


@frozen
class Edge:
    """What lies on the side between two spaces.  The teeth of a wall point to the left of start to end."""

    kind: EdgeKind
    start: Point
    end: Point


@frozen
class Crossing:
    """A bridge or ford; the angle is that of the way across, in degrees."""

    kind: CrossingKind
    at: Point
    angle: float = 0.0


@frozen
class Town:
    """A named place: size 1 village, 2 town, 3 large town, 4 city; `short` for maps of letters."""

    name: str
    at: Point
    size: int = 1
    space: str = ""
    short: str = ""
    worth: str = ""  # victory points and the like, printed in a small badge


@frozen
class Counter:
    """A unit in a space.  Counters of one space are stacked in the order given, the last on top."""

    id: str
    space: str
    force: str
    branch: Branch = "infantry"
    size: str = ""  # I, II, III, X, XX, XXX ...
    strength: str = ""
    name: str = ""
    short: str = ""  # for maps of letters
    marks: tuple[str, ...] = ()  # in words: out of supply, dispersed
    reduced: bool = False
    note: str = ""  # more for the tooltip

    @property
    def is_marker(self) -> bool:
        """Whether it is no piece; what is marked on it is its name."""
        return self.branch == "marker"


@frozen
class Move:
    """An arrow through these points."""

    force: str
    points: tuple[Point, ...]
    kind: MoveKind = "move"
    note: str = ""


@frozen
class Battle:
    """A star at a place, with the battle's number."""

    at: Point
    label: str = ""
    note: str = ""


@frozen
class PrintedMap:
    """An empty map as it was made: what a picture still has of it need not be worked out and drawn again."""

    name: str
    stamp: bytes
    """By what it is known again: a digest of all that it follows from."""
    spaces: tuple[Space, ...]
    terrains: tuple[Terrain, ...]
    lines: tuple[Line, ...]
    edges: tuple[Edge, ...]
    towns: tuple[Town, ...]


@frozen(slots=False)
class Picture:
    """A whole map.  `pace` is the distance between the centres of two neighbouring spaces."""

    title: str
    spaces: tuple[Space, ...]
    pace: float
    terrains: tuple[Terrain, ...] = ()
    forces: tuple[Force, ...] = ()
    lines: tuple[Line, ...] = ()
    edges: tuple[Edge, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    towns: tuple[Town, ...] = ()
    counters: tuple[Counter, ...] = ()
    moves: tuple[Move, ...] = ()
    battles: tuple[Battle, ...] = ()
    rebuilt: str = ""  # how much is reconstructed, in words: 8 % of terrain
    north: float = 0.0  # where north is, in degrees clockwise from the top
    note: str = ""  # printed below the title
    reader: str = ""  # the side that reads it
    part: tuple[float, float, float, float] | None = None  # left, top, right and bottom of what somebody asked to see
    printed: PrintedMap | None = None  # the empty map that it was made from

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Of what differs between the pictures of one map: what is drawn of one is looked up by it again and again."""
        return hash((self.title, self.counters, self.moves, self.battles, self.reader, self.part))

    @property
    def sheet(self) -> PrintedMap | None:
        """The empty map that it was made from, if its country is still the very same."""
        of = self.printed
        if of is None or (self.spaces, self.terrains) != (of.spaces, of.terrains):
            return None
        return of if (self.lines, self.edges, self.towns) == (of.lines, of.edges, of.towns) else None

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Whose each force is: a side may have several."""
        return {force.key: force.owner for force in self.forces}

    def owner(self, counter: Counter) -> str:
        """Whose a counter is."""
        return self.owners.get(counter.force, counter.force)

    @cached_property
    def centres(self) -> Mapping[str, Point]:
        """The middle of every space."""
        return {space.id: space.centre for space in self.spaces}
