"""7. Zones of control.  Cases 7.1 to 7.5."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pbem_rules.ardennes_offensive.board import FOE, limit, the_map
from pbem_rules.ardennes_offensive.table import Ardennes, Unit


class Lay:
    """Who stands where and controls what, worked out once for many questions.  Sets of hexes are bits of a number."""

    def __init__(self, stacks: dict[str, list[Unit]], control: dict[str, int]) -> None:
        self.stacks = stacks
        self.control = control

    @cached_property
    def held(self) -> dict[str, int]:
        """The hexes in which each side stands."""
        bit, found = the_map().numbers.bit, dict.fromkeys(FOE, 0)
        for hex, stack in self.stacks.items():
            for unit in stack:
                found[unit.side] |= bit[hex]
        return found

    @cached_property
    def full(self) -> int:
        """The hexes that no unit can join."""
        return the_map().numbers.bits(hex for hex, stack in self.stacks.items() if is_full(stack))

    @cached_property
    def columns(self) -> list[Unit]:
        """The units in road mode."""
        return [unit for stack in self.stacks.values() for unit in stack if unit.road]

    def without(self, unit: Unit) -> int:
        """The hexes in which a unit's side stands, the unit itself left out."""
        held = self.held[unit.side]
        if unit.hex not in self.stacks or self.friends(unit.hex, side=unit.side, but=unit.id):
            return held
        return held & ~the_map().numbers.bit[unit.hex]

    def shift(self, unit: Unit, away_from: str) -> None:
        """A unit stands elsewhere now; control stays as it was."""
        if away_from:
            self.stacks[away_from].remove(unit)
            if not self.stacks[away_from]:
                del self.stacks[away_from]
        if unit.hex:
            self.stacks.setdefault(unit.hex, []).append(unit)
        for known in ("held", "full", "columns"):
            self.__dict__.pop(known, None)

    def holder(self, hex: str) -> str:
        """The side that stands in a hex, or nothing."""
        stack = self.stacks.get(hex)
        return stack[0].side if stack else ""

    def friends(self, hex: str, *, side: str, but: str = "") -> int:
        """How many units of a side stand in a hex, one of them left out."""
        stack = self.stacks.get(hex, ())
        return sum(unit.side == side and unit.id != but for unit in stack)

    def column_in(self, hex: str, *, but: str = "") -> str:
        """6.5G The unit in road mode in a hex, with which nobody stacks; a unit on the march is not in its own way."""
        return next((unit.id for unit in self.stacks.get(hex, ()) if unit.road and unit.id != but), "")

    def controlled(self, hex: str, *, by: str, but: str = "") -> bool:
        """7.2B In enemy control that no unit of the other side lifts (one of them left out)."""
        return self.controls(by, hex) and not self.friends(hex, side=FOE[by], but=but)

    def free(self, hex: str, *, side: str) -> bool:
        """7.3D, 12.1C No enemy in it and no enemy control, but where a friend stands."""
        holder = self.holder(hex)
        return holder == side or (not holder and not self.controls(FOE[side], hex))

    def barred(self, side: str) -> int:
        """7.3D, 12.1C The hexes that are not free for a side."""
        foe = FOE[side]
        return self.held[foe] | (self.control[foe] & ~self.held[side])

    def controls(self, side: str, hex: str) -> bool:
        """7.0 A unit of this side stands beside the hex and has a zone of control."""
        return bool(self.control[side] & the_map().numbers.bit[hex])


def is_full(stack: Sequence[Unit]) -> bool:
    """8.0, 8.2C, 6.5G Whether nobody can join those who stand there: three units, a division or a column."""
    return len(stack) >= limit("stack") or any(unit.division or unit.road for unit in stack)


def lay_of(table: Ardennes) -> Lay:
    """7.0 All six hexes around a unit; 6.6J none but its own in road mode; 5.3M none at the map edge."""
    around, edge = the_map().around, the_map().edge
    stacks: dict[str, list[Unit]] = {}
    control = dict.fromkeys(FOE, 0)
    for unit in table.units.values():
        hex = unit.hex
        if hex:
            if hex in stacks:
                stacks[hex].append(unit)
            else:
                stacks[hex] = [unit]
            if not unit.road and hex not in edge:
                control[unit.side] |= around[hex]
    return Lay(stacks, control)
