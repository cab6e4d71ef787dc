"""What the usual clauses of standing orders mean: who is lost first, which way a retreat goes.

Each makes or is a function `means(view, decision, option, **caught)` for `Vocabulary.ranked`: low is taken first.
Where an option names several units at once, `units` says which they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.model.decision import Decision
from pbem.model.position import View

Rank = Callable[..., Any]
Strength = Callable[[View, str], int]
"""`strength(view, unit)`"""
Apart = Callable[[str], Sequence[str]]
"""The units that an option names."""
Distance = Callable[[str, str], int]


def alone(option: str) -> Sequence[str]:
    """An option that is one unit."""
    return (option,)


def weakest(strength: Strength, units: Apart = alone) -> Rank:
    """Whose strongest is weakest."""

    def rank(view: View, decision: Decision, option: str) -> int:
        return max(strength(view, unit) for unit in units(option))

    return rank


def strongest(strength: Strength, units: Apart = alone) -> Rank:
    def rank(view: View, decision: Decision, option: str) -> int:
        return -max(strength(view, unit) for unit in units(option))

    return rank


def fewest(units: Apart) -> Rank:
    def rank(view: View, decision: Decision, option: str) -> int:
        return len(units(option))

    return rank


def naming(units: Apart = alone) -> Rank:
    """`{unit} first`: what has the unit in it."""

    def rank(view: View, decision: Decision, option: str, unit: str) -> bool:
        return unit not in units(option)

    return rank


def sparing(units: Apart = alone) -> Rank:
    """`never {unit}`, `{unit} last`: what has not."""

    def rank(view: View, decision: Decision, option: str, unit: str) -> bool:
        return unit in units(option)

    return rank


def where(holds: Callable[[str], Any]) -> Rank:
    """Places of which something holds, before all others."""

    def rank(view: View, decision: Decision, option: str) -> bool:
        return not holds(option)

    return rank


def toward(distance: Distance) -> Rank:
    """`toward {hex}`"""

    def rank(view: View, decision: Decision, option: str, hex: str) -> int:
        return distance(option, hex)

    return rank


def away(distance: Distance) -> Rank:
    """`away from {hex}`"""

    def rank(view: View, decision: Decision, option: str, hex: str) -> int:
        return -distance(option, hex)

    return rank
