"""The bot's attacks: what each is worth on the average, and which to make.  Values are tenths of a victory point."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.craft.moods import EVEN, Mood
from pbem_rules.bulge.board import around, the_tables
from pbem_rules.bulge.s12_combat import cannot_attack, forced_attack, must_still_attack, open_targets
from pbem_rules.bulge.s12_results import payments
from pbem_rules.bulge.s12_strength import expected_column, out_of_supply, strength_of, sure_shifts
from pbem_rules.bulge.sheets import AttackLine
from pbem_rules.bulge.table import Bulge, Unit, total, units_of

POINT = 10
RETREAT = 6
"""What it is worth that the enemy gives ground, and what it costs to do so."""
WORTH_IT = {"german": 6, "allied": 12}
"""How much an attack must promise that nobody has to make."""
SAVED = 8
"""How much a primary attack must be better than holding the enemy off on the Secondary CRT."""


def worth(result: str, attackers: Sequence[Unit], target: Unit, *, trapped: bool, cut_off: bool) -> int:
    """What a result is worth to the attacker."""
    weakest = min(unit.cf for unit in attackers)
    if result == "De":
        return POINT * target.cf + RETREAT
    if result == "Dr":
        return POINT * target.cf if trapped else RETREAT
    if result == "Ex":
        paid = payments(list(attackers), target.cf)
        return POINT * (target.cf - sum(u.cf for u in attackers if paid and u.id in paid[0])) + RETREAT
    if result == "Ae":
        return -POINT * (total(attackers) if cut_off else weakest) - RETREAT
    return -(POINT * weakest if cut_off else RETREAT) if result == "Ar" else 0


def no_way_out(table: Bulge, unit: Unit) -> bool:
    """12.3 A retreat would be the end of it."""
    others = [(other.hex, other.side) for other in table.units.values() if other.hex and other.id != unit.id]
    held, foes = {hex for hex, _ in others}, {hex for hex, side in others if side != unit.side}
    return all(hex in held or not foes.isdisjoint(around(hex)) for hex in around(unit.hex))


def value_at(column: str, crt: str, attackers: Sequence[Unit], target: Unit, *, trapped: bool, cut_off: bool) -> int:
    """The mean worth over the six faces."""
    table = the_tables().crt(crt)
    faces = [table.lookup(column, face) for face in range(1, 7)]
    return sum(worth(result, attackers, target, trapped=trapped, cut_off=cut_off) for result in faces) // len(faces)


def value(table: Bulge, side: str, names: tuple[str, ...], target: Unit, crt: str, support: int, trapped: bool) -> int:
    columns = the_tables().columns
    attackers = [table.units[name] for name in names]
    base = columns.of(strength_of(table, names, target).differential)
    column = columns.shifted(base, sum(by for _, by in sure_shifts(table, side, support)))
    cut_off = any(no_way_out(table, unit) for unit in attackers) if len(attackers) < 3 else False
    return value_at(column, crt, attackers, target, trapped=trapped, cut_off=cut_off)


def best_set(table: Bulge, side: str, target: Unit, able: Sequence[Unit], crt: str) -> tuple[int, tuple[str, ...]]:
    """The best group for an attack, grown unit by unit as long as that helps."""
    group: tuple[str, ...] = ()
    best, trapped = -10_000, no_way_out(table, target)
    while True:
        grown = [
            (value(table, side, (*group, unit.id), target, crt, 0, trapped), (*group, unit.id))
            for unit in able
            if unit.id not in group
        ]
        if not grown or max(grown)[0] <= best:
            return best, group
        best, group = max(grown)


def targets(table: Bulge, side: str) -> dict[str, tuple[Unit, list[Unit]]]:
    """Every enemy that can be attacked, and who can attack it."""
    found: dict[str, tuple[Unit, list[Unit]]] = {}
    for unit in units_of(table, side):
        if unit.id not in table.fought:
            for foe in open_targets(table, unit):
                found.setdefault(foe.hex, (foe, []))[1].append(unit)
    return dict(sorted(found.items()))


def attacks(table: Bulge, side: str, mood: Mood = EVEN, *, forced: bool) -> tuple[AttackLine, ...]:
    """The attacks that promise most, each unit in one of them; what must still attack is left to the rest line."""
    lines: list[AttackLine] = []
    used: set[str] = set()
    support = table.support.get(side, 0)
    offers = targets(table, side)
    while True:
        found = []
        for hex, (target, able) in offers.items():
            free = [unit for unit in able if unit.id not in used]
            if free and hex not in {line.attack for line in lines}:
                gain, group = best_set(table, side, target, free, "primary")
                gain += mood.about(hex)
                found.append((gain - (held_off(table, side, target, group) if forced else 0), hex, group))
        if not found or max(found)[0] < (SAVED if forced else WORTH_IT[side]) - mood.bold:
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


def held_off(table: Bulge, side: str, target: Unit, group: tuple[str, ...]) -> int:
    """What the same group would get on the Secondary CRT."""
    return min(0, value(table, side, group, target, "secondary", 0, trapped=False))


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
