"""12. Bridges and engineers, and 13. improved positions."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ruleset import Cannot, Umpire
from pbem_rules.battles_for_the_ardennes.board import FOE, limit
from pbem_rules.battles_for_the_ardennes.events import (
    BridgeBegun,
    BridgeDone,
    BridgeGivenUp,
    DemolitionTried,
    PhaseOpened,
    PositionDug,
)
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of
from pbem_rules.battles_for_the_ardennes.s16_dumps import cannot_destroy, destroy_dump
from pbem_rules.battles_for_the_ardennes.s16_saturation import check_tubes
from pbem_rules.battles_for_the_ardennes.sheets import BridgeOrder, BuildOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, bridged, units_in, units_of

# 12. The Bridge Phase


def bridge_phase(table: BattlesTable, umpire: Umpire) -> str:
    """12.0 Bridges that were begun are done, then demolitions by the number of their hexsides, then 16.56."""
    finish_bridges(table, umpire)
    lines = umpire.orders("base.bridges", table.side, "bridges")
    tries: dict[str, str] = {}
    dumps: list[BridgeOrder] = []
    for line in lines:
        if problem := cannot_blow(table, table.side, line) or tried_already(tries, dumps, table, line):
            lines.refuse(*problem)
        elif line.side_of:
            tries[table.here.spelled_side(line.side_of)] = line.unit
        else:
            dumps.append(line)
    for bridge, unit in ordered_by_habit(table, umpire, tries):
        tries[bridge] = unit
    for bridge, unit in sorted(tries.items()):
        demolish(table, umpire.within(bridge), table.units[unit], bridge)
    for line in dumps:
        destroy_dump(table, umpire.within(line.unit), line.unit)
    umpire.do("base.sequence", PhaseOpened(table.side, "building"))
    return "building"


def finish_bridges(table: BattlesTable, umpire: Umpire) -> None:
    """12.0 A bridge begun in the last player-turn stands, if its engineers are still there."""
    for bridge, work in sorted(table.works.items()):
        units = [table.units[name] for name in work.engineers]
        if units[0].side != table.side:
            continue
        here = [unit for unit in units if unit.hex in bridge.split("-")]
        needed = limit("engineers at the meuse") if is_major(table, bridge) else 1
        if not here:
            umpire.do("base.bridges", BridgeGivenUp(bridge))
        elif len(here) >= needed or table.turn - work.since >= needed:
            umpire.do("base.bridges", BridgeDone(bridge))


def is_major(table: BattlesTable, bridge: str) -> bool:
    one, other = bridge.split("-")
    return table.here.between(one, other).water == "major"


def tried_already(
    tries: dict[str, str], dumps: Sequence[BridgeOrder], table: BattlesTable, line: BridgeOrder
) -> Cannot | None:
    """12.0 One try for each bridge."""
    bridge = table.here.spelled_side(line.side_of) if line.side_of else ""
    if bridge in tries:
        return "base.bridges", f"{tries[bridge]} tries {bridge} already"
    if not line.side_of and any(other.unit == line.unit for other in dumps):
        return "16.56", f"{line.unit} rolls already"
    return None


def cannot_blow(table: BattlesTable, side: str, line: BridgeOrder) -> Cannot | None:
    """12.0 Who may try which bridge."""
    if not line.side_of:
        return cannot_destroy(table, side, line.unit)
    unit = table.units.get(line.unit)
    if unit is None or unit.side != side or not unit.hex:
        return "base.bridges", f"{line.unit} is no unit of the {side} side on the map"
    bridge = table.here.spelled_side(line.side_of)
    if not bridge or not stands(table, bridge):
        return "base.bridges", f"no whole bridge at {line.side_of}"
    if too_early(table, unit):
        return "base.bridges", f"Americans blow no bridge before GT{limit('first demolition')}"
    if unit.hex not in bridge.split("-"):
        return "base.bridges", f"{unit.id} in {unit.hex} is not beside {bridge}"
    if unit.guns or not unit.supplied:
        return "base.bridges", f"{unit.id} is {'artillery' if unit.guns else 'out of supply'} and blows nothing"
    return None


def too_early(table: BattlesTable, unit: BattleUnit) -> bool:
    """12.0 Americans on the first game-turn."""
    return unit.data.nation == "american" and table.turn < limit("first demolition")


def stands(table: BattlesTable, bridge: str) -> bool:
    one, other = bridge.split("-")
    return bridged(table, table.here.between(one, other))


def ordered_by_habit(table: BattlesTable, umpire: Umpire, tries: dict[str, str]) -> list[tuple[str, str]]:
    """12.0 What a standing order adds: bridges within reach that no line has named."""
    open_ = can_be_blown(table, table.side)
    able = tuple(bridge for bridge in sorted(open_) if bridge not in tries)
    if not able:
        return []
    picked = umpire.choose(
        "base.bridges", table.side, "demolish", "blow which bridges?", able, 0, len(able), otherwise=(),
    )  # fmt: skip
    return [(bridge, open_[bridge]) for bridge in picked]


def can_be_blown(table: BattlesTable, side: str) -> dict[str, str]:
    """12.0 Every bridge that may be tried, and the best unit to try it."""
    found: dict[str, str] = {}
    in_order = sorted(units_of(table, side), key=lambda unit: (not unit.engineers, unit.id))
    for unit in in_order:
        if unit.guns or not unit.supplied or too_early(table, unit):
            continue
        for way in table.here.sides[unit.hex]:
            if way.water and bridged(table, way):
                found.setdefault(way.side, unit.id)
    return found


def demolish(table: BattlesTable, umpire: Umpire, unit: BattleUnit, bridge: str) -> None:
    """12.0 One die; engineers beside the bridge do it better."""
    skilled = any(
        other.engineers and other.side == unit.side and other.supplied
        for hex in bridge.split("-")
        for other in units_in(table, hex)
    )
    face = umpire.roll("base.bridges", "demolition")
    blown = face <= limit("demolition by engineers" if skilled else "demolition")
    umpire.do("base.bridges", DemolitionTried(unit.id, bridge, face, blown))


# The Building Segment


def building_segment(table: BattlesTable, umpire: Umpire) -> str:
    """12.0, 13.0 Bridges are begun and positions dug; 16.78 burnt tubes are looked at."""
    check_tubes(table, umpire)
    contact = contact_of(table)
    lines = umpire.orders("base.bridges", table.side, "building")
    for line in lines:
        if problem := cannot_build(table, table.side, line, contact):
            lines.refuse(*problem)
        elif line.side_of:
            bridge = table.here.spelled_side(line.side_of)
            work = table.works.get(bridge)
            since = table.turn if work is None else work.since
            crew = (line.unit,) if work is None else (*(n for n in work.engineers if n != line.unit), line.unit)
            umpire.do("base.bridges", BridgeBegun(crew, bridge, since))
        else:
            umpire.do("base.bridges", PositionDug(line.unit, table.units[line.unit].hex))
    umpire.do("base.sequence", PhaseOpened(table.side, "artillery"))
    return "artillery"


def cannot_build(table: BattlesTable, side: str, line: BuildOrder, contact: Contact | None = None) -> Cannot | None:
    """12.0, 13.0 Why a unit cannot build."""
    unit = table.units.get(line.unit)
    if unit is None or unit.side != side or not unit.hex:
        return "base.bridges", f"{line.unit} is no unit of the {side} side on the map"
    if unit.id in table.moved and not (line.side_of and table.here.spelled_side(line.side_of) in table.works):
        return "base.bridges", f"{unit.id} has had something else to do"
    if unit.out_of_supply:
        return "base.bridges", f"{unit.id} is out of supply and builds nothing"
    contact = contact or contact_of(table)
    engaged = unit.hex in contact.zone[FOE[side]]
    if line.side_of:
        return cannot_bridge(table, unit, line, engaged=engaged)
    if unit.data.type not in ("inf", "para", "eng"):
        return "base.bridges", f"{unit.id} cannot dig, only infantry, parachutists and engineers do"
    if engaged:
        return "base.bridges", f"{unit.id} is in an enemy zone and cannot dig"
    if unit.hex in table.positions:
        return "base.bridges", f"there is an improved position in {unit.hex} already"
    return None


def cannot_bridge(table: BattlesTable, unit: BattleUnit, line: BuildOrder, *, engaged: bool) -> Cannot | None:
    """12.0 Engineers beside water that has no bridge, not in an enemy zone unless somebody guards them."""
    bridge = table.here.spelled_side(line.side_of)
    if not unit.engineers:
        return "base.bridges", f"{unit.id} is no engineer unit"
    if not bridge or not table.here.between(*bridge.split("-")).water:
        return "base.bridges", f"no river runs at {line.side_of}"
    if stands(table, bridge):
        return "base.bridges", f"there is a bridge at {bridge} already"
    if unit.hex not in bridge.split("-"):
        return "base.bridges", f"{unit.id} in {unit.hex} is not beside {bridge}"
    guarded = any(other.side == unit.side and not other.engineers for other in units_in(table, unit.hex))
    if engaged and not guarded:
        return "base.bridges", f"{unit.id} is in an enemy zone without a guard"
    return None
