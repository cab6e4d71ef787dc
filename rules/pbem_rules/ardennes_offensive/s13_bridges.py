"""13. Bridges and interdiction.  Cases 13.1 to 13.5."""

from __future__ import annotations

from pbem_rules.ardennes_offensive.board import FOE, limit, the_map
from pbem_rules.ardennes_offensive.table import Ardennes, units_of


def interdicted_for(table: Ardennes, side: str) -> frozenset[str]:
    """13.1 The bridges that a side cannot use: fixed for the phasing player, seen afresh for the other (E13.1)."""
    if side == table.side and table.phase not in ("set-up", "begin", "end"):
        return frozenset(table.interdicted)
    return bridges_near(table, side)


def bridges_near(table: Ardennes, side: str) -> frozenset[str]:
    """13.1A Bridges with an enemy within three hexes; 13.3D not one in road mode; 13.5F each side for itself."""
    here, reach = the_map(), limit("interdiction")
    under = 0
    for unit in units_of(table, FOE[side]):
        if not unit.road:
            under |= here.near_bits(unit.hex, reach)
    found = frozenset(name for name, ends in here.bridges.items() if ends & under)
    if table.turn == 1 and side == "german":  # 13.4E, E13.4 those on the start line itself are not spared
        return frozenset(name for name in found if not here.german_ground.issuperset(name.split("-")))
    return found
