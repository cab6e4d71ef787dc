"""Luck: counted, in fractions, per side and for a whole game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from pbem.craft.scores import luck_of
from pbem.model.wording import Luck
from pbem.play.luck import SUMS, distribution, fortune, fortunes, in_words

DIE = tuple((Fraction(score), Fraction(1, 6)) for score in (0, 20, 40, 60, 80, 100))
COIN = ((Fraction(25), Fraction(1, 2)), (Fraction(75), Fraction(1, 2)))


def of(score: int, chances: tuple[tuple[Fraction, Fraction], ...] = DIE, side: str = "blue") -> Luck:
    return Luck(side, chances, Fraction(score))


def test_one_die() -> None:
    best, worst = fortune([of(100)]), fortune([of(0)])
    assert (best.count, best.mean, best.as_good) == (1, 100, Fraction(1, 6))
    assert (worst.mean, worst.as_good) == (0, 1)


def test_two_dice_by_hand() -> None:
    both = fortune([of(100), of(80)])
    assert (both.mean, both.as_good) == (90, Fraction(3, 36))
    assert fortune([of(100), of(75, COIN)]).as_good == Fraction(1, 12)


def test_each_side_by_itself() -> None:
    found = fortunes([of(100), of(0, side="red"), of(100), of(60, side="red")])
    assert list(found) == ["blue", "red"]
    assert (found["blue"].count, found["blue"].as_good) == (2, Fraction(1, 36))
    assert found["red"].mean == 30
    assert fortunes([]) == {}


@given(st.lists(st.sampled_from([DIE, COIN]), max_size=4))
def test_the_distribution_is_that_of_all_ways(spreads: list[tuple[tuple[Fraction, Fraction], ...]]) -> None:
    by_hand: dict[Fraction, Fraction] = {}
    for ways in product(*spreads):
        total, chance = sum((score for score, _ in ways), start=Fraction(0)), Fraction(1)
        for _, each in ways:
            chance *= each
        by_hand[total] = by_hand.get(total, Fraction(0)) + chance
    found = distribution(Luck("blue", spread, spread[0][0]) for spread in spreads)
    assert found == by_hand
    assert sum(found.values()) == 1


def test_two_sides_of_the_same_die_mirror_each_other() -> None:
    scores = (100, 80, 0, 60)
    ours, theirs = fortune([of(score) for score in scores]), fortune([of(100 - score) for score in scores])
    assert ours.mean + theirs.mean == 100
    at_par = distribution([of(score) for score in scores])[sum(map(Fraction, scores))]
    assert ours.as_good + theirs.as_good == 1 + at_par


def uneven(number: int) -> Luck:
    """Seven outcomes as a cup of chits has them: no two samples share a step."""
    spread = luck_of("blue", "red", [Fraction(1, 1009 + number)] * 6 + [1 - Fraction(6, 1009 + number)], number % 7)[0]
    return replace(spread, side="blue")


def test_chits_whose_sums_would_be_millions_are_counted_on_a_grid() -> None:
    few, many = [uneven(number) for number in range(5)], [uneven(number) for number in range(60)]
    exactly = {Fraction(0): Fraction(1)}
    for sample in few:
        exactly = _added(exactly, sample)
    as_good = sum((chance for score, chance in exactly.items() if score >= sum(one.score for one in few)), Fraction(0))
    assert abs(fortune(few).as_good - as_good) < Fraction(1, 1000)
    assert len(distribution(many)) <= SUMS
    assert sum(distribution(many).values()) == 1
    assert fortune(many).mean == sum((one.score for one in many), Fraction(0)) / 60


def _added(sums: dict[Fraction, Fraction], sample: Luck) -> dict[Fraction, Fraction]:
    found: dict[Fraction, Fraction] = {}
    for (total, before), (score, chance) in product(sums.items(), sample.chances):
        found[total + score] = found.get(total + score, Fraction(0)) + before * chance
    return found


def test_a_whole_game_of_hundreds_of_dice_is_counted() -> None:
    found = fortune([of(score) for score in (100, 80, 60, 40, 20, 0) * 50])
    assert found.mean == 50
    assert Fraction(1, 2) < found.as_good < Fraction(53, 100)


def test_small_chances_are_told_as_one_in_so_many() -> None:
    told = {Fraction(1, 240): "1 in 240", Fraction(239, 240): "all but 1 in 240", Fraction(37, 100): "37 in 100"}
    assert {chance: in_words(chance) for chance in told} == told
    assert [in_words(Fraction(n, 200)) for n in (0, 2, 200)] == ["never", "1 in 100", "always"]
