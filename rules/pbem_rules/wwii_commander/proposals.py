"""What players who know nothing else might write."""

from __future__ import annotations

from pbem.craft.pieces import ids_of
from pbem.ruleset import Chooser, Decision, Order, View
from pbem_rules.wwii_commander.board import FOE, SIDES, limit
from pbem_rules.wwii_commander.s04_turns import activatable, may_pass
from pbem_rules.wwii_commander.s07_movement import destinations
from pbem_rules.wwii_commander.s08_aftermath import breakthrough_spaces
from pbem_rules.wwii_commander.s09_supply import burning
from pbem_rules.wwii_commander.s10_reinforcements import NONE, due, entry_spaces, reserve
from pbem_rules.wwii_commander.s12_victory import cannot_exit
from pbem_rules.wwii_commander.sheets import BreakLine, DayLine, EnterLine, MoveLine, TurnLine
from pbem_rules.wwii_commander.standing import plain_turn
from pbem_rules.wwii_commander.table import Commander, Unit, units_in, units_of


def propose(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    """Lines that are lawful on the table as it stands; some of them will have become unlawful when they are read."""
    if decision.topic == "day":
        return (propose_day(view.table, view.side, chooser),)
    if decision.facts.get("again") == "rest":
        return ()
    wanted = limit("surprise turns") if view.table.stage == "surprise" and "again" not in decision.facts else 1
    return tuple(propose_turn(view.table, view.side, chooser) for _ in range(wanted))


def propose_turn(table: Commander, side: str, chooser: Chooser) -> TurnLine:
    """Some space, most of its units somewhere; now and then a pass."""
    spaces = activatable(table, side)
    if not spaces or (may_pass(table, side) and not chooser.number(6)):
        return plain_turn(table, side)
    space = chooser.one(sorted(spaces))
    moves = [propose_move(table, unit, chooser) for unit in spaces[space] if chooser.number(4)]
    then = [break_line for unit in spaces[space] for break_line in propose_breaks(table, unit, chooser)]
    return TurnLine(activate=space, move=tuple(move for move in moves if move), then=tuple(then))


def propose_move(table: Commander, unit: Unit, chooser: Chooser) -> MoveLine | None:
    if not cannot_exit(table, unit) and chooser.number(2):
        return MoveLine(unit=unit.id, way="exit")
    ways = destinations(table, unit)
    if not ways:
        return None
    fights = [space for space in sorted(ways) if units_in(table, space, FOE[unit.side])]
    route = ways[chooser.one(fights if fights and chooser.number(2) else sorted(ways))]
    via = route.spaces[:-1] if chooser.number(2) else ()
    line = MoveLine(unit=unit.id, to=route.spaces[-1], via=via, strategic=route.strategic)
    if chooser.number(8):
        return line
    other = MoveLine(unit=unit.id, way="hold")
    return line.model_copy(update={"if_": (f"{route.spaces[-1]} cleared",), "else_": other})


def propose_breaks(table: Commander, unit: Unit, chooser: Chooser) -> list[BreakLine]:
    spaces = breakthrough_spaces(table, unit, [])
    if not unit.is_armor or not spaces or chooser.number(3):
        return []
    return [BreakLine(unit=unit.id, to=chooser.one(spaces))]


def propose_day(table: Commander, side: str, chooser: Chooser) -> DayLine:
    """Some wishes; what is left out goes by default."""
    enter = [
        EnterLine(unit=unit.id, space=chooser.one(spaces))
        for unit in due(table, side)
        if (spaces := entry_spaces(table, unit)) and chooser.number(3)
    ]
    own = ids_of(units_of(table, side))
    restore = chooser.some(own, chooser.number(min(4, len(own)) + 1)) if chooser.number(3) else None
    fuel = ids_of(burning(table))
    ranked = chooser.some(fuel, chooser.number(len(fuel) + 1))
    if side == "allied":
        return DayLine(enter=tuple(enter), restore=restore, fuel=ranked)
    return DayLine(
        enter=tuple(enter),
        restore=restore,
        fuel_keep=ranked,
        okw=chooser.one(["", NONE, *ids_of(reserve(table))]),
        commando=chooser.one(["", NONE, *ids_of(units_of(table, "allied"))]),
    )


def quiet(view: View, line: Order) -> str:
    """For `if: quiet`: where the units named are, and who stands in the spaces named."""
    if not isinstance(line, TurnLine):
        return ""
    units = [view.table.units[move.unit].space for move in line.move]
    spaces = [line.activate, *(move.to for move in line.move), *line.fight]
    around = [
        ",".join(unit.id for side in SIDES for unit in units_in(view.table, space, side)) for space in spaces if space
    ]
    return "|".join([*units, *around])
