"""10. Movement."""

from __future__ import annotations

import pytest

FAR = {"2": "1902"}
"""An enemy too far away to matter."""


def reached(ask, table, unit):
    return ask(table, "moves", unit).data["hexes"]


@pytest.mark.case("BU", "10.0")
def test_five_points_for_everybody(ask, place):
    """From 0119 to the west along the clear Meuse bank: five hexes and no more."""
    found = reached(ask, place({"26 VG": "0125", **FAR}), "26 VG")
    assert found["0120"] == "5"
    assert "0119" not in found


@pytest.mark.case("BU", "10.0")
def test_an_order_beyond_the_points_is_refused_whole(play, place):
    played = play(place({"26 VG": "0125", **FAR}), "movement", "movement: [{26 VG: 0124 0123 0122 0121 0120 0119}]")
    assert played.refusals == ["10.1: 26 VG needs 6 points and has 5"]
    assert played.hex("26 VG") == "0125"


@pytest.mark.case("BU", "10.0")
def test_no_minimum_movement(play, place):
    """One point left over is not enough for a hex that costs two."""
    played = play(place({"26 VG": "0104", **FAR}, turn=2), "movement", "movement: [{26 VG: 0204 0304 0404}]")
    assert played.refusals == ["10.1: 26 VG needs 7 points and has 5"]


@pytest.mark.case("BU", "10.0")
def test_one_move_a_unit_and_only_ones_own(play, place):
    table = place({"26 VG": "0125", **FAR})
    played = play(table, "movement", "movement: [{26 VG: 0124}, {26 VG: 0123}, {2: 1901}, {99: 0403}]")
    assert played.refusals == [
        "10.0: 26 VG has moved already",
        "10.0: 2 is no unit of german",
        "10.0: 99 is no unit of german",
    ]


@pytest.mark.case("BU", "10.0")
def test_hexes_follow_each_other_and_hold_no_enemy(play, place):
    table = place({"26 VG": "0125", "14": "0123"})
    played = play(table, "movement", "movement: [{26 VG: 0123}]")
    assert played.refusals == ["10.0: 0123 is not next to 0125"]
    table = place({"26 VG": "0125", "14": "0124"}, side="german")
    table.units["14"].hex = "0123"
    played = play(table, "movement", "movement: [{26 VG: 0124 0123}]")
    assert played.refusals[0].startswith("9.1a")


@pytest.mark.case("BU", "10.0")
def test_a_unit_finds_the_cheapest_way_itself(play, place):
    played = play(place({"26 VG": "0601", **FAR}, turn=2), "movement", "movement: [{26 VG: to 0405}]")
    assert played.one("Moved").path == ("0602", "0603", "0504", "0404", "0405")
    assert played.one("Moved").fifths == 25
    via = play(place({"26 VG": "0601", **FAR}, turn=2), "movement", "movement: [{26 VG: to 0604 via 0603}]")
    assert via.one("Moved").path == ("0602", "0603", "0604")
    nowhere = play(place({"26 VG": "0601", **FAR}, turn=2), "movement", "movement: [{26 VG: to 0609}]")
    assert nowhere.refusals == ["10.0: 26 VG cannot reach 0609"]


@pytest.mark.case("BU", "10.1")
def test_the_dearest_terrain_and_the_river_count(play, place):
    """Into Malmedy (light woods and town) from 0508 across the Ambleve: three and one."""
    wet = play(place({"26 VG": "0508", **FAR}, turn=2), "movement", "movement: [{26 VG: 0407}]")
    assert wet.one("Moved").fifths == (3 + 1) * 5
    dry = play(place({"26 VG": "0508", **FAR}, turn=2), "movement", "movement: [{26 VG: 0507}]")
    assert dry.one("Moved").fifths == 2 * 5


@pytest.mark.case("BU", "10.2a")
def test_a_point_a_hex_by_road_before_and_after_other_movement(play, place):
    """0501 to 0601 across country (2), then by road, 0504 to 0505 across country again."""
    played = play(place({"26 VG": "0501", **FAR}, turn=2), "movement", "movement: [{26 VG: 0601 0602 0603}]")
    assert played.one("Moved").fifths == (2 + 1 + 1) * 5
    mixed = play(place({"26 VG": "0602", **FAR}, turn=2), "movement", "movement: [{26 VG: 0603 0604}]")
    assert mixed.one("Moved").fifths == (1 + 3) * 5


@pytest.mark.case("BU", "10.2a")
def test_the_first_step_onto_a_road_costs_the_terrain(play, place):
    """R-23"""
    played = play(place({"26 VG": "0501", **FAR}, turn=2), "movement", "movement: [{26 VG: 0601}]")
    assert played.one("Moved").fifths == 2 * 5


@pytest.mark.case("BU", "10.2b")
def test_mechanized_road_movement_costs_a_fifth(play, place):
    played = play(
        place({"9B": "0406", "1SS": "0101"}, side="allied"), "movement", "movement: [{9B: mech 0407 0507 0607}]"
    )
    assert played.one("Moved").fifths == 3
    assert played.cases("Moved") == ["10.2b"]


@pytest.mark.case("BU", "10.2b")
def test_twenty_five_hexes_at_most(ask, place):
    found = reached(ask, place({"3 Arm": "1911", "1SS": "0101"}, side="allied"), "3 Arm")
    by_mech = [cost for cost in found.values() if "/" in cost]
    assert max(int(cost.split("/")[0]) for cost in by_mech) == 24
    assert all(int(cost.split("/")[0]) <= 25 for cost in by_mech)
    assert found["1411"] == "6/5"


