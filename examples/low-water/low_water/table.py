"""What lies on the table, what a crew holds, what nobody sees."""

from __future__ import annotations

from pbem.ruleset import record

SIDES = ("gull", "heron")
NAMES_OF_SIDES = {"gull": "Gull", "heron": "Heron"}


@record
class Table:
    tides: int
    tide: int
    boats: dict[str, str]
    works: list[str]
    """Who works this tide, in turn."""
    hold: dict[str, int]
    hands: dict[str, int]
    discards: dict[str, list[str]]
    cup: list[str]
    drawn: list[str]
    aside: list[str]
    over: bool = False


@record
class Secrets:
    hand: list[str]


@record
class Box:
    piles: dict[str, list[str]]


def foe(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def leader(table: Table) -> str | None:
    gull, heron = (table.hold[side] for side in SIDES)
    return None if gull == heron else SIDES[0] if gull > heron else SIDES[1]
