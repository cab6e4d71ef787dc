"""What a position of The Ford is worth to who thinks about it."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.spec import Setup
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem_rules.ford.worth import ways_to, worth

FORD = ruleset("ford")


def begun(objective=""):
    """The first position, Blue's objective plotted."""
    position = FORD.set_up(Setup(scenario="crossing"))
    secrets = {**position.secrets, "blue": replace(position.secrets["blue"], objective=objective)}
    return position.table, secrets


def seen(side, objective=""):
    table, secrets = begun(objective)
    return View(side, table, secrets[side])


def test_the_dearest_town_is_the_best_objective():
    """9.3 Its points are doubled if he holds it, and cost him nothing more if he does not."""
    worths = {town: worth(seen("blue", town)) for town in ("Alder", "Brook", "Cray")}
    assert max(worths, key=worths.get) == "Alder"


def test_red_does_not_know_the_objective():
    assert worth(seen("red", "Alder")) == worth(seen("red", "Cray"))


def test_a_town_that_changes_hands_changes_the_worth_of_both():
    table, secrets = begun("Alder")
    before = {side: worth(View(side, table, secrets[side])) for side in FORD.sides}
    table.towns["Alder"] = "blue"
    after = {side: worth(View(side, table, secrets[side])) for side in FORD.sides}
    assert after["blue"] > before["blue"]
    assert after["red"] < before["red"]


def test_the_river_is_in_the_way():
    """2.3 0404 and 0504 lie beside each other, and a march apart when the bridge is down."""
    whole, down = ways_to("Alder", False), ways_to("Alder", True)
    assert whole["0404"] == whole["0504"] + 2
    assert down["0404"] > down["0504"] + 6
