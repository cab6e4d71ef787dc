"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.battles_for_the_ardennes.board import FOE, SIDES
from pbem_rules.battles_for_the_ardennes.bot_meuse import beyond, within_reach
from pbem_rules.battles_for_the_ardennes.bot_plans import distances, goals_of
from pbem_rules.battles_for_the_ardennes.s17_plans import held
from pbem_rules.battles_for_the_ardennes.s17_victory import points, sedan_fails
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_of

GLANCE = True
"""To play on costs much: most sheets are tried to the end of the own turn."""
POINT, STRENGTH, SPACE, LACKING, FAR = 100, 12, 1, 300, 40
WEARING, MOST_WEARING, LATE = 2, 9, 3
"""What a lost strength point weighs where points decide: so much for every game-turn that is left, at last nothing.
In games between bots losses foretell the points of the end better than towns do, until three game-turns before it."""
SOON, DECIDING = 3, 2
"""So many game-turns before the end the points that decide count so much more than others."""
POISED = 3
"""So many game-turns before the end it counts to stand before the Meuse in supply: half of it in the last but one."""
AT_HAND = (12, 10, 8, 6, 5, 4, 3, 2, 1)
"""How much a point of strength weighs at a town, so many times three hexes of road away."""
OWNED = 20
"""What it weighs to have been there last."""
A_FEW = 4
"""Where points decide, so small a part of the usual it counts to be near to what counts."""


def worth(view: View) -> int:
    """What the German has, or is likely to have, of what he must do, strength, and who is near to what counts."""
    table: BattlesTable = view.table
    counted = table.form.victory.kind == "points"
    plan = view.own.plan if view.own is not None and view.side == "german" else ""
    lead = german_outlook(table) if counted else german_points(table)
    lead += wearing(table) * (standing(table, "german") - standing(table, "allied"))
    space = SPACE * (nearness(table, "german", plan) - nearness(table, "allied", ""))
    lead += space // (A_FEW if counted else 1)
    return lead if view.side == "german" else -lead


def wearing(table: BattlesTable) -> int:
    """What a point of strength weighs."""
    if table.form.victory.kind != "points":
        return STRENGTH
    left = table.form.length.last - table.turn + 1
    return max(0, min(MOST_WEARING, WEARING * left - LATE))


def german_points(table: BattlesTable) -> int:
    """Points where they are counted; where not, what is still lacking, or towns and exits of the plans."""
    form = table.form.victory
    if form.kind == "points":
        return POINT * points(table)[0]
    if form.kind == "plans":
        towns = sum(side == "german" for side in table.towns.values())
        return POINT * (towns + sum(table.exited.values()))
    return -LACKING * len(sedan_fails(table)) + POINT * sum(table.exited.values()) // 10


def german_outlook(table: BattlesTable) -> int:
    """Points, towns by how likely the German will have them: by who is there and by the strength at hand."""
    form, left = table.form, max(0, table.form.length.last - table.turn + 1)
    now = sum(worth for town, worth in form.victory.towns.items() if held(table, town))
    lead = POINT * (points(table)[0] - now)
    for town, worth in form.victory.towns.items():
        if hexes := table.here.towns.get(town, ()):
            sure = 1000 if held(table, town) else 0
            lead += POINT * worth * (sure + (likely(table, hexes, sure > 0) - sure) * left // (left + 1)) // 1000
    if 1 < left <= POISED:
        lead += POINT * (within_reach(table) - sum(beyond(table).values())) // left
    return deciding(table, lead) if left <= SOON else lead


def deciding(table: BattlesTable, lead: int) -> int:
    """Near the end the points between a defeat and a victory count more than those beyond."""
    form = table.form.victory
    low, high = POINT * (form.draw - 1), POINT * form.german
    return lead + DECIDING * (max(low, min(lead, high)) - low)


def likely(table: BattlesTable, hexes: tuple[str, ...], german: bool) -> int:
    """How likely the German will have a town, in thousandths: twice the strength, four times the prospect."""
    weights = {"german": OWNED * german, "allied": OWNED * (not german)}
    ways = distances(table.here, hexes)
    for side in SIDES:
        for unit in units_of(table, side):
            far = ways.get(unit.hex, FAR) // 3
            if far < len(AT_HAND) and not unit.guns:
                weights[side] += unit.face.strength * AT_HAND[far] // (1 + unit.out_of_supply)
    ours, theirs = weights["german"] ** 2, weights["allied"] ** 2
    return 1000 * ours // (ours + theirs)


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
