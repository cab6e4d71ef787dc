"""By which ways the enemy comes, how soon he is where it counts, and what a unit in his way is worth.

Time is counted in movement points of vehicles, worth in hundredths of a point.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import heapify, heappop, heappush

from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import (
    DATA,
    FOE,
    around,
    built_in,
    passages,
    terrain_of,
    the_charts,
    westwall,
)
from pbem_rules.enemy_action_ardennes.bot_travel import FAR, travels
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, Sway, on_map

LATE = 60
"""Nobody looks further ahead than this."""
RIVER = 5
"""A river without a bridge takes an impulse."""
ON_FOOT, SHAKEN = 3, 4
"""So much later infantry arrives, or whoever has to recover first."""
ZONE, SLIDE, ROADBLOCK = 3, 4, 5
"""What it costs to stop in a zone, to go from one to the next, and to clear a roadblock."""
MIDWAY = 6
"""So far a column comes before it could be stopped."""
BATTLE, EACH_STEP = 4, 2
HOLDS = {"city": 400, "town": 200, "forest": 160, "woods": 140, "broken": 110, "clear": 100}
"""A battle takes an impulse, and the longer the more steps stand there, in a hundred by the ground."""
DUG, WALL = 140, 200
REMEMBERED = 64
"""So many positions are remembered by their ways."""
BYPASS = 60
"""So much of a delay, in a hundred, is left where the enemy may go round."""
SCALE = 1000
HALF = 9
"""What is that far away counts for half as much as what is at hand."""
POWERS = tuple(part**HALF for part in range(SCALE + 1))
URGENCY = tuple(bisect(POWERS, POWERS[SCALE] >> time) - 1 for time in range(2 * LATE))
SLIGHT = 4
"""A goal that draws less is left out."""
KEPT = 60
"""A unit that leaves would be missed by so much in a hundred; others may stand behind it."""


@DATA.cached
def paces() -> dict[str, tuple[tuple[str, int, str], ...]]:
    """From every hex to the next for vehicles, with the hexside where it is a bridge that could be blown."""
    costs = the_charts().costs["mechanized"]
    return {
        hex: tuple(
            (
                way.to,
                1 if way.road else RIVER if way.river else costs[terrain_of(way.to)],
                way.side if way.river else "",
            )
            for way in ways
        )
        for hex, ways in passages().items()
    }


@frozen(slots=False)
class Approaches:
    """The ways to every goal from where the enemy stands now."""

    goals: Mapping[str, int]
    before: Mapping[str, int]
    """When he comes to each hex, whoever stands in it."""
    through: Mapping[str, list[str]]
    """The goals whose way leads through a hex."""
    beside: Mapping[str, list[str]]
    """The goals whose way passes next to it."""
    soon: dict[str, int]
    """When he comes to each goal; later as units are sent into his way."""
    strong: Mapping[str, int]
    """Where the defender is sheltered beyond what the ground gives, in a hundred."""
    blown: tuple[str, ...] = ()

    def anew(self) -> Approaches:
        return replace(self, soon=dict(self.soon))

    def worth(self, hex: str, steps: int, there: int = 0) -> int:
        """What so many steps more would be worth in a hex."""
        return sum(self._won(goal, delay) for goal, delay in self._delays(hex, steps, there)) // SCALE

    def sent(self, hex: str, steps: int, there: int = 0) -> None:
        """They are on their way, and whoever comes after them counts for less."""
        for goal, delay in self._delays(hex, steps, there):
            self.soon[goal] = min(self.soon[goal] + delay, LATE)

    def missed(self, hex: str) -> int:
        """What it would cost if nobody stood in a hex any more."""
        start, far = self.before.get(hex, LATE), travels("vehicles", self.blown)
        lost = 0
        for goal, worth in self.goals.items():
            without = start + far[goal].get(hex, FAR)
            if without < self.soon[goal]:
                lost += worth * (URGENCY[without] - URGENCY[self.soon[goal]])
        return lost * KEPT // (100 * SCALE)

    def blocked(self, hex: str) -> int:
        """7.9 What a roadblock there would be worth, for whoever comes upon it in the middle of his way."""
        delay = ROADBLOCK if self.before.get(hex, LATE) <= MIDWAY else 1
        return sum(self._won(goal, delay) for goal in self.through.get(hex, ())) // SCALE

    def marked(self, hex: str) -> None:
        """A roadblock lies there."""
        for goal in self.through.get(hex, ()):
            self.soon[goal] = min(self.soon[goal] + ROADBLOCK, LATE)

    def crossing(self, hexside: str) -> int:
        """12.21 What it would be worth if a bridge were blown."""
        near, far = hexside.split("-")
        over = {*self.through.get(near, ())} & {*self.through.get(far, ())}
        return sum(self._won(goal, RIVER - 1) for goal in sorted(over)) // SCALE

    def _won(self, goal: str, delay: int) -> int:
        now = self.soon[goal]
        return self.goals[goal] * (URGENCY[now] - URGENCY[min(now + delay, 2 * LATE - 1)])

    def _delays(self, hex: str, steps: int, there: int) -> list[tuple[str, int]]:
        shelter = self.strong.get(hex, 0)
        delay = hold(hex, there + steps, shelter) - hold(hex, there, shelter)
        around_it = delay * BYPASS // 100
        found = [(goal, delay if goal == hex else around_it) for goal in self.through.get(hex, ())]
        return found if there else found + [(goal, ZONE * BYPASS // 100) for goal in self.beside.get(hex, ())]


def hold(hex: str, steps: int, shelter: int) -> int:
    """How long a stack holds a hex."""
    if not steps:
        return 0
    ground = HOLDS[built_in(hex) or terrain_of(hex)]
    return BATTLE + EACH_STEP * min(steps, 6) * max(ground, shelter) // 100


def approaches_of(
    table: EnemyAction,
    sway: Sway,
    goals: Mapping[str, int],
    units: Sequence[Regiment] = (),
    comes: str = "german",
    reach: int = LATE,
) -> Approaches:
    """From all units of the side that comes, or from these, to all goals at once that lie no further away."""
    strong = shelters(table, FOE[comes])
    return ways_found(
        tuple(goals.items()),
        tuple(sorted(starts(units or on_map(table, comes)).items())),
        sway.control[FOE[comes]],
        frozenset(obstacles(table, sway, comes, strong).items()),
        frozenset(strong.items()),
        tuple(table.blown),
        reach,
    ).anew()


@DATA.renews
@lru_cache(maxsize=REMEMBERED)
def ways_found(
    worths: tuple[tuple[str, int], ...],
    begin: tuple[tuple[str, int], ...],
    control: frozenset[str],
    extra: frozenset[tuple[str, int]],
    strong: frozenset[tuple[str, int]],
    blown: tuple[str, ...],
    reach: int,
) -> Approaches:
    """The same from all that it depends on: in one battle it is asked many times."""
    arrival, before, came = arrivals(dict(begin), control, dict(extra), {*blown})
    goals = {goal: worth for goal, worth in worths if before.get(goal, LATE) <= reach}
    soon = {goal: min(arrival.get(goal, LATE), LATE) for goal in goals}
    felt = {goal: worth for goal, worth in goals.items() if worth * URGENCY[soon[goal]] >= SLIGHT * SCALE}
    through, beside = dict[str, list[str]](), dict[str, list[str]]()
    for goal in felt:
        way, here = list[str](), goal
        while here:
            way.append(here)
            here = came.get(here, "")
        flank = {near for hex in way for near in around(hex)} - set(way)
        for hex in way[:-1]:
            through.setdefault(hex, []).append(goal)
        for hex in sorted(flank):
            beside.setdefault(hex, []).append(goal)
    return Approaches(felt, before, through, beside, soon, dict(strong), blown)


def shelters(table: EnemyAction, side: str) -> dict[str, int]:
    """12.3, 9.4 Where this side holds longer than the ground alone would let it."""
    wall = dict.fromkeys(westwall(), WALL) if side == "german" else {}
    return dict.fromkeys(table.improved, DUG) | wall


def starts(units: Sequence[Regiment]) -> dict[str, int]:
    """From where they come, and how much later if on foot or shaken."""
    found: dict[str, int] = {}
    for unit in units:
        start = (ON_FOOT if unit.on_foot else 0) + (SHAKEN if unit.dispersed or unit.no_fuel else 0)
        found[unit.hex] = min(start, found.get(unit.hex, start))
    return found


def arrivals(
    arrival: dict[str, int], control: frozenset[str], extra: Mapping[str, int], blown: set[str]
) -> tuple[dict[str, int], dict[str, int], dict[str, str]]:
    """When the first of these comes to each hex, when he would if nobody stood there, and from where."""
    before, came = dict(arrival), dict[str, str]()
    edge = [(cost, hex) for hex, cost in arrival.items()]
    heapify(edge)
    while edge:
        cost, here = heappop(edge)
        if cost > arrival[here]:
            continue
        zone = here in control
        for to, pace, bridge in paces()[here]:
            total = cost + (RIVER if bridge in blown else pace)
            if total < before.get(to, LATE):
                before[to] = total
            total += extra.get(to, 0)
            if zone and to in control:
                total += SLIDE
            if total < arrival.get(to, LATE):
                arrival[to], came[to] = total, here
                heappush(edge, (total, to))
    return arrival, before, came


def obstacles(table: EnemyAction, sway: Sway, comes: str, strong: Mapping[str, int]) -> dict[str, int]:
    """What it costs this side to enter a hex beside the ground."""
    extra = dict.fromkeys(sway.control[FOE[comes]], ZONE)
    steps: dict[str, int] = {}
    for unit in on_map(table, FOE[comes]):
        steps[unit.hex] = steps.get(unit.hex, 0) + (unit.steps if not unit.dispersed else 1)
    for hex, count in steps.items():
        extra[hex] = hold(hex, count, strong.get(hex, 0))
    for hex in table.roadblocks if comes == "german" else ():
        extra[hex] = extra.get(hex, 0) + ROADBLOCK
    return extra
