"""10. Movement: the way that a line asks for, and what forbids it.  Cases 9.1, 10.0 and 13.0."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from pbem.ruleset import Cannot
from pbem_rules.bulge.board import limit, ways, ways_between
from pbem_rules.bulge.s10_fares import OFF_MAP, Mover
from pbem_rules.bulge.s10_trips import trips
from pbem_rules.bulge.s13_reinforcements import cannot_enter_by, held_by_the_meuse, in_sight
from pbem_rules.bulge.sheets import Route


def path_of(mover: Mover, route: Route) -> tuple[str, ...] | None:
    """The hexes a line names, or the cheapest way to where it wants to go; None: there is none."""
    goal = route.to or (route.exit if route.exit not in ("", "here") and route.exit not in route.path[-1:] else "")
    named = (route.enter, *route.path) if route.enter else route.path
    if not goal or goal == mover.unit.hex:
        return named
    if route.path:
        return None
    if route.via:
        return by_way_of(mover, route, goal)
    found = trips(mover, road_only=route.by_road, enter=route.enter)
    return found.path(goal) if goal in found else None


def by_way_of(mover: Mover, route: Route, goal: str) -> tuple[str, ...] | None:
    """`to HEX via HEX`: one stretch after the other, each the cheapest."""
    path: tuple[str, ...] = ()
    unit = mover.unit
    for stage, hex in enumerate((*route.via, goal)):
        here, came = (path[-1], unit.entered or path[0]) if path else (unit.hex, unit.entered)
        seen = any(in_sight(mover.table, one, unit.side) for one in path)
        stretch = replace(mover, unit=replace(unit, hex=here, entered=came), released=mover.released or seen)
        found = trips(stretch, road_only=route.by_road, enter="" if stage else route.enter)
        if hex not in found:
            return None
        path = (*path, *found.path(hex))
    return path


def cannot_follow(mover: Mover, path: tuple[str, ...], *, leave: bool) -> Cannot | None:
    """9.1, 10.0, 13.0 What forbids a way, its cost left aside."""
    unit, lay, here = mover.unit, mover.lay, mover.unit.hex
    if unit.hex and lay.in_ezoc(unit.hex, unit.side) and (path or leave):
        return begins_in_ezoc(mover)
    bound = mover.bound
    for number, hex in enumerate(path):
        if here == OFF_MAP:
            problem = cannot_enter_by(mover.table, lay, unit, hex)
        else:
            problem = cannot_step(mover, here, hex, path[0], bound=bound)
        if problem:
            return problem
        last = number == len(path) - 1 and not leave
        if not last and lay.in_ezoc(hex, unit.side):
            return "9.1a", f"{unit.id} must stop in {hex}, which is in an enemy ZOC"
        bound = bound and in_sight(mover.table, hex, unit.side) is None
        here = hex
    if path and not leave and here != unit.hex and here in lay.held:
        return "8.0", f"{here} is full, a move ends in a hex of its own", "let the unit there move first"
    return None


def begins_in_ezoc(mover: Mover) -> Cannot:
    """9.1 Such a unit does not move."""
    unit, near = mover.unit, {way.to for way in ways()[mover.unit.hex]}
    foes = [u for u in mover.table.units.values() if u.side != unit.side and u.hex in near]
    where = ", ".join(f"{foe.id} ({foe.hex})" for foe in sorted(foes, key=attrgetter("id")))
    hint = f"it must attack one of {', '.join(sorted(foe.hex for foe in foes))}" if foes else ""
    return "9.1a", f"{unit.id} begins in the ZOC of {where}, no move", hint


def cannot_step(mover: Mover, start: str, hex: str, first: str, *, bound: bool) -> Cannot | None:
    """10.0, 13.0 Why a unit cannot go from one hex to another."""
    unit = mover.unit
    if (start, hex) not in ways_between():
        return "10.0", f"{hex} is not next to {start}"
    if mover.lay.enemy_in(hex, unit.side):
        return "10.0", f"{hex} is held by the enemy", "attack it before or after movement"
    if bound and held_by_the_meuse(unit, unit.entered or first, ways_between()[start, hex]):
        hexes = limit("british hexes")
        return (
            "13.0c",
            f"{unit.id} may not cross the Meuse or go over {hexes} hexes from its entry before it is released",
        )
    return None
