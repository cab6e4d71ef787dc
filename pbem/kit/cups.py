"""Cups, hands and piles are sorted tuples: nothing in them has an order that could be learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pbem.model.errors import RulesBug


def without(items: Iterable[str], *taken: str) -> tuple[str, ...]:
    """The items after some were taken out, one piece for each name."""
    left = sorted(items)
    for item in taken:
        if item not in left:
            raise RulesBug(f"{item} is not there to be taken out")
        left.remove(item)
    return tuple(left)


def merged(*heaps: Iterable[str]) -> tuple[str, ...]:
    """Everything put together: what shuffling comes to."""
    return tuple(sorted(item for heap in heaps for item in heap))


def counted(items: Iterable[str]) -> dict[str, int]:
    """How many there are of each, in the order of their names."""
    return dict(sorted(Counter(items).items()))
