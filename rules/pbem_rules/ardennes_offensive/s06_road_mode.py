"""6. Road mode.  Cases 6.1 to 6.7: what is special about it; moving in it is done with all other movement (5.)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from pbem.ruleset import Umpire
from pbem_rules.ardennes_offensive.board import cost, the_map, the_tables
from pbem_rules.ardennes_offensive.events import Eliminated, HadToLeave
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s12_supply import allowance
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of


def rate(unit: Unit) -> int:
    """6.5H Road hexes for one movement point."""
    return the_tables().rates["mechanized" if unit.mechanized else unit.side]


def points_for(unit: Unit, hexes: int) -> int:
    """6.5H, R-34 What so many road hexes in one stretch cost; the unused part of a point is lost."""
    return ceil(Fraction(hexes, rate(unit)))


def mode_cost(unit: Unit) -> int:
    """6.3C"""
    return cost("mode", mechanized=unit.mechanized)


def crowds(lay: Lay, unit: Unit, hex: str) -> str:
    """6.5G, R-33 The friend who stands too near for road mode: in the hex, or on the next hex of a road from it."""
    here = the_map()
    for other in lay.stacks.get(hex, ()):
        if other.id != unit.id and hex in here.live:
            return other.id
    for way in here.roads.get(hex, ()):
        if way.to in here.live:
            for other in lay.stacks.get(way.to, ()):
                if other.side == unit.side and other.id != unit.id:
                    return other.id
    return ""


def crowded_places(lay: Lay, unit: Unit) -> int:
    """6.5G The hexes where a unit in road mode would be too near to a friend."""
    along, bit, found = the_map().along_roads, the_map().numbers.bit, 0
    for hex, stack in lay.stacks.items():
        if any(other.id != unit.id and other.side == unit.side for other in stack):
            found |= along.get(hex, bit[hex])
    return found


def column_places(lay: Lay, unit: Unit) -> int:
    """6.5G The hexes in which a unit in any mode must not come to a stop: in or beside those of columns."""
    along, bit, found = the_map().along_roads, the_map().numbers.bit, 0
    for other in lay.columns:
        if other.side == unit.side and other.id != unit.id:
            found |= along.get(other.hex, bit[other.hex])
    return found


def column_beside(lay: Lay, unit: Unit, hex: str) -> str:
    """6.5G The friend in road mode beside whom a unit in any mode must not come to a stop."""
    here = the_map()
    near = (hex, *(way.to for way in here.roads.get(hex, ()) if way.to in here.live))
    for place in near:
        for other in lay.stacks.get(place, ()):
            if other.road and other.side == unit.side and other.id != unit.id:
                return other.id
    return ""


def leave_as_they_must(table: Ardennes, umpire: Umpire) -> None:
    """6.7L, E6.7L Who fought in road mode leaves it before anything else moves, or is lost."""
    for event in leaving(table):
        umpire.do("6.7L" if isinstance(event, HadToLeave) else "E6.7L", event)


def leaving(table: Ardennes) -> Iterator[HadToLeave | Eliminated]:
    """6.7L, E6.7L What becomes of those who must leave road mode."""
    woken = [table.units[name] for name in table.awake]
    for unit in [*units_of(table, table.side), *woken]:
        if not unit.must_leave:
            continue
        if allowance(unit) < mode_cost(unit):
            yield Eliminated(unit.id, "could not leave road mode")
        else:
            yield HadToLeave(unit.id, mode_cost(unit))


def crowded(table: Ardennes, lay: Lay | None = None) -> list[tuple[str, str]]:
    """6.7N Pairs of the phasing player that stand too close: the unit in road mode, then its neighbour."""
    lay = lay or lay_of(table)
    units = [unit for unit in units_of(table, table.side) if unit.road]
    return [(unit.id, other) for unit in units if (other := crowds(lay, unit, unit.hex))]
