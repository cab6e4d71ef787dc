"""Conditions of a sheet's lines: the words after `if:` and `unless:`, and what they mean."""

from __future__ import annotations

from pbem.ruleset import Condition, View
from pbem_rules.ardennes_offensive.board import SIDES, the_map, the_tables, the_units, the_victory
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s12_supply import SUPPLIED, state_for_turn
from pbem_rules.ardennes_offensive.s14_reinforcements import is_open
from pbem_rules.ardennes_offensive.table import units_in


def cleared(view: View, hex: str) -> bool:
    """No enemy of the reader stands there."""
    return not any(unit.side != view.side for unit in units_in(view.table, hex))


def held(view: View, hex: str, side: str) -> bool:
    return any(unit.side == side for unit in units_in(view.table, hex))


def stands(view: View, unit: str, hex: str) -> bool:
    return bool(view.table.units[unit].hex == hex)


def alive(view: View, unit: str) -> bool:
    return not view.table.units[unit].lost


def attacked(view: View, unit: str) -> bool:
    return unit in view.table.fought


def in_supply(view: View, unit: str) -> bool:
    piece = view.table.units[unit]
    return state_for_turn(view.table, piece, lay_of(view.table)) == SUPPLIED


def in_road_mode(view: View, unit: str) -> bool:
    return bool(view.table.units[unit].road)


def gave(view: View, hex: str, result: str) -> bool:
    """`Ex`, `De`, or `Dr` and `Ar` with or without a number."""
    return str(view.table.gave.get(hex, "")).startswith(result)


def open_section(view: View, section: str) -> bool:
    return is_open(view.table, section, lay_of(view.table))


def points(view: View, side: str, points: str) -> bool:
    score = view.table.german_points if side == "german" else view.table.allied_points
    return bool(score >= int(points))


def misread_place(hex: str = "", unit: str = "", side: str = "", result: str = "", section: str = "") -> str | None:
    if hex and not the_map().grid.contains(hex):
        return f"no hex {hex!r}"
    if side and side not in SIDES:
        return f"no side {side!r}, they are german and allied"
    results = {"Ar", "Dr", *the_tables().initial.results(), *the_tables().standard.results()}
    if result and result not in results:
        return f"no result {result!r}, they are {', '.join(sorted(results))}"
    if section and section not in the_victory().ring.order:
        return f"no section {section!r}, they are {', '.join(the_victory().ring.order)}"
    return f"no unit {unit!r}" if unit and unit not in the_units().units else None


def misread_points(side: str, points: str) -> str | None:
    return misread_place(side=side) or (None if points.isdecimal() else f"no number {points!r}")


CONDITIONS = (
    Condition("attack {hex} gave {result}", gave, misread_place),
    Condition("victory {side} {points}", points, misread_points),
    Condition("section {section} open", open_section, misread_place),
    Condition("{hex} held by {side}", held, misread_place),
    Condition("{hex} cleared", cleared, misread_place),
    Condition("{unit} in supply", in_supply, misread_place),
    Condition("{unit} in road mode", in_road_mode, misread_place),
    Condition("{unit} in {hex}", stands, misread_place),
    Condition("{unit} alive", alive, misread_place),
    Condition("{unit} attacked", attacked, misread_place),
)
