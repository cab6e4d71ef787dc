"""Single lines as `pbem check` judges them where it cannot play them through."""

from __future__ import annotations

from pbem.ruleset import Cannot
from pbem_rules.battles_for_the_ardennes.foresight import as_orders_begin
from pbem_rules.battles_for_the_ardennes.s04_phases import cannot_keep, cannot_move_dump
from pbem_rules.battles_for_the_ardennes.s05_movement import UnitMove, plan_move
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of
from pbem_rules.battles_for_the_ardennes.s10_artillery import cannot_change_mode
from pbem_rules.battles_for_the_ardennes.s12_bridges import cannot_build
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import cannot_arrive
from pbem_rules.battles_for_the_ardennes.sheets import ArrivalOrder, BatteryOrder, BuildOrder, MoveOrder, SecretOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable


def cannot_keep_now(table: BattlesTable, side: str, line: SecretOrder) -> Cannot | None:
    """16.41, 16.51 A block of secrets."""
    return cannot_keep(table, side, line)


def cannot_build_now(table: BattlesTable, side: str, line: BuildOrder) -> Cannot | None:
    return cannot_build(table, side, line)


def cannot_change(table: BattlesTable, side: str, line: BatteryOrder) -> Cannot | None:
    return cannot_change_mode(table, side, line)


def cannot_arrive_now(table: BattlesTable, side: str, line: ArrivalOrder) -> Cannot | None:
    return cannot_arrive(table, side, line)


def cannot_go(table: BattlesTable, side: str, line: MoveOrder) -> Cannot | None:
    """5.0 A unit, or 16.57 a dump."""
    if line.unit.startswith("dump "):
        return cannot_move_dump(table, side, line)
    ahead = as_orders_begin(table)
    found = plan_move(ahead, side, line, contact_of(ahead))
    return None if isinstance(found, UnitMove) else found
