"""The next sheet, ready to edit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

from pbem.craft.drafts import asked_parts
from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import DraftLine
from pbem_rules.wwii_commander.board import FOE, the_scenario
from pbem_rules.wwii_commander.ranking import nearest_meuse_first, strongest_first, weakest_first
from pbem_rules.wwii_commander.s04_turns import (
    activatable,
    commando_open,
    fuel_matters,
    has_choice,
    on_hand,
)
from pbem_rules.wwii_commander.s07_movement import cannot_leave, destinations
from pbem_rules.wwii_commander.s09_supply import burning
from pbem_rules.wwii_commander.s10_reinforcements import callable_reserve, entry_spaces
from pbem_rules.wwii_commander.s10_reinforcements import due as arriving
from pbem_rules.wwii_commander.s11_replacements import points_today, restorable
from pbem_rules.wwii_commander.s12_victory import cannot_exit
from pbem_rules.wwii_commander.standing import plain_turn
from pbem_rules.wwii_commander.table import Commander, Unit, contested, room, units_in

LATE = 6
"""From this box of the time track on a new day may begin before the next mail."""


def draft(view: View, due: tuple[Decision, ...]) -> dict[str, tuple[DraftLine, ...]]:
    """What is asked for: a turn, the rest of one, a day; towards evening the next day too."""
    table: Commander = view.table
    asked = asked_parts(decision for decision in due if decision.side == view.side)
    lines: dict[str, tuple[DraftLine, ...]] = {}
    if "turns" in asked:
        again = "again" in asked["turns"].facts
        drafted = draft_rest if again and table.activated else draft_turns
        lines["turns"] = (*as_written(table, asked["turns"]), *drafted(table, view.side))
        if not again and (tomorrow := next_day(table)) and has_choice(tomorrow, view.side):
            ahead = DraftLine(comment=f"if Dec {tomorrow.day} begins before your next mail, as things stand")
            lines["day"] = (ahead, *draft_day(tomorrow, view.side))
    if "day" in asked:
        lines["day"] = tuple(first_live(draft_day(table, view.side)))
    return lines


def as_written(table: Commander, asked: Decision) -> Iterator[DraftLine]:
    """How to leave what was handed in as it stands, if anything of it is left."""
    left = asked.facts.get("left", ())
    stands = ["the moves as you wrote them"] if table.activated else []
    if left and isinstance(left, tuple) and (table.stage == "surprise" or not table.activated):
        stands.append(f"line {' and '.join(left)} of the sheet that you handed in")
    if asked.facts.get("again") == "rest" and stands:
        yield DraftLine(comment=f"turns: as written goes on with {', then '.join(stands)}")


def next_day(table: Commander) -> Commander | None:
    """The table as it would be if the next day began now; only where that is near."""
    if table.stage != "turn" or table.box < LATE or table.day >= the_scenario(table.scenario).last:
        return None
    tomorrow = copy(table)
    tomorrow.day, tomorrow.stage = table.day + 1, "day"
    return tomorrow


# Turns


def draft_turns(table: Commander, side: str) -> Iterator[DraftLine]:
    """What may be played, and last the turn that silence would take: it counts if none above it does."""
    silent = plain_turn(table, side)
    for space in activatable(table, side):
        if space != silent.activate:
            yield from draft_turn(table, side, space)
    if table.stage == "surprise":
        yield DraftLine(comment="three turns in a row, a line for each; silence would take this one")
    else:
        yield DraftLine(comment="the first line is the turn: this one is played if none above it is")
    if silent.passes:
        yield DraftLine("pass", "allowed now", live=True)
    else:
        yield from draft_turn(table, side, silent.activate, live=True)


def draft_turn(table: Commander, side: str, space: str, *, live: bool = False) -> Iterator[DraftLine]:
    """A space with its units where they are, and where each could go."""
    units = on_hand(table, side, space)
    moves = ", ".join(f"{{{unit.id}: hold}}" for unit in units)
    yield DraftLine(f"{{activate: {space}, move: [{moves}]}}", contact(table, space, side), live=live)
    for unit in units:
        yield DraftLine(comment=reach(table, unit))


def draft_rest(table: Commander, side: str) -> Iterator[DraftLine]:
    """The turn under way: who has not moved yet; in the surprise turns those that follow it may be written too."""
    moved = [unit for name in table.active if (unit := table.units[name]).space not in ("", table.activated)]
    if moved:
        told = ", ".join(f"{unit.id} to {unit.space}" for unit in moved)
        yield DraftLine(comment=f"moved already: {told}")
    yield from draft_turn(table, side, table.activated, live=True)
    if table.stage != "surprise":
        return
    later = [space for space in activatable(table, side) if space != table.activated and not joins(table, space)]
    if later:
        yield DraftLine(comment="the turns after this one")
    for space in later:
        yield from draft_turn(table, side, space)


def joins(table: Commander, space: str) -> bool:
    """8.1 Fresh units in a space where the turn under way leads to combat are drawn into it."""
    return contested(table, space) and any(table.units[name].space == space for name in table.active)


def contact(table: Commander, space: str, side: str) -> str:
    """Whom the units in a space must attack if they stay."""
    foes = units_in(table, space, FOE[side])
    return f"must attack {' and '.join(ids_of(foes))}" if foes else ""


def reach(table: Commander, unit: Unit) -> str:
    """26VG 4: Prum, Clervaux against 110/28 Inf; strategic: Houffalize"""
    ways = sorted(destinations(table, unit).items())
    plain = [goal(table, unit, space) for space, route in ways if not route.strategic]
    strategic = [space for space, route in ways if route.strategic]
    far = f"; strategic: {', '.join(strategic)}" if strategic else ""
    leaves = cannot_exit(table, unit) is None and cannot_leave(table, unit) is None
    off = f"; exit for {many(unit.strength, 'point')}" if leaves else ""
    return f"{unit.id} {unit.strength}: {', '.join(plain) or 'no move'}{far}{off}"


def goal(table: Commander, unit: Unit, space: str) -> str:
    foes = units_in(table, space, FOE[unit.side])
    return f"{space} against {' and '.join(ids_of(foes))}" if foes else space


# The start of a day


def draft_day(table: Commander, side: str) -> Iterator[DraftLine]:
    """What the day asks; each line with what silence would choose."""
    units = arriving(table, side)
    if enter := ", ".join(f"{{{name}: {space}}}" for name, space in entries(table, units)):
        yield DraftLine(f"enter: [{enter}]")
    for unit in units:
        yield DraftLine(comment=f"{unit.id}: {', '.join(entry_spaces(table, unit)) or 'delayed'}")
    points = {kind: number for kind, number in points_today(table, side).items() if number}
    if able := weakest_first([unit for kind in points for unit in restorable(table, side, kind)]):
        spent = " and ".join(f"{number} {kind}" for kind, number in points.items())
        yield DraftLine(f"restore: [{', '.join(able)}]", f"in order of preference, points: {spent}")
    if fuel_matters(table, side):
        word, ranked = ("fuel", nearest_meuse_first) if side == "allied" else ("fuel keep", strongest_first)
        yield DraftLine(f"{word}: [{', '.join(ranked(burning(table)))}]", "in order of preference")
    if side == "german" and commando_open(table):
        yield DraftLine("commando: none", "or an Allied unit, once in the game")
    if side == "german" and (reserve := callable_reserve(table)):
        yield DraftLine(f"okw: {reserve[0]}", f"of {', '.join(reserve)}, or none")


def first_live(lines: Iterable[DraftLine]) -> Iterator[DraftLine]:
    """The first order of a block counts as it stands, so that the block is handed in and nobody is asked again."""
    live = True
    for line in lines:
        yield DraftLine(line.text, line.comment, live=live and bool(line.text))
        live = live and not line.text


def entries(table: Commander, units: list[Unit]) -> list[tuple[str, str]]:
    """10.1 Each unit at the first space that still has room when its turn comes."""
    found: list[tuple[str, str]] = []
    for unit in units:
        taken = [space for _, space in found]
        open_spaces = [s for s in entry_spaces(table, unit) if room(table, s, unit.side) > taken.count(s)]
        found += [(unit.id, space) for space in open_spaces[:1]]
    return found
