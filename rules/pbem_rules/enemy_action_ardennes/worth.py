"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.enemy_action_ardennes.board import SIDES
from pbem_rules.enemy_action_ardennes.bot_plans import goals_of, rank
from pbem_rules.enemy_action_ardennes.table import EnemyAction, on_map, points, steps_of, sway_of

POINT, STEP, SPACE, CARD = 100, 30, 3, 15


def worth(view: View) -> int:
    """Points, steps, how near units are to towns that count, and the cards still in hand."""
    table: EnemyAction = view.table
    lead = POINT * points(table) + standing(table, "german") - standing(table, "allied")
    cards = CARD * len(view.own.hand) if view.own is not None else 0
    return cards + (lead if view.side == "german" else -lead)


def standing(table: EnemyAction, side: str) -> int:
    units, goals, sway = on_map(table, side), goals_of(table, side), sway_of(table)
    near = -sum(rank(table, unit, unit.hex, goals, sway)[0] for unit in units) if goals else 0
    return STEP * steps_of(units) + SPACE * near


def losses(table: EnemyAction) -> dict[str, int]:
    """Steps lost, by side."""
    lost = dict.fromkeys(SIDES, 0)
    for unit in table.units.values():
        if unit.hex or unit.lost:
            lost[unit.side] += unit.data.steps - (0 if unit.lost else unit.steps)
    return lost
