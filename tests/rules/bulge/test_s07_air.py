"""7. Air power."""

from __future__ import annotations

import pytest

AT = {"1SS": "0501", "2": "0405"}


def air(play, place, *, turn=9, weather="clear", german="air: []", allied="air: []", at=AT, **more):
    table = place(at, turn=turn, weather=weather)
    return play(table, "air", german, foe=allied, **more)


@pytest.mark.case("BU", "7.0")
def test_missions_are_revealed_together(play, place):
    played = air(play, place, german="air: [cap, support, interdict]", allied="air: [support, support, cap, resupply]")
    german, allied = played.happened("MissionsRevealed")
    assert (german.side, german.points, german.missions) == ("german", 3, ("cap", "support", "interdict"))
    assert allied.points == 8
    assert allied.missions[:4] == ("support", "support", "cap", "resupply")
    assert played.table.resupplies == 1


@pytest.mark.case("BU", "7.0")
def test_nobody_learns_anything_before_both_have_chosen(play, place):
    table = place(AT, turn=9, weather="clear")
    played = play(table, "air", "air: [cap, support, interdict]")
    assert played.asked == {"allied air": ()}
    assert played.entries == []
    (decision,) = played.now.decisions
    assert decision.sealed


@pytest.mark.case("BU", "7.0")
def test_a_side_without_points_is_not_asked(play, place):
    played = air(play, place, turn=4, weather="overcast", german="air: [support]", allied="")
    assert played.asked == {}
    assert [event.side for event in played.happened("MissionsRevealed")] == ["german"]


@pytest.mark.case("BU", "7.0")
def test_the_list_is_an_order_of_preference(play, place):
    """The first missions fly; R-43: points that are left over fly ground support."""
    played = air(play, place, turn=5, weather="mist", german="air: [cap, support]", allied="air: [interdict]")
    german, allied = played.happened("MissionsRevealed")
    assert german.missions == ("cap",)
    assert allied.missions == ("interdict", "support")


@pytest.mark.case("BU", "7.0")
def test_a_list_for_each_weather(play, place):
    text = "air: {overcast: [], mist: [cap], clear: [interdict, cap]}"
    played = air(play, place, turn=5, weather="mist", allied=text)
    assert played.happened("MissionsRevealed")[1].missions == ("cap", "support")
    played = air(play, place, turn=5, weather="clear", allied=text)
    assert played.happened("MissionsRevealed")[1].missions[:2] == ("interdict", "cap")


@pytest.mark.case("BU", "7.0")
def test_standing_orders_by_weather(play, place):
    table = place(AT, turn=5, weather="clear")
    played = play(table, "air", "air: [support]", standing={"allied": "  air at clear: [cap, cap]\n  air: support"})
    assert played.happened("MissionsRevealed")[1].missions[:2] == ("cap", "cap")
    table = place(AT, turn=5, weather="mist")
    played = play(table, "air", "air: [support]", standing={"allied": "  air at clear: [cap, cap]\n  air: support"})
    assert played.happened("MissionsRevealed")[1].missions == ("support", "support")


@pytest.mark.case("BU", "7.0")
def test_silence_flies_ground_support(play, place):
    table = place(AT, turn=5, weather="mist")
    played = play(table, "air", "air: [support]", silent=("allied",))
    assert played.happened("MissionsRevealed")[1].missions == ("support", "support")


@pytest.mark.case("BU", "7.0", "7.2", "7.4")
def test_nobody_flies_more_missions_than_he_has_counters(play, place, problems_of):
    played = air(play, place, german="air: [interdict, interdict]")
    assert played.asked == {"german air": ()}
    assert "the counters allow 1" in played.now.notes[0].words
    four = problems_of("allied", "air: [interdict, interdict, interdict, interdict]")
    assert four[0].endswith("illegal: BU 7.2: 4 missions interdict, the counters allow 3")
    assert four[1].endswith("hint: make one of them support or cap")
    german = air(play, place, german="air: [resupply]")
    assert german.asked == {"german air": ()}
    assert "resupply" in german.now.notes[0].words


def test_unknown_missions_are_told_at_once(problems_of):
    assert "mission" in problems_of("german", "air: [bombing]")[0]


