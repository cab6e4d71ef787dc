"""Units on a table, as the rest of the craft needs to know them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Piece(Protocol):
    """Whatever is told by its id."""

    id: str


def ids_of(units: Iterable[Piece]) -> tuple[str, ...]:
    """Their ids, in their order."""
    return tuple(unit.id for unit in units)
