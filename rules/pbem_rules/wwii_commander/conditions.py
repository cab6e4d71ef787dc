"""The words after `if:` and `unless:`, and what they mean."""

from __future__ import annotations

from pbem.craft.circumstances import conditions
from pbem_rules.wwii_commander.board import FOE
from pbem_rules.wwii_commander.standing import NAMES
from pbem_rules.wwii_commander.table import contested, units_in

CONDITIONS = conditions(
    NAMES,
    {
        "{space} contested": lambda view, space: contested(view.table, space),
        "{space} cleared": lambda view, space: not units_in(view.table, space, FOE[view.side]),
        "{space} controlled by {side}": lambda view, space, side: view.table.control[space] == side,
        "{side} unit in {space}": lambda view, side, space: bool(units_in(view.table, space, side)),
        "{unit} in {space}": lambda view, unit, space: view.table.units[unit].space == space,
        "{unit} fresh": lambda view, unit: view.table.units[unit].fresh,
        "Dec {number} or later": lambda view, number: view.table.day >= int(number),
        "{side} passed": lambda view, side: view.table.passed and view.table.side != side,
    },
)
