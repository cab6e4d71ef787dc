"""4. Single lines judged on the table as it stands: a turn, and the block of a day."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.craft.pieces import ids_of
from pbem.ruleset import Cannot
from pbem_rules.wwii_commander.board import the_map
from pbem_rules.wwii_commander.s04_turns import cannot_take, on_hand
from pbem_rules.wwii_commander.s07_movement import cannot_leave
from pbem_rules.wwii_commander.s10_reinforcements import NONE, cannot_enter, reserve
from pbem_rules.wwii_commander.sheets import BreakLine, DayLine, TurnLine
from pbem_rules.wwii_commander.table import Commander


def cannot_play(table: Commander, side: str, line: TurnLine) -> Cannot | None:
    """4.8, 7. A turn judged on the table as it stands, as far as that goes."""
    goes_on = not line.passes and line.activate == table.activated
    if not goes_on and (problem := cannot_take(table, side, line)):
        return problem
    if line.passes:
        return None
    able = ids_of(on_hand(table, side, line.activate))
    for move in line.move:
        if move.way == "hold":
            continue
        if move.unit not in able:
            return "4.8", f"{move.unit} is not activated in {line.activate}"
        if problem := cannot_leave(table, table.units[move.unit]):
            return problem
    return None


def vain_in_turn(table: Commander, side: str, line: TurnLine) -> Iterator[Cannot]:
    """8.1, 8.10, 5.3 Combats that nobody fights, and breakthroughs that nobody can make."""
    if line.passes:
        return
    named = {move.unit: move.to for move in line.move if move.to}
    spaces = {line.activate, *named.values()}
    if table.activated == line.activate:
        spaces |= {table.units[name].space for name in table.active}
    for space in line.fight:
        if space not in spaces:
            yield "8.1", f"no combat in {space}: the line brings nobody there", f"such as {min(spaces)}"
    for after in line.then:
        if problem := cannot_break(table, side, line, after, spaces):
            yield problem


def cannot_break(table: Commander, side: str, line: TurnLine, after: BreakLine, spaces: set[str]) -> Cannot | None:
    """8.10, 5.3, 8.1 Who fights in one of these spaces: the units activated, and fresh friends who join them."""
    unit = table.units[after.unit]
    active = ids_of(on_hand(table, side, line.activate)) if table.activated != line.activate else table.active
    if unit.side != side or not (unit.id in active or (unit.fresh and unit.space in spaces)):
        return "8.10", f"{unit.id} is not activated in {line.activate}, it does not break through"
    if not unit.is_armor:
        return "8.10", f"{unit.id} is {unit.kind}, only armor breaks through"
    if table.surprise:
        return "5.3", f"no breakthrough on Dec {table.day}"
    stands = next((move.to for move in line.move if move.unit == unit.id and move.to), unit.space)
    near = the_map().neighbours(stands)
    if after.to not in near:
        return "8.10", f"{after.to} is not next to {stands}, where {unit.id} fights", f"one of {', '.join(near)}"
    return None


def cannot_wish(table: Commander, side: str, line: DayLine) -> Cannot | None:
    """4.3 to 4.6 What is wrong with a `day:` block, whenever it is played."""
    for enter in line.enter:
        if problem := cannot_enter(table, side, enter.unit, enter.space):
            return problem
    if side == "allied" and (line.okw or line.commando or line.fuel_keep):
        return "4.4", "okw, commando and fuel keep are the German player's"
    if side == "german" and line.fuel:
        return "9.4", "the Allied player marks the units, the German writes fuel keep"
    return cannot_name(table, side, line)


def cannot_name(table: Commander, side: str, line: DayLine) -> Cannot | None:
    """4.6, 9.4, 10.3, 11.0 Units that a `day:` block names and that cannot be meant, on whatever day it is played."""
    reserves = ids_of(reserve(table))
    if line.okw not in ("", NONE, *reserves):
        hint = f"one of {', '.join(reserves)}, or none" if reserves else ""
        return "10.3", f"{line.okw} does not wait in the OKW reserve", hint
    if line.commando not in ("", NONE) and table.units[line.commando].side == "german":
        return "4.6", f"{line.commando} is German, commandos go against an Allied unit"
    for name in (*line.fuel, *line.fuel_keep):
        unit = table.units[name]
        if unit.side == "allied" or not unit.is_mechanized:
            return "9.4", f"{name} cannot run short of fuel", "German armor and mechanized infantry can"
    for name in line.restore or ():
        if table.units[name].side != side or table.units[name].fate:
            return "11.0", f"{name} is no unit of {side} that could be restored"
    return None
