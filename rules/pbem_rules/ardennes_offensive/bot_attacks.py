"""What the bot attacks, and where it advances: what is worth a die on the average."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.craft.moods import EVEN, Mood
from pbem.craft.payment import fewest_that_pay
from pbem.ruleset import Decision, View, frozen
from pbem_rules.ardennes_offensive.board import DATA, the_map, the_tables
from pbem_rules.ardennes_offensive.bot_temper import Temper
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
from pbem_rules.ardennes_offensive.s10_results import ways_back
from pbem_rules.ardennes_offensive.s11_terrain import is_safe
from pbem_rules.ardennes_offensive.s12_supply import ISOLATED
from pbem_rules.ardennes_offensive.s13_bridges import interdicted_for
from pbem_rules.ardennes_offensive.sheets import STAY, AttackLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of

FACES = 6
"""Of the die; all that an attack is worth is reckoned in sixths of a tenth of a point."""
ENOUGH = 2 * FACES
"""What one more attacker must add."""
FARTHEST = 3
"""Of all retreats."""
EXIT = 5
"""What each point of exits about a hex is worth."""


@frozen
class Stake:
    """What an attack on a hex is about."""

    hex: str
    defence: int
    strength: int
    """The printed one, which an exchange costs."""
    units: int
    safe: bool
    """The terrain holds them: they are not driven off."""
    stuck: tuple[int, ...]
    """How many have no way back of one hex, of two, of three."""
    ground: int


def stake_of(table: Ardennes, hex: str, lay: Lay, temper: Temper) -> Stake:
    units = lay.stacks[hex]
    columns = any(unit.road for unit in units)
    cut = interdicted_for(table, units[0].side) if columns else frozenset[str]()  # 6.7M none else goes by roads
    ways = [ways_back(unit, FARTHEST, lay, cut) for unit in units]
    stuck = tuple(sum(not each for each in by_length) for by_length in zip(*ways, strict=True))
    exits = the_map().exits
    about = [exits[near].worth for near in (hex, *the_map().neighbours[hex]) if near in exits]
    return Stake(
        hex, total(defence_strength(table, (hex,), lay)), sum(unit.strength for unit in units), len(units),
        any(map(is_safe, units)), stuck, temper.ground + EXIT * sum(about),
    )  # fmt: skip


def attacks(table: Ardennes, side: str, temper: Temper, mood: Mood = EVEN) -> list[AttackLine]:
    """The best attacks first, as long as the odds are worth it; on game-turn 1 what must be."""
    if has_duty(table) and side == "german":
        return [line.model_copy(update={"then": first_tank(table, line.with_)}) for line in duty_plan(table)]
    lay = lay_of(table)
    beside: dict[str, list[Unit]] = {}
    for unit in units_of(table, side):
        if unit.supply != ISOLATED and not unit.road:
            for hex in targets(table, unit, lay):
                beside.setdefault(hex, []).append(unit)
    stakes = {hex: stake_of(table, hex, lay, temper) for hex in beside}
    liked = {hex: FACES * (mood.bold + mood.about(hex)) for hex in beside}
    found = {hex: attack_on(table, stakes[hex], units, temper, liked[hex]) for hex, units in beside.items()}
    lines: list[AttackLine] = []
    used: set[str] = set()
    best_first = sorted((-worth, hex) for hex, (worth, _) in found.items())
    for _, hex in best_first:
        units = [unit for unit in beside[hex] if unit.id not in used]
        same = len(units) == len(beside[hex])
        _, names = found[hex] if same else attack_on(table, stakes[hex], units, temper, liked[hex])
        if names:
            lines.append(AttackLine(attack=(hex,), with_=names, then=first_tank(table, names)))
            used |= {*names}
    return lines


def attack_on(
    table: Ardennes, stake: Stake, units: list[Unit], temper: Temper, liking: int
) -> tuple[int, tuple[str, ...]]:
    """With as many units as make it worth a die, the strongest first."""
    taken: list[Unit] = []
    best, chosen = 0, tuple[Unit, ...]()
    strongest_first = sorted(units, key=lambda unit: (-unit.strength, unit.id))
    for unit in strongest_first:
        taken.append(unit)
        gain = worth_of(table, taken, stake, temper) + liking
        if gain > best + ENOUGH:
            best, chosen = gain, tuple(taken)
    return best, tuple(unit.id for unit in chosen)


def worth_of(table: Ardennes, attackers: Sequence[Unit], stake: Stake, temper: Temper) -> int:
    """What an attack is worth on the average: units and ground, less the trouble it is."""
    odds = odds_between(total(attack_strength(table, [*attackers])), stake.defence)
    worth = -temper.trouble * FACES
    for result in results(table_for(table), odds):
        if result == "De":
            worth += temper.kill * stake.units + stake.ground
        elif result == "Ex":
            paid = fewest_that_pay(stake.strength, (unit.strength for unit in attackers))
            worth += temper.kill * stake.units - temper.own * paid + stake.ground
        elif result.startswith("Dr"):
            worth += 0 if stake.safe else stake.ground + temper.kill * stake.stuck[int(result[2:]) - 1]
        elif not all(map(is_safe, attackers)):
            worth -= temper.repulse
    return worth


@DATA.renews
@lru_cache(maxsize=32)
def results(kind: str, odds: str) -> tuple[str, ...]:
    """What each face of the die gives."""
    table = the_tables().standard if kind == "standard" else the_tables().initial
    return tuple(table.lookup(odds, face) for face in range(1, FACES + 1))


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
