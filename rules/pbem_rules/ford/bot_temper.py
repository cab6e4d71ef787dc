"""What the bots go by, in whole numbers: as the quick one always did, and as was found to be better."""

from __future__ import annotations

from pbem.ruleset import frozen


@frozen
class Temper:
    """Attacks are valued in tenths of a victory point."""

    storm: int = 0
    """How much an attack must promise; 0: by good odds alone, without guns and cards, and nothing is played."""
    volley: int = 3
    """How much a card must add to an attack to be played for it."""
    step: int = 5
    """What a step lost is worth."""
    ground: int = 4
    """What it is worth that the enemy gives ground."""
    town: int = 8
    """What a point of a town is worth that is taken."""
    back: int = 3
    """What it costs to be thrown back."""
    effort: int = 1
    """What each unit that goes to an attack must add to it."""
    guard: int = 0
    """So near, in hexes, an enemy must be for a unit to stay in a town of its own."""


QUICK = {"blue": Temper(), "red": Temper()}
VETERAN = {"blue": Temper(storm=3, ground=5, guard=2), "red": Temper(storm=4, guard=3)}
