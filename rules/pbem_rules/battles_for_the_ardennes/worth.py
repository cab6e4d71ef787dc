"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.battles_for_the_ardennes.board import FOE, SIDES
from pbem_rules.battles_for_the_ardennes.bot_plans import distances, goals_of
from pbem_rules.battles_for_the_ardennes.s17_victory import points, sedan_fails
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_of

GLANCE = True
"""To play on costs much: most sheets are tried to the end of the own turn."""
POINT, STRENGTH, SPACE, LACKING, FAR = 100, 12, 1, 300, 40


def worth(view: View) -> int:
    """What the German has of what he must do, strength, and who is near to what counts."""
    table: BattlesTable = view.table
    lead = german_points(table) + STRENGTH * (standing(table, "german") - standing(table, "allied"))
    plan = view.own.plan if view.own is not None and view.side == "german" else ""
    lead += SPACE * (nearness(table, "german", plan) - nearness(table, "allied", ""))
    return lead if view.side == "german" else -lead


def german_points(table: BattlesTable) -> int:
    """Points where they are counted; where not, what is still lacking, or towns and exits of the plans."""
    form = table.form.victory
    if form.kind == "points":
        return POINT * points(table)[0]
    if form.kind == "plans":
        towns = sum(side == "german" for side in table.towns.values())
        return POINT * (towns + sum(table.exited.values()))
    return -LACKING * len(sedan_fails(table)) + POINT * sum(table.exited.values()) // 10


def standing(table: BattlesTable, side: str) -> int:
    """Strength points lost count against a side, and units out of supply a little."""
    cut_off = sum(unit.out_of_supply for unit in units_of(table, side))
    return table.losses.get(FOE[side], 0) - cut_off


def nearness(table: BattlesTable, side: str, plan: str) -> int:
    goals = goals_of(table, side, plan)
    ways = distances(table.here, goals) if goals else {}
    return sum(max(0, FAR - ways.get(unit.hex, FAR)) for unit in units_of(table, side))


def losses(table: BattlesTable) -> dict[str, int]:
    """Strength points lost, by side."""
    return {side: table.losses.get(side, 0) for side in SIDES}
