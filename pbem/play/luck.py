"""Luck: how good a side's results were among all that its dice could have brought, exactly.

Every result has a score from 0 to 100; 50 is par.  The distribution of the sum of many is worked out by
convolution in whole numbers and fractions, so that two machines agree on every digit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pbem.model.telling import Luck

Distribution = dict[Fraction, Fraction]
"""How likely each sum of scores is."""


@dataclass(frozen=True, slots=True)
class Fortune:
    """One side's luck: how many results, their mean score, and how likely it was to do as well or better."""

    count: int
    mean: Fraction
    as_good: Fraction


def fortunes(samples: Iterable[Luck]) -> dict[str, Fortune]:
    """Each side's fortune, by side."""
    by_side: dict[str, list[Luck]] = {}
    for sample in samples:
        by_side.setdefault(sample.side, []).append(sample)
    return {side: fortune(found) for side, found in sorted(by_side.items())}


def fortune(samples: list[Luck]) -> Fortune:
    """The fortune of results that have nothing to do with each other."""
    total = sum((sample.score for sample in samples), start=Fraction(0))
    sums = distribution(samples)
    as_good = sum((chance for score, chance in sums.items() if score >= total), start=Fraction(0))
    return Fortune(len(samples), total / len(samples), as_good)


def distribution(samples: Iterable[Luck]) -> Distribution:
    """How likely each sum of the scores is."""
    sums: Distribution = {Fraction(0): Fraction(1)}
    for sample in samples:
        more: Distribution = {}
        for before, likely in sums.items():
            for score, chance in sample.chances:
                more[before + score] = more.get(before + score, Fraction(0)) + likely * chance
        sums = more
    return sums
