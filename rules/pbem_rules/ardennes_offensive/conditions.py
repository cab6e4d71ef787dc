"""Conditions of a sheet's lines: the words after `if:` and `unless:`, and what they mean."""

from __future__ import annotations

from pbem.craft.circumstances import alive, cleared, conditions, gave, held, in_hex
from pbem.ruleset import View
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s12_supply import SUPPLIED, state_for_turn
from pbem_rules.ardennes_offensive.s14_reinforcements import is_open
from pbem_rules.ardennes_offensive.standing import NAMES


def in_supply(view: View, unit: str) -> bool:
    return state_for_turn(view.table, view.table.units[unit], lay_of(view.table)) == SUPPLIED


def points(view: View, side: str, number: str) -> bool:
    score = view.table.german_points if side == "german" else view.table.allied_points
    return bool(score >= int(number))


CONDITIONS = conditions(
    NAMES,
    {
        "attack {hex} gave {result}": gave,
        "victory {side} {number}": points,
        "section {section} open": lambda view, section: is_open(section, lay_of(view.table)),
        "{hex} held by {side}": held,
        "{hex} cleared": cleared,
        "{unit} in supply": in_supply,
        "{unit} in road mode": lambda view, unit: view.table.units[unit].road,
        "{unit} in {hex}": in_hex,
        "{unit} alive": alive,
        "{unit} attacked": lambda view, unit: unit in view.table.fought,
    },
)
