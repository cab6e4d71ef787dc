"""9.7 Retreats: where a beaten stack may go, by priority, and what it costs.  Cases 9.7 to 9.75."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import (
    FOE,
    HEYDTE,
    apart,
    army_area,
    around,
    date,
    is_westwall,
    terrain_of,
)
from pbem_rules.enemy_action_ardennes.s10_supply import SupplyOfHexes
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    Sway,
    by_road,
    enemy_bridge,
    enemy_town,
    fits,
    open_river,
    sway_of,
    units_in,
)

FREE, WITH_FRIENDS, SUPPLIED_ZONE, LAST_RESORT = 1, 2, 3, 4
"""9.7 The priorities; the last two cost a step."""


Taken: TypeAlias = Mapping[str, tuple[Regiment, ...]]
"""9.73 Who of a stack that parts goes to which hex."""
NOBODY: Taken = {}
Trail: TypeAlias = frozenset[str]
"""9.81 The hexes into which a beaten stack went first."""
Tolls: TypeAlias = Mapping[str, int]
"""9.61 How many steps each unit has lost in this combat."""
NONE_LOST: Tolls = {}


@frozen(slots=False)
class WayOut:
    """9.7 One way out: the hexes, and how many steps it costs."""

    path: tuple[str, ...]
    rank: tuple[int, ...]
    """What makes it better or worse, hex by hex: boundary, priority, rough going."""
    price: int

    @property
    def end(self) -> str:
        return self.path[-1]

    @property
    def crosses(self) -> bool:
        """7.61 Whether it leads over an army's boundary."""
        return any(self.rank[::3])

    def __str__(self) -> str:
        return " ".join(self.path)


@frozen(slots=False)
class RetreatGround:
    """What a retreat needs to know of the position."""

    table: EnemyAction
    side: str
    sway: Sway
    supplied: SupplyOfHexes
    """10.1 No line leads back through the hex that is left: whoever retreats holds none until he stands again."""


def ground_of(table: EnemyAction, side: str, left: str) -> RetreatGround:
    sway = sway_of(table)
    held = {hex: who for hex, who in sway.held.items() if hex != left}
    return RetreatGround(table, side, sway, SupplyOfHexes(table, side, replace(sway, held=held)))


def can_retreat(units: Sequence[Regiment]) -> bool:
    """9.7, 10.23, 10.41 Not the parachutists, not who is out of fuel, not isolated vehicles."""
    stuck = (unit.id == HEYDTE or unit.no_fuel or (unit.isolated and not unit.on_foot) for unit in units)
    return not any(stuck)


def can_retreat_two(units: Sequence[Regiment]) -> bool:
    """9.75, 9.9, 10.23 Nobody in the hex dispersed or isolated."""
    return can_retreat(units) and not any(unit.dispersed or unit.isolated for unit in units)


def retreats(
    table: EnemyAction, hex: str, units: Sequence[Regiment], paces: int, lost: Tolls = NONE_LOST
) -> list[WayOut]:
    """9.7 The ways that are open to a stack that retreats together, those of the best priority.

    9.72 Where those cost a unit and others do not, both are open: those that spare it stand first.  7.61 No way leads
    over an army's boundary while there is one within it, be it to spare a unit.
    """
    if not units:
        return []
    ways = all_ways(ground_of(table, units[0].side, hex), hex, units, paces)
    if not ways:
        return []
    ways = [way for way in ways if not way.crosses] or ways
    best, saving = best_of(ways), [way for way in ways if not is_deadly(way, units, lost)]
    spared = best_of(saving) if saving and all(is_deadly(way, units, lost) for way in best) else []
    return [*sorted(spared, key=lambda way: way.path), *sorted(best, key=lambda way: way.path)]


def is_deadly(way: WayOut, units: Sequence[Regiment], lost: Tolls = NONE_LOST) -> bool:
    """9.72, 9.61 Whether a unit dies of the steps that a way costs, taken evenly with those lost before."""
    tolls, steps = {unit.id: lost.get(unit.id, 0) for unit in units}, {unit.id: unit.steps for unit in units}
    for _ in range(way.price):
        fewest = min(tolls.values())
        name = max([each for each, count in tolls.items() if count == fewest], key=steps.__getitem__)
        tolls[name] += 1
        steps[name] -= 1
        if not steps[name]:
            return True
    return False


