"""The next sheet, ready to edit: what can still be done, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.craft.drafts import as_written, asked_again, asked_parts, attack_text, needed, offered, who_can_attack
from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import Decision, View
from pbem.ruleset.telling import DraftLine
from pbem_rules.bulge.board import FOE, MISSIONS, around, designated, last_turn, limit, the_map, the_tables
from pbem_rules.bulge.echoes import strength_words
from pbem_rules.bulge.s07_air import air_points, cannot_resupply, open_to_interdiction
from pbem_rules.bulge.s10_fares import Mover, allowance
from pbem_rules.bulge.s10_movement import cannot_mechanize, cannot_move
from pbem_rules.bulge.s10_trips import destinations
from pbem_rules.bulge.s12_combat import forced_attack, must_still_attack, open_targets
from pbem_rules.bulge.s13_reinforcements import open_entries
from pbem_rules.bulge.s14_supply import SupplyRoads, in_supply, road_net
from pbem_rules.bulge.s15_airdrop import cannot_drop
from pbem_rules.bulge.sheets import AttackLine, MoveLine, ResupplyLine
from pbem_rules.bulge.table import Bulge, Lay, Unit, due_units, lay_of, units_of

STAGES = ("air", "resupply", "before", "movement", "after")
"""The parts of a player-turn, in turn."""

NOT_AHEAD = ("air", "resupply")
"""Parts that are drafted only when they are asked for."""

SOME = 4
"""How many hexes for interdiction are offered: they are examples, there are hundreds."""


def draft(view: View, due: tuple[Decision, ...]) -> Mapping[str, tuple[DraftLine, ...]]:
    """What is lawful now, as comments; what must be done, live.  Parts that are behind us are left out."""
    asked = asked_parts(due)
    table: Bulge = view.table
    if (again := asked_again(asked)) is not None:
        return {again.topic: draft_again(table, view.side, again)}
    if "interdict" in asked:  # in the middle of the air step; the rest of the turn is asked for in its time
        return {"interdict": interdictions(table, view.side)}
    first = min((STAGES.index(part) for part in asked if part in STAGES), default=len(STAGES))
    parts = [part for part in STAGES[first:] if part in asked or (table.side == view.side and part not in NOT_AHEAD)]
    lines = {part: lines_of(part, table, view.side) for part in parts}
    if view.side == "allied" and table.side == "allied" and parts:
        lines["air"] = air_ahead(table)
    return {name: found for name, found in lines.items() if found}


def draft_again(table: Bulge, side: str, decision: Decision) -> tuple[DraftLine, ...]:
    """One more attack that the rules demand; or the rest of a part, which may also stay as it is."""
    if needed(decision):
        unit = table.units[str(decision.facts["unit"])]
        return attack_line(table, forced_attack(table, unit), live=True), rest_line(live=False)
    return as_written(decision), *offered(lines_of(decision.topic, table, side))


def lines_of(part: str, table: Bulge, side: str) -> tuple[DraftLine, ...]:
    if part == "air":
        return air_now(table, side)
    if part == "resupply":
        return resupplies(table)
    if part == "movement":
        return moves(table, side)
    if part == "before":
        return attacks(table, side)
    if table.phase != "after":  # who will stand where is not known yet
        return (rest_line(live=True),)
    return (*attacks(table, side), rest_line(live=True)) if must_still_attack(table) else attacks(table, side)


# 7. Air


def air_now(table: Bulge, side: str) -> tuple[DraftLine, ...]:
    if not table.weather:
        return air_by_weather(table, side, table.turn)
    points = air_points(table, side)
    return (DraftLine(f"missions: {all_support(points)}", f"{table.weather}, {air_words(side, points)}"),)


def air_ahead(table: Bulge) -> tuple[DraftLine, ...]:
    """7.0 The Allied missions of the next game-turn."""
    return () if table.turn == last_turn() else air_by_weather(table, "allied", table.turn + 1)


def air_by_weather(table: Bulge, side: str, turn: int) -> tuple[DraftLine, ...]:
    """7.0 Missions before the weather is known: a line for each weather that a die may make."""
    line = the_tables().turns[turn]
    weathers = list(line.air) if table.scenario == "variable" else [line.historical]
    points = {weather: line.points(side, weather) for weather in weathers}
    return tuple(
        DraftLine(f"{weather}: {all_support(count)}", f"GT{turn}: {air_words(side, count)}")
        for weather, count in points.items()
    )


def all_support(points: int) -> str:
    return f"[{', '.join(['support'] * points)}]"


def air_words(side: str, points: int) -> str:
    """The points, and what each may fly."""
    counters = the_tables().markers[side]
    flown = [mission for mission in MISSIONS if counters.get(mission, points)]
    return f"{many(points, 'air point')}: {', '.join(flown[:-1])} or {flown[-1]}" if points else "no air point"


def interdictions(table: Bulge, side: str) -> tuple[DraftLine, ...]:
    """7.2 Some of the road hexes beside the enemy."""
    foes = [foe for foe in units_of(table, FOE[side]) if the_map().on_road(foe.hex)]
    beside = {hex: foe.id for foe in foes for hex in around(foe.hex)}
    hexes = [hex for hex in open_to_interdiction(table, side) if hex in beside][:SOME]
    markers = many(table.interdictions.get(side, 0), "marker")
    return (
        DraftLine(comment=f"{markers}, any road hexes without a unit; the first that are lawful are taken"),
        *(DraftLine(hex, f"beside {beside[hex]}") for hex in hexes),
    )


def resupplies(table: Bulge) -> tuple[DraftLine, ...]:
    """7.4 Allied units out of supply that have no marker."""
    open_ = [u for u in units_of(table, "allied") if cannot_resupply(table, "allied", ResupplyLine(unit=u.id)) is None]
    head = DraftLine(comment=f"{many(table.resupplies, 'marker')}; {many(len(open_), 'unit')} out of supply")
    return (head, *(DraftLine(unit.id, unit.hex) for unit in open_))


# 12. Attacks


def attacks(table: Bulge, side: str) -> tuple[DraftLine, ...]:
    """Every attack that is possible now, with all who could join it."""
    fresh = [unit for unit in units_of(table, side) if unit.id not in table.fought]
    able = who_can_attack(fresh, lambda unit: [foe.hex for foe in open_targets(table, unit)])
    if not able:
        return (DraftLine(comment="nobody has an enemy to attack"),)
    lines = [attack_line(table, AttackLine(attack=hex, with_=ids_of(units))) for hex, units in able.items()]
    if missions := table.support.get(side, 0):
        lines.insert(0, DraftLine(comment=f'ground support: {missions} left; "support: 1" in an attack takes one'))
    return tuple(lines)


def attack_line(table: Bulge, line: AttackLine, *, live: bool = False) -> DraftLine:
    crt = ", crt: secondary" if line.crt == "secondary" else ""
    return DraftLine(attack_text([line.attack], line.with_, crt), strength_words(table, line), live)


def rest_line(*, live: bool) -> DraftLine:
    return DraftLine("rest: secondary", "whoever must attack and has no line: the strongest neighbour", live)


# 10. Movement


def moves(table: Bulge, side: str) -> tuple[DraftLine, ...]:
    """Mechanized markers; each unit that has not moved with its hex, factor, supply and reach; the reinforcements."""
    lay = lay_of(table)
    net = road_net(table, lay, side)
    standing = [unit for unit in units_of(table, side) if unit.id not in table.moved]
    return (
        *mechanized(table, lay, side),
        *(standing_unit(table, lay, net, unit) for unit in standing),
        *arrivals(table, lay, side),
        *drops(table, side),
    )


def mechanized(table: Bulge, lay: Lay, side: str) -> tuple[DraftLine, ...]:
    """10.2 Markers for Allied infantry that can move or come."""
    free = [unit for unit in units_of(table, side) if not lay.in_ezoc(unit.hex, side)]
    able = [u.id for u in [*free, *due_units(table, side)] if cannot_mechanize(table, side, (u.id,)) is None]
    able = able[: limit("mechanized") - len(table.mechanized)]
    comment = f"up to {limit('mechanized')} infantry or airborne, before all other lines"
    return (DraftLine(f"mech: [{', '.join(able)}]", comment),) if able else ()


def standing_unit(table: Bulge, lay: Lay, net: SupplyRoads, unit: Unit) -> DraftLine:
    """10.0 A unit on the map: how it stands, and how far it comes."""
    supplied = in_supply(table, unit, lay, net)
    supply = "supplied" if supplied else "resupplied" if unit.id in table.resupplied else "out of supply"
    state = f"{unit.hex}, CF {unit.cf}, {supply}"
    if lay.in_ezoc(unit.hex, unit.side):
        unless = "" if table.phase == "movement" else " unless combat frees it"
        return DraftLine(comment=f"{unit.id} {state}, in EZOC: cannot move{unless}")
    goals = destinations(Mover(table, lay, unit, allowance(table, unit)))
    reach = f"{many(len(goals) - 1, 'hex', 'hexes')} in reach"
    if supply == "out of supply" and unit.id not in table.allowances:
        reach = f"a die for its points, at most {reach}"
    exits = [
        hex
        for hex in designated()
        if hex in goals and cannot_move(table, unit.side, MoveLine(unit=unit.id, way=f"exit {hex}")) is None
    ]
    out = f", can exit by {' '.join(exits)}" if exits else ""
    return DraftLine(f"{unit.id}: hold", f"{state}, {reach}{out}")


def arrivals(table: Bulge, lay: Lay, side: str) -> list[DraftLine]:
    """13.0 Reinforcements that are due or were held back, each by a way of its own while there are enough."""
    lines, taken = [], set[str]()
    for unit in due_units(table, side):
        goals = destinations(Mover(table, lay, unit, allowance(table, unit)))
        state = f"CF {unit.cf}, from the {unit.edge}"
        if not goals:
            lines.append(DraftLine(comment=f"{unit.id} {state}: no hex is open to it"))
            continue
        _, _, goal = min((hex in taken, len(way), hex) for hex, way in goals.items())
        taken.add(goal)
        entries = " ".join(open_entries(table, lay, unit))
        lines.append(DraftLine(f"{unit.id}: enter {' '.join(goals[goal])}", f"{state}: {entries}"))
    return lines


def drops(table: Bulge, side: str) -> tuple[DraftLine, ...]:
    """15.0 The parachute unit, on the westernmost town that is open to it, as an example."""
    towns = sorted((hex for hexes in the_map().towns.values() for hex in hexes), key=column_of, reverse=True)
    for unit in [table.units[name] for name in sorted(table.units)]:
        open_ = [hex for hex in towns if cannot_drop(table, unit, hex) is None]
        if open_ and unit.side == side and unit.waiting:
            return (DraftLine(f"{unit.id}: drop {open_[0]}", f"CF {unit.cf}, dice for its survival and its place"),)
    return ()


def column_of(hex: str) -> str:
    """The second half of a hex number, which grows towards the west."""
    return hex[2:]
