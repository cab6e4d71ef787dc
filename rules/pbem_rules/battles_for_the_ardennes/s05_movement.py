"""5. Movement and 6. march mode: what the next hex costs, and what a whole line comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from pbem.kit.paths import Path, Reach, Step, Steps, cheapest, reach
from pbem.ruleset import Cannot, frozen, mutable
from pbem_rules.battles_for_the_ardennes.board import DATA, FOE, in_turns, limit, the_charts
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, cannot_stack
from pbem_rules.battles_for_the_ardennes.sector import Between, Sector
from pbem_rules.battles_for_the_ardennes.sheets import MoveOrder, MoveStretch
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, bridged, open_road


@mutable
class UnitMove:
    """A unit's move while it is being worked out; nothing happens on the table."""

    table: BattlesTable
    unit: BattleUnit
    contact: Contact
    hex: str
    budget: int
    march: bool = False
    forced: bool = False
    spent: int = 0
    path: list[str] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    exit: str = ""
    enters: bool = False
    """It comes on the map: its first hex has been paid for."""

    @property
    def foe_zone(self) -> frozenset[str]:
        return self.contact.zone[FOE[self.unit.side]]

    @property
    def started(self) -> str:
        """Where it stood before its first step."""
        return self.unit.hex

    def step(self, hex: str, cost: int) -> None:
        self.path.append(hex)
        self.costs.append(cost)
        self.spent, self.hex = self.spent + cost, hex


@frozen
class Footing:
    """How a unit goes: what the ground costs it depends on nothing else."""

    mechanized: bool
    guns: bool
    bad: bool


def footing_of(table: BattlesTable, unit: BattleUnit) -> Footing:
    return Footing(unit.mechanized, unit.guns, table.bad_ground)


# 5.4 Terrain


def fare(name: str, footing: Footing) -> int:
    charts = the_charts()
    found = charts.terrain.get(name) or charts.water[name]
    return found.of(mechanized=footing.mechanized, bad=footing.bad)


def ground_fare(here: Sector, hex: str, footing: Footing) -> int:
    """The ground of a hex, and the West Wall where that costs more."""
    wall = the_charts().wall if hex in here.walls else None
    more = wall.of(mechanized=footing.mechanized, bad=footing.bad) if wall else 0
    return fare(here.ground[hex], footing) + more


def price(table: BattlesTable, footing: Footing, way: Between) -> tuple[int | None, str]:
    """What the next hex costs, None if it cannot be entered, and why.  -1: the whole allowance (an unbridged river)."""
    if way.road and (not way.water or bridged(table, way)):
        if not way.water:
            return fare("road", footing), "road"
        by_road = Footing(footing.mechanized or footing.guns, footing.guns, footing.bad)
        return fare("road", footing) + fare("bridge", by_road), "road, bridge"
    ground = table.here.ground[way.to]
    cost = ground_fare(table.here, way.to, footing)
    if not way.water:
        return cost, ground
    if bridged(table, way):
        return cost + fare("bridge", footing), f"{ground}, bridge"
    if way.water == "major":
        return None, "the Meuse is crossed by bridges only"
    if way.ford:
        return cost + fare("ford", footing), f"{ground}, ford"
    if way.water == "stream":
        extra = fare("stream", footing)
        return (cost + extra, f"{ground}, stream") if extra else (None, "a stream on bad ground")
    return (None, "an unbridged river") if footing.mechanized else (-1, "an unbridged river")


class Fixed(NamedTuple):
    """What a step costs that no bridge can change; none if one can."""

    way: Between
    cost: int | None
    why: str


@DATA.cached
def fixed_fares(here: Sector, footing: Footing) -> dict[str, tuple[Fixed, ...]]:
    """5.4 The dry ways out of every hex, worked out once."""
    return {hex: tuple(_fixed(here, footing, way) for way in ways) for hex, ways in here.sides.items()}


def _fixed(here: Sector, footing: Footing, way: Between) -> Fixed:
    if way.water:
        return Fixed(way, None, "")
    if way.road:
        return Fixed(way, fare("road", footing), "road")
    return Fixed(way, ground_fare(here, way.to, footing), here.ground[way.to])


