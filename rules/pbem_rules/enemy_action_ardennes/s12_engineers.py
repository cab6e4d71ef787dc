"""12. Bridges repaired, built and destroyed by engineers, and improved positions.  Cases 12.2 to 12.34."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.enemy_action_ardennes.board import FOE, built_in, passages, river_sides
from pbem_rules.enemy_action_ardennes.events_field import BridgeTaken
from pbem_rules.enemy_action_ardennes.events_works import BridgeMade, PositionBuilt
from pbem_rules.enemy_action_ardennes.phrases import BLOW, BUILD, POSITION, REPAIR, side_named
from pbem_rules.enemy_action_ardennes.s07_reactions import blow
from pbem_rules.enemy_action_ardennes.s10_supply import SupplyOfHexes
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    bridged,
    by_name,
    holder,
    sway_of,
    units_in,
)


def cannot_work(table: EnemyAction, side: str, work: str, supplied: SupplyOfHexes | None = None) -> Cannot | None:
    """12.21, 12.22, 12.31 What engineers cannot do where they are told to."""
    kind, _, where = work.partition(" ")
    if kind == POSITION:
        return cannot_have_position(table, side, where)
    hexside = side_named(where)
    if hexside is None:
        return "12.21", f"{work}: that is no hexside", "write two hexes that touch, such as 1707-1708"
    supplied = supplied or SupplyOfHexes(table, side)
    if kind == BLOW:
        return cannot_blow(table, side, hexside, supplied)
    return cannot_bridge(table, side, kind, hexside, supplied)


def cannot_bridge(table: EnemyAction, side: str, kind: str, hexside: str, supplied: SupplyOfHexes) -> Cannot | None:
    """12.21, 12.22 One of the hexes in supply, no enemy in either, no enemy control but over one's own units."""
    if hexside not in river_sides():
        return "12.22", f"no river runs along {hexside}"
    if kind == REPAIR and hexside not in table.blown:
        return "12.21", f"no blown bridge is at {hexside}"
    if kind == BUILD and hexside in table.bridges:
        return "12.22", f"{hexside} has a bridge, which can be repaired once it is blown"
    hexes = hexside.split("-")
    sway = sway_of(table)
    for hex in hexes:
        if sway.enemy_in(side, hex):
            return "12.21", f"the enemy stands in {hex}"
        if sway.barred(side, hex):
            return "12.21", f"{hex} is in the enemy's control, and no unit of yours stands there"
    if not any(map(supplied, hexes)):
        return "10.0", f"neither hex of {hexside} is in supply"
    return None


def cannot_blow(table: EnemyAction, side: str, hexside: str, supplied: SupplyOfHexes) -> Cannot | None:
    """12.21, 4.13 Allied engineers, not on the 16th; no Germans at the bridge unless an Allied unit holds it too."""
    if side != "allied":
        return "12.21", "German engineers destroy no bridges"
    if table.day == 16:
        return "4.13", "no bridges are blown on December 16"
    if not bridged(table, hexside):
        return "12.21", f"no intact bridge is at {hexside}"
    hexes = hexside.split("-")
    held = [holder(table, hex) for hex in hexes]
    if "german" in held and "allied" not in held:
        return "12.21", f"German units stand at the bridge {hexside}, and none of yours"
    if not any(map(supplied, hexes)):
        return "10.0", f"neither hex of {hexside} is in Allied supply"
    return None


def cannot_have_position(table: EnemyAction, side: str, hex: str) -> Cannot | None:
    """12.31, 12.32 A unit in supply, no town, no position there yet."""
    if side != "allied":
        return "12.31", "German engineers place no positions outside combat"
    there = [unit for unit in units_in(table, hex) if unit.side == side and unit.supplied] if hex else []
    if not there:
        return "12.31", f"no unit of yours in supply stands in {hex or 'no hex'}"
    if all(unit.dispersed for unit in there):
        return "9.9", f"the units in {hex} are dispersed"
    return cannot_hold_position(table, hex)


def cannot_hold_position(table: EnemyAction, hex: str) -> Cannot | None:
    """12.32"""
    if built_in(hex):
        return "12.32", f"{hex} is a {built_in(hex)}"
    return ("12.32", f"{hex} has an improved position") if hex in table.improved else None


def work(table: EnemyAction, umpire: Umpire, side: str, what: str) -> None:
    """12.21 to 12.31 What engineers are told to do, once it is known to be allowed."""
    kind, _, where = what.partition(" ")
    if kind == POSITION:
        umpire.do("12.31", PositionBuilt(where))
        return
    hexside = side_named(where) or where
    if kind == BLOW:
        blow(table, umpire, hexside)
    elif kind == REPAIR:
        umpire.do("12.21", BridgeMade(hexside, side))
    else:
        umpire.do("12.22", BridgeMade(hexside, side))


def possible_works(table: EnemyAction, side: str) -> list[str]:
    """What engineers could do now: repairs everywhere, demolitions where Germans may come."""
    found = [f"{REPAIR} {hexside}" for hexside in sorted(table.blown)]
    if side == "allied":
        found += [f"{BLOW} {hexside}" for hexside in sorted(table.bridges) if hexside not in table.blown]
    supplied = SupplyOfHexes(table, side)
    return [words for words in found if cannot_work(table, side, words, supplied) is None]


# 12.2 Bridges change hands as an activation begins


def take_bridges(table: EnemyAction, umpire: Umpire) -> None:
    """12.2 Where an active unit stands at an enemy bridge and no owner beyond it."""
    taken: list[str] = []
    for unit in by_name(table, table.active):
        for way in passages()[unit.hex]:
            owned = way.side in table.bridges and table.bridges[way.side] != unit.side
            if owned and way.side not in taken and holder(table, way.to) != FOE[unit.side]:
                taken.append(way.side)
                umpire.do("12.2", BridgeTaken(way.side, unit.side))


# 12.31 At the end of an impulse


def cannot_dig(table: EnemyAction, unit: Regiment) -> Cannot | None:
    """12.31, 12.32, 9.9, 10.22 Active, in supply or low supply, neither moved nor fought nor dispersed."""
    if unit.id not in table.active:
        return "12.31", f"{unit.id} is not active in this impulse"
    if unit.id in table.moved or unit.id in table.fought:
        return "12.31", f"{unit.id} has moved or attacked in this impulse"
    if unit.dispersed:
        return "9.9", f"{unit.id} is dispersed"
    if unit.cut_off:
        return "10.22", f"{unit.id} is out of supply"
    return cannot_hold_position(table, unit.hex)


def dig(table: EnemyAction, umpire: Umpire, lines: Orders, names: Sequence[str]) -> None:
    """12.31"""
    for name in names:
        unit = table.units.get(name)
        if unit is None or not unit.hex:
            lines.refuse("12.31", f"{name} is not on the map")
        elif problem := cannot_dig(table, unit):
            lines.refuse(*problem)
        else:
            umpire.do("12.31", PositionBuilt(unit.hex))
