"""What the bot attacks, and where it advances: what is worth a die on the average."""

from __future__ import annotations

from fractions import Fraction

from pbem.craft.moods import EVEN, Mood
from pbem.craft.payment import fewest_that_pay
from pbem.kit.tables import chances
from pbem.ruleset import Decision, View
from pbem_rules.ardennes_offensive.board import the_map, the_tables
from pbem_rules.ardennes_offensive.s04_first_turn import duty_plan, has_duty
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s09_combat import (
    attack_strength,
    defence_strength,
    odds_between,
    table_for,
    targets,
    total,
)
from pbem_rules.ardennes_offensive.s10_results import best_ways
from pbem_rules.ardennes_offensive.s11_terrain import is_safe
from pbem_rules.ardennes_offensive.s12_supply import ISOLATED
from pbem_rules.ardennes_offensive.sheets import STAY, AttackLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of

ENOUGH = 2
"""Tenths of a unit that one more attacker must add."""


def attacks(table: Ardennes, side: str, mood: Mood = EVEN) -> list[AttackLine]:
    """The best attacks first, as long as the odds are worth it; on game-turn 1 what must be."""
    if has_duty(table) and side == "german":
        return [line.model_copy(update={"then": first_tank(table, line.with_)}) for line in duty_plan(table)]
    lay = lay_of(table)
    beside: dict[str, list[Unit]] = {}
    for unit in units_of(table, side):
        if unit.supply != ISOLATED and not unit.road:
            for hex in targets(table, unit, lay):
                beside.setdefault(hex, []).append(unit)
    lines: list[AttackLine] = []
    used: set[str] = set()
    best_first = sorted((-ratio(table, units, hex, lay), hex) for hex, units in beside.items())
    for _, hex in best_first:
        units = [unit for unit in beside[hex] if unit.id not in used]
        line = attack_on(table, hex, units, lay, mood.bold + mood.about(hex))
        if line is not None:
            lines.append(line)
            used |= {*line.with_}
    return lines


def ratio(table: Ardennes, units: list[Unit], hex: str, lay: Lay) -> Fraction:
    defence = total(defence_strength(table, (hex,), lay))
    return Fraction(total(attack_strength(table, units)), max(1, defence))


def attack_on(table: Ardennes, hex: str, units: list[Unit], lay: Lay, liking: int) -> AttackLine | None:
    """With as many units as make it worth a die, the strongest first."""
    defence = total(defence_strength(table, (hex,), lay))
    taken: list[Unit] = []
    best, chosen = Fraction(0), tuple[Unit, ...]()
    strongest_first = sorted(units, key=lambda unit: (-unit.strength, unit.id))
    for unit in strongest_first:
        taken.append(unit)
        odds = odds_between(total(attack_strength(table, taken)), defence)
        gain = worth_of(table, odds, taken, lay.stacks[hex]) + liking
        if gain > best + ENOUGH:
            best, chosen = gain, tuple(taken)
    names = tuple(unit.id for unit in chosen)
    return AttackLine(attack=(hex,), with_=names, then=first_tank(table, names)) if names else None


def worth_of(table: Ardennes, odds: str, attackers: list[Unit], defenders: list[Unit]) -> Fraction:
    """What an attack is worth on the average, in tenths: units and ground, less the trouble it is."""
    standard = table_for(table) == "standard"
    found = chances(the_tables().standard if standard else the_tables().initial, odds)
    paid = fewest_that_pay(sum(unit.strength for unit in defenders), (unit.strength for unit in attackers))
    worth = Fraction(-4)
    for result, chance in found.items():
        if result == "De":
            gain = 20 * len(defenders)
        elif result == "Ex":
            gain = 20 * len(defenders) - 20 * paid + 10
        elif result.startswith("Dr"):
            gain = driven_off(table, defenders, int(result[2:]))
        else:
            gain = 0 if all(map(is_safe, attackers)) else -15
        worth += chance * gain
    return worth


def driven_off(table: Ardennes, defenders: list[Unit], hexes: int) -> int:
    """Ground gained, and units that have nowhere to go; nothing where a town or the wall holds them."""
    if any(map(is_safe, defenders)):
        return 0
    return 8 + 20 * sum(not best_ways(table, unit, hexes) for unit in defenders)


def first_tank(table: Ardennes, names: tuple[str, ...]) -> tuple[str, ...]:
    """Who advances: the strongest mechanized German; Allies keep their line."""
    tanks = [table.units[name] for name in names if table.units[name].mechanized]
    if table.side != "german" or not tanks:
        return ()
    return (max(tanks, key=lambda unit: (unit.strength, unit.id)).id,)


def worth_advancing(view: View, decision: Decision) -> str:
    """Into towns and junctions, the strongest first; else stay."""
    hex = str(decision.facts["hex"])
    here = the_map()
    if hex not in here.town_hexes and len(here.roads.get(hex, ())) < 3:
        return STAY
    return max(decision.options[1:], key=lambda name: (view.table.units[name].strength, name))
