"""5. Movement, in both modes.  Cases 5.1 to 5.3, with 6.5, 7.1, 7.4 and 8.1 where they bear on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from pbem.kit.paths import Step, Steps, cheapest
from pbem.ruleset import Cannot
from rules.ardennes_offensive.board import FOE, cost, limit, the_map
from rules.ardennes_offensive.s06_road_mode import column_beside, crowds, mode_cost, points_for, rate
from rules.ardennes_offensive.s07_control import Lay, lay_of
from rules.ardennes_offensive.s08_stacking import cannot_join
from rules.ardennes_offensive.s11_terrain import ways_from
from rules.ardennes_offensive.s12_supply import allowance
from rules.ardennes_offensive.s13_bridges import interdicted_for
from rules.ardennes_offensive.sheets import Clause, MoveLine
from rules.ardennes_offensive.table import Ardennes, Unit


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a move in one mode, or a change of mode; what the unit has spent by its end."""

    kind: Literal["march", "road", "enter", "leave"]
    path: tuple[str, ...]
    spent: int


@dataclass(slots=True)
class March:
    """A unit's move while it is being worked out: nothing happens on the table."""

    table: Ardennes
    unit: Unit
    lay: Lay
    cut: frozenset[str]
    points: int
    hex: str
    road: bool
    spent: int = 0
    """Movement points spent before the present stretch of road mode."""
    stretch: int = 0
    """14.2, R-34 Road hexes of the present stretch, those lost in staging among them."""
    waits: bool = False
    """14.1 The unit is still off the map, behind its hex of entry."""
    legs: list[Leg] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.spent + points_for(self.unit, self.stretch)

    @property
    def side(self) -> str:
        return self.unit.side

    @property
    def foe(self) -> str:
        return FOE[self.unit.side]

    def alone(self, hex: str) -> bool:
        """No other friend stands in a hex."""
        return not self.lay.friends(hex, side=self.side, but=self.unit.id)

    def barred(self, hex: str) -> bool:
        """7.1A, 7.2B An enemy controls the hex and no other friend lifts his control; 5.3N not at the map edge."""
        return hex not in the_map().edge and self.lay.controlled(hex, by=self.foe, but=self.unit.id)


def march_of(table: Ardennes, unit: Unit, lay: Lay | None = None) -> March:
    """A unit before its move in the present phase."""
    waits = bool(unit.entry)
    return March(
        table, unit, lay or lay_of(table), interdicted_for(table, unit.side), allowance(unit),
        unit.entry or unit.hex, unit.road,
        spent=table.spent.get(unit.id, 0),
        stretch=limit("staging") * table.staged.get(unit.entry, 0) if waits else 0,  # 14.2
        waits=waits,
    )  # fmt: skip


# One step


def cannot_march_to(march: March, to: str) -> Cannot | int:
    """5.1, 5.2 What the next hex costs in standard mode, or why it cannot be entered."""
    unit = march.unit
    way = next((way for way in ways_from(march.hex, unit) if way.to == to), None)
    if way is None:
        return cannot_go_there(march, to)
    if problem := cannot_enter(march, to, way.name):
        return problem
    cut = way.name in march.cut
    points = (way.cut if cut else way.points) + stacking(march, march.hex, to)
    if march.total + points > march.points:
        left = march.points - march.total
        why = way.why_cut if cut else way.why
        return "5.2J", f"{unit.id} needs {points} points to enter {to} ({why}) and has {left} left"
    return points


def stacking(march: March, here: str, to: str) -> int:
    """8.1A Joining friends and leaving them both cost; R-37 the last one out pays nothing."""
    each = cost("stacking", mechanized=march.unit.mechanized)
    return each * (not march.alone(here)) + each * (not march.alone(to))


def cannot_go_there(march: March, to: str) -> Cannot:
    """5.1, 5.3L, E-map1, 11.0 Why no unit goes from here to there."""
    here = the_map()
    if to not in here.grid.neighbours(march.hex):
        return "5.0", f"{to} is not next to {march.hex}"
    if to in here.off_limits:
        return "E-map1", f"{to} is out of play"
    if to in here.edge:
        return "5.3L", f"{to} is a map-edge hex, entered only in retreat"
    return "11.0", f"{to} is impassable"


def cannot_enter(march: March, to: str, hexside: str) -> Cannot | None:
    """5.2F, 5.2G, 7.1A, 8.0, 14.3 What forbids a step in either mode."""
    unit = march.unit
    if march.lay.holder(to) == march.foe:
        return "5.2F", f"{to} is held by the enemy", "attack it in combat"
    if not march.waits and march.barred(march.hex):
        return "7.1A", f"{unit.id} cannot leave {march.hex}, which the enemy controls"
    if march.waits and march.barred(to):
        return "14.1A", f"the enemy controls {to}, nobody comes on there"
    if unit.restricted and not march.table.meuse_open and hexside in the_map().meuse:
        return "14.3C", f"{unit.id} may not cross the Meuse before the German has {limit('british')} points"
    if full := cannot_join(march.lay, unit, to):
        return "8.2C" if "division" in full else "8.0", full
    column = next((other.id for other in march.lay.stacks.get(to, ()) if other.road), "")
    if column:
        return "6.5G", f"{column} in {to} is in road mode, nobody stacks with it"
    return None


