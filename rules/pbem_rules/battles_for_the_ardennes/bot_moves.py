"""Where the bot's units go: each in turn to the best hex in reach, on foot or in a column.

Stacks are kept as they will be, so that the lines are lawful one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.craft.moods import EVEN, Mood
from pbem.ruleset import View, mutable
from pbem_rules.battles_for_the_ardennes.board import the_charts
from pbem_rules.battles_for_the_ardennes.bot_plans import NOWHERE, distances, foe_hexes, goals_of
from pbem_rules.battles_for_the_ardennes.s05_movement import (
    UnitMove,
    cannot_move_at_all,
    destinations,
    exit_edges,
    march_of,
    move_of,
)
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of, has_room
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import DROP, entries, plan_entry, waiting
from pbem_rules.battles_for_the_ardennes.sheets import ArrivalOrder, MoveOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

FAR = 7
"""So far from every enemy units march in columns."""


@mutable
class Outlook1944:
    """How a side sees the map in its movement."""

    table: BattlesTable
    side: str
    contact: Contact
    ways: Mapping[str, int]
    """From every hex to what the side wants."""
    foes: tuple[str, ...]
    fronts: Mapping[str, int]
    """From every hex to the nearest enemy."""
    mood: Mood = EVEN


def look_out(view: View, mood: Mood = EVEN) -> Outlook1944:
    table: BattlesTable = view.table
    plan = view.own.plan if view.own is not None and view.side == "german" else ""
    goals, foes = goals_of(table, view.side, plan), foe_hexes(table)
    ways = distances(table.here, goals) if goals else {}
    return Outlook1944(table, view.side, contact_of(table), ways, foes, ring_distances(table, foes), mood)


def ring_distances(table: BattlesTable, starts: tuple[str, ...]) -> dict[str, int]:
    """Hexes from the nearest of them, to a dozen."""
    far, ring = dict.fromkeys(starts, 0), list(starts)
    for paces in range(1, 13):
        beyond = []
        for hex in ring:
            for near in table.here.neighbours[hex]:
                if near not in far:
                    far[near] = paces
                    beyond.append(near)
        ring = beyond
    return far


def bot_moves(view: View, mood: Mood = EVEN) -> list[MoveOrder]:
    """Who is nearest to the enemy goes first."""
    table: BattlesTable = view.table
    seen = look_out(view, mood)
    able = [unit for unit in units_of(table, view.side) if cannot_move_at_all(table, unit) is None]
    able.sort(key=lambda unit: (seen.fronts.get(unit.hex, NOWHERE), unit.id))
    lines = []
    for unit in able:
        way, end = best_way(seen, unit)
        if way:
            lines.append(MoveOrder(unit=unit.id, way=way))
            settle_down(seen, unit, end, march=way.startswith("march"))
    return lines


def settle_down(seen: Outlook1944, unit: BattleUnit, end: str, *, march: bool) -> None:
    """The stacks as they will be."""
    stacks = seen.contact.stacks
    if unit.hex:
        stacks[unit.hex] = [other for other in stacks[unit.hex] if other.id != unit.id]
        if not stacks[unit.hex]:
            del stacks[unit.hex]
    if end:
        there = replace(unit, hex=end, mode="march" if march else unit.mode)
        stacks.setdefault(end, []).append(there)


def best_way(seen: Outlook1944, unit: BattleUnit) -> tuple[str, str]:
    """The words of its move and where it ends; nothing if it stays."""
    table = seen.table
    edge = next((name for name in exit_edges(table) if unit.hex in table.here.edge(name)), "")
    if unit.side == "german" and edge and unit.mechanized and not unit.guns and wants_to_leave(table, unit):
        return f"exit {edge}", ""
    if seen.fronts.get(unit.hex, NOWHERE) > FAR:
        column = march_of(table, unit, seen.contact)
        found = best_end(seen, unit, column) if column is not None else ""
        if found and found != unit.hex:
            return f"march, to {found}", found
    end = best_end(seen, unit, move_of(table, unit, seen.contact))
    return (f"to {end}", end) if end and end != unit.hex else ("", "")


def wants_to_leave(table: BattlesTable, unit: BattleUnit) -> bool:
    """Where leaving counts, and the unit is in supply."""
    return bool(table.form.victory.exits) and not unit.out_of_supply


def best_end(seen: Outlook1944, unit: BattleUnit, move: UnitMove) -> str:
    """The best of the hexes in reach, that where it stands among them."""
    found = destinations(move)
    places = [hex for hex in found.places() if has_room(unit, hex, seen.contact, march=move.march)]
    value = german_value if seen.side == "german" else allied_value

    def liked(hex: str) -> tuple[int, bool, str]:
        return value(seen, unit, hex, march=move.march) + seen.mood.about(unit.id, hex), hex == unit.hex, hex

    return max(places, key=liked, default="")


def german_value(seen: Outlook1944, unit: BattleUnit, hex: str, *, march: bool) -> int:
    """Nearer to the goals; beside enemies to attack them; guns within range, never in front."""
    near = seen.fronts.get(hex, NOWHERE)
    value = -3 * seen.ways.get(hex, NOWHERE)
    if unit.guns:
        return value - 20 * (near < 2) + 6 * (near <= unit.face.range)
    if not march and near == 1:
        value += 8 if seen.fronts.get(unit.hex, NOWHERE) > 1 or unit.hex == hex else 2
    return value + 2 * (seen.table.here.ground[hex] in ("town", "city"))


def allied_value(seen: Outlook1944, unit: BattleUnit, hex: str, *, march: bool) -> int:
    """On or before the goals that are threatened, in good ground, not beside the enemy without need."""
    table = seen.table
    near = seen.fronts.get(hex, NOWHERE)
    value = -2 * seen.ways.get(hex, NOWHERE) - near
    if unit.guns:
        return value - 20 * (near < 2)
    value += 3 * the_charts().shelter.get(table.here.ground[hex], 0)
    value += 6 * (seen.ways.get(hex, NOWHERE) == 0)
    strong = unit.face.strength >= 5
    return value - (0 if strong else 4) * (near == 1 and hex != unit.hex) + 3 * (hex == unit.hex)


# Reinforcements


def bot_arrivals(view: View) -> list[ArrivalOrder]:
    """On the map, and by march as far as it goes toward what is wanted."""
    table: BattlesTable = view.table
    seen = look_out(view)
    lines = []
    for unit in waiting(table, view.side):
        if unit.edge == DROP:
            continue
        for hex in reversed(entries(table, unit, seen.contact)):
            line, end = come_in(seen, unit, hex)
            if line is not None:
                lines.append(line)
                settle_down(seen, unit, end, march="march" in line.way)
                break
    return lines


def come_in(seen: Outlook1944, unit: BattleUnit, hex: str) -> tuple[ArrivalOrder | None, str]:
    """By march if the hex has a road, else to the hex alone."""
    table = seen.table
    if hex in table.here.roads and not any(other.hex == hex for other in seen.contact.stacks.get(hex, ())):
        move = plan_entry(table, ArrivalOrder(unit=unit.id, way=f"enter {hex}, march"), seen.contact)
        if isinstance(move, UnitMove):
            end = best_end(seen, unit, move)
            if end:
                way = f"enter {hex}, march" + (f", to {end}" if end != hex else "")
                return ArrivalOrder(unit=unit.id, way=way), end
    line = ArrivalOrder(unit=unit.id, way=f"enter {hex}")
    found = plan_entry(table, line, seen.contact)
    return (line, hex) if isinstance(found, UnitMove) else (None, "")
