"""Conditions of a sheet's lines: the words after `if:` and `unless:`, and what they mean."""

from __future__ import annotations

from pbem.craft.circumstances import alive, conditions, lost
from pbem.ruleset import View
from pbem_rules.battles_for_the_ardennes.standing import NAMES, here
from pbem_rules.battles_for_the_ardennes.table import holder


def held(view: View, hex: str, side: str) -> bool:
    return holder(view.table, here(view, hex)) == side


def cleared(view: View, hex: str) -> bool:
    return holder(view.table, here(view, hex)) in ("", view.side)


def stands_in(view: View, unit: str, hex: str) -> bool:
    known = view.table.units.get(unit)
    return known is not None and known.hex == here(view, hex)


def on_map(view: View, unit: str) -> bool:
    return unit in view.table.units and alive(view, unit)


def gone(view: View, unit: str) -> bool:
    return unit not in view.table.units or lost(view, unit)


def in_supply(view: View, unit: str) -> bool:
    return on_map(view, unit) and not view.table.units[unit].out_of_supply


def out_of_ammunition(view: View, unit: str) -> bool:
    return unit in view.table.units and bool(view.table.units[unit].dry_guns)


CONDITIONS = conditions(
    NAMES,
    {
        "attack {hex} gave {result}": lambda view, hex, result: view.table.gave.get(here(view, hex)) == result,
        "{hex} held by {side}": held,
        "{hex} cleared": cleared,
        "{hex} discovered": lambda view, hex: here(view, hex) in view.table.discovered,
        "{unit} out of ammunition": out_of_ammunition,
        "{unit} in supply": in_supply,
        "{unit} in {hex}": stands_in,
        "{unit} alive": on_map,
        "{unit} lost": gone,
        "petrol {number}": lambda view, number: view.table.petrol >= int(number),
    },
)
