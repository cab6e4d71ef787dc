"""14. Reinforcements, 15. the paradrop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ao_field import HIGHWAY, go, play, table_with

from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s05_movement import cannot_move, plan
from pbem_rules.ardennes_offensive.s15_paradrop import cannot_drop
from pbem_rules.ardennes_offensive.sheets import ArrivalLine, DropLine

Lay = Callable[..., None]

SOUTH = tuple(f"25{place:02}" for place in range(1, 43))
EXITS = {"2001": "east", "2501": "east", "2041": "W", "2541": "W"}
EXITS |= {"0220": "NE", "0230": "NW", "3630": "SW", "3610": "SE"}


def edges(ground: Lay) -> None:
    ground(roads=[HIGHWAY, SOUTH, ["0220", "0120"], ["0230", "0130"]], exits=EXITS)


def due(section: str, turn: int = 2, **more: Any) -> dict[str, Any]:
    return {"due": turn, "section": section, **more}


def at(unit: str, words: str) -> ArrivalLine:
    return ArrivalLine(unit=unit, where=words)


@pytest.mark.case("AO", "14.1A")
def test_allies_appear_at_the_map_edge_in_road_mode_and_come_on_by_the_road(ground: Lay) -> None:
    edges(ground)
    table = table_with({"cca7": due("W"), "ccb7": due("W"), "39/9": due("W", 3)}, side="allied", phase="begin")
    begun = play(table, "begin", {"reinforcements": [at("cca7", "at 2542")]})
    assert begun.table.units["cca7"].entry == "2542"
    assert begun.table.units["ccb7"].entry == "2042"
    assert begun.table.units["cca7"].road
    assert not begun.table.units["39/9"].entry
    moved = play(begun.table, "movement", {"movement": [go("cca7", "2541 2540, leave road mode")]})
    assert moved.table.units["cca7"].hex == "2540"
    assert moved.table.units["ccb7"].hex == "2041"  # it may not be held back
    assert moved.cases("Moved")[-1] == "14.1A"


@pytest.mark.case("AO", "14.1A")
def test_germans_appear_on_the_hexes_of_the_roads_from_the_east(ground: Lay) -> None:
    edges(ground)
    table = table_with({"1 a": due("E"), "2 a": due("E"), "3 a": due("E"), "12 VG": "2510"}, phase="begin")
    begun = play(table, "begin", {"reinforcements": [at("1 a", "at 2001"), at("2 a", "at 2001")]})
    first, second, third = (begun.table.units[name] for name in ("1 a", "2 a", "3 a"))
    assert (first.hex, first.road) == ("2001", True)
    assert (second.hex, second.entry) == ("", "2001")
    assert third.hex == "2501"
    moved = play(begun.table, "movement", {"movement": [go("1 a", "2002 2003 2004"), go("2 a", "2002")]})
    assert moved.table.units["2 a"].hex == "2002"


@pytest.mark.case("AO", "14.2B")
def test_two_road_hexes_lost_for_each_that_came_before(ground: Lay) -> None:
    edges(ground)
    units = {name: {"entry": "2042", "section": "W", "road": True} for name in ("cca7", "ccb7", "ccr7")}
    table = table_with(units, side="allied")
    totals = []
    for number, name in enumerate(units):
        goal = 2030 + 3 * number
        march = plan(table, "allied", go(name, f"to {goal}"))
        assert isinstance(march, March)
        totals.append(march.total)
        table = play(table, "movement", {"movement": [go(name, f"to {goal}")]}, then=False).table
        table.phase = "movement"
        for other in list(units)[number + 1 :]:
            if table.units[other].hex:
                table.units[other].hex, table.units[other].entry = "", "2042"
        table.staged = {"2042": number + 1}
    assert totals == [6, (9 + 2 + 1) // 2, (6 + 4) // 2]


@pytest.mark.case("AO", "14.2B")
def test_staging_counts_against_the_points(ground: Lay) -> None:
    edges(ground)
    waiting = {"entry": "2042", "section": "W", "road": True}
    table = table_with({"cca7": waiting}, side="allied", staged={"2042": 3})
    assert cannot_move(table, "allied", go("cca7", "to 2024")) is None  # 18 hexes and 6 lost: 12 points
    assert cannot_move(table, "allied", go("cca7", "to 2023")) is not None


@pytest.mark.case("AO", "14.1A")
def test_never_through_enemies_or_their_control(ground: Lay) -> None:
    edges(ground)
    table = table_with({"cca7": due("W"), "1SS a": "2040"}, side="allied", phase="begin")
    begun = play(table, "begin", {"reinforcements": [at("cca7", "at 2042")]})
    assert begun.refused() == ["14.1A"]
    assert begun.table.units["cca7"].entry == "2542"
    late = table_with({"cca7": {"entry": "2042", "section": "W", "road": True}, "1SS a": "2040"}, side="allied")
    moved = play(late, "movement", {"movement": [go("cca7", "2041")]})
    assert moved.table.units["cca7"].hex == ""
    assert moved.refused() == ["14.1A"]


def test_an_arrival_names_its_own_section_and_the_road_in(ground: Lay) -> None:
    edges(ground)
    table = table_with({"cca7": due("W"), "39/9": due("W", 5)}, side="allied", phase="begin")
    lines = [at("cca7", "at 0120"), at("39/9", "at 2042"), at("cca7", "at 2542, enter 2041")]
    assert play(table, "begin", {"reinforcements": lines}).refused() == ["14.1A"] * 3


HELD = {"1SS a": "2040", "2/2Pz": "2540"}


@pytest.mark.case("AO", "14.1A")
def test_a_closed_section_delays_a_turn_then_displaces_to_a_neighbour(ground: Lay) -> None:
    edges(ground)
    table = table_with({"cca7": due("W"), **HELD}, side="allied", phase="begin")
    begun = play(table, "begin", {})
    assert begun.events("Delayed")[0].units == ("cca7",)
    assert begun.table.units["cca7"].due == 3
    again = table_with({"cca7": due("W", 3, delayed=1), **HELD}, side="allied", phase="begin", turn=3)
    asked = play(again, "begin", {}, standing={"allied": {"sections": "SW"}}, present=["allied"])
    assert asked.events("Displaced")[0].section == "SW"
    assert play(again, "begin", {}).events("Displaced")[0].section == "NW"
    assert play(again, "begin", {}).table.units["cca7"].entry == "0130"


@pytest.mark.case("AO", "14.1A")
def test_delayed_a_second_time_it_comes_by_the_next_clear_section(ground: Lay) -> None:
    edges(ground)
    held = {**HELD, "3/2Pz": "0330", "304/2Pz": "3530"}
    units = {"cca7": due("W", 3, delayed=1), **held}
    begun = play(table_with(units, side="allied", phase="begin", turn=3), "begin", {})
    assert begun.events("Delayed")
    units["cca7"] = due("W", 4, delayed=2)
    begun = play(table_with(units, side="allied", phase="begin", turn=4), "begin", {})
    assert begun.events("Displaced")[0].section in ("NE", "SE")


@pytest.mark.case("AO", "14.3C")
def test_the_restricted_keep_their_restriction_wherever_they_come(ground: Lay) -> None:
    edges(ground)
    unit = due("W", 3, delayed=1, restricted=True)
    table = table_with({"32 Gds": unit, **HELD}, side="allied", phase="begin", turn=3)
    assert play(table, "begin", {}).table.units["32 Gds"].restricted


# 15. The drop


def dropping(**units: str) -> Any:
    return table_with({"Heydte": due("drop"), "394/99": "2525", **units})


@pytest.mark.case("AO", "15.0", "16A")
@pytest.mark.parametrize(("face", "alive"), [(1, True), (2, True), (3, False), (6, False)])
def test_the_drop_of_game_turn_two(ground: Lay, face: int, alive: bool) -> None:
    played = play(dropping(), "movement", {"drop": [DropLine(hex="2530")]}, faces={"Heydte": [face]})
    assert (played.table.units["Heydte"].hex == "2530") is alive
    assert played.table.losses["german"] == (0 if alive else 1)
    assert not played.table.units["Heydte"].road


@pytest.mark.case("AO", "15.0")
def test_it_has_to_come_and_moves_on_supplied(ground: Lay) -> None:
    silent = play(dropping(), "movement", {"movement": []}, faces={"Heydte": [1]})
    assert silent.table.units["Heydte"].hex
    lines = {"drop": [DropLine(hex="1530")], "movement": [go("Heydte", "1531 1532 1533 1534")]}
    played = play(dropping(), "movement", lines, faces={"Heydte": [2]})
    assert played.table.units["Heydte"].hex == "1534"
    assert played.table.units["Heydte"].supply == "supplied"
    order = [type(entry.event).__name__ for entry in played.entries]
    assert order.index("Dropped") < order.index("Moved")


@pytest.mark.case("AO", "15.0", "12.1A")
def test_after_that_it_needs_a_path_like_all_others(ground: Lay) -> None:
    table = table_with({"Heydte": "1530"}, turn=3, phase="begin")
    assert play(table, "begin", {}).events("SupplyJudged")[0].unsupplied == ("Heydte",)


@pytest.mark.case("AO", "15.0")
def test_where_it_cannot_drop(ground: Lay) -> None:
    ground(impassable=["1530"])
    table = dropping(**{"26 VG": "1010"})
    for hex in ("1530", "2525", "2526", "2042", "1010"):
        assert cannot_drop(table, "german", DropLine(hex=hex)) is not None, hex
    assert cannot_drop(table, "german", DropLine(hex="1531")) is None
    table.turn = 3
    assert cannot_drop(table, "german", DropLine(hex="1531")) is not None
