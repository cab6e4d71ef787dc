"""10.1, 10.2 What a way costs: by mechanized road, by road, across country, over rivers and closed bridges."""

from __future__ import annotations

from typing import NamedTuple

from pbem.ruleset import frozen
from pbem_rules.bulge.board import ground_cost, the_map, the_tables, ways_between
from pbem_rules.bulge.s13_reinforcements import bound_british
from pbem_rules.bulge.s14_supply import by_road, price
from pbem_rules.bulge.table import Bulge, Lay, Unit

OFF_MAP = ""


class FareLeg(NamedTuple):
    """A hex entered, and what the way to it has cost so far, in fifths of a point."""

    hex: str
    fifths: int
    mech: bool


@frozen
class Mover:
    """A unit about to move, and what its movement depends on."""

    table: Bulge
    lay: Lay
    unit: Unit
    points: int
    marked: bool = False
    """10.2 It is to be given a mechanized marker."""
    released: bool = False
    """13.0 On this way it has come in sight of a German."""

    @property
    def bound(self) -> bool:
        """13.0 It is British, and nothing has released the British."""
        return not self.released and bound_british(self.table, self.unit)

    @property
    def side(self) -> str:
        return self.unit.side

    @property
    def mech_able(self) -> bool:
        """10.2 Mechanized units, and Allied infantry with a marker."""
        return self.unit.mechanized or self.marked or self.unit.id in self.table.mechanized

    @property
    def budget(self) -> int:
        return self.points * fifths_of_a_point()

    def mech_into(self, hex: str) -> bool:
        """R-24: by the rules of 1980 not into an EZOC."""
        return self.table.options["mech"] != "1980" or not self.lay.in_ezoc(hex, self.side)


def fifths_of_a_point() -> int:
    return the_tables().allowance["fifths"]


def allowance(table: Bulge, unit: Unit) -> int:
    """10.0, 14.1 Five points, or what the die has left to a unit out of supply."""
    return table.allowances.get(unit.id, the_tables().allowance["points"])


def fare(mover: Mover, start: str, path: tuple[str, ...], *, leave: bool = False) -> list[FareLeg]:
    """The running cost of a way: by mechanized road as long as that lasts, then by road or across country.

    10.2 R-25: mechanized road movement comes first; R-22: at its end the fraction of a point is dropped.
    """
    legs: list[FareLeg] = []
    spent, mech = 0, mover.mech_able
    here = start
    for hex in path:
        mech = mech and steps_mech(mover, here, hex)
        spent = spent + 1 if mech else whole(spent) + fifths_of_a_point() * points_for(mover, here, hex)
        legs.append(FareLeg(hex, spent, mech))
        here = hex
    if leave:  # 3.1 one point, or a fifth of one
        mech = mech and here not in mover.lay.cut[mover.side] and the_map().on_road(here)
        spent = spent + 1 if mech else whole(spent) + fifths_of_a_point() * the_tables().costs["road"]
        legs.append(FareLeg(OFF_MAP, spent, mech))
    return legs


def whole(fifths: int) -> int:
    return fifths - fifths % fifths_of_a_point()


def steps_mech(mover: Mover, start: str, hex: str) -> bool:
    """10.2 A step by mechanized road movement, from the map or from off it (13.0)."""
    if not mover.mech_into(hex):
        return False
    if start == OFF_MAP:
        return hex not in mover.lay.cut[mover.side]
    return by_road(mover.lay, mover.side, start, ways_between()[start, hex])


def points_for(mover: Mover, start: str, hex: str) -> int:
    """10.1, 10.2, 13.0 Points to enter a hex otherwise."""
    if start == OFF_MAP:
        return ground_cost(hex) if hex in mover.lay.cut[mover.side] else the_tables().costs["road"]
    return price(mover.lay, mover.side, start, ways_between()[start, hex])


def points_told(fifths: int) -> str:
    """1 point, 7/5 points."""
    paid = points_text(fifths)
    return f"{paid} point" if paid == "1" else f"{paid} points"


def points_text(fifths: int) -> str:
    """A cost as the report prints it: 4, or 7/5."""
    each = fifths_of_a_point()
    return str(fifths // each) if fifths % each == 0 else f"{fifths}/{each}"
