"""What a bot goes by, as numbers: the quick one's, and the veteran's, found by many games against it.

Worths are tenths of a point unless said otherwise; a zero leaves a thing out.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.ruleset import frozen
from pbem_rules.ardennes_offensive.board import limit
from pbem_rules.ardennes_offensive.table import Ardennes

NEVER = 99


@frozen
class Temper:
    """One side's."""

    # moves
    near: int
    """For each hex to the nearest enemy: what it costs to be away from him."""
    forward: int
    """For each road hex to an exit, what it costs the German."""
    supply: int
    """What it costs to be out of it."""
    crowd: int
    """What it costs to join a friend."""
    company: int
    """What each friend beside is worth."""
    town: int
    exit_: int
    caution: int
    """What a step of odds too many costs."""
    bearable: int
    """The odds that do little harm."""
    press: int
    """What it is worth to stand beside enemies, in hundredths of what a quick bot sees in it."""
    danger: int
    """What units cost that the enemy's next turn will probably take, in hundredths."""
    # strikes and attacks
    least: int
    """What a strike must be worth."""
    upkeep: int
    """What each unit that is sent costs a strike, in sixths."""
    closing: int
    """What closing one way back is worth while units are chosen, in points of strength."""
    venture: int
    """As danger, for those who are sent to strike."""
    trouble: int
    """What any attack costs."""
    kill: int
    own: int
    """What an enemy's unit is worth, and an own one that pays for it."""
    repulse: int
    ground: int
    # as the game goes
    thrift: int = 0
    """`own` of a German who has the points that he needs."""
    sated: int = 0
    """`danger` of such a one."""
    late: int = NEVER
    """From this game-turn on"""
    careless: int = 0
    """`danger` is this"""
    rash: int = 0
    """and `own` this."""

    def at(self, table: Ardennes) -> Temper:
        """As it is in a position."""
        temper = self
        if self.thrift and table.german_points >= limit("victory"):
            temper = replace(temper, own=self.thrift, danger=self.sated)
        elif self.late <= table.turn:
            temper = replace(temper, danger=self.careless, own=self.rash)
        return temper


QUICK = {
    "german": Temper(
        near=0, forward=7, supply=60, crowd=20, company=0, town=0, exit_=80, caution=6, bearable=3, press=100,
        danger=0, least=3, upkeep=6, closing=3, venture=0, trouble=4, kill=20, own=20, repulse=15, ground=8,
    ),
    "allied": Temper(
        near=8, forward=0, supply=60, crowd=10, company=-4, town=30, exit_=30, caution=8, bearable=1, press=100,
        danger=0, least=5, upkeep=6, closing=3, venture=0, trouble=4, kill=20, own=20, repulse=15, ground=8,
    ),
}  # fmt: skip

VETERAN = {
    "german": Temper(
        near=9, forward=0, supply=60, crowd=20, company=0, town=20, exit_=160, caution=0, bearable=3, press=0,
        danger=200, least=3, upkeep=0, closing=6, venture=0, trouble=4, kill=20, own=20, repulse=15, ground=8,
        thrift=30, sated=300, late=14, careless=60, rash=10,
    ),
    "allied": Temper(
        near=8, forward=0, supply=60, crowd=40, company=12, town=30, exit_=0, caution=0, bearable=1, press=0,
        danger=300, least=5, upkeep=0, closing=3, venture=0, trouble=4, kill=20, own=20, repulse=15, ground=8,
    ),
}  # fmt: skip
