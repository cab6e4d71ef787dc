"""5. Cheapest ways in either mode, for lines that name a goal, and for everybody who asks where a unit can go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pbem.kit.ondemand import OnDemand
from pbem.kit.ranges import OUTSIDE, Hindered, Pace, Range, Table, spread
from pbem_rules.ardennes_offensive.board import DATA, LiveMap, cost, the_map
from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s06_road_mode import crowded_places, rate
from pbem_rules.ardennes_offensive.s08_stacking import full_places
from pbem_rules.ardennes_offensive.s11_terrain import ways_over


def find_way(march: March, goal: str, *, by_road: bool) -> tuple[str, ...] | None:
    """The cheapest way to a goal in the present mode."""
    found = drives(march) if march.road else marches(march, by_road=by_road)
    return found.way(goal) if goal in found else None


def within_reach(march: March) -> Range[str]:
    """Where a unit can go in its present mode; the cost is in points, or in road hexes in road mode."""
    return drives(march) if march.road else marches(march)


# What a kind of unit pays for each step, on the map as it is while some bridges are cut


class Gait(NamedTuple):
    """Units that move alike."""

    side: str
    mechanized: bool
    bound: bool
    """14.3C It may not cross the Meuse."""
    manner: str
    """cross country, by road, or in road mode."""


def table_for(march: March, manner: str) -> Table:
    """The steps of a unit's kind while the bridges are as they are."""
    unit = march.unit
    gait = Gait(unit.side, unit.mechanized, unit.restricted and not march.table.meuse_open, manner)
    return _cut_through(the_map(), gait, march.cut)


@DATA.renews
@lru_cache(maxsize=64)
def _cut_through(here: LiveMap, gait: Gait, cut: frozenset[str]) -> Table:
    """The table of the whole map, with new steps at the ends of every cut bridge."""
    places, whole = here.numbers.places, _whole(here, gait)
    ends = {here.numbers.of[hex] for name in cut for hex in name.split("-")}
    return OnDemand(lambda at: tuple(_steps(here, gait, places[at], cut)) if at in ends else whole[at])


@DATA.cached
def _whole(here: LiveMap, gait: Gait) -> Table:
    """13.2B with all bridges whole."""
    places = here.numbers.places
    return OnDemand(lambda at: tuple(_steps(here, gait, places[at], frozenset())))


def _steps(here: LiveMap, gait: Gait, hex: str, cut: frozenset[str]) -> Iterator[Pace]:
    """5.1B, 6.5F, 14.3C"""
    bound = here.meuse if gait.bound else frozenset()
    if gait.manner == "in road mode":
        for side in here.roads.get(hex, ()):
            if side.name not in cut and side.name not in bound and here.drivable(side.to, gait.side):
                yield here.numbers.pace(side.to, 1)
        return
    for way in ways_over(here, hex, gait.side, mechanized=gait.mechanized):
        broken = way.name in cut
        off_road = gait.manner == "by road" and (broken or not way.why.startswith("road"))
        if way.name not in bound and not off_road:
            yield here.numbers.pace(way.to, way.cut if broken else way.points)


# What lies over it


def marches(march: March, *, by_road: bool = False) -> Range[str]:
    """5.1, 5.2, 7.1, 8.1 In standard mode."""
    here, unit, lay = the_map(), march.unit, march.lay
    each = cost("stacking", mechanized=unit.mechanized)
    friends = lay.without(unit)
    closed = lay.held[march.foe] | full_places(lay, unit)
    over = Hindered(closed, lay.control[march.foe] & ~friends, friends, each)
    table, start = table_for(march, "by road" if by_road else "cross country"), here.numbers.of[march.hex]
    first: tuple[Pace, ...] = () if march.barred(march.hex) else table[start]
    if not march.alone(march.hex):
        first = tuple((to, bit, points + each) for to, bit, points in first)
    return spread(here.numbers, table, start, first, march.points - march.spent, over)


def drives(march: March) -> Range[str]:
    """6.5 In road mode: every road hex counts one."""
    here, unit, lay = the_map(), march.unit, march.lay
    friends = lay.without(unit)
    stops = lay.control[march.foe] & ~friends
    over = Hindered(lay.held[march.foe] | crowded_places(lay, unit), stops)
    table, budget = table_for(march, "in road mode"), (march.points - march.spent) * rate(unit) - march.stretch
    if march.waits and march.hex in here.live:  # a German behind the hex of his entry
        on = here.drivable(march.hex, unit.side) and not stops & here.numbers.bit[march.hex]
        return spread(here.numbers, table, OUTSIDE, (here.numbers.pace(march.hex, 1),) if on else (), budget, over)
    start = here.numbers.of[march.hex]
    first: tuple[Pace, ...] = table[start]
    if march.hex in here.edge:  # 14.1A nobody comes on under enemy control
        first = tuple(pace for pace in first if not stops & pace[1])
    elif march.barred(march.hex):
        first = ()
    return spread(here.numbers, table, start, first, budget, over)
