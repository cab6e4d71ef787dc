"""The next sheet, ready to edit, and what the page offers for a click."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.ruleset import Decision, View
from pbem.ruleset.telling import Choice, DraftLine
from rules.wwii_commander.board import FOE, SIDES, the_calendar, the_map
from rules.wwii_commander.forecast import combat_with, hits_by, hits_left, mean
from rules.wwii_commander.s04_turns import activatable, commando_open, has_choice, may_pass
from rules.wwii_commander.s07_movement import Route, destinations
from rules.wwii_commander.s09_supply import burning
from rules.wwii_commander.s10_reinforcements import due as arriving
from rules.wwii_commander.s10_reinforcements import entry_spaces, reserve, reserve_open
from rules.wwii_commander.s11_replacements import points_today, restorable
from rules.wwii_commander.standing import plain_turn
from rules.wwii_commander.table import Bulge, Unit, ids_of, strength_of, units_in

LATE = 6
"""From this box of the time track on a new day may begin before the next mail."""


def draft(view: View, due: tuple[Decision, ...]) -> dict[str, tuple[DraftLine, ...]]:
    """Every space with fresh units; the start of a day where it is asked for or near."""
    table: Bulge = view.table
    asked = {decision.topic for decision in due if decision.kind == "part" and decision.side == view.side}
    lines: dict[str, tuple[DraftLine, ...]] = {}
    if "turns" in asked:
        lines["turns"] = tuple(draft_turns(table, view.side))
    if "day" in asked or ("turns" in asked and table.box >= LATE):
        lines["day"] = tuple(draft_day(table, view.side))
    return lines


# Turns


def draft_turns(table: Bulge, side: str) -> Iterator[DraftLine]:
    """The turn that silence would take stands live; the rest is offered."""
    silent = plain_turn(table, side)
    if may_pass(table, side):
        yield DraftLine("pass", "allowed now", live=silent.passes)
    for space, units in activatable(table, side).items():
        live = space == silent.activate
        moves = ", ".join(f"{{{unit.id}: hold}}" for unit in units)
        yield DraftLine(f"{{activate: {space}, move: [{moves}]}}", contact(table, space, side), live=live)
        for unit in units:
            yield DraftLine(comment=reach(table, unit))


def contact(table: Bulge, space: str, side: str) -> str:
    """Whom the units in a space must attack if they stay."""
    foes = units_in(table, space, FOE[side])
    return f"must attack {' and '.join(ids_of(foes))}" if foes else ""


def reach(table: Bulge, unit: Unit) -> str:
    """26VG 4: Prum, Clervaux against 110/28 Inf; strategic: Houffalize"""
    ways = sorted(destinations(table, unit).items())
    plain = [goal(table, unit, space) for space, route in ways if not route.strategic]
    strategic = [space for space, route in ways if route.strategic]
    far = f"; strategic: {', '.join(strategic)}" if strategic else ""
    return f"{unit.id} {unit.strength}: {', '.join(plain) or 'no move'}{far}"


def goal(table: Bulge, unit: Unit, space: str) -> str:
    foes = units_in(table, space, FOE[unit.side])
    return f"{space} against {' and '.join(ids_of(foes))}" if foes else space


# The start of a day


def draft_day(table: Bulge, side: str) -> Iterator[DraftLine]:
    """What the day asks; each line with what silence would choose."""
    if table.stage != "day":
        yield DraftLine(comment=f"if Dec {table.day + 1} begins before your next mail")
        return
    if not has_choice(table, side):
        return
    enter = [f"{{{unit.id}: {spaces[0]}}}" for unit in arriving(table, side) if (spaces := entry_spaces(table, unit))]
    if enter:
        yield DraftLine(f"enter: [{', '.join(enter)}]")
    for unit in arriving(table, side):
        yield DraftLine(comment=f"{unit.id}: {' '.join(entry_spaces(table, unit)) or 'delayed'}")
    able = [unit.id for kind in points_today(table, side) for unit in restorable(table, side, kind)]
    if any(points_today(table, side).values()) and able:
        yield DraftLine(f"restore: [{', '.join(able)}]", "in order of preference")
    if table.day >= the_calendar().fuel_from:
        word = "fuel" if side == "allied" else "fuel keep"
        yield DraftLine(f"{word}: [{', '.join(ids_of(burning(table)))}]", "in order of preference")
    if side == "german" and commando_open(table):
        yield DraftLine("commando: none", "or an Allied unit, once in the game")
    if side == "german" and reserve(table) and reserve_open(table):
        yield DraftLine(f"okw: {reserve(table)[0].id}", f"of {', '.join(ids_of(reserve(table)))}")


# The page


def choices(view: View) -> tuple[Choice, ...]:
    """Each fresh unit and where it can go, as whole turns of one move."""
    table: Bulge = view.table
    if view.side not in SIDES or table.stage not in ("surprise", "turn") or table.side != view.side:
        return ()
    found: list[Choice] = []
    for space, units in activatable(table, view.side).items():
        for unit in units:
            line = f"{{activate: {space}, move: [{{{unit.id}: hold}}]}}"
            found.append(Choice("turns", unit.id, space, line, contact(table, space, view.side) or "stays"))
            for goal_space, route in sorted(destinations(table, unit).items()):
                found.append(choice(table, unit, goal_space, route))
    return tuple(found)


def choice(table: Bulge, unit: Unit, space: str, route: Route) -> Choice:
    """A move, with the hits to be expected where it meets enemies."""
    far = "strategic " if route.strategic else ""
    via = f" via {', '.join(route.spaces[:-1])}" if len(route.spaces) > 1 else ""
    goal_text = f"{far}{space}{via}"
    body = f'"{goal_text}"' if "," in goal_text else goal_text
    line = f"{{activate: {unit.space}, move: [{{{unit.id}: {body}}}]}}"
    combat = combat_with(table, space, unit.side, [unit])
    if not combat.defenders:
        worth = the_map().spaces[space].points
        return Choice("turns", unit.id, space, line, f"{worth} points" if worth else "free")
    gives = mean(hits_left(table, combat), strength_of(list(combat.defenders)))
    takes = mean(hits_by(table, combat, combat.defenders), strength_of(list(combat.attackers)))
    return Choice("turns", unit.id, space, line, f"{float(gives):.1f}:{float(takes):.1f} hits", "attack")
