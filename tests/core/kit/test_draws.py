"""Draws that are not put back: the chances against a count of every order in which things can come."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from pbem.kit.draws import altered, at_least, chance_of_drawing, chances_of_draws, expected
from pbem.model.errors import RulesBug

WORTH = {"a": (1, 0), "b": (0, 1), "c": (1, 1), "d": (0, -1), "x": (0, 0), "B": (0, 2), "C": (1, 0)}


def worth(chit: str) -> tuple[int, int]:
    return WORTH[chit[0]]


def blue(chit: str) -> bool:
    return chit[0].isupper()


def by_every_order(cup: list[str], aside: list[str], count: int) -> dict[tuple[int, int], Fraction]:
    """Draw by draw, every one that lies in the cup as likely as the others."""
    found: Counter[tuple[int, int]] = Counter()

    def draw(left: tuple[int, ...], back: tuple[int, ...], sums: tuple[int, int], count: int, chance: Fraction) -> None:
        if not count:
            found[sums] += chance  # type: ignore[assignment]
            return
        for at in left:
            chit = everything[at]
            rest = tuple(other for other in left if other != at)
            again = (*rest, *back) if blue(chit) else rest
            more = (sums[0] + worth(chit)[0], sums[1] + worth(chit)[1])
            draw(again, () if blue(chit) else back, more, count - 1, chance / len(left))

    everything = [*cup, *aside]
    inside = tuple(range(len(cup)))
    draw(inside, tuple(range(len(cup), len(everything))), (0, 0), count, Fraction(1))
    return dict(sorted(found.items()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cup", "aside"),
    [
        ("a b c d x", ""),
        ("a a b x x", "b c"),
        ("a b B x", "c d x"),
        ("a B B x", "c d"),
        ("a B C x d", "b c a"),
        ("B C", "a b"),
    ],
)
def test_the_chances_are_those_of_every_order(cup: str, aside: str) -> None:
    inside, back = cup.split(), aside.split()
    for count in range(min(len(inside), 4) + 1):
        found = chances_of_draws(inside, count, worth, replenishes=blue, aside=back)
        assert found == by_every_order(inside, back, count)
        assert sum(found.values()) == 1


def test_a_cup_that_is_surely_replenished_gives_more_than_lies_in_it() -> None:
    assert sum(chances_of_draws(["B"], 3, worth, replenishes=blue, aside=["a", "b", "c"]).values()) == 1
    assert chances_of_draws(["B"], 2, worth, replenishes=blue, aside=["a"]) == {(1, 2): Fraction(1)}


@pytest.mark.parametrize(
    ("cup", "aside", "count"), [("a b", "", 3), ("a B", "a", 4), ("a b B", "", 4), ("a", "b", 2), ("a", "", -1)]
)
def test_more_draws_than_there_are_things_is_a_bug(cup: str, aside: str, count: int) -> None:
    with pytest.raises(RulesBug, match="draws out of"):
        chances_of_draws(cup.split(), count, worth, replenishes=blue, aside=aside.split())


def test_a_whole_cup_of_sixty_takes_no_time_and_its_chances_are_whole() -> None:
    cup = [f"{kind}{number}" for kind in "abcdx" for number in range(10)] + ["B1", "B2", "C1", "C2"]
    found = chances_of_draws(cup, 10, worth, replenishes=blue, aside=["a90", "b90", "x90"])
    assert sum(found.values()) == 1
    assert expected(chances_of_draws(cup, 1, worth), 0) == Fraction(22, 54)


def test_the_chance_to_hold_a_card() -> None:
    hands = list(permutations("ABxyz", 2))
    assert chance_of_drawing(2, 5, 2) == Fraction(sum(bool({*hand} & {"A", "B"}) for hand in hands), len(hands))
    assert (chance_of_drawing(0, 5, 5), chance_of_drawing(1, 5, 5)) == (0, 1)
    with pytest.raises(RulesBug):
        chance_of_drawing(1, 5, 6)


def test_what_is_done_to_the_sums() -> None:
    found = {(0, 0): Fraction(1, 4), (0, 1): Fraction(1, 4), (2, 1): Fraction(1, 2)}
    assert altered(found, lambda sums: (sums[0], max(0, sums[1] - 1))) == {
        (0, 0): Fraction(1, 2),
        (2, 0): Fraction(1, 2),
    }
    assert (at_least(found, 1, 1), at_least(found, 0, 1)) == (Fraction(3, 4), Fraction(1, 2))
    assert expected(found, 0) == 1
