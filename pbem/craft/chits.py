"""Cups of chits that are drawn in the open: kept until a battle ends, then set aside, and put back later.

The table has `cup`, `drawn` and `aside`; a ruleset adds `CHIT_EVENTS` to its events.  What may be expected of draws is
in `pbem.kit.draws`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pbem.kit.cups import merged
from pbem.ruleset import Umpire, event


class Cup(Protocol):
    """What is still in the cup, what was drawn for the battle under way, and what was drawn before it."""

    cup: list[str]
    drawn: list[str]
    aside: list[str]


@event
class ChitDrawn:
    chit: str

    def apply(self, table: Cup) -> None:
        table.cup.remove(self.chit)
        table.drawn.append(self.chit)


@event
class ChitsSetAside:
    """The battle is over."""

    def apply(self, table: Cup) -> None:
        table.aside = list(merged(table.aside, table.drawn))
        table.drawn = []


@event
class CupRefilled:
    """What was set aside goes back; what was drawn for the battle under way stays out."""

    def apply(self, table: Cup) -> None:
        table.cup = list(merged(table.cup, table.aside))
        table.aside = []


CHIT_EVENTS = (ChitDrawn, ChitsSetAside, CupRefilled)


def never(chit: str) -> bool:
    """For cups without chits that replenish them."""
    return False


def draw_chits(
    table: Cup, umpire: Umpire, case: str, total: int, replenishes: Callable[[str], bool] = never, refill_case: str = ""
) -> tuple[str, ...]:
    """Draw one by one until so many are drawn for this battle, or the cup is empty; all of them, in their order."""
    while len(table.drawn) < total and table.cup:
        chit = umpire.draw(case, f"chit {len(table.drawn) + 1}", table.cup)
        umpire.do(case, ChitDrawn(chit))
        if replenishes(chit):
            umpire.do(refill_case or case, CupRefilled())
    return tuple(table.drawn)


def set_chits_aside(table: Cup, umpire: Umpire, case: str) -> None:
    """The battle is over."""
    if table.drawn:
        umpire.do(case, ChitsSetAside())


def refill_cup(table: Cup, umpire: Umpire, case: str) -> None:
    """All that lies aside goes back: the end of a day."""
    if table.aside:
        umpire.do(case, CupRefilled())