def can_escape(table: EnemyAction, hex: str, units: Sequence[Regiment], paces: int) -> bool:
    """9.7, 9.73 Together, or apart where there is no room for all."""
    return bool(retreats(table, hex, units, paces)) or can_part(table, hex, units, paces)


def can_part(table: EnemyAction, hex: str, units: Sequence[Regiment], paces: int, taken: Taken = NOBODY) -> bool:
    """9.73 Whether units that find no room together find it apart, those who went before counted in."""
    return not units or bool(partings(table, hex, units, paces, taken))


def partings(
    table: EnemyAction, hex: str, units: Sequence[Regiment], paces: int, taken: Taken = NOBODY
) -> list[WayOut]:
    """9.73 The best ways of the first of some units that part and leave room for the others."""
    first, rest = units[0], units[1:]
    ground = ground_of(table, first.side, hex)
    able = [
        way
        for way in all_ways(ground, hex, [first], paces)
        if fits(table, way.end, [*taken.get(way.end, ()), first])
        and can_part(table, hex, rest, paces, {**taken, way.end: (*taken.get(way.end, ()), first)})
    ]
    return sorted(best_of(able), key=lambda way: way.path) if able else []


def best_of(ways: Sequence[WayOut]) -> list[WayOut]:
    """9.7 First the best first hex, then the best second."""
    first = min(way.rank[:3] for way in ways)
    led = [way for way in ways if way.rank[:3] == first]
    return [way for way in led if way.rank == min(other.rank for other in led if other.path[0] == way.path[0])]


def all_ways(ground: RetreatGround, hex: str, units: Sequence[Regiment], paces: int) -> list[WayOut]:
    """Every way of one hex, or of two that ends two hexes away."""
    found = []
    for near in around(hex):
        first = judged(ground, hex, near, units, last=paces == 1)
        if first is None:
            continue
        if paces == 1:
            found.append(WayOut((near,), first, price_of(first)))
            continue
        for far in around(near):
            if apart(hex, far) != 2:
                continue
            second = judged(ground, near, far, units, last=True)
            if second is not None:
                found.append(WayOut((near, far), (*first, *second), price_of(first) + price_of(second)))
    return found


def price_of(rank: tuple[int, ...]) -> int:
    return int(rank[1] >= SUPPLIED_ZONE)


def judged(
    ground: RetreatGround, here: str, near: str, units: Sequence[Regiment], *, last: bool
) -> tuple[int, int, int] | None:
    """9.7, 9.71 Whether a stack may go into a hex, and how good that is; None: it may not."""
    table, side = ground.table, ground.side
    if ground.sway.enemy_in(side, near) or (near in table.roadblocks and side == "german"):
        return None
    if any(unit.isolated for unit in units) and enemy_bridge(table, side, here, near):
        return None  # 10.23
    friends = [unit for unit in units_in(table, near) if unit not in units]
    if not friends and enemy_town(table, side, near):
        return None
    if side == "allied" and is_westwall(near) and not friends:
        return None
    if last and not fits(table, near, units):
        return None
    return out_of_bounds(table, units, here, near), priority(ground, near, friends), rough(table, here, near)


def priority(ground: RetreatGround, near: str, friends: Sequence[Regiment]) -> int:
    """9.7 One to four."""
    if near not in ground.sway.control[FOE[ground.side]]:
        return FREE
    if any(unit.supplied for unit in friends):
        return WITH_FRIENDS
    return SUPPLIED_ZONE if not friends and ground.supplied(near) else LAST_RESORT


def rough(table: EnemyAction, here: str, near: str) -> int:
    """9.7 Over a river without a bridge, or into a forest off the road, only where nothing else is open."""
    return int(open_river(table, here, near) or (terrain_of(near) == "forest" and not by_road(table, here, near)))


def out_of_bounds(table: EnemyAction, units: Sequence[Regiment], here: str, near: str) -> int:
    """7.61 Across an army's boundary only if there is no other way; who is beyond it already does not cross it."""
    if units[0].side != "german" or table.day >= date("boundaries lifted"):
        return 0
    areas = [army_area(unit.army) for unit in units]
    return int(any(here in area and near not in area for area in areas))


def way_named(ways: Sequence[WayOut], text: str) -> WayOut:
    return next(way for way in ways if str(way) == text)
