"""9.8 Advance after combat.  Cases 9.8 to 9.82, in the rulebook's order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from pbem.ruleset import Umpire
from pbem_rules.enemy_action_ardennes.board import FOE, around, passage, terrain_of
from pbem_rules.enemy_action_ardennes.events_field import HexsideUsed, RegimentAdvanced
from pbem_rules.enemy_action_ardennes.s07_reactions import after_entering, demolition
from pbem_rules.enemy_action_ardennes.s07_steps import BOATS, blocked_road, cannot_leave_area, in_jam
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement
from pbem_rules.enemy_action_ardennes.s09_retreats import Trail
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    Sway,
    bridged,
    by_name,
    by_road,
    holder,
    open_river,
    overstacked,
    standing_bridges,
    sway_of,
    units_in,
)


def advance(table: EnemyAction, umpire: Umpire, fight: Engagement, line: AssaultOrder, gone: tuple[int, Trail]) -> None:
    """9.8 Any and all attackers that are not dispersed, into the hex that was left, vehicles perhaps further."""
    paces, trail = gone
    if holder(table, fight.target):
        return
    ways = advances(table, fight, paces, trail)
    if not ways:
        return
    options = [option for found in ways for option in found]
    judge = partial(wrong_advance, table, fight.target)
    pick = umpire.choose(
        "9.8", fight.side, "advance", f"who advances to {fight.target}?", options, 0, len(options), judge=judge,
        said=wanted_advances(line.then, options, judge), otherwise=(), facts={"target": fight.target},
    )  # fmt: skip
    for option in pick:
        go_forward(table, umpire, fight, option, aside(line.then, option), trail)


def advances(table: EnemyAction, fight: Engagement, paces: int, trail: Trail) -> list[list[str]]:
    """9.8, 9.81 For each unit that may: the hex itself, and beyond it."""
    sway, found = sway_of(table), list[list[str]]()
    for unit in by_name(table, fight.attackers):
        if not unit.hex or unit.dispersed or unit.no_fuel or not may_enter(table, unit, fight.target):
            continue
        options = [unit.id]
        if paces == 2 and not unit.on_foot and not must_halt(table, unit, fight.target):
            options += [f"{unit.id} to {far}" for far in second_hexes(table, sway, unit, fight.target, trail)]
        found.append(options)
    return found


def may_enter(table: EnemyAction, unit: Regiment, target: str) -> bool:
    """7.61, 7.72, 7.9, 9.82 The first hex; over a river only where it attacked, as every attacker did."""
    if target not in around(unit.hex) or (unit.side == "german" and target in table.roadblocks):
        return False
    return cannot_leave_area(table, unit, unit.hex, target) is None


def must_halt(table: EnemyAction, unit: Regiment, target: str) -> bool:
    """9.82, 7.9 Behind a river without a bridge, and before a roadblock."""
    wet = open_river(table, unit.hex, target)
    return wet or (unit.side == "german" and blocked_road(table, target))


def second_hexes(table: EnemyAction, sway: Sway, unit: Regiment, target: str, trail: Trail) -> list[str]:
    """9.81 Along the retreat freely; elsewhere not from zone to zone, over rivers or into forests off the road."""
    return [far for far in around(target) if far != unit.hex and may_go_on(table, sway, unit, target, far, trail)]


def may_go_on(table: EnemyAction, sway: Sway, unit: Regiment, target: str, far: str, trail: Trail) -> bool:
    """9.81, 9.82"""
    foe, german = FOE[unit.side], unit.side == "german"
    if sway.enemy_in(unit.side, far) or (german and far in table.roadblocks):
        return False
    if cannot_leave_area(table, unit, target, far):
        return False
    if far in trail:
        return True
    if target in sway.control[foe] and far in sway.control[foe]:
        return False
    return not open_river(table, target, far) and (terrain_of(far) != "forest" or by_road(table, target, far))


def path_in(option: str, target: str) -> tuple[str, tuple[str, ...]]:
    """The unit of an option, and its hexes."""
    unit, _, far = option.partition(" to ")
    return unit, (target, far) if far else (target,)


def wrong_advance(table: EnemyAction, target: str, pick: Sequence[str]) -> str | None:
    """9.8, 9.82, 7.4 Each unit once, within the stacking limits, and one unit for each narrow crossing."""
    ends: dict[str, list[Regiment]] = {}
    used: list[str] = []
    sway = sway_of(table)
    for option in pick:
        name, path = path_in(option, target)
        unit = table.units[name]
        if any(unit in stack for stack in ends.values()):
            return f"{name} is named twice"
        ends.setdefault(path[-1], []).append(unit)
        for here, near in pairwise((unit.hex, *path)):
            mark = narrow(table, unit, here, near, sway, used)
            if mark in used or (mark in table.crossings and jams(table, unit, here, near)):
                return f"only one unit may cross from {here} to {near}"
            if mark.endswith(BOATS) and near != path[-1]:
                return f"{name} crosses beside the bridge and stops in {near}"
            used += [mark] if mark else []
    moved = [unit for stack in ends.values() for unit in stack]
    for hex, stack in sorted(ends.items()):
        if overstacked([*[unit for unit in units_in(table, hex) if unit not in moved], *stack]):
            return f"{hex} holds three units or six steps"
    return None


def narrow(table: EnemyAction, unit: Regiment, here: str, near: str, sway: Sway, used: Sequence[str]) -> str:
    """9.82, 4.12 What to note of a hexside that one unit may cross in a combat, or on the 16th; mostly nothing."""
    way = passage(here, near)
    if not way.river or open_river(table, here, near):
        return way.side if way.river else ""
    if jams(table, unit, here, near):
        return way.side + BOATS * (way.side in (*used, *table.crossings))
    return way.side if near in sway.control[FOE[unit.side]] else ""


def jams(table: EnemyAction, unit: Regiment, here: str, near: str) -> bool:
    """4.12 Whether a bridge on the way carries one unit in the whole activation."""
    return in_jam(table, unit) and bridged(table, passage(here, near).side)


def wanted_advances(then: str, options: Sequence[str], judge: partial[str | None]) -> tuple[str, ...] | None:
    """`advance all`, `advance 39.26, 304.2P`, `advance 2.2P to 1509`: as many as are lawful, in that order."""
    if not then:
        return None
    if then in ("stay", "none"):
        return ()
    named = re.split(r",\s*", then.removeprefix("advance "))
    if named == ["all"]:
        named = [option for option in options if " to " not in option]
    known = tuple(option for option in named if option in options)
    if judge(known) is None:  # who goes makes room for those before him
        return known
    taken: list[str] = []
    for option in known:
        if judge((*taken, option)) is None:
            taken.append(option)
    return tuple(taken)


def aside(then: str, option: str) -> tuple[str, ...]:
    """7.33 `advance 3.2P to 1411, 3.2P to 1312`: where else a unit goes if it is stopped before its second hex."""
    unit, _, far = option.partition(" to ")
    named = [words.partition(" to ") for words in re.split(r",\s*", then.removeprefix("advance "))]
    return tuple(hex for name, _, hex in named if name == unit and hex not in ("", far)) if far else ()


def go_forward(
    table: EnemyAction, umpire: Umpire, fight: Engagement, option: str, elsewhere: Sequence[str], trail: Trail
) -> None:
    """9.8, 7.33 Hex by hex: a bridge ahead may be blown, before the first as before the second."""
    name, path = path_in(option, fight.target)
    unit = table.units[name]
    at = umpire.within(name)
    before = standing_bridges(table)
    demolition(table, at, unit)
    for hex in path:
        side = passage(unit.hex, hex).side
        if side in before and not bridged(table, side):
            if unit.hex == fight.target and (other := turning(table, fight, unit, elsewhere, trail)):
                go_on(table, at, unit, other)
            return
        go_on(table, at, unit, hex)


def go_on(table: EnemyAction, umpire: Umpire, unit: Regiment, hex: str) -> None:
    """9.8 One hex of an advance, and what may happen there."""
    mark = narrow(table, unit, unit.hex, hex, sway_of(table), ()) if jams(table, unit, unit.hex, hex) else ""
    umpire.do("9.8", RegimentAdvanced(unit.id, (hex,)))
    if mark:
        umpire.do("4.12", HexsideUsed(mark))
    after_entering(table, umpire, unit)
    if unit.hex:
        demolition(table, umpire, unit)


def turning(table: EnemyAction, fight: Engagement, unit: Regiment, elsewhere: Sequence[str], trail: Trail) -> str:
    """7.33 The first of the other hexes that is open to a unit on the hex that was attacked, over no river."""
    able = second_hexes(table, sway_of(table), unit, fight.target, trail)
    dry = [hex for hex in elsewhere if hex in able and not passage(fight.target, hex).river]
    return next((hex for hex in dry if not overstacked([*units_in(table, hex), unit])), "")
