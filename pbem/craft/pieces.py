"""Units on a table, as the rest of the craft needs to know them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Protocol


class Piece(Protocol):
    """Whatever is told by its id."""

    id: str


def ids_of(units: Iterable[Piece]) -> tuple[str, ...]:
    """Their ids, in their order."""
    return tuple(unit.id for unit in units)


def clearing(**gone: Any) -> Callable[[Any, Collection[str]], None]:
    """For `RULESET.clear`: units that a written case does not keep are `gone`, such as `hex="", lost=True`."""

    def clear(table: Any, keep: Collection[str]) -> None:
        for unit in table.units.values():
            for field, value in gone.items() if unit.id not in keep else ():
                setattr(unit, field, value)

    return clear
