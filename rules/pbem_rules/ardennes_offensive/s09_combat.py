"""9. Combat.  Cases 9.1 to 9.5; results are in 10."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.craft.pieces import ids_of
from pbem.ruleset import Cannot, Orders, Umpire, frozen
from pbem_rules.ardennes_offensive.board import FOE, SIDES, the_map, the_tables
from pbem_rules.ardennes_offensive.events import Fought, Waived
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s10_results import carry_out
from pbem_rules.ardennes_offensive.s11_terrain import is_safe, multiplier
from pbem_rules.ardennes_offensive.s12_supply import ISOLATED, UNSUPPLIED, defence_state
from pbem_rules.ardennes_offensive.sheets import STAY, AttackLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, in_order, units_in

# 9.1, 9.2 Who may attack whom


def attack(table: Ardennes, umpire: Umpire, attacks: Orders, line: AttackLine) -> None:
    """9.1 One line of the sheet.  Attackers that were lost on the way are left out."""
    line = with_those_left(table, line)
    if problem := cannot_attack(table, table.side, line):
        attacks.refuse(*problem)
        return
    battle(table, umpire.within(line.attack[0]), line)


def with_those_left(table: Ardennes, line: AttackLine) -> AttackLine:
    """A line as it stands after earlier battles: hexes without enemies and units that are gone are left out."""
    foe = FOE[table.side]
    hexes = tuple(hex for hex in line.attack if any(u.side == foe and u.in_play for u in units_in(table, hex)))
    units = tuple(name for name in line.with_ if not table.units[name].lost)
    if (hexes, units) == (line.attack, line.with_):
        return line
    return line.model_copy(update={"attack": hexes or line.attack, "with_": units or line.with_})


def cannot_attack(table: Ardennes, side: str, line: AttackLine) -> Cannot | None:
    """9.1, 9.2, 9.4 Why an attack is not allowed."""
    for name in line.with_:
        if problem := cannot_take_part(table, side, table.units[name], line):
            return problem
    for hex in line.attack:
        if problem := cannot_be_attacked(table, side, hex, line):
            return problem
    return cannot_reach(table, line) or cannot_fight_at(table, line)


def cannot_take_part(table: Ardennes, side: str, unit: Unit, line: AttackLine) -> Cannot | None:
    """9.1C, 12.6, 5.3M"""
    if unit.side != side or not unit.in_play:
        return "9.1A", f"{unit.id} is no unit of the {side} side in play"
    if unit.id in table.fought:
        return "9.1C", f"{unit.id} has attacked already"
    if line.with_.count(unit.id) > 1:
        return "9.1C", f"{unit.id} is named twice"
    if unit.supply == ISOLATED:
        return "12.6", f"{unit.id} is isolated and cannot attack"
    return None


def cannot_be_attacked(table: Ardennes, side: str, hex: str, line: AttackLine) -> Cannot | None:
    """9.1A, 9.1C"""
    enemies = [unit for unit in units_in(table, hex) if unit.side != side]
    if not enemies or not enemies[0].in_play:
        return "9.1A", f"no enemy in {hex}"
    if line.attack.count(hex) > 1:
        return "9.1C", f"{hex} is named twice"
    if all(unit.id in table.attacked for unit in enemies):
        return "9.1C", f"{hex} has been attacked already in this phase"
    return None


def cannot_reach(table: Ardennes, line: AttackLine) -> Cannot | None:
    """9.1A, R-18 Every attacker next to every hex attacked."""
    for name in line.with_:
        unit = table.units[name]
        for hex in line.attack:
            if hex not in the_map().neighbours[unit.hex]:
                return "9.1A", f"{name} in {unit.hex} is not next to {hex}"
    return None


def cannot_fight_at(table: Ardennes, line: AttackLine) -> Cannot | None:
    """9.4L, E9.4L The odds wished for; and the line's own limit."""
    odds, columns = strengths_of(table, line).odds, the_tables().columns
    if line.min and not columns.at_least(odds, line.min):
        return "sheet", f"the attack on {' and '.join(line.attack)} is {odds}, the line wants {line.min}"
    lowered = line.odds and not columns.at_least(line.odds, odds)
    if table.side == "german" and lowered and not columns.at_least(line.odds, LOWEST_GERMAN):
        if not columns.at_least(odds, LOWEST_GERMAN):
            return "E9.4L", f"this attack is {odds}, German odds below {LOWEST_GERMAN} cannot be lowered"
        hint = f"this attack is {odds}, lowest column open to you {LOWEST_GERMAN}"
        return "E9.4L", f"German odds cannot be lowered to {line.odds}", hint
    return None


