"""Where a game stands: the table, which all see, and each side's secrets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, TypeVar

from pbem.model.entry import Entry
from pbem.model.records import frozen, mutable

Found = TypeVar("Found")


@mutable
class Position:
    """`table` is public by construction.  `secrets`: one record per side that has any, and the referee's BOX."""

    table: Any
    secrets: dict[str, Any] = field(default_factory=dict)


@frozen
class View:
    """What one side may go by: the table and its own secrets (None where it has none)."""

    side: str
    table: Any
    own: Any = None
    since: tuple[Entry, ...] = ()
    """For guesses alone: what has been told since things stood so, and must come of whatever is guessed."""
    _worked: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def once(self, name: str, make: Callable[[Any], Found]) -> Found:
        """What a function says of the table, worked out once for all questions; it goes with the view."""
        if name not in self._worked:
            self._worked[name] = make(self.table)
        found: Found = self._worked[name]
        return found
