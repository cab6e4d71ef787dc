"""The veteran of The Ford: it masses, has guns and cards, guards what it has, and writes nothing unlawful."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from pbem.craft.moods import EVEN
from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.spec import Setup
from pbem.model.chooser import Whims
from pbem.model.decision import Decision
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem_rules.ford.bot_temper import VETERAN
from pbem_rules.ford.bot_veteran import attacks, best_card, marches

FORD = ruleset("ford")


def standing(stage, hand=(), **places):
    """Blue's view of a table with these units alone."""
    position = FORD.set_up(Setup(scenario="crossing"))
    table = position.table
    FORD.clear(table, set(places))
    for name, hex in places.items():
        table.units[name] = replace(table.units[name], hex=hex)
    table.stage, table.turn = stage, 2
    return View("blue", table, replace(position.secrets["blue"], hand=list(hand)))


def test_it_masses_before_it_attacks():
    """6.2 Two against one is what one alone would not be."""
    view = standing("blue", **{"1 Foot": "0604", "2 Foot": "0502", "4 Foot": "0603"})
    goals = {line.to for line in marches(view, VETERAN["blue"], EVEN)}
    near = {view.table.units[name].hex for name in ("1 Foot", "2 Foot")} | goals
    assert len(near & {"0503", "0502", "0602", "0604", "0703", "0702", "0504"}) >= 2


def test_an_attack_has_guns_in_range_and_a_card():
    """6.5, 6.6"""
    view = standing("blue", ["Volley 1"], **{"1 Foot": "0703", "2 Foot": "0703", "1 Guns": "0604", "5 Foot": "0803"})
    (line,) = attacks(view, replace(VETERAN["blue"], storm=1, effort=0, volley=1), EVEN)
    assert set(line.with_) == {"1 Foot", "2 Foot"}
    assert line.guns == ("1 Guns",)
    assert line.card == "Volley 1"


@pytest.mark.parametrize(("near", "stays"), [("0303", True), ("0803", False)])
def test_who_guards_a_town_stays_while_an_enemy_is_near(near, stays):
    view = standing("blue", **{"1 Foot": "0203", "4 Foot": near})
    table = view.table
    table.units["4 Foot"] = replace(table.units["4 Foot"], hex=near)
    never = replace(VETERAN["blue"], storm=500)
    assert (marches(view, never, EVEN) == ()) is stays


def test_the_best_card_is_a_volley():
    """10.3"""

    def asked(*options):
        return Decision(("card",), "10.3", "blue", "cards", "a card?", options=options)

    assert best_card(asked("none", "Steady 1", "Volley 2")) == "Volley 2"
    assert best_card(asked("none", "Powder 1")) == "Powder 1"
    assert best_card(asked("none")) == "none"


@pytest.mark.parametrize("seed", range(5101, 5107))
def test_what_veterans_write_is_lawful_in_whole_games(seed):
    wrong = []

    def pick(side, view, asked, situation):
        said = FORD.bots["veteran"](view, asked.decision, Whims(side, seed))
        wrong.extend([problem] if (problem := asked.wrong(said)) is not None else [])
        return said

    bots = {side: partial(pick, side) for side in FORD.sides}
    start = begin(FORD, FORD.set_up(Setup(scenario="crossing")))
    assert advance(Terms(FORD, {}, bots), start, {}, Intake(), NumberedFaces(seed), 1).ending
    assert wrong == []
