"""Lines of a sheet as they were understood, and the arithmetic of an attack in words."""

from __future__ import annotations

from itertools import pairwise

from pbem.craft.sayings import many, said_if
from pbem_rules.bulge.board import FOE, bridge_watch, ways_between
from pbem_rules.bulge.s06_weather import rolls_for_mist
from pbem_rules.bulge.s10_fares import Mover, allowance, fare, points_text
from pbem_rules.bulge.s10_ways import cannot_follow, path_of
from pbem_rules.bulge.s12_combat import cannot_take_part
from pbem_rules.bulge.s12_strength import crt_of, expected_column, strength_of, support_for, sure_shifts
from pbem_rules.bulge.sheets import AirLine, AttackLine, InterdictLine, MoveLine, ResupplyLine
from pbem_rules.bulge.table import Bulge, lay_of, unit_in, units_of


def echo_air(table: Bulge, line: AirLine) -> str:
    by_weather = [(name, getattr(line, name)) for name in ("overcast", "mist", "clear")]
    told = [f"{name}: {', '.join(missions) or 'none'}" for name, missions in by_weather if missions is not None]
    if line.missions or not told:
        told.insert(0, ", ".join(line.missions) or "all ground support")
    return "; ".join(told)


def echo_interdict(table: Bulge, line: InterdictLine) -> str:
    unit = unit_in(table, line.hex)
    return f"interdict {line.hex}{f', if {unit.id} leaves it' if unit else ''}"


def echo_resupply(table: Bulge, line: ResupplyLine) -> str:
    return f"resupply {line.unit} in {table.units[line.unit].hex}"


def echo_attack(table: Bulge, line: AttackLine) -> str:
    if line.rest:
        return f"whoever must still attack: {line.rest}"
    target = unit_in(table, line.attack)
    words = "judged when its turn comes"
    if target is not None and cannot_take_part(table, FOE[target.side], line) is None:
        words = strength_words(table, line)
    return f"attack {line.attack} with {', '.join(line.with_)}: {words}{said_if(line.if_)}"


def echo_move(table: Bulge, line: MoveLine) -> str:
    """The hexes entered and what they cost of the allowance."""
    if line.mech:
        return f"mechanized this phase: {', '.join(line.mech)}"
    if line.hold_back:
        return f"held back: {', '.join(line.hold_back)}"
    if not line.unit:
        return "all others hold"
    unit, route = table.units[line.unit], line.route
    if route.drop:
        return f"{unit.id} drops on {route.drop}"
    mover = Mover(table, lay_of(table), unit, allowance(table, unit))
    path, leave = path_of(mover, route), bool(route.exit)
    if path is None or cannot_follow(mover, path, leave=leave):
        return f"{unit.id}: judged when its turn comes{said_if(line.if_)}"
    if not path and not leave:
        return f"{unit.id} holds{said_if(line.if_)}"
    spent = fare(mover, unit.hex, path, leave=leave)[-1].fifths
    way = " ".join(path) + (" and off the map" if leave else "")
    paid = f"{points_text(spent)} of {many(mover.points, 'point')}"
    return f"{unit.id} to {way}, {paid}{watched(mover, path)}{said_if(line.if_)}"


def watched(mover: Mover, path: tuple[str, ...]) -> str:
    """11.0 The bridges on the way that are no road, and who sees to that."""
    if mover.side != "german":
        return ""
    crossed = [ways_between()[step].side for step in pairwise((mover.unit.hex, *path)) if step[0]]
    told = []
    for side in crossed:
        if side in mover.lay.closed:
            watch = bridge_watch()[side][0]
            who = [unit.id for unit in units_of(mover.table, "allied") if unit.hex in watch]
            told.append(f" ({' and '.join(who)} {'interdicts' if len(who) == 1 else 'interdict'} {side})")
    return "".join(told)


def strength_words(table: Bulge, line: AttackLine) -> str:
    """Both totals, the differential, the shifts that are sure, the column."""
    target = unit_in(table, line.attack)
    if target is None:
        return "nobody there now"
    strength = strength_of(table, line.with_, target)
    side = FOE[target.side]
    shifts = ", ".join(f"{name} {by}" for name, by in sure_shifts(table, side, support_for(table, line, side)))
    shifted = f", {shifts}" if shifts else ""
    totals = f"{strength.attack}-{strength.defence} = {strength.differential:+d}"
    mist = ", before the die for mist" if table.phase == "after" and rolls_for_mist(table.weather, side) else ""
    crt = ", Secondary CRT" if crt_of(table, line) == "secondary" else ""
    return f"{target.id}: {totals}{shifted}: column {expected_column(table, line)}{mist}{crt}"
