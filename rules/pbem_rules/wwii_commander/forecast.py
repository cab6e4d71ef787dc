"""What a combat would be like: who would fight, at what chances, and how the hits are spread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb

from pbem_rules.wwii_commander.board import DATA, FOE, limit, the_map
from pbem_rules.wwii_commander.s07_movement import Journey, destinations
from pbem_rules.wwii_commander.s08_chances import Combat, chance_of, ground_takes
from pbem_rules.wwii_commander.table import Commander, Unit, units_in

Spread = tuple[Fraction, ...]
"""The chance of 0, 1, 2 ... hits."""


def combat_with(table: Commander, space: str, side: str, coming: Iterable[Unit]) -> Combat:
    """8.1 The combat if these units came: fresh and active friends in the space attack with them."""
    others = [unit for unit in coming if unit.space != space]
    there = [unit for unit in units_in(table, space, side) if unit.fresh or unit.id in table.active]
    came = all(unit.id in table.over_river for unit in there)
    across = bool(others or there) and came and all(comes_over_river(table, unit, space) for unit in others)
    return Combat(space, side, (*there, *others), tuple(units_in(table, space, FOE[side])), across)


def comes_over_river(table: Commander, unit: Unit, space: str) -> bool:
    """8.5 Whether the way by which it would come crosses a river at its end."""
    route = destinations(table, unit).get(space, Journey((space,)))
    last = (unit.space, *route.spaces)[-2]
    return the_map().adjacent(last, space) and the_map().river(last, space)


@DATA.renews
@cache
def hits_of(dice: int, chance: int) -> Spread:
    """How many of so many dice hit."""
    p = Fraction(chance, limit("die"))
    return tuple(comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) for hits in range(dice + 1))


def together(one: Spread, other: Spread) -> Spread:
    """The hits of two groups of dice added."""
    added = [Fraction(0)] * (len(one) + len(other) - 1)
    for hits, chance in enumerate(one):
        for more, likely in enumerate(other):
            added[hits + more] += chance * likely
    return tuple(added)


def hits_by(table: Commander, combat: Combat, units: Iterable[Unit]) -> Spread:
    """The hits that these units of a combat score."""
    spread: Spread = (Fraction(1),)
    for unit in units:
        spread = together(spread, hits_of(unit.dice, chance_of(table, combat, unit)[0]))
    return spread


def reduced(spread: Spread, by: int) -> Spread:
    """8.6 What is left of hits when so many are taken off."""
    return (sum(spread[: by + 1], Fraction(0)), *spread[by + 1 :]) if by else spread


def hits_left(table: Commander, combat: Combat) -> Spread:
    """8.6 The hits that the defenders must take."""
    return reduced(hits_by(table, combat, combat.attackers), ground_takes(table, combat))


def mean(spread: Spread, most: int) -> Fraction:
    """The hits to be expected, no more than so many."""
    return sum((chance * min(hits, most) for hits, chance in enumerate(spread)), Fraction(0))


def at_least(spread: Spread, hits: int) -> Fraction:
    return sum(spread[hits:], Fraction(0))


def by_number(spread: Spread, most: int) -> Mapping[str, Fraction]:
    """The chances by number of hits; the last stands for all that are as many or more."""
    told = {str(hits): chance for hits, chance in enumerate(spread[:most])}
    return {**told, str(most): at_least(spread, most)} if len(spread) > most else told
