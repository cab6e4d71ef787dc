"""What the bots go by, in whole numbers: the quick one, and the veteran by whom a thinking player begins.

What is nothing for the quick bot it does not look at: its play stays as it was.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.ruleset import frozen


@frozen
class Temper:
    """A strength point that is lost counts ten where nothing else is said."""

    hunts: int = 0
    """Whether battles are sought and fought by what they promise, die by die; else by their columns."""
    kill: int = 0
    """An enemy's strength point that is lost, or a step."""
    push: int = 0
    """An enemy unit that is driven off."""
    loss: int = 0
    """An own strength point that is lost."""
    repulse: int = 0
    """An own unit that is thrown back."""
    town: int = 0
    """A point of victory that changes hands."""
    least: int = 0
    """What a battle has to promise at least, of six dice together."""
    thrift: int = 0
    """What a strength point more in a battle has to be worth."""
    on_the_way: int = 0
    """How much a battle counts that lies near to an errand, for every hex of road."""
    aside: int = 4
    """So much farther on the way a target may lie."""
    danger: int = 0
    """How much a unit shuns places where the enemy can come in strength."""
    cut: int = 0
    """How much it shuns places that no supply reaches."""
    grab: int = 0
    """How much it likes an empty town of the enemy, for every point of victory."""
    retake: int = 0
    """How much nearer an Allied unit thinks a town that the German has."""
    watch: int = 3
    """How much farther an Allied unit thinks a town, for every hex between it and the nearest enemy."""
    guards: int = 1
    """Units that stay in a town of one's own while enemies are near."""
    hold: int = 0
    """Whether German formations are sent to hold towns that enemies are near to; so many hexes of road at most."""
    spearhead: int = 3
    """How much a hex nearer to his errand is worth to the German."""
    closing: int = 0
    """For so many game-turns before the last a side looks to what counts at the end."""
    keeps: int = 0
    """Whether the Allies, too, fight only on the way to where they are sent."""
    crosses: int = 0
    """How much nearer the Meuse seems to a German formation, for every unit that would count beyond it; whether the
    Allies guard its bridges."""
    onward: int = 0
    """Whether those who come on the map go on at once."""


NEUTRAL = Temper()
QUICK = {"german": NEUTRAL, "allied": NEUTRAL}
ALIKE = Temper(hunts=1, kill=10, push=4, loss=5, repulse=3, town=100, least=20, thrift=1, closing=2, onward=1)
"""What veterans of both sides have in common."""
VETERAN = {
    "german": replace(ALIKE, on_the_way=3, grab=40, danger=2, crosses=16),
    "allied": replace(ALIKE, on_the_way=2, grab=30, retake=20, watch=1, crosses=1),
}


def at_last(temper: Temper, side: str) -> Temper:
    """In the last game-turn, where points decide, what is lost is lost for nothing; after the Allies nobody comes."""
    guards = temper.guards if side == "german" else 0
    late = replace(temper, town=3 * temper.town, retake=3 * temper.retake, guards=guards)
    return replace(late, loss=1, repulse=0, thrift=0, least=1)


def before_the_last(temper: Temper) -> Temper:
    """When it is time for the Allies to stand before the towns that they have lost."""
    late = replace(temper, town=2 * temper.town, retake=2 * temper.retake)
    return replace(late, on_the_way=3 * temper.on_the_way, keeps=1)


def sparing(temper: Temper) -> Temper:
    """Where so many tanks may be lost and no more."""
    return replace(temper, loss=3 * temper.loss, repulse=2 * temper.repulse)


def plans_of_temper(side: str) -> tuple[Temper, ...]:
    """The veteran as he is; all for the towns whatever it costs; with care; holding what he has; for the kill."""
    usual = VETERAN[side]
    return (
        usual,
        replace(usual, town=3 * usual.town, loss=2, repulse=1, danger=0, on_the_way=usual.on_the_way + 3),
        replace(usual, loss=12, repulse=8, least=80, danger=usual.danger + 2, cut=10),
        replace(usual, guards=3, hold=4, danger=usual.danger + 2),
        replace(usual, kill=25, push=2, town=usual.town // 2),
    )
