"""8. Stacking.  Cases 8.0 to 8.3."""

from __future__ import annotations

from pbem.ruleset import Cannot
from pbem_rules.ardennes_offensive.board import limit, the_map
from pbem_rules.ardennes_offensive.s07_control import Lay, is_full
from pbem_rules.ardennes_offensive.table import Unit


def full_places(lay: Lay, unit: Unit) -> int:
    """8.0, 8.2C, 6.5G The hexes where a unit cannot stand with the friends who are there."""
    if unit.division:
        return lay.without(unit)
    stack = lay.stacks.get(unit.hex, ())
    own = the_map().numbers.bit[unit.hex] if stack else 0
    others = [other for other in stack if other.id != unit.id]
    return lay.full & ~own | (own if is_full(others) else 0)


def cannot_join(lay: Lay, unit: Unit, hex: str) -> Cannot | None:
    """8.0, 8.2C Why a unit cannot stand in this hex with those who stand there already."""
    if hex in the_map().edge:  # 8.3F
        return None
    others = [other for other in lay.stacks.get(hex, ()) if other.id != unit.id]
    if not others:
        return None
    if unit.division or any(other.division for other in others):
        division = unit.id if unit.division else next(other.id for other in others if other.division)
        return "8.2C", f"{division} is a division, German infantry divisions never stack"
    if len(others) >= limit("stack"):
        return "8.0", f"{hex} is full, three units at the most"
    return None
