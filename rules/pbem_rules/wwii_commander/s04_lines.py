"""4. Single lines judged on the table as it stands: a turn, and the block of a day."""

from __future__ import annotations

from pbem.craft.pieces import ids_of
from pbem.ruleset import Cannot
from pbem_rules.wwii_commander.s04_turns import cannot_take, on_hand
from pbem_rules.wwii_commander.s07_movement import cannot_leave
from pbem_rules.wwii_commander.s10_reinforcements import NONE, cannot_enter, reserve
from pbem_rules.wwii_commander.sheets import DayLine, TurnLine
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
