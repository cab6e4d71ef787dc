"""12. Combat: who attacks whom, on which table and column.  Cases 12.0 and 12.1; the results stand in s12_results."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.craft.sayings import many
from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.bulge.board import FOE, around, limit, the_tables
from pbem_rules.bulge.events import Fought, PhaseBegan, PlayerTurnBegan, SupportFlown
from pbem_rules.bulge.s06_weather import rolls_for_mist
from pbem_rules.bulge.s07_air import end_resupply
from pbem_rules.bulge.s12_results import carry_out
from pbem_rules.bulge.s12_strength import crt_of, expected_column, out_of_supply, strength_of, support_for, sure_shifts
from pbem_rules.bulge.sheets import AttackLine, column_named
from pbem_rules.bulge.table import Bulge, Unit, in_contact, next_to, unit_in


def before(table: Bulge, umpire: Umpire) -> str:
    """12.0 Pre-movement combat: nobody has to attack."""
    umpire.do("5.0", PhaseBegan("before"))
    attacks = umpire.orders("12.0a", table.side, "before")
    for line in attacks:
        if line.rest:
            attacks.refuse("12.0a", "before movement nobody has to attack", 'write "rest" under "after"')
        else:
            attack(table, umpire, attacks, line)
    return "movement"


def after(table: Bulge, umpire: Umpire) -> str:
    """12.0 Post-movement combat: whoever stands in an EZOC must attack."""
    umpire.do("12.0a", PhaseBegan("after", tuple(unit.id for unit in in_contact(table, table.side))))
    attacks, policy = umpire.orders("12.0a", table.side, "after"), ""
    for line in attacks:
        if line.rest:
            policy = line.rest
        else:
            attack(table, umpire, attacks, line)
    while owing := must_still_attack(table):
        unit = owing[0]
        if policy and (forced := by_policy(table, unit, policy)):
            battle(table, umpire.within(forced.attack), forced)
            continue
        why = ", and the Secondary CRT is closed to it (12.1a)" if policy else ""
        line = attacks.need("12.0a", f"{unit.id} in {unit.hex} must attack{why}", {"unit": unit.id})
        if line.rest:
            policy = line.rest
        else:
            attack(table, umpire, attacks, line)
    return end_of_player_turn(table, umpire)


def end_of_player_turn(table: Bulge, umpire: Umpire) -> str:
    """5.0 The Allied player-turn follows the German one, then victory is judged."""
    if table.side == "german":
        umpire.do("5.0", PlayerTurnBegan("allied"))
        return "resupply"
    end_resupply(table, umpire)
    return "victory"


def attack(table: Bulge, umpire: Umpire, attacks: Orders, line: AttackLine) -> None:
    """12.1 One line: refused, or fought out to its end."""
    if problem := cannot_attack(table, table.side, line):
        attacks.refuse(*problem)
    else:
        battle(table, umpire.within(line.attack), line)


# 12.0 Why an attack is not allowed


def cannot_attack(table: Bulge, side: str, line: AttackLine) -> Cannot | None:
    """12.0, 12.1 The hex, the units, the table, and who may not be left out."""
    if line.rest:
        return None
    target = unit_in(table, line.attack)
    if target is None or target.side != FOE[side]:
        return "12.0b", f"no enemy in {line.attack}"
    if target.id in table.attacked:
        return "12.0b", f"{target.id} in {line.attack} has been attacked in this phase"
    return (
        cannot_take_part(table, side, line)
        or cannot_use_table(table, line, target)
        or cannot_leave_out(table, line, target)
        or below_minimum(table, line)
    )


def vain_in_attack(table: Bulge, side: str, line: AttackLine) -> Iterator[Cannot]:
    """7.3, 12.1c More support than flies, and a column that is better than the attack's own."""
    if line.rest:
        return
    left = support_for(table, line, side)
    if line.support > left:
        yield "7.3", f"support: {line.support}, of {many(left, 'mission')} of ground support left"
    if not line.column or table.weather == "mist":  # whose die may better the column
        return
    best = expected_column(table, line)
    if line.column != best and the_tables().columns.at_least(line.column, best):
        yield "12.1c", f"{line.attack} is fought at {best}, not at {line.column}", "a column may be lowered only"


def cannot_take_part(table: Bulge, side: str, line: AttackLine) -> Cannot | None:
    """12.0 Each unit attacks once in a phase, a hex next to its own."""
    near = around(line.attack)
    for name in line.with_:
        unit = table.units.get(name)
        if unit is None or unit.side != side or not unit.hex:
            return "12.0b", f"{name} is no unit of {side} on the map"
        if name in table.fought:
            return "12.0b", f"{name} has attacked in this phase"
        if line.with_.count(name) > 1:
            return "12.0b", f"{name} is named twice"
        if unit.hex not in near:
            return "12.0b", f"{name} in {unit.hex} is not next to {line.attack}"
    return None


def cannot_use_table(table: Bulge, line: AttackLine, target: Unit) -> Cannot | None:
    """12.1, 14.1 The Secondary CRT binds every attacker to its strongest enemy; out of supply there is no other."""
    without = out_of_supply(table, line.with_)
    if without:
        if line.crt == "primary":
            return "14.1c", f"{without[0]} is out of supply, only the Secondary CRT is open", "leave crt out"
        return None
    if line.crt != "secondary":
        return None
    for name in line.with_:
        foes = next_to(table, table.units[name])
        strongest = max(foe.cf for foe in foes)
        if target.cf < strongest:
            best = next(foe for foe in foes if foe.cf == strongest)
            return (
                "12.1a",
                f"on the Secondary CRT {name} must attack {best.id} ({best.cf})",
                f'attack {best.hex}, or {line.attack} without "crt: secondary"',
            )
    return None


