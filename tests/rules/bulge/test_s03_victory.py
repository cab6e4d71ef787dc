"""3. Victory."""

from __future__ import annotations

import pytest

from pbem_rules.bulge import RULESET


def judged(play, place, vp, turn):
    return play(place({"1SS": "0501", "2": "0304"}, vp=vp, turn=turn, side="allied", phase="after"), "victory")


@pytest.mark.case("BU", "3.0")
@pytest.mark.parametrize(
    ("vp", "winner"), [(12, "german"), (13, "german"), (11, ""), (3, ""), (2, "allied"), (-4, "allied")]
)
def test_the_total_is_held_against_the_track_of_the_turn(play, place, vp, winner):
    """Game-turn 1: twelve win for the German side, two or fewer for the Allied."""
    played = judged(play, place, vp, 1)
    assert played.one("VictoryJudged").winner == winner
    ending = RULESET.ending(played.table)
    if winner:
        assert (ending.winner, ending.case) == (winner, "3.0")
        assert played.now.bookmark.step is None
    else:
        assert ending is None
        assert played.table.turn == 2
        assert played.now.bookmark.step == "weather"


@pytest.mark.case("BU", "3.0")
def test_the_last_turn_always_ends_the_game(play, place):
    assert RULESET.ending(judged(play, place, 72, 18).table).winner == "german"
    assert RULESET.ending(judged(play, place, 71, 18).table).winner == "allied"


@pytest.mark.case("BU", "3.0")
def test_between_the_numbers_of_the_last_turn_nobody_wins(play, place, monkeypatch):
    """R-34 It cannot happen with our numbers, but with those of an owner's printed track it may."""
    from pbem_rules.bulge import s03_victory as section
    from pbem_rules.bulge.board import the_tables

    turns = the_tables().turns
    other = the_tables().model_copy(update={"turns": {**turns, 18: turns[18].model_copy(update={"allied": 60})}})
    monkeypatch.setattr(section, "the_tables", lambda: other)
    ending = RULESET.ending(judged(play, place, 65, 18).table)
    assert ending.winner is None
    assert "draw" in ending.words


@pytest.mark.case("BU", "3.1a")
def test_combat_factors_count_at_once(play, place):
    table = place({"26 VG": "1306", "2 Pz": "1206", "110": "1307"}, turn=2)
    played = play(table, "before", "before: [{attack: 1307, with: [26 VG, 2 Pz], then: stay}]", {"1307/die": 1})
    assert played.one("Eliminated").points == 1
    assert played.table.vp == 1


@pytest.mark.case("BU", "3.1a")
def test_german_factors_count_against(play, place):
    table = place({"26 VG": "1306", "2": "1307"}, vp=10)
    played = play(table, "before", "before: [{attack: 1307, with: [26 VG]}]", {"1307/die": 6})
    assert played.one("Fought").result == "Ae"
    assert played.table.vp == 10 - 4


@pytest.mark.case("BU", "3.1b")
def test_a_unit_exits_at_a_designated_hexside_for_a_point_or_a_fifth(play, place):
    table = place({"1SS": "0118", "26 VG": "0123", "2": "1902"})
    played = play(table, "movement", "movement: [{1SS: exit 0118}, {26 VG: exit 0123}]")
    first, second = played.happened("Exited")
    assert (first.hex, first.fifths) == ("0118", 1)
    assert (second.hex, second.fifths) == ("0123", 5)
    assert played.cases("Exited") == ["3.1b", "3.1b"]
    assert played.hex("1SS") == ""


@pytest.mark.case("BU", "3.1b", "10.0")
def test_no_exit_elsewhere_and_none_for_the_allies(play, place):
    played = play(place({"1SS": "0119", "2": "1902"}), "movement", "movement: [{1SS: 0120 exit}]")
    assert played.refusals[0].startswith("3.1b: no unit leaves the map at 0120")
    played = play(place({"1SS": "1902", "2": "0118"}, side="allied"), "movement", "movement: [{2: exit 0118}]")
    assert played.refusals == ["10.0: 2 may not leave the map, only Germans may"]


@pytest.mark.case("BU", "3.1b", "9.1a")
def test_no_exit_from_an_enemy_zone(play, place):
    played = play(place({"1SS": "0217", "2": "0119"}, turn=2), "movement", "movement: [{1SS: exit 0118}]")
    assert played.refusals[0].startswith("9.1a: 1SS must stop in 0118")


def gone(place, *, turn=4, counted=False, left=4, **at):
    """1SS (7) has left the map by 0118 (factor 4)."""
    table = place({"1SS": "", **at}, side="allied", phase="after", turn=turn, vp=20 if not counted else 48)
    unit = table.units["1SS"]
    unit.lost, unit.exited, unit.left, unit.counted = False, "0118", left, counted
    return table


@pytest.mark.case("BU", "3.1b", "3.1c")
def test_exits_count_factor_times_worth_in_the_turn_they_are_made(play, place):
    played = play(gone(place), "victory")
    assert played.one("ExitsCounted").points == 28
    assert played.happened("ExitsReversed") == []
    assert played.table.vp == 48
    assert played.table.units["1SS"].counted


@pytest.mark.case("BU", "3.1c")
def test_an_exit_out_of_supply_is_taken_back_and_comes_again_with_supply(play, place):
    cut = play(gone(place, **{"2": "0217"}), "victory")  # the US division's zone lies on 0118
    assert [type(entry.event).__name__ for entry in cut.entries][:2] == ["ExitsCounted", "ExitsReversed"]
    assert cut.table.vp == 20
    assert not cut.table.units["1SS"].counted
    again = play(gone(place, left=3, turn=5), "victory")
    assert again.one("ExitsCounted").points == 28
    lost = play(gone(place, left=3, turn=5, counted=True, **{"2": "0217"}), "victory")
    assert lost.one("ExitsReversed").points == 28
    assert lost.table.vp == 20
    still = play(gone(place, left=3, turn=5, **{"2": "0217"}), "victory")
    assert still.happened("ExitsCounted") == still.happened("ExitsReversed") == []
    kept = play(gone(place, left=3, turn=5, counted=True), "victory")
    assert kept.happened("ExitsCounted") == kept.happened("ExitsReversed") == []


@pytest.mark.case("BU", "3.1d")
def test_who_has_left_never_returns(play, place):
    table = gone(place)
    table.side = "german"
    played = play(table, "movement", "movement: [{1SS: enter 0601}]")
    assert played.refusals == ["13.0a: 1SS has left the map"]


def test_the_ending_is_that_of_the_ruleset(place):
    assert RULESET.ending(place({})) is None
