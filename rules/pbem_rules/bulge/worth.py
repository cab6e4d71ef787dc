"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.bulge.bot_moves import to_exit
from pbem_rules.bulge.table import Bulge, units_of

POINT, STRENGTH, SPACE = 100, 25, 2


def worth(view: View) -> int:
    """The German's lead, or what he lacks."""
    lead = german_lead(view.table)
    return lead if view.side == "german" else -lead


def german_lead(table: Bulge) -> int:
    """Points on the track, combat factors on the map, and how near his mechanized units are to the way out."""
    factors = {side: sum(unit.cf for unit in units_of(table, side)) for side in ("german", "allied")}
    armour = [unit for unit in units_of(table, "german") if unit.mechanized]
    near = -sum(unit.cf * to_exit(unit.hex) for unit in armour)
    return POINT * table.vp + STRENGTH * (factors["german"] - factors["allied"]) + SPACE * near // 4
