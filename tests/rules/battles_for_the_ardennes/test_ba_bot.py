"""What the bot goes for."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.model.position import View
from pbem.ruleset import Setup
from pbem_rules.battles_for_the_ardennes import RULESET
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
