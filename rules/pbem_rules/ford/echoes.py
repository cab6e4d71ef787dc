"""Lines of a sheet as they were understood, with cost and odds."""

from __future__ import annotations

from itertools import pairwise

from pbem.craft.sayings import said_if
from pbem_rules.ford.board import the_tables
from pbem_rules.ford.s05_march import path_of, price_of
from pbem_rules.ford.s06_combat import ground_shift, odds_of
from pbem_rules.ford.sheets import ArrivalLine, AttackLine, MarchLine, PlotLine
from pbem_rules.ford.table import Ford, strength, units_in


def echo_plot(table: Ford, line: PlotLine) -> str:
    return f"mine at the {line.mine}" if line.mine else f"objective {line.objective}"


def echo_arrival(table: Ford, line: ArrivalLine) -> str:
    return f"{line.unit}: {'held back' if line.what == 'hold back' else 'arrives'}"


def echo_march(table: Ford, line: MarchLine) -> str:
    """The hexes, and what they cost of the allowance."""
    unit, path = table.units[line.unit], path_of(table, line)
    if not path:
        return f"{unit.id} holds in {unit.hex}"
    cost = sum(price_of(table, one, other) for one, other in pairwise((unit.hex, *path)))
    return f"{unit.id} {unit.hex} to {' '.join(path)}, {cost} of {unit.allowance}{said_if(line.if_)}"


def echo_attack(table: Ford, line: AttackLine) -> str:
    """Strengths, odds and columns as they would be now."""
    attackers = [table.units[name] for name in line.with_]
    defenders = units_in(table, line.attack)
    names = " ".join(line.with_)
    if not defenders:
        return f"attack {line.attack} with {names}{said_if(line.if_)}"
    odds, shift = odds_of(table, attackers, line.attack), ground_shift(attackers, line.attack)
    column = the_tables().columns.shifted(odds, shift)
    guns = f", bombarded by {' '.join(line.guns)}" if line.guns else ""
    return (
        f"attack {line.attack} with {names}: {strength(attackers)} : {strength(defenders)} = {odds}, "
        f"columns {shift:+d}: {column}{guns}{said_if(line.if_)}"
    )