def steps_for(journey: UnitMove, *, by_road: bool = False) -> Steps[str]:
    """5.0, 7.0 The steps open to a unit in normal mode from any hex, for finding ways."""
    table, footing, foe_zone = journey.table, footing_of(journey.table, journey.unit), journey.foe_zone
    first = "" if journey.path else journey.hex
    engaged, stacks, side = first in foe_zone, journey.contact.stacks, journey.unit.side
    allowance = journey.budget

    fares = fixed_fares(table.here, footing)

    def steps(hex: str) -> Iterator[Step[str]]:
        for way, cost, why in fares[hex]:
            to = way.to
            held = stacks.get(to)
            if (held and held[0].side != side) or (by_road and not open_road(table, way)):
                continue
            if way.water:
                cost, why = price(table, footing, way)
            if cost is None or (cost == -1 and hex != first):
                continue
            if hex == first and engaged:
                yield Step(to, allowance if cost == -1 else cost + limit("zone"), why, to in foe_zone or cost == -1)
            elif cost == -1:
                yield Step(to, allowance, why, True)
            else:
                yield Step(to, cost, why, to in foe_zone)

    return steps


def march_steps(journey: UnitMove) -> Steps[str]:
    """6.0 Along roads from hex to hex; never into an enemy zone."""
    table, foe_zone, side = journey.table, journey.foe_zone, journey.unit.side
    stacks, roads = journey.contact.stacks, journey.table.here.roads

    def steps(hex: str) -> Iterator[Step[str]]:
        for way in roads.get(hex, ()):
            held = stacks.get(way.to)
            if open_road(table, way) and way.to not in foe_zone and not (held and held[0].side != side):
                yield Step(way.to, march_fare(way), "road, bridge" if way.water else "road")

    return steps


def march_fare(way: Between) -> int:
    return 2 if way.water else 1


# One line


def plan_move(table: BattlesTable, side: str, line: MoveOrder, contact: Contact) -> UnitMove | Cannot:
    """5.0 What a line would do, or why it cannot be done."""
    unit = table.units.get(line.unit)
    if unit is None or unit.side != side:
        return "base.movement", f"{line.unit} is no unit of the {side} side"
    if problem := cannot_move_at_all(table, unit):
        return problem
    journey = UnitMove(table, unit, contact, unit.hex, unit.allowance)
    return travel(journey, line.stretches)


def travel(journey: UnitMove, stretches: tuple[MoveStretch, ...]) -> UnitMove | Cannot:
    """The stretches of a line one after the other, and where they end."""
    for stretch in stretches:
        if problem := take(journey, stretch):
            return problem
    if journey.exit or not (journey.path or journey.march or journey.enters):
        return journey
    end = halted_at(journey) or journey.hex
    return cannot_stack(journey.unit, end, journey.contact.stacks.get(end, ()), march=journey.march) or journey


def halted_at(journey: UnitMove) -> str:
    """16.42 The first discovered target hex on the way of an Allied unit: there it will have to stay."""
    if journey.unit.side != "allied":
        return ""
    return next((hex for hex in journey.path if hex in journey.table.discovered), "")


def cannot_move_at_all(table: BattlesTable, unit: BattleUnit) -> Cannot | None:
    """5.0, 4.0, 10.0, 12.0, 1.14 Who does not move now."""
    if not unit.hex:
        return "base.movement", f"{unit.id} is not on the map"
    if unit.id in table.moved:
        return "base.movement", f"{unit.id} has moved already, or has had something else to do"
    if unit.guns and (unit.mode == "battery" or unit.changing):
        return "base.artillery", f"{unit.id} is not in movement mode", "to movement mode takes a game-turn"
    if table.form.year == 1944 and unit.on_release and not british_free(table):
        return "base.movement", f"{unit.id} has not been released"
    if is_frozen(table, unit):
        return "base.sequence", f"{unit.id} does not move on GT{table.turn}"
    return None