@pytest.mark.case("BU", "10.2b")
@pytest.mark.parametrize(("path", "points"), [("0602 0603 0604", 3), ("0602 0603 0504 0404 0405 0305", None)])
def test_fractions_are_dropped_when_another_movement_begins(play, place, path, points):
    """R-22 Two fifths count as none; then the hex across country is paid in full."""
    played = play(place({"1SS": "0601", **FAR}, turn=2), "movement", f"movement: [{{1SS: {path}}}]")
    fifths = played.one("Moved").fifths
    assert fifths == (points * 5 if points else 6)


@pytest.mark.case("BU", "10.2b")
def test_seven_fifths_are_one_point_when_the_road_is_left(play, place):
    table = place({"1SS": "1401", **FAR}, turn=2)
    path = "1302 1303 1203 1204 1205 1206 1307 1407 1507 1607"
    moved = play(table, "movement", f"movement: [{{1SS: {path}}}]").one("Moved")
    # seven or more hexes by mechanized road, then 1607 across country
    by_road = len(path.split()) - 1
    assert moved.fifths == (by_road // 5) * 5 + 2 * 5


@pytest.mark.case("BU", "10.2b")
def test_mechanized_road_movement_begins_on_a_road(play, fresh, place):
    """The mistake of a beginner: Lehr stands off the road."""
    played = play(fresh(), "movement", "movement: [{Lehr: mech 1304}]")
    assert played.refusals == ['10.2b: Lehr starts off road, no "mech" movement']
    off_road = play(place({"1SS": "0501", **FAR}, turn=2), "movement", "movement: [{1SS: 0601 0602}]")
    assert off_road.one("Moved").fifths == 15  # two, and one by regular road
    foot = play(place({"26 VG": "0601", **FAR}, turn=2), "movement", "movement: [{26 VG: 0602 0603}]")
    assert foot.one("Moved").fifths == 10


@pytest.mark.case("BU", "10.2b", "9.1a")
def test_mechanized_roads_into_an_enemy_zone_by_edition(play, place):
    """R-24 By the text of 2021 it may, by that of 1980 the last hex costs a whole point."""
    for edition, fifths in (("2021", 2), ("1980", 5)):
        table = place({"1SS": "0601", "14": "0504"}, {"mech": edition}, turn=2)
        moved = play(table, "movement", "movement: [{1SS: 0602 0603}]").one("Moved")
        assert moved.fifths == fifths, edition


@pytest.mark.case("BU", "10.2c")
def test_up_to_four_allied_infantry_are_given_markers(play, place):
    foot = {"1": "1911", "2": "1811", "99": "1712", "101": "1611", "82": "1512", "1SS": "0101"}
    text = """
movement:
  - mech: [1, 2, 99, 101]
  - 101: mech 1512 1412 1312
  - 82: mech 1412
"""
    played = play(place({**foot, "82": "1411"}, side="allied"), "movement", text)
    assert played.one("Mechanized").units == ("1", "2", "99", "101")
    assert played.one("Moved").fifths == 3
    assert played.refusals[0].startswith("10.2c: 82 is not mechanized")
    five = play(place(foot, side="allied"), "movement", "movement: [{mech: [1, 2, 99, 101, 82]}]")
    assert five.refusals == ["10.2c: 5 markers, there are 4"]


@pytest.mark.case("BU", "10.2c")
def test_markers_are_for_allied_infantry_and_given_first(play, place):
    table = place({"3 Arm": "1911", "1": "1811", "1SS": "0101"}, side="allied")
    played = play(table, "movement", "movement: [{mech: [3 Arm]}, {3 Arm: 1811 1712}, {mech: [1]}]")
    assert played.refusals == [
        "10.2c: 3 Arm is no Allied infantry or airborne unit",
        "10.2c: markers are given before any unit moves",
    ]
    german = play(place({"26 VG": "0601", **FAR}), "movement", "movement: [{mech: [26 VG]}]")
    assert german.refusals == ["10.2c: only Allied infantry is given mechanized markers"]


@pytest.mark.case("BU", "10.2c")
def test_markers_last_for_the_phase(play, place):
    table = place({"1": "1911", "1SS": "0101"}, side="allied", mechanized=["1"])
    played = play(table, "movement", "movement: [{1: mech 1811}]")
    assert played.refusals[0].startswith("10.2c")


@pytest.mark.case("BU", "10.2d")
def test_no_road_rate_into_an_interdicted_hex(play, place):
    markers = {"allied": ["0603"], "german": []}
    table = place({"1SS": "0601", **FAR}, turn=2, markers=markers)
    moved = play(table, "movement", "movement: [{1SS: 0602 0603}]").one("Moved")
    assert moved.fifths == (0 + 3) * 5  # light woods; the fifth before it is dropped


def test_a_way_must_be_one_that_can_be_read(problems_of):
    assert "no hex '9999'" in problems_of("german", "movement: [{1SS: 0601 9999}]")[0]
    assert "no word for a way: 'past'" in problems_of("german", "movement: [{1SS: past 0601}]")[0]
    assert "did you mean" in " ".join(problems_of("german", "movement: [{13SS: 0601}]")) or problems_of(
        "german", "movement: [{13SS: 0601}]"
    )


def test_hold_and_rest_do_nothing(play, place):
    played = play(place({"1SS": "0601", **FAR}, turn=2), "movement", "movement: [{1SS: hold}, {rest: hold}]")
    assert played.entries[1:] == []
