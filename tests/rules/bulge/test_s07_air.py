"""7. Air power."""

from __future__ import annotations

import pytest

AT = {"1SS": "0501", "2": "0405"}


@pytest.mark.case("BU", "7.0")
def test_nobody_learns_anything_before_both_have_chosen(play, place):
    table = place(AT, turn=9, weather="clear")
    played = play(table, "air", "air: [cap, support, interdict]")
    assert played.asked == {"allied air": ()}
    assert played.entries == []
    (decision,) = played.now.decisions
    assert decision.sealed


def test_unknown_missions_are_told_at_once(problems_of):
    assert "mission" in problems_of("german", "air: [bombing]")[0]


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
