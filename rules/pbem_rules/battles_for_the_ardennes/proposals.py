"""What players who know nothing else might write, and positions that a side cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.craft.proposing import proposer, sometimes_if
from pbem.ruleset import Chooser, Decision, Order, Position, View
from pbem_rules.battles_for_the_ardennes.battle_events import (
    AttackResolved,
    FireGiven,
    FireStated,
    SaturationRolled,
)
from pbem_rules.battles_for_the_ardennes.board import FOE, the_variants
from pbem_rules.battles_for_the_ardennes.events import AirSupported
from pbem_rules.battles_for_the_ardennes.s05_movement import (
    UnitMove,
    cannot_move_at_all,
    destinations,
    exit_edges,
    march_of,
    move_of,
    plan_move,
)
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of, stacks_of
from pbem_rules.battles_for_the_ardennes.s09_combat import cannot_attack, targets_among
from pbem_rules.battles_for_the_ardennes.s10_artillery import cannot_change_mode, cannot_fire
from pbem_rules.battles_for_the_ardennes.s12_bridges import can_be_blown, cannot_blow, cannot_build
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import DROP, cannot_arrive, entries, waiting
from pbem_rules.battles_for_the_ardennes.s16_dumps import can_destroy, chart_of, plays_dumps, sites
from pbem_rules.battles_for_the_ardennes.s16_greif import PRIMARY, SECONDARY, plays_greif
from pbem_rules.battles_for_the_ardennes.s16_intensive import may_use, most_points
from pbem_rules.battles_for_the_ardennes.s17_plans import has_plans, plans_of
from pbem_rules.battles_for_the_ardennes.sheets import (
    OFF,
    AirOrder,
    ArrivalOrder,
    AttackOrder,
    Barrage,
    BatteryOrder,
    BridgeOrder,
    BuildOrder,
    MoveOrder,
    SecretOrder,
)
from pbem_rules.battles_for_the_ardennes.table import (
    BattlesTable,
    BattleUnit,
    Undisclosed,
    bridged,
    units_of,
)

MOVERS, ATTACKS, DIGGERS = 7, 3, 2
BEGUN = (FireGiven, AirSupported)
"""By these an attack is known before its die."""


def propose_needed(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    """Nothing is ever demanded in this game."""
    return ()


def random_targets(table: BattlesTable, chooser: Chooser, without: Sequence[str] = ()) -> dict[str, str]:
    numbers = the_variants().greif
    variant = table.plays("16.46")
    many = numbers.primary + numbers.secondary if variant else numbers.targets
    hexes = chooser.some([hex for hex in sorted(table.here.roads) if hex not in without], many)
    first = chooser.some(hexes, numbers.primary) if variant else hexes
    return {hex: PRIMARY if hex in first else SECONDARY for hex in hexes}


def random_dumps(table: BattlesTable, chooser: Chooser) -> dict[str, int]:
    """All points, in one to four hexes of the chart."""
    chart = chart_of(table)
    hexes = chooser.some([table.here.spelled(hex) for hex in chart.hexes], 1 + chooser.number(4))
    left, found = chart.points, {}
    for hex in hexes[1:]:
        found[hex] = 1 + chooser.number(max(1, left // 3))
        left -= found[hex]
    return {**found, hexes[0]: left}


def propose_secret(view: View, chooser: Chooser) -> tuple[Order, ...]:
    table: BattlesTable = view.table
    if view.side == "allied":
        if not plays_dumps(table):
            return ()
        return (SecretOrder(dumps=random_dumps(table, chooser)),)
    targets = random_targets(table, chooser) if plays_greif(table) else {}
    first = tuple(hex for hex, kind in targets.items() if kind == PRIMARY) if table.plays("16.46") else ()
    plan = chooser.one(sorted(plans_of(table))) if has_plans(table) else ""
    return (SecretOrder(greif=tuple(targets), primary=first, plan=plan),)


def propose_air(view: View, chooser: Chooser) -> tuple[Order, ...]:
    table: BattlesTable = view.table
    foes = sorted({unit.hex for unit in units_of(table, FOE[view.side]) if unit.hex in table.here.roads})
    return tuple(AirOrder(interdict=hex) for hex in chooser.some(foes, min(len(foes), chooser.number(2))))


def propose_bridges(view: View, chooser: Chooser) -> tuple[Order, ...]:
    table: BattlesTable = view.table
    lines: list[Order] = []
    for bridge, unit in sorted(can_be_blown(table, view.side).items())[:DIGGERS]:
        line = BridgeOrder(unit=unit, what=f"blow {bridge}")
        if chooser.number(4) == 0 and cannot_blow(table, view.side, line) is None:
            lines.append(line)
    lines += [BridgeOrder(unit=name, what="destroy dump") for name in can_destroy(table)[:DIGGERS]]
    return tuple(lines)


def propose_building(view: View, chooser: Chooser) -> tuple[Order, ...]:
    table: BattlesTable = view.table
    contact = contact_of(table)
    lines: list[Order] = []
    for unit in units_of(table, view.side):
        if unit.engineers:
            wet = [w for w in table.here.sides[unit.hex] if w.water and not bridged(table, w)]
            line = BuildOrder(unit=unit.id, what=f"bridge {wet[0].side}") if wet else None
        else:
            line = BuildOrder(unit=unit.id, what="improved position") if chooser.number(12) == 0 else None
        if line is not None and cannot_build(table, view.side, line, contact) is None:
            lines.append(line)
    return tuple(lines[: DIGGERS + 1])


def propose_artillery(view: View, chooser: Chooser) -> tuple[Order, ...]:
    table: BattlesTable = view.table
    lines = []
    for unit in units_of(table, view.side):
        if unit.guns and chooser.number(5) == 0:
            line = BatteryOrder(unit=unit.id, mode="moving" if unit.mode == "battery" else "battery")
            if cannot_change_mode(table, view.side, line) is None:
                lines.append(line)
    lines += [
        BatteryOrder(unit=dump.id, mode="moving" if dump.mode == "dump" else "battery")
        for _, dump in sorted(table.dumps.items())
        if dump.german and table.plays("16.57") and view.side == "german" and chooser.number(3) == 0
    ]
    return tuple(lines)


def propose_reinforcements(view: View, chooser: Chooser) -> tuple[Order, ...]:
    table: BattlesTable = view.table
    contact = contact_of(table)
    lines: list[Order] = []
    for unit in waiting(table, view.side):
        if unit.edge == DROP:
            hex = chooser.one([hex for hex in table.here.all if not contact.holder(hex)])
            line = ArrivalOrder(unit=unit.id, way=f"drop {hex}")
        else:
            open_ = entries(table, unit, contact)
            march = ", march" if open_ and open_[-1] in table.here.roads and chooser.number(2) else ""
            way = f"enter {open_[-1]}{march}" if open_ and chooser.number(6) else OFF
            line = ArrivalOrder(unit=unit.id, way=way)
        if cannot_arrive(table, view.side, line, contact) is None:
            lines.append(line)
    return tuple(lines)


def propose_movement(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """Some units somewhere, now and then in march mode, off the map or by hexes."""
    table: BattlesTable = view.table
    contact = contact_of(table)
    able = [unit for unit in units_of(table, view.side) if cannot_move_at_all(table, unit) is None]
    lines: list[Order] = []
    for unit in chooser.some(able, min(len(able), MOVERS)):
        line = random_move(table, unit, contact, chooser)
        if line is not None and isinstance(plan_move(table, view.side, line, contact), UnitMove):
            lines.append(sometimes_if(line, MoveOrder(unit=unit.id), table.here.all, chooser, one_in=6))
    lines += [
        MoveOrder(unit=dump.id, way=chooser.one(table.here.neighbours[dump.hex]))
        for _, dump in sorted(table.dumps.items())
        if dump.mode == "moving" and not dump.changing and view.side == "german"
    ]
    return tuple(lines)


def random_move(table: BattlesTable, unit: BattleUnit, contact: Contact, chooser: Chooser) -> MoveOrder | None:
    journey = move_of(table, unit, contact)
    column = march_of(table, unit, contact) if not chooser.number(3) else None
    found = destinations(column or journey)
    goals = [hex for hex in found.places() if hex != unit.hex]
    if not goals:
        return None
    goal = chooser.one(goals)
    edge = next((name for name in exit_edges(table) if goal in table.here.edge(name)), "")
    way = f"to {goal}" if chooser.number(3) else " ".join(found.path(goal).places)
    if edge and unit.side == "german" and found.cost(goal) < (column or journey).budget:
        way += f", exit {edge}"
    return MoveOrder(unit=unit.id, way=f"march, {way}" if column else way)


def propose_attacks(view: View, chooser: Chooser) -> tuple[Order, ...]:
    table: BattlesTable = view.table
    able: dict[str, list[BattleUnit]] = {}
    stacks, units_here = stacks_of(table), units_of(table, view.side)
    guns = [unit for unit in units_here if unit.in_battery]
    for unit in units_here:
        for hex in targets_among(table, stacks, unit):
            able.setdefault(hex, []).append(unit)
    lines = told_attacks(view)
    begun = [event.target for event in (entry.event for entry in view.since) if isinstance(event, BEGUN)]
    open_ = [hex for hex in dict.fromkeys(begun) if hex in able and all(line.attack != hex for line in lines)]
    if lines and not open_ and chooser.number(2):
        return tuple(lines)
    used = {name for line in lines for name in (*line.with_, *(barrage.unit for barrage in line.batteries_of))}
    hexes = open_ or chooser.some(sorted(able), min(len(able), ATTACKS))
    for hex in hexes:
        units = [unit for unit in able[hex] if unit.id not in used and chooser.number(4)]
        line = random_attack(table, guns, hex, units, used, chooser)
        if line is not None and cannot_attack(table, view.side, line) is None:
            lines.append(line)
            used |= {*line.with_, *(barrage.unit for barrage in line.batteries_of)}
    return tuple(lines)


def told_attacks(view: View) -> list[AttackOrder]:
    """For guesses: the attacks that everybody has been told of, with the fire that was told beside them."""
    fought: dict[str, list[Any]] = {}
    for entry in view.since:
        if entry.place:
            fought.setdefault(entry.place[0], []).append(entry.event)
    lines = [told_attack(view.side, events) for events in fought.values()]
    return [line for line in lines if line is not None]


def told_attack(side: str, events: Sequence[Any]) -> AttackOrder | None:
    """The line behind what was told of one attack; None before its die."""
    kinds = {event.unit: event.kind for event in events if isinstance(event, SaturationRolled)}
    stated = [event.points for event in events if isinstance(event, FireStated) and event.side == side]
    support = sum(isinstance(event, AirSupported) for event in events)
    for event in events:
        if isinstance(event, AttackResolved):
            barrage = tuple(f"{gun} saturate {kinds[gun]}" if gun in kinds else gun for gun in event.batteries)
            intensive = {unit: str(points) for unit, points in (stated[0] if stated else ())}
            return AttackOrder(
                attack=event.target, with_=event.attackers, barrage=barrage, intensive=intensive, support=support
            )
    return None


def random_attack(
    table: BattlesTable, guns: list[BattleUnit], hex: str, units: list[BattleUnit], used: set[str], chooser: Chooser
) -> AttackOrder | None:
    lead = {unit.hex for unit in units if not unit.face.bracketed}
    units = [unit for unit in units if not unit.face.bracketed or unit.hex in lead]
    barrage = []
    for unit in guns:
        kind = chooser.one(("", "normal", "withering")) if table.plays("saturation") else ""
        fits = unit.id not in used and cannot_fire(table, unit, Barrage(unit.id, kind), hex) is None
        if fits and chooser.number(2):
            barrage.append(f"{unit.id} saturate {kind}" if kind else unit.id)
    if not units and not barrage:
        return None
    intensive = {}
    if units and may_use(table, units[0].side):
        tried = [unit for unit in units if not unit.face.bracketed and not chooser.number(3)]
        intensive = {unit.id: str(1 + chooser.number(most_points(unit))) for unit in tried}
    then = chooser.one(("", "stay", f"advance {units[0].id}" if units else ""))
    return AttackOrder(
        attack=hex, with_=tuple(unit.id for unit in units), barrage=tuple(barrage), intensive=intensive,
        support=min(table.air, chooser.number(2)), then=then,
    )  # fmt: skip


propose = proposer(
    {
        "secret": propose_secret,
        "air": propose_air,
        "bridges": propose_bridges,
        "building": propose_building,
        "artillery": propose_artillery,
        "reinforcements": propose_reinforcements,
        "movement": propose_movement,
        "combat": propose_attacks,
    },
    propose_needed,
)


def imagine(view: View, chooser: Chooser) -> Position:
    """The other side's targets, dumps and plan, made anew to fit what has been seen of them."""
    table: BattlesTable = view.table
    if view.side == "german":
        return Position(table, {"german": view.own, "allied": imagined_dumps(table, chooser)})
    return Position(table, {"german": imagined_targets(table, chooser), "allied": view.own})


