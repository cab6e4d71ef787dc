"""The table as it will be when the orders of a player-turn are carried out.

Orders for a whole player-turn are written before it begins.  What comes first of itself, such as the end of a march,
is worked out on a copy, so that what is offered then is lawful.
"""

from __future__ import annotations

from dataclasses import replace

from pbem_rules.battles_for_the_ardennes.table import BattlesTable

BEFORE_COMBAT = ("air", "bridges", "building", "artillery", "movement")


def as_orders_begin(table: BattlesTable) -> BattlesTable:
    """6.0 The phasing player's columns have left march mode."""
    if table.phase not in BEFORE_COMBAT or not any(u.march and u.side == table.side for u in table.units.values()):
        return table
    units = {
        name: replace(unit, mode="") if unit.march and unit.side == table.side else unit
        for name, unit in table.units.items()
    }
    return replace(table, units=units)


def has_begun(table: BattlesTable, side: str) -> bool:
    """Whether this side orders now."""
    return table.side == side and table.phase in (*BEFORE_COMBAT, "combat")
