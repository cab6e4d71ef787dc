"""What the enemy's next turn may do to a unit: who could fall upon it, and whether they leave it a way back.

7.3D Most units are lost so: driven off with enemies on both hands.  Where the enemy can come is looked for as he would,
over the map as it stands; who of them really comes is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pbem.ruleset import mutable
from pbem_rules.ardennes_offensive.board import DATA, FOE, the_map, the_tables
from pbem_rules.ardennes_offensive.s05_march import march_of
from pbem_rules.ardennes_offensive.s05_ways import within_reach
from pbem_rules.ardennes_offensive.s07_control import Lay
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of

FACES, MOST_ODDS = 6, 9
COMING = 4
"""So many enemies fall upon one hex."""
PINCERS = 2
"""Fewer enemies close no ways back."""


@mutable
class Dangers:
    """Where a side's enemies can be next turn."""

    side: str
    kind: str
    """The table by which they attack."""
    near: Mapping[str, list[int]]
    """The strengths of those who could attack each hex, the strongest first."""
    grip: int
    """The hexes that they could hold or control, as bits."""

    def loss(self, hex: str, unit: Unit, lay: Lay) -> int:
        """What a unit's coming to a hex adds to the sixths of units that the enemy takes there."""
        comers = self.near.get(hex)
        if not comers:
            return 0
        own = (unit.strength + 1) // 2 if unit.road else unit.strength
        mates = [one.strength for one in lay.stacks.get(hex, ()) if one.id != unit.id]
        attack, wall = sum(comers[:COMING]), self._wall(hex)
        pinned = self._pinned(hex, unit, lay) if len(comers) >= PINCERS else 0
        lost = self._faces(hex, attack // (wall * (sum(mates) + own)), pinned) * (1 + len(mates))
        return lost - self._faces(hex, attack // (wall * sum(mates)), pinned) * len(mates) if mates else lost

    def _wall(self, hex: str) -> int:
        wall = the_map().wall_at(hex) if self.side == "german" else ""
        return the_tables().west_wall[wall][0] if wall else 1

    def _faces(self, hex: str, odds: int, pinned: int) -> int:
        safe = hex in the_map().town_hexes or (self.side == "german" and bool(the_map().wall_at(hex)))
        return deadly(self.kind, min(odds, MOST_ODDS), 0 if safe else pinned) if odds else 0

    def _pinned(self, hex: str, unit: Unit, lay: Lay) -> int:
        """From how many hexes of retreat on the unit has no way: 1 none at all; 0 it can always go."""
        here = the_map()
        if unit.road:  # 6.7M it needs an empty road
            return 1
        first = [near for near in here.neighbours[hex] if self._open(near, unit, lay)]
        if not first:
            return 1
        around = here.neighbours[hex]
        if not any(self._open(two, unit, lay) for one in first for two in here.neighbours[one] if two not in around):
            return 2
        return 0

    def _open(self, hex: str, unit: Unit, lay: Lay) -> bool:
        here = the_map()
        if stack := lay.stacks.get(hex):
            return stack[0].side == self.side and stack[0].id != unit.id and not lay.full & here.numbers.bit[hex]
        return not (self.grip | here.closed) & here.numbers.bit[hex]


@DATA.renews
@lru_cache(maxsize=128)
def deadly(kind: str, odds: int, pinned: int) -> int:
    """How many faces of the die destroy who is attacked at these odds."""
    table = the_tables().standard if kind == "standard" else the_tables().initial
    found = [table.lookup(f"{odds}-1", face) for face in range(1, FACES + 1)]
    return sum(one in ("De", "Ex") or (one.startswith("Dr") and 0 < pinned <= int(one[2:])) for one in found)


def dangers_of(table: Ardennes, side: str, lay: Lay) -> Dangers:
    """The enemies' ways, as if it were their turn."""
    around, bit = the_map().neighbours, the_map().numbers.bit
    near: dict[str, list[int]] = {}
    grip = 0
    for unit in units_of(table, FOE[side]):
        if unit.road:
            continue
        places = within_reach(march_of(table, unit, lay)).places()
        beside = set(places).union(*(around[hex] for hex in places))
        for hex in beside:
            grip |= bit[hex]
            near.setdefault(hex, []).append(unit.strength)
    for strengths in near.values():
        strengths.sort(reverse=True)
    kind = "standard" if side == "german" or table.standard_table else "initial"
    return Dangers(side, kind, near, grip)
