"""What an attack is worth to the staff: the whole spread of hits, what they win, and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import DATA, FOE, around, built_in, is_westwall, limit
from pbem_rules.enemy_action_ardennes.bot_aims import POINT, counts_wall, is_last_day
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement, Reckoning, adjusted, least_draw, most_draw, reckoning
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
REMEMBERED = 4096
"""So many sums of chits are remembered."""
FLIGHT = 2
"""9.5 So many hits are lived through by falling back."""


def prices(table: EnemyAction, temper: Temper) -> Prices:
    """On the last day there is less use for steps; only the Allies pay in points for units that are lost."""
    return Prices(temper.hit, temper.step, temper.dispersed, temper.unit) if is_last_day(table) else USUAL


Spread = dict[tuple[int, int], int]
"""Sums of hits and losses, each with the number of ways in which they come about."""


def ground_worth(table: EnemyAction, side: str, hex: str, temper: Temper) -> int:
    """What it is worth to drive the enemy out of a hex, and to stand there."""
    worth = worth_of(table, hex) * POINT if table.owners.get(hex) == FOE[side] else 0
    if is_westwall(hex) and table.owners.get(hex) == FOE[side] and counts_wall(table):
        worth += 5 * POINT
    return worth + (temper.ground if side == "german" else temper.ground // 4)


def gain(fight: Engagement, hits: int, way: int, temper: Temper) -> int:
    """Steps that fall or flee, ground that is left, and the way that lies open then."""
    if hits <= 0:
        return 0
    steps = steps_of(fight.defending)
    ground = ground_worth(fight.table, fight.side, fight.target, temper) + way
    leaves = 100 if hits >= steps else (temper.leaves_town if built_in(fight.target) else temper.leaves)
    price = prices(fight.table, temper)
    dead = len(fight.defending) * price.unit if hits >= steps + FLIGHT else 0
    return min(hits, steps + 1) * price.hit + dead + ground * leaves // 100


def toll(price: Prices, losses: int) -> int:
    """The first hit in steps, the next two perhaps by dispersing."""
    shaken = min(max(losses - 1, 0), 2)
    return price.step * (losses - shaken) + price.dispersed * shaken


Chits = tuple[tuple[tuple[int, int], int], ...]
"""What chits do, and how many do it."""


def each_chit(fight: Engagement) -> Chits:
    """What the chits in the cup would do."""
    known, cup = reckoning(fight), fight.table.cup or fight.table.aside
    return in_cup(known.holds, known.attack, known.defence, known.side, tuple(cup))


@DATA.renews
@lru_cache(maxsize=REMEMBERED)
def in_cup(holds: frozenset[str], attack: int, defence: int, side: str, cup: tuple[str, ...]) -> Chits:
    """The same, remembered: one battle is looked at for many formations, and again for every card."""
    known = Reckoning(holds, attack, defence, side)
    return tuple(sorted(Counter(known.worth(chit) for chit in cup).items()))


def one_more(spread: Spread, chits: Chits) -> Spread:
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


def stakes_of(fight: Engagement, way: int, temper: Temper) -> Stakes:
    hits, losses = adjusted(fight, MANY, MANY)
    gains = tuple(gain(fight, number, way, temper) for number in range(MANY + 1))
    return Stakes(
        gains,
        tuple(toll(prices(fight.table, temper), number) for number in range(MANY + 1)),
        MANY - hits,
        MANY - losses,
    )


def worth_of_draws(
    fight: Engagement, temper: Temper, so_far: tuple[int, int], drawn: int, most: int, way: int = 0
) -> list[Fraction]:
    """What it is worth to stop at each number of chits, from those that are drawn already."""
    stakes, chits = stakes_of(fight, way, temper), each_chit(fight)
    more = each_chit(replace(fight, drawn=most)) if most >= limit("large attack") else ()
    return [stakes.mean(spread) for spread in spreads(so_far, drawn, most, chits, more)]


@DATA.renews
@lru_cache(maxsize=REMEMBERED)
def spreads(so_far: tuple[int, int], drawn: int, most: int, chits: Chits, more: Chits) -> list[Spread]:
    """The sums at each number of chits; from a large attack on, chits do other things."""
    found, large = [{so_far: 1}], limit("large attack")
    for number in range(drawn + 1, most + 1):
        found.append(one_more(found[-1], more if number >= large else chits))
    return found


def worth_of_attack(fight: Engagement, temper: Temper, way: int = 0) -> Fraction:
    """The best that a number of chits promises; the least there must be in any case."""
    least, most = least_draw(fight), most_draw(fight)
    return max(worth_of_draws(fight, temper, (0, 0), 0, most, way)[least:])


def engagement(table: EnemyAction, target: str, names: Iterable[str], at: dict[str, str]) -> Engagement:
    return Engagement(table, target, tuple(names), tuple(unit.id for unit in defenders_of(table, target)), at=at)


def could_attack(units: Sequence[Regiment]) -> bool:
    """2.21 A bracketed strength alone may not."""
    return bool(units) and not (len(units) == 1 and units[0].bracketed)


def able(units: Iterable[Regiment]) -> list[Regiment]:
    return [unit for unit in units if not (unit.dispersed or unit.cut_off or unit.no_fuel)]


def quick_worth(
    table: EnemyAction, side: str, units: Sequence[Regiment], target: str, way: int, temper: Temper
) -> Fraction:
    """A glance at strengths, for the choice of what is looked at more closely."""
    foes = defenders_of(table, target)
    ours, theirs = sum(unit.strength for unit in units), sum(unit.strength for unit in foes)
    odds = Fraction(ours, max(theirs * (2 if built_in(target) else 1), 1))
    ground = ground_worth(table, side, target, temper) + way
    return min(odds, Fraction(4)) * prices(table, temper).hit / 2 + min(odds, Fraction(2)) * ground / 4


def targets_beside(table: EnemyAction, side: str, hexes: Iterable[str], held: dict[str, str]) -> list[str]:
    return sorted({near for hex in hexes for near in around(hex) if held.get(near) == FOE[side]})