def cannot_drive_to(march: March, to: str) -> Cannot | None:
    """6.5F, 6.5G Why the next road hex cannot be entered in road mode."""
    here, unit = the_map(), march.unit
    if march.waits and march.hex in here.live:  # a German behind the hex of his entry
        hexside = ""
        if to != march.hex:
            return "14.1A", f"{unit.id} comes on at {march.hex}"
    else:
        way = next((way for way in here.roads.get(march.hex, ()) if way.to == to), None)
        if way is None:
            return "6.5F", f"no road from {march.hex} to {to}, {unit.id} is in road mode", "leave road mode first"
        hexside = way.name
        if hexside in march.cut:
            return "6.5F", f"the bridge {hexside} is interdicted"
    if to not in here.live:
        return "5.3L", f"{to} is a map-edge hex, entered only in retreat"
    if to in here.impassable:
        return "11.0", f"{to} is impassable"
    if unit.side == "allied" and here.wall_at(to) == "intact":
        return "11.0", f"{to} is in the West Wall, no Allied unit enters it in road mode"
    if problem := cannot_enter(march, to, hexside):
        return problem
    if other := crowds(march.lay, unit, to):
        return "6.5G", f"{unit.id} in {to} would be beside {other}", "road mode keeps an empty road hex between units"
    if march.spent + points_for(unit, march.stretch + 1) > march.points:
        return "5.2J", f"{unit.id} has no points left to enter {to}"
    return None


# Clauses of a line


def take(march: March, clause: Clause) -> Cannot | None:
    """Work one clause into the march."""
    if clause.kind == "enter":
        return enter_road_mode(march)
    if clause.kind == "leave":
        return leave_road_mode(march)
    path: tuple[str, ...] = ()
    if clause.kind == "hexes":
        path = clause.hexes[1:] if march.waits and clause.hexes[0] == march.hex in the_map().edge else clause.hexes
        return follow(march, path)
    for goal in clause.hexes:
        if goal == march.hex and not march.waits:
            continue
        found = find_way(march, goal, by_road=clause.by_road)
        if found is None:
            hint = f"pbem moves {march.unit.id!r} lists where it can go"
            return "5.1C", f"{march.unit.id} cannot reach {goal}{' by road' if clause.by_road else ''}", hint
        if problem := follow(march, found):
            return problem
    return None


def follow(march: March, path: tuple[str, ...]) -> Cannot | None:
    """5.0 Hex by hex."""
    if march.waits and march.hex in the_map().live and path[:1] != (march.hex,):
        path = (march.hex, *path)
    for number, hex in enumerate(path):
        if problem := (drive_on if march.road else march_on)(march, hex):
            return problem
        if number < len(path) - 1 and march.barred(hex):
            return "7.1A", f"{march.unit.id} must stop in {hex}, which the enemy controls"
    if path:
        march.legs.append(Leg("road" if march.road else "march", path, march.total))
    return None


def march_on(march: March, hex: str) -> Cannot | None:
    found = cannot_march_to(march, hex)
    if not isinstance(found, int):
        return found
    march.spent, march.hex = march.spent + found, hex
    return None


def drive_on(march: March, hex: str) -> Cannot | None:
    if problem := cannot_drive_to(march, hex):
        return problem
    march.stretch, march.hex, march.waits = march.stretch + 1, hex, False
    return None


def enter_road_mode(march: March) -> Cannot | None:
    """6.3C, 6.5G"""
    unit = march.unit
    if march.road:
        return "6.3C", f"{unit.id} is in road mode already"
    if not the_map().on_road(march.hex) or march.hex not in the_map().live:
        return "6.3C", f"{march.hex} is no road hex, {unit.id} cannot enter road mode there"
    if other := crowds(march.lay, unit, march.hex):
        return "6.5G", f"{unit.id} in {march.hex} is beside {other}, too close for road mode"
    return change_mode(march, road=True)


def leave_road_mode(march: March) -> Cannot | None:
    """6.3C"""
    if not march.road:
        return "6.3C", f"{march.unit.id} is not in road mode"
    if march.waits:
        return "14.1A", f"{march.unit.id} is not on the map yet", "bring it on first"
    return change_mode(march, road=False)


def change_mode(march: March, *, road: bool) -> Cannot | None:
    price, word = mode_cost(march.unit), "enter" if road else "leave"
    left = march.points - march.total
    if price > left:
        return "6.3C", f"{march.unit.id} needs {price} points to {word} road mode and has {left} left"
    march.spent, march.stretch, march.road = march.total + price, 0, road
    march.legs.append(Leg("enter" if road else "leave", (march.hex,), march.spent))
    return None


