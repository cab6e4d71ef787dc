"""From degrees to a game's own plane: a straight fit, then a rubber sheet that puts every town into its hex.

The plane is measured in hexes: a hex is one wide from flat side to flat side, x grows to the east, y to the
south.  A printed map never fits geography to the last kilometre.  The rubber sheet moves each town the game
shows to the middle of its hex and what lies around it along with it, the less the farther away, so that
rivers pass towns on the side they do in life and roads meet where the towns stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from pbem.kit.hexes import HexGrid
from pbem.ruleset import frozen
from pbem_rules.atlas.gazetteer import Degrees

ROW = 0.8660254037844386  # from row to row, in hexes
FAR = 3.0  # at this distance in hexes the pull of a town has become small
STEP = 0.15  # length of the pieces of a line, in hexes
NEAR = 2.2  # a line from the square of a spot crosses only sides of hexes this near to its middle
ASIDE = (0.000173, 0.000219)  # keeps lines off the exact middle of hexes, where no side could be told


class Spot(NamedTuple):
    x: float
    y: float

    def off(self, other: Spot) -> float:
        """The distance to another spot."""
        return sqrt((self.x - other.x) ** 2 + (self.y - other.y) ** 2)


@frozen(slots=False)
class SheetFit:
    """Printed column and row from latitude and longitude: constant, per degree north, per degree east.

    The column counts half hexes of shifted rows: the fit knows nothing of numbering but this.
    """

    column: tuple[float, float, float]
    row: tuple[float, float, float]

    def place(self, at: Degrees) -> tuple[float, float]:
        lat, lon = at
        return (
            self.column[0] + self.column[1] * lat + self.column[2] * lon,
            self.row[0] + self.row[1] * lat + self.row[2] * lon,
        )

    def degrees(self, column: float, row: float) -> Degrees:
        """The way back."""
        _, cn, ce = self.column
        _, rn, re = self.row
        c, r = column - self.column[0], row - self.row[0]
        whole = cn * re - ce * rn
        return (c * re - ce * r) / whole, (cn * r - c * rn) / whole


class Plane:
    """The plane of one game."""

    def __init__(self, grid: HexGrid, fit: SheetFit, pins: Iterable[tuple[Degrees, str]] = ()) -> None:
        self.grid = grid
        self.fit = fit
        self._east = 1 if grid.columns_grow == "east" else -1
        self._south = 1 if grid.rows_grow == "south" else -1
        self._centres = {hex: self._centre(hex) for hex in grid.all()}
        self._pairs: dict[tuple[int, int], list[tuple[str, Spot, Spot]]] = {}
        self._pins = [(spot, self._pull(spot, hex)) for at, hex in pins for spot in [self.flat(at)]]

    def flat(self, at: Degrees) -> Spot:
        """A place by the straight fit alone."""
        column, row = self.fit.place(at)
        return Spot(column * self._east, row * self._south * ROW)

    def spot(self, at: Degrees) -> Spot:
        """A place on the rubber sheet."""
        flat = self.flat(at)
        dx, dy = self._shift(flat)
        return Spot(flat.x + dx, flat.y + dy)

    def degrees(self, spot: Spot) -> Degrees:
        """Nearly the way back: the sheet is taken to be pulled alike at both ends of the shift."""
        dx, dy = self._shift(spot)
        return self.fit.degrees((spot.x - dx) * self._east, (spot.y - dy) * self._south / ROW)

    def line(self, points: Sequence[Degrees]) -> tuple[Spot, ...]:
        """A line on the rubber sheet, in short pieces."""
        spots: list[Spot] = []
        for start, end in pairwise(points):
            pieces = max(1, int(self.flat(start).off(self.flat(end)) / STEP))
            for n in range(pieces):
                t = n / pieces
                spots.append(self.spot((start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1]))))
        spots.append(self.spot(points[-1]))
        return tuple(Spot(x + ASIDE[0], y + ASIDE[1]) for x, y in spots)

    def centre(self, hex: str) -> Spot:
        """The middle of a hex."""
        return self._centres[self.grid.proper(hex)]

    def hex(self, spot: Spot) -> str | None:
        """The hex at a spot, or None off the map."""
        return self.grid.at(Fraction(round(spot.x * 2000), 1000), Fraction(round(spot.y / ROW * 3000), 1000))

    def hex_of(self, at: Degrees) -> str | None:
        """The hex of a place by the straight fit."""
        return self.hex(self.flat(at))

    def pairs_near(self, spot: Spot) -> list[tuple[str, Spot, Spot]]:
        """The hexsides near a spot, each with the middles of its two hexes."""
        square = (int(spot.x // 1), int(spot.y // 1))
        if square not in self._pairs:
            self._pairs[square] = self._pairs_around(Spot(square[0] + 0.5, square[1] + 0.5))
        return self._pairs[square]

    def _pairs_around(self, spot: Spot) -> list[tuple[str, Spot, Spot]]:
        near = [hex for hex, centre in self._centres.items() if centre.off(spot) < NEAR]
        return [
            (self.grid.hexside(hex, other), self._centres[hex], self._centres[other])
            for hex in near
            for other in self.grid.neighbours(hex)
            if hex < other
        ]

    def _centre(self, hex: str) -> Spot:
        x, y = self.grid.centre(hex)
        return Spot(x / 2, y / 3 * ROW)

    def _pull(self, spot: Spot, hex: str) -> tuple[float, float]:
        centre = self.centre(hex)
        return centre.x - spot.x, centre.y - spot.y

    def _shift(self, spot: Spot) -> tuple[float, float]:
        weights, dx, dy = 1.0 / FAR**4, 0.0, 0.0
        for pin, pull in self._pins:
            far = (pin.x - spot.x) ** 2 + (pin.y - spot.y) ** 2
            weight = 1.0 / (far * far + 1e-9)
            weights, dx, dy = weights + weight, dx + weight * pull[0], dy + weight * pull[1]
        return dx / weights, dy / weights


def straight(start: Spot, end: Spot) -> tuple[Spot, ...]:
    """A straight line in short pieces."""
    pieces = max(1, int(start.off(end) / STEP))
    dx, dy = (end.x - start.x) / pieces, (end.y - start.y) / pieces
    return tuple(Spot(start.x + dx * n, start.y + dy * n) for n in range(pieces + 1))
