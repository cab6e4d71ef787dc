"""5. Movement: the lines of a sheet, all of a line or nothing.  Cases 5.1 to 5.3, with 6.3."""

from __future__ import annotations

from pbem.craft.sayings import many
from pbem.ruleset import Cannot
from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.s05_march import March, MarchLeg, cannot_drive_to, cannot_march_to, march_of
from pbem_rules.ardennes_offensive.s05_ways import find_way
from pbem_rules.ardennes_offensive.s06_road_mode import column_beside, crowds, mode_cost
from pbem_rules.ardennes_offensive.s07_control import Lay
from pbem_rules.ardennes_offensive.sheets import MoveClause, MoveLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit

# Clauses of a line


def take(march: March, clause: MoveClause) -> Cannot | None:
    """Work one clause into the march."""
    if clause.kind == "enter":
        return enter_road_mode(march)
    if clause.kind == "leave":
        return leave_road_mode(march)
    if clause.kind == "hexes":
        from_edge = march.waits and march.hex in the_map().edge and clause.hexes[0] == march.hex
        return follow(march, clause.hexes[1:] if from_edge else clause.hexes)
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
        march.legs.append(MarchLeg("road" if march.road else "march", path, march.total))
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
        return "6.3C", f"{march.unit.id} needs {many(price, 'point')} to {word} road mode and has {left} left"
    march.spent, march.stretch, march.road = march.total + price, 0, road
    march.legs.append(MarchLeg("enter" if road else "leave", (march.hex,), march.spent))
    return None


# Whole lines


def cannot_move(table: Ardennes, side: str, line: MoveLine, lay: Lay | None = None) -> Cannot | None:
    """5.1 to 5.3 Why a line for a movement phase is not allowed.  Any unit of one's own may hold."""
    if not line.clauses:
        return not_of(side, table.units[line.unit])
    found = plan(table, side, line, lay)
    return None if isinstance(found, March) else found


def cannot_move_again(table: Ardennes, side: str, line: MoveLine, lay: Lay | None = None) -> Cannot | None:
    """5.2K Why a line for the mechanized movement phase is not allowed."""
    return has_no_second_move(table, line) or cannot_move(table, side, line, lay)


def has_no_second_move(table: Ardennes, line: MoveLine) -> Cannot | None:
    """5.2K, 6.2 Only mechanized units that did not attack."""
    unit = table.units[line.unit]
    if not line.clauses:
        return None
    if not unit.mechanized:
        return "5.2K", f"{unit.id} is not mechanized, it moves in the initial phase only"
    if unit.id in table.fought:
        hint = "it may advance, then: advance UNIT under the attack"
        return "5.2K", f"{unit.id} attacked, it has no mechanized movement", hint
    return None


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
    if problem := not_of(side, unit):
        return problem
    if unit.lost:
        return "5.1A", f"{unit.id} has been destroyed"
    if not unit.hex and not unit.entry:
        return "5.1A", f"{unit.id} is not on the map"
    if unit.hex in the_map().edge and unit.id not in table.awake:
        return "5.3M", f"{unit.id} is dormant in {unit.hex}", "a unit in play must stand next to it as the phase begins"
    if unit.id in table.moved:
        return "5.0", f"{unit.id} has moved already in this phase", "give the whole way in one line"
    return None


def not_of(side: str, unit: Unit) -> Cannot | None:
    return None if unit.side == side else ("5.1A", f"{unit.id} is no unit of the {side} side")
