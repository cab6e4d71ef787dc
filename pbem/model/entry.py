"""The log: rolls, events and who may know them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from pbem.model.ids import Key
from pbem.model.records import frozen


@runtime_checkable
class Event(Protocol):
    """Something that happened.  `apply` is bookkeeping; it gets the table, or the secrets of `only`."""

    def apply(self, target: Any, /) -> None: ...


@frozen
class Entry:
    """One line of the log: the rule case, what happened, and who alone may know (nobody named: all)."""

    case: str
    event: Event
    only: str | None = None
    place: tuple[str, ...] = ()


@frozen
class Roll:
    """Dice thrown, or one thing drawn, under one key.  The proof lies in the die log."""

    key: Key
    case: str
    die: int
    faces: tuple[int, ...]
    exchange: int
    drawn: str | None = None
    only: str | None = None


def told_to(side: str | None, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries a side may know; None: what everybody may know."""
    return tuple(entry for entry in entries if entry.only is None or entry.only == side)
