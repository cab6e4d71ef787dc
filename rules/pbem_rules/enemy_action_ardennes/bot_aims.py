"""What the staff wants: towns, exits, the river and the Westwall, each with its worth; and how near a hex is to them.

All is counted in hundredths of a victory point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from heapq import heappop, heappush

from pbem.craft.moods import EVEN, Mood
from pbem.kit.paths import Path
from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import (
    DATA,
    OKW,
    army_area,
    beyond_the_meuse,
    built_in,
    date,
    german_exits,
    on_the_meuse,
    passages,
    terrain_of,
    the_charts,
    the_scenario,
    town_hexes,
    westwall,
)
from pbem_rules.enemy_action_ardennes.s07_movement import cannot_take_edge, destinations
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, Sway, on_map, sway_of, worth_of

POINT = 100
NEAR = 12
"""At this distance, in movement points, an aim draws half as much as where it is."""
FAR = 99
MANY_AIMS = 6
"""A unit looks at so many aims."""
PLAIN_TOWN = 30
DEPOT = 60
GUARDED = 60
"""So much of a hundred an aim is worth that the enemy stands on."""
VICTORY = 8 * POINT
REACH = {"vehicles": 5, "foot": 3}


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


@frozen(slots=False)
class Aims:
    """The aims of a side in one position.  `taken` grows as units are given theirs."""

    table: EnemyAction
    side: str
    sway: Sway
    goals: dict[str, int]
    taken: dict[str, int] = field(default_factory=dict)
    guards: dict[str, int] = field(default_factory=dict)
    """Steps of one's own in each hex."""
    reached: dict[str, dict[str, tuple[Path[str], bool]]] = field(default_factory=dict)
    """Where units can come to, as far as anybody has asked."""
    mood: Mood = EVEN

    def anew(self) -> Aims:
        """The same aims, and nobody has his yet."""
        return replace(self, taken={})

    def ways(self, unit: Regiment) -> dict[str, tuple[Path[str], bool]]:
        if unit.id not in self.reached:
            self.reached[unit.id] = destinations(self.table, unit, self.sway)
        return self.reached[unit.id]

    def of(self, unit: Regiment) -> list[tuple[str, int]]:
        """What draws this unit most where it stands, and what each is worth to it."""
        return likeliest(self.worths(unit), unit, (unit.hex,))

    def of_new(self, unit: Regiment, hexes: Sequence[str]) -> list[tuple[str, int]]:
        """The same for a unit that comes in at one of these hexes."""
        return likeliest(self.worths(unit), unit, hexes)

    def worths(self, unit: Regiment) -> dict[str, int]:
        """What every goal is worth to a unit, exits among them."""
        area = self.area(unit)
        worths = {
            goal: self.worth(unit, goal, worth) for goal, worth in self.goals.items() if area is None or goal in area
        }
        for goal, worth in exits_of(self.table, unit):
            worths[goal] = worths.get(goal, 0) + worth
        return worths

    def worth(self, unit: Regiment, goal: str, worth: int) -> int:
        """Less for everybody who is there or on his way already."""
        taken = self.taken.get(goal, 0)
        if self.side == "german":
            return worth * GUARDED // 100 if self.sway.enemy_in("german", goal) else worth // (1 + 2 * taken)
        there = self.guards.get(goal, 0) - (unit.steps if unit.hex == goal else 0)
        return worth * 2 // (2 + there + 2 * taken)

    def area(self, unit: Regiment) -> frozenset[str] | None:
        """7.61 Where a unit may go, if not everywhere."""
        free = unit.side == "allied" or self.table.day >= date("boundaries lifted") or unit.army == OKW
        return None if free else army_area(unit.army)

    def gave(self, hex: str) -> None:
        self.taken[hex] = self.taken.get(hex, 0) + 1


