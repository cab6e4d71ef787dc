"""A line of a sheet as it was understood, with what it would come to as the table stands."""

from __future__ import annotations

from collections.abc import Iterator

from pbem_rules.wwii_commander.board import the_map, the_units
from pbem_rules.wwii_commander.forecast import combat_with
from pbem_rules.wwii_commander.queries import told_dice
from pbem_rules.wwii_commander.s04_turns import on_hand
from pbem_rules.wwii_commander.s07_movement import Journey, route_of
from pbem_rules.wwii_commander.sheets import DayLine, MoveLine, TurnLine
from pbem_rules.wwii_commander.table import Commander, Unit


def echo_turn(table: Commander, line: TurnLine) -> str:
    """Dasburg: 26VG to Clervaux over the river; Clervaux: 26VG 4 dice at 5 against 110/28 Inf 2 dice at 4"""
    if line.passes:
        return "pass"
    moves = [echo_move(table, move) for move in line.move]
    fights = [f"{space}: {told}" for space, told in echo_combats(table, line)]
    then = [f"then {after.unit} to {after.to} if it breaks through" for after in line.then]
    head = f"{line.activate}: {', '.join(moves) or 'nobody moves'}"
    return "; ".join([head, *fights, *then])


def echo_move(table: Commander, move: MoveLine) -> str:
    """The way that would be taken; moves before it in the line may change that."""
    condition = "perhaps " if move.if_ or move.unless else ""
    if move.way:
        return f"{condition}{move.unit} {'leaves the map' if move.way == 'exit' else 'stays'}"
    route = route_of(table, table.units[move.unit], move)
    if not isinstance(route, Journey):
        return f"{condition}{move.unit} to {move.to} ({route[1]})"
    manner = " strategically" if route.strategic else ""
    return f"{condition}{move.unit}{manner} to {' and '.join(legs(table.units[move.unit], route))}"


def legs(unit: Unit, route: Journey) -> Iterator[str]:
    """Each space, with the river before it."""
    here = unit.space
    for space in route.spaces:
        river = the_map().river(here, space)
        bridge = " by a bridge" if river and the_map().road(here, space) else ""
        yield f"{space}{' over the river' if river else ''}{bridge}"
        here = space


def echo_combats(table: Commander, line: TurnLine) -> Iterator[tuple[str, str]]:
    """Who would meet whom, unit by unit with dice and chances."""
    side = the_units()[line.move[0].unit].side if line.move else table.side
    goals = {move.unit: move.to or line.activate for move in line.move}
    staying = {unit.id: line.activate for unit in on_hand(table, side, line.activate)}
    at = staying | goals
    for space in dict.fromkeys(at.values()):
        coming = [table.units[name] for name, goal in at.items() if goal == space]
        combat = combat_with(table, space, side, coming)
        gone = {name for name, goal in goals.items() if goal != space}
        attackers = [unit for unit in combat.attackers if unit.id not in gone]
        if attackers and combat.defenders:
            ours = ", ".join(told_dice(table, combat, unit) for unit in attackers)
            theirs = ", ".join(told_dice(table, combat, unit) for unit in combat.defenders)
            yield space, f"{ours} against {theirs}"


def echo_day(table: Commander, line: DayLine) -> str:
    """What the block asks for, in one line."""
    words = [f"{entry.unit} enters at {entry.space}" for entry in line.enter]
    words += [f"OKW reserve: {line.okw}"] if line.okw else []
    words += [f"short of fuel: {', '.join(line.fuel)}"] if line.fuel else []
    words += [f"fuel first for {', '.join(line.fuel_keep)}"] if line.fuel_keep else []
    words += [f"restored first: {', '.join(line.restore) or 'nobody'}"] if line.restore is not None else []
    words += [f"commando operation: {line.commando}"] if line.commando else []
    return "; ".join(words) or "all by standing orders"
