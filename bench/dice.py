"""Are the dice fair?  python bench/dice.py [DICE] [--json]: chi-square and serial tests, ten million dice by default.

The dice are thrown as games throw them: many seeds, under each many keys, two dice for each key.  Seeds are made
from a counter, so a run gives the same numbers everywhere.  See bench/README.md for how to read them.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pbem.dice.roll import roll
from pbem.model.digest import digest

KEYS = 500
"""Keys under one seed: a long exchange with very many battles."""


class Found(NamedTuple):
    """One test: how far the counts lie from even, and how often fair dice would lie as far or farther."""

    name: str
    counted: int
    chi_square: float
    freedom: int

    @property
    def probability(self) -> float:
        return upper_tail(self.chi_square, self.freedom)

    @property
    def fair(self) -> bool:
        """Neither too far from even nor suspiciously near to it: once in 100,000 is not believed."""
        return 1e-5 < self.probability < 1 - 1e-5


def pairs(count: int, faces: int) -> Iterator[tuple[int, int, int, int]]:
    """Seed and key by number, and the two faces thrown together."""
    for number in range(count // 2):
        seed, key = divmod(number, KEYS)
        words = ("turn 4 german/combat", f"{key:04}", "9.3", "die")
        made = digest("bench/dice", seed)
        first, second = (roll(made, words, index=index, faces=faces) for index in (0, 1))
        yield seed, key, first, second


def even_tests(count: int, faces: int = 6) -> list[Found]:
    """Chi-square of the faces; of pairs thrown together, of neighbouring keys, of one key under neighbouring seeds."""
    single: Counter[tuple[int, ...]] = Counter()
    together: Counter[tuple[int, ...]] = Counter()
    next_key: Counter[tuple[int, ...]] = Counter()
    next_seed: Counter[tuple[int, ...]] = Counter()
    three: Counter[tuple[int, ...]] = Counter()
    before: dict[int, int] = {}
    for seed, key, first, second in pairs(count, faces):
        single[(first,)] += 1
        single[(second,)] += 1
        together[first, second] += 1
        if key % 2:
            next_key[before[key - 1], first] += 1
        if seed % 2 and key in before:
            next_seed[before[key], first] += 1
        if key % 3 == 2:
            three[before[key - 2], before[key - 1], first] += 1
        before[key] = first
    return [
        found(f"faces of a d{faces}", single, faces),
        found("serial: two dice thrown together", together, faces**2),
        found("serial: neighbouring keys", next_key, faces**2),
        found("serial: one key, neighbouring seeds", next_seed, faces**2),
        found("serial: three neighbouring keys", three, faces**3),
    ]


def found(name: str, counts: Counter[tuple[int, ...]], cells: int) -> Found:
    """The chi-square of counts that should be even over so many cells, empty ones among them."""
    total = counts.total()
    even = total / cells
    far = sum((count - even) ** 2 for count in counts.values()) + (cells - len(counts)) * even**2
    return Found(name, total, far / even, cells - 1)


def upper_tail(chi_square: float, freedom: int) -> float:
    """How often a chi-square of so many degrees of freedom is this large or larger: the incomplete gamma function."""
    a, x = freedom / 2, chi_square / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return 1 - front * _series(a, x)
    return front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The power series, which converges quickly below the mean."""
    term = total = 1 / a
    step = a
    while term > total * 1e-15:
        step += 1
        term *= x / step
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction, which converges quickly above the mean, worked from its far end."""
    value = 0.0
    for step in range(2000, 0, -1):
        value = step * (step - a) / (x + 2 * step + 1 - a - value)
    return 1 / (x + 1 - a - value)


def main(arguments: Iterable[str]) -> None:
    told = [one for one in arguments if one != "--json"]
    count = int(told[0]) if told else 10_000_000
    results = [*even_tests(count), *even_tests(count // 20, 10), *even_tests(count // 20, 20)[:2]]
    if "--json" in sys.argv:
        print(json.dumps([{**one._asdict(), "probability": one.probability} for one in results]))
        return
    for one in results:
        told_as = "" if one.fair else "   NOT FAIR"
        print(
            f"{one.name:<38} {one.counted:>10,}   chi-square {one.chi_square:8.2f} of {one.freedom:>4}"
            f"   p {one.probability:.4f}{told_as}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
