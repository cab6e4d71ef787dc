"""The data of WWII Commander: the map hangs together, every counter once, values with their provenance."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pbem.app.games import rules
from pbem.kit.data import read_data
from pbem.ruleset import Setup
from pbem_rules.wwii_commander import RULESET
from pbem_rules.wwii_commander.board import (
    FOLDER,
    SIDES,
    limit,
    names,
    space_called,
    the_calendar,
    the_data,
    the_map,
    the_shapes,
    the_units,
    unit_called,
)
from pbem_rules.wwii_commander.s09_supply import out_of_supply
from pbem_rules.wwii_commander.table import Commander

REPOSITORY = Path(__file__).parents[3]


def table() -> Commander:
    found = RULESET.set_up(Setup(scenario="full")).table
    assert isinstance(found, Commander)
    return found


def test_the_map_has_58_spaces_and_148_borders_and_is_one_piece() -> None:
    graph = the_map().graph
    assert (len(graph.all()), len(graph.borders())) == (58, 148)
    assert graph.within("Bastogne", 58) == graph.all()


def test_the_printed_hit_values_follow_terrain_and_settlement() -> None:
    ground = {"clear": 0, "broken": 0, "woods": 1, "forest": 2}
    settled = {"none": 0, "town": 1, "city": 2}
    for name, space in the_map().spaces.items():
        held = ground[space.terrain] + settled[space.settlement]
        assert (space.hits.held, space.hits.lost) == (held, ground[space.terrain]), name


@pytest.mark.case("WC", "3.0")
def test_eight_spaces_are_german_at_the_start() -> None:
    german = [name for name, side in table().control.items() if side == "german"]
    assert german == ["Baasem", "Bitburg", "Dasburg", "Gemund", "Krutchen", "Prum", "Stadtkyll", "Trier"]


@pytest.mark.case("WC", "3.0")
def test_18_german_and_12_allied_units_on_the_map_three_a_side_at_most() -> None:
    units = [unit for unit in table().units.values() if unit.space]
    assert Counter(unit.side for unit in units) == {"german": 18, "allied": 12}
    assert max(Counter((unit.space, unit.side) for unit in units).values()) <= limit("stack")


@pytest.mark.case("WC", "2.u")
def test_strengths_lie_between_one_and_six_and_armor_alone_is_elite_with_two_chances() -> None:
    for name, unit in the_units().items():
        assert 1 <= unit.full <= 6, name
        assert (unit.attack > unit.defence) == (unit.elite and unit.kind == "armor"), name
        places = [bool(unit.at), unit.arrives is not None, unit.reserve]
        assert sum(places) == 1, name


@pytest.mark.case("WC", "12.2")
def test_a_point_for_units_that_begin_with_four_or_more() -> None:
    assert {name for name, unit in the_units().items() if unit.worth} == {
        name for name, unit in the_units().items() if unit.full >= 4
    }
    assert (the_units()["4 Inf"].worth, the_units()["B/9 Arm"].worth) == (1, 0)


@pytest.mark.case("WC", "9.1")
def test_everybody_is_in_supply_at_the_start() -> None:
    assert [unit.id for side in SIDES for unit in out_of_supply(table(), side)] == []


@pytest.mark.case("WC", "10.1")
def test_every_letter_of_a_unit_is_on_its_own_map_edge() -> None:
    for name, unit in the_units().items():
        if unit.arrives is not None:
            spaces = the_map().lettered(unit.arrives.letter)
            assert spaces, name
            assert {the_map().spaces[space].friendly_edge for space in spaces} == {unit.side}, name
    assert the_map().lettered("A") == ("Gemund", "Stadtkyll")


def test_every_space_has_its_shape() -> None:
    assert set(the_shapes().outlines) == set(the_shapes().centres) == set(the_map().spaces)


@pytest.mark.case("WC", "12.4", "12.3")
def test_five_exit_spaces_and_they_lie_beyond_the_meuse() -> None:
    exits = [name for name, space in sorted(the_map().spaces.items()) if space.exit]
    assert exits == ["Dinant", "Givet", "Huy", "Liege", "Namur"]
    assert all(the_map().spaces[name].meuse == "far" for name in exits)


def test_the_meuse_runs_between_its_banks_and_nowhere_else() -> None:
    the = the_map()
    for one, other in ((b.one, b.other) for b in the.graph.borders()):
        banks = {the.spaces[one].meuse, the.spaces[other].meuse}
        assert the.meuse(one, other) == (banks == {"near", "far"}), (one, other)


@pytest.mark.case("WC", "4.7", "4.10", "12.5")
def test_the_calendar() -> None:
    calendar = the_calendar()
    assert [calendar.initiative(day) for day in (16, 22, 23, 28)] == ["german", "german", "allied", "allied"]
    assert (calendar.track[0], calendar.track[-1], len(calendar.track)) == ("0530", "1900", 10)
    assert sorted(calendar.thresholds) == [20, 22, 24, 26, 28]
    last = calendar.thresholds[28]
    assert last.german == last.allied + 1, "the last pair must leave nothing between"


def test_every_value_says_where_it_comes_from_and_little_is_certain() -> None:
    shares = the_data().shares()
    assert min(shares.values()) > 0
    assert shares["reconstructed"] > shares["certain"]
    for file in sorted(FOLDER.rglob("*.yaml")):
        _, problems = read_data(file.read_text(encoding="utf-8"), file.name)
        assert problems == []


@pytest.mark.parametrize(
    ("loc", "certainty"),
    [
        (("spaces", "Spa", "terrain"), "certain"),
        (("spaces", "Verviers", "hits", "held"), "certain"),
        (("spaces", "Verviers", "hits", "lost"), "reconstructed"),
        (("spaces", "Bastogne", "points"), "reconstructed"),
        (("borders", "Ouffet / Stoumont", "river"), "certain"),
        (("borders", "Vianden / Wiltz", "adjacent"), "reconstructed"),
    ],
)
def test_the_certainty_of_single_values(loc: tuple[str, ...], certainty: str) -> None:
    assert the_data().data["map.yaml"].provenance(*loc).certainty == certainty


def test_names_are_known_by_other_spellings() -> None:
    assert [space_called(text) for text in ("Neufchâteau", "trois points", "ST.VITH")] == [
        "Neufchateau", "Trois Ponts", "St. Vith",
    ]  # fmt: skip
    assert [unit_called(text) for text in ("116 Pz", "FührerBeg", "1st ID")] == ["116Pz", "FuhrerBeg", "1 Inf"]
    assert set(names()["unit"]) == set(the_units())


def test_every_ruling_names_known_cases_and_a_test_that_is_there() -> None:
    from pbem.model.yamltext import plain, read

    node, problems = read((FOLDER.parent / "rulings.yaml").read_text(encoding="utf-8"), "rulings.yaml")
    assert node is not None
    assert problems == []
    rulings, cases = plain(node), rules("wwii-commander")
    options = {option.name for option in RULESET.options}
    for name, ruling in rulings.items():
        assert {case.strip() for case in ruling["case"].split(",")} <= set(cases), name
        assert (REPOSITORY / ruling["test"]).exists(), name
        assert ruling.get("option") in {None, *options}, name
