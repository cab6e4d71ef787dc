"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.enemy_action_ardennes.board import SIDES
from pbem_rules.enemy_action_ardennes.bot_aims import POINT, is_last_day, pull, wants_of
from pbem_rules.enemy_action_ardennes.table import EnemyAction, on_map, points, steps_of

GLANCE = True
"""To play on costs much: most sheets are tried to the end of the own turn."""
PONDERS: tuple[str, ...] = ()
"""Its staff weighs all chits that may be drawn, so a few of them tell nothing more."""
STEP, CARD = 30, 15
SPENT = 8
"""On the last day a German step is there to be spent."""


def worth(view: View) -> int:
    """Points, steps, how near units are to towns that count, and the cards still in hand."""
    table: EnemyAction = view.table
    lead = POINT * points(table) + standing(table, "german") - standing(table, "allied")
    cards = CARD * len(view.own.hand) if view.own is not None else 0
    return cards + (lead if view.side == "german" else -lead)


def standing(table: EnemyAction, side: str) -> int:
    units, aims = on_map(table, side), wants_of(table, side)
    step = SPENT if side == "german" and is_last_day(table) else STEP
    return step * steps_of(units) + sum(pull(unit.hex, aims.of(unit)) for unit in units) // 4


def losses(table: EnemyAction) -> dict[str, int]:
    """Steps lost, by side."""
    lost = dict.fromkeys(SIDES, 0)
    for unit in table.units.values():
        if unit.hex or unit.lost:
            lost[unit.side] += unit.data.steps - (0 if unit.lost else unit.steps)
    return lost