@pytest.mark.case("BU", "7.1")
@pytest.mark.parametrize(
    ("german", "allied", "left"),
    [
        ("[support, support, support]", "[cap, interdict, interdict]", {"german": 2, "allied": 5}),
        ("[cap, cap, support]", "[support, cap]", {"german": 0, "allied": 5}),
        ("[cap, cap, cap]", "[cap, cap, cap, cap, cap, cap, cap, cap]", {"german": 0, "allied": 0}),
        ("[support, interdict, cap]", "[cap, cap, cap]", {"german": 0, "allied": 4}),
    ],
)
def test_each_patrol_cancels_one_ground_support(play, place, german, allied, left):
    played = air(play, place, german=f"air: {german}", allied=f"air: {allied}", windows={"interdict": "pass"})
    assert played.table.support == left


@pytest.mark.case("BU", "7.1")
def test_patrols_touch_no_other_missions(play, place):
    played = air(play, place, german="air: [cap, cap, cap]", allied="air: [interdict, resupply]\ninterdict: [0601]")
    assert played.table.markers["allied"] == ["0601"]
    assert played.table.resupplies == 1


# 7.2


@pytest.mark.case("BU", "7.2")
def test_the_allied_side_places_first_on_the_first_lawful_hexes(play, place):
    allied = "air: [interdict, interdict]\ninterdict: [0405, 0601, 0602, 0603]"
    german = "air: [interdict]\ninterdict: [0601, 1412]"
    placed = air(play, place, german=german, allied=allied).happened("Interdicted")
    assert [(event.side, event.hex) for event in placed] == [
        ("allied", "0601"),
        ("allied", "0602"),
        ("german", "0601"),
    ]


@pytest.mark.case("BU", "7.2")
def test_only_empty_road_hexes_are_interdicted(play, place):
    """The unit's own hex, the enemy's, and hexes without a road are not open."""
    table = place({"1SS": "0601", "2": "0407"}, turn=9, weather="clear")
    played = play(table, "air", "air: [cap]", foe="air: [interdict]", windows={"interdict": "ask"})
    assert played.asked == {"allied interdict": ()}
    played = play(
        table, "air", "air: [cap]", foe="air: [interdict]\ninterdict: [0601, 0407]", windows={"interdict": "ask"}
    )
    options = played.asked["allied interdict"]
    assert options[0] == "none"
    assert not {"0601", "0407", "0301"} & set(options)
    assert "0602" in options


@pytest.mark.case("BU", "7.2")
def test_a_hex_without_a_road_is_refused_when_it_is_read(problems_of):
    assert problems_of("allied", "interdict: [0301]")[0].endswith("illegal: BU 7.2: no road in 0301")


@pytest.mark.case("BU", "7.2")
def test_without_a_list_nothing_is_placed(play, place):
    played = air(play, place, allied="air: [interdict]")
    assert played.happened("Interdicted") == []


@pytest.mark.case("BU", "7.2", "10.2d")
def test_a_marker_cuts_the_roads_of_its_hex_for_the_enemy_alone(ask, place):
    """0602 to 0603 is one point by road, two in the rough; by mechanized road a fifth."""
    at = {"26 VG": "0602", "2": "1902"}
    free = ask(place(at), "moves", "26 VG").data["hexes"]
    cut = ask(place(at, markers={"allied": ["0603"], "german": []}), "moves", "26 VG").data["hexes"]
    own = ask(place(at, markers={"allied": [], "german": ["0603"]}), "moves", "26 VG").data["hexes"]
    assert (free["0603"], cut["0603"], own["0603"]) == ("1", "3", "1")
    tank = {"1SS": "0602", "2": "1902"}
    assert ask(place(tank), "moves", "1SS").data["hexes"]["0603"] == "1/5"
    assert ask(place(tank, markers={"allied": ["0603"], "german": []}), "moves", "1SS").data["hexes"]["0603"] == "3"


@pytest.mark.case("BU", "7.2", "10.2d")
def test_no_road_leads_out_of_an_interdicted_hex(ask, place):
    """R-20 In and out: mechanized road movement cannot begin there."""
    tank = {"1SS": "0602", "2": "1902"}
    moved = ask(place(tank, markers={"allied": ["0602"], "german": []}), "moves", "1SS").data["hexes"]
    assert moved["0603"] == "3"


@pytest.mark.case("BU", "7.2", "14.0")
def test_a_marker_cuts_supply_unless_a_friend_stands_there(ask, place):
    at = {"1SS": "0604", "2": "1902"}
    open_ = place(at)
    assert ask(open_, "supply", "1SS").data["supplied"]
    markers = {"allied": ["0601", "0901", "1101", "1401", "0201"], "german": []}
    assert not ask(place(at, markers=markers), "supply", "1SS").data["supplied"]
    held = place({**at, "26 VG": "0601"}, markers=markers)
    assert ask(held, "supply", "1SS").data["supplied"]


