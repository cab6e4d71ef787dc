"""Columns of results tables: which one a battle is fought on, by odds or by difference, and shifts.

Columns are the labels printed over the table, worst for the attacker first: "1-2" "1-1" "2-1", or
"-1 or less" "0" "+1 to +3" "+4 or more".  Only whole numbers are used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from pbem.model.errors import RulesBug

ODDS = re.compile(r"(\d+)-(\d+)")
DIFFERENCE = re.compile(r"([+-]?\d+)(?: to ([+-]?\d+)| (or less|or more))?")
Range = tuple[int | None, int | None]  # None: without end on that side


class Columns:
    """The columns of a table in their order."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)
        if not labels or len(set(labels)) < len(labels):
            raise RulesBug(f"columns must be there and differ: {' '.join(labels)}")

    def shifted(self, column: str, by: int) -> str:
        """The column so many to the right (to the left if negative), but never beyond the table."""
        place = self._place(column) + by
        return self.labels[max(0, min(place, len(self.labels) - 1))]

    def down_from(self, column: str) -> tuple[str, ...]:
        """A column and all to its left, the column itself first: what an attacker may choose to fight at."""
        return self.labels[self._place(column) :: -1]

    def at_least(self, column: str, wanted: str) -> bool:
        """Is a column the wanted one or better for the attacker?"""
        return self._place(column) >= self._place(wanted)

    def better(self, one: str, other: str) -> str:
        """The column of the two that is better for the attacker."""
        return one if self.at_least(one, other) else other

    def _place(self, column: str) -> int:
        if column not in self._places:
            raise RulesBug(f"no column {column}, there are {', '.join(self.labels)}")
        return self._places[column]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {label: place for place, label in enumerate(self.labels)}


class OddsColumns(Columns):
    """Columns by odds, attacker first: "1-2", "3-1"."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(labels)
        self._odds = [self._read(label) for label in self.labels]
        for (a, d), (next_a, next_d) in zip(self._odds, self._odds[1:], strict=False):
            if a * next_d >= next_a * d:
                raise RulesBug(f"odds must grow from column to column: {' '.join(labels)}")

    def of(self, attack: int, defence: int) -> str:
        """The column for two strengths, rounded in the defender's favour and kept within the table."""
        met = [label for label in self.labels if self.meets(attack, defence, label)]
        return met[-1] if met else self.labels[0]

    def meets(self, attack: int, defence: int, column: str) -> bool:
        """Are the strengths really good for that column?"""
        a, d = self._odds[self._place(column)]
        return attack * d >= defence * a

    def least(self, column: str, defence: int) -> int:
        """The least attack that is fought in a column or a better one."""
        a, d = self._odds[self._place(column)]
        return -(-defence * a // d) if self._place(column) else 0

    @staticmethod
    def _read(label: str) -> tuple[int, int]:
        found = ODDS.fullmatch(label)
        if not found or "0" in found.groups():
            raise RulesBug(f'"{label}" is no odds column such as 3-1')
        return int(found[1]), int(found[2])


class DifferentialColumns(Columns):
    """Columns by attacker minus defender: "-4 or less", "0", "+1 to +3", "+12 or more"."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(labels)
        self._ranges = [_range(label) for label in self.labels]
        for (_, high), (low, _) in zip(self._ranges, self._ranges[1:], strict=False):
            if high is None or low is None or low != high + 1:
                raise RulesBug(f"differences must follow each other without a gap: {', '.join(labels)}")

    def of(self, difference: int) -> str:
        """The column for a difference, kept within the table."""
        for label, (_, high) in zip(self.labels, self._ranges, strict=True):
            if high is None or difference <= high:
                return label
        return self.labels[-1]

    def least(self, column: str) -> int | None:
        """The least difference that is fought in a column or a better one; None: any is."""
        return self._ranges[self._place(column)][0] if self._place(column) else None


def _range(label: str) -> Range:
    """The lowest and the highest difference of a column."""
    found = DIFFERENCE.fullmatch(label)
    if not found:
        raise RulesBug(f'"{label}" is no column such as +1 to +3, 0 or +12 or more')
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first:
        raise RulesBug(f'"{label}" runs backwards')
    return (None if found[3] == "or less" else first), (None if found[3] == "or more" else last)
