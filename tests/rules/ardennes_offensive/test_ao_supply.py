"""12. Supply, 13. bridges."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ao_field import HIGHWAY, hit, play, table_with

from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s09_combat import defence_strength
from pbem_rules.ardennes_offensive.s12_supply import flow_of, judged, state_of
from pbem_rules.ardennes_offensive.s13_bridges import bridges_near, interdicted_for
from pbem_rules.ardennes_offensive.table import Ardennes

Lay = Callable[..., None]


def state(table: Ardennes, unit: str) -> str:
    return state_of(table, table.units[unit], lay_of(table))


@pytest.mark.case("AO", "12.1A", "12.2D", "12.2F", "12.3G")
def test_three_hexes_to_a_road_and_by_road_to_the_own_edge(ground: Lay) -> None:
    table = table_with({"1SS a": "1715", "2/2Pz": "1615", "394/99": "1730", "9/2": "1630"})
    assert state(table, "1SS a") == "supplied"
    assert state(table, "2/2Pz") == "unsupplied"
    assert state(table, "394/99") == "supplied"
    assert state(table, "9/2") == "unsupplied"
    line = flow_of(table, "german").line("1715")
    assert line[0] == "1715"
    assert line[-1] == "2001"
    assert flow_of(table, "allied").line("1730")[-1] == "2041"
    ground(exits={"2041": "W"})
    assert state(table_with({"1SS a": "2015"}), "1SS a") == "unsupplied"


@pytest.mark.case("AO", "12.1A", "7.3D")
def test_enemies_and_their_control_break_the_road_but_not_where_a_friend_stands(ground: Lay) -> None:
    units = {"1SS a": "2020", "cca9": "1909"}
    assert state(table_with(units), "1SS a") == "unsupplied"  # 2008 and 2009 are under control
    assert state(table_with({**units, "9/3FJ": "2008"}), "1SS a") == "unsupplied"
    assert state(table_with({**units, "9/3FJ": "2008", "5/3FJ": "2009"}), "1SS a") == "supplied"
    assert state(table_with({"1SS a": "2020", "cca9": {"hex": "1909", "road": True}}), "1SS a") == "supplied"
    assert state(table_with({"1SS a": "2020", "cca9": {"hex": "2009", "road": True}}), "1SS a") == "unsupplied"


@pytest.mark.case("AO", "12.1B")
def test_one_path_serves_any_number(ground: Lay) -> None:
    units = {f"{n} a": f"20{10 + n}" for n in range(1, 9)}
    assert judged(table_with(units), "german") == {}


@pytest.mark.case("AO", "12.1C")
def test_the_first_three_hexes_take_any_ground_but_impassable(ground: Lay) -> None:
    ground(rough=["1815", "1816"], rivers={"1815-1915": "river", "1815-1916": "river"})
    table = table_with({"1SS a": "1715"})
    assert state(table, "1SS a") == "supplied"
    ring = ["1814", "1815", "1914", "1915", "1916", "1917", "1816", "1714", "1716", "1614", "1615"]
    ground(impassable=ring)
    assert state(table, "1SS a") == "unsupplied"
    ground()
    enemy = table_with({"1SS a": "1715", "cca9": "1915"})
    assert state(enemy, "1SS a") == "unsupplied"


RING = {"1SS a": "1014", "2/2Pz": "1214", "3/2Pz": "0916", "304/2Pz": "1216"}


@pytest.mark.case("AO", "12.3H")
def test_cut_off_surrounded_and_alone_is_isolated(ground: Lay) -> None:
    table = table_with({**RING, "9/2": "1115"})
    assert state(table, "9/2") == "isolated"
    del table.units["304/2Pz"]
    assert state(table, "9/2") == "unsupplied"  # a hole in the ring
    west = [f"11{place}" for place in range(18, 43)]
    ground(roads=[HIGHWAY, west], exits={"2001": "east", "2041": "W", "1141": "W"})
    near = table_with({**RING, "9/2": "1115", "394/99": "1118"})
    assert state(near, "394/99") == "supplied"
    assert state(near, "9/2") == "unsupplied"


@pytest.mark.case("AO", "12.3J")
def test_never_isolated_near_a_road_over_the_own_edge(ground: Lay) -> None:
    ring = {"1SS a": "1937", "2/2Pz": "1940", "3/2Pz": "2137", "304/2Pz": "2140", "130/Lehr": "2041", "12 VG": "2036"}
    table = table_with({**ring, "394/99": "2038"})
    assert state(table, "394/99") == "unsupplied"
    ground(exits={"2001": "east", "0541": "W"})
    assert state(table, "394/99") == "isolated"


@pytest.mark.case("AO", "12.4K", "E12")
def test_judged_at_the_start_and_kept_for_the_player_turn(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "2/2Pz": "2015"}, phase="begin")
    begun = play(table, "begin", {})
    assert begun.events("SupplyJudged")[0].unsupplied == ("1SS a",)
    moved = play(begun.table, "movement", {"movement": []}, then=False).table
    moved.units["1SS a"].hex = "2016"
    assert play(moved, "combat", {"combat": []}).table.units["1SS a"].supply == "unsupplied"


@pytest.mark.case("AO", "E12", "13.2C", "4.1")
def test_markers_go_at_the_end_of_the_player_turn(ground: Lay) -> None:
    unit = {"hex": "2015", "supply": "unsupplied"}
    table = table_with({"1SS a": unit}, phase="mechanized", interdicted=["2010-2011"])
    ended = play(table, "mechanized", {"mechanized": []}).table
    assert ended.side == "allied"
    assert ended.units["1SS a"].supply == "supplied"
    assert ended.interdicted == []


@pytest.mark.case("AO", "12.4K", "12.6")
def test_a_defender_is_judged_at_the_moment_of_combat(ground: Lay) -> None:
    table = table_with({**RING, "9/2": {"hex": "1115", "supply": "supplied"}}, phase="combat")
    assert defence_strength(table, ("1115",), lay_of(table))[0].points == 3
    del table.units["304/2Pz"]
    assert defence_strength(table, ("1115",), lay_of(table))[0].points == 5  # unsupplied defends whole
    unsupplied = table_with({"9/2": {"hex": "1115", "supply": "isolated"}, "1SS a": "1114"}, phase="combat")
    assert defence_strength(unsupplied, ("1115",), lay_of(unsupplied))[0].points == 5


@pytest.mark.case("AO", "12.5L")
def test_nobody_dies_of_hunger(ground: Lay) -> None:
    table = table_with({**RING, "9/2": "1115"}, side="allied", phase="begin", turn=3)
    played = play(table, "begin", {})
    assert played.events("SupplyJudged")[0].isolated == ("9/2",)
    assert not played.table.units["9/2"].lost


@pytest.mark.case("AO", "4.2")
def test_all_germans_are_supplied_on_the_first_game_turn(ground: Lay) -> None:
    units = {"1SS a": "1515", **{name: hex for name, hex in RING.items() if name != "1SS a"}, "9/2": "1115"}
    assert judged(table_with(units, turn=1), "german") == {}
    assert "1SS a" in judged(table_with(units, turn=2), "german")
    assert "9/2" in judged(table_with({**units, "1SS a": "1014"}, turn=1, side="allied"), "allied")


# 13. Bridges

BRIDGE = "2014-2015"


def river(ground: Lay) -> None:
    ground(rivers={BRIDGE: "river"}, bridges=[BRIDGE])


@pytest.mark.case("AO", "13.1A", "13.5F")
def test_an_enemy_within_three_hexes_of_either_end_interdicts(ground: Lay) -> None:
    river(ground)
    for hex, cut in (("2017", True), ("2018", True), ("2019", False), ("2011", True), ("2010", False)):
        table = table_with({"394/99": hex})
        assert (BRIDGE in bridges_near(table, "german")) is cut
        assert BRIDGE not in bridges_near(table, "allied")
    both = table_with({"394/99": "2017", "1SS a": "2012"})
    assert BRIDGE in bridges_near(both, "german")
    assert BRIDGE in bridges_near(both, "allied")


@pytest.mark.case("AO", "13.3D", "5.3M")
def test_road_mode_and_dormant_units_interdict_nothing(ground: Lay) -> None:
    river(ground)
    assert not bridges_near(table_with({"394/99": {"hex": "2017", "road": True}}), "german")
    ground(rivers={"2040-2041": "river"}, bridges=["2040-2041"])
    assert not bridges_near(table_with({"394/99": "2042"}), "german")


@pytest.mark.case("AO", "13.2B")
def test_an_interdicted_bridge_cuts_its_road(ground: Lay) -> None:
    river(ground)
    units = {"1SS a": "2013", "3/2Pz": "2020", "394/99": "2212"}
    begun = play(table_with(units, phase="begin"), "begin", {})
    assert begun.events("BridgesJudged")[0].interdicted == (BRIDGE,)
    assert begun.events("SupplyJudged")[0].unsupplied == ("3/2Pz",)
    from pbem_rules.ardennes_offensive.s05_march import March
    from pbem_rules.ardennes_offensive.s05_movement import plan
    from pbem_rules.ardennes_offensive.sheets import MoveLine

    march = plan(begun.table, "german", MoveLine(unit="1SS a", way="2014 2015"))
    assert isinstance(march, March)
    assert march.total == 1 + 1 + 6  # the ground and the river, no road


@pytest.mark.case("AO", "13.1A", "E13.1")
def test_fixed_for_the_phasing_side_and_seen_afresh_for_the_other(ground: Lay) -> None:
    river(ground)
    table = table_with({"1SS a": "2016", "394/99": "2017"}, phase="combat", interdicted=[BRIDGE])
    table.units["394/99"].hex = "2030"
    assert interdicted_for(table, "german") == {BRIDGE}  # the cause is gone, the bridge stays cut
    table.interdicted = []
    table.units["394/99"].hex = "2017"
    assert not interdicted_for(table, "german")  # a cause that came later cuts nothing
    assert interdicted_for(table, "allied") == {BRIDGE}
    table.units["1SS a"].hex = "2004"
    assert not interdicted_for(table, "allied")


@pytest.mark.case("AO", "E13.1")
def test_no_friend_prevents_interdiction(ground: Lay) -> None:
    river(ground)
    assert BRIDGE in bridges_near(table_with({"394/99": "2017", "1SS a": "2015", "2/2Pz": "2014"}), "german")


@pytest.mark.case("AO", "13.4E", "E13.4")
def test_on_game_turn_one_bridges_behind_the_german_line_are_safe_those_on_it_are_not(ground: Lay) -> None:
    sides = ["2008-2009", "2010-2011"]
    ground(rivers=dict.fromkeys(sides, "river"), bridges=sides)
    units = {"394/99": "2011", "1SS a": "2009"}
    assert bridges_near(table_with(units, turn=1), "german") == {"2010-2011"}
    assert bridges_near(table_with(units, turn=2), "german") == {*sides}
    assert bridges_near(table_with(units, turn=1, side="allied"), "allied") == {*sides}


@pytest.mark.case("AO", "13.2B", "10.2")
def test_a_retreat_over_an_interdicted_bridge_ranks_before_a_river(ground: Lay) -> None:
    from pbem_rules.ardennes_offensive.s10_results import step_class

    ground(
        rough=["1521"],
        rivers={"1520-1620": "river", "1419-1520": "stream", BRIDGE: "river"},
        bridges=[BRIDGE],
    )
    assert step_class("2014", "2015", frozenset()) == 1
    assert step_class("2014", "2015", frozenset({BRIDGE})) == 4
    assert step_class("2020", "2021", frozenset()) == 1
    assert step_class("1520", "1420", frozenset()) == 2
    assert step_class("1520", "1521", frozenset()) == 3
    assert step_class("1520", "1419", frozenset()) == 3
    assert step_class("1520", "1620", frozenset()) == 5


def test_an_attack_from_isolation_is_refused_in_play(ground: Lay) -> None:
    table = table_with({"1SS a": {"hex": "1515", "supply": "isolated"}, "394/99": "1516"}, phase="combat")
    assert play(table, "combat", {"combat": [hit("1516", "1SS a")]}).refused() == ["12.6"]
