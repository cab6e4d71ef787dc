"""What players ask of their own side: moves, odds, supply.  The answers come from the code that adjudicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pbem.craft.asking import queries
from pbem.craft.sayings import many
from pbem.craft.scores import in_sixths
from pbem.kit.tables import chances
from pbem.ruleset import View
from pbem.ruleset.telling import QueryAnswer
from pbem_rules.bulge.board import FOE, limit, the_map, the_tables
from pbem_rules.bulge.s06_weather import rolls_for_mist
from pbem_rules.bulge.s10_fares import Mover, allowance, points_text
from pbem_rules.bulge.s10_trips import trips
from pbem_rules.bulge.s12_combat import cannot_attack
from pbem_rules.bulge.s12_results import payments
from pbem_rules.bulge.s12_strength import crt_of, out_of_supply, strength_of, support_for, sure_shifts
from pbem_rules.bulge.s14_supply import line_from, supplied, told_line
from pbem_rules.bulge.s15_airdrop import cannot_drop, cannot_drop_at_all
from pbem_rules.bulge.sheets import AttackLine, column_named
from pbem_rules.bulge.table import Bulge, Unit, lay_of, unit_in


def moves(view: View, unit: str) -> QueryAnswer:
    """10. Where a unit can end its move, what that costs, and by which hexes."""
    piece = view.table.units[unit]
    lay = lay_of(view.table)
    if piece.lost or piece.exited:
        return QueryAnswer((off_map(view.table, piece),), {"hexes": {}})
    if piece.waiting and (wrong := not_coming(view.table, piece)):
        return QueryAnswer((wrong,), {"hexes": {}, "wrong": wrong})
    if piece.drops:
        return drops(view.table, piece)
    if piece.hex and lay.in_ezoc(piece.hex, piece.side):
        return QueryAnswer((f"{unit} in {piece.hex}: in EZOC, cannot move (9.1)",), {"hexes": {}})
    mover = Mover(view.table, lay, piece, allowance(view.table, piece))
    found = trips(mover)
    ends = [hex for hex in found.hexes if hex != piece.hex and hex not in lay.held]
    state = "" if supplied(view.table, piece, lay) else "; out of supply: a die says how much of it (14.1)"
    lines = [f"{unit} in {piece.hex or 'the ' + piece.edge}, {many(mover.points, 'point')}{state}"]
    lines += [f"{hex}  {points_text(found.fifths(hex))}  {' '.join(found.path(hex))}" for hex in ends]
    data = {"hexes": {hex: points_text(found.fifths(hex)) for hex in ends}}
    return QueryAnswer(tuple(lines), data, side=piece.side, ends=tuple(ends))


def not_coming(table: Bulge, unit: Unit) -> str:
    """13.0, 15.0 Why a unit off the map cannot come now, if it cannot."""
    if unit.drops:
        forbidden = cannot_drop_at_all(table, unit)
        return f"{unit.id}: {forbidden[1]} (BU {forbidden[0]})" if forbidden else ""
    if unit.turn > table.turn:
        return f"{unit.id}: due in GT{unit.turn}, from the {unit.edge} (13.0)"
    return ""


def off_map(table: Bulge, unit: Unit) -> str:
    """13.0, 15.0 What became of a unit off the map, or when and where it comes."""
    if not unit.waiting:
        return f"{unit.id}: {'lost' if unit.lost else f'has left the map at {unit.exited}'}"
    now = "may be dropped now (15.0)" if unit.drops else f"may come on now, from the {unit.edge} (13.0)"
    return not_coming(table, unit) or f"{unit.id}: {now}"


def drops(table: Bulge, unit: Unit) -> QueryAnswer:
    """15.0 The hexes it may be dropped on; dice say where it lands, and whether it does."""
    hexes = [hex for hex in the_map().grid.all() if cannot_drop(table, unit, hex) is None]
    head = f"{unit.id} drops on any empty hex within {limit('drop')} of a German unit: {len(hexes)} of them (15.0)"
    return QueryAnswer((head, *wrapped(hexes)), {"hexes": dict.fromkeys(hexes, "drop")})


def wrapped(hexes: Sequence[str], each: int = 16) -> list[str]:
    """So many hexes a line."""
    return [" ".join(hexes[at : at + each]) for at in range(0, len(hexes), each)]


def supply(view: View, unit: str) -> QueryAnswer:
    """14. The line to the map edge, or none."""
    table, piece = view.table, view.table.units[unit]
    if not piece.hex:
        return QueryAnswer((off_map(table, piece),), {"supplied": False})
    line = line_from(table, lay_of(table), piece.side, piece.hex)
    if line is not None:
        on = ", on a road" if the_map().on_road(piece.hex) else ""
        words = f"{piece.hex}: supplied{on}: {told_line(line)}"
        return QueryAnswer((words,), {"supplied": True, "line": line.hexes, "cost": line.cost}, trace=line.hexes)
    if piece.side == "german" and table.turn <= limit("supplied turns"):
        words = f"{piece.hex}: no line, but in supply until the end of GT{limit('supplied turns')} (5.0)"
        return QueryAnswer((words,), {"supplied": True})
    words = f"{piece.hex}: out of supply, no line to a friendly map edge (14.0)"
    if supplied(table, piece):
        words = f"{piece.hex}: no line, but supplied from the air until it moves or the attacks are over (7.4)"
        return QueryAnswer((words,), {"supplied": True})
    return QueryAnswer((words,), {"supplied": False}, cut_off=True)


def odds(view: View, target: str, with_: Sequence[str], more: Mapping[str, str]) -> QueryAnswer:
    """12.1 Differential, shifts, column, and the chance of every result; `more`: support, crt, phase, column."""
    table = in_phase(view.table, more.get("phase", view.table.phase))
    defender, names = unit_in(table, target), tuple(with_)
    line = AttackLine.model_construct(attack=target, with_=names, **said(more))
    wrong = why_not(table, line, defender)
    if wrong or defender is None:
        return QueryAnswer((wrong,), {"wrong": wrong})
    side = FOE[defender.side]
    strength, crt = strength_of(table, names, defender), crt_of(table, line)
    flown = support_for(table, line, side) if side in table.support else line.support
    shifts = sure_shifts(table, side, flown)
    columns = the_tables().columns
    base = columns.of(strength.differential)
    best = columns.shifted(base, sum(by for _, by in shifts))
    column = line.column if line.column in columns.down_from(best) else best
    found = chances(the_tables().crt(crt), column)
    adds = "".join(f" + {name} {by}" for name, by in strength.terrain)
    shifted = ", ".join(f"{name} {by}" for name, by in shifts)
    lines = [
        f"{strength.attack} - ({strength.factor}{adds}) = {strength.differential:+d}, column {base}"
        + (f"; {shifted}: column {best}" if shifts else "")
        + (f", lowered to {column}" if column != best else ""),
        f"{crt.capitalize()} CRT: {in_sixths(found, ORDER)}",
        expected(found, [table.units[name] for name in names], defender),
    ]
    if flown < line.support:
        lines.append(f"ground support left: {flown} (7.3)")
    if without := out_of_supply(table, names):
        lines.append(f"out of supply: {', '.join(without)}; Secondary CRT only (14.1)")
    if table.phase == "after" and rolls_for_mist(table.weather, side):
        lines.append("mist: one column more on a die of 1 to 3 (6.1)")
    data = {
        "differential": strength.differential,
        "column": column,
        "crt": crt,
        "shift": sum(by for _, by in shifts),
        "chances": {result: str(chance) for result, chance in found.items()},
    }
    return QueryAnswer(tuple(lines), data)


ORDER = ("De", "Dr", "Ex", "Ct", "Ar", "Ae")


def in_phase(table: Bulge, phase: str) -> Bulge:
    """The table as it would be if that phase began now; the phase under way stays as it is."""
    return table if phase == table.phase else replace(table, phase=phase, fought=[], attacked=[], bound=[])


def said(more: Mapping[str, str]) -> dict[str, Any]:
    """What else a line would say."""
    column = more.get("column", "")
    support = more.get("support", "")
    return {
        "support": int(support) if support.isdecimal() else 0,
        "crt": more.get("crt", ""),
        "column": column_named(column) or "",
    }


def why_not(table: Bulge, line: AttackLine, defender: Unit | None) -> str:
    """Why there are no odds to be told: the sheet would be told the same."""
    if defender is None:
        return f"BU 12.0b: nobody in {line.attack}"
    if not line.with_:
        return "BU 12.0b: nobody attacks"
    wrong = cannot_attack(table, FOE[defender.side], line)
    return f"BU {wrong[0]}: {wrong[1]}" if wrong else ""


def expected(found: Mapping[str, Fraction], attackers: list[Unit], defender: Unit) -> str:
    """What both sides lose on the average, retreats that fail left aside."""
    paid = payments(attackers, defender.cf)
    price = sum(unit.cf for unit in attackers if paid and unit.id in paid[0])
    weakest = min(unit.cf for unit in attackers)
    ours = found.get("Ae", Fraction(0)) * weakest + found.get("Ex", Fraction(0)) * price
    theirs = (found.get("De", Fraction(0)) + found.get("Ex", Fraction(0))) * defender.cf
    return f"expected: the defence loses {decimal(theirs)} CF, the attack {decimal(ours)}"


def decimal(value: Fraction) -> str:
    """Two places, rounded to the nearest."""
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def supply_of_a_place(view: View, place: str) -> QueryAnswer:
    """14. Whether a unit of the side would be supplied there."""
    table: Bulge = view.table
    line = line_from(table, lay_of(table), view.side, place)
    if line is None:
        return QueryAnswer((f"{place}: no line to a friendly map edge (14.0)",), {"supplied": False})
    data = {"supplied": True, "line": line.hexes, "cost": line.cost}
    return QueryAnswer((f"{place}: supplied: {told_line(line)}",), data, trace=line.hexes)


QUERIES = queries(moves, odds, supply, supply_of_a_place)
