"""The bot's attacks: what each is worth on the average, and which to make.  Values are tenths of a victory point."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.craft.moods import EVEN, Mood
from pbem.ruleset import frozen
from pbem_rules.bulge.board import DATA, around, the_tables
from pbem_rules.bulge.bot_temper import QUICK, Temper
from pbem_rules.bulge.s12_combat import cannot_attack, forced_attack, must_still_attack, open_targets
from pbem_rules.bulge.s12_strength import expected_column, out_of_supply, sure_column
from pbem_rules.bulge.sheets import AttackLine
from pbem_rules.bulge.table import Bulge, Unit, units_of

POINT = 10


def mean_worth(
    column: str, crt: str, temper: Temper, attackers: Sequence[Unit], target: Unit, *, trapped: bool, cut_off: bool
) -> int:
    """What an attack is worth to the attacker, over the six faces."""
    factors = tuple(unit.cf for unit in attackers)
    return mean_of_factors(column, crt, temper, factors, target.cf, trapped, cut_off)


@DATA.renews
@lru_cache(maxsize=4096)
def mean_of_factors(
    column: str, crt: str, temper: Temper, factors: tuple[int, ...], defender: int, trapped: bool, cut_off: bool
) -> int:
    """The same by combat factors, which is all that it depends on."""
    table = the_tables().crt(crt)
    faces = [table.lookup(column, face) for face in range(1, 7)]
    worths = {result: worth(result, temper, factors, defender, trapped, cut_off) for result in dict.fromkeys(faces)}
    return sum(worths[result] for result in faces) // len(faces)


def worth(result: str, temper: Temper, factors: tuple[int, ...], defender: int, trapped: bool, cut_off: bool) -> int:
    """What a result is worth to the attacker."""
    if result == "De":
        return POINT * defender + temper.ground
    if result == "Dr":
        return POINT * defender if trapped else temper.ground
    if result == "Ex":
        return POINT * defender - temper.price * paid(factors, defender) + temper.ground
    if result == "Ae":
        return -temper.price * (sum(factors) if cut_off else min(factors)) - temper.ground
    return -(temper.price * min(factors) if cut_off else temper.ground) if result == "Ar" else 0


def paid(factors: tuple[int, ...], defender: int) -> int:
    """12.2 R-07 What an exchange costs: as much as can be without paying more than that."""
    sums = {0}
    for factor in factors:
        sums |= {one + factor for one in sums}
    return max(one for one in sums if one <= defender)


def no_way_out(table: Bulge, unit: Unit) -> bool:
    """12.3 A retreat would be the end of it."""
    others = [(other.hex, other.side) for other in table.units.values() if other.hex and other.id != unit.id]
    held, foes = {hex for hex, _ in others}, {hex for hex, side in others if side != unit.side}
    return all(hex in held or not foes.isdisjoint(around(hex)) for hex in around(unit.hex))


@frozen
class Assessor:
    """Weighs the attacks of one side by a temper."""

    table: Bulge
    temper: Temper

    def value(self, names: tuple[str, ...], target: Unit, crt: str, support: int, trapped: bool) -> int:
        attackers = [self.table.units[name] for name in names]
        column = sure_column(self.table, names, target, support)
        cut_off = any(no_way_out(self.table, unit) for unit in attackers) if len(attackers) < 3 else False
        return mean_worth(column, crt, self.temper, attackers, target, trapped=trapped, cut_off=cut_off)

    def best_set(self, target: Unit, able: Sequence[Unit], crt: str) -> tuple[int, tuple[str, ...]]:
        """The best group for an attack, grown unit by unit as long as that helps."""
        group: tuple[str, ...] = ()
        best, trapped = -10_000, no_way_out(self.table, target)
        while True:
            grown = [
                (self.value((*group, unit.id), target, crt, 0, trapped), (*group, unit.id))
                for unit in able
                if unit.id not in group
            ]
            if not grown or max(grown)[0] <= best:
                return best, group
            best, group = max(grown)

    def held_off(self, target: Unit, group: tuple[str, ...]) -> int:
        """What the same group would get on the Secondary CRT."""
        return min(0, self.value(group, target, "secondary", 0, trapped=False))


def targets(table: Bulge, side: str) -> dict[str, tuple[Unit, list[Unit]]]:
    """Every enemy that can be attacked, and who can attack it."""
    found: dict[str, tuple[Unit, list[Unit]]] = {}
    for unit in units_of(table, side):
        if unit.id not in table.fought:
            for foe in open_targets(table, unit):
                found.setdefault(foe.hex, (foe, []))[1].append(unit)
    return dict(sorted(found.items()))


def attacks(
    table: Bulge, side: str, mood: Mood = EVEN, temper: Temper | None = None, *, forced: bool
) -> tuple[AttackLine, ...]:
    """The attacks that promise most, each unit in one of them; what must still attack is left to the rest line."""
    temper = temper or QUICK[side]
    least = (temper.saved if forced else temper.least) - mood.bold
    assessor = Assessor(table, temper)
    lines: list[AttackLine] = []
    used: set[str] = set()
    support = table.support.get(side, 0)
    offers = targets(table, side)
    while True:
        found = []
        for hex, (target, able) in offers.items():
            free = [unit for unit in able if unit.id not in used]
            if free and hex not in {line.attack for line in lines}:
                gain, group = assessor.best_set(target, free, "primary")
                gain += mood.about(hex)
                found.append((gain - (assessor.held_off(target, group) if forced else 0), hex, group))
        if not found or max(found)[0] < least:
            break
        _, hex, group = max(found)
        line = AttackLine(attack=hex, with_=group, support=min(support, 2), then="advance")
        offers.pop(hex)
        line = with_the_bound(table, line)
        if out_of_supply(table, line.with_) or cannot_attack(table, side, line):
            continue
        support -= line.support
        used |= {*line.with_}
        lines.append(line)
    return (*lines, AttackLine(rest="secondary")) if forced else tuple(lines)


def with_the_bound(table: Bulge, line: AttackLine) -> AttackLine:
    """Whoever must attack and has no other enemy joins."""
    names = list(line.with_)
    for unit in must_still_attack(table):
        open_ = [foe.hex for foe in open_targets(table, unit)]
        if unit.id not in names and open_ == [line.attack]:
            names.append(unit.id)
    return line.model_copy(update={"with_": tuple(names)})


def last_resort(table: Bulge, unit: Unit) -> AttackLine:
    """The better of the two tables for an attack that must be made."""
    mild, bold = (forced_attack(table, unit, policy) for policy in ("secondary", "primary"))
    column = expected_column(table, bold)
    return bold if the_tables().columns.at_least(column, "+9 to +11") else mild
