"""12. Combat."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import around, the_map, the_tables

BOTH = ("german", "allied")


# 12.0


@pytest.mark.case("BU", "12.0a")
def test_before_movement_nobody_has_to_attack(play, fresh):
    table = fresh()
    played = play(table, "before", "before: none")
    assert played.happened("Fought") == []
    assert played.now.bookmark.step == "movement"


@pytest.mark.case("BU", "12.0a")
def test_there_is_no_rest_before_movement(play, fresh):
    played = play(fresh(), "before", "before: [{rest: secondary}]")
    assert played.refusals == ["12.0a: before movement nobody has to attack"]


@pytest.mark.case("BU", "12.0a")
def test_after_movement_every_unit_in_contact_must_attack(play, place):
    table = place({"26 VG": "1306", "62 VG": "0904", "110": "1307", "106": "0804"})
    played = play(table, "after", "after: [{attack: 1307, with: [26 VG]}]", {"1307/die": 4})
    assert played.table.bound == ["62 VG", "26 VG"]
    assert played.asked == {"german after": ()}
    (decision,) = played.now.decisions
    assert decision.facts["unit"] == "62 VG"
    assert decision.case == "12.0a"


@pytest.mark.case("BU", "12.0a")
def test_silence_attacks_the_strongest_neighbour_on_the_secondary_table(play, place):
    table = place({"26 VG": "1306", "110": "1307", "4": "1405"})
    assert {"1307", "1405"} <= set(around("1306"))
    played = play(table, "after", faces={"1405/die": 4}, silent=BOTH)
    fought = played.one("Fought")
    assert (fought.target, fought.crt, fought.attackers) == ("1405", "secondary", ("26 VG",))


@pytest.mark.case("BU", "12.0a")
def test_a_rest_line_makes_the_attacks_that_are_still_owed(play, place):
    table = place({"26 VG": "1306", "62 VG": "0904", "110": "1307", "106": "0804"})
    text = "after: [{attack: 1307, with: [26 VG]}, {rest: secondary}]"
    played = play(table, "after", text, {"1307/die": 4, "0804/die": 3})
    first, second = played.happened("Fought")
    assert (first.crt, second.crt) == ("primary", "secondary")
    assert second.attackers == ("62 VG",)


@pytest.mark.case("BU", "12.0a")
def test_the_standing_order_for_what_is_owed(play, place):
    at = {"26 VG": "1306", "2 Pz": "1206", "110": "1307"}
    order = {"german": "  after: primary at +6 to +8 or more"}
    played = play(place(at), "after", "after: none", {"1307/die": 1}, standing=order)
    assert played.one("Fought").crt == "primary"
    low = {"german": "  after: primary at +12 or more"}
    played = play(place(at), "after", "after: none", {"1307/die": 5}, standing=low)
    assert played.one("Fought").crt == "secondary"


@pytest.mark.case("BU", "12.0a")
def test_nobody_may_be_left_without_an_enemy(play, place):
    """R-03 2 Pz and 26 VG touch 110 alone: an attack without one of them is refused."""
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307"})
    played = play(table, "after", "after: [{attack: 1307, with: [26 VG]}]")
    assert played.refusals == ["12.0a: 2 Pz in 1206 must attack and has no other enemy than 110"]
    assert played.asked == {"german after": ()}


@pytest.mark.case("BU", "12.0a")
def test_who_comes_into_contact_during_the_phase_does_not_owe(play, place):
    """R-04 62 VG stands two hexes off; 26 VG falls back and 110 follows it up to 62 VG."""
    table = place({"26 VG": "1306", "62 VG": "1205", "110": "1307"}, weather="clear")
    assert "1306" in around("1205")
    text = "after: [{attack: 1307, with: [26 VG], crt: primary}]"
    played = play(table, "after", text, {"1307/die": 5}, standing={"allied": "  advance: always"}, silent=("german",))
    assert played.one("Fought").result == "Ar"
    assert played.hex("110") == "1306"
    assert played.now.bookmark.step == "resupply"


@pytest.mark.case("BU", "12.0a")
def test_who_has_lost_his_enemy_is_released(play, place):
    """R-04 110 is the one enemy of both; destroyed by one attack, it leaves nobody owing."""
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307"})
    text = "after: [{attack: 1307, with: [26 VG, 2 Pz], then: stay}]"
    played = play(table, "after", text, {"1307/die": 1})
    assert played.table.units["110"].lost
    assert played.now.bookmark.step == "resupply"


@pytest.mark.case("BU", "12.0b")
def test_each_unit_and_each_target_once_in_a_phase(play, place):
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307", "4": "1405"})
    text = """
