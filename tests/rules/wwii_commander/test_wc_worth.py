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
    assert lacking(table, replace(armour, spent=False), 20, 5) < lacking(table, replace(armour, spent=True), 20, 5)
    assert lacking(table, replace(armour, spent=True), 20, 5) == 20


def test_a_day_more_makes_a_way_shorter():
    table = table_on(16)
    infantry = next(unit for unit in table.units.values() if unit.kind == "infantry" and unit.side == "german")
    ways = [lacking(table_on(day), infantry, 40, 5) for day in (16, 17, 18)]
    assert ways == sorted(set(ways))


def allied(table):
    return worth(View("allied", table, None))


def first(table, side, **other):
    """Some unit of a side on the map, changed."""
    unit = next(unit for unit in table.units.values() if unit.side == side and unit.space)
    table.units[unit.id] = replace(unit, **other)
    return unit


def test_who_can_still_answer_counts_on_the_last_day():
    """4.9, 13.0 The Allied side may wait until the German has nothing left to act with."""
    worths = []
    for spent in (False, True):
        table = table_on(18)
        first(table, "allied", space="Herve", spent=spent)
        worths.append(allied(table))
    assert worths[0] > worths[1] + 20


def test_a_supplied_unit_at_the_meuse_is_nearly_lost():
    """13.0 With every German-controlled space behind it."""
    near, there = table_on(18), table_on(18)
    for table, space in ((near, "Verviers"), (there, "Herve")):
        for name in table.control:
            table.control[name] = "german"
        first(table, "german", space=space, spent=True)
    assert allied(there) < allied(near) - 700
