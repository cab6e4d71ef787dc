"""What the bot goes by, in whole numbers: as the quick one always did, and as was found to be better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pbem.ruleset import frozen


@frozen
class Temper:
    """Attacks are valued in tenths of a victory point, hexes in what suits them."""

    least: int
    """How much an attack must promise that nobody has to make."""
    saved: int = 8
    """How much a primary attack must be better than holding the enemy off on the Secondary CRT."""
    ground: int = 6
    """What it is worth that the enemy gives ground, and what it costs to do so."""
    price: int = 10
    """What a lost factor of its own costs."""

    forward: int = 4
    """What a quarter of a hex nearer to the exits counts with the German side."""
    on_road: int = 4
    danger: int = 6
    """So near to the Allied number of the turn track the German side takes what points it can."""

    last_stand: bool = False
    """Who would lose tonight attacks whatever it costs."""

    contact: int = 0
    """What it costs to go next to an enemy, beyond what the attack promises."""
    gap: int = 2
    """How far in front of the enemy the Allied side likes to stand, and what a hex more or less counts."""
    off_gap: int = 7
    passed: int = 6
    """What it counts, a quarter of a hex, that an enemy is nearer to the exits."""
    crowd: int = 4
    """What each friend beside a hex counts against it."""
    most_for_routes: int = 12
    """No hex is worth more than that for what it blocks."""
    comforts: tuple[int, int, int, int] = (5, 6, 5, 4)
    """What a point of cover, a town, a road and a bridge are worth to who stands there."""

    shares: bool = False
    """Whether attacks are shared out among all who stand in contact, each on the table that promises more."""
    storm: int = 0
    """How much an assault of several units must promise to be planned before anybody moves; 0: none is."""
    effort: int = 3
    """What each unit that goes to an assault must add to it."""


QUICK = {"german": Temper(least=6), "allied": Temper(least=12, contact=20)}
VETERAN = {
    "german": replace(QUICK["german"], storm=3, forward=3, danger=15, saved=6, shares=True),
    "allied": replace(QUICK["allied"], storm=8, gap=3, last_stand=True, shares=True),
}
OTHERWISE: dict[str, tuple[Callable[[Temper], Temper], ...]] = {
    "german": (
        lambda usual: usual,
        lambda usual: usual,
        lambda usual: replace(usual, storm=0),
        lambda usual: replace(usual, forward=8),
        lambda usual: replace(usual, forward=1, storm=1),
        lambda usual: replace(usual, least=2, saved=0),
    ),
    "allied": (
        lambda usual: usual,
        lambda usual: usual,
        lambda usual: replace(usual, gap=1),
        lambda usual: replace(usual, gap=5, contact=60),
        lambda usual: replace(usual, most_for_routes=40),
        lambda usual: replace(usual, least=4, storm=3),
    ),
}
"""What else a veteran may go by for once: pressing on, standing fast, falling back, closing roads, striking."""