def cannot_leave_out(table: Bulge, line: AttackLine, target: Unit) -> Cannot | None:
    """R-03 Whoever must attack and has no other enemy left must join."""
    for unit in must_still_attack(table):
        if unit.id not in line.with_ and [foe.id for foe in open_targets(table, unit)] == [target.id]:
            return (
                "12.0a",
                f"{unit.id} in {unit.hex} must attack and has no other enemy than {target.id}",
                f"add it to the attack on {line.attack}",
            )
    return None


def below_minimum(table: Bulge, line: AttackLine) -> Cannot | None:
    """The line's own limit: skip the attack if its column, the die for mist left aside, is worse."""
    if not line.min:
        return None
    column = expected_column(table, line)
    if not the_tables().columns.at_least(column, line.min):
        return "sheet", f"{line.attack} would be fought at {column}, the line wants {line.min}"
    return None


# 12.0 Who must attack


def must_still_attack(table: Bulge) -> list[Unit]:
    """R-03, R-04 Units in contact since the phase began that have not attacked and still can, by their hexes."""
    if table.phase != "after":
        return []
    bound = [table.units[name] for name in table.bound if name not in table.fought]
    return [unit for unit in bound if unit.hex and open_targets(table, unit)]


def open_targets(table: Bulge, unit: Unit) -> list[Unit]:
    """12.0 The enemies next to a unit that have not been attacked in this phase."""
    return [foe for foe in next_to(table, unit) if foe.id not in table.attacked]


def strongest_target(table: Bulge, unit: Unit) -> Unit:
    """The strongest of them; of equals the one in the lowest hex."""
    return max(open_targets(table, unit), key=lambda foe: foe.cf)


def forced_attack(table: Bulge, unit: Unit, policy: str = "secondary") -> AttackLine:
    """12.0 The line for an attack that must be made: the strongest neighbour, with all who owe it an attack."""
    target = strongest_target(table, unit)
    owing = [other for other in must_still_attack(table) if target in open_targets(table, other)]
    needed = [other for other in owing if other is unit or open_targets(table, other) == [target]]
    willing = [other for other in owing if other in needed or strongest_target(table, other).cf == target.cf]
    narrow, wide = (tuple(other.id for other in group) for group in (needed, willing))
    for with_, crt in choices(table, target, wide, narrow, policy):
        line = AttackLine(attack=target.hex, with_=with_, crt=crt)
        if cannot_use_table(table, line, target) is None:
            return line
    return AttackLine(attack=target.hex, with_=narrow)


def by_policy(table: Bulge, unit: Unit, policy: str) -> AttackLine | None:
    """R-49 The attack that a policy makes; None where it wants the Secondary CRT and 12.1a leaves the Primary alone."""
    line = forced_attack(table, unit, policy)
    strays = crt_of(table, line) == "primary" and not wants_primary(table, line.attack, line.with_, policy)
    return None if strays else line


def wants_primary(table: Bulge, hex: str, names: tuple[str, ...], policy: str) -> bool:
    """Whether a policy attacks on the Primary CRT: always, never, or from a column on."""
    wanted = policy.removeprefix("primary at ").removesuffix(" or more")
    if wanted == policy:
        return policy == "primary"
    column = expected_column(table, AttackLine(attack=hex, with_=names))
    return the_tables().columns.at_least(column, column_named(wanted) or column)


def choices(
    table: Bulge, target: Unit, wide: tuple[str, ...], narrow: tuple[str, ...], policy: str
) -> list[tuple[tuple[str, ...], str]]:
    """Which units and which table a policy tries, in turn."""
    if wants_primary(table, target.hex, wide, policy):
        return [(wide, ""), (narrow, "")]
    return [(wide, "secondary"), (narrow, "secondary"), (wide, "")]


# 12.1 The combat


def all_shifts(table: Bulge, umpire: Umpire, line: AttackLine) -> tuple[list[tuple[str, int]], int]:
    """5.0, 6.1, 7.3 The columns to the right, and the die for mist if one is thrown."""
    side, mist = table.side, 0
    support = support_for(table, line, side)
    if support:
        umpire.do("7.3", SupportFlown(side, line.attack, support))
    shifts = sure_shifts(table, side, support)
    if table.phase == "after" and rolls_for_mist(table.weather, side):
        mist = umpire.roll("6.1", "mist")
        if mist <= limit("mist die"):
            shifts.append(("mist", limit("mist")))
    return shifts, mist


def battle(table: Bulge, umpire: Umpire, line: AttackLine) -> None:
    """12.1 The seven steps, from the declaration to the result."""
    side, columns = table.side, the_tables().columns
    target = unit_in(table, line.attack)
    assert target is not None
    attackers = [table.units[name] for name in line.with_]
    crt, strength = crt_of(table, line), strength_of(table, line.with_, target)
    shifts, mist = all_shifts(table, umpire, line)
    best = columns.shifted(columns.of(strength.differential), sum(by for _, by in shifts))
    column = umpire.ask(
        "12.1c", side, "column", f"{line.attack}: fight at {best}, or lower?", columns.down_from(best),
        said=line.column or None, otherwise=best, facts={"target": line.attack, "crt": crt},
    )  # fmt: skip
    face = umpire.roll("12.1b", "die")
    result = the_tables().crt(crt).lookup(column, face)
    umpire.do(
        "12.1b",
        Fought(
            line.attack, line.with_, target.id, strength.attack, strength.factor, strength.terrain,
            strength.differential, crt, tuple(shifts), mist, best, column, face, result,
        ),
    )  # fmt: skip
    carry_out(table, umpire, line, result, attackers, target)
