"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.ford.board import FOE, the_map, the_units
from pbem_rules.ford.s11_victory import points
from pbem_rules.ford.table import Ford, Unit, units_of

POINT, STRENGTH, SPACE = 100, 12, 2


def worth(view: View) -> int:
    """What a side has, less what the other has; Blue's objective counts double for him who knows it."""
    table, side = view.table, view.side
    found = of_side(table, side) - of_side(table, FOE[side])
    if side == "blue" and view.own.objective and table.towns[view.own.objective] == "blue":
        found += POINT * the_map().towns[view.own.objective].points
    return found


def of_side(table: Ford, side: str) -> int:
    """Points, strength still in the field, and how near it is to what the enemy has."""
    goals = [town.hex for name, town in sorted(the_map().towns.items()) if table.towns[name] == FOE[side]]
    near = sum(nearness(unit, goals) for unit in units_of(table, side))
    strength = sum(unit.strength for unit in table.units.values() if unit.side == side and not unit.lost)
    return POINT * points(table, side) + STRENGTH * strength + SPACE * near


def nearness(unit: Unit, goals: list[str]) -> int:
    return -min((the_map().hexes.distance(unit.hex, goal) for goal in goals), default=0)


def losses(table: Ford) -> dict[str, int]:
    """Strength lost, by side."""
    lost = dict.fromkeys(FOE, 0)
    for unit in table.units.values():
        kind = the_units().kinds[unit.kind]
        lost[unit.side] += kind.full if unit.lost else kind.full - kind.reduced if unit.reduced else 0
    return lost