LOWEST_GERMAN = "2-1"
"""E9.4L"""


def vain_in_attack(table: Ardennes, side: str, line: AttackLine) -> Iterator[Cannot]:
    """10.1, 9.6N, 9.4L Who pays or advances without having fought, or on foot, and odds above those of the attack."""
    own = ", ".join(line.with_)
    for name in line.pay:
        if name not in line.with_:
            yield "10.1", f"{name} does not take part in this attack and pays nothing", f"one of {own}"
    for name in line.then:
        if name not in (STAY, *line.with_):
            yield "9.6N", f"{name} does not take part in this attack and does not advance", f"stay, or one of {own}"
        elif name != STAY and not table.units[name].mechanized:
            yield "9.6N", f"{name} is not mechanized and does not advance", "only mechanized units do"
    odds = strengths_of(table, line).odds
    if line.odds and line.odds != odds and the_tables().columns.at_least(line.odds, odds):
        yield "9.4L", f"the attack is {odds}, it cannot be fought at {line.odds}", "odds are lowered, never raised"


def targets(table: Ardennes, unit: Unit, lay: Lay) -> list[str]:
    """9.1A The hexes a unit could attack now."""
    foe = FOE[unit.side]
    return [
        hex
        for hex in the_map().neighbours[unit.hex]
        if lay.holder(hex) == foe
        and hex in the_map().live
        and not all(other.id in table.attacked for other in lay.stacks[hex])
    ]


# 9.3, 9.5 Strengths and odds


@frozen
class HexStrength:
    """The strength from one hex, and how it came about."""

    points: int
    workings: str


def attack_strength(table: Ardennes, units: list[Unit]) -> list[HexStrength]:
    """9.3J, 9.5M Hex by hex."""
    by_hex: dict[str, list[Unit]] = {}
    for unit in units:
        by_hex.setdefault(unit.hex, []).append(unit)
    states = {unit.id: unit.supply for unit in units}
    return [_of_hex(table, stack, states, attacking=True) for _, stack in sorted(by_hex.items())]


def defence_strength(table: Ardennes, hexes: tuple[str, ...], lay: Lay) -> list[HexStrength]:
    """9.2F E9.2F Who was attacked before in this phase adds nothing; 12.4K supply as it is now."""
    found = []
    for hex in hexes:
        stack = in_order(unit for unit in lay.stacks.get(hex, ()) if unit.id not in table.attacked)
        states = {unit.id: defence_state(table, unit, lay) for unit in stack}
        found.append(_of_hex(table, stack, states, attacking=False))
    return found


def _of_hex(table: Ardennes, stack: list[Unit], states: dict[str, str], *, attacking: bool) -> HexStrength:
    """9.3J Supply first, then road mode, then the rest; 9.5M a stack is added up before it is halved."""
    halved = UNSUPPLIED if attacking else ISOLATED
    whole = sum(unit.strength for unit in stack if states[unit.id] not in (halved, ISOLATED))
    part = sum(unit.strength for unit in stack if states[unit.id] == halved)
    words = "+".join(str(unit.strength) for unit in stack)
    points = whole + (part + 1) // 2
    if part:
        words += f" {halved} {points}"
    if any(unit.road for unit in stack):  # 6.6K; 6.5G alone in its hex
        points = (points + 1) // 2
        words += f" road mode {points}"
    times = max((multiplier(table, unit, attacking=attacking) for unit in stack), default=1)
    if times > 1:
        words += f" x{times} = {points * times}"
    return HexStrength(points * times, words)


