"""What the bot attacks: the best odds first, with everything beside the target and the batteries in range."""

from __future__ import annotations

from pbem.craft.drafts import who_can_attack
from pbem.craft.moods import EVEN, Mood
from pbem.craft.pieces import ids_of
from pbem_rules.battles_for_the_ardennes.board import FOE, the_charts
from pbem_rules.battles_for_the_ardennes.bot_plans import foe_hexes
from pbem_rules.battles_for_the_ardennes.s07_zones import stacks_of
from pbem_rules.battles_for_the_ardennes.s09_combat import cannot_attack, reckon, targets_among
from pbem_rules.battles_for_the_ardennes.s10_artillery import batteries_in_range, cannot_fire
from pbem_rules.battles_for_the_ardennes.sheets import AttackOrder, Barrage
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

ENOUGH = {"german": "1-1", "allied": "2-1"}
"""The column, terrain and protective fire counted, at which a die is worth it."""


def bot_attacks(table: BattlesTable, side: str, mood: Mood = EVEN) -> list[AttackOrder]:
    """First a battery that draws the enemy's fire, then one attack after the other, with what is still free."""
    units, stacks = units_of(table, side), stacks_of(table)
    free = who_can_attack(units, lambda unit: targets_among(table, stacks, unit))
    guns = [unit for unit in units if unit.in_battery and unit.id not in table.fought]
    place = the_charts().columns.labels.index
    ranked = sorted(
        (-place(column_on(table, hex, list(who), guns_on(table, hex, guns), [])), hex) for hex, who in free.items()
    )
    best = {hex for _, hex in ranked[: 1 + len(ranked) // 2]}
    probe, spent = draw_fire(table, side, guns, best) if side == "german" else (None, frozenset())
    lines = [probe] if probe is not None else []
    used = {name for line in lines for name in line.barrage}
    gone = {line.attack for line in lines}
    for _, hex in ranked:
        able = led([unit for unit in free[hex] if unit.id not in used])
        fire = guns_on(table, hex, [gun for gun in guns if gun.id not in used])
        foes = [unit for unit in batteries_in_range(table, FOE[side], hex) if unit.id not in spent]
        line = attack_on(table, side, hex, able, fire, foes, mood.bold + mood.about(hex)) if hex not in gone else None
        if line is not None:
            lines.append(line)
            used |= {*line.with_, *line.barrage}
            spent |= {unit.id for unit in foes}
    return lines


def guns_on(table: BattlesTable, hex: str, guns: list[BattleUnit]) -> list[BattleUnit]:
    return [gun for gun in guns if cannot_fire(table, gun, Barrage(gun.id), hex) is None]


def draw_fire(
    table: BattlesTable, side: str, guns: list[BattleUnit], wanted: set[str]
) -> tuple[AttackOrder | None, frozenset[str]]:
    """A weak battery far enough off to risk nothing fires where most protective fire answers, at what is not wanted."""
    found = []
    weak = sorted(guns, key=lambda unit: (unit.face.barrage, unit.id))[:4]
    for foe in foe_hexes(table):
        answer = batteries_in_range(table, FOE[side], foe)
        if foe not in wanted and len(answer) > 1:
            found += [(-len(answer), foe, gun.id) for gun in guns_on(table, foe, weak) if far_off(table, gun, foe)]
    if not found:
        return None, frozenset()
    _, hex, gun = min(found)
    return AttackOrder(attack=hex, barrage=(gun,)), frozenset(u.id for u in batteries_in_range(table, FOE[side], hex))


def far_off(table: BattlesTable, gun: BattleUnit, hex: str) -> bool:
    return table.here.distance(gun.hex, hex) > 1


def led(units: list[BattleUnit]) -> list[BattleUnit]:
    """Units in brackets only beside others of their hex."""
    lead = {unit.hex for unit in units if not unit.face.bracketed}
    return [unit for unit in units if not unit.face.bracketed or unit.hex in lead]


def attack_on(
    table: BattlesTable,
    side: str,
    hex: str,
    units: list[BattleUnit],
    guns: list[BattleUnit],
    foes: list[BattleUnit],
    liking: int,
) -> AttackOrder | None:
    """With as few batteries as make the odds good enough; all of them if they fall short is too few."""
    if not units:
        return None
    enough, columns = ENOUGH[side], the_charts().columns
    taken: list[BattleUnit] = []
    best_first = sorted(guns, key=lambda unit: (-unit.face.barrage, unit.id))
    for gun in [None, *best_first]:
        taken += [gun] if gun is not None else []
        if columns.at_least(columns.shifted(column_on(table, hex, units, taken, foes), liking), enough):
            names = ids_of(units)
            line = AttackOrder(attack=hex, with_=names, barrage=ids_of(taken), then=first_in(table, side, units))
            return line if cannot_attack(table, side, line) is None else None
    return None


def column_on(
    table: BattlesTable, hex: str, units: list[BattleUnit], guns: list[BattleUnit], foes: list[BattleUnit]
) -> str:
    """The column if these batteries give their protective fire."""
    return reckon(table, hex, units, guns, foes, {}).column


def first_in(table: BattlesTable, side: str, units: list[BattleUnit]) -> str:
    """The German goes in with his strongest tanks; the Allies stay."""
    tanks = [unit for unit in units if unit.mechanized and not unit.face.bracketed]
    if side != "german" or not tanks:
        return ""
    return f"advance {max(tanks, key=lambda unit: (unit.face.strength, unit.id)).id}"
