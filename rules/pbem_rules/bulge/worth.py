"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.bulge.board import SIDES, the_tables
from pbem_rules.bulge.bot_moves import to_exit
from pbem_rules.bulge.table import Bulge, units_of

POINT, STRENGTH, SPACE = 100, 25, 2
CLOSE, DANGER = 6, 150
"""So many points above the number at which the Allied side wins the German begins to be in danger."""


def worth(view: View) -> int:
    """The German's lead, or what he lacks."""
    lead = german_lead(view.table)
    return lead if view.side == "german" else -lead


def german_lead(table: Bulge) -> int:
    """Points and the number he must be above, combat factors on the map, how near his armour is to the way out."""
    factors = {side: sum(unit.cf for unit in units_of(table, side)) for side in ("german", "allied")}
    armour = [unit for unit in units_of(table, "german") if unit.mechanized]
    near = -sum(unit.cf * to_exit(unit.hex) for unit in armour)
    lacking = max(0, CLOSE - (table.vp - the_tables().turns[table.turn].allied)) if not table.won_by else 0
    points = POINT * table.vp - DANGER * lacking
    return points + STRENGTH * (factors["german"] - factors["allied"]) + SPACE * near // 4


def losses(table: Bulge) -> dict[str, int]:
    """Combat factors lost, by side."""
    return {side: sum(u.cf for u in table.units.values() if u.side == side and u.lost) for side in SIDES}
