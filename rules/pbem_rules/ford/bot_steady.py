"""Steady: goes for the towns, fights where the odds are good, plays no cards.  A newcomer can beat it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.craft.moods import EVEN, Mood
from pbem.ruleset import Chooser, Decision, Order, Part, Pick, View
from pbem_rules.ford.board import FOE, limit, the_map, the_tables
from pbem_rules.ford.bot import guns_for
from pbem_rules.ford.s05_march import cannot_march, destinations
from pbem_rules.ford.s06_combat import cannot_attack, ground_shift, odds_of, targets
from pbem_rules.ford.sheets import AttackLine, MarchLine
from pbem_rules.ford.standing import TOPICS
from pbem_rules.ford.table import Ford, Unit, full, units_of

GOOD_ODDS = "2-1"
HEX = 4
"""What a hex nearer counts."""


def steady(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """Lines for the march and for combat; in everything else it does what silence would."""
    if decision.kind == "part" and "again" not in decision.facts and decision.topic in LINES:
        return Part(decision.topic, LINES[decision.topic](view.table, view.side))
    default = next((topic.default for topic in TOPICS if topic.name == decision.topic), None)
    return default(view, decision) if default else Part(decision.topic)


def in_a_mood(view: View, decision: Decision, mood: Mood, chooser: Chooser) -> tuple[Order, ...]:
    """Its lines in another mood, in combat with guns and now and then a card."""
    lines = LINES[decision.topic](view.table, view.side, mood)
    return tuple(backed(view, lines, chooser)) if decision.topic == "combat" else lines


def backed(view: View, lines: tuple[Order, ...], chooser: Chooser) -> Iterator[Order]:
    """6.5 Attacks with guns in range and perhaps a card, each used once."""
    used = {name for line in lines if isinstance(line, AttackLine) for name in line.with_}
    cards = [card for card in view.own.hand if card.startswith("Volley")]
    for line in lines:
        if isinstance(line, AttackLine):
            guns = guns_for(view, line.attack, used)
            card = cards.pop() if cards and chooser.number(2) else ""
            better = line.model_copy(update={"guns": guns, "card": card})
            if cannot_attack(view.table, view.side, better) is None:
                used |= {*guns}
                line = better
        yield line


def marches(table: Ford, side: str, mood: Mood = EVEN) -> tuple[Order, ...]:
    """Each unit as near as it gets to a town that is the enemy's; who stands in a town of its own stays."""
    towns = the_map().towns
    goals = [town.hex for name, town in sorted(towns.items()) if table.towns[name] == FOE[side]]
    kept = {town.hex for town in towns.values()}
    lines: list[Order] = []
    ends: list[str] = []
    for unit in units_of(table, side):
        free = [hex for hex in sorted(destinations(table, unit)) if hex == unit.hex or ends.count(hex) < limit("stack")]
        stays = unit.hex in kept and mood.about(unit.id) <= 0
        to = min(free, key=partial(distance_to, goals, unit, mood)) if goals and not stays else unit.hex
        line = MarchLine(unit=unit.id, to=to)
        if to != unit.hex and not full(table, to, side, limit("stack")) and cannot_march(table, side, line) is None:
            lines.append(line)
            ends.append(to)
    return tuple(lines)


def distance_to(goals: list[str], unit: Unit, mood: Mood, hex: str) -> tuple[int, str]:
    return HEX * min(the_map().hexes.distance(hex, goal) for goal in goals) - mood.about(unit.id, hex), hex


def attacks(table: Ford, side: str, mood: Mood = EVEN) -> tuple[Order, ...]:
    """Whatever can be attacked by good odds, by all who can reach it and have nothing else to do."""
    columns = the_tables().columns
    lines: list[Order] = []
    used: set[str] = set()
    units = units_of(table, side)
    for goal in sorted({hex for unit in units for hex in targets(table, unit)}):
        able = [unit for unit in units if unit.id not in used and goal in targets(table, unit)]
        if not able or not columns.at_least(columns.shifted(column_of(table, able, goal), mood.bold), GOOD_ODDS):
            continue
        names = tuple(unit.id for unit in able)
        line = AttackLine(attack=goal, with_=names, then=f"advance {names[0]}")
        if cannot_attack(table, side, line) is None:
            lines.append(line)
            used |= {*names}
    return tuple(lines)


def column_of(table: Ford, attackers: list[Unit], goal: str) -> str:
    """6.2, 6.3 Without guns and cards."""
    return the_tables().columns.shifted(odds_of(table, attackers, goal), ground_shift(attackers, goal))


LINES = {"march": marches, "combat": attacks}
