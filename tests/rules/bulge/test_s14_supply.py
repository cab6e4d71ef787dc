"""14. Supply."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import ways_between

RING = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
"""German zones all round 0517."""


def pocket(place, **fields):
    more = fields.pop("at", {})
    return place({"101": "0517", **RING, **more}, **{"side": "allied", **fields})


@pytest.mark.case("BU", "14.0")
def test_a_road_to_a_friendly_edge(ask, place):
    data = ask(place({"9B": "0406", "1SS": "0101"}, side="allied"), "supply", "9B").data
    assert data["line"] == ("0406", "0407", "0307", "0207", "0107")
    assert data["cost"] == 0


@pytest.mark.case("BU", "14.0")
def test_each_side_has_its_own_edges(ask, place):
    """On the German main road the US unit is fed from the north, the German from the east."""
    table = place({"2": "0405", "1SS": "0901"}, side="allied")
    assert ask(table, "supply", "2").data["line"][-1] == "0107"
    assert ask(place({"1SS": "0405", "2": "1902"}), "supply", "1SS").data["line"][-1] in ("0601", "0201")


@pytest.mark.case("BU", "14.0")
def test_five_points_to_a_road_the_units_own_hex_not_counted(ask, place):
    """0805 costs nothing to be in; the road is next to it."""
    data = ask(place({"1SS": "0713", "2": "1902"}), "supply", "1SS").data
    assert data["supplied"]
    assert 0 < data["cost"] <= 5
    steps = list(zip(data["line"], data["line"][1:], strict=False))
    across = sum(ways_between()[step].ground for step in steps[:1])
    assert data["cost"] == across


@pytest.mark.case("BU", "14.0")
def test_the_far_side_of_the_woods_is_out_of_supply(ask, place):
    """0206 lies two hexes of heavy woods from the nearest road for a German whose enemy holds it."""
    far = place({"12 VG": "0310", "2": "0209", "99": "0407", "1": "0112", "30": "0412"})
    assert not ask(far, "supply", "12 VG").data["supplied"]


@pytest.mark.case("BU", "14.0")
def test_a_ring_of_zones_cuts_off(ask, place):
    assert not ask(pocket(place), "supply", "101").data["supplied"]
    gap = pocket(place)
    gap.units["1SS"].hex = "0101"
    assert ask(gap, "supply", "101").data["supplied"]


@pytest.mark.case("BU", "14.0")
def test_the_road_must_lead_off_the_map(ask, place):
    """The roads within the pocket join no edge."""
    table = pocket(place, at={"82": "0616"})
    assert not ask(table, "supply", "82").data["supplied"]


@pytest.mark.case("BU", "14.0", "2.3E")
def test_a_german_exit_is_no_source_for_the_allies(ask, place):
    """R-35"""
    table = place({"9B": "0406", "1SS": "0101"}, side="allied")
    table.units["2SS"].lost, table.units["2SS"].exited = False, "0107"
    assert ask(table, "supply", "9B").data["line"][-1] == "0110"


@pytest.mark.case("BU", "14.1m")
@pytest.mark.parametrize(("face", "points"), [(1, 1), (3, 3), (5, 5), (6, 0)])
def test_out_of_supply_a_die_says_what_a_unit_may_spend(play, place, face, points):
    played = play(pocket(place), "movement", "movement: [{101: 0516 0416}]", {"101/supply": face})
    assert played.one("OutOfSupply").points == points
    reached = {0: "0517", 1: "0516"}.get(points, "0416")
    assert played.hex("101") == reached


@pytest.mark.case("BU", "14.1m")
def test_nobody_rolls_for_a_unit_that_stays(play, place):
    """R-30"""
    played = play(pocket(place), "movement", "movement: [{101: hold}]")
    assert played.happened("OutOfSupply") == []


@pytest.mark.case("BU", "14.1m")
def test_a_unit_stopped_by_its_die_may_be_given_a_new_way(play, place):
    text = "if-stopped: ask\nmovement: [{101: 0516 0416}]"
    played = play(pocket(place), "movement", text, {"101/supply": 1})
    assert played.asked == {"allied movement": ()}
    (decision,) = played.now.decisions
    assert decision.case == "14.1m"
    assert decision.prompt == "101 is out of supply and may spend 1, not 2"


@pytest.mark.case("BU", "14.1m")
def test_mechanized_roads_out_of_supply(play, place):
    """A die of one is five fifths."""
    table = place({"3 Arm": "0517", **RING}, side="allied")
    table.units["3 Arm"].hex = "0518"
    played = play(table, "movement", "movement: [{3 Arm: 0417}]", {"3 Arm/supply": 1})
    assert played.one("Moved").fifths == 1


@pytest.mark.case("BU", "14.1c")
def test_one_attacker_out_of_supply_binds_all(play, place):
    at = {"26 VG": "0516", "82": "0415"}
    table = pocket(place, at=at)
    played = play(table, "before", "before: [{attack: 0516, with: [101]}]", {"0516/die": 4}, silent=("german",))
    assert played.one("Fought").crt == "secondary"


@pytest.mark.case("BU", "14.1c")
def test_the_defender_does_not_care(play, place):
    table = pocket(place, at={"26 VG": "0516"}, side="german")
    played = play(table, "before", "before: [{attack: 0517, with: [26 VG]}]", {"0517/die": 3}, silent=("allied",))
    assert played.one("Fought").crt == "primary"
    assert played.one("Fought").factor == 5
