"""7. Zones of control.  Cases 7.1 to 7.5."""

from __future__ import annotations

from pbem.ruleset import frozen
from pbem_rules.ardennes_offensive.board import FOE, the_map
from pbem_rules.ardennes_offensive.table import Ardennes, Unit


@frozen
class Lay:
    """Who stands where and controls what, worked out once for many questions."""

    stacks: dict[str, list[Unit]]
    control: dict[str, frozenset[str]]

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
        return hex in self.control[by] and not self.friends(hex, side=FOE[by], but=but)

    def free(self, hex: str, *, side: str) -> bool:
        """7.3D, 12.1C No enemy in it and no enemy control, but where a friend stands."""
        holder = self.holder(hex)
        return holder == side or (not holder and hex not in self.control[FOE[side]])


def lay_of(table: Ardennes) -> Lay:
    """7.0 All six hexes around a unit; 6.6J none but its own in road mode; 5.3M none at the map edge."""
    here = the_map()
    stacks: dict[str, list[Unit]] = {}
    centres: dict[str, set[str]] = {"german": set(), "allied": set()}
    for unit in table.units.values():
        hex = unit.hex
        if hex:
            stacks.setdefault(hex, []).append(unit)
            if not unit.road and hex in here.live:
                centres[unit.side].add(hex)
    around = {side: [here.neighbours[hex] for hex in hexes] for side, hexes in centres.items()}
    return Lay(stacks, {side: frozenset().union(*found) for side, found in around.items()})
