"""Orders of preference: what a wish leaves open, and what silence means."""

from __future__ import annotations

from collections.abc import Sequence

from pbem_rules.wwii_commander.board import DATA, the_map
from pbem_rules.wwii_commander.table import Unit


def picks(wish: Sequence[str], options: Sequence[str], count: int, rest: Sequence[str]) -> tuple[str, ...] | None:
    """So many of the options: those wished for in their order, filled up from the rest.  None: nothing is wished."""
    if not wish:
        return None
    ranked = dict.fromkeys(name for name in (*wish, *rest) if name in options)
    return tuple(ranked)[:count]


def by_strength(unit: Unit) -> tuple[int, int, str]:
    """The strongest first; of equals those that are worth no victory point."""
    return -unit.strength, unit.data.worth, unit.id


def strongest_first(units: Sequence[Unit]) -> list[str]:
    """Armor before the rest."""
    ranked = sorted(units, key=lambda unit: (not unit.is_armor, *by_strength(unit)))
    return [unit.id for unit in ranked]


def weakest_first(units: Sequence[Unit]) -> list[str]:
    ranked = sorted(units, key=lambda unit: (unit.strength, -unit.data.full, unit.id))
    return [unit.id for unit in ranked]


def nearest_meuse_first(units: Sequence[Unit]) -> list[str]:
    """Armor by strength, of equals the nearest to the Meuse; units that are out of supply come last."""
    return [unit.id for unit in sorted(units, key=_threat)]


def _threat(unit: Unit) -> tuple[bool, bool, int, int, str]:
    return not unit.able, not unit.is_armor, -unit.strength, to_meuse(unit.space), unit.id


@DATA.cached
def to_meuse(space: str) -> int:
    """Spaces from here to the nearest beside the Meuse."""
    graph = the_map().graph
    return min(graph.distance(space, near) or 0 for near in the_map().by_the_meuse)
