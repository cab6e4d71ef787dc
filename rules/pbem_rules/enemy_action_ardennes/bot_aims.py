"""What the staff wants: towns, exits, the river and the Westwall, each with its worth; and how near a hex is to them.

All is counted in hundredths of a victory point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import TypeAlias

from pbem.craft.moods import EVEN, Mood
from pbem.kit.paths import Path
from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import (
    DATA,
    FOE,
    OKW,
    OneWay,
    army_area,
    beyond_the_meuse,
    date,
    on_the_meuse,
    passages,
    the_charts,
    the_scenario,
    town_hexes,
    westwall,
)
from pbem_rules.enemy_action_ardennes.bot_approaches import LATE, Approaches, approaches_of
from pbem_rules.enemy_action_ardennes.bot_breakout import NOBODY, Exodus, flanks, open_edges, open_exits, without
from pbem_rules.enemy_action_ardennes.bot_guards import Guards
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.bot_travel import FAR, gait, travels
from pbem_rules.enemy_action_ardennes.s07_movement import Known, destinations
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, Sway, on_map, sway_of, worth_of

POINT = 100
MANY_AIMS = 6
"""A unit looks at so many aims."""
PLAIN_TOWN = 30
"""What a town draws beside its points."""
DEPOT = 60

Drawn: TypeAlias = "list[tuple[int, Mapping[str, int]]]"
"""What draws a unit: the worth of each aim, and how far it is there from every hex."""


@frozen(slots=False)
class Aims:
    """The aims of a side in one position.  `taken` grows as units are given theirs."""

    table: EnemyAction
    side: str
    sway: Sway
    temper: Temper
    goals: dict[str, int]
    taken: dict[str, int] = field(default_factory=dict)
    guards: dict[str, int] = field(default_factory=dict)
    """Steps of one's own in each hex."""
    reached: dict[str, dict[str, tuple[Path[str], bool]]] = field(default_factory=dict)
    """Where units can come to, as far as anybody has asked."""
    fights: dict[tuple[str, tuple[tuple[str, str], ...]], Fraction] = field(default_factory=dict)
    """What attacks are worth, by target and posts, as far as anybody has asked."""
    known: Known = field(default_factory=dict)
    felt: dict[str, Drawn] = field(default_factory=dict)
    """What draws each unit as long as nobody else is given his aim."""
    mood: Mood = EVEN
    ways_in: list[Approaches] = field(default_factory=list)
    """The Germans' own ways to what the Allies have to lose, once anybody has asked."""
    barring: dict[str, int] = field(default_factory=dict)
    """What it is worth to open a hex for somebody who would leave, as far as anybody has asked."""
    guarding: Guards | None = None
    """The posts from which a march off the map is barred, where one exit decides."""
    horizon: Mapping[str, int] = field(default_factory=dict)
    """So far units could come before the end, vehicles and those on foot."""
    approaches: Approaches | None = None
    """The ways by which the enemy comes."""
    exodus: Exodus = NOBODY
    """Who could leave the map in time, where that decides."""

    def anew(self) -> Aims:
        """The same aims, and nobody has his yet."""
        kept = {} if self.taken else dict(self.felt)
        approaches = self.approaches and self.approaches.anew()
        return replace(self, taken={}, guards=dict(self.guards), felt=kept, approaches=approaches)

    def in_the_way(self, hex: str, steps: int) -> int:
        """What so many steps would be worth in a hex, in the way of the enemy."""
        return self.approaches.worth(hex, steps, self.guards.get(hex, 0)) if self.approaches else 0

    def missed(self, unit: Regiment) -> int:
        """What it would cost if a unit left its hex, where others stand beside it its share."""
        if not self.approaches or not unit.hex:
            return 0
        return self.approaches.missed(unit.hex) * unit.steps // max(self.guards.get(unit.hex, 0), unit.steps)

    def sent(self, hex: str, steps: int) -> None:
        """They go there, and whoever comes after them counts for less."""
        if self.approaches:
            self.approaches.sent(hex, steps, self.guards.get(hex, 0))
        self.guards[hex] = self.guards.get(hex, 0) + steps
        self.felt.clear()

    def ways(self, unit: Regiment) -> dict[str, tuple[Path[str], bool]]:
        if unit.id not in self.reached:
            self.reached[unit.id] = destinations(self.table, unit, self.sway, self.known)
        return self.reached[unit.id]

    def of(self, unit: Regiment) -> Drawn:
        """What draws this unit most where it stands, and what each is worth to it."""
        if unit.id not in self.felt:
            self.felt[unit.id] = self.of_new(unit, (unit.hex,))
        return self.felt[unit.id]

    def of_new(self, unit: Regiment, hexes: Sequence[str]) -> Drawn:
        """The same for a unit that comes in at one of these hexes."""
        return likeliest(
            self.worths(unit), unit, hexes, tuple(self.table.blown), self.horizon.get(gait(unit), FAR), self.temper
        )

    def leads_out(self, unit: Regiment, hex: str) -> int:
        """What it is worth that a unit comes nearer to leaving the map."""
        return self.exodus.worth(self.table, unit.id, hex, self.temper)

    def next_march(self, unit: Regiment) -> int:
        """The same, for as far as it comes now."""
        way = self.exodus.ways.get(unit.id)
        return self.leads_out(unit, way.end) if way else 0

    def spent(self, card: str, *, alone: bool) -> Aims:
        """The same aims, nobody has his yet, and this card is played, perhaps for one unit alone."""
        return replace(self.anew(), exodus=self.exodus.spent(card, alone=alone))

    def bars(self, unit: Regiment, hex: str) -> int:
        """What it is worth that a reserve bars a march off the map in a hex, or costs that a unit leaves its post."""
        return self.guarding.bars(unit, hex) * self.temper.guards // 100 if self.guarding else 0

    def worths(self, unit: Regiment) -> dict[str, int]:
        """What every goal is worth to a unit, exits among them."""
        area = self.area(unit)
        worths = {
            goal: self.worth(unit, goal, worth) for goal, worth in self.goals.items() if area is None or goal in area
        }
        for goal, worth in exits_of(self.table, unit, self.temper) if not self.exodus.ways else ():
            worths[goal] = worths.get(goal, 0) + worth
        return worths

    def worth(self, unit: Regiment, goal: str, worth: int) -> int:
        """Less for everybody who is there or on his way already."""
        taken = self.taken.get(goal, 0)
        if self.side == "german":
            return (
                worth * self.temper.guarded // 100 if self.sway.enemy_in("german", goal) else worth // (1 + 2 * taken)
            )
        there = self.guards.get(goal, 0) - (unit.steps if unit.hex == goal else 0)
        return worth * 2 // (2 + there + 2 * taken)

    def area(self, unit: Regiment) -> frozenset[str] | None:
        """7.61 Where a unit may go, if not everywhere."""
        free = unit.side == "allied" or self.table.day >= date("boundaries lifted") or unit.army == OKW
        return None if free else army_area(unit.army)

    def way(self, hex: str) -> int:
        """What the way is worth that lies open to the Germans when nobody holds a hex any more."""
        if self.side != "german":
            return 0
        if not self.ways_in:
            temper = replace(self.temper, fear=0) if self.exodus.ways else self.temper
            self.ways_in.append(ways_of(self.table, self.sway, temper))
        return self.ways_in[0].missed(hex) * self.temper.opens // 100 + self.lets_out(hex)

    def lets_out(self, hex: str) -> int:
        """What it is worth that somebody can leave the map once nobody bars his way in a hex."""
        if not self.temper.breakout or self.exodus.ways or not the_scenario(self.table.scenario).meuse_wins:
            return 0
        if hex not in self.barring:
            self.barring[hex] = without(self.table, hex, self.temper)
        return self.barring[hex]

    def gave(self, hex: str) -> None:
        self.taken[hex] = self.taken.get(hex, 0) + 1
        self.felt.clear()


