"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pbem.ruleset import View
from pbem_rules.enemy_action_ardennes.board import SIDES, the_cards
from pbem_rules.enemy_action_ardennes.bot_aims import POINT, is_last_day, pull, wants_of, ways_of
from pbem_rules.enemy_action_ardennes.bot_attacks import LOST_UNIT
from pbem_rules.enemy_action_ardennes.bot_breakout import flanks, open_edges
from pbem_rules.enemy_action_ardennes.bot_keeping import exodus_of
from pbem_rules.enemy_action_ardennes.bot_temper import QUICK, VETERAN
from pbem_rules.enemy_action_ardennes.s05_cards import in_play
from pbem_rules.enemy_action_ardennes.table import EnemyAction, on_map, points, steps_of, sway_of

GLANCE = True
"""To play on costs much: most sheets are tried to the end of the own turn."""
PONDERS: tuple[str, ...] = ()
"""Its staff weighs all chits that may be drawn, so a few of them tell nothing more."""
STEP, CARD = 30, 15
LAST_STEP = {"german": 6, "allied": 22}
"""On the last day steps are there to be spent."""
LAST_CARD = {"german": 35, "allied": 10}
"""What a card of the hand or the pile brings on the last day, as games went."""
MANY_CARDS = 8
"""With so many cards the Germans come to all that lies near; with fewer to less of it."""
WITHIN = 4
"""What lies twice as far on the last day counts for half as much: movement points."""
JUDGE = replace(QUICK["german"], today=12)
"""Goals further away are not reached on the last day."""
OFF_THE_MAP, LATER = 900, 8
"""What it is worth that a unit could leave the map, where one decides; by so much of a hundred less for each
activation that it needs."""
THREAT = 50
"""So much of a hundred it counts what the Germans could come to at once."""


def worth(view: View) -> int:
    """Points, steps, what the Germans may still come to, and the cards that are left."""
    table: EnemyAction = view.table
    if is_last_day(table):
        lead = last_day(table) + (way_off(view) if view.side == "german" else 0)
    else:
        lead = POINT * points(table) + standing(table, "german") - standing(table, "allied")
        lead += (CARD if view.side == "german" else -CARD) * len(view.own.hand if view.own is not None else ())
    return lead if view.side == "german" else -lead


def last_day(table: EnemyAction) -> int:
    """What the German side may hope to end with; of two units that die the first is half a point."""
    dead = sum(unit.lost for unit in table.units.values() if unit.side == "allied")
    lead = POINT * points(table) + LOST_UNIT * (dead % 2) + threat(table)
    for side, sign in (("german", 1), ("allied", -1)):
        left = table.hands[side] + table.piles[side]
        lead += sign * (LAST_CARD[side] * left + LAST_STEP[side] * steps_of(on_map(table, side)))
    return lead


def threat(table: EnemyAction) -> int:
    """What the Allies have to lose, by how soon the Germans come there, past all who stand in their way; one exit is
    enough."""
    ways = ways_of(table, sway_of(table), JUDGE)
    left = min(table.hands["german"] + table.piles["german"], MANY_CARDS)
    felt = {goal: worth * WITHIN // (WITHIN + ways.soon[goal]) for goal, worth in ways.goals.items()}
    edges = open_edges(*flanks(table))
    best = max((worth for goal, worth in felt.items() if goal in edges), default=0)
    return (
        (best + sum(worth for goal, worth in felt.items() if goal not in edges)) * left * THREAT // (100 * MANY_CARDS)
    )


def way_off(view: View) -> int:
    """What the Germans may hope of a march off the map, with the cards that they hold or are sure to draw."""
    table: EnemyAction = view.table
    hand = tuple(view.own.hand) if view.own is not None else ()
    left = table.hands["german"] + table.piles["german"]
    exodus = exodus_of(table, "german", [*hand, *sure_to_come(table, hand)], sway_of(table), VETERAN["german"])
    if not exodus.leader:
        return 0
    times = exodus.ways[exodus.leader].times
    if exodus.calls(exodus.leader) < times or left < 2 * times - 1:
        return 0
    return OFF_THE_MAP * (100 - LATER * times) // 100


def sure_to_come(table: EnemyAction, hand: Collection[str]) -> list[str]:
    """5.0 The cards of every day that are neither in the hand nor played lie in the pile."""
    cards = the_cards()
    if not table.piles["german"]:
        return []
    every = [no for no in in_play(table, "german", table.day) if cards[no].primary]
    return [no for no in every if no not in hand and no not in table.discards["german"]]


def standing(table: EnemyAction, side: str) -> int:
    temper = QUICK[side]
    units, aims = on_map(table, side), wants_of(table, side, temper)
    return STEP * steps_of(units) + sum(pull(unit.hex, aims.of(unit), temper.near) for unit in units) // 4


def losses(table: EnemyAction) -> dict[str, int]:
    """Steps lost, by side."""
    lost = dict.fromkeys(SIDES, 0)
    for unit in table.units.values():
        if unit.hex or unit.lost:
            lost[unit.side] += unit.data.steps - (0 if unit.lost else unit.steps)
    return lost
