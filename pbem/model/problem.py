"""A player's mistake, as a value.  Problems are collected and shown all at once."""

from __future__ import annotations

from typing import Literal

from pbem.model.records import frozen

Kind = Literal["invalid", "illegal", "ambiguous", "doubtful"]


@frozen
class Where:
    """A place in a text: file, and line and column counted from 1.  Zero: the place is not known."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.file, *(str(n) for n in (self.line, self.column) if n)]
        return ":".join(part for part in parts if part)


@frozen
class Problem:
    """What is wrong with what a player wrote.

    invalid: not understood.  illegal: understood, not allowed.  ambiguous: understood in more than one way.
    doubtful: allowed, probably not meant.
    """

    kind: Kind
    case: str
    message: str
    hint: str = ""
    where: Where = Where()

    def lines(self) -> list[str]:
        """The problem as it is printed: one line, and one more for the hint."""
        place = f"{self.where}: " if str(self.where) else ""
        said = [f"{place}{self.kind}: {self.case}: {self.message}"]
        if self.hint:
            said.append(f"{place}hint: {self.hint}")
        return said
