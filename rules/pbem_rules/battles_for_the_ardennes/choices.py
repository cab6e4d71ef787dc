"""What the page offers for a click: where each unit can move, enter, and what it can attack from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pbem.craft.drafts import attack_choice
from pbem.craft.sayings import many
from pbem.ruleset import View
from pbem.ruleset.telling import Choice
from pbem_rules.battles_for_the_ardennes.composing import secret_choices
from pbem_rules.battles_for_the_ardennes.foresight import as_orders_begin, has_begun
from pbem_rules.battles_for_the_ardennes.s05_movement import (
    UnitMove,
    cannot_move_at_all,
    destinations,
    exit_edges,
    march_of,
    move_of,
    plan_move,
)
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of, has_room
from pbem_rules.battles_for_the_ardennes.s09_combat import cannot_take_part, reckon
from pbem_rules.battles_for_the_ardennes.s12_bridges import can_be_blown, cannot_build
from pbem_rules.battles_for_the_ardennes.s14_air import cannot_interdict
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import DROP, entries, entry_cost, waiting
from pbem_rules.battles_for_the_ardennes.sheets import OFF, AirOrder, BuildOrder, MoveOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, bridged, units_of


def choices(view: View) -> tuple[Choice, ...]:
    """All that this side can order now, unit by unit; nothing while the other side has its player-turn."""
    table: BattlesTable = view.table
    if not has_begun(table, view.side):
        return tuple(secret_choices(table, view.side)) if table.phase == "secrets" else ()
    return tuple(player_turn(as_orders_begin(table), view.side))


def player_turn(table: BattlesTable, side: str) -> Iterator[Choice]:
    contact = contact_of(table)
    if table.phase == "air" and table.air and table.form.year == 1944:
        for hex in sorted(table.here.roads):
            if cannot_interdict(table, side, AirOrder(interdict=hex)) is None:
                words = f"{many(table.air, 'air point')} in this player-turn"
                yield Choice("air", "air interdiction", hex, f"interdict {hex}", words, most=table.air)
    if table.phase in ("air", "bridges"):
        for bridge, name in sorted(can_be_blown(table, side).items()):
            yield Choice("bridges", name, table.units[name].hex, f"{name}: blow {bridge}", "one try")
    if table.phase != "combat":
        for unit in units_of(table, side):
            yield from stays(table, unit, contact)
            yield from goes(table, unit, contact)
        yield from arrivals(table, side, contact)
    else:
        for unit in units_of(table, side):
            yield from attacks(table, unit, contact)


def stays(table: BattlesTable, unit: BattleUnit, contact: Contact) -> Iterator[Choice]:
    """12., 13., 10. What a unit can do instead of moving."""
    if unit.guns and unit.id not in table.moved and table.phase != "movement":
        to = "to movement mode" if unit.mode == "battery" else "to battery"
        yield Choice("artillery", unit.id, unit.hex, f"{unit.id}: {to}", "takes the player-turn")
    line = BuildOrder(unit=unit.id, what="improved position")
    early = table.phase in ("air", "bridges", "building")
    if early and unit.engineers:
        yield from bridging(table, unit, contact)
    if early and not unit.guns and cannot_build(table, unit.side, line, contact) is None:
        yield Choice("building", unit.id, unit.hex, f"{unit.id}: improved position", "it does not move")


def bridging(table: BattlesTable, unit: BattleUnit, contact: Contact) -> Iterator[Choice]:
    """12. Engineers bridge a river beside them."""
    for way in table.here.sides[unit.hex]:
        if way.water and not bridged(table, way):
            what = f"bridge {way.side}"
            if cannot_build(table, unit.side, BuildOrder(unit=unit.id, what=what), contact) is None:
                yield Choice("building", unit.id, way.to, f"{unit.id}: {what}", "a bridge, it does not move")


def goes(table: BattlesTable, unit: BattleUnit, contact: Contact) -> Iterator[Choice]:
    """5., 6. Every hex in reach, by foot or in march mode, and what can be attacked from there."""
    yield from attacks(table, unit, contact)
    if cannot_move_at_all(table, unit) is not None:
        return
    yield Choice("movement", unit.id, unit.hex, f"{unit.id}: hold", "stays")
    found = destinations(move_of(table, unit, contact))
    near = [hex for hex in found.places() if hex != unit.hex and has_room(unit, hex, contact)]
    for hex in near:
        yield Choice("movement", unit.id, hex, f"{unit.id}: to {hex}", f"{found.cost(hex)} of {unit.allowance}")
        yield from attacks(table, replace(unit, hex=hex), contact)
    yield from exits(table, unit, [unit.hex, *near], contact)
    column = march_of(table, unit, contact)
    if column is not None:
        far = destinations(column)
        for hex in far.places():
            if hex not in near and hex != unit.hex and has_room(unit, hex, contact, march=True):
                note = f"{far.cost(hex)} of {column.budget}, march mode"
                yield Choice("movement", unit.id, hex, f"{unit.id}: march, to {hex}", note)


def exits(table: BattlesTable, unit: BattleUnit, reached: Iterable[str], contact: Contact) -> Iterator[Choice]:
    """1.15 Off the map, from every hex in reach that lies on an edge which counts."""
    for edge in exit_edges(table) if unit.side == "german" else ():
        for hex in reached:
            if hex in table.here.edge(edge):
                way = f"exit {edge}" if hex == unit.hex else f"to {hex}, exit {edge}"
                if isinstance(plan_move(table, unit.side, MoveOrder(unit=unit.id, way=way), contact), UnitMove):
                    yield Choice("movement", unit.id, hex, f"{unit.id}: {way}", "leaves the map")


def attacks(table: BattlesTable, there: BattleUnit, contact: Contact) -> Iterator[Choice]:
    """9. The odds of the unit alone; the line takes others in."""
    if there.guns or there.face.bracketed:
        return
    for hex in table.here.neighbours[there.hex]:
        foes = contact.holder(hex) not in ("", there.side)
        if foes and hex not in table.gave and cannot_take_part(table, there, hex) is None:
            found = reckon(table, hex, [there], (), (), {})
            note = f"{found.attack} to {found.defence}, alone {found.odds}, columns {found.shift:+d}"
            yield attack_choice("combat", there.id, hex, note, there.hex, found.attack)


def arrivals(table: BattlesTable, side: str, contact: Contact) -> Iterator[Choice]:
    """15.0 Where reinforcements come on, if there is room, and where they can go on to from there."""
    for unit in waiting(table, side):
        for hex in entries(table, unit, contact) if unit.edge != DROP else ():
            fare = entry_cost(table, unit, hex)
            arrived, left = replace(unit, hex=hex), unit.allowance - fare
            if has_room(arrived, hex, contact):
                yield Choice("reinforcements", unit.id, hex, f"{unit.id}: enter {hex}", f"{fare} of {unit.allowance}")
            found = destinations(move_of(table, arrived, contact))
            for goal in found.places():
                if goal != hex and found.cost(goal) <= left and has_room(arrived, goal, contact):
                    line, note = f"{unit.id}: enter {hex}, to {goal}", f"{fare + found.cost(goal)} of {unit.allowance}"
                    yield Choice("reinforcements", unit.id, goal, line, note)
        yield Choice("reinforcements", unit.id, "", f"{unit.id}: {OFF}", "it waits")
