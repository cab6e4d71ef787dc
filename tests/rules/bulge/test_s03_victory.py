"""3. Victory."""

from __future__ import annotations

import pytest

from pbem_rules.bulge import RULESET


def judged(play, place, vp, turn):
    return play(place({"1SS": "0501", "2": "0304"}, vp=vp, turn=turn, side="allied", phase="after"), "victory")


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


def test_the_ending_is_that_of_the_ruleset(place):
    assert RULESET.ending(place({})) is None
