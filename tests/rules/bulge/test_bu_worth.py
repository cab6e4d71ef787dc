"""What a position of Bulge is worth to who thinks about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.spec import Setup
from pbem.model.position import View
from pbem.office.rulesets import ruleset
from pbem_rules.bulge.board import designated, the_tables
from pbem_rules.bulge.worth import AT_HIS_GOAL, DANGER, FEAR, POINT, to_be_counted, worth

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
