"""What a position of the Race to the Meuse is worth to who thinks about it."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.spec import Setup
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem_rules.wwii_commander.worth import lacking, worth

RACE = ruleset("wwii-commander")


def table_on(day):
    table = RACE.set_up(Setup(scenario="race")).table
    table.day = day
    return table


def test_who_has_marched_comes_no_nearer_on_the_last_day():
    """13.0 Only who stands at the Meuse that evening counts."""
    table = table_on(18)
    armour = next(unit for unit in table.units.values() if unit.is_armor and unit.side == "german")
    assert lacking(table, replace(armour, spent=False), 20) < lacking(table, replace(armour, spent=True), 20)
    assert lacking(table, replace(armour, spent=True), 20) == 20


def test_a_day_more_makes_a_way_shorter():
    table = table_on(16)
    infantry = next(unit for unit in table.units.values() if unit.kind == "infantry" and unit.side == "german")
    ways = [lacking(table_on(day), infantry, 40) for day in (16, 17, 18)]
    assert ways == sorted(set(ways))


def test_what_is_good_for_one_side_is_bad_for_the_other():
    table = table_on(17)
    assert worth(View("german", table, None)) == -worth(View("allied", table, None))
