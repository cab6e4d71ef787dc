"""Luck: how good a side's results were among all that its dice could have brought.

Every result has a score from 0 to 100; 50 is par.  The distribution of the sum of many is worked out by convolution in
whole numbers, so that two machines agree on every digit: exactly while the sums are few, on a grid where they are many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from types import MappingProxyType

from pbem.model.records import frozen
from pbem.model.wording import Luck

SUMS = 40_000
"""So many sums are told apart; uneven scores, as chits drawn from a cup have, would soon make millions."""
PARTS = 10**15
"""On a grid, chances are counted in so many parts; what is less likely is left out."""

Distribution = dict[Fraction, Fraction]
"""How likely each sum of scores is."""


@frozen
class Fortune:
    """One side's luck: how many results, their mean score, and how likely it was to do as well or better."""

    count: int
    mean: Fraction
    as_good: Fraction


def fortunes(samples: Iterable[Luck]) -> dict[str, Fortune]:
    """Each side's fortune, by side."""
    return {side: fortune(found) for side, found in _by_side(samples).items()}


def in_words(chance: Fraction) -> str:
    """A chance as people say it: 37 in 100; where that would be none of them or all, 1 in 240, all but 1 in 240."""
    if chance in (0, 1):
        return "never" if chance == 0 else "always"
    hundredths = round(100 * chance)
    if hundredths == 0:
        return f"1 in {round(1 / chance)}"
    if hundredths == 100:
        return f"all but 1 in {round(1 / (1 - chance))}"
    return f"{hundredths} in 100"


@frozen
class Mean:
    """One side's mean score alone, which costs nothing however long the game."""

    count: int
    total: Fraction

    @property
    def mean(self) -> Fraction:
        return self.total / self.count


NOTHING = Mean(0, Fraction(0))


def tallied(samples: Iterable[Luck], before: Mapping[str, Mean] = MappingProxyType({})) -> dict[str, Mean]:
    """Each side's tally after these, on top of what there was before."""
    found = dict(before)
    for sample in samples:
        one = found.get(sample.side, NOTHING)
        found[sample.side] = Mean(one.count + 1, one.total + sample.score)
    return dict(sorted(found.items()))


def _by_side(samples: Iterable[Luck]) -> dict[str, list[Luck]]:
    found: dict[str, list[Luck]] = {}
    for sample in samples:
        found.setdefault(sample.side, []).append(sample)
    return dict(sorted(found.items()))


def fortune(samples: list[Luck]) -> Fortune:
    """The fortune of results that have nothing to do with each other."""
    grid = _grid(samples)
    total = sum(round(sample.score * grid) for sample in samples)
    sums = distribution(samples)
    as_good = sum((chance for score, chance in sums.items() if score * grid >= total), start=Fraction(0))
    return Fortune(len(samples), sum((one.score for one in samples), start=Fraction(0)) / len(samples), as_good)


def distribution(samples: Iterable[Luck]) -> Distribution:
    """How likely each sum of the scores is: counted in whole numbers, turned into fractions at the end."""
    listed = list(samples)
    grid = _grid(listed)
    ways = {0: 1}
    for sample in listed:
        share = lcm(*(chance.denominator for _, chance in sample.chances))
        steps = [(round(score * grid), int(chance * share)) for score, chance in sample.chances]
        more: dict[int, int] = {}
        for before, number in ways.items():
            for score, times in steps:
                more[before + score] = more.get(before + score, 0) + number * times
        ways = more if grid == _finest(listed) else _in_parts(more)
    everything = sum(ways.values())
    return {Fraction(total, grid): Fraction(number, everything) for total, number in sorted(ways.items())}


def _finest(samples: list[Luck]) -> int:
    """Steps in a point that every score lies on."""
    return lcm(*(score.denominator for sample in samples for score, _ in sample.chances))


def _grid(samples: list[Luck]) -> int:
    """Steps in a point that scores are counted in: all that there are, if that does not make too many sums."""
    points = 100 * max(1, len(samples))
    return min(_finest(samples), max(1, SUMS // points))


def _in_parts(ways: dict[int, int]) -> dict[int, int]:
    """The same chances in few digits."""
    everything = sum(ways.values())
    return {total: part for total, number in ways.items() if (part := number * PARTS // everything)}
