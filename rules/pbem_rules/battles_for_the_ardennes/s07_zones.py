"""7. Zones of control, and 8. stacking."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.ruleset import Cannot, frozen
from pbem_rules.battles_for_the_ardennes.board import FOE, limit
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, barrier


@frozen
class Contact:
    """Who stands where, and whose zone lies where: worked out once for many questions."""

    stacks: dict[str, list[BattleUnit]]
    zone: dict[str, frozenset[str]]

    def holder(self, hex: str) -> str:
        stack = self.stacks.get(hex)
        return stack[0].side if stack else ""

    def free(self, hex: str, *, side: str) -> bool:
        """For supply and retreats: no enemy, and no enemy zone but where a friend stands."""
        holder = self.holder(hex)
        return holder == side or (not holder and hex not in self.zone[FOE[side]])


def contact_of(table: BattlesTable) -> Contact:
    """The stacks and zones as things stand."""
    sources: dict[str, set[str]] = {"german": set(), "allied": set()}
    for unit in table.units.values():
        if unit.hex and has_zone(unit):
            sources[unit.side].add(unit.hex)
    return Contact(stacks_of(table), {side: zone_of(table, hexes) for side, hexes in sources.items()})


def restacked(table: BattlesTable, contact: Contact) -> Contact:
    """The same zones with the stacks as they are now: while one side moves, the other's zones stay."""
    return Contact(stacks_of(table), contact.zone)


def stacks_of(table: BattlesTable) -> dict[str, list[BattleUnit]]:
    stacks: dict[str, list[BattleUnit]] = {}
    for unit in table.units.values():
        if unit.hex:
            stacks.setdefault(unit.hex, []).append(unit)
    return stacks


def has_zone(unit: BattleUnit) -> bool:
    """Not in march mode, not guns on the move, not out of supply; who is struck from the air keeps it."""
    return unit.supplied and unit.mode not in ("march", "moving")


def zone_of(table: BattlesTable, hexes: Iterable[str]) -> frozenset[str]:
    """The hexes around, but not over a river that no bridge crosses."""
    sides = table.here.sides
    return frozenset(way.to for hex in hexes for way in sides[hex] if not barrier(table, way))


# 8. Stacking


def cannot_stack(unit: BattleUnit, hex: str, there: Iterable[BattleUnit], *, march: bool) -> Cannot | None:
    """8.0 Three combat units and two of artillery or engineers; nobody with a unit in march mode."""
    friends = [other for other in there if other.id != unit.id and other.side == unit.side]
    column = next((other.id for other in friends if other.march), "")
    if friends and (march or column):
        return "base.stacking", f"{unit.id if march else column} is in march mode, nobody stacks with it in {hex}"
    if crowd(friends, unit) >= (limit("guns in a stack") if lesser(unit) else limit("stack")):
        return "base.stacking", f"{hex} is full", "three combat units and two of artillery or engineers in a hex"
    return None


def lesser(unit: BattleUnit) -> bool:
    return unit.guns or unit.engineers


def crowd(friends: Iterable[BattleUnit], unit: BattleUnit) -> int:
    """How many of the same class stand there."""
    return sum(lesser(other) == lesser(unit) for other in friends)


def has_room(unit: BattleUnit, hex: str, contact: Contact, *, march: bool = False) -> bool:
    return cannot_stack(unit, hex, contact.stacks.get(hex, ()), march=march) is None
