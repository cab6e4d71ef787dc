"""Exchanges: which units pay for what the other side lost.  Worth enough, and nobody among them who could be spared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from pbem.ruleset import Umpire

Worths = Mapping[str, int]
"""What each unit that may pay is worth."""

MANY = 12
"""Of more units than that not all sets are looked at."""


def does_not_pay(worth: int, worths: Worths, units: Sequence[str]) -> str | None:
    """What is wrong with these units as a payment."""
    paid = sum(worths[name] for name in units)
    if paid < worth:
        return f"worth {paid}, {worth} is owed"
    spare = next((name for name in units if paid - worths[name] >= worth), None)
    return f"{spare} could be spared" if spare else None


def ask_payment(
    umpire: Umpire, case: str, side: str, topic: str, prompt: str, worth: int, worths: Worths, said: Sequence[str]
) -> tuple[str, ...]:
    """Who pays: all of them, if they are worth no more than is owed together; else as their owner says."""
    names = tuple(worths)
    if sum(worths.values()) <= worth:
        return names
    return umpire.choose(
        case, side, topic, prompt, names, 1, len(names),
        judge=partial(does_not_pay, worth, worths), said=tuple(said) or None, facts={"worth": worth},
    )  # fmt: skip


def payments(worth: int, worths: Worths) -> Iterator[tuple[str, ...]]:
    """Every set that pays, those of fewest units first."""
    for count in range(1, len(worths) + 1):
        for units in combinations(worths, count):
            if does_not_pay(worth, worths, units) is None:
                yield units


def best_payment(
    worth: int, worths: Worths, rank: Callable[[tuple[str, ...]], Any], wanted: Callable[[str], Any]
) -> tuple[str, ...]:
    """The set that ranks lowest; of a great many units one that is gathered unit by unit, the most `wanted` first."""
    sets = payments(worth, worths) if len(worths) <= MANY else [_gathered(worth, worths, wanted)]
    return min(sets, key=lambda units: (rank(units), units))


def _gathered(worth: int, worths: Worths, wanted: Callable[[str], Any]) -> tuple[str, ...]:
    """Taken up until they pay; then whoever can be spared is put back."""
    picked: list[str] = []
    for name in sorted(worths, key=lambda unit: (wanted(unit), -worths[unit])):
        if _sum(worths, picked) < worth:
            picked.append(name)
    for name in list(picked):
        if _sum(worths, picked) - worths[name] >= worth:
            picked.remove(name)
    return tuple(name for name in worths if name in picked)


def fewest_that_pay(worth: int, worths: Iterable[int]) -> int:
    """How few of so much worth can pay; all, if they cannot."""
    paid = count = 0
    for one in sorted(worths, reverse=True):
        if paid >= worth:
            break
        paid, count = paid + one, count + 1
    return count


def _sum(worths: Worths, units: Iterable[str]) -> int:
    return sum(worths[name] for name in units)
