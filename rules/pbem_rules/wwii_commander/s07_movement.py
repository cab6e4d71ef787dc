"""7. Movement.  Cases 7.1 to 7.9, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.craft.sayings import many
from pbem.ruleset import Cannot, Umpire
from pbem_rules.wwii_commander.board import DATA, FOE, border_name, the_calendar, the_map, the_tables
from pbem_rules.wwii_commander.events import MeuseReached, Moved
from pbem_rules.wwii_commander.s06_control import settle
from pbem_rules.wwii_commander.sheets import MoveLine
from pbem_rules.wwii_commander.table import Commander, Lay, Unit, lay_of


class Journey(NamedTuple):
    """The spaces that a unit enters one after the other."""

    spaces: tuple[str, ...]
    strategic: bool = False


def travel(table: Commander, umpire: Umpire, unit: Unit, route: Journey) -> None:
    """7.1, 7.3, 7.5 Space by space; what was empty and hostile is taken by passing through."""
    for space in route.spaces:
        here, foe_there = unit.space, lay_of(table).has(space, FOE[unit.side])
        river = the_map().river(here, space)
        moved = Moved(unit.id, space, river, border_name(here, space) if river and foe_there else "")
        umpire.do("7.3" if route.strategic else "7.1", moved)
        arrive(table, umpire, unit, left=here)


def arrive(table: Commander, umpire: Umpire, unit: Unit, *, left: str) -> None:
    """What follows when a unit has come from one space to the next."""
    settle(table, umpire, left)
    settle(table, umpire, unit.space)
    watch_meuse(table, umpire, unit)


def watch_meuse(table: Commander, umpire: Umpire, unit: Unit) -> None:
    """7.9 Whatever way a German unit comes to the Meuse, and however short it stays."""
    if unit.side == "german" and not table.meuse_reached and unit.space in the_map().by_the_meuse:
        umpire.do("7.9", MeuseReached(unit.id, unit.space))


# 7.1 Who may move at all


def cannot_leave(table: Commander, unit: Unit) -> Cannot | None:
    """7.2, 5.0, 5.2 Why a unit cannot move in this turn, wherever to."""
    if not unit.supplied:
        return "7.2", f"{unit.id} is out of supply, it cannot move"
    if not unit.fuelled:
        return "7.2", f"{unit.id} is out of fuel, it cannot move"
    if table.stage == "surprise" and unit.kind != "infantry":
        return "5.0", f"{unit.id} is {unit.kind}, no move in a surprise turn", "armor may only attack where it stands"
    if table.surprise and unit.side == "allied" and unit.kind == "infantry":
        hint = "it may attack where it stands; armor and cavalry move"
        return "5.2", f"{unit.id} is infantry, no move on Dec 16", hint
    return None


def allowance(unit: Unit) -> int:
    """7.1"""
    return the_tables().allowances[unit.kind]


def farthest() -> int:
    """7.3"""
    return the_tables().allowances["strategic"]


# 7.1 to 7.9 Where it may go


def cannot_follow(table: Commander, lay: Lay, unit: Unit, route: Journey) -> Cannot | None:
    """Why a unit cannot take this way."""
    if route.strategic:
        wrong = cannot_go_strategic(table, lay, unit) or cannot_pass_strategic(table, lay, unit, route.spaces)
        if wrong:
            return wrong
    if unit.space in route.spaces:  # it comes back, and is not there any more
        lay = lay.without(unit)
    here, alone = unit.space, len(route.spaces) == 1
    for number, space in enumerate(route.spaces):
        if problem := cannot_step(table, lay, unit, here, space, first=number == 0, alone=alone):
            return problem
        here = space
    if lay.full(here, unit.side):
        return "7.6", f"{here} would hold more than three {unit.side} units"
    return None


def cannot_step(
    table: Commander, lay: Lay, unit: Unit, here: str, space: str, *, first: bool, alone: bool
) -> Cannot | None:
    """Why a unit cannot go from one space to the next; `alone`: it is the only space of its move."""
    the, foe = the_map(), FOE[unit.side]
    if not the.adjacent(here, space):
        return "7.1", f"{space} is not next to {here}"
    if not alone and not the.road(here, space):
        return "7.1", f"no road from {here} to {space}", "a second space is entered by road, as is the first"
    if not first and lay.has(here, foe):
        return "7.4", f"{unit.id} must stop in {here}, the enemy is in it"
    if first and lay.has(here, foe) and not lay.safe(space, unit.side):
        why = "contested" if lay.has(space, foe) and lay.has(space, unit.side) else "not friendly"
        hint = "first into a friendly space that is not contested"
        return "7.4", f"{unit.id} leaves contested {here}, and {space} is {why}", hint
    if the.river(here, space) and lay.has(space, foe):
        border = border_name(here, space)
        if not first and not lay.has(space, unit.side):
            hint = f"contest {space} first over another border, then this one may"
            return "7.8", f"road {here}-{space} is cut, {space} is all {foe.title()}", hint
        if border in table.crossed:
            return "7.7", f"{unit.id} crosses {border} in this turn", "one unit per river border into enemies"
    return cannot_cross_meuse(table, unit, here, space)


def cannot_cross_meuse(table: Commander, unit: Unit, here: str, space: str) -> Cannot | None:
    """7.9 The British stay behind the Meuse until a German is near it, or December 26."""
    if unit.data.nation != "british" or not the_map().meuse(here, space):
        return None
    if table.meuse_reached or table.day >= the_calendar().british_cross_from:
        return None
    return "7.9", f"{unit.id} is British and may not cross the Meuse yet", "until a German unit comes to the river"


def cannot_go_strategic(table: Commander, lay: Lay, unit: Unit) -> Cannot | None:
    """7.3, 5.3 Why a unit makes no strategic move now, wherever to."""
    if unit.side == "german":
        first, last = the_calendar().german_strategic
        if unit.kind == "infantry":
            return "7.3", f"{unit.id} is German infantry, no strategic movement"
        if table.surprise:
            return "5.3", f"no German strategic movement before Dec {first}"
        if table.day > last:
            return "7.3", f"no German strategic movement after Dec {last}"
    if lay.has(unit.space, FOE[unit.side]):
        return "7.3", f"{unit.id} starts in contested {unit.space}, no strategic move"
    return None


def cannot_pass_strategic(table: Commander, lay: Lay, unit: Unit, spaces: tuple[str, ...]) -> Cannot | None:
    """7.3 Why a strategic move cannot lead through these spaces."""
    least = farthest() if table.options.get("strategic move") == "exactly three" else 2
    if not least <= len(spaces) <= farthest():
        return "7.3", f"a strategic move is three spaces, that is {len(spaces)}"
    for space in spaces:
        if not lay.safe(space, unit.side):
            why = "enemies are in it" if lay.has(space, FOE[unit.side]) else "the enemy controls it"
            return "7.3", f"{unit.id} cannot move strategically into {space}: {why}"
    return None


# Finding a way


@DATA.cached
def paths_from(start: str) -> tuple[tuple[str, ...], ...]:
    """Every way of one space, and of two or three by road that comes to no space twice; the shortest first."""
    the = the_map()
    ways: list[tuple[str, ...]] = [(space,) for space in the.neighbours(start)]
    by_road: list[tuple[str, ...]] = [way for way in ways if the.road(start, way[0])]
    for _ in range(farthest() - 1):
        by_road = [
            (*way, space)
            for way in by_road
            for space in the.neighbours(way[-1])
            if the.road(way[-1], space) and space != start and space not in way
        ]
        ways += by_road
    return tuple(ways)


def routes(unit: Unit, *, strategic: bool = False) -> Iterator[Journey]:
    """Ways that a unit of its kind might take: by plain movement first, then strategic."""
    ways = paths_from(unit.space)
    if not strategic:
        yield from (Journey(way) for way in ways if len(way) <= allowance(unit))
    if strategic or unit.side == "allied" or unit.kind != "infantry":
        yield from (Journey(way, strategic=True) for way in ways if len(way) > 1)


def route_of(table: Commander, unit: Unit, move: MoveLine) -> Journey | Cannot:
    """The way that a line means: the one it names, else the shortest that is open."""
    lay = lay_of(table)
    if move.via:
        way = (*move.via, move.to)
        named = Journey(way, strategic=move.strategic or len(way) > allowance(unit))
        return cannot_march(unit, move, way) or cannot_follow(table, lay, unit, named) or named
    problems: list[Cannot] = []
    for route in routes(unit, strategic=move.strategic):
        if route.spaces[-1] == move.to:
            problem = cannot_follow(table, lay, unit, route)
            if problem is None:
                return route
            problems.append(problem)
    if problems:
        return problems[0]
    hint = f"pbem moves {unit.id!r} lists where it can go"
    return "7.1", f"{unit.id} cannot come from {unit.space} to {move.to} in one move", hint


def cannot_march(unit: Unit, move: MoveLine, way: tuple[str, ...]) -> Cannot | None:
    """7.1 A way that is plain for armor is not meant as strategic by German infantry, which has no such movement."""
    plain = max(the_tables().allowances[kind] for kind in ("infantry", "mech inf", "armor"))
    if unit.side != "german" or move.strategic or not allowance(unit) < len(way) <= plain:
        return None
    return "7.1", f"{unit.id} is {unit.kind} and moves {many(allowance(unit), 'space')}, not {len(way)}"


def destinations(table: Commander, unit: Unit, lay: Lay | None = None) -> dict[str, Journey]:
    """Every space where a unit can end a move now, and the way there."""
    if cannot_leave(table, unit):
        return {}
    here, found = lay or lay_of(table), dict[str, Journey]()
    for route in open_routes(table, here, unit):
        end = route.spaces[-1]
        if end not in found and not hopeless(here, unit, route) and cannot_follow(table, here, unit, route) is None:
            found[end] = route
    return found


def hopeless(lay: Lay, unit: Unit, route: Journey) -> bool:
    """7.3, 7.4, 7.6 What most ways fail by, seen at a glance."""
    spaces, foe = route.spaces, FOE[unit.side]
    if lay.full(spaces[-1], unit.side) or (len(spaces) > 1 and lay.has(spaces[0], foe)):
        return True
    return route.strategic and not all(lay.safe(space, unit.side) for space in spaces)


def open_routes(table: Commander, lay: Lay, unit: Unit) -> tuple[Journey, ...]:
    """Ways of the kinds that a unit may take now."""
    strategic = unit.side == "allied" or unit.kind != "infantry"
    return journeys(unit.space, allowance(unit), strategic and cannot_go_strategic(table, lay, unit) is None)


@DATA.cached
def journeys(start: str, reach: int, strategic: bool) -> tuple[Journey, ...]:
    """Ways by plain movement first, then strategic."""
    ways = paths_from(start)
    plain = tuple(Journey(way) for way in ways if len(way) <= reach)
    return plain + tuple(Journey(way, strategic=True) for way in ways if len(way) > 1) if strategic else plain
