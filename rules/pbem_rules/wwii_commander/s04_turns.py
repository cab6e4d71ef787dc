"""4. The sequence of play.  Cases 4.1 to 4.10: the start of a day, its turns, its end."""

from __future__ import annotations

from collections import deque

from pbem.craft.pieces import ids_of
from pbem.ruleset import Cannot, Orders, Part, Umpire
from pbem_rules.wwii_commander.board import FOE, SIDES, limit, the_calendar
from pbem_rules.wwii_commander.events import Activated, CommandoSent, DayBegan, NotUsed, Passed, TurnCame
from pbem_rules.wwii_commander.s07_movement import Journey, cannot_leave, route_of, travel
from pbem_rules.wwii_commander.s08_combat import combats
from pbem_rules.wwii_commander.s09_supply import burning, freed_today, fuel_check, supply_check
from pbem_rules.wwii_commander.s10_reinforcements import (
    NONE,
    call_reserve,
    callable_reserve,
    due,
    entry_spaces,
    reinforce,
)
from pbem_rules.wwii_commander.s11_replacements import points_today, restorable, restore
from pbem_rules.wwii_commander.s12_victory import cannot_exit, judge, leave_map, score_crossing
from pbem_rules.wwii_commander.sheets import DayLine, EnterLine, MoveLine, TurnLine
from pbem_rules.wwii_commander.table import Commander, Unit, contested, room, units_in, units_of

# The start of a day


def day(table: Commander, umpire: Umpire) -> str | None:
    """4.1 to 4.6 All that comes before the first turn; the markers came off as the day began."""
    supply_check(table, umpire)
    score_crossing(table, umpire)
    first, second = table.initiative, FOE[table.initiative]
    wishes = {side: DayLine() for side in SIDES}
    together = table.options.get("start of day") != "in turn"
    if together:
        wishes |= ask_wishes(table, umpire, first, second)
    for side in (first, second):
        if not together:
            wishes |= ask_wishes(table, umpire, side)
        reinforce(table, umpire.within(side), side, wishes[side])  # 4.3
        if side == "german":
            call_reserve(table, umpire, wishes[side])
    fuel_check(table, umpire, wishes)
    for side in (first, second):
        restore(table, umpire.within(side), side, wishes[side])  # 4.5
    commando(table, umpire, wishes["german"])
    umpire.do("4.7", TurnCame(first, 0))
    return "turn"


def ask_wishes(table: Commander, umpire: Umpire, *sides: str) -> dict[str, DayLine]:
    """The `day:` blocks of the sides that have something to choose, asked for together."""
    asking = [side for side in sides if has_choice(table, side)]
    parts: list[Part] = umpire.ask_all(*[umpire.part("4.3", side, "day", "the start of the day") for side in asking])
    read = {side: Orders(umpire, "4.3", side, part) for side, part in zip(asking, parts, strict=True)}
    return {side: wish for side, orders in read.items() if (wish := as_meant(orders))}


def as_meant(orders: Orders) -> DayLine | None:
    """A block as its conditions, and those of its entries, hold now."""
    line: DayLine | None = next(orders, None)
    if line is None:
        return None
    entries = [entry for entry in map(orders.meant, line.enter) if isinstance(entry, EnterLine)]
    return line.model_copy(update={"enter": tuple(entries)})


def has_choice(table: Commander, side: str) -> bool:
    """Whether anything in a `day:` block could matter to this side today."""
    arrivals = entry_matters(table, side)
    points = points_today(table, side)
    restores = any(points[kind] and restorable(table, side, kind) for kind in points)
    if side == "allied":
        return arrivals or restores or fuel_matters(table, side)
    calls = len(callable_reserve(table)) > 0
    return arrivals or restores or fuel_matters(table, side) or calls or commando_open(table)


def entry_matters(table: Commander, side: str) -> bool:
    """10.1, 7.6 Whether an arrival has more than one space to enter at, or fewer have room in one than come to it."""
    ways = [spaces for unit in due(table, side) if (spaces := entry_spaces(table, unit))]
    return any(len(spaces) > 1 or ways.count(spaces) > room(table, spaces[0], side) for spaces in ways)


