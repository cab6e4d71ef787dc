"""Conditions of a sheet's lines: the words after `if:` and `unless:`, and what they mean."""

from __future__ import annotations

from pbem.craft.circumstances import alive, conditions, lost
from pbem.ruleset import View
from pbem_rules.battles_for_the_ardennes.board import FOE
from pbem_rules.battles_for_the_ardennes.standing import NAMES, here
from pbem_rules.battles_for_the_ardennes.table import PetrolDump, holder


def held(view: View, hex: str, side: str) -> bool:
    """A hex that is on none of the maps in play is nobody's."""
    place = here(view, hex)
    return bool(place) and holder(view.table, place) == side


def cleared(view: View, hex: str) -> bool:
    return not held(view, hex, FOE[view.side])


def stands_in(view: View, unit: str, hex: str) -> bool:
    """A unit, or a captured dump."""
    place, dump = here(view, hex), dump_of(view, unit)
    known = view.table.units.get(unit) if dump is None else dump
    return bool(place) and known is not None and known.hex == place


def dump_of(view: View, name: str) -> PetrolDump | None:
    """16.52 A dump that was captured and has points left, by any number of its site."""
    site = here(view, name.removeprefix("dump "))
    found: PetrolDump | None = view.table.dumps.get(site)
    return found if name.startswith("dump ") else None


def living(view: View, unit: str) -> bool:
    """A unit that is not lost; a dump that somebody has captured and nobody used up."""
    return dump_of(view, unit) is not None or (unit in view.table.units and alive(view, unit))


def gone(view: View, unit: str) -> bool:
    """A dump is gone once its site was searched and no point of it is left."""
    if unit.startswith("dump "):
        return dump_of(view, unit) is None and here(view, unit.removeprefix("dump ")) in view.table.searched
    return unit not in view.table.units or lost(view, unit)


def in_supply(view: View, unit: str) -> bool:
    """Who is not on the map is in no supply."""
    known = view.table.units.get(unit)
    return known is not None and bool(known.hex) and not known.out_of_supply


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
        "{unit} alive": living,
        "{unit} lost": gone,
        "petrol {number}": lambda view, number: view.table.petrol >= int(number),
    },
)