before:
  - {attack: 1307, with: [26 VG], crt: secondary}
  - {attack: 1307, with: [2 Pz]}
  - {attack: 1405, with: [26 VG]}
"""
    table.units["4"].cf = 1
    played = play(table, "before", text, {"1307/die": 5})
    assert played.refusals == [
        "12.0b: 110 in 1307 has been attacked in this phase",
        "12.0b: 26 VG has attacked in this phase",
    ]


@pytest.mark.case("BU", "12.0b")
def test_both_phases_of_a_turn_may_see_the_same_attack(play, place):
    table = place({"26 VG": "1306", "110": "1307"})
    first = play(table, "before", "before: [{attack: 1307, with: [26 VG]}]", {"1307/die": 4}).table
    second = play(first, "after", "after: [{attack: 1307, with: [26 VG]}]", {"1307/die": 4})
    assert second.one("Fought").attackers == ("26 VG",)


@pytest.mark.case("BU", "12.0b")
def test_who_can_attack_whom(play, place):
    table = place({"26 VG": "1306", "62 VG": "0904", "110": "1307"})
    text = """
before:
  - {attack: 1307, with: [62 VG]}
  - {attack: 1308, with: [26 VG]}
  - {attack: 1306, with: [110]}
  - {attack: 1307, with: [26 VG, 26 VG]}
