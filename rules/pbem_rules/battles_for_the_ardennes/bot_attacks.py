"""What the bot attacks: the best odds first, with no more than is plenty, and what fire is worth its ammunition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from pbem.craft.drafts import who_can_attack
from pbem.craft.moods import EVEN, Mood
from pbem.craft.pieces import ids_of
from pbem.ruleset import mutable
from pbem_rules.battles_for_the_ardennes.board import FOE, the_charts
from pbem_rules.battles_for_the_ardennes.bot_plans import counting_towns, is_ending
from pbem_rules.battles_for_the_ardennes.s07_zones import stacks_of
from pbem_rules.battles_for_the_ardennes.s09_combat import cannot_attack, reckon, targets_among
from pbem_rules.battles_for_the_ardennes.s10_artillery import batteries_in_range, cannot_fire
from pbem_rules.battles_for_the_ardennes.s16_intensive import able as able_to_intensify
from pbem_rules.battles_for_the_ardennes.s16_intensive import may_use
from pbem_rules.battles_for_the_ardennes.s16_saturation import Salvo, multiplier_of
from pbem_rules.battles_for_the_ardennes.sheets import AttackOrder, Barrage
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

ENOUGH = {"german": "2-1", "allied": "2-1"}
"""The column, terrain and protective fire counted, at which a die is worth it."""
AT_LAST = "1-1"
"""The same when the end is near."""
PLENTY = "6-1"
"""From here on nobody else joins in."""
MIDDLING = 4
"""The die for which saturation is reckoned: two times in three it is as good or better."""
DARING = 2
"""Units that try a point of intensive fire in one attack; twice as many when the end is near."""


@mutable
class Guns1944:
    """What a side still has to throw in, as one attack after the other is written."""

    table: BattlesTable
    side: str
    guns: list[BattleUnit]
    mood: Mood
    used: set[str] = field(default_factory=set)
    spent: set[str] = field(default_factory=set)
    """Enemy batteries that will have given their protective fire."""
    air: int = 0

    def on(self, hex: str) -> list[BattleUnit]:
        """Batteries that can fire at a hex, the heaviest first."""
        able = [gun for gun in self.guns if gun.id not in self.used and fires(self.table, gun, hex)]
        return sorted(able, key=lambda unit: (-unit.face.barrage, unit.id))

    def answering(self, hex: str) -> list[BattleUnit]:
        found = batteries_in_range(self.table, FOE[self.side], hex)
        return [unit for unit in found if unit.id not in self.spent]

    def take(self, line: AttackOrder) -> None:
        self.used |= {*line.with_, *(barrage.unit for barrage in line.batteries_of)}
        self.spent |= {*ids_of(self.answering(line.attack))}
        self.air -= line.support


def fires(table: BattlesTable, gun: BattleUnit, hex: str) -> bool:
    return cannot_fire(table, gun, Barrage(gun.id), hex) is None


def bot_attacks(table: BattlesTable, side: str, mood: Mood = EVEN) -> list[AttackOrder]:
    """First a battery that draws the enemy's fire, then one attack after the other, with what is still free."""
    free, means = all_there_is(table, side, mood)
    ranked = sorted((-place(column_on(means, hex, list(who), means.on(hex), [])), hex) for hex, who in free.items())
    probe = draw_fire(means, {hex for _, hex in ranked[: 1 + len(ranked) // 2]}) if side == "german" else None
    lines = [probe] if probe is not None else []
    for line in lines:
        means.take(line)
    gone = {line.attack for line in lines}
    for _, hex in ranked:
        able = [unit for unit in free[hex] if unit.id not in means.used]
        if hex not in gone and (attack := attack_on(means, hex, able)) is not None:
            lines.append(attack)
            means.take(attack)
    return lines


def all_there_is(table: BattlesTable, side: str, mood: Mood) -> tuple[dict[str, tuple[BattleUnit, ...]], Guns1944]:
    """Who can attack what, and what there is to throw in."""
    units, stacks = units_of(table, side), stacks_of(table)
    free = who_can_attack(units, lambda unit: targets_among(table, stacks, unit))
    guns = [unit for unit in units if unit.in_battery and unit.id not in table.fought]
    return free, Guns1944(table, side, guns, mood, air=table.air)


def place(column: str) -> int:
    return the_charts().columns.labels.index(column)


def column_on(
    means: Guns1944, hex: str, units: Sequence[BattleUnit], guns: Sequence[BattleUnit], foes: Sequence[BattleUnit]
) -> str:
    """The column if these batteries give their protective fire."""
    return reckon(means.table, hex, units, guns, foes, {}).column


def draw_fire(means: Guns1944, wanted: set[str]) -> AttackOrder | None:
    """A weak battery far enough off to risk nothing fires where most protective fire answers, at what is not wanted."""
    table, found = means.table, []
    weak = sorted(means.guns, key=lambda unit: (unit.face.barrage, unit.id))[:4]
    for foe in dict.fromkeys(unit.hex for unit in units_of(table, FOE[means.side])):
        answer = means.answering(foe)
        if foe not in wanted and len(answer) > 1:
            able = [gun for gun in weak if fires(table, gun, foe) and table.here.distance(gun.hex, foe) > 1]
            found += [(-len(answer), foe, gun.id) for gun in able]
    if not found:
        return None
    _, hex, gun = min(found)
    return AttackOrder(attack=hex, barrage=(gun,))


def attack_on(means: Guns1944, hex: str, units: list[BattleUnit]) -> AttackOrder | None:
    """With as few as are plenty; with batteries, air and more fire as long as they are needed."""
    table, foes = means.table, means.answering(hex)
    force = first_plenty(means, hex, units, foes)
    if not force:
        return None
    taken: list[BattleUnit] = []
    for gun in means.on(hex):
        if place(column_on(means, hex, force, taken, foes)) >= place(PLENTY):
            break
        taken.append(gun)
    taken = needed(means, hex, force, taken, foes)
    column = column_on(means, hex, force, taken, foes)
    support = int(means.air > 0 and place(column) < place(PLENTY))
    line = AttackOrder(attack=hex, with_=ids_of(force), barrage=ids_of(taken), support=support)
    line = with_more_fire(means, line, force, taken, foes)
    daring = is_ending(table) or (means.side == "german" and hex in counting_towns(table))
    enough = AT_LAST if daring else ENOUGH[means.side]
    liking = means.mood.bold + means.mood.about(hex)
    if place(promised(means, line, force, taken, foes)) + liking < place(enough):
        return None
    return line if cannot_attack(table, means.side, line) is None else None


def first_plenty(means: Guns1944, hex: str, units: list[BattleUnit], foes: Sequence[BattleUnit]) -> list[BattleUnit]:
    """The strongest first, until the column is plenty."""
    leaders = sorted((u for u in units if not u.face.bracketed), key=lambda unit: (-unit.face.strength, unit.id))
    force: list[BattleUnit] = []
    for unit in leaders:
        if force and place(column_on(means, hex, force, [], foes)) >= place(PLENTY):
            break
        force.append(unit)
    return force


def needed(
    means: Guns1944, hex: str, force: list[BattleUnit], taken: list[BattleUnit], foes: Sequence[BattleUnit]
) -> list[BattleUnit]:
    """Without the batteries that change nothing."""
    best = column_on(means, hex, force, taken, foes)
    for gun in reversed(list(taken)):
        fewer = [other for other in taken if other.id != gun.id]
        if column_on(means, hex, force, fewer, foes) == best:
            taken = fewer
    return taken


# 16.6, 16.7 Fire that costs ammunition


def with_more_fire(
    means: Guns1944, line: AttackOrder, force: list[BattleUnit], taken: list[BattleUnit], foes: Sequence[BattleUnit]
) -> AttackOrder:
    """Saturation when nothing need be saved, a point of intensive fire where it gives a column."""
    table, last = means.table, is_ending(means.table)
    if table.plays("saturation") and last and taken:
        kind = "withering" if table.turn >= table.form.length.last and not counts_losses(table) else "normal"
        line = line.model_copy(update={"barrage": tuple(f"{gun.id} saturate {kind}" for gun in taken)})
    column = promised(means, line, force, taken, foes)
    if not may_use(table, means.side) or place(column) >= place(PLENTY):
        return line
    able = sorted(able_to_intensify(table, force, defending=False), key=lambda u: (-u.face.strength, u.id))
    for many in range(1, min(len(able), DARING * (1 + last)) + 1):
        tried = {unit.id: "1" for unit in able[:many]}
        bolder = line.model_copy(update={"intensive": tried})
        if place(promised(means, bolder, force, taken, foes)) > place(column):
            return bolder
    return line


def counts_losses(table: BattlesTable) -> bool:
    """Whether a battery that is lost counts for somebody."""
    return table.form.victory.kind == "plans"


def promised(
    means: Guns1944, line: AttackOrder, force: list[BattleUnit], taken: list[BattleUnit], foes: Sequence[BattleUnit]
) -> str:
    """The column of a line if its fire does what it does two times in three."""
    hex, salvos = line.attack, dict[str, Salvo]()
    for barrage in line.batteries_of:
        if barrage.saturate:
            far = max(1, means.table.here.distance(means.table.units[barrage.unit].hex, hex))
            times = multiplier_of(barrage.saturate, MIDDLING, far)
            salvos[barrage.unit] = Salvo(barrage.unit, barrage.saturate, MIDDLING, times)
    gained = {name: int(points) for name, points in line.intensive.items()}
    return reckon(means.table, hex, force, taken, foes, salvos, gained, line.support).column
