"""What an audit found: how much was checked at each level, what is not yet open, and every break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Any, Literal

from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen, mutable

Level = Literal["envelopes", "heads", "links", "dice", "rules", "states", "hidden", "own"]

LEVELS: dict[Level, str] = {
    "envelopes": "signatures, digests",
    "heads": "charter to the last record",
    "links": "lead to the tips, make seeds",
    "dice": "computed again",
    "rules": "exchanges played again",
    "states": "written again",
    "hidden": "parts opened at the end",
}


@frozen
class Break:
    """Something that does not verify: where, and what is wrong."""

    level: Level
    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@mutable
class Findings:
    checked: Counter[Level] = field(default_factory=Counter)
    closed: Counter[Level] = field(default_factory=Counter)
    """What can be checked only when it is opened."""
    breaks: list[Break] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.breaks

    def check(self, level: Level, place: str, holds: bool, otherwise: str) -> bool:
        """One thing checked."""
        self.checked[level] += 1
        if not holds:
            self.broke(level, place, otherwise)
        return holds

    def broke(self, level: Level, place: str, message: str) -> None:
        self.breaks.append(Break(level, place, message))

    @contextmanager
    def checking(self, level: Level, place: str) -> Iterator[None]:
        """One thing checked by code that refuses what is wrong."""
        self.checked[level] += 1
        try:
            yield
        except (Tampered, Refused) as error:
            self.broke(level, place, str(error))

    def raise_first(self) -> None:
        """For those who must not go on."""
        if self.breaks:
            raise Tampered(str(self.breaks[0]))

    def plain(self) -> dict[str, Any]:
        """The result as `audit --json` prints it."""
        levels: dict[str, Any] = {}
        names: list[Level] = [*LEVELS, *own(self)]
        for level in names:
            breaks = [str(one) for one in self.breaks if one.level == level]
            levels[level] = {"checked": self.checked[level], "not_open": self.closed[level], "breaks": breaks}
        return {"ok": self.ok, "levels": levels}


def own(findings: Findings) -> list[Level]:
    """The level that is there only if somebody brought his own orders."""
    return ["own"] if findings.checked["own"] else []
