"""Results tables as data: a row for each face of the dice, a column for each degree of odds or difference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from pbem.model.errors import RulesBug
from pbem.model.formwork import Form, model_validator

FACES = re.compile(r"(\d+)(?:-(\d+))?")
HIGHEST = 1000  # no row stands for a face beyond it
Item = TypeVar("Item", str, int)


class DiceThrown(Form):
    """What is thrown for a table: one die, or the sum of several."""

    count: int = 1
    faces: int = 6

    @model_validator(mode="after")
    def _are_dice(self) -> DiceThrown:
        if self.count < 1 or self.faces < 2 or self.faces * self.count > 1000:
            raise ValueError(f"no dice: {self.count} with {self.faces} faces")
        return self

    @cached_property
    def chances(self) -> dict[int, Fraction]:
        """Every total that can come up, and how likely it is."""
        ways = {0: 1}
        for _ in range(self.count):
            more: dict[int, int] = {}
            for total, number in ways.items():
                for face in range(1, self.faces + 1):
                    more[total + face] = more.get(total + face, 0) + number
            ways = more
        return {total: Fraction(number, self.faces**self.count) for total, number in sorted(ways.items())}


class ResultTable(Form):
    """A results table.  In a data file:

    columns: [1-2, 1-1, 2-1]
    rows:
      1: [Ar1, Dr1, De]          # by face
      2-6: [Ae, Ar1, Dr1]        # or by several
    """

    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    dice: DiceThrown = DiceThrown.model_construct()

    @model_validator(mode="after")
    def _is_complete(self) -> ResultTable:
        if faults := [*self._faults_of_rows(), *self._faults_of_faces()]:
            raise ValueError("; ".join(faults))
        return self

    def lookup(self, column: str, face: int) -> str:
        """The result for a column and what was thrown."""
        if column not in self.columns or face not in self._by_face:
            raise RulesBug(f"no result for column {column} and die {face}")
        return self._by_face[face][self.columns.index(column)]

    def results(self) -> tuple[str, ...]:
        """Every result the table knows, sorted."""
        return tuple(sorted({result for row in self.rows.values() for result in row}))

    @cached_property
    def _by_face(self) -> dict[int, tuple[str, ...]]:
        return {face: row for label, row in self.rows.items() for face in _faces(label)}

    def _faults_of_rows(self) -> list[str]:
        faults = [f"column {name} given twice" for name in _doubled(self.columns)]
        for label, row in self.rows.items():
            if len(row) != len(self.columns):
                faults.append(f"row {label} has {len(row)} results for {len(self.columns)} columns")
            if "" in row:
                faults.append(f"row {label} has an empty result")
        return faults

    def _faults_of_faces(self) -> list[str]:
        faults = [f'"{label}" is no face or range of faces' for label in self.rows if not _faces(label)]
        given = [face for label in self.rows for face in _faces(label)]
        faults += [f"face {face} given twice" for face in _doubled(given)]
        possible = set(self.dice.chances)
        faults += [f"no row for face {face}" for face in sorted(possible - set(given))]
        faults += [f"face {face} cannot come up" for face in sorted(set(given) - possible)]
        return faults


def chances(table: ResultTable, column: str) -> dict[str, Fraction]:
    """How likely each result of a column is, by the names of the results."""
    sums: dict[str, Fraction] = {}
    for face, chance in table.dice.chances.items():
        result = table.lookup(column, face)
        sums[result] = sums.get(result, Fraction(0)) + chance
    return dict(sorted(sums.items()))


def _faces(label: str) -> range:
    """The faces a row stands for: "2" or "3-5"; none if it cannot be read."""
    found = FACES.fullmatch(label)
    if not found or len(label) > 9:
        return range(0)
    return range(int(found[1]), min(int(found[2] or found[1]), HIGHEST) + 1)


def _doubled(items: Iterable[Item]) -> list[Item]:
    return sorted(item for item, number in Counter(items).items() if number > 1)
