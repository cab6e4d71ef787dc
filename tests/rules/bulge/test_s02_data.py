"""2. Components: the map, the counters and the tables of the data pack."""

from __future__ import annotations

import pytest

from pbem.kit.data import read_data
from pbem_rules.bulge.board import (
    FOLDER,
    designated,
    entry_hexes,
    ground_cost,
    names,
    sources,
    the_counters,
    the_data,
    the_map,
    the_tables,
    ways_between,
)


@pytest.mark.case("BU", "2.1")
def test_terrain_by_priority_costs_rise_with_it():
    """2.1, 10.1 One terrain a hex; the one with priority is the dearest, so it decides both."""
    assert the_map().terrain_of("0202") == "heavy-woods"
    assert [ground_cost(hex) for hex in ("0119", "0104", "0107", "0202")] == [1, 2, 3, 4]
    assert {the_map().terrain_of(hex) for hex in the_map().grid.all()} <= set(the_tables().costs)


@pytest.mark.case("BU", "2.1", "10.1")
def test_the_examples_of_the_terrain_chart():
    """10.1 Heavy woods with West Wall cost four; the dearer of light woods and rough, over a river, costs four."""
    west_wall = [hex for hex in the_map().grid.all() if the_map().place(hex).west_wall]
    heavy = [hex for hex in west_wall if the_map().terrain_of(hex) == "heavy-woods"]
    assert heavy
    assert {ground_cost(hex) for hex in heavy} == {4}
    assert ways_between()["0507", "0407"].ground == 3 + 1
    assert the_map().terrain_of("0407") == "light-woods"
    assert the_map().town_at("0407") == "Malmedy"


@pytest.mark.case("BU", "2.3")
def test_every_counter_has_one_way_into_the_game():
    units = the_counters().units
    assert len(units) == 75
    for name, unit in units.items():
        ways = [bool(unit.at), bool(unit.turn and unit.edge), unit.drops]
        assert sum(ways) == 1, name
    hexes = [unit.at for unit in units.values() if unit.at]
    assert len(hexes) == len(set(hexes))
    assert units["2 Pz"].at == "1206"
    assert sum(unit.side == "allied" and bool(unit.at) for unit in units.values()) == 12


@pytest.mark.case("BU", "2.3")
def test_mechanized_kinds(fresh):
    units = fresh().units
    assert [units[name].mechanized for name in ("2 Pz", "15 PzG", "3 Arm", "14")] == [True] * 4
    assert [units[name].mechanized for name in ("26 VG", "3 FJ", "2", "101")] == [False] * 4


def test_the_relations_between_factors_that_the_rules_and_reports_fix():
    cf = {name: unit.cf for name, unit in the_counters().units.items()}
    assert cf["1SS"] == 7
    assert cf["14"] == cf["110"] == cf["112"] == 1
    infantry = [u.cf for u in the_counters().units.values() if u.side == "allied" and u.kind == "infantry"]
    assert min(cf["1SS"], cf["12SS"]) > max(infantry)
    assert cf["2 Arm"] > cf["7 Arm"]
    assert cf["62 VG"] <= cf["106"]
    assert cf["106"] + cf["9A"] <= 7


@pytest.mark.case("BU", "2.3E")
def test_edges_by_letter():
    assert entry_hexes("north") == ("0107", "0110", "0113", "0115", "0118", "0123")
    assert entry_hexes("west") == ("0225", "0725", "1025", "1225")
    assert entry_hexes("south") == ("1903", "1907", "1911", "1917")
    assert sources("german") == entry_hexes("east")
    assert {unit.edge for unit in the_counters().units.values() if unit.side == "german"} <= {"", "east"}
    assert {unit.edge for unit in the_counters().units.values() if unit.side == "allied"} <= {
        "",
        "north",
        "south",
        "west",
    }


def test_exits_lie_on_the_allied_edges_that_reports_name():
    """3.1 North and west only; the two beyond Huy and Namur count four times."""
    assert {the_map().exits[hex].edge for hex in designated()} == {"north", "west"}
    assert designated()["0118"] == designated()["0123"] == 4


def test_the_map_is_whole():
    assert the_map().faults() == ()
    assert len(the_map().grid.all()) == 426
    river = {side for one in the_map().rivers.values() for side in one.sides}
    roads = {*the_map().roads.main, *the_map().roads.secondary}
    assert roads & river == set(the_map().bridges)


def test_tables_are_monotone():
    """A column further right is never worse for the attacker on the same die."""
    order = ("Ae", "Ar", "Ct", "Ex", "Dr", "De")
    for table in (the_tables().primary, the_tables().secondary):
        for face in range(1, 7):
            row = [order.index(table.lookup(column, face)) for column in table.columns]
            assert row == sorted(row)
    assert "Ex" not in the_tables().secondary.results()


def test_the_turn_track_is_complete():
    turns = the_tables().turns
    assert sorted(turns) == list(range(1, 19))
    assert (turns[1].german, turns[1].allied) == (12, 2)
    assert (turns[3].german, turns[3].allied) == (40, 8)
    assert (turns[6].german, turns[6].allied) == (80, 18)
    assert turns[18].german == turns[18].allied + 1
    for turn, line in turns.items():
        assert line.german > line.allied
        assert set(line.air) == ({"overcast"} if turn == 1 else {"overcast", "mist", "clear"})


def test_every_value_says_where_it_comes_from():
    for name, data in the_data().data.items():
        assert all(value.provenance.certainty and value.provenance.source for value in data.values.values()), name


def test_what_was_made_up_is_not_called_printed():
    text = (FOLDER / "tables.yaml").read_text(encoding="utf-8")
    data, problems = read_data(text, "tables.yaml")
    assert not problems
    assert data is not None
    assert data.provenance("primary").certainty == "reconstructed"
    assert data.provenance("secondary").certainty == "reconstructed"
    assert data.provenance("scatter").certainty == "reconstructed"
    assert data.provenance("turns", "3", "german").certainty == "certain"
    assert data.provenance("turns", "4", "german").certainty == "reconstructed"
    assert data.provenance("costs", "river").certainty == "certain"
    assert data.provenance("costs", "light-woods").certainty == "inferred"


def test_names_for_sheets():
    assert "116 Pz" in names()["unit"]
    assert "0407" in names()["hex"]
