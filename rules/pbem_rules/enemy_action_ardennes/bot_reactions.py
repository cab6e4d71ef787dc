"""The staff in the enemy's impulse and in the morning: bridges blown and saved, roads blocked, fuel, interdiction."""

from __future__ import annotations

from pbem.craft.cards import NONE
from pbem.ruleset import Decision, Pick, View
from pbem_rules.enemy_action_ardennes.board import the_cards
from pbem_rules.enemy_action_ardennes.bot_aims import german_goals, ways_of
from pbem_rules.enemy_action_ardennes.bot_schemes import hopes_of
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.bot_travel import distance
from pbem_rules.enemy_action_ardennes.s10_fuel import DEPOT
from pbem_rules.enemy_action_ardennes.table import EnemyAction, by_name, members, steps_of, sway_of

LITTLE_HOPE = 4
"""A card that commands no more steps than this is free for the engineers."""
WORTH_BLOWING = 300
"""For the sake of this much beyond a bridge it is blown."""
SOON = 10
HEX = 4


def spare(view: View, cards: tuple[str, ...]) -> list[str]:
    """Those that command next to nobody, the least useful first."""
    found = [card for card in cards if hopes_of(view.table, view.side, card) <= LITTLE_HOPE]
    found = [card for card in found if the_cards()[card].kind in ("division", "none")]
    return sorted(found, key=lambda card: (hopes_of(view.table, view.side, card), int(card)))


def react(view: View, decision: Decision, temper: Temper) -> Pick | None:
    """Roads blocked, or a bridge blown that leads vehicles to what is worth most."""
    if decision.facts["kind"] == "roadblock":
        return block(view, decision, temper)
    unit = view.table.units[str(decision.facts["unit"])]
    if unit.on_foot:
        return NONE
    cards = spare(view, tuple(option.split(" at ")[0] for option in decision.options[1:]))
    goals, blown = german_goals(view.table, temper), tuple(view.table.blown)
    for option in decision.options[1:]:
        card, _, side = option.partition(" at ")
        beyond = next(hex for hex in side.split("-") if hex != unit.hex)
        near = {goal: distance(unit, beyond, goal, blown) for goal in goals}
        here = {goal: distance(unit, unit.hex, goal, blown) for goal in goals}
        won = sum(goals[goal] for goal, far in near.items() if far <= SOON and far < here[goal])
        if cards and card == cards[0] and won >= WORTH_BLOWING:
            return option
    return NONE


def block(view: View, decision: Decision, temper: Temper) -> Pick | None:
    """7.9 The two hexes that most delay those who are about to move."""
    table, active = view.table, decision.facts["active"]
    cards = spare(view, tuple(option for option in decision.options if len(option) < HEX))
    assert isinstance(active, tuple)
    units = [unit for unit in by_name(table, active) if unit.hex and not unit.no_fuel]
    if not cards or not units:
        return None
    ways = ways_of(table, sway_of(table), temper, units)
    hexes, chosen, won = [option for option in decision.options if len(option) == HEX], list[str](), 0
    for _ in range(decision.most - 1):
        best = max(hexes, key=ways.blocked, default="")
        if best and ways.blocked(best) > 0:
            won += ways.blocked(best)
            chosen.append(best)
            ways.marked(best)
            hexes.remove(best)
    if won < temper.blocking:
        return None
    return tuple(option for option in decision.options if option in (cards[0], *chosen))


def save_bridge(view: View, decision: Decision, temper: Temper) -> Pick:
    """By a card that could do least else; never by an army's."""
    cards = [card for card in decision.options[1:] if the_cards()[card].kind in ("division", "corps")]
    return min(cards, key=lambda card: (hopes_of(view.table, view.side, card), int(card)), default=NONE)


def fuel(view: View, decision: Decision, temper: Temper) -> Pick:
    """A depot for whoever is strong; a card only for one that would command less."""
    formation = str(decision.facts["formation"])
    stake = steps_of(members(view.table, "german", formation))
    if stake < LITTLE_HOPE:
        return NONE
    if DEPOT in decision.options:
        return DEPOT
    given = [option for option in decision.options[1:] if gives(view.table, option) < stake]
    return min(given, key=lambda option: (gives(view.table, option), option), default=NONE)


def gives(table: EnemyAction, option: str) -> int:
    """How many steps the card could command that is given up."""
    return hopes_of(table, "german", option.split(" giving ")[-1])


def interdict(view: View, decision: Decision, temper: Temper) -> Pick:
    """Whenever a card flies that could do little else."""
    cards = decision.options[1:]
    return min(cards, key=lambda card: (hopes_of(view.table, view.side, card), int(card)), default=NONE)
