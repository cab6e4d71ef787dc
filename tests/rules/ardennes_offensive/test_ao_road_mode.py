"""6. Road mode."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ao_field import go, hit, play, table_with

from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s05_movement import cannot_move, cannot_move_again, plan
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s09_combat import attack_strength, defence_strength
from pbem_rules.ardennes_offensive.s10_results import best_ways
from pbem_rules.ardennes_offensive.table import Ardennes

Lay = Callable[..., None]
DRIVING = {"road": True}


def spent(table: Ardennes, unit: str, way: str) -> int:
    march = plan(table, table.side, go(unit, way))
    assert isinstance(march, March), march
    return march.total


def why_not(table: Ardennes, unit: str, way: str) -> str:
    found = cannot_move(table, table.side, go(unit, way))
    assert found is not None, "it is allowed"
    return found[0]


@pytest.mark.case("AO", "6.3C")
def test_changing_the_mode_costs_three_or_six_on_a_road(ground: Lay) -> None:
    table = table_with({"1SS a": "2010", "9/3FJ": "2020", "5/3FJ": "1530"})
    assert spent(table, "1SS a", "enter road mode") == 6
    assert spent(table, "9/3FJ", "enter road mode") == 3
    assert why_not(table, "5/3FJ", "enter road mode") == "6.3C"
    assert why_not(table, "1SS a", "leave road mode") == "6.3C"
    short = table_with({"1SS a": {"hex": "2010", "supply": "unsupplied"}})
    assert why_not(short, "1SS a", "enter road mode") == "6.3C"


@pytest.mark.case("AO", "6.4D", "6.4E")
def test_road_mode_lasts_until_it_is_left_and_is_never_forced(ground: Lay) -> None:
    table = table_with({"1SS a": {"hex": "2010", **DRIVING}, "2/2Pz": "2030"})
    played = play(table, "movement", {"movement": [go("1SS a", "2011 2012"), go("2/2Pz", "2031 2032")]})
    assert played.table.units["1SS a"].road
    assert not played.table.units["2/2Pz"].road
    left = play(table, "movement", {"movement": [go("1SS a", "2011 2012, leave road mode")]})
    assert not left.table.units["1SS a"].road


@pytest.mark.case("AO", "6.5H")
@pytest.mark.parametrize(
    ("unit", "hexes", "points"),
    [("1SS a", 5, 3), ("1SS a", 20, 10), ("cca9", 24, 12), ("12 VG", 8, 4), ("12 VG", 1, 1), ("394/99", 11, 2)],
)
def test_road_hexes_for_a_point(ground: Lay, unit: str, hexes: int, points: int) -> None:
    side = "allied" if unit in ("cca9", "394/99") else "german"
    table = table_with({unit: {"hex": "2010", **DRIVING}}, side=side)
    way = " ".join(f"20{10 + pace}" for pace in range(1, hexes + 1))
    assert spent(table, unit, way) == points
    assert spent(table, unit, f"to 20{10 + hexes} by road") == points


@pytest.mark.case("AO", "6.5H")
def test_points_used_up_in_part_are_gone(ground: Lay) -> None:
    table = table_with({"1SS a": {"hex": "2010", **DRIVING}})
    assert spent(table, "1SS a", "2011 2012 2013, leave road mode, 2014 2015") == 2 + 6 + 2
    assert why_not(table, "1SS a", "2011 2012 2013, leave road mode, 2014 2015 2016") == "5.2J"


@pytest.mark.case("AO", "6.5F")
def test_only_along_roads_and_over_whole_bridges(ground: Lay) -> None:
    ground(rough=["2011"], rivers={"2011-2012": "river"}, bridges=["2011-2012"])
    table = table_with({"1SS a": {"hex": "2010", **DRIVING}})
    assert why_not(table, "1SS a", "1910") == "6.5F"
    assert spent(table, "1SS a", "2011 2012") == 1
    cut = table_with({"1SS a": {"hex": "2010", **DRIVING}}, interdicted=["2011-2012"])
    assert why_not(cut, "1SS a", "2011 2012") == "6.5F"
    assert why_not(cut, "1SS a", "to 2012") == "5.1C"


@pytest.mark.case("AO", "6.5G")
def test_an_empty_road_hex_between_units(ground: Lay) -> None:
    table = table_with({"1SS a": {"hex": "2010", **DRIVING}, "2/2Pz": "2014", "9/3FJ": "1911"})
    assert spent(table, "1SS a", "2011 2012") == 1  # 1911 is beside it, but not by road
    assert why_not(table, "1SS a", "2011 2012 2013") == "6.5G"
    assert why_not(table, "1SS a", "to 2013") == "5.1C"
    other = table_with({"1SS a": {"hex": "2010", **DRIVING}, "2/2Pz": "2014", "9/3FJ": "1911"})
    assert why_not(other, "2/2Pz", "2013 2012 2011") == "6.5G"
    assert why_not(other, "9/3FJ", "2010") == "6.5G"
    assert why_not(other, "9/3FJ", "2011") == "6.5G"
    enemy = table_with({"1SS a": {"hex": "2010", **DRIVING}, "cca9": {"hex": "2012", **DRIVING}})
    assert spent(enemy, "1SS a", "2011") == 1


@pytest.mark.case("AO", "6.5G")
def test_nobody_enters_road_mode_in_a_crowd(ground: Lay) -> None:
    table = table_with({"1SS a": "2010", "2/2Pz": "2011", "3/2Pz": "2020", "16/116Pz": "2020"})
    assert why_not(table, "1SS a", "enter road mode") == "6.5G"
    assert why_not(table, "3/2Pz", "enter road mode") == "6.5G"


@pytest.mark.case("AO", "6.2A", "6.2B")
def test_who_uses_road_mode_when(ground: Lay) -> None:
    units = {"1SS a": {"hex": "2010", **DRIVING}, "9/3FJ": {"hex": "2020", **DRIVING}}
    first = table_with(units)
    assert spent(first, "9/3FJ", "2021 2022") == 1
    assert spent(first, "1SS a", "leave road mode") == 6
    again = table_with(units, phase="mechanized")
    assert cannot_move_again(again, "german", go("1SS a", "2011 2012, leave road mode")) is None
    refused = cannot_move_again(again, "german", go("9/3FJ", "leave road mode"))
    assert refused is not None
    assert refused[0] == "5.2K"
    fought = table_with(units, phase="mechanized", fought=["1SS a"])
    assert cannot_move_again(fought, "german", go("1SS a", "leave road mode")) is not None


@pytest.mark.case("AO", "6.6K")
def test_road_mode_halves_the_strength_rounded_up(ground: Lay) -> None:
    table = table_with({"1SS a": {"hex": "2010", **DRIVING}, "394/99": {"hex": "2011", **DRIVING}})
    assert [s.points for s in attack_strength(table, [table.units["1SS a"]])] == [5]  # the rulebook's nine
    assert [s.points for s in defence_strength(table, ("2011",), lay_of(table))] == [2]
    hungry = table_with({"1SS a": {"hex": "2010", "supply": "unsupplied", **DRIVING}})
    assert [s.points for s in attack_strength(hungry, [hungry.units["1SS a"]])] == [3]


@pytest.mark.case("AO", "6.7L", "E6.7L")
def test_who_fought_in_road_mode_leaves_it_first_or_is_lost(ground: Lay) -> None:
    fought = {"road": True, "must_leave": True}
    units = {
        "1SS a": {"hex": "2010", **fought},
        "2/2Pz": {"hex": "2020", "supply": "unsupplied", **fought},
        "9/3FJ": {"hex": "2030", "supply": "isolated", **fought},
        "5/3FJ": {"hex": "2035", **DRIVING},
    }
    played = play(table_with(units), "movement", {"movement": [go("1SS a", "2011 2012 2013 2014")]})
    assert [event.unit for event in played.events("Eliminated")] == ["2/2Pz", "9/3FJ"]
    assert played.table.losses["german"] == 2
    assert not played.table.units["1SS a"].road
    assert played.table.units["1SS a"].hex == "2014"  # the six points are paid, four are left
    assert played.table.units["5/3FJ"].road
    too_far = play(table_with(units), "movement", {"movement": [go("1SS a", "2011 2012 2013 2014 2015")]})
    assert too_far.refused() == ["5.2J"]


@pytest.mark.case("AO", "E6.7L")
def test_allied_tanks_without_supply_can_still_leave(ground: Lay) -> None:
    unit = {"hex": "2020", "supply": "unsupplied", "road": True, "must_leave": True}
    played = play(table_with({"cca9": unit}, side="allied"), "movement", {"movement": []})
    assert not played.events("Eliminated")
    assert not played.table.units["cca9"].road


@pytest.mark.case("AO", "6.7L", "E6.7L")
def test_attacking_and_being_attacked_both_bind(ground: Lay) -> None:
    table = table_with({"1SS a": {"hex": "2010", **DRIVING}, "394/99": {"hex": "2011", **DRIVING}}, phase="combat")
    played = play(table, "combat", {"combat": [hit("2011", "1SS a")]}, faces={"die": [1]})
    assert played.table.units["1SS a"].must_leave
    assert played.table.units["394/99"].must_leave


@pytest.mark.case("AO", "6.7M")
def test_in_road_mode_one_retreats_by_road_without_stacking_or_is_lost(ground: Lay) -> None:
    table = table_with({"394/99": {"hex": "2015", **DRIVING}, "1SS a": "2014", "cca9": "2018"}, phase="combat")
    assert best_ways(table, table.units["394/99"], 2) == ["2016 2017"]
    assert best_ways(table, table.units["394/99"], 3) == []
    played = play(table, "combat", {"combat": [hit("2015", "1SS a", odds="2-1")]}, faces={"die": [1]})
    assert played.events("Retreated")[0].path == ("2016", "2017")
    blocked = table_with({"394/99": {"hex": "2015", **DRIVING}, "1SS a": "2014", "cca9": "2016"}, phase="combat")
    played = play(blocked, "combat", {"combat": [hit("2015", "1SS a", odds="2-1")]}, faces={"die": [1]})
    assert played.cases("Eliminated") == ["6.7M"]


@pytest.mark.case("AO", "6.7N")
def test_a_retreat_may_end_too_close_and_then_one_of_the_two_moves_first(ground: Lay) -> None:
    units = {"394/99": {"hex": "2017", **DRIVING}, "cca9": "2018", "9/2": "3010"}
    table = table_with({**units, "1SS a": "1005"}, side="allied")
    first = play(table, "movement", {"movement": [go("9/2", "3011"), go("cca9", "2019 2020")]})
    assert first.refused() == ["6.7N"]
    assert [event.unit for event in first.events("Moved")] == ["cca9"]
    nobody = play(table, "movement", {"movement": []})
    moved = {event.unit for event in (*nobody.events("Moved"), *nobody.events("ModeChanged"))}
    assert moved <= {"394/99", "cca9"}
    assert moved


@pytest.mark.case("AO", "6.7N")
def test_units_that_cannot_part_are_left_alone(ground: Lay) -> None:
    stuck = {"394/99": {"hex": "2017", "supply": "isolated", **DRIVING}, "9/2": {"hex": "2018", "supply": "isolated"}}
    enemies = {"1SS a": "1917", "3/2Pz": "1919"}
    played = play(table_with({**stuck, **enemies}, side="allied"), "movement", {"movement": []})
    assert not played.events("Moved")
    assert not played.events("Eliminated")


@pytest.mark.case("AO", "11.0")
def test_no_ally_enters_the_west_wall_in_road_mode_but_germans_do(ground: Lay) -> None:
    ground(wall={"2011": "intact"})
    assert why_not(table_with({"cca9": {"hex": "2012", **DRIVING}}, side="allied"), "cca9", "2011") == "11.0"
    assert spent(table_with({"1SS a": {"hex": "2012", **DRIVING}}), "1SS a", "2011") == 1


@pytest.mark.case("AO", "6.7L", "5.3M")
def test_a_unit_that_wakes_at_the_map_edge_leaves_road_mode_first(ground: Lay) -> None:
    asleep = {"hex": "2042", "road": True, "must_leave": True}
    played = play(table_with({"394/99": asleep, "cca9": "2041"}, side="allied"), "movement", {"movement": []})
    assert [event.unit for event in played.events("HadToLeave")] == ["394/99"]
    alone = play(table_with({"394/99": asleep, "cca9": "2030"}, side="allied"), "movement", {"movement": []})
    assert not alone.events("HadToLeave")
    assert alone.table.units["394/99"].must_leave