"""
    assert play(table, "before", text).refusals == [
        "12.0b: 62 VG in 0904 is not next to 1307",
        "12.0b: no enemy in 1308",
        "12.0b: no enemy in 1306",
        "12.0b: 26 VG has attacked in this phase",
    ]


@pytest.mark.case("BU", "12.0b")
def test_all_attackers_of_a_hex_combine(play, place):
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307"})
    played = play(table, "before", "before: [{attack: 1307, with: [26 VG, 2 Pz], then: stay}]", {"1307/die": 1})
    assert played.one("Fought").attack == 10


# 12.1


@pytest.mark.case("BU", "12.1a")
def test_the_example_of_the_secondary_table(play, place):
    """Three German units against 7 Armored; 1SS touches 2 Armored, the stronger: only the Primary CRT lets it."""
    at = {"7 Arm": "0709", "2 Arm": "0710", "1SS": "0809", "2 Pz": "0708", "26 VG": "0608"}
    for target, unit in (("0709", "1SS"), ("0710", "1SS"), ("0709", "2 Pz"), ("0709", "26 VG")):
        assert at[unit] in around(target)
    assert not {at["2 Pz"], at["26 VG"]} & set(around("0710"))
    secondary = "before: [{attack: 0709, with: [1SS, 2 Pz, 26 VG], crt: secondary}]"
    assert play(place(at, turn=2), "before", secondary).refusals == [
        "12.1a: on the Secondary CRT 1SS must attack 2 Arm (7)"
    ]
    without = play(
        place(at, turn=2), "before", "before: [{attack: 0709, with: [2 Pz, 26 VG], crt: secondary}]", {"0709/die": 4}
    )
    assert without.one("Fought").crt == "secondary"
    primary = play(place(at, turn=2), "before", "before: [{attack: 0709, with: [1SS, 2 Pz, 26 VG]}]", {"0709/die": 4},
                   silent=BOTH)  # fmt: skip
    assert primary.one("Fought").crt == "primary"


@pytest.mark.case("BU", "12.1a")
def test_of_equals_the_attacker_chooses(play, place):
    at = {"2 Pz": "0708", "99": "0709", "106": "0808"}
    assert {"0709", "0808"} <= set(around("0708"))
    for target in ("0709", "0808"):
        text = f"before: [{{attack: {target}, with: [2 Pz], crt: secondary}}]"
        played = play(place(at, turn=2), "before", text, {f"{target}/die": 4})
        assert played.one("Fought").target == target


POCKET = {"2": "0215", "99": "0514", "1": "0815", "30": "0818", "84": "0520", "75": "0218"}


@pytest.mark.case("BU", "12.1a", "14.1c")
def test_out_of_supply_the_secondary_table_binds_and_the_strongest_enemy_does_not(play, place):
    """R-01 26 VG in the pocket attacks the weaker of two neighbours."""
    at = {"26 VG": "0517", "110": "0516", "106": "0518", **POCKET}
    played = play(place(at), "before", "before: [{attack: 0516, with: [26 VG]}]", {"0516/die": 3})
    assert played.one("Fought").crt == "secondary"
    refused = play(place(at), "before", "before: [{attack: 0516, with: [26 VG], crt: primary}]")
    assert refused.refusals == ["14.1c: 26 VG is out of supply, only the Secondary CRT is open"]


@pytest.mark.case("BU", "12.1b")
def test_the_example_of_a_combat(play, place):
    """Twelve against four in the rough: +7; a ground support and clear weather make it +12 or more."""
    assert the_map().terrain_of("1313") == "rough"
    at = {"3 Arm": "1412", "5": "1413", "26 VG": "1313"}
    table = place(at, turn=2, weather="clear", side="allied", support={"allied": 1})
    text = "after: [{attack: 1313, with: [3 Arm, 5], support: 1, then: stay}]"
    fought = play(table, "after", text, {"1313/die": 1}).one("Fought")
    assert (fought.attack, fought.factor, fought.terrain) == (12, 4, (("rough", 1),))
    assert fought.differential == 7
    assert fought.shifts == (("clear", 1), ("support", 1))
    assert fought.column == "+12 or more"


@pytest.mark.case("BU", "12.1b")
@pytest.mark.parametrize(
    ("hex", "from_", "terrain"),
    [
        ("0104", "0204", (("rough", 1), ("town", 1))),
        ("1412", "1413", (("town", 1),)),
        ("1307", "1206", (("light-woods", 1), ("river", 1))),
        ("0804", "0904", (("light-woods", 1),)),
    ],
)
def test_what_the_ground_adds(play, place, hex, from_, terrain):
    table = place({"110": hex, "26 VG": from_}, turn=2)
    expected = tuple((the_map().terrain_of(hex) if name == "light-woods" else name, by) for name, by in terrain)
    fought = play(table, "before", f"before: [{{attack: {hex}, with: [26 VG]}}]", {f"{hex}/die": 4}, silent=BOTH).one(
        "Fought"
    )
    assert fought.terrain == expected
    assert fought.differential == 4 - 1 - sum(by for _, by in expected)


@pytest.mark.case("BU", "12.1b")
def test_the_river_counts_only_if_every_attacker_crosses_it(play, place):
    table = place({"110": "1307", "26 VG": "1306", "62 VG": "1407"}, turn=2)
    text = "before: [{attack: 1307, with: [26 VG, 62 VG]}]"
    fought = play(table, "before", text, {"1307/die": 5}, silent=BOTH).one("Fought")
    assert "river" not in dict(fought.terrain)


@pytest.mark.case("BU", "12.1b")
def test_the_west_wall_helps_germans_alone(play, place):
    german = place({"110": "1307", "26 VG": "1306"}, turn=2, side="allied")
    fought = play(german, "before", "before: [{attack: 1306, with: [110]}]", {"1306/die": 1}).one("Fought")
    assert dict(fought.terrain)["West Wall"] == 2
    allied = place({"110": "1306", "26 VG": "1307"}, turn=2)
    fought = play(allied, "before", "before: [{attack: 1306, with: [26 VG]}]", {"1306/die": 4}, silent=BOTH).one(
        "Fought"
    )
    assert "West Wall" not in dict(fought.terrain)


@pytest.mark.case("BU", "12.1b")
def test_columns_end_at_both_sides_of_the_table():
    columns = the_tables().columns
    assert columns.of(-20) == "-4 or less"
    assert columns.of(30) == "+12 or more"
    assert columns.shifted("+12 or more", 5) == "+12 or more"
    assert [columns.of(n) for n in (-4, -3, -2, -1, 0, 1, 2, 3, 5, 6, 8, 9, 11, 12)] == [
        "-4 or less", "-3 to -2", "-3 to -2", "-1", "0", "+1 to +2", "+1 to +2", "+3 to +5", "+3 to +5",
        "+6 to +8", "+6 to +8", "+9 to +11", "+9 to +11", "+12 or more",
    ]  # fmt: skip


@pytest.mark.case("BU", "12.1b")
@pytest.mark.parametrize(
    ("target", "units", "column"),
    [
        ("0104", ["272 VG"], "+3 to +5"),
        ("0304", ["326 VG"], "-1"),
        ("0403", ["277 VG"], "0"),
        ("0503", ["3 FJ", "12 VG"], "+12 or more"),
        ("0804", ["62 VG"], "0"),
        ("1005", ["116 Pz", "560 VG"], "+12 or more"),
        ("1307", ["2 Pz", "26 VG"], "+12 or more"),
        ("1506", ["5 FJ", "352 VG"], "+9 to +11"),
        ("1802", ["212 VG"], "-1"),
    ],
)
def test_the_attacks_of_the_first_morning(ask, fresh, target, units, column):
    """The columns that reports of game-turn 1 lead to, surprise included."""
    assert ask(fresh(), "odds", target, units, {"phase": "before"}).data["column"] == column


@pytest.mark.case("BU", "12.1c")
def test_the_attacker_may_fight_in_a_lower_column(play, place):
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307"}, turn=2)
    text = 'before: [{attack: 1307, with: [26 VG, 2 Pz], column: "-1"}]'
    fought = play(table, "before", text, {"1307/die": 3}).one("Fought")
    assert (fought.column, fought.fought_at, fought.result) == ("+6 to +8", "-1", "Ct")


@pytest.mark.case("BU", "12.1c")
def test_but_not_in_a_higher_one(play, place):
    table = place({"26 VG": "1306", "110": "1307"}, turn=2)
    text = "before: [{attack: 1307, with: [26 VG], column: +12 or more}]"
    fought = play(table, "before", text, {"1307/die": 4}).one("Fought")
    assert fought.fought_at == fought.column == "+1 to +2"


@pytest.mark.case("BU", "12.1c")
def test_the_choice_comes_after_the_die_for_mist(play, place):
    table = place({"26 VG": "1306", "110": "1307"}, weather="mist", turn=3)
    played = play(table, "after", "after: [{attack: 1307, with: [26 VG]}]", {"mist": 2}, windows={"column": "ask"})
    assert played.asked["german column"][0] == "+3 to +5"
    assert played.asked["german column"][-1] == "-4 or less"


def test_a_minimum_skips_an_attack_that_is_too_weak(play, place):
    table = place({"26 VG": "1306", "110": "1307"}, turn=2)
    text = "before: [{attack: 1307, with: [26 VG], min: +6 to +8}]"
    assert play(table, "before", text).refusals == ["sheet: 1307 would be fought at +1 to +2, the line wants +6 to +8"]
    text = "before: [{attack: 1307, with: [26 VG], min: +2}]"
    assert play(table, "before", text, {"1307/die": 4}).one("Fought").column == "+1 to +2"


# 12.2


def fought(play, place, die, at=None, pay="", then="stay", standing=None, **fields):
    at = at or {"26 VG": "1306", "2 Pz": "1206", "110": "1307"}
    table = place(at, turn=2, **fields)
    units = ", ".join(name for name in at if table.units[name].side == "german" and at[name] in around("1307"))
    extra = f", pay: {pay}" if pay else ""
    text = f"before: [{{attack: 1307, with: [{units}], then: {then}{extra}}}]"
    return play(table, "before", text, {"1307/die": die}, silent=BOTH, standing=standing)


@pytest.mark.case("BU", "12.2Ae")
def test_one_attacker_is_eliminated_and_the_others_retreat(play, place):
    played = fought(play, place, 6)
    assert played.one("Fought").result == "Ae"
    assert played.one("Eliminated").unit == "26 VG"  # the weakest, where nobody said
    assert played.one("Retreated").unit == "2 Pz"
    assert played.table.vp == -4
    chosen = fought(play, place, 6, pay="[2 Pz]")
    assert chosen.one("Eliminated").unit == "2 Pz"


@pytest.mark.case("BU", "12.2Ae", "12.4")
def test_the_defender_may_enter_a_hex_that_the_attackers_left(play, place):
    """R-10 Even the hex of the one that is gone."""
    played = fought(play, place, 6, standing={"allied": "  advance: [1306, 1206]"})
    assert played.one("Advanced").to == "1306"
    asked = play(
        place({"26 VG": "1306", "2 Pz": "1206", "110": "1307"}, turn=2),
        "before", "before: [{attack: 1307, with: [26 VG, 2 Pz]}]", {"1307/die": 6},
        silent=("german",), windows={"advance": "ask"},
    )  # fmt: skip
    assert asked.asked == {"allied advance": ("stay", "1206", "1306")}


@pytest.mark.case("BU", "12.2Ar")
def test_all_attackers_retreat(play, place):
    at = {"26 VG": "1306", "62 VG": "1407", "2": "1307"}
    played = fought(play, place, 5, at)
    assert played.one("Fought").result == "Ar"
    assert [event.unit for event in played.happened("Retreated")] == ["26 VG", "62 VG"]
    for event in played.happened("Retreated"):
        assert event.to not in around("1307")
    assert played.cases("Retreated") == ["12.3", "12.3"]


@pytest.mark.case("BU", "12.2Ex")
def test_an_exchange_costs_the_most_that_is_not_more_than_the_defender(play, place):
    """4 for 4 as in the first report: 106 (4) against 18 VG (4) and 62 VG (3)."""
    table = place({"18 VG": "0704", "62 VG": "0904", "106": "0804"}, turn=1)
    text = "before: [{attack: 0804, with: [18 VG, 62 VG], then: stay}]"
    played = play(table, "before", text, {"0804/die": 4})
    assert played.one("Fought").result == "Ex"
    assert [event.unit for event in played.happened("Eliminated")] == ["106", "18 VG"]
    assert played.table.vp == 0


@pytest.mark.case("BU", "12.2Ex")
def test_where_nobody_is_weak_enough_the_attacker_loses_nothing(play, place):
    """Against a regiment of one; the printed factor counts, not the ground."""
    played = fought(play, place, 4)
    assert played.one("Fought").result == "Ex"
    assert [event.unit for event in played.happened("Eliminated")] == ["110"]


@pytest.mark.case("BU", "12.2Ex")
def test_the_largest_sum_may_be_made_of_several(play, place):
    """Five against 150 (2), 62 VG (3) and 2 Pz (6): the two small ones pay together."""
    at = {"150": "1306", "62 VG": "1407", "2 Pz": "1206", "2": "1307"}
    played = fought(play, place, 4, at, support={"german": 3})
    result = played.one("Fought").result
    if result == "Ex":
        assert sorted(event.unit for event in played.happened("Eliminated")) == ["150", "2", "62 VG"]
    from pbem_rules.bulge.s12_results import payments

    units = [played.table.units[name] for name in ("150", "62 VG", "2 Pz")]
    assert payments(units, 5) == [("150", "62 VG")]
    assert payments(units, 2) == [("150",)]
    assert payments(units, 1) == []
    assert payments(units, 8) == [("150", "2 Pz")]


@pytest.mark.case("BU", "12.2Ex")
def test_equal_sums_are_the_attackers_choice(play, place):
    at = {"62 VG": "1306", "276 VG": "1407", "2 Pz": "1206", "106": "1307"}
    first = fought(play, place, 4, at)
    assert first.one("Fought").result == "Ex"
    assert [event.unit for event in first.happened("Eliminated")] == ["106", "62 VG"]
    second = fought(play, place, 4, at, pay="[276 VG]")
    assert [event.unit for event in second.happened("Eliminated")] == ["106", "276 VG"]
    third = fought(play, place, 4, at, standing={"german": "  losses: never 62 VG"})
    assert [event.unit for event in third.happened("Eliminated")] == ["106", "276 VG"]


@pytest.mark.case("BU", "12.2Dr")
def test_the_defender_retreats_one_hex(play, place):
    played = fought(play, place, 2, then="advance 2 Pz")
    assert played.one("Fought").result == "Dr"
    assert played.one("Retreated").unit == "110"
    assert the_map().grid.distance("1307", played.one("Retreated").to) == 1
    assert played.hex("2 Pz") == "1307"


@pytest.mark.case("BU", "12.2De")
def test_the_defender_is_eliminated(play, place):
    played = fought(play, place, 1, then="advance 26 VG")
    assert played.one("Fought").result == "De"
    assert played.cases("Eliminated") == ["12.2De"]
    assert played.table.vp == 1
    assert played.hex("26 VG") == "1307"


@pytest.mark.case("BU", "12.2Ct")
def test_contact_changes_nothing(play, place):
    played = fought(play, place, 5)
    assert played.one("Fought").result == "Ct"
    names = {type(entry.event).__name__ for entry in played.entries}
    assert names == {"PhaseBegan", "Fought"}


# 12.3


@pytest.mark.case("BU", "12.3")
def test_the_owner_chooses_among_hexes_without_units_and_zones(play, place):
    at = {"26 VG": "1306", "2 Pz": "1206", "110": "1307"}
    text, die = "before: [{attack: 1307, with: [26 VG, 2 Pz]}]", {"1307/die": 2}
    played = play(place(at, turn=2), "before", text, die, silent=("german",))
    assert set(played.asked["allied retreat"]) == {"1308", "1407"}
    crowded = play(place({**at, "14": "1308"}, turn=2), "before", text, die, silent=("german",))
    assert crowded.hex("110") == "1407"


@pytest.mark.case("BU", "12.3")
def test_standing_orders_for_retreats(play, place):
    for words, to in (
        ("toward east edge", "1407"),
        ("into town", "1308"),
        ("away from 1306, most cover", "1308"),
        ("away from 1308", "1407"),
        ("onto road, toward 1507", "1407"),
    ):
        played = fought(play, place, 2, standing={"allied": f"  retreat: {words}"})
        assert played.one("Retreated").to == to, words
    general = fought(play, place, 2, standing={"allied": "  retreat: into town\n  retreat from 1307: [1407]"})
    assert general.one("Retreated").to == "1407"


@pytest.mark.case("BU", "12.3")
def test_ask_means_ask(play, place):
    at = {"26 VG": "1306", "2 Pz": "1206", "110": "1307"}
    played = play(
        place(at, turn=2), "before", "before: [{attack: 1307, with: [26 VG, 2 Pz]}]", {"1307/die": 2},
        silent=("german",), standing={"allied": "  retreat: into town\n  retreat from 1307: ask"},
    )  # fmt: skip
    assert "allied retreat" in played.asked


@pytest.mark.case("BU", "12.3")
def test_a_unit_that_cannot_retreat_is_eliminated(play, place):
    """Also at the edge of the map: off it nobody retreats."""
    table = place({"2 Pz": "0102", "26 VG": "0201", "110": "0101"}, turn=2)
    played = play(table, "before", "before: [{attack: 0101, with: [2 Pz, 26 VG], then: stay}]", {"0101/die": 2})
    assert played.one("Fought").result == "Dr"
    assert played.cases("Eliminated") == ["12.3"]
    assert played.table.vp == 1


# 12.4


@pytest.mark.case("BU", "12.4")
def test_one_surviving_attacker_may_advance_and_none_must(play, place):
    stayed = fought(play, place, 1, then="stay")
    assert stayed.happened("Advanced") == []
    silent = play(
        place({"26 VG": "1306", "2 Pz": "1206", "110": "1307"}, turn=2),
        "before", "before: [{attack: 1307, with: [26 VG, 2 Pz]}]", {"1307/die": 1}, windows={"advance": "ask"},
    )  # fmt: skip
    assert silent.asked == {"german advance": ("stay", "26 VG", "2 Pz")}


@pytest.mark.case("BU", "12.4")
@pytest.mark.parametrize(
    ("words", "who"),
    [("always", "2 Pz"), ("weakest", "26 VG"), ("none", ""), ("towns only", ""), ("always 26 VG", "26 VG")],
)
def test_standing_orders_for_advances(play, place, words, who):
    at = {"26 VG": "1306", "2 Pz": "1206", "110": "1307"}
    played = play(
        place(at, turn=2), "before", "before: [{attack: 1307, with: [26 VG, 2 Pz]}]", {"1307/die": 1},
        standing={"german": f"  advance: {words}"},
    )  # fmt: skip
    assert [event.unit for event in played.happened("Advanced")] == ([who] if who else [])


@pytest.mark.case("BU", "12.4")
def test_after_an_exchange_a_survivor_may_advance(play, place):
    """R-09"""
    played = fought(play, place, 4, then="advance 2 Pz")
    assert played.hex("2 Pz") == "1307"


@pytest.mark.case("BU", "12.4")
def test_who_advanced_does_not_attack_again(play, place):
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307", "14": "1407"}, turn=2)
    text = """
before:
  - {attack: 1307, with: [26 VG, 2 Pz], then: advance 26 VG}
  - {attack: 1407, with: [26 VG]}
"""
    played = play(table, "before", text, {"1307/die": 1})
    assert played.refusals == ["12.0b: 26 VG has attacked in this phase"]
