"""7. Movement: units one by one, hex by hex, by the ways that the steps allow; and off the map.  Cases 7.0 to 7.8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from pbem.kit.paths import Path, Step, Steps, cheapest, reach
from pbem.ruleset import Cannot, Orders, Umpire, frozen
from pbem_rules.enemy_action_ardennes.board import (
    FOE,
    OKW,
    around,
    beyond_the_meuse,
    german_exits,
    limit,
    side_of,
    the_charts,
    the_map,
)
from pbem_rules.enemy_action_ardennes.events_field import (
    FlankTaken,
    HexsideUsed,
    LeftMap,
    RegimentEliminated,
    RegimentMarched,
    StepGone,
)
from pbem_rules.enemy_action_ardennes.s07_reactions import after_entering, demolition, watched
from pbem_rules.enemy_action_ardennes.s07_steps import (
    Going,
    alike,
    blocked_road,
    cannot_begin,
    cannot_step,
    going,
    mark_of,
    price,
    stops,
)
from pbem_rules.enemy_action_ardennes.sheets import ImpulseLine, RegimentMove
from pbem_rules.enemy_action_ardennes.table import (
    EnemyAction,
    Regiment,
    Sway,
    bridged,
    overstacked,
    standing_bridges,
    sway_of,
    units_in,
)


@frozen(slots=False)
class Trek:
    """A move as it was understood: the hexes, and how."""

    unit: str
    path: tuple[str, ...]
    cost: int
    strategic: bool = False
    exit: bool = False


class Halt(NamedTuple):
    """7.33 What a unit had paid when a bridge was blown before it, which bridge that was, and how it moved."""

    paid: int
    bridge: str
    strategic: bool


Halts: TypeAlias = dict[str, Halt]
"""Of the units that were stopped in this impulse."""


Known: TypeAlias = dict[tuple[object, ...], dict[str, list[Step[str]]]]
"""The steps that lead on from hexes in one position, for each kind of move; whoever asks for many units keeps them."""


def steps_for(go: Going, known: Known | None = None) -> Steps[str]:
    """7.0 The steps open from any hex; the first one is always affordable."""
    start = go.unit.hex
    later = {} if known is None else known.setdefault(alike(go), {})

    def steps(here: str) -> Iterable[Step[str]]:
        if here == start:
            return steps_from(go, here, first=not go.begun)
        if go.hexes == 1:
            return ()
        if here not in later:
            later[here] = list(steps_from(go, here, first=False))
        return later[here]

    return steps


def steps_from(go: Going, here: str, *, first: bool) -> Iterator[Step[str]]:
    """7.0 What can be entered from a hex, and at what cost."""
    for near in around(here):
        if cannot_step(go, here, near, first=first) is None:
            cost = price(go, here, near)
            yield Step(near, min(cost, go.budget) if first else cost, "", stops(go, here, near))


def course_of(
    table: EnemyAction,
    unit: Regiment,
    line: RegimentMove,
    *,
    sway: Sway | None = None,
    slip: bool = False,
    halt: Halt | None = None,
    hurried: bool = False,
) -> Trek | None:
    """The way that a line names, filled in where its hexes do not touch; strategic if nothing else serves.

    Who withdraws (`slip`) goes by his own allowance.
    """
    sway = sway or sway_of(table)
    if not line.path:
        return Trek(unit.id, (), 0, exit=line.exit)
    for strategic in (True,) if line.strategic else (False,) if slip else (False, True):
        other = halt is not None and halt.paid and strategic != halt.strategic
        if other or cannot_begin(table, unit, strategic=strategic, sway=sway):
            continue
        go = less(going(table, unit, strategic=strategic, sway=sway, slip=slip, hurried=hurried), halt)
        found = filled_in(go, line.path, around_it=line.around)
        if found is not None:
            return Trek(unit.id, found[0], found[1], strategic, line.exit)
    return None


def less(go: Going, halt: Halt | None) -> Going:
    """7.33 A unit that was stopped goes on with what it has left, not where the bridge was; or begins elsewhere."""
    if halt is None:
        return go
    return replace(go, budget=max(go.budget - halt.paid, 0), begun=halt.paid > 0, shut=halt.bridge)


def filled_in(go: Going, named: Sequence[str], *, around_it: bool) -> tuple[tuple[str, ...], int] | None:
    """The hexes from one named hex to the next by the cheapest way, if the whole can be paid.

    A hex that touches is the step itself; `around_it` lets another way serve where the step is not allowed.
    """
    path: list[str] = []
    here = go.unit.hex
    for goal in named:
        if goal in around(here) and not (around_it and cannot_follow(go, (*path, goal))):
            path.append(goal)
        elif goal != here:
            way = cheapest(here, goal, go.budget, steps_for(go))
            if way is None:
                return None
            path.extend(way.places)
        here = goal
    cost = cost_of(go, path)
    return None if cost is None else (tuple(path), cost)


def cost_of(go: Going, path: Sequence[str]) -> int | None:
    """What a path costs, or None if it cannot be gone."""
    return None if cannot_follow(go, path) else paid_for(go, path)


def paid_for(go: Going, path: Sequence[str]) -> int:
    costs = [price(go, here, near) for here, near in pairwise((go.unit.hex, *path))]
    return (costs[0] if go.begun else min(costs[0], go.budget)) + sum(costs[1:]) if costs else 0


def cannot_follow(go: Going, path: Sequence[str]) -> Cannot | None:
    """7.0 to 7.5 The first thing that is wrong with a path."""
    unit, spent = go.unit, 0
    for number, (here, near) in enumerate(pairwise((unit.hex, *path))):
        first = number == 0 and not go.begun
        if near not in around(here):
            return "7.0", f"{near} is not next to {here}"
        if number >= go.hexes:
            return "4.13", f"{unit.id} may move one hex only"
        if number and stops(go, path[number - 2] if number > 1 else unit.hex, here):
            return "7.1", f"{unit.id} must stop in {here}"
        if problem := cannot_step(go, here, near, first=first):
            return problem
        cost = price(go, here, near)
        spent += min(cost, go.budget) if first else cost
        if spent > go.budget:
            return "7.0", f"{unit.id} needs {spent} to come to {near} and has {go.budget}"
    return None


def cannot_march(
    table: EnemyAction,
    unit: Regiment,
    line: RegimentMove,
    *,
    sway: Sway | None = None,
    slip: bool = False,
    halt: Halt | None = None,
    hurried: bool = False,
) -> Cannot | None:
    """7.0 to 7.8 Why a move is not allowed."""
    sway = sway or sway_of(table)
    if unit.id in table.moved and halt is None:
        return "7.0", f"{unit.id} has moved already", "give the whole path in one line"
    if not line.path and not line.exit:
        return None
    if problem := cannot_begin(table, unit, strategic=line.strategic, sway=sway):
        return problem
    course = course_of(table, unit, line, sway=sway, slip=slip, halt=halt, hurried=hurried)
    if course is None:
        go = less(going(table, unit, strategic=line.strategic, sway=sway, slip=slip, hurried=hurried), halt)
        touching = all(near in around(here) for here, near in pairwise((unit.hex, *line.path)))
        reason = cannot_follow(go, line.path) if touching else None
        return (reason and with_way_around(go, line.path, reason)) or (
            "7.0",
            f"{unit.id} cannot reach {line.path[-1]}",
            f"pbem moves {unit.id} lists where it can go",
        )
    return cannot_exit(table, unit, course, sway) if line.exit else None


def with_way_around(go: Going, named: Sequence[str], reason: Cannot) -> Cannot:
    """7.0 A hex that touches is the step there; where that is not allowed and another way is, the hint names it."""
    way = cheapest(go.unit.hex, named[-1], go.budget, steps_for(go)) if len(named) == 1 else None
    if way is None or len(way.places) < 2:
        return reason
    return reason[0], reason[1], f"{go.unit.id}: to {named[-1]} goes around, by {' '.join(way.places)}"


def destinations(
    table: EnemyAction, unit: Regiment, sway: Sway | None = None, known: Known | None = None
) -> dict[str, tuple[Path[str], bool]]:
    """7. Where a unit can come to, by which way, and whether by strategic movement."""
    sway = sway or sway_of(table)
    found: dict[str, tuple[Path[str], bool]] = {}
    for strategic in (False, True):
        if cannot_begin(table, unit, strategic=strategic, sway=sway):
            continue
        go = going(table, unit, strategic=strategic, sway=sway)
        reached = reach(unit.hex, go.budget, steps_for(go, known))
        for hex in reached.places():
            found.setdefault(hex, (reached.path(hex), strategic))
    return found


def slipping(table: EnemyAction, unit: Regiment, sway: Sway) -> dict[str, Path[str]]:
    """aid Where a unit can withdraw to."""
    go = going(table, unit, sway=sway, slip=True)
    reached = reach(unit.hex, go.budget, steps_for(go))
    return {hex: reached.path(hex) for hex in reached.places()}


# Moving


def march(
    table: EnemyAction, umpire: Umpire, lines: Orders, moves: Sequence[RegimentMove], *, slip: bool = False
) -> ImpulseLine | None:
    """7.0 Units one by one.  Where one was stopped and its owner wanted to be asked, what he has written anew."""
    left, anew, halts = list(moves), None, Halts()
    while left:
        line = lines.meant(left.pop(0))
        if not isinstance(line, RegimentMove):
            continue
        if problem := cannot_move_now(table, line, halts, slip=slip):
            lines.refuse(*problem, line=line)
            continue
        unit = table.units[line.unit]
        course = course_of(table, unit, line, slip=slip, halt=halts.get(unit.id))
        if course is None or walk(table, umpire.within(unit.id), course, halts):
            continue
        why = f"a bridge was blown before {unit.id} in {unit.hex}"
        if lines.review("7.33", why):
            anew = next(lines, None)
            left = list(anew.move) if anew is not None else []
        else:
            lines.refuse("7.33", why, line=line)
    settle_stacks(table, umpire)
    return anew


def cannot_move_now(table: EnemyAction, line: RegimentMove, halts: Halts, *, slip: bool = False) -> Cannot | None:
    """7.0 Why a line cannot be played when its turn has come; a unit that was stopped may go on another way (7.33)."""
    if line.unit not in table.units or line.unit not in table.active:
        return "6.0", f"{line.unit} is not active in this impulse"
    if not table.units[line.unit].hex:
        return "7.0", f"{line.unit} is on the map no longer"
    return cannot_march(table, table.units[line.unit], line, slip=slip, halt=halts.get(line.unit))


def walk(table: EnemyAction, umpire: Umpire, course: Trek, halts: Halts) -> bool:
    """7.0, 7.33 From one hex where something may happen to the next.  False: a bridge was blown before the unit."""
    unit, before, fares = table.units[course.unit], standing_bridges(table), fares_of(table, course)
    if course.path:
        demolition(table, umpire, unit)
    for leg in legs(table, unit, course.path):
        side = side_of(unit.hex, leg[0])
        if side in before and not bridged(table, side):
            paid = halts[unit.id].paid if unit.id in halts else 0
            halts[unit.id] = Halt(paid + course.cost - sum(fares), side, course.strategic)
            return False
        paid, fares = sum(fares[: len(leg)]), fares[len(leg) :]
        step_out(table, umpire, unit, course, leg, paid)
        after_entering(table, umpire, unit)
        if unit.hex:
            demolition(table, umpire, unit)
    if course.exit:
        leave(table, umpire, unit)
    return True


def fares_of(table: EnemyAction, course: Trek) -> list[int]:
    """What each hex of a way costs; the first takes what the others leave, where it is more than all."""
    unit = table.units[course.unit]
    go = going(table, unit, strategic=course.strategic)
    later = [price(go, here, near) for here, near in pairwise(course.path)]
    return [course.cost - sum(later), *later] if course.path else []


def legs(table: EnemyAction, unit: Regiment, path: Sequence[str]) -> list[tuple[str, ...]]:
    """A path in pieces, each up to a hex where something may happen."""
    found: list[tuple[str, ...]] = []
    leg: list[str] = []
    for hex in path:
        leg.append(hex)
        if watched(table, unit, hex):
            found.append(tuple(leg))
            leg = []
    return [*found, tuple(leg)] if leg else found


def step_out(
    table: EnemyAction, umpire: Umpire, unit: Regiment, course: Trek, path: tuple[str, ...], paid: int
) -> None:
    """7.3 The hexes, and the hexsides that nobody else may cross now."""
    sway = sway_of(table)
    marks = [mark_of(table, unit, here, near, sway) for here, near in pairwise((unit.hex, *path))]
    umpire.do("7.0", RegimentMarched(unit.id, path, paid, course.strategic))
    for mark in marks:
        if mark:
            umpire.do("7.31", HexsideUsed(mark))


def settle_stacks(table: EnemyAction, umpire: Umpire) -> None:
    """7.4 When all have moved, or retreated and advanced, stacks are cut down to their limits by their owner."""
    stacks = Counter(unit.hex for unit in table.units.values() if unit.hex)
    for hex in sorted(hex for hex, count in stacks.items() if count > 1):
        while overstacked(there := units_in(table, hex)):
            at = umpire.within(f"stack {hex}")
            many = len(there) > limit("stack units")
            pick = at.ask(
                "7.4", there[0].side, "losses", f"{hex} holds too many: who {'goes' if many else 'loses a step'}?",
                [unit.id for unit in there], otherwise=(min if many else max)(there, key=by_steps).id,
                facts={"at": hex, "why": "stacking"},
            )  # fmt: skip
            at.do("7.4", RegimentEliminated(pick) if many else StepGone(pick))


def by_steps(unit: Regiment) -> tuple[int, int, str]:
    """In the order in which silence takes them: of too many units the smallest goes, of too many steps who has most."""
    return unit.steps, -unit.strength, unit.id


# 7.8 Off the map


def cannot_exit(table: EnemyAction, unit: Regiment, course: Trek, sway: Sway) -> Cannot | None:
    """7.8, 7.81 Why a unit cannot leave the map from where its path ends."""
    hex = course.path[-1] if course.path else unit.hex
    if unit.side != "german":
        return "7.8", "Allied units do not leave the map"
    if hex not in german_exits():
        return "7.8", f"{hex} is no exit for German units"
    last = the_charts().exit_dates.get(hex)
    if last is not None and table.day > last:
        return "7.8", f"{hex} was an exit until December {last}"
    if not unit.supplied:
        return "7.8", f"{unit.id} is not in supply"
    if course.strategic or course.cost + the_charts().costs["road"]["exit"] > unit.data.allowance:
        return "7.8", f"{unit.id} has no movement point left to leave the map"
    if hex in sway.control[FOE[unit.side]]:
        return "7.8", f"{hex} is in the enemy's control"
    if course.path and blocked_road(table, hex):
        return "7.9", f"{unit.id} must stop in {hex}, before a roadblock"
    return cannot_take_edge(unit.army, hex, north=table.north_left, south=table.south_left)


def cannot_take_edge(army: str, hex: str, *, north: bool, south: bool) -> Cannot | None:
    """7.8 By army and edge.  7.81 North beyond Liege, or south, not both."""
    edge, west = edge_of(hex), hex in beyond_the_meuse()
    allowed = {"6th Panzer": ("north", "west"), "5th Panzer": ("west",), "7th": ("south",), OKW: ("north", "west")}
    if edge not in allowed[army] or (army == OKW and edge == "north" and not west):
        return "7.8", f"{army} units do not leave the map at {hex}, on the {edge} edge"
    if edge == "south" and north:
        return "7.81", "units have left by the north edge, so the south edge is closed"
    if is_north_flank(hex) and south:
        return "7.81", "units have left by the south edge, so the north edge east of the Meuse is closed"
    return None


def edge_of(hex: str) -> str:
    return the_map().exits[hex].edge


def is_north_flank(hex: str) -> bool:
    """7.81 The north edge east of Liege."""
    return edge_of(hex) == "north" and int(hex[2:]) < int(the_charts().north_limit[2:])


def leave(table: EnemyAction, umpire: Umpire, unit: Regiment) -> None:
    """7.82, 14.1 Points for steps on the near bank of the Meuse, for strength beyond it."""
    hex = unit.hex
    each = the_charts().exit_points["infantry" if unit.on_foot else "mechanized"]
    worth = each * (unit.strength if hex in beyond_the_meuse() else unit.steps)
    if is_north_flank(hex) or edge_of(hex) == "south":
        umpire.do("7.81", FlankTaken(edge_of(hex)))
    umpire.do("7.82", LeftMap(unit.id, hex, worth))
