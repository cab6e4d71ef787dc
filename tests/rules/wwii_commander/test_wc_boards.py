"""The balanced board: what it changes is rebuilt, and whoever plays on it sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.app.caseform import read_cases
from pbem.app.cases import run_case
from pbem.engine.spec import Setup
from pbem.model.position import View
from pbem.play.match import Match, play_match
from pbem.play.selfplay import random_game
from pbem_rules.wwii_commander import RULESET
from pbem_rules.wwii_commander.board import BoardData, the_data, the_map, the_units
from pbem_rules.wwii_commander.drawing import picture

BALANCED = Setup(scenario="full", options={"board": "balanced"})
CHANGES = the_data().take(BoardData, "boards/balanced.yaml")


def said(change: object) -> dict[str, object]:
    return {name: value for name, value in vars(change).items() if value is not None}


@pytest.mark.parametrize(("file", "part"), [("map.yaml", "spaces"), ("units.yaml", "units")])
def test_it_changes_nothing_that_is_certain(file: str, part: str) -> None:
    for name, change in getattr(CHANGES, part).items():
        assert said(change), name
        for field in said(change):
            assert the_data().data[file].provenance(part, name, field).certainty == "reconstructed", (name, field)
            assert the_data().data["boards/balanced.yaml"].provenance(part, name, field).certainty == "reconstructed"


def test_every_change_is_one() -> None:
    spaces, units = the_map().spaces, dict(the_units())
    with RULESET.on_board(BALANCED):
        for name, change in CHANGES.spaces.items():
            for field, value in said(change).items():
                assert getattr(the_map().spaces[name], field) == value != getattr(spaces[name], field), (name, field)
        for name, change in CHANGES.units.items():
            for field, value in said(change).items():
                assert getattr(the_units()[name], field) == value != getattr(units[name], field), (name, field)
    assert the_map().spaces == spaces


def test_its_ground_takes_off_what_terrain_and_settlement_do() -> None:
    ground = {"clear": 0, "broken": 0, "woods": 1, "forest": 2}
    settled = {"none": 0, "town": 1, "city": 2}
    with RULESET.on_board(BALANCED):
        for name, space in the_map().spaces.items():
            held = ground[space.terrain] + settled[space.settlement]
            assert (space.hits.held, space.hits.lost) == (held, ground[space.terrain]), name


def test_the_points_of_its_spaces_sum_to_20_and_not_to_40() -> None:
    assert sum(space.points for space in the_map().spaces.values()) == 40
    with RULESET.on_board(BALANCED):
        assert sum(space.points for space in the_map().spaces.values()) == 20


def test_a_games_rules_lay_its_board_and_the_next_ones_take_it_away() -> None:
    for setup, points in ((BALANCED, 1), (Setup(scenario="full"), 2), (BALANCED, 1), (Setup(scenario="race"), 2)):
        RULESET.for_game(setup).lay_data()
        assert the_map().spaces["St. Vith"].points == points
    RULESET.lay_data()


def test_its_map_says_which_it_is() -> None:
    with RULESET.on_board(BALANCED):
        drawn = picture(View("", RULESET.set_up(BALANCED).table), None)
    assert drawn.title.endswith("(balanced board)")
    assert next(town.worth for town in drawn.towns if town.name == "Elsenborn") == "-2"
    assert not picture(View("", None), None).title.endswith("(balanced board)")


def test_random_players_and_bots_play_on_it() -> None:
    assert random_game(RULESET, BALANCED, 5).words
    bots = {"german": "staff", "allied": "staff"}
    here, there = (play_match(RULESET, Match("race", bots, {"board": board}), 4) for board in ("geography", "balanced"))
    assert here["losses"] != there["losses"]
    assert the_map().spaces["St. Vith"].points == 2


def test_every_example_of_the_rulebook_holds_on_it() -> None:
    """What an example forces is certain on any board: from Spa armor may break through to Eupen without a road."""
    path = Path(__file__).with_name("examples.yaml")
    file, problems = read_cases(path.read_text(encoding="utf-8"), path.name)
    assert file is not None
    assert not problems
    for case in file.cases:
        there = case.model_copy(update={"options": {**case.options, **BALANCED.options}})
        assert run_case(RULESET, there, path.name).differences == [], case.name
