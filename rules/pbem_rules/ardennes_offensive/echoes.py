"""The lines of a sheet as understood, with their costs and odds, for `pbem check`."""

from __future__ import annotations

from dataclasses import replace

from pbem.craft.sayings import many
from pbem_rules.ardennes_offensive.board import FOE
from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s05_movement import plan
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s09_combat import column_for, strengths_of, table_for
from pbem_rules.ardennes_offensive.s12_supply import SUPPLIED, state_of
from pbem_rules.ardennes_offensive.sheets import AttackLine, MoveLine, SetUpLine
from pbem_rules.ardennes_offensive.table import Ardennes, units_in


def echo_move(table: Ardennes, line: MoveLine) -> str:
    """`26/12SS: 0904 0905 0906, 8 of 10 points`, and what is probably not meant."""
    unit = table.units[line.unit]
    if not line.clauses:
        return f"{line.unit}: holds"
    march = plan(table, unit.side, line)
    if not isinstance(march, March):
        return f"{line.unit}: {line.way}, as things stand now not possible"
    words = [leg_words(leg.kind, leg.path) for leg in march.legs] or [f"stays in {march.hex}"]
    told = f"{line.unit}: {', '.join(words)}, {march.total} of {many(march.points, 'point')}"
    return told + ("" if supplied_there(table, march) else "; out of supply there as things stand now")


def leg_words(kind: str, path: tuple[str, ...]) -> str:
    if kind in ("enter", "leave"):
        return f"{kind}s road mode"
    return " ".join(path) + (" by road" if kind == "road" else "")


def supplied_there(table: Ardennes, march: March) -> bool:
    """Whether a unit could be supplied where it stops, nobody else having moved yet."""
    there = replace(march.unit, hex=march.hex, entry="")
    moved = replace(table, units={**table.units, there.id: there})
    return state_of(moved, there, lay_of(moved)) == SUPPLIED


def echo_attack(table: Ardennes, line: AttackLine) -> str:
    """`attack 0706: 989/277 990/277, 2 x3 = 6 + ... = 12 : 4, 3-1, initial table`."""
    names = " ".join(line.with_)
    at = " and ".join(line.attack)
    foe = FOE[table.units[line.with_[0]].side]
    if not any(unit.side == foe for hex in line.attack for unit in units_in(table, hex)):
        return f"attack {at}: {names}, no enemy there as things stand now"
    both = strengths_of(table, line)
    column = column_for(both.odds, line.odds)
    fought = column if both.odds == column else f"{both.odds} fought at {column}"
    return f"attack {at}: {names}, {both.attack} : {both.defence}, {fought}, {table_for(table)} table"


def echo_set_up(table: Ardennes, line: SetUpLine) -> str:
    return f"{line.unit}: from {table.units[line.unit].hex} to {line.hex}"
