"""13. Reinforcements."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.table import due_units


def coming(place, name, at=None, **fields):
    """A unit that waits off the map."""
    table = place({"1SS": "0101", "2": "1902", **(at or {})}, **fields)
    table.units[name].lost = False
    return table


@pytest.mark.case("BU", "13.0a")
def test_units_come_from_their_turn_on(play, place):
    assert [u.id for u in due_units(coming(place, "1", side="allied", turn=2), "allied")] == ["1"]
    early = coming(place, "1", side="allied", turn=1)
    assert due_units(early, "allied") == []
    assert play(early, "movement", "movement: [{1: enter 0107}]").refusals == ["13.0a: 1 is not due"]


@pytest.mark.case("BU", "13.0a")
def test_entering_costs_the_road_or_a_fifth(play, place):
    foot = play(coming(place, "1", side="allied"), "movement", "movement: [{1: enter 0107 0207 0307 0407}]")
    assert foot.one("Entered").fifths == 4 * 5
    assert foot.cases("Entered") == ["13.0a"]
    assert foot.table.units["1"].entered == "0107"
    tank = play(
        coming(place, "7 Arm", side="allied"), "movement", "movement: [{7 Arm: enter 0107 mech 0207 0307 0407}]"
    )
    assert tank.one("Entered").fifths == 4


@pytest.mark.case("BU", "13.0a", "10.2c")
def test_infantry_with_a_marker_comes_by_lorry(play, place):
    """As in the guide: 101 by 1025 to Bastogne, seventeen hexes."""
    table = coming(place, "101", side="allied")
    text = "movement: [{mech: [101]}, {101: enter 1025 mech to 1412 by road}]"
    moved = play(table, "movement", text).one("Entered")
    assert moved.path[0] == "1025"
    assert moved.path[-1] == "1412"
    assert moved.fifths == len(moved.path) == 17


@pytest.mark.case("BU", "13.0a")
def test_the_best_entry_is_found_for_a_unit_that_says_only_where_to(play, place):
    moved = play(coming(place, "7 Arm", side="allied"), "movement", "movement: [{7 Arm: to 0707}]").one("Entered")
    assert moved.path[0] == "0107"
    assert moved.path[-1] == "0707"


@pytest.mark.case("BU", "13.0a")
def test_only_by_road_hexes_of_the_right_edge(play, place):
    played = play(coming(place, "1", side="allied"), "movement", "movement: [{1: enter 1911}]")
    assert played.refusals == ["13.0a: 1 comes from the north, not by 1911"]
    played = play(coming(place, "1", side="allied"), "movement", "movement: [{1: enter 0106}]")
    assert played.refusals == ["13.0a: 1 comes from the north, not by 0106"]
    played = play(coming(place, "1", side="allied"), "movement", "movement: [{1: 0107}]")
    assert played.refusals == ["13.0a: 1 is not on the map"]


@pytest.mark.case("BU", "13.0a")
def test_not_by_a_hex_that_the_enemy_holds_or_controls(play, place):
    held = coming(place, "1", {"26 VG": "0107"}, side="allied")
    assert play(held, "movement", "movement: [{1: enter 0107}]").refusals == ["13.0a: 0107 is held by the enemy"]
    near = coming(place, "1", {"26 VG": "0207"}, side="allied")
    assert play(near, "movement", "movement: [{1: enter 0107}]").refusals == ["13.0a: 0107 is in an enemy ZOC"]


@pytest.mark.case("BU", "13.0a")
def test_several_come_by_one_hex_and_friends_may_be_passed(play, place):
    """R-27"""
    table = coming(place, "1", {"30": "0107"}, side="allied")
    played = play(table, "movement", "movement: [{1: enter 0107 0207}]")
    assert played.hex("1") == "0207"
    table = coming(place, "1", {"30": "0107"}, side="allied")
    assert play(table, "movement", "movement: [{1: enter 0107}]").refusals[0].startswith("8.0")


@pytest.mark.case("BU", "13.0a", "10.2d")
def test_an_interdicted_entry_costs_its_terrain(play, place):
    table = coming(place, "7 Arm", side="allied", markers={"allied": [], "german": ["0107"]})
    assert play(table, "movement", "movement: [{7 Arm: enter 0107}]").one("Entered").fifths == 3 * 5


@pytest.mark.case("BU", "13.0b")
def test_holding_back(play, place):
    table = coming(place, "1", side="allied", turn=2)
    played = play(table, "movement", "movement: [{hold back: [1]}]")
    assert played.refusals == []
    later = played.table
    later.turn, later.moved = 7, []
    assert [u.id for u in due_units(later, "allied")] == ["1"]
    wrong = play(coming(place, "1", side="allied", turn=1), "movement", "movement: [{hold back: [1]}]")
    assert wrong.refusals == ["13.0b: 1 is not due, nothing to hold back"]


@pytest.mark.case("BU", "13.0b")
def test_a_blocked_edge_makes_units_wait(play, place):
    guards = {"26 VG": "0107", "62 VG": "0110", "12 VG": "0113", "18 VG": "0115", "1SS": "0118", "2SS": "0123"}
    table = coming(place, "1", guards, side="allied")
    for hex in ("0107", "0123"):
        assert play(table, "movement", f"movement: [{{1: enter {hex}}}]").refusals
    assert play(table, "movement", "movement: [{1: to 0207}]").refusals == ["10.0: 1 cannot reach 0207"]


@pytest.mark.case("BU", "13.0b")
def test_a_hex_by_which_a_german_has_left_is_closed(play, place):
    """R-35 That hex alone, as an entry and as a source of supply."""
    table = coming(place, "1", side="allied")
    table.units["2SS"].lost, table.units["2SS"].exited = False, "0107"
    played = play(table, "movement", "movement: [{1: enter 0107}]")
    assert played.refusals == ["13.0b: a German unit has left the map by 0107"]
    assert play(table, "movement", "movement: [{1: enter 0110}]").hex("1") == "0110"


# 13.0 The British


@pytest.mark.case("BU", "13.0c")
def test_the_british_keep_behind_the_meuse(play, place):
    table = coming(place, "53", side="allied", turn=6)
    played = play(table, "movement", "movement: [{53: enter 0725 0724 0723}]")
    assert played.hex("53") == "0723"
    table = coming(place, "53", side="allied", turn=6)
    across = play(table, "movement", "movement: [{53: enter 0725 0724 0723 0722}]")
    assert across.refusals[0].startswith("13.0c: 53 may not cross the Meuse")


@pytest.mark.case("BU", "13.0c")
def test_the_british_stay_within_five_hexes_of_their_entry(play, place):
    table = coming(place, "GD", {"29": "0224"}, side="allied", turn=6)
    table.units["GD"].hex, table.units["GD"].entered = "0122", "0118"
    played = play(table, "movement", "movement: [{GD: 0123 0124}]")
    assert played.refusals[0].startswith("13.0c: GD may not")
    played = play(table, "movement", "movement: [{GD: 0123}]")
    assert played.hex("GD") == "0123"


@pytest.mark.case("BU", "13.0c")
def test_bound_british_do_not_come_by_a_hex_across_the_meuse(play, place):
    table = coming(place, "GD", side="allied", turn=6)
    assert play(table, "movement", "movement: [{GD: enter 0107}]").refusals[0].startswith("13.0c")
    table.british_free = True
    assert play(table, "movement", "movement: [{GD: enter 0107}]").hex("GD") == "0107"


@pytest.mark.case("BU", "13.0c")
def test_a_german_within_two_hexes_releases_them_all_for_good(play, place):
    """R-28 Also in passing: 1SS drives by on the other bank and goes on."""
    far = play(place({"2SS": "0819", "53": "0723"}, turn=6), "movement", "movement: [{2SS: 0820}]")
    assert not far.table.british_free
    near = play(place({"2SS": "0820", "53": "0723"}, turn=6), "movement", "movement: [{2SS: 0721 0620}]")
    assert near.one("BritishReleased").german == "2SS"
    assert near.table.british_free


@pytest.mark.case("BU", "13.0c")
def test_british_units_that_come_near_are_released_too(play, place):
    table = place({"1SS": "0721", "53": "0725"}, side="allied", turn=6)
    table.units["53"].entered = "0725"
    played = play(table, "movement", "movement: [{53: 0724 0723}]")
    assert played.one("BritishReleased").british == "53"


@pytest.mark.case("BU", "13.0c")
def test_retreats_and_advances_release_them_as_well(play, place):
    table = place({"2SS": "0720", "Lehr": "0821", "110": "0721", "53": "0723"}, turn=6)
    assert not table.british_free
    text = "before: [{attack: 0721, with: [2SS, Lehr], then: advance 2SS}]"
    played = play(table, "before", text, {"0721/die": 1})
    assert played.table.british_free


@pytest.mark.case("BU", "13.0c")
def test_americans_are_not_bound(play, place):
    table = coming(place, "82", side="allied")
    assert play(table, "movement", "movement: [{82: enter 0725 0724 0723 0722}]").hex("82") == "0722"
