"""5. Movement, 7. zones of control, 8. stacking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ao_field import go, hit, play, table_with

from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s05_movement import cannot_move, cannot_move_again, plan
from pbem_rules.ardennes_offensive.sheets import MoveLine
from pbem_rules.ardennes_offensive.table import Ardennes

Lay = Callable[..., None]


def spent(table: Ardennes, unit: str, way: str) -> int:
    march = plan(table, table.side, go(unit, way))
    assert isinstance(march, March), march
    return march.total


def why_not(table: Ardennes, unit: str, way: str) -> str:
    found = cannot_move(table, table.side, go(unit, way))
    assert found is not None, "it is allowed"
    return found[0]


@pytest.mark.case("AO", "5.1A")
def test_nobody_has_to_move_and_only_the_phasing_side_does(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "cca9": "2525"})
    assert not play(table, "movement", {"movement": []}).events("Moved")
    assert why_not(table, "cca9", "2526") == "5.1A"


@pytest.mark.case("AO", "5.0", "5.1E")
def test_a_unit_moves_once_and_alone(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "2/2Pz": "1515"})
    played = play(table, "movement", {"movement": [go("2/2Pz", "1516"), go("2/2Pz", "1517")]})
    assert played.table.units["2/2Pz"].hex == "1516"
    assert played.table.units["1SS a"].hex == "1515"
    assert played.refused() == ["5.0"]


@pytest.mark.case("AO", "5.1B", "11.0")
@pytest.mark.parametrize(
    ("unit", "features", "points"),
    [
        ("1SS a", {}, 1),
        ("12 VG", {}, 1),
        ("1SS a", {"rough": ["1516"]}, 4),
        ("12 VG", {"rough": ["1516"]}, 2),
        ("1SS a", {"rivers": {"1515-1516": "stream"}}, 4),
        ("12 VG", {"rivers": {"1515-1516": "stream"}}, 2),
        ("1SS a", {"rivers": {"1515-1516": "river"}}, 7),
        ("12 VG", {"rivers": {"1515-1516": "river"}}, 4),
        ("1SS a", {"rough": ["1516"], "towns": {"Spa": "1516"}}, 4),
        ("1SS a", {"wall": {"1516": "intact"}}, 1),
        ("1SS a", {"rough": ["1516"], "roads": [["1515", "1516"]]}, 1),
        ("1SS a", {"rivers": {"1515-1516": "river"}, "bridges": ["1515-1516"], "roads": [["1515", "1516"]]}, 1),
    ],
)
def test_what_a_hex_costs(ground: Lay, unit: str, features: dict[str, Any], points: int) -> None:
    ground(**features)
    assert spent(table_with({unit: "1515"}), unit, "1516") == points


@pytest.mark.case("AO", "11.0")
def test_the_west_wall_costs_allies_more_unless_it_is_cleared_or_crossed_by_road(ground: Lay) -> None:
    alone = table_with({"394/99": "1515"}, side="allied")
    ground(wall={"1516": "intact"})
    assert spent(alone, "394/99", "1516") == 3
    ground(wall={"1516": "cleared"})
    assert spent(alone, "394/99", "1516") == 1
    ground(wall={"1516": "intact"}, roads=[["1515", "1516"]])
    assert spent(alone, "394/99", "1516") == 1


@pytest.mark.case("AO", "5.1D")
def test_the_rulebooks_example_allied_armour_into_a_rough_wall_hex_pays_six(ground: Lay) -> None:
    ground(rough=["1516"], wall={"1516": "intact"})
    assert spent(table_with({"cca9": "1515"}, side="allied"), "cca9", "1516") == 6


@pytest.mark.case("AO", "5.1C", "5.2J")
def test_no_more_than_the_allowance_and_no_first_hex_for_free(ground: Lay) -> None:
    table = table_with({"12 VG": "1515"})
    assert spent(table, "12 VG", "1516 1517 1518 1519") == 4
    assert why_not(table, "12 VG", "1516 1517 1518 1519 1520") == "5.2J"
    ground(rough=["1516"], rivers={"1515-1516": "river"})
    assert why_not(table, "12 VG", "1516") == "5.2J"
    assert "5.1C" in (cannot_move(table, "german", go("12 VG", "to 1525")) or ())


@pytest.mark.case("AO", "6.1")
def test_a_road_sets_the_ground_aside_in_standard_mode(ground: Lay) -> None:
    ground(rough=["2011", "2012", "2013"])
    table = table_with({"1SS a": "2010"})
    assert spent(table, "1SS a", "2011 2012 2013") == 3
    assert spent(table, "1SS a", "to 2013") == 3
    assert not play(table, "movement", {"movement": [go("1SS a", "to 2013")]}).table.units["1SS a"].road


@pytest.mark.case("AO", "5.2F")
def test_no_unit_enters_an_enemy(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "cca9": {"hex": "1516", "road": True}})
    assert why_not(table, "1SS a", "1516") == "5.2F"


@pytest.mark.case("AO", "7.1A", "5.2G")
def test_control_stops_a_move_and_holds_a_unit(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "cca9": "1518"})
    assert spent(table, "1SS a", "1516 1517") == 2
    assert why_not(table, "1SS a", "1516 1517 1417") == "7.1A"
    beside = table_with({"1SS a": "1517", "cca9": "1518"})
    assert why_not(beside, "1SS a", "1516") == "7.1A"


@pytest.mark.case("AO", "7.2B", "7.4E", "5.2G")
def test_one_stays_and_the_other_goes_as_far_as_the_next_controlled_hex(ground: Lay) -> None:
    table = table_with({"16/116Pz": "1517", "2/2Pz": "1517", "cca9": "1518"})
    assert spent(table, "16/116Pz", "1617") == 6 + 1
    assert why_not(table, "16/116Pz", "1617 1618") == "7.1A"
    alone = table_with({"16/116Pz": "1517", "cca9": "1518"})
    assert why_not(alone, "16/116Pz", "1617") == "7.1A"


@pytest.mark.case("AO", "6.6J")
def test_a_unit_in_road_mode_controls_nothing_around_it(ground: Lay) -> None:
    table = table_with({"1SS a": "2015", "cca9": {"hex": "2018", "road": True}})
    assert spent(table, "1SS a", "2016 2017 1918") == 3


@pytest.mark.case("AO", "8.1A", "8.1B", "5.2H")
def test_joining_and_leaving_friends_cost(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "2/2Pz": "1515", "304/2Pz": "1517", "9/3FJ": "1520", "5/3FJ": "1521"})
    assert spent(table, "1SS a", "1516") == 1 + 6
    assert spent(table, "304/2Pz", "1516") == 1
    assert spent(table, "9/3FJ", "1521") == 1 + 2
    assert why_not(table, "304/2Pz", "1516 1515 1514") == "5.2J"


@pytest.mark.case("AO", "8.0")
def test_three_to_a_hex(ground: Lay) -> None:
    full = {"9/3FJ": "1515", "5/3FJ": "1515", "8/3FJ": "1515", "294/18": "1516"}
    assert why_not(table_with(full), "294/18", "1515") == "8.0"
    del full["8/3FJ"]
    assert spent(table_with(full), "294/18", "1515") == 3


@pytest.mark.case("AO", "8.2C")
def test_divisions_never_stack(ground: Lay) -> None:
    table = table_with({"12 VG": "1515", "9/3FJ": "1516"})
    assert why_not(table, "12 VG", "1516") == "8.2C"
    assert why_not(table, "9/3FJ", "1515") == "8.2C"


@pytest.mark.case("AO", "8.2D", "8.3E")
def test_markers_and_the_order_in_a_stack_mean_nothing(ground: Lay) -> None:
    units = {name: {"hex": "2015", "supply": "unsupplied"} for name in ("9/3FJ", "5/3FJ")}
    for name in units:
        assert spent(table_with({**units, "294/18": "2016"}), "294/18", "2015") == 3
        assert why_not(table_with(units), name, "2014") == "5.2J"  # 2 points, 3 are needed: each pays for itself


@pytest.mark.case("AO", "5.3L")
def test_map_edge_hexes_are_closed_to_movement(ground: Lay) -> None:
    assert why_not(table_with({"1SS a": "2041"}), "1SS a", "2042") == "5.3L"
    assert why_not(table_with({"cca9": "2041"}, side="allied"), "cca9", "2042") == "5.3L"


@pytest.mark.case("AO", "E-map1")
def test_hexes_out_of_play_are_out_of_play() -> None:
    table = table_with({"272 VG": "0207"})
    assert why_not(table, "272 VG", "0107") == "E-map1"


@pytest.mark.case("AO", "E-map7", "11.0")
def test_impassable_hexes_are_impassable() -> None:
    assert why_not(table_with({"1SS a": "1505"}), "1SS a", "1506") == "11.0"


@pytest.mark.case("AO", "5.3M")
def test_a_dormant_unit_wakes_beside_a_friend_and_moves(ground: Lay) -> None:
    asleep = table_with({"394/99": "2042", "cca9": "2030"}, side="allied")
    played = play(asleep, "movement", {"movement": [go("394/99", "2041")]})
    assert played.refused() == ["5.3M"]
    beside = table_with({"394/99": "2042", "cca9": "2041"}, side="allied")
    played = play(beside, "movement", {"movement": [go("cca9", "2040"), go("394/99", "2041")]})
    assert played.cases("Woke") == ["5.3M"]
    assert played.table.units["394/99"].hex == "2041"


@pytest.mark.case("AO", "5.3M", "7.5")
def test_a_dormant_unit_controls_nothing(ground: Lay) -> None:
    table = table_with({"394/99": "2042", "1SS a": "2039"})
    assert spent(table, "1SS a", "2040 2041") == 2
    assert spent(table, "1SS a", "2040 2041 2141") == 3


@pytest.mark.case("AO", "5.2K")
def test_the_second_movement_is_for_mechanized_units_that_did_not_attack(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "2/2Pz": "1615", "9/3FJ": "1715"}, phase="mechanized", fought=["2/2Pz"])
    lines = [go("1SS a", "1516"), go("2/2Pz", "1616"), go("9/3FJ", "1716")]
    played = play(table, "mechanized", {"mechanized": lines})
    assert [event.unit for event in played.events("Moved")] == ["1SS a"]
    assert played.refused() == ["5.2K", "5.2K"]
    found = cannot_move_again(table, "german", go("2/2Pz", "1616"))
    assert found is not None
    assert "advance" in found[2]  # type: ignore[misc]


@pytest.mark.case("AO", "12.6")
def test_without_supply_the_allowance_is_halved_and_fractions_are_lost(ground: Lay) -> None:
    for unit, points in (("cca9", 6), ("1SS a", 5), ("12 VG", 2)):
        for state in ("unsupplied", "isolated"):
            table = table_with({unit: {"hex": "1515", "supply": state}}, side="allied" if unit == "cca9" else "german")
            way = " ".join(f"15{15 + pace}" for pace in range(1, points + 1))
            assert spent(table, unit, way) == points
            assert why_not(table, unit, f"{way} 15{16 + points}") == "5.2J"


@pytest.mark.case("AO", "14.3C")
def test_restricted_units_stop_at_the_meuse_until_it_is_open(ground: Lay) -> None:
    ground(rivers={"2025-2026": "Meuse"}, bridges=["2025-2026"])
    units = {"32 Gds": {"hex": "2027", "restricted": True}}
    assert why_not(table_with(units, side="allied"), "32 Gds", "2026 2025") == "14.3C"
    assert cannot_move(table_with(units, side="allied"), "allied", go("32 Gds", "to 2025 by road")) is not None
    assert spent(table_with(units, side="allied", meuse_open=True), "32 Gds", "2026 2025") == 2
    free = {"32 Gds": {"hex": "2027"}}
    assert spent(table_with(free, side="allied"), "32 Gds", "2026 2025") == 2


def test_a_goal_is_reached_by_the_cheapest_way_via_and_by_road(ground: Lay) -> None:
    ground(rough=["1516", "1616"], roads=[["1515", "1415", "1416", "1517"]])
    table = table_with({"1SS a": "1515"})
    assert spent(table, "1SS a", "to 1517") == 3
    assert spent(table, "1SS a", "to 1517 by road") == 3
    assert spent(table, "1SS a", "to 1517 via 1516") == 5
    assert why_not(table, "1SS a", "to 1518 by road") == "5.1C"


def test_a_line_is_done_whole_or_not_at_all(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "cca9": "1518"})
    played = play(table, "movement", {"movement": [go("1SS a", "1516 1517 1417")]})
    assert played.table.units["1SS a"].hex == "1515"


@pytest.mark.case("AO", "5.2K")
def test_advancing_and_the_second_movement_exclude_each_other(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "1102 e": "1516"}, phase="combat")
    played = play(table, "combat", {"combat": [hit("1516", "1SS a", then="advance 1SS a")]}, faces={"die": [1]})
    assert played.table.units["1SS a"].hex == "1516"
    assert cannot_move_again(played.table, "german", MoveLine(unit="1SS a", way="1517")) is not None
