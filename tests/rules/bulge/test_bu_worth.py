"""What a position of Bulge is worth to who thinks about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.spec import Setup
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem_rules.bulge.board import designated, sources, the_tables
from pbem_rules.bulge.worth import (
    AT_HIS_GOAL,
    AT_LARGE,
    DANGER,
    FEAR,
    POINT,
    WIDE_OPEN,
    at_large,
    outlook,
    to_be_counted,
    worth,
)

BULGE = ruleset("bulge")


@pytest.mark.parametrize(("supplied", "counted", "share"), [(True, False, 1), (False, True, -1), (True, True, 0)])
def test_who_has_left_the_map_counts_before_the_game_turn_ends(monkeypatch, supplied, counted, share):
    """3.1 Exits are counted, or taken back, when the game-turn ends; a thinker judges before."""
    monkeypatch.setattr("pbem_rules.bulge.worth.exit_in_supply", lambda table, lay, hex: supplied)
    table = BULGE.set_up(Setup(scenario="historical")).table
    hex, factor = next(iter(designated().items()))
    unit = next(unit for unit in table.units.values() if unit.side == "german" and unit.hex and unit.mechanized)
    table.units[unit.id] = replace(unit, hex="", exited=hex, left=table.turn, counted=counted)
    assert to_be_counted(table) == share * factor * unit.cf


def test_points_enough_for_the_game_turn_are_nearly_a_victory():
    """3.0 The German wins with so many when the game-turn ends."""
    table = BULGE.set_up(Setup(scenario="historical")).table
    goal, found = the_tables().turns[table.turn].german, []
    for points in (goal - 1, goal):
        table.vp = points
        found.append(worth(View("german", table, None)))
    assert found[1] == found[0] + POINT + AT_HIS_GOAL


def test_the_german_fears_to_have_too_few_points_when_the_game_turn_ends():
    table = BULGE.set_up(Setup(scenario="historical")).table
    table.turn = 3
    goal, found = the_tables().turns[3].allied, []
    for points in (goal, goal + 1):
        table.vp = points
        found.append(worth(View("german", table, None)))
    assert found[1] == found[0] + POINT + DANGER + FEAR


def test_points_in_hand_weigh_far_more_than_points_that_are_at_large():
    """Of what could leave the map tomorrow little does."""
    table = at_the_breach()
    table.turn = 6  # 28 points win no more
    assert 10 * outlook(table, "allied") < POINT * at_large(table)


def at_the_breach(**allies):
    """A panzer division on the road behind the Allied front, and who may stand in its way."""
    table = BULGE.set_up(Setup(scenario="historical")).table
    BULGE.clear(table, {"1SS", *allies})
    table.units["1SS"] = replace(table.units["1SS"], hex="0512")
    for name, hex in allies.items():
        table.units[name] = replace(table.units[name], hex=hex)
    return table


def test_armour_on_an_open_road_threatens_the_dearest_exit():
    """3.1, 14.0"""
    assert at_large(at_the_breach()) == 7 * max(designated().values())


def test_a_zone_on_every_road_back_ends_the_threat():
    """14.0 What is not joined to the east edge brings nothing."""
    table = at_the_breach()
    for name, hex in zip(("2", "99", "106", "4", "1"), sources("german"), strict=False):
        table.units[name] = replace(table.units[name], hex=hex, side="allied", lost=False)
    assert at_large(table) == 0


def test_the_allied_side_fears_an_open_road_more_than_the_german_hopes_for_it():
    table = at_the_breach()
    free = {side: outlook(table, side) for side in ("german", "allied")}
    assert free == {
        "german": AT_LARGE * 28 + WIDE_OPEN["german"],
        "allied": AT_LARGE * 28 + WIDE_OPEN["allied"],
    }
    table.turn = 6  # 28 points win no more
    assert outlook(table, "german") == AT_LARGE * 28
    table.won_by = "the game is over"
    assert outlook(table, "german") == 0