def imagined_dumps(table: BattlesTable, chooser: Chooser) -> Undisclosed:
    """16.51 What has not been found lies in the hexes that no German has entered."""
    if not plays_dumps(table) or table.phase == "secrets":
        return Undisclosed()
    left = chart_of(table).points - table.petrol_found
    free = [hex for hex in sites(table) if hex not in table.searched]
    if not free or left < 1:
        return Undisclosed()
    hexes = chooser.some(free, min(len(free), left, 1 + chooser.number(4)))
    found = dict.fromkeys(hexes, 1)
    found[hexes[0]] += left - len(hexes)
    return Undisclosed(dumps=found)


def imagined_targets(table: BattlesTable, chooser: Chooser) -> Undisclosed:
    if table.phase == "secrets":
        return Undisclosed()
    plan = chooser.one(sorted(plans_of(table))) if has_plans(table) else ""
    if not plays_greif(table):
        return Undisclosed(plan=plan)
    known = [*table.discovered, *table.cleared, *table.struck]
    seen = dict.fromkeys([*table.discovered, *table.cleared], PRIMARY) | dict.fromkeys(table.struck, SECONDARY)
    rest = random_targets(table, chooser, known)
    return Undisclosed(targets={**dict(list(rest.items())[len(known) :]), **seen}, plan=plan)
