"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.bulge.board import SIDES, beside, designated, last_turn, the_tables
from pbem_rules.bulge.bot_moves import to_exit
from pbem_rules.bulge.s03_victory import gone_by
from pbem_rules.bulge.s14_supply import exit_in_supply, road_net
from pbem_rules.bulge.table import Bulge, lay_of, total, units_of

GLANCE = True
"""To play on costs much: most sheets are tried to the end of the own turn."""
POINT, STRENGTH, SPACE = 100, 25, 2
CLOSE, DANGER = 6, 350
"""So many points above the number at which the Allied side wins the German begins to be in danger."""
AT_HIS_GOAL = 3000
"""The German has as many points as he must have when the game-turn ends."""
FEAR = 1500
"""What it weighs with him to have so few that he would lose when it ends."""


AT_LARGE = 2
"""What each point weighs that could leave the map tomorrow: few of them ever do."""
WIDE_OPEN = {"german": 400, "allied": 1200}
"""What it weighs that those points would win; the Allied side, who has moved last, fears it more."""


def worth(view: View) -> int:
    """The German's lead, or what he lacks."""
    lead = german_lead(view.table) + outlook(view.table, view.side)
    return lead - FEAR * is_losing(view.table) if view.side == "german" else -lead


def german_lead(table: Bulge) -> int:
    """Points and the number he must be above, combat factors on the map, how near his armour is to the way out."""
    factors = {side: sum(unit.cf for unit in units_of(table, side)) for side in ("german", "allied")}
    armour = [unit for unit in units_of(table, "german") if unit.mechanized]
    near = -sum(unit.cf * to_exit(unit.hex) for unit in armour)
    vp, goal = table.vp + to_be_counted(table), the_tables().turns[table.turn]
    lacking = max(0, CLOSE - (vp - goal.allied)) if not table.won_by else 0
    points = POINT * vp - DANGER * lacking + AT_HIS_GOAL * (vp >= goal.german)
    return points + STRENGTH * (factors["german"] - factors["allied"]) + SPACE * near // 4


def outlook(table: Bulge, side: str) -> int:
    """3.1 What German armour would bring that finds a road open to an exit; whether that wins."""
    if table.won_by or table.turn == last_turn():
        return 0
    more = at_large(table)
    wins = table.vp + to_be_counted(table) + more >= the_tables().turns[table.turn + 1].german
    return AT_LARGE * more + (WIDE_OPEN[side] if more and wins else 0)


def at_large(table: Bulge) -> int:
    """3.1, 14.0 The points of the armour that stands on or beside roads that join a German source to an exit."""
    lay = lay_of(table)
    net = road_net(table, lay, "german")
    factor = max((factor for hex, factor in designated().items() if hex in net), default=0)
    free = [unit for unit in units_of(table, "german") if unit.mechanized and not lay.in_ezoc(unit.hex, "german")]
    return factor * total(unit for unit in free if any(hex in net for hex in beside(unit.hex))) if factor else 0


def is_losing(table: Bulge) -> bool:
    """3.0 He has no more points than the Allied side wins by."""
    return table.won_by == "" and table.vp + to_be_counted(table) <= the_tables().turns[table.turn].allied


def to_be_counted(table: Bulge) -> int:
    """3.1 What units that have left the map will be worth when the game-turn ends."""
    if not (gone := {hex: units for hex in designated() if (units := gone_by(table, hex))}):
        return 0
    lay, more = lay_of(table), 0
    for hex, units in gone.items():
        supplied = exit_in_supply(table, lay, hex)
        more += designated()[hex] * (total([unit for unit in units if not unit.counted]) if supplied else 0)
        more -= designated()[hex] * (0 if supplied else total([unit for unit in units if unit.counted]))
    return more


def losses(table: Bulge) -> dict[str, int]:
    """Combat factors lost, by side."""
    return {side: sum(u.cf for u in table.units.values() if u.side == side and u.lost) for side in SIDES}
