"""What the bots go by, as whole numbers: those of the quick one, and those of a veteran, found in many games."""

from __future__ import annotations

from pbem.ruleset import frozen
from pbem_rules.wwii_commander.board import the_scenario
from pbem_rules.wwii_commander.table import Commander


@frozen
class Temper:
    """What one side is after, and what it is afraid of.  A hundred is a victory point or so."""

    point: int = 100
    """What a victory point is worth."""
    ground: int = 12
    """What any space is worth beside its points."""
    strength: int = 35
    """What a strength point is worth, with the chance of a point for an elimination."""
    watch: int = 3
    """How much it is worth to stand where the enemy may come."""
    care: int = 20
    """How much so even where he wants nothing."""
    half: int = 3
    """So much strength in a space does half of what an army could."""
    risk: int = 0
    """How much it counts against a space that the enemy is stronger around it."""
    drive: int = 4
    """How much it is worth to come nearer to what the enemy holds."""
    share: int = 10
    """In tenths: what is taken counts by the share of the defenders' strength that is likely to fall."""
    sure: int = 0
    """In tenths: and by the chance that all of them fall or give way."""
    kill: int = 0
    """What a victory point for an elimination is worth beside that."""
    hurt: int = 100
    """In hundredths of `strength`: what a point of one's own is worth in an attack."""
    river: int = 0
    """In the race: points that a space beside the Meuse is as good as; none: it goes by those of the map."""
    draw: int = 0
    """In the race: points that the space is as good as that makes it a draw."""
    reach: int = 0
    """On the last day of the race: what it is worth that a supplied unit stands at the Meuse, or that none does."""
    keep: int = 0
    """On the last day of the race: what a point of strength must bring that stands where it could still answer."""
    patience: int = 0
    """So much a turn must be worth for each box of the day that is left; else it is passed, where that is allowed."""
    closes: int = 0
    """Whether it looks at how the day would be judged before it passes, or lets the enemy pass."""


QUICK = {
    "german": Temper(),
    "allied": Temper(watch=300, risk=4, drive=1),
}
VETERAN = {
    "german": Temper(watch=30, kill=30, hurt=140, closes=1),
    "allied": Temper(watch=300, risk=3, drive=1, half=4, hurt=180, kill=40, patience=4, closes=1),
}
"""In the whole game."""
RACER = {
    "german": Temper(river=4, draw=2, reach=1500, closes=1),
    "allied": Temper(
        watch=450, care=40, half=6, drive=1, hurt=130, river=4, draw=3, reach=1500, keep=60, patience=5, closes=1
    ),
}
"""In the Race to the Meuse."""


def is_race(table: Commander) -> bool:
    return the_scenario(table.scenario).victory == "meuse"


def veteran_of(table: Commander, side: str) -> Temper:
    return (RACER if is_race(table) else VETERAN)[side]
