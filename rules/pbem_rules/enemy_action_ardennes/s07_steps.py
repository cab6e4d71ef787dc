"""7. Movement: what a single step costs, what forbids it, and after which there is no other.  Cases 7.0 to 7.7."""

from __future__ import annotations

from pbem.ruleset import Cannot, frozen
from pbem_rules.enemy_action_ardennes.board import (
    BRITISH,
    FOE,
    OKW,
    OneWay,
    apart,
    army_area,
    around,
    beyond_the_meuse,
    date,
    is_westwall,
    map_edge,
    passage,
    terrain_of,
    the_charts,
    the_map,
)
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    Sway,
    bridged,
    by_road,
    enemy_bridge,
    enemy_town,
    holder,
    on_map,
    open_river,
    sway_of,
)

BOATS = " boats"
"""4.12 The mark of a second unit that crosses at a bridge on December 16."""


@frozen(slots=False)
class Going:
    """All that the steps of one unit depend on, worked out once."""

    table: EnemyAction
    unit: Regiment
    sway: Sway
    strategic: bool
    free: bool
    """5.21 It moves through zones."""
    budget: int
    hexes: int
    """How many hexes it may go at most."""
    west: int
    """7.5 The column beyond which strategic movement does not lead."""
    slip: bool = False
    """Withdrawal: the first step may lead from zone to zone."""
    begun: bool = False
    """It has moved already, and goes on."""
    shut: str = ""
    """7.33 The hexside where a bridge was blown before it, which it does not cross in this move."""


def going(
    table: EnemyAction,
    unit: Regiment,
    *,
    strategic: bool = False,
    sway: Sway | None = None,
    slip: bool = False,
    hurried: bool = False,
) -> Going:
    return Going(
        table,
        unit,
        sway or sway_of(table),
        strategic,
        unit.id in table.free,
        allowance(unit, strategic=strategic),
        most_hexes(table, unit, hurried=hurried),
        westernmost(table, unit.army) if strategic and unit.side == "german" else 99,
        slip,
    )


def alike(go: Going) -> tuple[object, ...]:
    """7.0 What the steps after the first depend on beside the position: those who have this in common go alike."""
    unit = go.unit
    alone = unit.id if unit.corps == BRITISH else ""
    return unit.side, unit.army, unit.on_foot, unit.isolated, alone, go.strategic, go.free, go.slip, go.begun, go.shut


def allowance(unit: Regiment, *, strategic: bool) -> int:
    """7.0, 7.5"""
    if not strategic:
        return unit.data.allowance
    if not unit.on_foot:
        return unit.data.allowance * the_charts().strategic["mechanized"]
    if unit.side == "allied":
        return unit.data.allowance * the_charts().strategic["allied infantry"]
    return unit.data.allowance + the_charts().limits["german infantry bonus"]


def most_hexes(table: EnemyAction, unit: Regiment, *, hurried: bool = False) -> int:
    """4.13, 10.22, 10.23 Who may go one hex only."""
    slow = table.day == 16 and unit.side == "allied" and unit.on_foot and not (hurried or table.hurried)
    return 1 if slow or unit.isolated or (unit.cut_off and not unit.on_foot) else 99


def westernmost(table: EnemyAction, army: str) -> int:
    """7.5 The column of an army's unit that is furthest west."""
    return max((int(unit.hex[2:]) for unit in on_map(table, "german") if unit.army == army), default=0)


def price(go: Going, here: str, near: str) -> int:
    """7.1 to 7.3 Points for one step; a river without a bridge takes the whole allowance."""
    if crosses_open(go, here, near):
        return go.budget
    cost = the_charts().costs["road"]["road"] if by_road(go.table, here, near) else ground_cost(go, near)
    leaving = here in go.sway.control[FOE[go.unit.side]] and not go.free and not go.slip
    return cost + (the_charts().costs["road"]["leaving a zone"] if leaving else 0)


def ground_cost(go: Going, hex: str) -> int:
    """7.2 Across country; frozen ground carries vehicles better."""
    if go.unit.on_foot:
        return the_charts().costs["infantry"][terrain_of(hex)]
    return the_charts().costs["frozen" if "Ground Freeze" in go.table.specials else "mechanized"][terrain_of(hex)]


