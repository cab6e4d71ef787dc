"""The words after `if:` and `unless:`, and what they mean."""

from __future__ import annotations

from pbem.ruleset import Condition, View
from pbem_rules.wwii_commander.board import FOE, SIDES, space_called, the_map, the_units, unit_called
from pbem_rules.wwii_commander.table import units_in


def is_contested(view: View, space: str) -> bool:
    name = space_called(space)
    return all(units_in(view.table, name, side) for side in SIDES)


def is_cleared(view: View, space: str) -> bool:
    """No enemy is in it."""
    return not units_in(view.table, space_called(space), FOE[view.side])


def is_controlled(view: View, space: str, side: str) -> bool:
    return bool(view.table.control[space_called(space)] == side)


def has_unit_of(view: View, side: str, space: str) -> bool:
    return bool(units_in(view.table, space_called(space), side))


def is_in(view: View, unit: str, space: str) -> bool:
    return bool(view.table.units[unit_called(unit)].space == space_called(space))


def is_fresh(view: View, unit: str) -> bool:
    return bool(view.table.units[unit_called(unit)].fresh)


def is_day(view: View, day: str) -> bool:
    return bool(view.table.day >= int(day))


def has_passed(view: View, side: str) -> bool:
    """The last turn was a pass, and it was this side's."""
    return bool(view.table.passed and view.table.side != side)


def misread(space: str = "", side: str = "", unit: str = "", day: str = "") -> str | None:
    """What is wrong with the words that were caught."""
    if space and space_called(space) not in the_map().spaces:
        return f"no space {space!r}"
    if side and side not in SIDES:
        return f"no side {side!r}, they are {' and '.join(SIDES)}"
    if unit and unit_called(unit) not in the_units():
        return f"no unit {unit!r}"
    return None if not day or day.isdecimal() else f"no day {day!r}"


CONDITIONS = (
    Condition("{space} contested", is_contested, misread),
    Condition("{space} cleared", is_cleared, misread),
    Condition("{space} controlled by {side}", is_controlled, misread),
    Condition("{side} unit in {space}", has_unit_of, misread),
    Condition("{unit} in {space}", is_in, misread),
    Condition("{unit} fresh", is_fresh, misread),
    Condition("Dec {day} or later", is_day, misread),
    Condition("{side} passed", has_passed, misread),
)
