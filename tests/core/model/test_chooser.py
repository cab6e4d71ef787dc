"""Whims: repeatable on every machine and for ever."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.model.chooser import Whims


def test_the_same_seed_gives_the_same_whims_for_ever() -> None:
    whims = Whims("ford", 7)
    assert [whims.number(100) for _ in range(6)] == [69, 56, 60, 71, 28, 16]
    assert Whims("ford", 7).number(10**9) != Whims("ford", 8).number(10**9)
    assert Whims("ford", 7).number(10**9) != Whims("ford7").number(10**9)


def test_every_number_comes_up_about_as_often() -> None:
    whims = Whims(1)
    found = Counter(whims.number(5) for _ in range(5000))
    assert set(found) == set(range(5))
    assert all(850 < count < 1150 for count in found.values())


def test_one_and_some() -> None:
    whims = Whims(2)
    assert {whims.one("abc") for _ in range(50)} == set("abc")
    some = {whims.some("abcd", 2) for _ in range(200)}
    assert some == {(a, b) for a in "abcd" for b in "abcd" if a < b}
    assert whims.some("abc", 0) == ()
    assert whims.some("abc", 3) == ("a", "b", "c")


def test_more_than_there_are_is_an_error() -> None:
    with pytest.raises((ValueError, ZeroDivisionError, IndexError)):
        Whims(3).some("ab", 3)