def british_free(table: BattlesTable) -> bool:
    """1.14 From the Allied player-turn after a German came near the Meuse."""
    return bool(table.british_called)


def is_frozen(table: BattlesTable, unit: BattleUnit) -> bool:
    """4.0 Who holds still in the first game-turns."""
    for row in table.form.frozen:
        if not in_turns(row.turns, table.turn) or unit.side not in row.sides or unit.id in row.but:
            continue
        if row.formations and unit.data.formation not in row.formations:
            continue
        if row.types and unit.data.type not in row.types:
            continue
        if not (row.until_attacked and unit.id in table.attacked):
            return True
    return False


def take(journey: UnitMove, stretch: MoveStretch) -> Cannot | None:
    """Work one stretch of a line into the journey."""
    unit = journey.unit
    if journey.exit:
        return "base.movement", f"{unit.id} has left the map already"
    if stretch.kind in ("march", "forced"):
        return begin_march(journey, forced=stretch.kind == "forced")
    if stretch.kind == "exit":
        return leave_map(journey, stretch.words)
    if stretch.kind == "hexes":
        return follow(journey, stretch.hexes)
    goal = journey.table.here.spelled(stretch.hexes[-1])
    if not goal:
        return "base.movement", f"{stretch.hexes[-1]} is not on the maps in play"
    if goal == journey.hex:
        return None
    found = find_way(journey, goal, by_road=stretch.by_road)
    if found is None:
        hint = f"pbem moves {unit.id!r} lists where it can go"
        return "base.movement", f"{unit.id} cannot reach {goal}{' by road' if stretch.by_road else ''}", hint
    return follow(journey, found.places)


def find_way(journey: UnitMove, goal: str, *, by_road: bool = False) -> Path[str] | None:
    """The cheapest way to a goal in the present mode."""
    budget = journey.budget - journey.spent
    steps = march_steps(journey) if journey.march else steps_for(journey, by_road=by_road)
    return cheapest(journey.hex, goal, budget, steps)


def follow(journey: UnitMove, hexes: tuple[str, ...]) -> Cannot | None:
    """5.0 Hex by hex."""
    for written in hexes:
        hex = journey.table.here.spelled(written)
        if not hex:
            return "base.movement", f"{written} is not on the maps in play"
        if journey.enters and journey.path == [hex] and hex == journey.hex:
            continue  # the hex of entry, named again
        if problem := cannot_step(journey, hex):
            return problem
    return None


def cannot_step(journey: UnitMove, to: str) -> Cannot | None:
    """5.0, 6.0, 7.0 One hex farther, or why not."""
    table, unit = journey.table, journey.unit
    if to not in table.here.neighbours[journey.hex]:
        return "base.movement", f"{to} is not next to {journey.hex}"
    if journey.contact.holder(to) == FOE[unit.side]:
        return "base.movement", f"{to} is held by the enemy", "attack it in combat"
    way = table.here.between(journey.hex, to)
    cost = cannot_march_on(journey, way) if journey.march else cannot_walk_on(journey, way)
    if not isinstance(cost, int):
        return cost
    left = journey.budget - journey.spent
    if cost > left:
        return "base.movement", f"{unit.id} needs {cost} to enter {to} and has {left} left"
    journey.step(to, cost)
    return None


def cannot_march_on(journey: UnitMove, way: Between) -> Cannot | int:
    if not open_road(journey.table, way):
        return "base.movement", f"no open road from {journey.hex} to {way.to}, {journey.unit.id} is in march mode"
    if way.to in journey.foe_zone:
        return "base.zoc", f"{way.to} is in an enemy zone, closed to march mode"
    return march_fare(way)


