"""What a position of Battles for the Ardennes is worth to who thinks about it."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.spec import Setup
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem_rules.battles_for_the_ardennes.bot_meuse import within_reach
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


def owned(table, *towns):
    """As it is when the German has been in these towns last."""
    for town in table.form.victory.towns:
        for hex in table.here.towns.get(town, ()):
            table.towns[hex] = "german" if town in towns else "allied"
    return worth(View("german", table, None))


def test_near_the_end_the_point_that_decides_counts_most():
    table = celles()
    for unit in table.units.values():
        unit.hex = ""
    table.turn = table.form.length.last + 1
    towns = list(table.form.victory.towns)
    two, three, four, five = (owned(table, *towns[:number]) for number in (2, 3, 4, 5))
    assert three - two == four - three > five - four


def test_losses_count_less_and_less():
    table = celles()
    weights = []
    for turn in (table.form.length.first, table.form.length.last - 2, table.form.length.last):
        table.turn = turn
        before = worth(View("german", table, None))
        table.losses["german"] = table.losses.get("german", 0) + 1
        weights.append(before - worth(View("german", table, None)))
    assert weights == sorted(weights, reverse=True)
    assert weights[0] > weights[1] > weights[2] == 0


def test_who_stands_in_supply_before_the_meuse_counts_before_the_end() -> None:
    found = {}
    for at in ("A0109", "A0119"):
        table = celles()
        for unit in table.units.values():
            unit.hex = at if unit.id == "PL-130" else ""
        for turn in (table.form.length.first, table.form.length.last - 1):
            table.turn = turn
            found[at, turn] = worth(View("german", table, None))
        assert within_reach(table) == (table.form.victory.beyond_meuse if at == "A0109" else 0)
    first, late = table.form.length.first, table.form.length.last - 1
    assert found["A0109", late] - found["A0119", late] > found["A0109", first] - found["A0119", first] + 50
