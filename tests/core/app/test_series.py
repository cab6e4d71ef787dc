"""What many games came to, told together."""

from __future__ import annotations

from pbem.app.series import Matches, summary, told_in_lines
from pbem.play.match import Match


def game(seed, **by_turn):
    plain = {"winner": "red", "last_turn": "three", "points": {"Red": 3}, "losses": {}, "sheets": 2, "seconds": 0.1}
    return {"seed": seed, **plain, "points_by_turn": {turn: {"Red": points} for turn, points in by_turn.items()}}


def test_points_by_turn_are_means_in_the_order_of_play():
    """A turn that some games skip stands where it belongs; one that few saw is left out."""
    games = [game(1, one=0, three=4), game(2, one=2, two=3, three=6), game(3, one=1, two=5), game(4, one=1, late=9)]
    told = summary(Matches("ford", Match("crossing", {"red": "steady", "blue": "steady"}, {})), games)
    assert told["points_by_turn"] == {"Red": {"one": 1, "two": 4, "three": 5}}
    assert "Red by turn: one 1, two 4, three 5" in told_in_lines(told)
