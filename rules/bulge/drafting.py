"""The next sheet, ready to edit, and lines of a sheet as they were understood."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from pbem.ruleset import Decision, View
from pbem.ruleset.telling import DraftLine
from rules.bulge.board import FOE, bridge_watch, entry_hexes, last_turn, limit, the_tables, ways_between
from rules.bulge.s07_air import air_points
from rules.bulge.s10_fares import Mover, allowance, fare, points_text
from rules.bulge.s10_ways import cannot_follow, destinations, path_of
from rules.bulge.s12_combat import cannot_take_part, forced_attack, open_targets
from rules.bulge.s12_strength import expected_column, out_of_supply, strength_of, sure_shifts
from rules.bulge.s14_supply import in_supply, road_net
from rules.bulge.sayings import many
from rules.bulge.sheets import AirLine, AttackLine, InterdictLine, MoveLine, ResupplyLine
from rules.bulge.table import Bulge, Unit, due_units, lay_of, unit_in, units_of

STAGES = ("air", "resupply", "before", "movement", "after")
"""The parts of a player-turn, in turn."""


def draft(view: View, due: tuple[Decision, ...]) -> Mapping[str, tuple[DraftLine, ...]]:
    """What is lawful now, as comments; what must be done, live.  Parts that are behind us are left out."""
    asked = {decision.topic: decision for decision in due if decision.kind == "part"}
    table: Bulge = view.table
    again = [decision for decision in asked.values() if "again" in decision.facts]
    if again and again[0].facts["again"] == "need":
        unit = table.units[str(again[0].facts["unit"])]
        return {"after": (attack_line(table, forced_attack(table, unit), live=True),)}
    if again:
        return {again[0].topic: lines_of(again[0].topic, table, view.side)}
    first = min((STAGES.index(part) for part in asked if part in STAGES), default=len(STAGES))
    parts = [part for part in STAGES[first:] if part in asked or (table.side == view.side and part not in NOT_AHEAD)]
    lines = {part: lines_of(part, table, view.side) for part in parts}
    if view.side == "allied" and table.side == "allied" and parts:
        lines["air"] = air_ahead(table)
    return {name: found for name, found in lines.items() if found}


NOT_AHEAD = ("air", "resupply")
"""Parts that are drafted only when they are asked for."""


def lines_of(part: str, table: Bulge, side: str) -> tuple[DraftLine, ...]:
    if part == "air":
        return air_now(table, side)
    if part == "resupply":
        return resupplies(table)
    if part == "movement":
        return moves(table, side)
    rest = DraftLine("rest: secondary", "whoever must attack and has no line: the strongest neighbour", live=True)
    return attacks(table, side) if part == "before" or table.phase == "after" else (rest,)


def air_now(table: Bulge, side: str) -> tuple[DraftLine, ...]:
    if not table.weather:
        return air_by_weather(table, side, table.turn)
    points = air_points(table, side)
    return (DraftLine(f"missions: {all_support(points)}", f"{table.weather}, {many(points, 'air point')}"),)


def air_ahead(table: Bulge) -> tuple[DraftLine, ...]:
    """7.0 The Allied missions of the next game-turn."""
    return () if table.turn == last_turn() else air_by_weather(table, "allied", table.turn + 1)


def air_by_weather(table: Bulge, side: str, turn: int) -> tuple[DraftLine, ...]:
    """7.0 Missions before the weather is known: a line for each weather that a die may make."""
    line = the_tables().turns[turn]
    weathers = list(line.air) if table.scenario == "variable" else [line.historical]
    points = {weather: line.points(side, weather) for weather in weathers}
    return tuple(
        DraftLine(f"{weather}: {all_support(count)}", f"GT{turn}: {many(count, 'air point')}")
        for weather, count in points.items()
    )


def all_support(points: int) -> str:
    return f"[{', '.join(['support'] * points)}]"


def resupplies(table: Bulge) -> tuple[DraftLine, ...]:
    cut_off = [unit for unit in units_of(table, "allied") if not in_supply(table, unit)]
    return tuple(DraftLine(unit.id, f"{unit.hex}, out of supply") for unit in cut_off)


def attacks(table: Bulge, side: str) -> tuple[DraftLine, ...]:
    """Every attack that is possible now, with all who could join it."""
    able: dict[str, list[str]] = {}
    for unit in units_of(table, side):
        for foe in open_targets(table, unit):
            able.setdefault(foe.hex, []).append(unit.id)
    return tuple(attack_line(table, AttackLine(attack=hex, with_=tuple(able[hex]))) for hex in sorted(able))


def attack_line(table: Bulge, line: AttackLine, *, live: bool = False) -> DraftLine:
    crt = ", crt: secondary" if line.crt == "secondary" else ""
    return DraftLine(
        f"{{attack: {line.attack}, with: [{', '.join(line.with_)}]{crt}}}", strength_words(table, line), live
    )


def strength_words(table: Bulge, line: AttackLine) -> str:
    """Both totals, the differential, the column."""
    target = unit_in(table, line.attack)
    if target is None:
        return "nobody there now"
    strength = strength_of(table, line.with_, target)
    without = out_of_supply(table, line.with_)
    table_words = ", Secondary CRT" if without or line.crt == "secondary" else ""
    shifts = ", ".join(f"{name} {by}" for name, by in sure_shifts(table, FOE[target.side], line.support))
    shifted = f", {shifts}" if shifts else ""
    totals = f"{strength.attack}-{strength.defence} = {strength.differential:+d}"
    return f"{target.id}: {totals}{shifted}: column {expected_column(table, line)}{table_words}"


def moves(table: Bulge, side: str) -> tuple[DraftLine, ...]:
    """Each unit with its hex, factor, supply and reach; then the reinforcements."""
    lay = lay_of(table)
    net = road_net(table, lay, side)
    lines = []
    for unit in units_of(table, side):
        state = f"{unit.hex}, CF {unit.cf}, {'supplied' if in_supply(table, unit, lay, net) else 'out of supply'}"
        if lay.in_ezoc(unit.hex, side):
            lines.append(DraftLine(comment=f"{unit.id} {state}, in EZOC: cannot move"))
            continue
        reach = len(destinations(Mover(table, lay, unit, allowance(table, unit)))) - 1
        lines.append(DraftLine(f"{unit.id}: hold", f"{state}, {reach} hexes in reach"))
    lines += [arrival(unit) for unit in due_units(table, side)]
    if side == "allied":
        lines.append(DraftLine("mech: []", f"up to {limit('mechanized')} infantry or airborne, before all other lines"))
    return tuple(lines)


def arrival(unit: Unit) -> DraftLine:
    """13.0 A reinforcement that is due or was held back."""
    entries = entry_hexes(unit.edge)
    return DraftLine(f"{unit.id}: enter {entries[0]}", f"CF {unit.cf}, from the {unit.edge}: {' '.join(entries)}")


# Lines as they were understood


def echo_air(table: Bulge, line: AirLine) -> str:
    by_weather = [(name, getattr(line, name)) for name in ("overcast", "mist", "clear")]
    told = [f"{name}: {', '.join(missions) or 'none'}" for name, missions in by_weather if missions is not None]
    if line.missions or not told:
        told.insert(0, ", ".join(line.missions) or "all ground support")
    return "; ".join(told)


def echo_interdict(table: Bulge, line: InterdictLine) -> str:
    unit = unit_in(table, line.hex)
    return f"interdict {line.hex}{f', if {unit.id} leaves it' if unit else ''}"


def echo_resupply(table: Bulge, line: ResupplyLine) -> str:
    return f"resupply {line.unit} in {table.units[line.unit].hex}"


def echo_attack(table: Bulge, line: AttackLine) -> str:
    if line.rest:
        return f"whoever must still attack: {line.rest}"
    target = unit_in(table, line.attack)
    words = "judged when its turn comes"
    if target is not None and cannot_take_part(table, FOE[target.side], line) is None:
        words = strength_words(table, line)
    return f"attack {line.attack} with {', '.join(line.with_)}: {words}{said_if(line.if_)}"


def echo_move(table: Bulge, line: MoveLine) -> str:
    """The hexes entered and what they cost of the allowance."""
    if line.mech:
        return f"mechanized this phase: {', '.join(line.mech)}"
    if line.hold_back:
        return f"held back: {', '.join(line.hold_back)}"
    if not line.unit:
        return "all others hold"
    unit, route = table.units[line.unit], line.route
    if route.drop:
        return f"{unit.id} drops on {route.drop}"
    mover = Mover(table, lay_of(table), unit, allowance(table, unit))
    path, leave = path_of(mover, route), bool(route.exit)
    if path is None or cannot_follow(mover, path, leave=leave):
        return f"{unit.id}: judged when its turn comes{said_if(line.if_)}"
    if not path and not leave:
        return f"{unit.id} holds{said_if(line.if_)}"
    spent = fare(mover, unit.hex, path, leave=leave)[-1].fifths
    way = " ".join(path) + (" and off the map" if leave else "")
    return f"{unit.id} to {way}, {points_text(spent)} of {mover.points} points{watched(mover, path)}{said_if(line.if_)}"


def watched(mover: Mover, path: tuple[str, ...]) -> str:
    """11.0 The bridges on the way that are no road, and who sees to that."""
    if mover.side != "german":
        return ""
    crossed = [ways_between()[step].side for step in pairwise((mover.unit.hex, *path)) if step[0]]
    told = []
    for side in crossed:
        if side in mover.lay.closed:
            watch = bridge_watch()[side][0]
            who = [unit.id for unit in units_of(mover.table, "allied") if unit.hex in watch]
            told.append(f" ({' and '.join(who)} {'interdicts' if len(who) == 1 else 'interdict'} {side})")
    return "".join(told)


def said_if(conditions: tuple[str, ...]) -> str:
    return f", if {' and '.join(conditions)}" if conditions else ""