def cannot_walk_on(journey: UnitMove, way: Between) -> Cannot | int:
    unit, foe_zone = journey.unit, journey.foe_zone
    first = not journey.path
    if journey.path and journey.hex in foe_zone:
        return "base.zoc", f"{unit.id} must stop in {journey.hex}, an enemy zone of control"
    cost, why = price(journey.table, footing_of(journey.table, unit), way)
    if cost is None:
        return "base.movement", f"{unit.id} cannot go from {journey.hex} to {way.to}: {why}"
    if cost == -1:
        if not first or journey.enters:
            return "base.movement", f"{unit.id} crosses a river only from where it begins: {way.to}"
        return journey.budget
    return cost + (limit("zone") if first and journey.hex in foe_zone else 0)


def leave_map(journey: UnitMove, edge: str) -> Cannot | None:
    """1.15 Off the map by an edge that counts."""
    table, unit = journey.table, journey.unit
    if unit.side != "german" or edge not in exit_edges(table):
        return "base.victory", f"nobody of the {unit.side} side leaves by the {edge} edge"
    if journey.hex not in table.here.edge(edge):
        return "base.victory", f"{journey.hex} is not on the {edge} edge"
    if table.form.victory.kind == "plans" and not any(n.startswith("A") for n in table.here.numbers(journey.hex)):
        return "base.victory", f"{journey.hex} is not on map A, whose edges count"
    if journey.hex in journey.foe_zone and journey.path:
        return "base.zoc", f"{unit.id} must stop in {journey.hex}, an enemy zone of control"
    if journey.spent + 1 > journey.budget:
        return "base.movement", f"{unit.id} needs 1 to leave the map and has nothing left"
    journey.spent, journey.exit = journey.spent + 1, edge
    return None


def exit_edges(table: BattlesTable) -> tuple[str, ...]:
    """The edges by which it pays to leave; in the campaign of 1944 those that one of the plans names."""
    form = table.form.victory
    return ("west", "north") if form.kind == "plans" else tuple(row.edge for row in form.exits)


# 6. March mode


def begin_march(journey: UnitMove, *, forced: bool) -> Cannot | None:
    """6.0 Taken up before the first step, or on coming on."""
    unit, table = journey.unit, journey.table
    if problem := cannot_march(table, unit, journey):
        return problem
    kind = "forced march" if forced else "march"
    rate = limit(kind if unit.mechanized or unit.guns else f"{kind} on foot")
    journey.budget = (unit.face.allowance + journey.enters) * rate
    journey.march, journey.forced = True, forced
    return None


def cannot_march(table: BattlesTable, unit: BattleUnit, journey: UnitMove) -> Cannot | None:
    """6.0 In supply, on a road, alone, and not beside an enemy."""
    hex = journey.hex
    if not table.form.march:
        return "base.movement", "no unit marches on this map, which the enemy watches from the air"
    if unit.out_of_supply or unit.fatigued:
        return "base.movement", f"{unit.id} is {'fatigued' if unit.fatigued else 'out of supply'} and cannot march"
    if len(journey.path) > journey.enters:
        return "base.movement", f"{unit.id} takes up march mode before its first step"
    if hex not in table.here.roads:
        return "base.movement", f"{hex} is no road hex, {unit.id} cannot march from there"
    if not journey.enters and [other for other in journey.contact.stacks.get(hex, ()) if other.id != unit.id]:
        return "base.stacking", f"{unit.id} is not alone in {hex} and cannot march"
    foe = FOE[unit.side]
    if any(journey.contact.holder(near) == foe for near in table.here.neighbours[hex]):
        return "base.movement", f"{unit.id} stands beside an enemy and cannot march"
    return None


# For all who ask


def destinations(journey: UnitMove) -> Reach[str]:
    """Everywhere a unit can go in its present mode."""
    steps = march_steps(journey) if journey.march else steps_for(journey)
    return reach(journey.hex, journey.budget - journey.spent, steps)


def move_of(table: BattlesTable, unit: BattleUnit, contact: Contact) -> UnitMove:
    return UnitMove(table, unit, contact, unit.hex, unit.allowance)


def march_of(table: BattlesTable, unit: BattleUnit, contact: Contact) -> UnitMove | None:
    """A unit in march mode, if it may take it up."""
    journey = move_of(table, unit, contact)
    return journey if begin_march(journey, forced=False) is None else None
