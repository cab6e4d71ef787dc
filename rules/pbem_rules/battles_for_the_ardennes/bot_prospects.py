"""What a battle promises, die by die: who cannot get away, who is driven off, what is risked for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from pbem.ruleset import frozen, mutable
from pbem_rules.battles_for_the_ardennes.board import DATA, FOE, the_charts
from pbem_rules.battles_for_the_ardennes.bot_temper import Temper
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, has_room
from pbem_rules.battles_for_the_ardennes.s09_results import ELIMINATED, ENGAGED
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, barrier

FARTHEST = 3
"""Hexes that a result drives anybody back at most."""
A_STEP = 2
"""A unit that loses one of two steps loses about so small a part of its strength."""


@frozen
class Blow:
    """What one die does to a side: so many hexes back, a step first, or all are lost."""

    back: int = 0
    step: bool = False
    gone: bool = False


NO_HARM = Blow()


@DATA.cached
def blows(column: str) -> tuple[tuple[Blow, Blow], ...]:
    """For each die what it does to the attacker and to the defender."""
    return tuple(_read(the_charts().results.lookup(column, face)) for face in range(1, 7))


def _read(result: str) -> tuple[Blow, Blow]:
    if result == ENGAGED:
        return NO_HARM, NO_HARM
    ours, _, theirs = result.partition("/")
    return _blow(ours), _blow(theirs)


def _blow(code: str) -> Blow:
    if code == "-":
        return NO_HARM
    if code == ELIMINATED:
        return Blow(gone=True)
    return Blow(int(code.removeprefix("+")), code.startswith("+"))


@mutable
class Prospects:
    """What is worked out once for many battles of one phase."""

    table: BattlesTable
    side: str
    contact: Contact
    temper: Temper
    towns: Mapping[str, int]
    """What the hexes of towns count."""
    beyond: Mapping[str, int] = field(default_factory=dict)
    """What units count where they are: whoever destroys them wins so many points back."""
    _outs: dict[tuple[str, frozenset[str]], tuple[bool, ...]] = field(default_factory=dict)

    def gain(
        self,
        target: str,
        column: str,
        defenders: Sequence[BattleUnit],
        attackers: Sequence[BattleUnit],
        zone: frozenset[str],
    ) -> int:
        """What six dice together promise, where this is the zone of the attackers around the target."""
        temper, total = self.temper, 0
        prize = self.towns.get(target, 0) if any(not unit.guns for unit in attackers) else 0
        stake = sum(self.towns.get(hex, 0) for hex in sorted({unit.hex for unit in attackers}))
        for ours, theirs in blows(column):
            if theirs is not NO_HARM:
                total += self._harm(theirs, defenders, zone, temper.kill, temper.push) + temper.town * prize
            if ours is not NO_HARM:
                back = self.contact.zone[FOE[self.side]]
                total -= self._harm(ours, attackers, back, temper.loss, temper.repulse) + temper.town * stake
        return total

    def _harm(self, blow: Blow, units: Sequence[BattleUnit], zone: frozenset[str], strength: int, driven: int) -> int:
        """What a blow does to some units: strength that is lost counts so much, a unit that is driven so much."""
        harm = 0
        for unit in units:
            lost = blow.gone or not self.outs(unit, zone)[blow.back - 1]
            harm += strength * max(1, unit.worth) + self.temper.town * self.beyond.get(unit.id, 0) if lost else driven
        if blow.step and units and not blow.gone:
            strongest = max(unit.face.strength for unit in units)
            harm += strength * max(1, strongest // A_STEP)
        return harm

    def outs(self, unit: BattleUnit, zone: frozenset[str]) -> tuple[bool, ...]:
        """Whether a unit can go back one, two and three hexes, where this is the enemy's zone."""
        key = (unit.hex, zone)
        if key not in self._outs:
            self._outs[key] = tuple(self._rings(unit, zone))
        return self._outs[key]

    def _rings(self, unit: BattleUnit, zone: Collection[str]) -> list[bool]:
        here, start, ring, found = self.table.here, unit.hex, [unit.hex], list[bool]()
        stacks, side = self.contact.stacks, unit.side
        for paces in range(1, FARTHEST + 1):
            beyond = dict.fromkeys(
                way.to
                for hex in ring
                for way in here.sides[hex]
                if here.distance(start, way.to) == paces
                and (stacks[way.to][0].side == side if way.to in stacks else way.to not in zone)
                and not barrier(self.table, way)
            )
            ring = list(beyond)
            found.append(any(has_room(unit, hex, self.contact) for hex in ring))
        return found


def closing(table: BattlesTable, hexes: Collection[str]) -> frozenset[str]:
    """Where nobody goes back past units in these hexes: they themselves and their zone."""
    sides = table.here.sides
    return frozenset((*hexes, *(way.to for hex in hexes for way in sides[hex] if not barrier(table, way))))
