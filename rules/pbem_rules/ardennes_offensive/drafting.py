"""The next sheet, ready to edit: what must be ordered live, what may be ordered as comments."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.craft.drafts import as_written, asked_again, asked_parts, attack_text, needed, offered
from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import DraftLine
from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.foresight import as_orders_begin
from pbem_rules.ardennes_offensive.s04_first_turn import duty_plan, forced_attack, has_duty
from pbem_rules.ardennes_offensive.s04_phases import cures_for
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s09_combat import cannot_attack, strengths_of, targets
from pbem_rules.ardennes_offensive.s12_supply import ISOLATED, allowance
from pbem_rules.ardennes_offensive.s14_reinforcements import at_hex, entries, expected
from pbem_rules.ardennes_offensive.s15_paradrop import to_drop, usual_drop
from pbem_rules.ardennes_offensive.s17_set_up import historical
from pbem_rules.ardennes_offensive.sheets import AttackLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of

Lines = dict[str, tuple[DraftLine, ...]]


def draft(view: View, due: tuple[Decision, ...]) -> Lines:
    """A sheet serves the whole player-turn, so all parts that are still to come are in it."""
    asked = asked_parts(due)
    if "set-up" in asked:
        return {"set-up": tuple(DraftLine(f"{unit}: {hex}") for unit, hex in sorted(historical(view.side).items()))}
    if (again := asked_again(asked)) is not None:
        return {again.topic: draft_again(view, again)}
    if not asked:
        return {}
    lines = draft_turn(view.table)
    reached = min(PARTS.index(name) for name in asked)
    return {name: lines[name] for name in PARTS[reached:] if lines.get(name)}


PARTS = ("reinforcements", "drop", "movement", "combat", "mechanized")


def draft_again(view: View, decision: Decision) -> tuple[DraftLine, ...]:
    """What is asked in mid-phase: the plainest line that does what must be done, or what else can still be done."""
    if needed(decision):
        if decision.topic == "combat":
            return (attack_line(forced_attack(view.table, str(decision.facts["unit"])), live=True),)
        return draft_cures(view.table)
    return (as_written(decision), *offered(draft_turn(view.table).get(decision.topic, ())))


def draft_turn(table: Ardennes) -> Lines:
    """Every part of the player-turn, on the table as it will be when its orders begin."""
    ahead = as_orders_begin(table)
    lay, side = lay_of(ahead), ahead.side
    units = units_of(ahead, side)
    lines: Lines = {}
    if table.phase == "begin":
        lines["reinforcements"] = draft_arrivals(table, lay_of(table))
    if to_drop(ahead) is not None:
        lines["drop"] = (DraftLine(f"Heydte at {usual_drop(ahead)}", "survives on 1 or 2"),)
    if ahead.phase == "movement":
        lines["movement"] = (*draft_cures(ahead), *draft_moves([*units, *off_the_map(ahead)], ahead.moved))
    lines["combat"] = draft_attacks(ahead, units, lay)
    done = [*ahead.fought, *(ahead.moved if ahead.phase == "mechanized" else ())]
    lines["mechanized"] = draft_moves([unit for unit in units if unit.mechanized], done)
    return lines


def draft_arrivals(table: Ardennes, lay: Lay) -> tuple[DraftLine, ...]:
    """14.1 Who comes, and by which hexes."""
    lines = []
    for unit in expected(table):
        open_ = entries(table, unit, lay)
        if open_:
            others = " ".join(at_hex(road) for road in open_)
            enter = f", enter {open_[0].hex}" if open_[0].edge else ""
            lines.append(DraftLine(f"{unit.id}: at {at_hex(open_[0])}{enter}", f"{unit.section}: one of {others}"))
    return tuple(lines)


def draft_cures(table: Ardennes) -> tuple[DraftLine, ...]:
    """6.7N What must be done before others move."""
    why = "too close to another unit for road mode, before all others"
    return tuple(DraftLine(f"{line.unit}: {line.way}", why, live=True) for line in cures_for(table))


def off_the_map(table: Ardennes) -> list[Unit]:
    """14.1, 5.3M Who waits behind his hex of entry, and who wakes at the map edge."""
    waiting = [unit for _, unit in sorted(table.units.items()) if unit.entry and unit.side == table.side]
    return [*waiting, *(table.units[name] for name in table.awake)]


def draft_moves(units: list[Unit], done: Sequence[str]) -> tuple[DraftLine, ...]:
    """Each unit that can still move, with its hex, points, mode and supply."""
    return tuple(DraftLine(f"{unit.id}: hold", comment(unit)) for unit in units if unit.id not in done)


def comment(unit: Unit) -> str:
    at = unit.hex or f"waits at {unit.entry}"
    words = [at, f"{unit.strength}-{unit.data.allowance}", many(allowance(unit), "point")]
    words += [unit.supply] if unit.supply != "supplied" else []
    words += ["road mode"] if unit.road else []
    return ", ".join(words)


def draft_attacks(table: Ardennes, units: list[Unit], lay: Lay) -> tuple[DraftLine, ...]:
    """Every hex that can be attacked now, by all who touch it; on game-turn 1 a lawful German plan, live."""
    if has_duty(table) and not table.fought:
        return tuple(attack_line(line, live=True, words=odds_words(table, line, lay)) for line in duty_plan(table))
    able = [unit for unit in units if unit.supply != ISOLATED and unit.id not in table.fought]
    goals = sorted({hex for unit in able for hex in targets(table, unit, lay)})
    lines = []
    for goal in goals:
        near = the_map().neighbours[goal]
        line = AttackLine(attack=(goal,), with_=ids_of([unit for unit in able if unit.hex in near]))
        if cannot_attack(table, table.side, line) is None:
            lines.append(attack_line(line, words=odds_words(table, line, lay)))
    return tuple(lines)


def attack_line(line: AttackLine, *, live: bool = False, words: str = "") -> DraftLine:
    return DraftLine(attack_text(line.attack, line.with_), words, live)


def odds_words(table: Ardennes, line: AttackLine, lay: Lay) -> str:
    both = strengths_of(table, line, lay)
    return f"{both.attack} : {both.defence} = {both.odds}"
