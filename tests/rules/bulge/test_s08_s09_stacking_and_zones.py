"""8. Stacking and 9. zones of control."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import around
from pbem_rules.bulge.table import lay_of


@pytest.mark.case("BU", "8.0")
def test_units_move_through_friends_but_end_alone(play, place):
    table = place({"1SS": "0601", "26 VG": "0602", "2": "1902"}, turn=2)
    played = play(table, "movement", "movement: [{1SS: 0602 0603}, {26 VG: 0603}]")
    assert played.hex("1SS") == "0603"
    assert played.refusals == ["8.0: 0603 is full, a move ends in a hex of its own"]


@pytest.mark.case("BU", "8.0", "12.3")
def test_nobody_retreats_onto_a_friend(play, place):
    """110 in 1307 has friends or German zones all round."""
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307", "112": "1308", "109": "1408", "14": "1407"}, turn=1)
    played = play(table, "before", "before: [{attack: 1307, with: [26 VG, 2 Pz], then: stay}]", {"1307/die": 5})
    assert played.one("Fought").result == "Dr"
    assert played.cases("Eliminated") == ["12.3"]
    assert played.table.units["110"].lost


@pytest.mark.case("BU", "9.0")
def test_every_unit_has_a_zone_in_its_own_and_the_six_hexes_around(place):
    """The example: the US 1st Division in 0407; supply does not matter, nor the map's edge."""
    lay = lay_of(place({"1": "0407", "2 Pz": "0101"}))
    assert lay.zones["allied"] == {"0407", "0307", "0308", "0406", "0408", "0507", "0508"}
    assert lay.zones["german"] == {"0101", *around("0101")}
    assert len(around("0101")) == 2


@pytest.mark.case("BU", "9.1a")
def test_a_unit_stops_in_an_enemy_zone(play, place):
    table = place({"1SS": "0602", "14": "0504"}, turn=2)
    played = play(table, "movement", "movement: [{1SS: 0603 0703}]")
    assert played.refusals == ["9.1a: 1SS must stop in 0603, which is in an enemy ZOC"]
    played = play(table, "movement", "movement: [{1SS: 0603}]")
    assert played.hex("1SS") == "0603"


@pytest.mark.case("BU", "9.1a")
def test_a_unit_that_begins_in_an_enemy_zone_does_not_move(play, fresh):
    table = fresh()
    played = play(table, "movement", "movement: [{277 VG: 0302}]")
    assert played.refusals[0].startswith("9.1a: 277 VG begins in the ZOC of")
    assert "99 (0403)" in played.refusals[0]


@pytest.mark.case("BU", "9.1a")
def test_trips_end_in_enemy_zones(ask, place):
    table = place({"1SS": "0602", "14": "0504"}, turn=2)
    reached = ask(table, "moves", "1SS").data["hexes"]
    assert "0603" in reached
    assert "0404" not in reached  # beyond 0504, where the enemy stands


@pytest.mark.case("BU", "9.1b")
def test_no_retreat_into_a_zone_and_advance_ignores_it(play, place):
    """110 cannot go where 2 Pz and 26 VG reach; 26 VG may advance next to 109."""
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307", "109": "1407"}, turn=1)
    text = "before: [{attack: 1307, with: [26 VG, 2 Pz], then: advance 26 VG}]"
    played = play(table, "before", text, {"1307/die": 5}, silent=("allied",))
    to = played.one("Retreated").to
    assert to == "1308"
    assert played.hex("26 VG") == "1307"
    assert "1407" in around("1307")


@pytest.mark.case("BU", "9.1c")
def test_supply_goes_through_a_zone_only_where_a_friend_stands(ask, place):
    """101 in 0517 is ringed by German zones; 82 in 0315 opens the way to the road in 0314."""
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    table = place({"101": "0517", **ring}, side="allied")
    assert not ask(table, "supply", "101").data["supplied"]
    table = place({"101": "0517", "82": "0315", **ring}, side="allied")
    line = ask(table, "supply", "101").data
    assert line["supplied"]
    assert line["line"][2:4] == ("0315", "0314") or line["line"][3:5] == ("0315", "0314")


@pytest.mark.case("BU", "9.1c", "14.0")
def test_the_units_own_hex_may_lie_in_a_zone(ask, place):
    """R-16 1SS stands beside an enemy, but its way back is free."""
    table = place({"1SS": "0603", "14": "0604"})
    assert ask(table, "supply", "1SS").data["supplied"]
