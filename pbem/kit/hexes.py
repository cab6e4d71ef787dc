"""Hex grids: who touches whom, how far it is, and where a hex lies on a drawing, for any printed numbering.

Hexes go by their printed numbers as text ("0312", "B1125").  Inside, a hex is a pair of whole numbers:

    across   which line it stands in: its row (pointy tops) or its column (flat tops)
    along    its place in that line, in half hexes, so that shifted lines need no fractions

Both grow to the south and the east, whatever way the printed numbers grow.  North is always up.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt
from typing import Literal

from pbem.model.errors import RulesBug
from pbem.model.records import frozen

ROOT_OF_THREE = sqrt(3)
Spot = tuple[int, int]  # along, across
Point = tuple[int, int]  # x, y in drawing units, see HexGrid.centre

# Clockwise from north; each with its step in (along, across).
POINTY = {"NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1)}
FLAT = {"N": (-2, 0), "NE": (-1, 1), "SE": (1, 1), "S": (2, 0), "SW": (1, -1), "NW": (-1, -1)}
# The corners of a hex in drawing units from its centre; each one begins the side of the direction above it.
POINTY_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
FLAT_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))


@frozen(slots=False)
class MapSheet:
    """A rectangle of numbers: first and last row, first and last column, both included.

    Several without letters make a map that is no rectangle.  Several with letters make a map of joined
    sheets: the offsets turn a sheet's own rows and columns into those of the joined map.
    """

    rows: tuple[int, int]
    columns: tuple[int, int]
    letter: str = ""
    row_offset: int = 0
    column_offset: int = 0


@frozen(slots=False)
class HexGrid:
    """A map of hexes and its numbering.  Constant: make it once, next to the map's data.

    tops      pointy: rows are straight, hexes of a row touch east and west.  flat: columns are straight.
    shifted   which lines (rows if pointy, columns if flat; numbers of the joined map) lie half a hex aside.
    toward    to which side: east or west if pointy, north or south if flat.
    digits    row-column: the first digits are the row.  column-row: the first digits are the column.
    only      the hexes there are, if the map has ragged edges; all of the sheets if None.

    Where sheets overlap a hex has several numbers.  All are understood; the answers use the number on the
    first of the sheets, its proper number.
    """

    sheets: tuple[MapSheet, ...]
    tops: Literal["pointy", "flat"] = "pointy"
    shifted: Literal["odd", "even"] = "odd"
    toward: Literal["east", "west", "north", "south"] = "east"
    rows_grow: Literal["south", "north"] = "south"
    columns_grow: Literal["east", "west"] = "east"
    digits: Literal["row-column", "column-row"] = "row-column"
    width: int = 2
    only: frozenset[str] | None = None

    def __post_init__(self) -> None:
        sides = ("east", "west") if self.tops == "pointy" else ("north", "south")
        if self.toward not in sides:
            raise RulesBug(f"lines of hexes with {self.tops} tops cannot be shifted {self.toward}")

    # Which hexes there are.

    def contains(self, hex: str) -> bool:
        """Is this the number of a hex of the map?"""
        return hex in self._spots

    def all(self) -> tuple[str, ...]:
        """The proper numbers of all hexes, sorted."""
        return self._sorted

    def proper(self, hex: str) -> str:
        """The proper number of a hex that may have several."""
        return self._proper[self._spot(hex)]

    def numbers(self, hex: str) -> tuple[str, ...]:
        """Every number of a hex, the proper one first, the others sorted."""
        return self._numbers[self._spot(hex)]

    def every_number(self) -> tuple[str, ...]:
        """All the numbers of all hexes, sorted: what may be written."""
        return tuple(sorted(self._spots))

    def place(self, hex: str) -> tuple[int, int]:
        """Row and column of a hex in the numbering of the joined map."""
        along, across = self._spot(hex)
        position = (along - self._shift(across)) // 2
        row, column = (across, position) if self.tops == "pointy" else (position, across)
        return row * self._south, column * self._east

    def printed(self, hex: str) -> tuple[str, str]:
        """Row and column as its proper number has them, the row with the letter of the sheet: B0716 is B07 and 16."""
        number = self.proper(hex)
        letter, first, second = number[: -2 * self.width], number[-2 * self.width : -self.width], number[-self.width :]
        row, column = (first, second) if self.digits == "row-column" else (second, first)
        return f"{letter}{row}", column

    # Who touches whom.

    @property
    def directions(self) -> tuple[str, ...]:
        """The six directions, clockwise from north."""
        return tuple(self._steps)

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """The hexes that share a hexside with this one, sorted."""
        known = self._neighbours.get(hex)
        if known is None:
            known = tuple(sorted(self._named(self._moved(hex, step) for step in self._steps.values())))
            self._neighbours[hex] = known
        return known

    @cached_property
    def touching(self) -> dict[str, tuple[str, ...]]:
        """The same of all hexes, by their proper numbers in order."""
        named, steps = self._proper, tuple(self._steps.values())
        around = {
            hex: [(along + step[0], across + step[1]) for step in steps]
            for hex, (along, across) in ((hex, self._spots[hex]) for hex in self.all())
        }
        return {hex: tuple(sorted([named[spot] for spot in spots if spot in named])) for hex, spots in around.items()}

    def neighbour(self, hex: str, direction: str) -> str | None:
        """The hex that touches this one on that side, or None at the edge of the map."""
        step = self._steps.get(direction)
        if step is None:
            raise RulesBug(f"no direction {direction} on this map, there are {' '.join(self._steps)}")
        return self._proper.get(self._moved(hex, step))

    def direction(self, start: str, end: str) -> str | None:
        """On which side of the first hex the second one lies, or None if they do not touch."""
        (along, across), (end_along, end_across) = self._spot(start), self._spot(end)
        return self._names_of_steps.get((end_along - along, end_across - across))

    def adjacent(self, one: str, other: str) -> bool:
        """Do two hexes share a hexside?"""
        return self.direction(one, other) is not None

    def hexside(self, one: str, other: str) -> str:
        """The name of the side two hexes share, the lower number first: "0312-0412"."""
        if not self.adjacent(one, other):
            raise RulesBug(f"{one} and {other} share no hexside")
        return "-".join(sorted((self.proper(one), self.proper(other))))

    # How far it is.

    def distance(self, start: str, end: str) -> int:
        """Steps from hex to hex, as the crow flies: the first hex not counted, the last one counted."""
        (along, across), (end_along, end_across) = self._spot(start), self._spot(end)
        lines = abs(end_across - across)
        return lines + max(0, abs(end_along - along) - lines) // 2

    def within(self, hex: str, radius: int) -> tuple[str, ...]:
        """The hexes at most so many steps away, the hex itself among them, sorted."""
        return tuple(sorted(n for r in range(radius + 1) for n in self.ring(hex, r)))

    def ring(self, hex: str, radius: int) -> tuple[str, ...]:
        """The hexes exactly so many steps away, sorted."""
        along, across = self._spot(hex)
        if radius == 0:
            return (self.proper(hex),)
        spots = []
        for lines in range(-radius, radius + 1):
            if abs(lines) == radius:
                reach: Iterable[int] = range(-radius, radius + 1, 2)
            else:
                reach = (abs(lines) - 2 * radius, 2 * radius - abs(lines))
            spots += [(along + far, across + lines) for far in reach]
        return tuple(sorted(self._named(spots)))

    def line(self, start: str, end: str) -> tuple[str, ...]:
        """The hexes under a straight line between two centres, both ends included.

        A line that runs exactly along a hexside always takes the same of the two hexes, both ways.
        Hexes that are not on the map are left out.
        """
        (x, y), (end_x, end_y) = self.centre(start), self.centre(end)
        steps = self.distance(start, end)
        parts = max(steps, 1)
        under = [
            self._nearest(x * parts + (end_x - x) * step, y * parts + (end_y - y) * step, parts)
            for step in range(steps + 1)
        ]
        return tuple(hex for hex in under if hex is not None)

    # Where it lies on a drawing.

    def centre(self, hex: str) -> Point:
        """The middle of a hex, x to the east and y to the south, in drawing units.

        The units are whole numbers on purpose: one is half the width of a hex measured from flat side to
        flat side, the other half a hexside.  `drawn` turns them into lengths.
        """
        along, across = self._spot(hex)
        return (along, 3 * across) if self.tops == "pointy" else (3 * across, along)

    def corners(self, hex: str) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise; corner n and the next one bound the side of direction n."""
        x, y = self.centre(hex)
        around = POINTY_CORNERS if self.tops == "pointy" else FLAT_CORNERS
        return tuple((x + dx, y + dy) for dx, dy in around)

    def at(self, x: int | Fraction, y: int | Fraction) -> str | None:
        """The hex at a point in drawing units, or None off the map; on a border, the lowest number."""
        x, y = Fraction(x), Fraction(y)
        scale = lcm(x.denominator, y.denominator)
        return self._nearest(int(x * scale), int(y * scale), scale)

    def drawn(self, point: Point, side: float = 1.0) -> tuple[float, float]:
        """A point of a drawing as lengths, for regular hexes of that side.  The only floats here."""
        x, y = point
        long, short = side * ROOT_OF_THREE / 2, side / 2
        return (x * long, y * short) if self.tops == "pointy" else (x * short, y * long)

    @cached_property
    def frame(self) -> tuple[int, int, int, int]:
        """The smallest x and y and the largest x and y of all corners, in drawing units."""
        points = [point for hex in self.all() for point in self.corners(hex)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    # Inside.

    @cached_property
    def _south(self) -> int:
        return 1 if self.rows_grow == "south" else -1

    @cached_property
    def _east(self) -> int:
        return 1 if self.columns_grow == "east" else -1

    @cached_property
    def _steps(self) -> dict[str, Spot]:
        return POINTY if self.tops == "pointy" else FLAT

    @cached_property
    def _names_of_steps(self) -> dict[Spot, str]:
        return {step: name for name, step in self._steps.items()}

    @cached_property
    def _spots(self) -> dict[str, Spot]:
        """Every number of every hex, sheet by sheet."""
        spots = {}
        for sheet in self.sheets:
            for row in range(sheet.rows[0], sheet.rows[1] + 1):
                for column in range(sheet.columns[0], sheet.columns[1] + 1):
                    spot = self._spot_at(row + sheet.row_offset, column + sheet.column_offset)
                    spots[self._number(sheet.letter, row, column)] = spot
        if self.only is None:
            return spots
        if strangers := sorted(self.only - spots.keys()):
            raise RulesBug(f"hexes that are on no sheet of the map: {' '.join(strangers[:5])}")
        there = {spots[number] for number in self.only}
        return {number: spot for number, spot in spots.items() if spot in there}

    @cached_property
    def _proper(self) -> dict[Spot, str]:
        proper: dict[Spot, str] = {}
        for number, spot in self._spots.items():
            proper.setdefault(spot, number)
        return proper

    @cached_property
    def _numbers(self) -> dict[Spot, tuple[str, ...]]:
        found: dict[Spot, list[str]] = {}
        for number, spot in self._spots.items():
            found.setdefault(spot, []).append(number)
        return {spot: (numbers[0], *sorted(numbers[1:])) for spot, numbers in found.items()}

    @cached_property
    def _sorted(self) -> tuple[str, ...]:
        return tuple(sorted(self._proper.values()))

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        return {}

    def _number(self, letter: str, row: int, column: int) -> str:
        first, second = (row, column) if self.digits == "row-column" else (column, row)
        return f"{letter}{first:0{self.width}}{second:0{self.width}}"

    def _spot_at(self, row: int, column: int) -> Spot:
        south, east = row * self._south, column * self._east
        across, position = (south, east) if self.tops == "pointy" else (east, south)
        return 2 * position + self._shift(across), across

    def _shift(self, across: int) -> int:
        if across % 2 != (self.shifted == "odd"):
            return 0
        return 1 if self.toward in ("east", "south") else -1

    def _spot(self, hex: str) -> Spot:
        try:
            return self._spots[hex]
        except KeyError:
            raise RulesBug(f"{hex} is not a hex of the map") from None

    def _moved(self, hex: str, step: Spot) -> Spot:
        along, across = self._spot(hex)
        return along + step[0], across + step[1]

    def _named(self, spots: Iterable[Spot]) -> list[str]:
        return [self._proper[spot] for spot in spots if spot in self._proper]

    def _nearest(self, x: int, y: int, scale: int) -> str | None:
        """The hex whose centre is nearest to a point, given in so many parts of a drawing unit."""
        along, across = (x, y) if self.tops == "pointy" else (y, x)
        line = (2 * across + 3 * scale) // (6 * scale)
        gaps: dict[Spot, int] = {}
        for nearby in (line - 1, line, line + 1):
            aside = self._shift(nearby)
            before = 2 * ((along - aside * scale) // (2 * scale)) + aside
            for half in (before, before + 2):  # the squared distance, four times, in hexsides
                gaps[half, nearby] = 3 * (along - half * scale) ** 2 + (across - 3 * nearby * scale) ** 2
        nearest = min(gaps.values())
        return min(self._named(spot for spot, gap in gaps.items() if gap == nearest), default=None)