def in_jam(table: EnemyAction, unit: Regiment) -> bool:
    """4.12 Whether bridges carry one unit in an activation."""
    return table.day == 16 and unit.side == "german"


def jammed(table: EnemyAction, unit: Regiment, way: OneWay) -> bool:
    """4.12 Another unit has used this bridge on December 16."""
    return in_jam(table, unit) and way.side in table.crossings and bridged(table, way.side)


def crosses_open(go: Going, here: str, near: str) -> bool:
    """7.31 A river without a bridge, or with one that is taken up (4.12)."""
    return open_river(go.table, here, near) or jammed(go.table, go.unit, passage(here, near))


def mark_of(table: EnemyAction, unit: Regiment, here: str, near: str, sway: Sway) -> str:
    """7.31, 7.32, 4.12 What to note of a crossing, so that no other unit may follow; mostly nothing."""
    way = passage(here, near)
    if not way.river:
        return ""
    if open_river(table, here, near):
        return way.side
    if jammed(table, unit, way):
        return way.side + BOATS
    return way.side if in_jam(table, unit) or near in sway.control[FOE[unit.side]] else ""


def stops(go: Going, here: str, near: str) -> bool:
    """7.1, 7.31, 7.9 Whether a unit must stop in the hex that it enters."""
    if crosses_open(go, here, near):
        return True
    if near in go.sway.control[FOE[go.unit.side]] and not go.free:
        return True
    return go.unit.side == "german" and blocked_road(go.table, near)


def blocked_road(table: EnemyAction, hex: str) -> bool:
    """7.9 A road leads from here to a roadblock in the next hex."""
    return any(by_road(table, hex, near) for near in around(hex) if near in table.roadblocks)


# What forbids a step


def cannot_step(go: Going, here: str, near: str, *, first: bool) -> Cannot | None:
    """7.0 to 7.7 Why a unit cannot go from one hex to the next."""
    unit = go.unit
    if go.sway.enemy_in(unit.side, near):
        return "7.1", f"{near} is held by the enemy", "attack it"
    if unit.side == "german" and near in go.table.roadblocks:
        return "7.9", f"a roadblock lies in {near}"
    return (
        cannot_cross(go, here, near, first=first)
        or cannot_pass_zones(go, here, near, first=first)
        or cannot_leave_area(go.table, unit, here, near)
        or (cannot_go_isolated(go, here, near) if unit.isolated else None)
        or (cannot_go_fast(go, here, near) if go.strategic else None)
    )


def cannot_cross(go: Going, here: str, near: str, *, first: bool) -> Cannot | None:
    """7.31, 7.32, 4.12 Rivers: at the start of a move only, and one unit for each hexside."""
    way = passage(here, near)
    if not way.river:
        return None
    if way.side == go.shut:
        return "7.33", f"the bridge {way.side} was blown before {go.unit.id}"
    if crosses_open(go, here, near):
        if go.strategic:
            return "7.5", f"no road leads over the river from {here} to {near}"
        if not first:
            return "7.31", f"{go.unit.id} must start its move at the river to cross from {here} to {near}"
        mark = way.side + BOATS if jammed(go.table, go.unit, way) else way.side
        if mark in go.table.crossings:
            return "7.31", f"another unit has crossed from {here} to {near} in this impulse"
        return None
    if near in go.sway.control[FOE[go.unit.side]] and way.side in go.table.crossings:
        return "7.32", f"another unit has crossed the bridge {way.side} into enemy control"
    return None


def cannot_pass_zones(go: Going, here: str, near: str, *, first: bool) -> Cannot | None:
    """7.1, 8.1 Not from zone to zone."""
    zone = go.sway.control[FOE[go.unit.side]]
    if go.free or here not in zone:
        return None
    if go.begun:
        return "7.1", f"{go.unit.id} has stopped in {here}"
    if go.unit.isolated:
        return "10.23", f"{go.unit.id} is isolated and may not leave the enemy's zone"
    if near in zone and not (go.slip and first):
        return "7.1", f"{go.unit.id} may not go from zone to zone, {here} to {near}"
    return None


