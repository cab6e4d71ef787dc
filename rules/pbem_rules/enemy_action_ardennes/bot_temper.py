"""What the staff goes by, side by side with what a veteran goes by: whole numbers, most in hundredths of a point."""

from __future__ import annotations

from dataclasses import replace

from pbem.ruleset import frozen


@frozen
class Temper:
    """One player's habits."""

    near: int = 12
    """At this distance, in movement points, an aim draws half as much as where it is."""
    guarded: int = 60
    """So much of a hundred an aim is worth that the enemy stands on."""
    town_at_last: int = 100
    """What a town draws beside its points on the last day: there is no better use for a unit."""
    win: int = 1600
    """What the Germans hope of an exit that decides the game."""
    fear: int = 800
    """What it costs the Allies, as this player thinks."""
    vehicles: int = 9
    """So many movement points a unit comes on the last day."""
    foot: int = 4
    """The same on foot."""
    today: int = 60
    """What the Allies have to lose further away than so many movement points nobody fears for on the last day."""
    opens: int = 25
    """So much of a hundred that the Allies would lose without a stack it is worth to drive it out."""
    hit: int = 30
    """What a hit is worth on the last day."""
    step: int = 20
    """What a step of one's own is worth on the last day."""
    dispersed: int = 15
    """What it costs then to be dispersed instead."""
    unit: int = 0
    """What it is worth then that an enemy unit dies."""
    ground: int = 40
    """A hex that the enemy gives up."""
    leaves_town: int = 25
    """How often, in a hundred, he gives up a town for fewer hits than would kill all."""
    leaves: int = 75
    """The same of another hex."""
    hope: int = 10
    """What each step that a card could command is worth, when it is spent as a tactic instead."""
    most_hope: int = 120
    """No card is worth more than this for the steps that it could command."""
    looked_at: int = 4
    """So many formations are planned in full, those that promise most at a glance."""
    later: int = 50
    """What comes after the next impulse counts for so much of its worth, in a hundred."""
    column: int = 14
    """What a bridge is worth for each unit that waits for it."""
    onward: int = 0
    """By so much less a unit may be drawn by the hex that it advances to."""
    blocking: int = 60
    """For so much the engineers block roads; else they wait for something better."""
    breakout: int = 0
    """What a unit is worth that can leave the map where one exit decides, in as many activations as there are cards."""
    waits: int = 0
    """It begins to leave once the enemy has no more cards than these."""
    keeps: int = 0
    """What it costs to spend a card otherwise that such a unit will need."""
    guards: int = 0
    """What the Allies fear to lose by such a march, if they leave a post or bring reserves elsewhere."""


QUICK = {"german": Temper(step=8, dispersed=6, unit=50), "allied": Temper()}
"""The staff's."""
VETERAN = {
    "german": replace(QUICK["german"], fear=2500, foot=8, today=12, breakout=1600, waits=1, keeps=2000),
    "allied": replace(QUICK["allied"], today=8, guards=1500),
}
"""What was found to be better: Germans keep cards for a march off the map and begin it when the Allies have none left,
or open a way there; Allies guard what can still be reached."""