def fuel_matters(table: Commander, side: str) -> bool:
    """9.4 Whether a side has something to choose in today's fuel check."""
    if table.day < the_calendar().fuel_from:
        return False
    coming = [unit for unit in due(table, "german") if unit.is_mechanized and entry_spaces(table, unit)]
    called = any(table.units[name].is_mechanized for name in callable_reserve(table))
    most = limit("fuel marked") if side == "allied" else freed_today(table)
    return len(burning(table)) + len(coming) + called > most


def commando_open(table: Commander) -> bool:
    """4.6 Once in the game, on one of two days."""
    return table.day in the_calendar().commando and not table.commando_done


def commando(table: Commander, umpire: Umpire, wish: DayLine) -> None:
    """4.6 A cube on an Allied unit: it cannot be activated this day."""
    if not commando_open(table):
        if wish.commando not in ("", NONE):
            umpire.do("4.6", NotUsed(f"no commando operation on Dec {table.day}"), only="german")
        return
    units = ids_of(units_of(table, "allied"))
    unit = umpire.ask(
        "4.6", "german", "commando", "a commando operation against which unit?", [NONE, *units],
        said=wish.commando or None, otherwise=NONE,
    )  # fmt: skip
    if unit != NONE:
        umpire.do("4.6", CommandoSent(unit))


# A turn


def turn(table: Commander, umpire: Umpire) -> str | None:
    """4.8 to 4.10 One side's turn; who has nothing to activate passes without being asked."""
    passed_before = table.passed
    if activatable(table, table.side):
        lines = umpire.orders("4.8", table.side, "turns")
        line = with_same_space(umpire, lines, lawful_line(table, lines))
        take_turn(table, umpire.within(f"{the_calendar().track[table.box]} {table.side}"), lines, line)
    else:
        umpire.do("4.9", Passed(table.side))
    return next_turn(table, umpire, both_passed=passed_before and not table.activated)


def next_turn(table: Commander, umpire: Umpire, *, both_passed: bool) -> str | None:
    """4.10 The side with the initiative moves the marker when its turn is over."""
    last = len(the_calendar().track) - 1
    late = table.side != table.initiative and table.box == last
    done = not any(activatable(table, side) for side in SIDES)
    if late or both_passed or done:
        return end_of_day(table, umpire)
    umpire.do("4.10", TurnCame(table.foe, table.box + (table.side == table.initiative)))
    return "turn"


def end_of_day(table: Commander, umpire: Umpire) -> str | None:
    """4.10, 12.5 Victory is looked at; else the next day begins."""
    judge(table, umpire)
    if table.winner:
        return None
    umpire.do("4.1", DayBegan(table.day + 1))
    return "day"


def activatable(table: Commander, side: str) -> dict[str, list[Unit]]:
    """4.8 The spaces that may be selected, with the units that would be activated there."""
    found: dict[str, list[Unit]] = {}
    for unit in units_of(table, side):
        if unit.fresh and may_be_activated(table, unit):
            found.setdefault(unit.space, []).append(unit)
    return dict(sorted(found.items()))


def on_hand(table: Commander, side: str, space: str) -> list[Unit]:
    """4.8 Whom a line about a space can move: in the turn under way who has not moved yet, else whom it activates."""
    if space and space == table.activated:
        return [unit for unit in units_in(table, space, side) if unit.id in table.active]
    return activatable(table, side).get(space, [])


def may_be_activated(table: Commander, unit: Unit) -> bool:
    """5.0 In a surprise turn others than infantry are activated only where enemies are."""
    return table.stage != "surprise" or unit.kind == "infantry" or contested(table, unit.space)


def may_pass(table: Commander, side: str) -> bool:
    """4.9 Without the initiative always; with it when nothing is left to activate or the enemy has just passed."""
    if table.stage != "surprise" and (side != table.initiative or table.passed):
        return True
    return not activatable(table, side)


