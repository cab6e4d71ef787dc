"""What a position of Battles for the Ardennes is worth to who thinks about it."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.spec import Setup
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem_rules.battles_for_the_ardennes.worth import likely, worth

BATTLES = ruleset("battles-for-the-ardennes")


def celles():
    return BATTLES.set_up(Setup(scenario="celles")).table


def placed(table, side, hexes):
    """Everybody of a side in one place; for trials of what a place is worth."""
    for name, unit in table.units.items():
        if unit.side == side and unit.hex:
            table.units[name] = replace(unit, hex=hexes[0])


def test_a_town_counts_by_the_strength_at_hand():
    """For the Allied side a town is half lost when the German stands before it."""
    table = celles()
    hexes = table.here.towns["Dinant"]
    before, own = likely(table, hexes, german=False), worth(View("allied", table, None))
    placed(table, "german", hexes)
    assert likely(table, hexes, german=False) > before
    assert likely(table, hexes, german=True) > likely(table, hexes, german=False)
    assert worth(View("allied", table, None)) != own
    placed(table, "allied", hexes)
    assert before < likely(table, hexes, german=False) < 1000


def test_at_the_end_only_what_is_held_counts():
    table = celles()
    table.turn = table.form.length.last + 1
    before = worth(View("allied", table, None))
    town = next(town for town in table.form.victory.towns if town != "La Roche")
    for hex in table.here.towns[town]:
        table.towns[hex] = "german"
    table.towns = {**table.towns}
    assert before - 130 <= worth(View("allied", table, None)) <= before - 70
