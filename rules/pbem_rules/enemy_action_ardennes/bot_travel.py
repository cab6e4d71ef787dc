"""How far it is for the staff: movement points over the map as it is printed, whoever stands there."""

from __future__ import annotations

from heapq import heappop, heappush

from pbem_rules.enemy_action_ardennes.board import DATA, passages, terrain_of, the_charts
from pbem_rules.enemy_action_ardennes.table import Regiment

FAR = 99
REACH = {"vehicles": 5, "foot": 3}
"""What a river without a bridge costs: a whole impulse."""


@DATA.cached
def travel(gait: str, goal: str) -> dict[str, int]:
    """Movement points from every hex to a goal, over the bridges that are printed, whoever stands there."""
    costs = the_charts().costs["infantry" if gait == "foot" else "mechanized"]
    found, edge = {goal: 0}, [(0, goal)]
    while edge:
        cost, here = heappop(edge)
        if cost > found[here]:
            continue
        for way in passages()[here]:
            step = 1 if way.road else REACH[gait] if way.river else costs[terrain_of(here)]
            if cost + step < found.get(way.to, FAR):
                found[way.to] = cost + step
                heappush(edge, (cost + step, way.to))
    return found


def gait(unit: Regiment) -> str:
    return "foot" if unit.on_foot else "vehicles"


def distance(unit: Regiment, hex: str, goal: str) -> int:
    return travel(gait(unit), goal).get(hex, FAR)
