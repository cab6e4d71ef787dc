"""The words after `if:` and `unless:`, and what they mean."""

from __future__ import annotations

from pbem.craft.circumstances import conditions
from pbem.ruleset import View
from pbem_rules.wwii_commander.board import FOE
from pbem_rules.wwii_commander.standing import NAMES
from pbem_rules.wwii_commander.table import contested, units_in


def is_contested(view: View, space: str) -> bool:
    return contested(view.table, space)


def is_cleared(view: View, space: str) -> bool:
    """No enemy is in it."""
    return not units_in(view.table, space, FOE[view.side])


def is_controlled(view: View, space: str, side: str) -> bool:
    return bool(view.table.control[space] == side)


def has_unit_of(view: View, side: str, space: str) -> bool:
    return bool(units_in(view.table, space, side))


def is_in(view: View, unit: str, space: str) -> bool:
    return bool(view.table.units[unit].space == space)


def is_fresh(view: View, unit: str) -> bool:
    return bool(view.table.units[unit].fresh)


def is_day(view: View, number: str) -> bool:
    return bool(view.table.day >= int(number))


def has_passed(view: View, side: str) -> bool:
    """The last turn was a pass, and it was this side's."""
    return bool(view.table.passed and view.table.side != side)


CONDITIONS = conditions(
    NAMES,
    {
        "{space} contested": is_contested,
        "{space} cleared": is_cleared,
        "{space} controlled by {side}": is_controlled,
        "{side} unit in {space}": has_unit_of,
        "{unit} in {space}": is_in,
        "{unit} fresh": is_fresh,
        "Dec {number} or later": is_day,
        "{side} passed": has_passed,
    },
)
