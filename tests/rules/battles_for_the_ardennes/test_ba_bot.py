"""What the bot goes for."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.model.position import View
from pbem.ruleset import Setup
from pbem_rules.battles_for_the_ardennes import RULESET
from pbem_rules.battles_for_the_ardennes.bot_moves import bot_moves
from pbem_rules.battles_for_the_ardennes.bot_plans import errands_of
from pbem_rules.battles_for_the_ardennes.bot_views import look_out
from pbem_rules.battles_for_the_ardennes.table import BattlesTable


def sedan(taken: Iterable[str] = ()) -> BattlesTable:
    """All the German tanks before Bouillon."""
    table: BattlesTable = RULESET.set_up(Setup(scenario="sedan-1940")).table
    table.side = "german"
    for unit in table.units.values():
        if unit.side == "german" and unit.mechanized:
            unit.hex = "C1015"
    table.towns |= {hex: "german" for town in taken for hex in table.here.towns[town]}
    return table


def test_the_german_of_sedan_goes_for_the_nearest_towns_of_which_some_will_do() -> None:
    at_first = {"Sedan", "west", "Neufchateau", "Bouillon"}
    assert set(errands_of(sedan(), "german")) - at_first in ({"Montherme"}, {"Charleville-Mezieres"})
    assert set(errands_of(sedan(["Charleville-Mezieres"]), "german")) == at_first
    assert set(errands_of(sedan(["Neufchateau", "Bouillon", "Montherme"]), "german")) == {"Sedan", "west"}


def test_the_formations_of_sedan_spread_over_all_that_has_to_be_done() -> None:
    seen = look_out(View("german", sedan()))
    assert set(seen.sent.values()) == set(seen.errands)


def alone(hex: str) -> BattlesTable:
    """The same, with all but one French brigade off the map."""
    table = sedan(["Neufchateau"])
    for unit in table.units.values():
        unit.hex = unit.hex if unit.side == "german" else ""
    table.units["2CC"].hex = hex
    table.units["1P-ART"].hex = "C1015"
    return table


BEHIND, BEFORE = "C1118", "C1113"


def test_guns_are_laid_on_who_is_on_the_way_and_not_on_cavalry_behind_them() -> None:
    for hex, laid in ((BEHIND, False), (BEFORE, True)):
        table = alone(hex)
        assert (hex in look_out(View("german", table)).before(table.units["1P-ART"])) == laid


def test_tanks_strike_what_is_on_their_way_and_do_not_turn_back_for_cavalry() -> None:
    for hex, struck in ((BEHIND, False), (BEFORE, True)):
        table = alone(hex)
        ends = {line.way.split()[-1] for line in bot_moves(View("german", table))}
        assert ends
        assert (not ends.isdisjoint(table.here.neighbours[hex])) == struck
