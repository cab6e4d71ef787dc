"""15. The German airdrop."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import the_map


def first_day(place, fresh, options=None):
    table = fresh({"airdrop": "yes", **(options or {})})
    table.weather = "overcast"
    return table


def dropped(play, place, fresh, faces, text="movement: [{vDH: drop 0206}]", **options):
    table = first_day(place, fresh, options)
    return play(table, "movement", text, {f"vDH/{name}": face for name, face in faces.items()})


@pytest.mark.case("BU", "15.0")
def test_a_drop_on_target(play, place, fresh):
    played = dropped(play, place, fresh, {"survival": 1, "accuracy": 1})
    assert played.hex("vDH") == "0206"
    assert not played.table.units["vDH"].drops
    assert played.table.vp == 0


@pytest.mark.case("BU", "15.0")
@pytest.mark.parametrize("face", [2, 6])
def test_a_drop_that_fails_costs_a_point(play, place, fresh, face):
    played = dropped(play, place, fresh, {"survival": face})
    assert played.table.units["vDH"].lost
    assert played.table.vp == -1


@pytest.mark.case("BU", "15.0")
def test_unless_the_charter_says_otherwise(play, place, fresh):
    """R-32"""
    played = dropped(play, place, fresh, {"survival": 4}, **{"drop loss": "free"})
    assert played.table.units["vDH"].lost
    assert played.table.vp == 0


@pytest.mark.case("BU", "15.0")
@pytest.mark.parametrize(("face", "direction"), [(1, "E"), (2, "SE"), (3, "SW"), (4, "W"), (5, "NW"), (6, "NE")])
def test_scatter(play, place, fresh, face, direction):
    played = dropped(play, place, fresh, {"survival": 1, "accuracy": 2, "scatter": face})
    assert played.hex("vDH") == the_map().grid.neighbour("0206", direction)


@pytest.mark.case("BU", "15.0")
def test_scattered_onto_a_unit_it_is_lost(play, place, fresh):
    """9B stands in 0406; the aim lies beside it."""
    grid = the_map().grid
    target = grid.neighbour("0406", "W")
    played = dropped(
        play, place, fresh, {"survival": 1, "accuracy": 6, "scatter": 1}, f"movement: [{{vDH: drop {target}}}]"
    )
    assert played.table.units["vDH"].lost
    assert played.table.vp == -1


@pytest.mark.case("BU", "15.0")
def test_where_and_when(play, place, fresh):
    far = play(first_day(place, fresh), "movement", "movement: [{vDH: drop 0120}]")
    assert far.refusals == ["15.0: 0120 is more than 5 hexes from any German unit"]
    held = play(first_day(place, fresh), "movement", "movement: [{vDH: drop 0406}]")
    assert held.refusals == ["15.0: 0406 is occupied"]
    late = first_day(place, fresh)
    late.turn = 2
    assert play(late, "movement", "movement: [{vDH: drop 0206}]").refusals == ["15.0: the drop is in game-turn 1 only"]
    assert play(fresh(), "movement", "movement: [{vDH: drop 0206}]").refusals == [
        "15.0: this game is played without the airdrop"
    ]
    other = play(first_day(place, fresh), "movement", "movement: [{3 FJ: drop 0206}]")
    assert other.refusals == ["15.0: 3 FJ does not drop from the air"]


@pytest.mark.case("BU", "15.0")
def test_it_does_not_move_in_the_phase_of_the_drop(play, place, fresh):
    table = first_day(place, fresh)
    text = "movement: [{vDH: drop 0206}, {vDH: 0207}]"
    played = play(table, "movement", text, {"vDH/survival": 1, "vDH/accuracy": 1})
    assert played.refusals == ["10.0: vDH has moved already"]


@pytest.mark.case("BU", "15.0", "12.0a")
def test_dropped_into_an_enemy_zone_it_must_attack(play, place, fresh):
    """R-33 It is one of those who stand in contact when the phase begins."""
    played = dropped(play, place, fresh, {"survival": 1, "accuracy": 1}, "movement: [{vDH: drop 0405}]")
    after = play(played.table, "after", "after: none")
    assert "vDH" in after.table.bound