# Finding ways


def find_way(march: March, goal: str, *, by_road: bool) -> tuple[str, ...] | None:
    """The cheapest way to a goal in the present mode."""
    start = "" if march.waits and march.hex in the_map().live else march.hex
    budget = march.points - march.spent
    if march.road:
        found = cheapest(start, goal, budget * rate(march.unit) - march.stretch, road_steps(march))
    else:
        found = cheapest(start, goal, budget, march_steps(march, by_road=by_road))
    return found.places if found else None


def march_steps(march: March, *, by_road: bool = False) -> Steps[str]:
    """The steps open to a unit in standard mode from any hex."""
    unit, lay, stacks, foe, cut = march.unit, march.lay, march.lay.stacks, march.foe, march.cut
    control, table = lay.control[foe], march.table
    bound = the_map().meuse if unit.restricted and not table.meuse_open else frozenset()
    each = cost("stacking", mechanized=unit.mechanized)
    first, held = march.hex, march.barred(march.hex)

    def steps(hex: str) -> Iterator[Step[str]]:
        if hex == first and held:
            return
        leaving = each if hex in stacks and not march.alone(hex) else 0
        for way in ways_from(hex, unit):
            to, extra = way.to, leaving
            if to in stacks:
                if lay.holder(to) == foe or cannot_join(lay, unit, to) or any(other.road for other in stacks[to]):
                    continue
                extra += 0 if march.alone(to) else each
            broken = way.name in cut
            if way.name in bound or (by_road and (broken or not way.why.startswith("road"))):
                continue
            points = way.cut if broken else way.points
            stop = to in control and (to not in stacks or march.alone(to))
            yield Step(to, points + extra, way.why_cut if broken else way.why, stop)

    return steps


def road_steps(march: March) -> Steps[str]:
    """The same in road mode: every road hex counts one."""
    here, unit, cut = the_map(), march.unit, march.cut
    wall = unit.side == "allied"
    bound = here.meuse if unit.restricted and not march.table.meuse_open else frozenset()
    first, held = march.hex, not march.waits and march.barred(march.hex)

    def open_(to: str) -> bool:
        if to not in here.live or to in here.impassable or (wall and here.wall_at(to) == "intact"):
            return False
        return march.lay.holder(to) != march.foe and not crowds(march.lay, unit, to)

    def steps(hex: str) -> Iterator[Step[str]]:
        if not hex:  # a German behind the hex of his entry
            if open_(first) and not march.barred(first):
                yield Step(first, 1)
            return
        if hex == first and held:
            return
        for way in here.roads.get(hex, ()):
            if way.name in cut or way.name in bound or not open_(way.to):
                continue
            barred = march.barred(way.to)
            if not (barred and hex in here.edge):  # 14.1A nobody comes on under enemy control
                yield Step(way.to, 1, "road", barred)

    return steps


# Whole lines


def cannot_move(table: Ardennes, side: str, line: MoveLine) -> Cannot | None:
    """5.1 to 5.3 Why a line for a movement phase is not allowed."""
    found = plan(table, side, line)
    return None if isinstance(found, March) else found


def cannot_move_again(table: Ardennes, side: str, line: MoveLine) -> Cannot | None:
    """5.2K Why a line for the mechanized movement phase is not allowed."""
    unit = table.units[line.unit]
    if not unit.mechanized:
        return "5.2K", f"{unit.id} is not mechanized, it moves in the initial phase only"
    if unit.id in table.fought:
        hint = "it may advance, then: advance UNIT under the attack"
        return "5.2K", f"{unit.id} attacked, it has no mechanized movement", hint
    return cannot_move(table, side, line)


def plan(table: Ardennes, side: str, line: MoveLine, lay: Lay | None = None) -> March | Cannot:
    """What a line would do, or why it cannot be done: all of it or nothing."""
    unit = table.units[line.unit]
    if problem := cannot_start(table, side, unit):
        return problem
    march = march_of(table, unit, lay)
    for clause in line.clauses:
        if problem := take(march, clause):
            return problem
    if line.clauses and not march.waits and (column := column_beside(march.lay, unit, march.hex)):
        return "6.5G", f"{unit.id} would stop in {march.hex} beside {column}, which is in road mode"
    return march


def cannot_start(table: Ardennes, side: str, unit: Unit) -> Cannot | None:
    """5.1A, 5.3M Who can move at all."""
    if unit.side != side:
        return "5.1A", f"{unit.id} is no unit of the {side} side"
    if unit.lost:
        return "5.1A", f"{unit.id} has been destroyed"
    if not unit.hex and not unit.entry:
        return "5.1A", f"{unit.id} is not on the map"
    if unit.hex in the_map().edge and unit.id not in table.awake:
        return "5.3M", f"{unit.id} is dormant in {unit.hex}", "a unit in play must stand next to it as the phase begins"
    if unit.id in table.moved:
        return "5.0", f"{unit.id} has moved already in this phase", "give the whole way in one line"
    return None
