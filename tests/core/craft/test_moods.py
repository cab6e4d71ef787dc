"""Moods: the same words, the same liking; most pieces are as usual; who is even likes nothing beyond its worth."""

from __future__ import annotations

from pbem.craft.moods import EVEN, Mood, some_mood
from pbem.model.chooser import Whims

PIECES = [f"unit {number}" for number in range(60)]


def test_who_is_even_judges_by_worth_alone():
    assert {EVEN.about(piece, "0101") for piece in PIECES} == {0}


def test_a_mood_is_the_same_for_the_same_words():
    mood = Mood(7, 20)
    assert [mood.about(piece, "0101") for piece in PIECES] == [Mood(7, 20).about(piece, "0101") for piece in PIECES]
    assert mood.liking("a plan") == Mood(7, 20).liking("a plan")


def test_most_pieces_are_as_usual_and_nobody_goes_too_far():
    found = [Mood(7, 20).about(piece, "0101") for piece in PIECES]
    assert found.count(0) > len(PIECES) // 2
    assert any(found)
    assert all(-20 <= one <= 20 for one in found)


def test_moods_differ():
    moods = {some_mood(Whims("mood", number), 20, 3) for number in range(20)}
    assert len(moods) == 20
    assert all(1 <= mood.spread <= 20 and -3 <= mood.bold <= 3 for mood in moods)
