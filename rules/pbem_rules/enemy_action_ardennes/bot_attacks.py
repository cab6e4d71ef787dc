"""What an attack is worth to the staff: hits to be expected, against losses, with the towns that are at stake."""

from __future__ import annotations

from fractions import Fraction

from pbem.craft.moods import EVEN, Mood
from pbem_rules.enemy_action_ardennes.board import FOE, around, built_in
from pbem_rules.enemy_action_ardennes.s09_chits import (
    Engagement,
    adjusted,
    least_draw,
    most_draw,
    reckoning,
    sheltered,
)
from pbem_rules.enemy_action_ardennes.s09_tactics import defenders_of
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, holder, steps_of, worth_of

MOST_LOSSES = 2


def chances_per_chit(fight: Engagement) -> tuple[Fraction, Fraction]:
    """Hits and losses that one chit gives on the average, from the cup as it is."""
    known, cup = reckoning(fight), fight.table.cup or fight.table.aside
    worths = [known.worth(chit) for chit in cup]
    count = max(len(worths), 1)
    return Fraction(sum(hits for hits, _ in worths), count), Fraction(sum(losses for _, losses in worths), count)


def worth_of_attack(fight: Engagement) -> Fraction:
    """Steps and ground won, less steps lost."""
    draws = most_draw(fight)
    hits, losses = (each * draws for each in chances_per_chit(fight))
    hits = max(hits - sheltered(fight), Fraction(0))
    if adjusted(fight, 1, 1)[1] == 0:
        losses = max(losses - 1, Fraction(0))
    steps = steps_of(fight.defending)
    gain = min(hits, Fraction(steps + 1)) * 2
    town = worth_of(fight.table, fight.target) if built_in(fight.target) else 0
    return gain + (town if hits >= steps else Fraction(town, 4)) - losses * Fraction(3, 2)


def attacks_of(
    table: EnemyAction, side: str, units: list[Regiment], at: dict[str, str], mood: Mood = EVEN
) -> tuple[tuple[AssaultOrder, ...], Fraction]:
    """The best target for all who can reach it, then the next best for the rest; and what all that is worth."""
    left = [unit for unit in units if not (unit.dispersed or unit.cut_off or unit.no_fuel)]
    orders, total = list[AssaultOrder](), Fraction(0)
    while left:
        found = [option for option in options_for(table, side, left, at) if option[0] > -mood.bold]
        if not found:
            break
        worth, target, names = max(found)
        orders.append(AssaultOrder(attack=target, with_=names, then="advance all" if side == "german" else ""))
        total += worth
        left = [unit for unit in left if unit.id not in names]
    return tuple(orders), total


def options_for(
    table: EnemyAction, side: str, units: list[Regiment], at: dict[str, str]
) -> list[tuple[Fraction, str, tuple[str, ...]]]:
    """Every target with all who stand next to it."""
    foe, near = FOE[side], dict[str, list[Regiment]]()
    for unit in units:
        for hex in around(at.get(unit.id, unit.hex)):
            if holder(table, hex) == foe:
                near.setdefault(hex, []).append(unit)
    found = []
    for hex, who in sorted(near.items()):
        if len(who) == 1 and who[0].bracketed:
            continue
        names = tuple(unit.id for unit in who)
        fight = Engagement(table, hex, names, tuple(unit.id for unit in defenders_of(table, hex)), at=at)
        if fight.defenders and most_draw(fight) >= least_draw(fight):
            found.append((worth_of_attack(fight), hex, names))
    return found
