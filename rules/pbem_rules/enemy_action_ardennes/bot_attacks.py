"""What an attack is worth to the staff: the whole spread of hits, what they win, and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import FOE, around, built_in, is_westwall, limit
from pbem_rules.enemy_action_ardennes.bot_aims import POINT, counts_wall, is_last_day
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement, adjusted, least_draw, most_draw, reckoning
from pbem_rules.enemy_action_ardennes.s09_tactics import defenders_of
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, steps_of, worth_of


class Prices(NamedTuple):
    """What a hit on the enemy is worth, a step of one's own, to be dispersed instead, and an enemy unit that dies."""

    hit: int
    step: int
    dispersed: int
    unit: int = 0


LOST_UNIT = 50
"""14.1 Half a point for an Allied unit."""
USUAL = Prices(45, 40, 30)
LAST = {"german": Prices(30, 8, 6, LOST_UNIT), "allied": Prices(30, 20, 15)}
"""On the last day there is no use for steps any more; only the Allies pay in points for units that are lost."""
FLIGHT = 2
"""9.5 So many hits are lived through by falling back."""
GROUND = 40
"""A hex that the enemy gives up."""
FEW, MOST = 25, 75
"""How often, in a hundred, he gives up a town, or another hex, for fewer hits than would kill all."""


def prices(table: EnemyAction, side: str) -> Prices:
    return LAST[side] if is_last_day(table) else USUAL


Spread = dict[tuple[int, int], int]
"""Sums of hits and losses, each with the number of ways in which they come about."""


def ground_worth(table: EnemyAction, side: str, hex: str) -> int:
    """What it is worth to drive the enemy out of a hex, and to stand there."""
    worth = worth_of(table, hex) * POINT if table.owners.get(hex) == FOE[side] else 0
    if is_westwall(hex) and table.owners.get(hex) == FOE[side] and counts_wall(table):
        worth += 5 * POINT
    return worth + (GROUND if side == "german" else GROUND // 4)


def gain(fight: Engagement, hits: int, way: int) -> int:
    """Steps that fall or flee, ground that is left, and the way that lies open then."""
    if hits <= 0:
        return 0
    steps = steps_of(fight.defending)
    ground = ground_worth(fight.table, fight.side, fight.target) + way
    leaves = 100 if hits >= steps else (FEW if built_in(fight.target) else MOST)
    price = prices(fight.table, fight.side)
    dead = len(fight.defending) * price.unit if hits >= steps + FLIGHT else 0
    return min(hits, steps + 1) * price.hit + dead + ground * leaves // 100


def toll(price: Prices, losses: int) -> int:
    """The first hit in steps, the next two perhaps by dispersing."""
    shaken = min(max(losses - 1, 0), 2)
    return price.step * (losses - shaken) + price.dispersed * shaken


def each_chit(fight: Engagement) -> list[tuple[tuple[int, int], int]]:
    """What the chits in the cup would do, and how many do it."""
    known, cup = reckoning(fight), fight.table.cup or fight.table.aside
    return sorted(Counter(known.worth(chit) for chit in cup).items())


def one_more(spread: Spread, chits: Sequence[tuple[tuple[int, int], int]]) -> Spread:
    """After another chit; taken as if the ones before lay in the cup still, which is near enough for a plan."""
    found: Spread = {}
    for (hits, losses), ways in spread.items():
        for (hit, loss), count in chits:
            sums = hits + hit, losses + loss
            found[sums] = found.get(sums, 0) + ways * count
    return found


@frozen(slots=False)
class Stakes:
    """9.5 What hits and losses are worth in a battle, adjusted, from none to many."""

    gains: tuple[int, ...]
    tolls: tuple[int, ...]
    shelter: int
    spared: int

    def mean(self, spread: Spread) -> Fraction:
        """The worth of a spread on the average."""
        gains, tolls, shelter, spared = self.gains, self.tolls, self.shelter, self.spared
        worth = 0
        for (hits, losses), ways in spread.items():
            won, lost = min(max(hits - shelter, 0), MANY), min(max(losses - spared, 0), MANY)
            worth += ways * (gains[won] - tolls[lost])
        return Fraction(worth, max(sum(spread.values()), 1))


MANY = 12


def stakes_of(fight: Engagement, way: int) -> Stakes:
    hits, losses = adjusted(fight, MANY, MANY)
    gains = tuple(gain(fight, number, way) for number in range(MANY + 1))
    return Stakes(
        gains,
        tuple(toll(prices(fight.table, fight.side), number) for number in range(MANY + 1)),
        MANY - hits,
        MANY - losses,
    )


def worth_of_draws(fight: Engagement, so_far: tuple[int, int], drawn: int, most: int, way: int = 0) -> list[Fraction]:
    """What it is worth to stop at each number of chits, from those that are drawn already."""
    spread, stakes, large = {so_far: 1}, stakes_of(fight, way), limit("large attack")
    chits = each_chit(fight)
    more = each_chit(replace(fight, drawn=most)) if most >= large else []
    worths = [stakes.mean(spread)]
    for number in range(drawn + 1, most + 1):
        spread = one_more(spread, more if number >= large else chits)
        worths.append(stakes.mean(spread))
    return worths


def worth_of_attack(fight: Engagement, way: int = 0) -> Fraction:
    """The best that a number of chits promises; the least there must be in any case."""
    least, most = least_draw(fight), most_draw(fight)
    return max(worth_of_draws(fight, (0, 0), 0, most, way)[least:])


def engagement(table: EnemyAction, target: str, names: Iterable[str], at: dict[str, str]) -> Engagement:
    return Engagement(table, target, tuple(names), tuple(unit.id for unit in defenders_of(table, target)), at=at)


def could_attack(units: Sequence[Regiment]) -> bool:
    """2.21 A bracketed strength alone may not."""
    return bool(units) and not (len(units) == 1 and units[0].bracketed)


def able(units: Iterable[Regiment]) -> list[Regiment]:
    return [unit for unit in units if not (unit.dispersed or unit.cut_off or unit.no_fuel)]


def quick_worth(table: EnemyAction, side: str, units: Sequence[Regiment], target: str, way: int) -> Fraction:
    """A glance at strengths, for the choice of what is looked at more closely."""
    foes = defenders_of(table, target)
    ours, theirs = sum(unit.strength for unit in units), sum(unit.strength for unit in foes)
    odds = Fraction(ours, max(theirs * (2 if built_in(target) else 1), 1))
    ground = ground_worth(table, side, target) + way
    return min(odds, Fraction(4)) * prices(table, side).hit / 2 + min(odds, Fraction(2)) * ground / 4


def targets_beside(table: EnemyAction, side: str, hexes: Iterable[str], held: dict[str, str]) -> list[str]:
    return sorted({near for hex in hexes for near in around(hex) if held.get(near) == FOE[side]})