def pull(hex: str, drawn: Drawn, near: int) -> int:
    """How good a hex is for a unit that is drawn so."""
    return max((worth * near // (near + far.get(hex, FAR)) for worth, far in drawn), default=0)


def likeliest(
    worths: dict[str, int], unit: Regiment, hexes: Sequence[str], blown: tuple[str, ...], horizon: int, temper: Temper
) -> Drawn:
    """The aims that are felt most in any of these hexes, of those to which there is time to come."""
    ways, felt = travels(gait(unit), blown), list[tuple[int, str, int]]()
    for goal, worth in worths.items():
        far = ways[goal]
        away = far.get(hexes[0], FAR) if len(hexes) == 1 else min(far.get(hex, FAR) for hex in hexes)
        if away > horizon:
            continue
        felt.append((-(worth * temper.near // (temper.near + away)), goal, worth))
    return [(worth, ways[goal]) for _, goal, worth in sorted(felt)[:MANY_AIMS]]


def aims_of(table: EnemyAction, side: str, temper: Temper) -> Aims:
    """What a side wants, and what it has to lose by the ways on which the enemy comes."""
    aims = wants_of(table, side, temper)
    if side == "allied":
        watches = temper.guards and the_scenario(table.scenario).meuse_wins
        return replace(aims, approaches=ways_of(table, aims.sway, temper), guarding=Guards(table) if watches else None)
    behind = german_stakes(table)
    return replace(aims, approaches=approaches_of(table, aims.sway, behind, comes=FOE[side]) if behind else None)


def ways_of(table: EnemyAction, sway: Sway, temper: Temper, units: Sequence[Regiment] = ()) -> Approaches:
    """The ways by which the Germans, or these of them, come to what the Allies have to lose."""
    reach = temper.today if is_last_day(table) else LATE
    return approaches_of(table, sway, stakes(table, temper), units, reach=reach)


def wants_of(table: EnemyAction, side: str, temper: Temper) -> Aims:
    """What it wants alone."""
    sway, guards = sway_of(table), dict[str, int]()
    for unit in on_map(table, side):
        guards[unit.hex] = guards.get(unit.hex, 0) + unit.steps
    if side == "german":
        goals, far = german_goals(table, temper), horizon(table, temper)
        return Aims(table, side, sway, temper, goals, guards=guards, horizon=far)
    return Aims(table, side, sway, temper, allied_goals(table, sway), guards=guards)


A_DAY = 24
"""So many movement points a unit comes on each day before the last."""


def is_last_day(table: EnemyAction) -> bool:
    return table.day == the_scenario(table.scenario).last


def horizon(table: EnemyAction, temper: Temper) -> dict[str, int]:
    """How far away an aim can lie that a unit reaches before the end."""
    more = A_DAY * (the_scenario(table.scenario).last - table.day)
    return {"vehicles": min(temper.vehicles + more, FAR), "foot": min(temper.foot + more, FAR)}


# What the Germans want


def german_goals(table: EnemyAction, temper: Temper) -> dict[str, int]:
    """Towns that are the enemy's, his hexes of the wall, fuel, and the bank beyond the river."""
    goals = {hex: town_worth(table, hex, temper) for hex in town_hexes() if table.owners[hex] == "allied"}
    if counts_wall(table):
        points = the_charts().limits["westwall points"] * POINT
        goals |= {hex: points for hex in westwall() if table.owners[hex] == "allied"}
    goals |= {hex: goals.get(hex, 0) + DEPOT for hex in table.depots}
    if the_scenario(table.scenario).meuse_wins:
        return goals | dict.fromkeys(on_the_meuse() - beyond_the_meuse(), temper.win)
    if not table.crossed:
        shore = on_the_meuse() & beyond_the_meuse()
        goals |= {hex: goals.get(hex, 0) + the_charts().limits["crossing points"] * POINT for hex in shore}
    return goals


GUARD = 15
"""So much of a hundred a hex of the wall is worth guarding before points are counted for it."""
WATCH = 17
"""From this day on the Germans look behind them."""


def german_stakes(table: EnemyAction) -> dict[str, int]:
    """14.1 What the Germans have to lose behind them: their hexes of the wall."""
    if not counts_wall(table) or table.day < WATCH:
        return {}
    points = the_charts().limits["westwall points"] * GUARD * POINT // 100
    return {hex: points for hex in westwall() if table.owners[hex] == "german"}


def town_worth(table: EnemyAction, hex: str, temper: Temper) -> int:
    points = worth_of(table, hex)
    return points * POINT + (temper.town_at_last if points and is_last_day(table) else PLAIN_TOWN)


def counts_wall(table: EnemyAction) -> bool:
    """14.1 The wall counts from the 18th, and is worth while before if the game lasts as long."""
    return the_scenario(table.scenario).last >= date("westwall points")


def exits_of(table: EnemyAction, unit: Regiment, temper: Temper) -> list[tuple[str, int]]:
    """7.8 Where a unit may leave the map now, and what that brings."""
    if unit.side != "german":
        return []
    each = the_charts().exit_points["infantry" if unit.on_foot else "mechanized"] * POINT
    near, far = each * unit.steps, each * unit.strength
    if the_scenario(table.scenario).meuse_wins:
        near = far = temper.win
    return [(hex, far if beyond else near) for hex, beyond in open_exits(unit.army, *flanks(table))]


# What the Allies want

LITTLE = 10
"""What a town draws that the enemy holds."""
RAID = 20
"""So much of a hundred a hex of the Westwall draws before the day on which points decide."""
CROSSING = 60
"""So much of a hundred the Allies fear for the river, which counts only if the Germans stay in supply."""
COLUMN = 4
"""Germans in a column, all of which may leave by one exit."""


def allied_goals(table: EnemyAction, sway: Sway) -> dict[str, int]:
    """Towns to take back, as they are open, and the empty Westwall."""
    goals = {
        hex: worth_of(table, hex) * (LITTLE if sway.enemy_in("allied", hex) else POINT)
        for hex in town_hexes()
        if worth_of(table, hex) and table.owners[hex] == "german"
    }
    if counts_wall(table):
        points = wall_worth(table)
        goals |= {hex: points for hex in westwall() if table.owners[hex] == "german" and hex not in sway.held}
    return goals


def wall_worth(table: EnemyAction) -> int:
    """14.1 Who stands there before the last day will be driven out again."""
    sheet = the_scenario(table.scenario)
    decides = table.day == sheet.last or table.day in sheet.calendar
    return the_charts().limits["westwall points"] * POINT * (100 if decides else RAID) // 100


def stakes(table: EnemyAction, temper: Temper) -> dict[str, int]:
    """What the Allies have to lose: their towns, the river, the exits."""
    goals = {
        hex: worth_of(table, hex) * POINT
        for hex in town_hexes()
        if table.owners[hex] == "allied" and worth_of(table, hex)
    }
    if the_scenario(table.scenario).meuse_wins:
        edges = open_edges(*flanks(table))
        return goals | dict.fromkeys(edges, temper.fear)
    if not table.crossed:
        fear = the_charts().limits["crossing points"] * CROSSING
        shore = on_the_meuse() & beyond_the_meuse() & frozenset(way.to for way in bridgeheads())
        goals |= {hex: goals.get(hex, 0) + fear for hex in sorted(shore)}
    for hex, worth in leavings(table).items():
        goals[hex] = goals.get(hex, 0) + worth
    return goals


@DATA.cached
def bridgeheads() -> tuple[OneWay, ...]:
    """The bridges over the Meuse."""
    return tuple(way for ways in passages().values() for way in ways if way.meuse and way.road)


def leavings(table: EnemyAction) -> dict[str, int]:
    """What a column brings that leaves the map."""
    each = the_charts().exit_points["mechanized"] * POINT * COLUMN
    far = each * 2
    return {hex: far if beyond else each for hex, beyond in open_edges(*flanks(table)).items()}
