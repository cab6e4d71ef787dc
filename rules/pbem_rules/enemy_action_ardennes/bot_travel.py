"""How far it is for the staff: movement points over the bridges that stand, whoever is in between."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush

from pbem_rules.enemy_action_ardennes.board import DATA, passages, terrain_of, the_charts
from pbem_rules.enemy_action_ardennes.table import Regiment

FAR = 99
REACH = {"vehicles": 5, "foot": 3}
"""What a river without a bridge costs: a whole impulse."""
BRIDGES = 8
"""So many states of the bridges are remembered."""


class Travels(dict[str, Mapping[str, int]]):
    """Movement points from every hex to each goal that anybody has asked for, where these bridges are blown."""

    def __init__(self, gait: str, blown: tuple[str, ...]) -> None:
        super().__init__()
        self.gait, self.blown = gait, blown

    def __missing__(self, goal: str) -> Mapping[str, int]:
        far = as_printed(self.gait, goal)
        if any(leads_over(far, side) for side in self.blown):
            far = around_them(self.gait, far, self.blown)
        self[goal] = far
        return far


travels = DATA.renews(lru_cache(maxsize=BRIDGES)(Travels))


def travel(gait: str, goal: str, blown: tuple[str, ...] = ()) -> Mapping[str, int]:
    """Movement points from every hex to a goal."""
    return travels(gait, blown)[goal]


def distance(unit: Regiment, hex: str, goal: str, blown: tuple[str, ...] = ()) -> int:
    return travel(gait(unit), goal, blown).get(hex, FAR)


def gait(unit: Regiment) -> str:
    return "foot" if unit.on_foot else "vehicles"


def leads_over(far: Mapping[str, int], side: str) -> bool:
    """Whether a way to the goal may lead over a bridge: its ends lie one point apart."""
    near, beyond = side.split("-")
    return abs(far.get(near, FAR) - far.get(beyond, FAR)) == 1


@DATA.cached
def as_printed(gait: str, goal: str) -> Mapping[str, int]:
    """To a goal over all printed bridges."""
    found = {goal: 0}
    settle(gait, found, [(0, goal)], ())
    return found


def around_them(gait: str, far: Mapping[str, int], blown: tuple[str, ...]) -> dict[str, int]:
    """The same without these bridges: only what lies behind them is looked at again."""
    found = dict(far)
    lost = cut_off(gait, found, blown)
    for hex in lost:
        del found[hex]
    edge = [(found[to], to) for hex in lost for to, _, _ in entries(gait)[hex] if to in found]
    heapify(edge)
    settle(gait, found, edge, blown)
    return found


def cut_off(gait: str, far: Mapping[str, int], blown: tuple[str, ...]) -> set[str]:
    """The hexes all of whose shortest ways to the goal lead over one of these bridges."""
    steps, river, lost, seen = entries(gait), REACH[gait], set[str](), set[str]()
    edge = [(far[hex], hex) for side in blown for hex in side.split("-") if hex in far]
    heapify(edge)
    while edge:
        cost, hex = heappop(edge)
        if hex in seen or not cost:
            continue
        seen.add(hex)
        for to, _, _ in steps[hex]:
            if to in lost or far[to] >= cost:
                continue
            pace, bridge = next((pace, bridge) for back, pace, bridge in steps[to] if back == hex)
            if far[to] + (river if bridge in blown else pace) == cost:
                break
        else:
            lost.add(hex)
            for to, pace, _ in steps[hex]:
                if far[to] == cost + pace:
                    heappush(edge, (far[to], to))
    return lost


def settle(gait: str, found: dict[str, int], edge: list[tuple[int, str]], blown: Collection[str]) -> None:
    """From the edge of what is known on to everything, the nearest first."""
    steps, river = entries(gait), REACH[gait]
    while edge:
        cost, here = heappop(edge)
        if cost > found[here]:
            continue
        for to, pace, bridge in steps[here]:
            total = cost + (river if bridge in blown else pace)
            if total < found.get(to, FAR):
                found[to] = total
                heappush(edge, (total, to))


@DATA.cached
def entries(gait: str) -> dict[str, tuple[tuple[str, int, str], ...]]:
    """For each hex, from where one enters it, at what cost, and over which bridge if there is one."""
    costs = the_charts().costs["infantry" if gait == "foot" else "mechanized"]
    return {
        hex: tuple(
            (
                way.to,
                1 if way.road else REACH[gait] if way.river else costs[terrain_of(hex)],
                way.side if way.road and way.river else "",
            )
            for way in ways
        )
        for hex, ways in passages().items()
    }
