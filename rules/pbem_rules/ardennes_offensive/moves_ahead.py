"""What the page needs to know to find both moves of every unit, and its attacks, from where the sheet takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pbem.craft.drafts import attack_text
from pbem.ruleset import View
from pbem.ruleset.telling import Leg, Onward, Stride, Strikes
from pbem_rules.ardennes_offensive.board import FOE, cost, limit, the_map, the_tables
from pbem_rules.ardennes_offensive.choices import HALVES, able_to_attack, front_of, weight
from pbem_rules.ardennes_offensive.foresight import as_orders_begin
from pbem_rules.ardennes_offensive.s05_movement import cannot_start
from pbem_rules.ardennes_offensive.s06_road_mode import rate
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s11_terrain import multiplier, ways_over
from pbem_rules.ardennes_offensive.s12_supply import allowance
from pbem_rules.ardennes_offensive.s13_bridges import interdicted_for
from pbem_rules.ardennes_offensive.s14_reinforcements import at_hex, entries, expected
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of

FIRST = ("begin", "movement")
"""The phases before the first movement of a player-turn is over."""
BEFORE = (*FIRST, "combat")
"""The phases before the second one."""


def onward(view: View) -> Onward | None:
    """5., 6., 9. What `marches` and `drives` go by; friends stand where orders take them."""
    table: Ardennes = view.table
    if table.side != view.side or table.phase not in BEFORE:
        return None
    ahead, here, foe = as_orders_begin(table), the_map(), FOE[view.side]
    cut = interdicted_for(ahead, view.side)
    coming = expected(table) if table.phase == "begin" else []
    friends = those_of(ahead, view.side, {unit.id for unit in coming})
    waiting = {unit.id: unit.entry for unit in friends if table.units[unit.id].entry and unit.entry}
    first = table.turn > 1 and table.phase in FIRST
    foes = {unit.hex for unit in units_of(ahead, foe)}
    return Onward(
        legs=(*([first_leg(ahead, friends)] if first else []), second_leg(ahead, friends)),
        strides=tuple(stride(ahead, friends, view.side, cut, mechanized=mechanized) for mechanized in (True, False)),
        second=tuple(unit.id for unit in friends if not unit.mechanized),
        strikes=strikes(ahead, view.side, friends),
        roads={
            hex: tuple(side.to for side in sides if side.to in here.live)
            for hex, sides in sorted(here.roads.items())
            if hex in here.live
        },
        broken=tuple(sorted(cut)),
        unfit=tuple(sorted(hex for hex in here.roads if hex in here.live and not here.drivable(hex, view.side))),
        room=limit("stack"),
        crowds=tuple(unit.id for unit in friends if unit.division),
        foe=foe,
        eyes={hex: tuple(near for near in here.neighbours[hex] if near in here.live) for hex in sorted(foes)},
        blind=tuple(sorted(foes - {unit.hex for unit in units_of(ahead, foe) if not unit.road})),
        bound=tuple(unit.id for unit in friends if unit.restricted and not ahead.meuse_open),
        walls=tuple(sorted(here.meuse)),
        friends=tuple(unit.id for unit in friends),
        columns=tuple(unit.id for unit in friends if unit.road or unit in coming),
        gates=gates(table, [*coming, *(ahead.units[name] for name in waiting)]),
        waits=waiting,
        comes={unit.id: unit.hex for unit in friends if unit.hex and not table.units[unit.id].hex},
        passed=dict(table.staged),
        delay=limit("staging"),
    )


def those_of(table: Ardennes, side: str, coming: set[str]) -> list[Unit]:
    """Who is on the map, waits or comes: those on the map first."""
    units = [unit for _, unit in sorted(table.units.items()) if unit.side == side]
    there = [unit for unit in units if unit.hex and unit.id not in coming]
    return [*there, *(unit for unit in units if unit not in there and (unit.hex or unit.entry or unit.id in coming))]


def gates(table: Ardennes, coming: list[Unit]) -> dict[str, str]:
    """14.1A By the hex at which units appear the one by which they come on."""
    lay = lay_of(table)
    kinds = {(unit.section, unit.restricted): unit for unit in coming}
    return {at_hex(road): road.hex for unit in kinds.values() for road in entries(table, unit, lay)}


# The two movements


def first_leg(table: Ardennes, friends: list[Unit]) -> Leg:
    """5.0 Everybody who can move at all, and who comes on; 6.7L less what leaving road mode has cost."""
    able = [unit for unit in friends if not unit.hex or cannot_start(table, unit.side, unit) is None]
    return Leg(part="movement", points={unit.id: allowance(unit) for unit in able}, spent=dict(table.spent))


def second_leg(table: Ardennes, friends: list[Unit]) -> Leg:
    """5.2K Mechanized units that have not fought."""
    here = the_map()
    able = [unit for unit in friends if unit.mechanized and unit.id not in table.fought and unit.hex not in here.edge]
    return Leg(part="mechanized", points={unit.id: allowance(unit) for unit in able})


def stride(table: Ardennes, friends: list[Unit], side: str, cut: frozenset[str], *, mechanized: bool) -> Stride:
    """5.1, 6.3, 6.5H, 8.1 What a kind of unit pays; from map-edge hexes only where friends stand."""
    here = the_map()
    from_edge = {unit.hex for unit in friends if unit.hex in here.edge}
    kind = next(unit for unit in table.units.values() if unit.side == side and unit.mechanized == mechanized)
    return Stride(
        steps=dict(steps(sorted(here.live | from_edge), side, cut, mechanized=mechanized)),
        rate=rate(kind),
        change=cost("mode", mechanized=mechanized),
        toll=cost("stacking", mechanized=mechanized),
    )


def steps(
    hexes: list[str], side: str, cut: frozenset[str], *, mechanized: bool
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """5.1D"""
    for hex in hexes:
        ways = ways_over(the_map(), hex, side, mechanized=mechanized)
        yield hex, {way.to: way.cut if way.name in cut else way.points for way in ways}


# Combat


def strikes(table: Ardennes, side: str, friends: list[Unit]) -> Strikes:
    """9. What each brings to an attack, and what it meets."""
    here, foes = the_map(), units_of(table, FOE[side])
    targets = {unit.hex for unit in foes if unit.id not in table.attacked}
    beside = sorted({hex for target in targets for hex in here.neighbours[target] if hex in here.live})
    open_ground = next(hex for hex in here.live_in_order if not here.wall_at(hex))
    able = [replace(unit, hex=open_ground, road=False) for unit in friends if can_strike(table, unit)]
    usual = max((multiplier(table, unit, attacking=True) for unit in able), default=1)
    lifted = {hex: multiplier(table, replace(unit, hex=hex), attacking=True) for unit in able[:1] for hex in beside}
    return Strikes(
        part="combat",
        line=attack_text(["[PLACE]"], ["UNIT"]),
        weights={unit.id: weight(table, unit) // usual for unit in able},
        lift=usual,
        lifts={hex: times for hex, times in lifted.items() if times != usual},
        whole=HALVES,
        defences={hex: points for hex, points in front_of(table, side).defence.items() if hex in targets},
        columns=tuple(the_tables().columns.labels),
    )


def can_strike(table: Ardennes, unit: Unit) -> bool:
    """9.1C Who has not fought and is not cut off, whether he is on the map yet or comes."""
    return able_to_attack(table, unit) if unit.hex else unit.id not in table.fought
