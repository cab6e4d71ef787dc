"""What the veteran attacks: whatever promises more than it risks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from pbem.craft.moods import EVEN, Mood
from pbem.craft.pieces import ids_of
from pbem.ruleset import mutable
from pbem_rules.battles_for_the_ardennes.bot_attacks import (
    Guns1944,
    all_there_is,
    draw_fire,
    promised,
    with_more_fire,
)
from pbem_rules.battles_for_the_ardennes.bot_meuse import beyond
from pbem_rules.battles_for_the_ardennes.bot_plans import in_season, stakes
from pbem_rules.battles_for_the_ardennes.bot_prospects import Prospects
from pbem_rules.battles_for_the_ardennes.bot_sums import Sums
from pbem_rules.battles_for_the_ardennes.bot_temper import Temper
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of
from pbem_rules.battles_for_the_ardennes.s09_combat import cannot_attack
from pbem_rules.battles_for_the_ardennes.s16_intensive import may_use
from pbem_rules.battles_for_the_ardennes.sheets import AttackOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_in

PLENTY = "8-1"
"""From here on no battery joins in."""
MOST = 7
"""So many units are thought of for one attack."""
A_COLUMN = 30
"""What a column of liking weighs."""

Rated = tuple[int, AttackOrder]


@mutable
class Council:
    """What is weighed for all attacks of a phase; in several moods one after the other, without reckoning anew."""

    table: BattlesTable
    side: str
    prospects: Prospects
    sums: Sums
    known: dict[tuple[object, ...], Rated] = field(default_factory=dict)
    there: dict[str, list[BattleUnit]] = field(default_factory=dict)

    def lines(self, mood: Mood = EVEN) -> list[AttackOrder]:
        """First a battery that draws the enemy's fire, then the most promising first, each with what is still free."""
        free, means = all_there_is(self.table, self.side, mood)
        ranked = [(-rated[0], hex) for hex, who in free.items() if (rated := self.best(means, hex, who)) is not None]
        probe = draw_fire(means, {hex for _, hex in ranked})
        lines = [probe] if probe is not None else []
        for line in lines:
            means.take(line)
        for _, hex in sorted(ranked):
            able = [unit for unit in free[hex] if unit.id not in means.used]
            if (rated := self.best(means, hex, able)) is not None:
                lines.append(rated[1])
                means.take(rated[1])
        return lines

    def best(self, means: Guns1944, hex: str, units: Sequence[BattleUnit]) -> Rated | None:
        """The force that promises most for what it takes; None if none promises enough."""
        leaders = sorted((u for u in units if not u.face.bracketed), key=lambda unit: (-unit.face.strength, unit.id))
        foes, guns, found = means.answering(hex), means.on(hex), list[Rated]()
        liking = A_COLUMN * (means.mood.bold + means.mood.about(hex))
        for many in range(1, min(MOST, len(leaders)) + 1):
            key = (hex, ids_of(leaders[:many]), ids_of(guns), ids_of(foes), means.air > 0)
            if key not in self.known:
                self.known[key] = self.rated(means, hex, leaders[:many], guns, foes)
            gain, line = self.known[key]
            if gain + liking >= self.prospects.temper.least and (not found or gain + liking > found[0][0]):
                found = [(gain + liking, line)]
        lawful = found and cannot_attack(self.table, self.side, found[0][1]) is None
        return found[0] if lawful else None

    def rated(
        self, means: Guns1944, hex: str, force: list[BattleUnit], guns: list[BattleUnit], foes: Sequence[BattleUnit]
    ) -> Rated:
        """What an attack promises, with as many batteries as help."""
        if hex not in self.there:
            self.there[hex] = units_in(self.table, hex)
        taken, column = self.batteries(hex, force, guns, foes)
        support = int(means.air > 0 and column != PLENTY)
        line = AttackOrder(attack=hex, with_=ids_of(force), barrage=ids_of(taken), support=support)
        if self.table.plays("saturation") or may_use(self.table, self.side):
            line = with_more_fire(means, line, force, taken, foes)
            column = promised(means, line, force, taken, foes)
        elif support:
            column = self.sums.column(hex, self.there[hex], force, taken, foes, support)
        gain = self.prospects.gain(hex, column, self.there[hex], force, self.prospects.contact.zone[self.side])
        return gain - self.prospects.temper.thrift * sum(unit.face.strength for unit in force), line

    def batteries(
        self, hex: str, force: list[BattleUnit], guns: list[BattleUnit], foes: Sequence[BattleUnit]
    ) -> tuple[list[BattleUnit], str]:
        """The heaviest until it is plenty, without those that change nothing; and the column with them."""
        taken, there = list[BattleUnit](), self.there[hex]
        column = self.sums.column(hex, there, force, taken, foes, 0)
        for gun in guns:
            if column == PLENTY:
                break
            taken.append(gun)
            column = self.sums.column(hex, there, force, taken, foes, 0)
        for gun in reversed(list(taken)):
            fewer = [other for other in taken if other.id != gun.id]
            if self.sums.column(hex, there, force, fewer, foes, 0) == column:
                taken = fewer
        return taken, column


def council_of(table: BattlesTable, side: str, temper: Temper) -> Council:
    prospects = Prospects(table, side, contact_of(table), in_season(table, side, temper), stakes(table), beyond(table))
    return Council(table, side, prospects, Sums(table, side))
