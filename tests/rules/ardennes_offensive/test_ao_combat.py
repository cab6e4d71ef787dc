"""9. Combat, 10. results, 11. what the ground does in combat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ao_field import go, hit, play, table_with

from pbem.kit.tables import chances
from pbem_rules.ardennes_offensive.board import the_map, the_tables
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s09_combat import (
    attack_strength,
    cannot_attack,
    defence_strength,
    odds_between,
    odds_of,
    table_for,
)
from pbem_rules.ardennes_offensive.s10_results import best_ways, lawful_ways
from pbem_rules.ardennes_offensive.table import Ardennes

Lay = Callable[..., None]


def why_not(table: Ardennes, hexes: str, *units: str, **more: str) -> str:
    found = cannot_attack(table, table.side, hit(hexes, *units, **more))
    assert found is not None, "it is allowed"
    return found[0]


def ours(table: Ardennes, *units: str) -> int:
    return sum(s.points for s in attack_strength(table, [table.units[name] for name in units]))


def theirs(table: Ardennes, *hexes: str) -> int:
    return sum(s.points for s in defence_strength(table, hexes, lay_of(table)))


@pytest.mark.case("AO", "9.1A")
def test_only_neighbours_attack(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "2/2Pz": "1514", "cca9": "1516"}, phase="combat")
    assert cannot_attack(table, "german", hit("1516", "1SS a")) is None
    assert why_not(table, "1516", "2/2Pz") == "9.1A"
    assert why_not(table, "1517", "1SS a") == "9.1A"


@pytest.mark.case("AO", "9.1B", "9.2G", "9.2H", "9.2F")
def test_attacking_is_free_and_stacks_may_split_but_all_defend(ground: Lay) -> None:
    units = {"1SS a": "1515", "2/2Pz": "1515", "394/99": "1516", "9/2": "1516", "1102 e": "1514"}
    table = table_with(units, phase="combat")
    assert not play(table, "combat", {"combat": []}).events("Fought")
    lines = [hit("1516", "1SS a"), hit("1514", "2/2Pz")]
    played = play(table, "combat", {"combat": lines}, faces={"1516/die": [1], "1514/die": [6]})
    first, second = played.events("Fought")
    assert first.defenders == ("394/99", "9/2")
    assert first.defence == 9
    assert first.attackers == ("1SS a",)
    assert second.attackers == ("2/2Pz",)


@pytest.mark.case("AO", "9.1C")
def test_once_a_phase_each(ground: Lay) -> None:
    units = {"1SS a": "1515", "2/2Pz": "1615", "394/99": "1516", "9/2": "1514"}
    table = table_with(units, phase="combat", fought=["1SS a"], attacked=["394/99"])
    assert why_not(table, "1514", "1SS a") == "9.1C"
    assert why_not(table, "1516", "2/2Pz") == "9.1C"
    assert why_not(table_with(units), "1516", "1SS a", "1SS a") == "9.1C"


@pytest.mark.case("AO", "9.2D")
def test_one_attack_on_several_hexes_by_those_next_to_all_of_them(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "2/2Pz": "1514", "394/99": "1516", "9/2": "1415"}, phase="combat")
    assert cannot_attack(table, "german", hit("1516, 1415", "1SS a")) is None
    assert theirs(table, "1516", "1415") == 9
    assert why_not(table, "1516, 1415", "1SS a", "2/2Pz") == "9.1A"
    played = play(table, "combat", {"combat": [hit("1516, 1415", "1SS a")]}, faces={"1516/die": [1]})
    assert {event.unit for event in played.events("Retreated")} == {"394/99", "9/2"}


@pytest.mark.case("AO", "9.2E")
def test_any_number_of_attackers(ground: Lay) -> None:
    around = ("1515", "1517", "1415", "1416", "1615", "1616")
    names = [f"{n} a" for n in range(1, 9)] + ["1SS a", "2/2Pz", "3/2Pz", "304/2Pz", "901/Lehr", "902/Lehr"]
    units = {name: around[number % 6] for number, name in enumerate(names)}
    table = table_with({**units, "1102 e": "1516"}, phase="combat")
    assert cannot_attack(table, "german", hit("1516", *names)) is None


@pytest.mark.case("AO", "9.2F", "E9.2F")
def test_who_was_driven_into_a_stack_adds_nothing_and_shares_the_result(ground: Lay) -> None:
    units = {"1SS a": "1515", "2/2Pz": "1615", "394/99": "1516", "1102 e": "1516"}
    table = table_with(units, phase="combat", attacked=["394/99"])
    assert theirs(table, "1516") == 1
    played = play(table, "combat", {"combat": [hit("1516", "1SS a")]}, faces={"die": [1]})
    assert played.events("Fought")[0].odds == "9-1"
    assert {event.unit for event in played.events("Eliminated")} == {"394/99", "1102 e"}
    alone = table_with({"1SS a": "1515", "394/99": "1516"}, attacked=["394/99"])
    assert why_not(alone, "1516", "1SS a") == "9.1C"


@pytest.mark.case("AO", "9.3K", "10.1")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(26, 9, "2-1"), (9, 9, "1-1"), (8, 9, "1-2"), (1, 9, "1-2"), (17, 9, "1-1"), (99, 9, "9-1"), (100, 9, "9-1")],
)
def test_odds_are_rounded_for_the_defender_and_kept_on_the_table(attack: int, defence: int, odds: str) -> None:
    assert odds_between(attack, defence) == odds


@pytest.mark.case("AO", "9.3J", "9.5M", "12.6")
def test_a_stack_is_added_up_then_halved(ground: Lay) -> None:
    hungry = {"hex": "1515", "supply": "unsupplied"}
    table = table_with({"1SS a": hungry, "130/Lehr": hungry, "150 brigade": {**hungry, "hex": "1615"}})
    assert ours(table, "1SS a", "130/Lehr") == 7
    assert ours(table, "1SS a") == 5
    assert ours(table, "1SS a", "130/Lehr", "150 brigade") == 7 + 2
    mixed = table_with({"1SS a": hungry, "130/Lehr": "1515"})
    assert ours(mixed, "1SS a", "130/Lehr") == 5 + 5


@pytest.mark.case("AO", "12.6")
def test_isolated_units_cannot_attack_and_defend_by_half(ground: Lay) -> None:
    table = table_with({"1SS a": {"hex": "1515", "supply": "isolated"}, "394/99": "1516"})
    assert why_not(table, "1516", "1SS a") == "12.6"
    ring = {"1SS a": "1014", "2/2Pz": "1214", "3/2Pz": "0916", "16/116Pz": "1016", "304/2Pz": "1216"}
    cut = table_with({**ring, "9/2": "1115"})
    assert theirs(cut, "1115") == 3


@pytest.mark.case("AO", "11.0")
def test_the_west_wall_multiplies_germans_and_nobody_else(ground: Lay) -> None:
    ground(wall={"1515": "intact", "1615": "cleared"})
    table = table_with({"12 VG": "1515", "9/3FJ": "1615", "394/99": "1516"}, side="allied")
    assert theirs(table, "1515") == 21
    assert theirs(table, "1615") == 8
    table.side = "german"
    assert ours(table, "12 VG") == 14
    assert ours(table, "9/3FJ") == 4
    mine = table_with({"394/99": "1515", "9/2": "1615", "12 VG": "1516"})
    assert theirs(mine, "1515") == 4
    assert theirs(mine, "1615") == 5


@pytest.mark.case("AO", "9.3J")
def test_supply_comes_before_the_ground(ground: Lay) -> None:
    ground(wall={"1515": "intact"})
    table = table_with({"12 VG": {"hex": "1515", "supply": "unsupplied"}})
    assert ours(table, "12 VG") == 4 * 2


@pytest.mark.case("AO", "9.4L", "E9.4L")
def test_odds_may_be_lowered_by_germans_not_below_two_to_one(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "3/2Pz": "1615", "150 brigade": "1415", "1111 e": "1416", "394/99": "1516"})
    assert odds_of(table, hit("1516", "1SS a", "3/2Pz")) == "3-1"
    assert cannot_attack(table, "german", hit("1516", "1SS a", "3/2Pz", odds="2-1")) is None
    assert why_not(table, "1516", "1SS a", "3/2Pz", odds="1-1") == "E9.4L"
    assert cannot_attack(table, "german", hit("1516", "150 brigade")) is None  # 1-2 by its strengths
    assert cannot_attack(table, "german", hit("1516", "150 brigade", odds="1-1")) is None  # wishing for more is no harm
    table.phase = "combat"
    played = play(table, "combat", {"combat": [hit("1516", "1SS a", "3/2Pz", odds="2-1")]}, faces={"die": [1]})
    fought = played.events("Fought")[0]
    assert (fought.odds, fought.column, fought.result) == ("3-1", "2-1", "Dr2")
    allied = table_with({"cca9": "1515", "1111 e": "1415", "294/18": "1516"}, side="allied")
    assert cannot_attack(allied, "allied", hit("1516", "cca9", odds="1-2")) is None


def test_an_attack_below_its_own_limit_is_left_out(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "394/99": "1516"}, phase="combat")
    played = play(table, "combat", {"combat": [hit("1516", "1SS a", min="3-1")]})
    assert played.refused() == ["sheet"]


# 10.0 The tables


@pytest.mark.case("AO", "10.0", "10.3")
def test_every_cell_of_the_initial_table() -> None:
    printed = """1 Ar1 Dr1 Dr2 Dr3 Ex Ex De De De De
                 2 Ar1 Dr1 Dr1 Dr2 Ex Ex Ex De De De
                 3 Ar1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De De De
                 4 Ar2 Ar1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De De
                 5 Ar2 Ar2 Dr1 Dr1 Dr2 Dr2 Dr3 Dr3 Ex De
                 6 Ar2 Ar2 Dr1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De"""
    same_as_printed(the_tables().initial.rows, printed)


@pytest.mark.case("AO", "10.0")
def test_every_cell_of_the_standard_table() -> None:
    printed = """1 Ar1 Dr1 Dr1 Dr2 Dr3 Ex Ex Ex De De
                 2 Ar2 Dr1 Dr1 Dr1 Dr3 Dr3 Ex Ex Ex De
                 3 Ar2 Ar1 Dr1 Dr1 Dr2 Dr2 Dr3 Ex Ex De
                 4 Ar3 Ar2 Ar1 Dr1 Dr2 Dr2 Dr2 Dr3 Ex De
                 5 Ar3 Ar2 Ar2 Ar1 Dr2 Dr2 Dr2 Dr3 Dr3 Ex
                 6 Ar3 Ar2 Ar2 Ar1 Dr1 Dr2 Dr2 Dr3 Dr3 Ex"""
    same_as_printed(the_tables().standard.rows, printed)


def same_as_printed(rows: dict[str, tuple[str, ...]], printed: str) -> None:
    lines = [line.split() for line in printed.splitlines()]
    assert rows == {face: tuple(results) for face, *results in lines}


def test_no_column_is_better_than_the_one_to_its_right() -> None:
    rank = ("Ar3", "Ar2", "Ar1", "Dr1", "Dr2", "Dr3", "Ex", "De")
    for results in (the_tables().initial, the_tables().standard):
        means = [sum(rank.index(r) * c for r, c in chances(results, column).items()) for column in results.columns]
        assert means == sorted(means)


@pytest.mark.case("AO", "10.3")
def test_germans_use_the_initial_table_until_a_one_from_turn_six_on(ground: Lay) -> None:
    assert table_for(table_with({}, turn=9)) == "initial"
    assert table_for(table_with({}, turn=9, standard_table=True)) == "standard"
    assert table_for(table_with({}, turn=2, side="allied")) == "standard"
    start = {"turn": 6, "phase": "begin"}
    assert play(table_with({}, **start), "begin", {}, faces={"table": [1]}).table.standard_table
    assert not play(table_with({}, **start), "begin", {}, faces={"table": [2]}).table.standard_table
    assert not play(table_with({}, turn=5, phase="begin"), "begin", {}).events("TableRolled")
    assert not play(table_with({}, standard_table=True, **start), "begin", {}).events("TableRolled")
    assert not play(table_with({}, side="allied", **start), "begin", {}).events("TableRolled")


# 10.1 Ex and De


@pytest.mark.case("AO", "10.1", "16A")
def test_de_destroys_all_defenders_each_for_a_point(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "1102 e": "1516", "1111 e": "1516"}, phase="combat")
    played = play(table, "combat", {"combat": [hit("1516", "1SS a", odds="4-1")]}, faces={"die": [6]})
    assert not played.events("Eliminated")  # 4-1 on a 6 is Dr1
    nine = table_with({"1SS a": "1515", "1102 e": "1516"}, phase="combat")
    played = play(nine, "combat", {"combat": [hit("1516", "1SS a")]}, faces={"die": [6]})
    assert played.table.losses == {"german": 0, "allied": 1}


EXCHANGE = {"1SS a": "1515", "2/2Pz": "1515", "150 brigade": "1615", "394/99": "1516"}  # 9 + 4 + 3 against 4: 4-1


@pytest.mark.case("AO", "10.1")
def test_an_exchange_is_paid_in_printed_strength(ground: Lay) -> None:
    table = table_with(EXCHANGE, phase="combat")
    line = hit("1516", "1SS a", "2/2Pz", "150 brigade")
    played = play(table, "combat", {"combat": [line]}, faces={"die": [1]})
    assert [event.unit for event in played.events("Eliminated")] == ["394/99", "2/2Pz"]
    paid = hit("1516", "1SS a", "2/2Pz", "150 brigade", pay=["1SS a"])
    played = play(table, "combat", {"combat": [paid]}, faces={"die": [1]})
    assert [event.unit for event in played.events("Eliminated")] == ["394/99", "1SS a"]
    needless = hit("1516", "1SS a", "2/2Pz", "150 brigade", pay=["2/2Pz", "150 brigade"])
    played = play(table, "combat", {"combat": [needless]}, faces={"die": [1]})
    assert [event.unit for event in played.events("Eliminated")] == ["394/99", "2/2Pz"]


@pytest.mark.case("AO", "10.1")
def test_standing_orders_say_who_pays(ground: Lay) -> None:
    table = table_with(EXCHANGE, phase="combat")
    line = hit("1516", "1SS a", "2/2Pz", "150 brigade")
    for words, lost in (("never 2/2Pz", "1SS a"), ("1SS a first", "1SS a"), ("fewest units", "2/2Pz")):
        standing = {"german": {"losses": words}}
        played = play(table, "combat", {"combat": [line]}, faces={"die": [1]}, standing=standing, present=["german"])
        assert [event.unit for event in played.events("Eliminated")] == ["394/99", lost]


@pytest.mark.case("AO", "10.1")
def test_who_is_too_weak_to_pay_loses_all(ground: Lay) -> None:
    many = table_with({"2/2Pz": "1515", "394/99": "1516", "1102 e": "1516"}, phase="combat", attacked=["394/99"])
    played = play(many, "combat", {"combat": [hit("1516", "2/2Pz")]}, faces={"die": [1]})
    assert played.events("Fought")[0].column == "4-1"
    assert {event.unit for event in played.events("Eliminated")} == {"394/99", "1102 e", "2/2Pz"}


# 10.2 Retreats


@pytest.mark.case("AO", "E10.2", "10.2")
def test_the_first_place_is_toward_own_supply_then_away_from_the_enemys(ground: Lay) -> None:
    table = table_with({"394/99": "1520", "1SS a": "1519"})
    ways = best_ways(table, table.units["394/99"], 1)
    assert ways == ["1521"]  # as near to 2041 as 1620, and farther from 2001
    back = table_with({"12 VG": "1520", "cca9": "1421"}, side="allied")
    assert best_ways(back, back.units["12 VG"], 1) == ["1519"]  # as near to 2001 as 1619, farther from 2041


@pytest.mark.case("AO", "10.2")
def test_then_the_printed_order_roads_before_clear_before_rough(ground: Lay) -> None:
    ground(rough=["2021"], exits={"2001": "east", "2041": "W"}, roads=[["1922", "2021"], ["2001", "2002"]])
    table = table_with({"394/99": "2020", "1SS a": "2019"}, options={"retreats": "as printed"})
    assert best_ways(table, table.units["394/99"], 1) == ["2021"]
    ground(rough=["2021"])
    plain = table_with({"394/99": "1520", "1SS a": "1519"}, options={"retreats": "as printed"})
    assert set(best_ways(plain, plain.units["394/99"], 1)) <= {"1421", "1521", "1621", "1420", "1620"}


@pytest.mark.case("AO", "10.2")
def test_rivers_come_last_and_friends_after_them(ground: Lay) -> None:
    printed = {"options": {"retreats": "as printed"}}
    rivers = {
        "1520-1521": "river",
        "1420-1520": "stream",
        "1421-1520": "river",
        "1520-1620": "river",
        "1519-1520": "river",
    }
    ground(roads=[["2001", "2002"]], rivers=rivers, exits={"2001": "east", "2041": "W"})
    table = table_with({"394/99": "1520", "12 VG": "1619"}, **printed)
    assert best_ways(table, table.units["394/99"], 1) == ["1419"]  # clear; 1420 is over a ford, 1521 over a river
    friend = table_with({"394/99": "1520", "12 VG": "1619", "9/2": "1419"}, **printed)
    assert best_ways(friend, friend.units["394/99"], 1) == ["1419"]  # friends come after the ground


@pytest.mark.case("AO", "10.2")
def test_the_full_distance_or_lost(ground: Lay) -> None:
    table = table_with({"394/99": "1520", "1SS a": "1519", "2/2Pz": "1523"})
    for way in best_ways(table, table.units["394/99"], 2):
        assert the_map().grid.distance("1520", way.split()[-1]) == 2
    pocket = {"1SS a": "1518", "2/2Pz": "1522", "3/2Pz": "1319", "304/2Pz": "1321", "16/116Pz": "1719", "12 VG": "1721"}
    closed = table_with({"394/99": "1520", **pocket}, phase="combat")
    assert best_ways(closed, closed.units["394/99"], 1) == []


@pytest.mark.case("AO", "7.3C", "7.3D", "7.2B")
def test_out_of_control_but_not_into_it_unless_a_friend_is_there(ground: Lay) -> None:
    table = table_with({"394/99": "1520", "1SS a": "1519", "2/2Pz": "1522"})
    assert "1521" not in all_ways(table, "394/99", 1)
    friend = table_with({"394/99": "1520", "1SS a": "1519", "2/2Pz": "1522", "9/2": "1521"})
    assert "1521" in all_ways(friend, "394/99", 1)


def all_ways(table: Ardennes, unit: str, hexes: int) -> set[str]:
    return {way.words for way in lawful_ways(table.units[unit], hexes, lay_of(table), frozenset())}


@pytest.mark.case("AO", "8.0", "10.2")
def test_not_into_a_full_hex_not_even_in_passing(ground: Lay) -> None:
    full = {"9/2": "1521", "23/2": "1521", "38/2": "1521"}
    table = table_with({"394/99": "1520", "1SS a": "1519", **full})
    assert "1521" not in all_ways(table, "394/99", 1)
    assert not any(way.startswith("1521") for way in all_ways(table, "394/99", 2))
    del full["9/2"]
    assert "1521" in all_ways(table_with({"394/99": "1520", "1SS a": "1519", **full}), "394/99", 1)


@pytest.mark.case("AO", "11.0", "10.2")
def test_never_into_impassable_ground(ground: Lay) -> None:
    ground(impassable=["1521"])
    table = table_with({"394/99": "1520", "1SS a": "1519"})
    assert "1521" not in all_ways(table, "394/99", 1)


@pytest.mark.case("AO", "10.2")
def test_the_victor_picks_among_ties(ground: Lay) -> None:
    ground(exits={"2001": "east", "0541": "W", "3541": "W"}, roads=[["2001", "2002"]])
    table = table_with({"394/99": "2020", "1SS a": "2019"}, phase="combat")
    ways = best_ways(table, table.units["394/99"], 1)
    assert len(ways) > 1
    line = hit("2020", "1SS a")
    played = play(table, "combat", {"combat": [line]}, faces={"die": [4]}, present=["german", "allied"])
    assert [(one.side, one.topic, one.options) for one in played.asked] == [("german", "retreats", tuple(ways))]
    toward = {"german": {"retreats": f"toward {ways[-1]}"}}
    played = play(table, "combat", {"combat": [line]}, faces={"die": [4]}, standing=toward, present=["german"])
    assert played.events("Retreated")[0].path == (ways[-1],)


@pytest.mark.case("AO", "9.7P", "8.3F", "5.3L")
def test_allies_without_another_way_go_to_the_map_edge_and_stay_where_they_enter_it(ground: Lay) -> None:
    block = {"1SS a": "2040", "2/2Pz": "1841", "3/2Pz": "2241"}
    there = dict.fromkeys(("9/2", "23/2", "38/2"), "2042")
    table = table_with({"394/99": "2041", **block, **there}, phase="combat")
    assert all_ways(table, "394/99", 1) == {"2042"}
    played = play(table, "combat", {"combat": [hit("2041", "1SS a")]}, faces={"die": [1]})  # Dr2
    assert played.table.units["394/99"].hex == "2042"
    assert played.cases("Retreated") == ["9.7P"]
    assert played.table.losses["allied"] == 0
    open_ = table_with({"394/99": "2041", "1SS a": "1941"})
    assert best_ways(open_, open_.units["394/99"], 1) == ["2141"]


@pytest.mark.case("AO", "5.3N", "7.5")
def test_german_control_closes_the_map_edge_and_germans_driven_off_are_lost(ground: Lay) -> None:
    table = table_with({"394/99": "1941", "1SS a": "1940", "3/2Pz": "2040"})
    assert "1942" in all_ways(table, "394/99", 1)
    closed = table_with({"394/99": "1941", "1SS a": "1940", "2/2Pz": "1841", "3/2Pz": "2041"})
    assert not all_ways(closed, "394/99", 1)
    german = table_with({"12 VG": "2041", "cca9": "2040", "394/99": "1840", "9/2": "2240"}, side="allied")
    assert not {"2042", "1942", "2142"} & all_ways(german, "12 VG", 1)


# 11.0 Immunity


@pytest.mark.case("AO", "11.0", "E11.0")
def test_towns_and_walls_hold_unless_waived_before_the_die(ground: Lay) -> None:
    ground(towns={"Spa": "1516"})
    table = table_with({"1SS a": "1515", "394/99": "1516"}, phase="combat")
    line = hit("1516", "1SS a")
    held = play(table, "combat", {"combat": [line]}, faces={"die": [4]})
    assert held.table.units["394/99"].hex == "1516"
    assert held.events("StoodFast")[0].units == ("394/99",)
    waives = {"allied": {"immunity": "waive"}}
    gone = play(table, "combat", {"combat": [line]}, faces={"die": [4]}, standing=waives, present=["allied"])
    names = [type(entry.event).__name__ for entry in gone.entries]
    assert names.index("Waived") < names.index("Fought")
    assert gone.table.units["394/99"].hex != "1516"
    high = {"allied": {"immunity": "waive at 7-1 or more"}}
    kept = play(table, "combat", {"combat": [line]}, faces={"die": [4]}, standing=high, present=["allied"])
    assert kept.table.units["394/99"].hex == "1516"


@pytest.mark.case("AO", "E11.0", "11.0")
def test_attackers_in_the_wall_are_held_too_and_allies_there_are_not(ground: Lay) -> None:
    ground(wall={"1515": "intact", "1615": "cleared", "1516": "intact"})
    table = table_with({"294/18": "1515", "295/18": "1615", "cca9": "1516", "9/2": "1516"}, phase="combat")
    played = play(table, "combat", {"combat": [hit("1516", "294/18", "295/18")]}, faces={"die": [6]})
    assert played.events("Fought")[0].result.startswith("Ar")
    assert not played.events("Retreated")
    beaten = table_with({"1SS a": "1515", "394/99": "1516"}, phase="combat")
    played = play(beaten, "combat", {"combat": [hit("1516", "1SS a")]}, faces={"die": [1]})
    assert played.table.units["394/99"].hex != "1516"


# 9.6 Advance


@pytest.mark.case("AO", "9.6N")
def test_one_mechanized_unit_that_took_part_may_advance(ground: Lay) -> None:
    units = {"1SS a": "1515", "9/3FJ": "1615", "2/2Pz": "1515", "1102 e": "1516"}
    table = table_with(units, phase="combat")
    line = hit("1516", "1SS a", "9/3FJ", then="advance 1SS a")
    played = play(table, "combat", {"combat": [line]}, faces={"die": [1]})
    assert played.table.units["1SS a"].hex == "1516"
    asked = play(table, "combat", {"combat": [hit("1516", "1SS a", "9/3FJ")]}, faces={"die": [1]})
    assert not asked.events("AdvancedInto")
    for words in ("advance 9/3FJ", "advance 2/2Pz"):
        line = hit("1516", "1SS a", "9/3FJ", then=words)
        assert not play(table, "combat", {"combat": [line]}, faces={"die": [1]}).events("AdvancedInto")


@pytest.mark.case("AO", "9.6N")
def test_the_defender_advances_after_ar(ground: Lay) -> None:
    table = table_with({"294/18": "1515", "cca9": "1516"}, phase="combat")
    always = {"allied": {"advance": "always"}}
    line = hit("1516", "294/18")
    played = play(table, "combat", {"combat": [line]}, faces={"die": [1]}, standing=always, present=["allied"])
    assert played.events("Fought")[0].result == "Ar1"
    assert played.table.units["cca9"].hex == "1515"
    foot = table_with({"294/18": "1515", "394/99": "1516"}, phase="combat")
    played = play(foot, "combat", {"combat": [line]}, faces={"die": [1]}, standing=always, present=["allied"])
    assert not played.events("AdvancedInto")


@pytest.mark.case("AO", "9.6N")
def test_each_emptied_hex_or_one_a_battle(ground: Lay) -> None:
    units = {"1SS a": "1515", "3/2Pz": "1515", "1102 e": "1516", "1111 e": "1415"}
    line = hit("1516, 1415", "1SS a", "3/2Pz", then="advance 1SS a, advance 3/2Pz")
    for option, gone in (("each hex", 2), ("one a battle", 1)):
        table = table_with(units, phase="combat", options={"advance": option})
        played = play(table, "combat", {"combat": [line]}, faces={"die": [1]})
        assert len(played.events("AdvancedInto")) == gone


@pytest.mark.case("AO", "9.6N", "14.3C", "6.5F")
def test_who_cannot_advance(ground: Lay) -> None:
    ground(rivers={"2025-2026": "Meuse"}, bridges=["2025-2026"])
    bound = {"32 Gds": {"hex": "2026", "restricted": True}, "294/18": "2025"}
    table = table_with(bound, side="allied", phase="combat", turn=6)
    line = hit("2025", "32 Gds", then="advance 32 Gds")
    assert not play(table, "combat", {"combat": [line]}, faces={"die": [1]}).events("AdvancedInto")
    table.meuse_open = True
    assert play(table, "combat", {"combat": [line]}, faces={"die": [1]}).events("AdvancedInto")
    driving = table_with({"1SS a": {"hex": "1515", "road": True}, "1102 e": "1516"}, phase="combat")
    line = hit("1516", "1SS a", then="advance 1SS a")
    assert not play(driving, "combat", {"combat": [line]}, faces={"die": [1]}).events("AdvancedInto")


def test_conditions_see_what_attacks_gave(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "2/2Pz": "1614", "1102 e": "1516", "1111 e": "1613"}, phase="combat")
    second = hit("1613", "2/2Pz").model_copy(update={"if_": ("attack 1516 gave De", "1516 cleared")})
    played = play(table, "combat", {"combat": [hit("1516", "1SS a"), second]}, faces={"die": [1]})
    assert len(played.events("Fought")) == 2
    never = hit("1613", "2/2Pz").model_copy(update={"if_": ("attack 1516 gave Ar",)})
    played = play(table, "combat", {"combat": [hit("1516", "1SS a"), never]}, faces={"die": [1]})
    assert len(played.events("Fought")) == 1


def test_units_lost_on_the_way_are_left_out(ground: Lay) -> None:
    table = table_with({"1SS a": "1515", "2/2Pz": {"hex": "", "lost": True}, "1102 e": "1516"}, phase="combat")
    played = play(table, "combat", {"combat": [hit("1516", "1SS a", "2/2Pz")]}, faces={"die": [1]})
    assert played.events("Fought")[0].attackers == ("1SS a",)


@pytest.mark.case("AO", "9.3")
def test_each_result_before_the_next_attack(ground: Lay) -> None:
    units = {"1SS a": "1515", "9/3FJ": "1618", "1102 e": "1516"}
    table = table_with(units, phase="combat")
    lines = [hit("1516", "1SS a", odds="2-1"), hit("1516", "1SS a")]
    played = play(table, "combat", {"combat": lines}, faces={"die": [6]})
    assert played.refused()[0] in ("9.1A", "9.1C")
    assert go("1SS a", "hold").clauses == ()