def total(strengths: list[HexStrength]) -> int:
    return sum(strength.points for strength in strengths)


@frozen(slots=False)
class BothStrengths:
    """What an attack sets against what, hex by hex."""

    ours: list[HexStrength]
    theirs: list[HexStrength]

    @property
    def attack(self) -> int:
        return total(self.ours)

    @property
    def defence(self) -> int:
        return total(self.theirs)

    @property
    def odds(self) -> str:
        """9.3K, R-01 Rounded in the defender's favour and kept on the table."""
        return odds_between(self.attack, self.defence)


def strengths_of(table: Ardennes, line: AttackLine, lay: Lay | None = None) -> BothStrengths:
    """9.3 As the table stands."""
    attackers = [table.units[name] for name in line.with_]
    return BothStrengths(attack_strength(table, attackers), defence_strength(table, line.attack, lay or lay_of(table)))


def odds_between(attack: int, defence: int) -> str:
    return the_tables().columns.of(attack, max(defence, 1))


def column_for(odds: str, wished: str) -> str:
    """9.4L A lower column, if the attacker wishes one."""
    return wished if wished and not the_tables().columns.at_least(wished, odds) else odds


def table_for(table: Ardennes) -> str:
    """10.3 Which results table the phasing player uses."""
    return "standard" if table.side == "allied" or table.standard_table else "initial"


# 9.3 The battle


def battle(table: Ardennes, umpire: Umpire, line: AttackLine) -> None:
    """9.3 Odds, the column, waivers, one die, the result at once (R-03)."""
    attackers = [table.units[name] for name in line.with_]
    defenders = [unit for hex in line.attack for unit in units_in(table, hex)]
    both = strengths_of(table, line)
    column = column_for(both.odds, line.odds)
    safe = keep_or_waive(table, umpire, [*attackers, *defenders], column)
    face = umpire.roll("9.3", "die")
    kind = table_for(table)
    result = (the_tables().standard if kind == "standard" else the_tables().initial).lookup(column, face)
    workings = tuple(strength.workings for strength in (*both.ours, *both.theirs))
    umpire.do(
        "9.3",
        Fought(
            line.attack, ids_of(attackers), ids_of(defenders), both.attack, both.defence, both.odds, column,
            "standard" if kind == "standard" else "initial", face, result, workings,
        ),
    )  # fmt: skip
    carry_out(table, umpire, line, result, safe)


def keep_or_waive(table: Ardennes, umpire: Umpire, units: list[Unit], column: str) -> frozenset[str]:
    """11.0, E11.0 Both owners say before the die which of their safe units give that up; R-04 attackers too."""
    asked = []
    for side in SIDES:
        hexes = sorted({unit.hex for unit in units if unit.side == side and is_safe(unit)})
        asked += [(side, hex, [u for u in units if u.hex == hex and is_safe(u)]) for hex in hexes]
    questions = [
        umpire.within(f"immunity {hex}").question(
            "E11.0", side, "immunity", f"immunity in {hex} against a result at {column}: waive it for",
            ids_of(stack), least=0, most=len(stack), otherwise=(), facts={"hex": hex, "column": column},
        )
        for side, hex, stack in asked
    ]  # fmt: skip
    waived: set[str] = set()
    for (_, hex, _), picked in zip(asked, umpire.ask_all(*questions), strict=True):
        if picked:
            umpire.do("E11.0", Waived(hex, tuple(picked)))
            waived |= set(picked)
    return frozenset(unit.id for unit in units if is_safe(unit) and unit.id not in waived)