def cannot_leave_area(table: EnemyAction, unit: Regiment, here: str, near: str) -> Cannot | None:
    """7.61, 7.62, 7.72 Army boundaries until the 19th; the British stay behind the Meuse."""
    if unit.side == "german":
        if table.day >= date("boundaries lifted") or unit.army == OKW or near in army_area(unit.army):
            return None
        if here not in army_area(unit.army) and outside(unit.army, near) < outside(unit.army, here):
            return None
        return "7.61", f"{near} is outside the area of {unit.army} Army"
    if unit.corps == BRITISH and near not in beyond_the_meuse() and not british_free(table, unit):
        return "7.72", f"{unit.id} may not go east of the Meuse before Germans are at the river"
    return None


def outside(army: str, hex: str) -> int:
    """7.61 How far a hex lies from an army's area."""
    return min(apart(hex, inside) for inside in sorted(army_area(army)))


def british_free(table: EnemyAction, unit: Regiment) -> bool:
    """7.72 From the 26th, once a German unit has come to the river, or from Dinant."""
    from_dinant = unit.id == "29A" and (table.from_dinant or unit.hex not in beyond_the_meuse())
    return table.meuse_reached or table.day >= date("british free") or from_dinant


def cannot_go_isolated(go: Going, here: str, near: str) -> Cannot | None:
    """10.23"""
    unit = go.unit
    if not unit.on_foot:
        return "10.23", f"{unit.id} is isolated and mechanized, and may not move"
    if enemy_town(go.table, unit.side, near):
        return "10.23", f"{unit.id} is isolated and may not enter {near}"
    if enemy_bridge(go.table, unit.side, here, near):
        return "10.23", f"{unit.id} is isolated and may not cross an enemy bridge"
    if unit.side == "allied" and is_westwall(near) and not holder(go.table, near):
        return "10.23", f"{unit.id} is isolated and may not enter the empty Westwall"
    return None


def cannot_go_fast(go: Going, here: str, near: str) -> Cannot | None:
    """7.5 What strategic movement may not do."""
    table, unit = go.table, go.unit
    if not by_road(table, here, near):
        return "7.5", f"no road leads from {here} to {near}"
    if near in go.sway.near[FOE[unit.side]]:
        return "7.5", f"{near} is next to the enemy"
    if enemy_town(table, unit.side, near):
        return "7.5", f"{near} is an enemy town"
    if enemy_bridge(table, unit.side, here, near):
        return "7.5", f"the bridge from {here} to {near} is the enemy's"
    return cannot_go_fast_there(go, near)


def cannot_go_fast_there(go: Going, near: str) -> Cannot | None:
    """7.5 The restrictions of either side."""
    if go.unit.side == "allied":
        return ("7.5", f"{near} lies in the Westwall") if is_westwall(near) else None
    if any(block in around(near) for block in go.table.roadblocks):
        return "7.5", f"{near} is next to a roadblock"
    if int(near[2:]) > go.west:
        return "7.5", f"{near} is further west than any unit of {go.unit.army} Army"
    return ("7.5", f"{near} lies on the map edge") if near in map_edge() else None


def cannot_begin(table: EnemyAction, unit: Regiment, *, strategic: bool, sway: Sway) -> Cannot | None:
    """7.5, 9.9, 10.41 Who cannot move at all, or not in this way."""
    if unit.dispersed:
        return "9.9", f"{unit.id} is dispersed"
    if unit.no_fuel:
        return "10.41", f"{unit.id} is out of fuel"
    if unit.isolated and not unit.on_foot:
        return "10.23", f"{unit.id} is isolated and mechanized, and may not move"
    if not strategic:
        return None
    if not unit.supplied:
        return "7.5", f"{unit.id} is not in supply"
    if not the_map().on_road(unit.hex):
        return "7.5", f"{unit.id} does not start on a road"
    if unit.hex in sway.near[FOE[unit.side]]:
        return "7.5", f"{unit.id} starts next to the enemy"
    if most_hexes(table, unit) == 1:
        return "4.13", f"{unit.id} may move one hex only"
    return None
