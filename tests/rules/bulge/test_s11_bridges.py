"""11. Allied bridge interdiction."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import the_map
from pbem_rules.bulge.table import lay_of


@pytest.mark.case("BU", "11.0")
def test_the_example_of_the_first_division_in_0407(place):
    """Every bridge within three hexes of 0407, whatever stands between; R-18: one of its hexes is enough."""
    closed = lay_of(place({"1": "0407"})).closed
    grid = the_map().grid
    wanted = {side for side in the_map().bridges if min(grid.distance("0407", hex) for hex in side.split("-")) <= 3}
    assert closed == wanted
    assert {"0407-0507", "0408-0509", "0409-0509", "0509-0510", "0510-0610"} <= closed
    assert "0705-0706" in closed
    assert "1206-1307" not in closed


@pytest.mark.case("BU", "11.0")
def test_zones_enemies_and_supply_do_not_matter(place):
    alone = lay_of(place({"1": "0407"})).closed
    crowded = lay_of(place({"1": "0407", "1SS": "0507", "2SS": "0307", "9SS": "0406", "12SS": "0408"})).closed
    assert alone == crowded


@pytest.mark.case("BU", "11.0")
def test_germans_close_no_bridges(place):
    assert lay_of(place({"1SS": "0407"})).closed == frozenset()


@pytest.mark.case("BU", "11.0")
def test_the_switch_for_both_hexes(place):
    """R-18"""
    either = lay_of(place({"1": "0407"})).closed
    both = lay_of(place({"1": "0407"}, {"bridges": "both hexes"})).closed
    assert both < either
    assert "0407-0507" in both
    grid = the_map().grid
    assert both == {
        side for side in the_map().bridges if max(grid.distance("0407", hex) for hex in side.split("-")) <= 3
    }


@pytest.mark.case("BU", "11.0x")
def test_a_closed_bridge_costs_the_terrain_and_a_point(ask, place):
    """62 VG in 0705 over the Our to 0706: one by the open road, rough and river if 9B watches from 0406."""
    open_ = ask(place({"62 VG": "0705", "2": "1902"}, turn=2), "moves", "62 VG").data["hexes"]
    closed = ask(place({"62 VG": "0705", "9B": "0406"}, turn=2), "moves", "62 VG").data["hexes"]
    ground = {"light-woods": 3, "rough": 2, "clear": 1}[the_map().terrain_of("0706")]
    assert (open_["0706"], closed["0706"]) == ("1", str(ground + 1))


@pytest.mark.case("BU", "11.0x")
def test_the_way_of_the_first_turn(play, fresh):
    """From the sheet that is printed in the guide: 62 VG over the Our for one and three points."""
    table = fresh()
    table.weather = "overcast"
    table.units["106"].hex, table.units["106"].lost = "", True
    table.units["62 VG"].hex = "0804"
    moved = play(table, "movement", "movement: [{62 VG: 0705 0706}]").one("Moved")
    assert moved.fifths == (1 + 3) * 5


@pytest.mark.case("BU", "11.0x")
def test_the_allied_side_uses_its_bridges(ask, place):
    found = ask(place({"9B": "0407", "1SS": "0101"}, side="allied"), "moves", "9B").data["hexes"]
    assert found["0507"] == "1/5"


@pytest.mark.case("BU", "11.0x")
def test_mechanized_roads_end_at_a_closed_bridge(play, place):
    free = play(place({"1SS": "0705", "2": "1902"}, turn=2), "movement", "movement: [{1SS: 0706}]")
    assert free.one("Moved").fifths == 1
    watched = play(place({"1SS": "0705", "9B": "0406"}, turn=2), "movement", "movement: [{1SS: 0706}]")
    assert watched.one("Moved").fifths == 3 * 5


@pytest.mark.case("BU", "11.0x", "14.0")
def test_supply_crosses_a_closed_bridge_only_across_country(ask, place):
    """R-17 The road of 1SS leads over the bridge 0705-0706 as long as nobody watches it."""
    free = ask(place({"1SS": "0706", "2": "1902"}), "supply", "1SS").data
    assert free["cost"] == 0
    assert free["line"][:2] == ("0706", "0705")
    others = {"9B": "0406", "112": "1007", "109": "1307"}
    watched = ask(place({"1SS": "0706", **others}), "supply", "1SS").data
    assert watched["supplied"]
    assert watched["cost"] == 3  # 0705 is rough, and the river
    assert watched["line"][:2] == ("0706", "0705")