def cannot_take(table: Commander, side: str, line: TurnLine) -> Cannot | None:
    """4.8, 4.9 Why a turn cannot be taken as the line says; its moves are judged one by one."""
    open_spaces = activatable(table, side)
    if line.passes:
        if may_pass(table, side):
            return None
        hint = f"fresh units in {', '.join(open_spaces)}"
        return "4.9", f"{side} has the initiative and units to activate, no pass", hint
    if line.activate not in open_spaces:
        hint = f"fresh units in {', '.join(open_spaces)}" if open_spaces else "pass"
        return "4.8", f"no {side} unit in {line.activate} can be activated", hint
    return None


def lawful_line(table: Commander, lines: Orders) -> TurnLine:
    """4.8 The first line that can be carried out; its owner must give one."""
    line: TurnLine = lines.need("4.8", f"{table.side} must take a turn")
    while problem := cannot_take(table, table.side, line):
        lines.refuse(*problem)
        line = lines.need("4.8", f"{table.side} must take a turn")
    return line


def with_same_space(umpire: Umpire, lines: Orders, line: TurnLine) -> TurnLine:
    """One turn has one space: what further lines say about it is taken in, the others are not played."""
    further: list[TurnLine] = [] if lines.part.after_each == "ask" else list(lines)
    same = [line, *(more for more in further if more.activate == line.activate and not more.passes)]
    if len(lines) or len(same) <= len(further):
        umpire.do("4.8", NotUsed("one turn at a time: more lines belong under ahead:"), only=lines.side)
    return line.model_copy(
        update={
            "move": tuple(move for one in same for move in one.move),
            "fight": tuple(space for one in same for space in one.fight),
            "then": tuple(after for one in same for after in one.then),
        }
    )


def take_turn(table: Commander, umpire: Umpire, lines: Orders, line: TurnLine) -> None:
    """4.8 Activation, moves, combats; or a pass."""
    if line.passes:
        umpire.do("4.9", Passed(table.side))
        return
    units = activatable(table, table.side)[line.activate]
    umpire.do("4.8", Activated(line.activate, ids_of(units)))
    combats(table, umpire, march(table, umpire, lines, line))


def march(table: Commander, umpire: Umpire, lines: Orders, line: TurnLine) -> TurnLine:
    """7. The moves of a turn, one unit at a time.  Returns the line as it stands in the end."""
    left, moved = deque(line.move), list[str]()
    while left:
        move = lines.meant(left.popleft())
        if not isinstance(move, MoveLine) or move.way == "hold":
            continue
        route = way_of(table, table.side, move, moved)
        if isinstance(route, Journey):
            moved.append(move.unit)
            carry_out(table, umpire, table.units[move.unit], route)
        elif lines.refuse(*route, line=move):
            line = written_anew(lines, line)
            left = deque(line.move)
    return line


def carry_out(table: Commander, umpire: Umpire, unit: Unit, route: Journey) -> None:
    """A move; one that leads nowhere leaves the map."""
    if route.spaces:
        travel(table, umpire, unit, route)
    else:
        leave_map(umpire, unit)


def way_of(table: Commander, side: str, move: MoveLine, moved: list[str]) -> Journey | Cannot:
    """4.8, 7. The way that a move takes, or why it cannot be made."""
    unit = table.units[move.unit]
    if unit.side != side or not unit.space:
        return "4.8", f"{unit.id} is no unit of {side} on the map"
    if problem := cannot_leave(table, unit):
        return problem
    if unit.id not in table.active:
        return "4.8", f"{unit.id} in {unit.space} is not activated in this turn"
    if unit.id in moved:
        return "7.1", f"{unit.id} has moved already", "give its whole way in one line"
    if move.way == "exit":
        return cannot_exit(table, unit) or Journey(())
    return route_of(table, unit, move)


def written_anew(lines: Orders, line: TurnLine) -> TurnLine:
    """The rest of the turn under way, from the first new line that is about its space; without one all hold."""
    for new in lines:
        if isinstance(new, TurnLine) and new.activate == line.activate:
            return new
        lines.refuse("4.8", f"the turn of {line.activate} is under way", f"begin with activate: {line.activate}")
    return line.model_copy(update={"move": ()})
