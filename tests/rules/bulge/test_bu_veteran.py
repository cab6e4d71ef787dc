"""The veteran of Bulge: assaults that shut the enemy in, lawful whole games, tempers."""

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
from pbem_rules.bulge.board import around, beside
from pbem_rules.bulge.bot import answer, at_stake, ideas
from pbem_rules.bulge.bot_battles import Battles
from pbem_rules.bulge.bot_moves import MovePlan, moves
from pbem_rules.bulge.bot_temper import QUICK, VETERAN
from pbem_rules.bulge.events import PhaseBegan
from pbem_rules.bulge.sheets import AttackLine
from pbem_rules.bulge.table import in_contact

BULGE = ruleset("bulge")
ALONE, HEX = "112", "0812"
AFTER = Decision(("after",), "12.0a", "german", "after", "", "part")
STAYING = replace(VETERAN["german"], danger=-99)
"""It would rather fight than leave the map."""


def lone_enemy(**germans):
    """One Allied unit far behind the front, and Germans around it."""
    table = BULGE.set_up(Setup(scenario="historical")).table
    BULGE.clear(table, {ALONE, *germans})
    table.turn, table.weather = 5, "overcast"
    table.units[ALONE] = replace(table.units[ALONE], hex=HEX)
    for name, hex in germans.items():
        table.units[name] = replace(table.units[name], hex=hex)
    return table


def ends(table, lines):
    gone = {line.unit: line.way.split()[-1] for line in lines}
    return {unit.id: gone.get(unit.id, unit.hex) for unit in table.units.values() if unit.hex}


def test_an_assault_leaves_the_enemy_no_way_out():
    """12.3 Units on opposite sides of a hex have all hexes around it in their zones."""
    table = lone_enemy(**{"1SS": "0711", "12SS": "1013"})
    placed = ends(table, moves(table, "german", EVEN, replace(STAYING, storm=1)))
    there = [placed[name] for name in ("1SS", "12SS")]
    assert all(hex in around(HEX) for hex in there)
    assert set(around(HEX)) <= {near for hex in there for near in beside(hex)}


def test_the_quick_bot_plans_no_assault():
    assert all(temper.storm == 0 for temper in QUICK.values())
    plan = MovePlan(lone_enemy(**{"1SS": "0711", "12SS": "1013"}), "german", EVEN, QUICK["german"])
    plan.lines()
    assert plan.sent == set()


def test_an_assault_must_promise_something():
    table = lone_enemy(**{"1SS": "0711", "12SS": "1013"})
    for storm, some in ((1, True), (500, False)):
        plan = MovePlan(table, "german", EVEN, replace(STAYING, storm=storm))
        plan.lines()
        assert bool(plan.sent) is some


def to_fight(**germans):
    """What the veteran writes after movement with an enemy of four factors in contact."""
    table = lone_enemy(**germans)
    table.units[ALONE] = replace(table.units[ALONE], cf=4)
    PhaseBegan("after", tuple(unit.id for unit in in_contact(table, "german"))).apply(table)
    return table, answer(View("german", table, None), AFTER, VETERAN).lines


def test_who_is_shut_in_is_fought_where_no_attacker_is_lost():
    """12.2, 12.3 A retreat is the end of him, and the Secondary CRT knows no exchange."""
    _, lines = to_fight(**{"1SS": "0712", "12SS": "0913"})
    fight = AttackLine(attack=HEX, with_=("12SS", "1SS"), crt="secondary", then="advance")
    assert lines == (fight, AttackLine(rest="secondary"))


def test_the_allied_veteran_fights_in_the_same_way():
    table = BULGE.set_up(Setup(scenario="historical")).table
    BULGE.clear(table, {"62 VG", "2", "99"})
    table.turn, table.weather, table.side = 5, "overcast", "allied"
    for name, hex in {"62 VG": HEX, "2": "0712", "99": "0913"}.items():
        table.units[name] = replace(table.units[name], hex=hex)
    PhaseBegan("after", ("2", "99")).apply(table)
    question = replace(AFTER, side="allied")
    crts = [
        [line.crt for line in answer(View("allied", table, None), question, tempers).lines if line.attack]
        for tempers in (QUICK, VETERAN)
    ]
    assert crts == [[""], ["secondary"]]


def test_who_can_retreat_is_fought_where_he_may_be_destroyed():
    _, lines = to_fight(**{"1SS": "0712", "12SS": "0713", "2 Pz": "0813"})
    assert [line.crt for line in lines if line.attack] == [""]


def test_whoever_stands_beside_two_enemies_goes_where_it_adds_most():
    """Its strongest neighbour is too strong for it; the other is one for three."""
    table, _ = to_fight(**{"1SS": "0712", "12SS": "0913", "26 VG": "0713"})
    table.units["2"] = replace(table.units["2"], hex="0613")
    battles = Battles(table, "german", EVEN, VETERAN["german"], forced=True)
    assert battles.first("26 VG") == "0613"
    assert "26 VG" in battles.groups()[HEX]


def test_ground_support_flies_where_it_adds_most():
    table, _ = to_fight(**{"1SS": "0712", "12SS": "0913", "2 Pz": "0813", "26 VG": "0714"})
    table.units["110"] = replace(table.units["110"], hex="0613")
    table.support["german"] = 1
    lines = Battles(table, "german", EVEN, VETERAN["german"], forced=True).lines()
    assert {line.attack: line.support for line in lines if line.attack} == {HEX: 0, "0613": 1}


@pytest.mark.parametrize("seed", [5101, 5102])
def test_what_veterans_write_is_lawful_in_whole_games(seed):
    wrong = []

    def pick(side, view, asked, situation):
        said = BULGE.bots["veteran"](view, asked.decision, Whims(side, seed))
        wrong.extend([problem] if (problem := asked.wrong(said)) is not None else [])
        return said

    bots = {side: partial(pick, side) for side in BULGE.sides}
    start = begin(BULGE, BULGE.set_up(Setup(scenario="historical")))
    assert advance(Terms(BULGE, {}, bots), start, {}, Intake(), NumberedFaces(seed), 1).ending
    assert wrong == []


@pytest.mark.parametrize("side", ["german", "allied"])
def test_ideas_go_by_several_plans(side):
    """Some of them by what no mood brings about."""
    seen = []

    def pick(own, view, asked, situation):
        if own == side and asked.decision.topic == "movement" and view.table.turn == 1 and not seen:
            muse = ideas(view, asked.decision)
            seen.extend(muse(Whims("idea", number)) for number in range(12))
        return BULGE.bots["staff"](view, asked.decision, Whims(own))

    bots = {own: partial(pick, own) for own in BULGE.sides}
    start = begin(BULGE, BULGE.set_up(Setup(scenario="historical")))
    advance(Terms(BULGE, {}, bots), start, {}, Intake(), NumberedFaces(1), 1)
    assert len({repr(lines) for lines in seen}) > 3


@pytest.mark.parametrize(("points", "price"), [(11, 10), (12, 0)])
def test_who_would_lose_tonight_takes_points_at_any_price(points, price):
    """3.0 Twelve points win on the first evening."""
    table = BULGE.set_up(Setup(scenario="historical")).table
    table.vp = points
    assert at_stake(View("allied", table, None), VETERAN["allied"]).price == price
    assert at_stake(View("allied", table, None), QUICK["allied"]) == QUICK["allied"]
    assert at_stake(View("german", table, None), VETERAN["german"]) == VETERAN["german"]