@pytest.mark.case("BU", "7.2", "14.0")
def test_a_marker_stops_supply_across_country_too(ask, place):
    """0314 is the one road hex within five points of the pocket's gap in 0315."""
    ring = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
    at = {"101": "0517", "82": "0315", **ring}
    assert ask(place(at, side="allied"), "supply", "101").data["supplied"]
    cut = place(at, side="allied", markers={"german": ["0314"], "allied": []})
    assert not ask(cut, "supply", "101").data["supplied"]


# 7.3


@pytest.mark.case("BU", "7.3")
def test_each_ground_support_gives_a_column_once(play, place):
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307", "14": "1107"}, support={"german": 2})
    text = """
before:
  - {attack: 1307, with: [26 VG], support: 2}
  - {attack: 1107, with: [2 Pz], support: 1}
"""
    played = play(table, "before", text, {"1307/die": 4, "1107/die": 5}, silent=("german", "allied"))
    first, second = played.happened("Fought")
    assert first.shifts == (("support", 2),)
    assert second.shifts == ()
    assert played.table.support["german"] == 0
    assert played.one("SupportFlown").count == 2


@pytest.mark.case("BU", "7.3")
def test_support_that_was_cancelled_is_not_waited_for(play, place):
    """R-44 The attack goes on with what is left; a condition makes it wait."""
    table = place({"26 VG": "1306", "110": "1307"}, support={"german": 0})
    played = play(
        table, "before", "before: [{if: support left 1, attack: 1307, with: [26 VG], support: 1}]", silent=("german",)
    )
    assert played.happened("Fought") == []


# 7.4


RING = {"1SS": "0215", "2SS": "0514", "9SS": "0815", "Lehr": "0818", "12SS": "0520", "116 Pz": "0218"}
"""Six Germans round 0517: their zones meet, nothing comes out."""


def pocket(place, **fields):
    """101 stands in 0517, out of supply."""
    more = fields.pop("at", {})
    return place({"101": "0517", **RING, **more}, side="allied", turn=9, weather="mist", **fields)


@pytest.mark.case("BU", "7.4")
def test_resupply_lets_a_unit_move_in_full_and_is_used_up(play, place):
    table = pocket(place, resupplies=1)
    played = play(table, "resupply", "resupply: [101]")
    assert played.table.resupplied == ["101"]
    assert played.table.resupplies == 0
    moved = play(
        pocket(place, resupplied=["101"], phase="movement"), "movement", "movement: [{101: 0516}, {rest: hold}]"
    )
    assert moved.happened("OutOfSupply") == []
    assert moved.one("ResupplyUsed").units == ("101",)
    assert moved.table.resupplied == []


@pytest.mark.case("BU", "7.4")
def test_resupply_only_for_allied_units_out_of_supply(play, place):
    table = pocket(place, resupplies=2, at={"9B": "0407"})
    played = play(table, "resupply", "resupply: [9B, 1SS, 99]")
    assert played.refusals == [
        "7.4: 9B is in supply",
        "7.4: 1SS is no Allied unit on the map",
        "7.4: 99 is no Allied unit on the map",
    ]


@pytest.mark.case("BU", "7.4")
def test_one_marker_a_unit_and_no_more_than_there_are_missions(play, place):
    table = pocket(place, resupplies=1)
    table.units["82"].lost, table.units["82"].hex = False, "0516"
    played = play(table, "resupply", "resupply: [101, 101, 82]")
    assert played.refusals == ["7.4: 101 has a marker already", "7.4: no resupply mission is left"]


@pytest.mark.case("BU", "7.4", "14.1c")
def test_resupplied_units_use_the_primary_table_in_both_phases(play, place):
    for step in ("before", "after"):
        table = pocket(place, at={"26 VG": "0516"}, resupplied=["101"])
        played = play(table, step, f"{step}: [{{attack: 0516, with: [101]}}]", {"0516/die": 4})
        assert played.one("Fought").crt == "primary"
        assert played.table.resupplied == ([] if step == "after" else ["101"])
    table = pocket(place, at={"26 VG": "0516"})
    played = play(table, "before", "before: [{attack: 0516, with: [101]}]", {"0516/die": 4})
    assert played.one("Fought").crt == "secondary"
