"""16. Victory."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ao_field import HIGHWAY, play, table_with

from pbem_rules.ardennes_offensive.s16_victory import decision, ending, exits_held
from pbem_rules.ardennes_offensive.table import Ardennes

Lay = Callable[..., None]

ROADS = [HIGHWAY, [f"25{place:02}" for place in range(1, 43)], ["2510", *(f"{row}10" for row in range(26, 38))]]
EXITS = {"2001": "east", "2501": "east", "2041": "W", "2541": "W", "3610": "SE"}


def west(ground: Lay) -> None:
    ground(roads=ROADS, exits=EXITS, towns={"Bastogne": "2520"})


@pytest.mark.case("AO", "16C", "16H", "16B")
def test_by_standing_there_or_by_control_but_not_against_a_unit_in_it(ground: Lay) -> None:
    west(ground)
    assert exits_held(table_with({"1SS a": "2041"})) == ["2041"]
    assert exits_held(table_with({"1SS a": "2040"})) == ["2041"]
    assert exits_held(table_with({"1SS a": "2040", "9/2": "2041"})) == []
    assert exits_held(table_with({"1SS a": "2040", "9/2": "2141"})) == ["2041"]  # in the control of both
    assert exits_held(table_with({"1SS a": {"hex": "2040", "road": True}})) == []
    assert exits_held(table_with({"1SS a": {"hex": "2041", "road": True}})) == ["2041"]


@pytest.mark.case("AO", "16C")
def test_one_unit_may_hold_several_and_both_sides_control_counts_for_the_german(ground: Lay) -> None:
    ground(roads=[HIGHWAY, [f"21{p:02}" for p in range(1, 43)]], exits={"2001": "east", "2041": "W", "2141": "W"})
    assert exits_held(table_with({"1SS a": "2040"})) == ["2041", "2141"]
    both = table_with({"1SS a": "2040", "9/3FJ": "2039", "9/2": "1941"})
    assert "2041" in exits_held(both)


@pytest.mark.case("AO", "16G")
def test_only_supplied_units_hold(ground: Lay) -> None:
    west(ground)
    assert exits_held(table_with({"1SS a": "2040", "9/2": "2020"})) == []
    assert exits_held(table_with({"1SS a": "2040", "9/2": "3030"})) == ["2041"]


@pytest.mark.case("AO", "16D")
def test_the_south_counts_only_with_a_supplied_unit_in_bastogne(ground: Lay) -> None:
    west(ground)
    south = {"12 VG": "3610"}
    assert exits_held(table_with(south)) == []
    assert exits_held(table_with({**south, "9/3FJ": "2520"})) == ["3610"]
    assert exits_held(table_with({**south, "9/3FJ": "2521"})) == []
    ground(roads=ROADS, exits={name: e for name, e in EXITS.items() if name != "2501"}, towns={"Bastogne": "1520"})
    assert exits_held(table_with({"12 VG": "3610", "9/3FJ": "1520"})) == []


def count(table: Ardennes) -> Ardennes:
    table.side, table.phase = "allied", "mechanized"
    return play(table, "mechanized", {"mechanized": []}).table


@pytest.mark.case("AO", "16E", "16F")
def test_counted_at_the_end_of_a_game_turn_and_only_while_held(ground: Lay) -> None:
    west(ground)
    german = table_with({"1SS a": "2041"}, phase="mechanized")
    after = play(german, "mechanized", {"mechanized": []}).table
    assert after.exit_points == 0  # the game-turn is not over
    counted = count(table_with({"1SS a": "2041"}))
    assert counted.exit_points == 3
    assert (counted.turn, counted.side) == (3, "german")
    lost = count(table_with({"1SS a": "2010"}, exit_points=3, exits=["2041"]))
    assert lost.exit_points == 0


@pytest.mark.case("AO", "14.3C", "16E")
def test_twenty_five_points_open_the_meuse_for_good(ground: Lay) -> None:
    west(ground)
    table = table_with({"1SS a": "2041"})
    table.losses = {"allied": 22, "german": 0}
    assert count(table).meuse_open
    table.losses["allied"] = 21
    assert not count(table).meuse_open
    table.meuse_open = True
    assert count(table).meuse_open


def at_the_end(german: int, allied: int, turn: int) -> str | None:
    table = table_with({}, turn=turn)
    table.losses = {"allied": german, "german": allied}
    found = decision(table)
    return None if found is None else f"{found[0] or 'draw'} {found[1]}"


@pytest.mark.case("AO", "16.1", "16.2", "16.3", "2.1")
@pytest.mark.parametrize(
    ("german", "allied", "turn", "said"),
    [
        (35, 99, 6, "german 16.2"),
        (35, 0, 3, "german 16.2"),
        (34, 0, 6, None),
        (99, 0, 7, None),
        (99, 0, 17, None),
        (34, 1, 18, "allied 16.3"),
        (36, 24, 18, "german 16.1"),
        (35, 24, 18, "draw 16.1"),
        (35, 35, 18, "draw 16.1"),
        (35, 36, 18, "allied 16.1"),
        (35, 0, 18, "german 16.1"),
    ],
)
def test_how_the_game_ends(german: int, allied: int, turn: int, said: str | None) -> None:
    assert at_the_end(german, allied, turn) == said


@pytest.mark.case("AO", "16.2")
def test_the_end_is_the_end(ground: Lay) -> None:
    west(ground)
    table = table_with({"1SS a": "2010"}, turn=5, side="allied", phase="mechanized")
    table.losses = {"allied": 35, "german": 2}
    played = play(table, "mechanized", {"mechanized": []})
    found = ending(played.table)
    assert found is not None
    assert (found.winner, found.case) == ("german", "16.2")
    assert played.cases("Won") == ["16.2"]