def likeliest(worths: dict[str, int], unit: Regiment, hexes: Sequence[str]) -> list[tuple[str, int]]:
    """The aims that are felt most in any of these hexes."""
    means, felt = gait(unit), list[tuple[int, str, int]]()
    for goal, worth in worths.items():
        fields = travel(means, goal)
        near = min(fields.get(hex, FAR) for hex in hexes)
        felt.append((-(worth * NEAR // (NEAR + near)), goal, worth))
    return [(goal, worth) for _, goal, worth in sorted(felt)[:MANY_AIMS]]


def pull(unit: Regiment, hex: str, aims: Sequence[tuple[str, int]]) -> int:
    """How good a hex is for a unit with these aims."""
    means = gait(unit)
    return max((worth * NEAR // (NEAR + travel(means, goal).get(hex, FAR)) for goal, worth in aims), default=0)


def aims_of(table: EnemyAction, side: str, sway: Sway | None = None) -> Aims:
    sway = sway or sway_of(table)
    guards: dict[str, int] = {}
    for unit in on_map(table, side):
        guards[unit.hex] = guards.get(unit.hex, 0) + unit.steps
    goals = german_goals(table) if side == "german" else allied_goals(table, sway)
    return Aims(table, side, sway, goals, guards=guards)


# What the Germans want


def german_goals(table: EnemyAction) -> dict[str, int]:
    """Towns that are the enemy's, his hexes of the wall, fuel, and the bank beyond the river."""
    goals = {hex: town_worth(table, hex) for hex in town_hexes() if table.owners[hex] == "allied"}
    if counts_wall(table):
        points = the_charts().limits["westwall points"] * POINT
        goals |= {hex: points for hex in westwall() if table.owners[hex] == "allied"}
    goals |= {hex: goals.get(hex, 0) + DEPOT for hex in table.depots}
    if the_scenario(table.scenario).meuse_wins:
        return goals | dict.fromkeys(on_the_meuse() - beyond_the_meuse(), VICTORY)
    if not table.crossed:
        shore = on_the_meuse() & beyond_the_meuse()
        goals |= {hex: goals.get(hex, 0) + the_charts().limits["crossing points"] * POINT for hex in shore}
    return goals


def town_worth(table: EnemyAction, hex: str) -> int:
    return worth_of(table, hex) * POINT + PLAIN_TOWN


def counts_wall(table: EnemyAction) -> bool:
    """14.1 The wall counts from the 18th, and is worth while before if the game lasts as long."""
    return the_scenario(table.scenario).last >= date("westwall points")


def exits_of(table: EnemyAction, unit: Regiment) -> list[tuple[str, int]]:
    """7.8 Where a unit may leave the map now, and what that brings."""
    if unit.side != "german":
        return []
    each = the_charts().exit_points["infantry" if unit.on_foot else "mechanized"] * POINT
    near, far = each * unit.steps, each * unit.strength
    if the_scenario(table.scenario).meuse_wins:
        near = far = VICTORY
    shut = table.day, table.north_left, table.south_left
    return [(hex, far if beyond else near) for hex, beyond in open_exits(unit.army, *shut)]


@DATA.cached
def open_exits(army: str, day: int, north: bool, south: bool) -> tuple[tuple[str, bool], ...]:
    """7.8, 7.81 The exits that an army has on a day, and whether they lie beyond the Meuse."""
    last, beyond = the_charts().exit_dates, beyond_the_meuse()
    return tuple(
        (hex, hex in beyond)
        for hex in german_exits()
        if day <= last.get(hex, day) and cannot_take_edge(army, hex, north=north, south=south) is None
    )


# What the Allies want

THREAT = (100, 100, 80, 50, 30)
"""How much a town is in danger, in a hundred, that the enemy can come to in so many activations."""
SOON, GUARD = 1, 40
"""An exit is guarded that a German can come to by so many activations more, for so much of a hundred of its worth."""
LITTLE = 10
"""What a town draws that the enemy holds."""


def allied_goals(table: EnemyAction, sway: Sway) -> dict[str, int]:
    """Their towns as they are threatened, the others as they are open, exits, and the empty Westwall."""
    foes = [unit for unit in on_map(table, "german") if not unit.dispersed and not unit.no_fuel]
    goals: dict[str, int] = {}
    for hex in town_hexes():
        if not worth_of(table, hex):
            continue
        if table.owners[hex] == "allied":
            goals[hex] = worth_of(table, hex) * danger(foes, hex)
        else:
            goals[hex] = worth_of(table, hex) * (LITTLE if sway.enemy_in("allied", hex) else POINT)
    for hex, worth in leavings(table, foes).items():
        goals[hex] = goals.get(hex, 0) + worth
    if counts_wall(table):
        points = the_charts().limits["westwall points"] * POINT
        goals |= {hex: points for hex in westwall() if table.owners[hex] == "german" and hex not in sway.held}
    return goals


def danger(foes: list[Regiment], hex: str) -> int:
    """By how many activations the nearest enemy needs."""
    far = min((distance(unit, unit.hex, hex) // unit.data.allowance for unit in foes), default=FAR)
    return THREAT[far] if far < len(THREAT) else 0


def leavings(table: EnemyAction, foes: list[Regiment]) -> dict[str, int]:
    """Exits that Germans may come to soon."""
    found: dict[str, int] = {}
    for unit in foes:
        for hex, worth in exits_of(table, unit):
            far = distance(unit, unit.hex, hex) // unit.data.allowance
            if far <= SOON and not built_in(hex):
                found[hex] = max(found.get(hex, 0), worth * GUARD // 100)
    return found
