"""The grid of a map file: sheets, numbering, and stretches of hexes written short."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pbem.kit.hexes import HexGrid, MapSheet
from pbem.model.counting import many
from pbem.model.errors import RulesBug
from pbem.model.formwork import Field, Form, StringConstraints, model_validator

Span = Annotated[str, StringConstraints(pattern=r"^[A-Z]?\d+(-[A-Z]?\d+)?$")]
Numbers = Annotated[str, StringConstraints(pattern=r"^\d{1,3}-\d{1,3}$"), Field(examples=["01-37"])]
Offset = Annotated[int, Field(ge=-999, le=999)]
MOST_HEXES = 20_000
"""Far more than any map has; a slip of the pen must not fill the memory."""


class MapForm(Form):
    """A part of the file: keys with dashes."""

    @classmethod
    def called(cls, name: str) -> str:
        return name.replace("_", "-")


class MapSheetForm(MapForm):
    """A rectangle of numbers, as kit.hexes.Sheet: rows "01-37", columns "01-42"."""

    rows: Numbers
    columns: Numbers
    letter: Annotated[str, StringConstraints(pattern=r"^[A-Z]?$")] = ""
    row_offset: Offset = 0
    column_offset: Offset = 0

    @property
    def size(self) -> int:
        """How many hexes; none, if its numbers run backwards."""
        (top, bottom), (left, right) = ([int(end) for end in span.split("-")] for span in (self.rows, self.columns))
        return max(bottom - top + 1, 0) * max(right - left + 1, 0)

    def sheet(self) -> MapSheet:
        rows, columns = ([int(end) for end in span.split("-")] for span in (self.rows, self.columns))
        return MapSheet(
            (rows[0], rows[-1]), (columns[0], columns[-1]), self.letter, self.row_offset, self.column_offset
        )


class GridForm(MapForm):
    """The hexes there are and how they are numbered, in the words of kit.hexes.HexGrid."""

    sheets: tuple[MapSheetForm, ...]
    tops: Literal["pointy", "flat"] = "pointy"
    shifted: Literal["odd", "even"] = "odd"
    toward: Literal["east", "west", "north", "south"] = "east"
    rows_grow: Literal["south", "north"] = "south"
    columns_grow: Literal["east", "west"] = "east"
    digits: Literal["row-column", "column-row"] = "row-column"
    width: Annotated[int, Field(ge=1, le=3)] = 2
    missing: tuple[Span, ...] = ()

    @model_validator(mode="after")
    def _is_a_grid(self) -> GridForm:
        sides = ("east", "west") if self.tops == "pointy" else ("north", "south")
        if self.toward not in sides:
            raise ValueError(f"with {self.tops} tops lines are shifted {' or '.join(sides)}, not {self.toward}")
        if not self.sheets:
            raise ValueError("a grid has one sheet or more")
        sizes = [sheet.size for sheet in self.sheets]
        if min(sizes) < 1:
            raise ValueError("the rows or columns of a sheet run backwards")
        if sum(sizes) > MOST_HEXES:
            raise ValueError(f"{many(sum(sizes), 'hex', 'hexes')}, at most {MOST_HEXES} are drawn")
        return self

    def grid(self) -> HexGrid:
        whole = self._grid(None)
        if not self.missing:
            return whole
        absent = set(expanded(self.missing, whole))
        return self._grid(frozenset(hex for hex in whole.all() if hex not in absent))

    def _grid(self, only: frozenset[str] | None) -> HexGrid:
        return HexGrid(
            sheets=tuple(sheet.sheet() for sheet in self.sheets),
            tops=self.tops,
            shifted=self.shifted,
            toward=self.toward,
            rows_grow=self.rows_grow,
            columns_grow=self.columns_grow,
            digits=self.digits,
            width=self.width,
            only=only,
        )


def expanded(hexes: Iterable[str], grid: HexGrid) -> tuple[str, ...]:
    """Hexes of a list in which "0105-0125" stands for all hexes of a row (or column) from one to the other."""
    return tuple(hex for span in hexes for hex in _span(span, grid))


def is_stretch(span: str) -> bool:
    """Is this one hex, or two of one row or column?"""
    first, dash, last = span.partition("-")
    letter = first.rstrip("0123456789")
    a, b = first[len(letter) :], last[len(letter) :]
    half = len(a) // 2
    alike = last.startswith(letter) and len(a) == len(b) and (a[:half] == b[:half] or a[half:] == b[half:])
    return alike or not dash


def _span(span: str, grid: HexGrid) -> Iterable[str]:
    first, dash, last = span.partition("-")
    if not dash:
        return (first,)
    if not is_stretch(span):
        raise RulesBug(f"{span} is no stretch of one row or column")
    letter = first.rstrip("0123456789")
    a, b = first[len(letter) :], last[len(letter) :]
    half = len(a) // 2
    if a[:half] == b[:half]:
        low, high = sorted((int(a[half:]), int(b[half:])))
        named = [f"{letter}{a[:half]}{n:0{half}}" for n in range(low, high + 1)]
    else:
        low, high = sorted((int(a[:half]), int(b[:half])))
        named = [f"{letter}{n:0{half}}{a[half:]}" for n in range(low, high + 1)]
    return [hex for hex in named if grid.contains(hex)]
