"""Bookkeeping that several events share: how units come to stand somewhere, lose steps, and leave."""

from __future__ import annotations

from pbem_rules.enemy_action_ardennes.board import beyond_the_meuse, built_in, is_westwall, on_the_meuse, side_of
from pbem_rules.enemy_action_ardennes.table import EnemyAction, holder


def clear_impulse(table: EnemyAction) -> None:
    table.active, table.passive, table.free, table.bonus = [], [], [], False
    table.activates = table.hurried = False
    table.moved, table.fought, table.attacked, table.fled = [], [], [], []
    table.crossings, table.gave = [], {}


def put(table: EnemyAction, name: str, hex: str) -> None:
    """A unit comes to stand in a hex: it owns what is there (12.1), and clears what is in its way (7.9)."""
    unit = table.units[name]
    unit.hex = hex
    if built_in(hex) or is_westwall(hex):
        table.owners[hex] = unit.side
    if unit.side == "allied" and hex in table.roadblocks:
        table.roadblocks.remove(hex)
    if unit.side == "german":
        table.meuse_reached = table.meuse_reached or hex in on_the_meuse()
        table.meuse_passed = table.meuse_passed or hex in beyond_the_meuse()


def go(table: EnemyAction, name: str, hex: str) -> None:
    """From its hex into the next: a bridge is taken (12.2), a position left empty is gone (12.34)."""
    unit = table.units[name]
    left, side = unit.hex, side_of(unit.hex, hex)
    if side in table.bridges and side not in table.blown:
        table.bridges[side] = unit.side
    put(table, name, hex)
    tidy(table, left)


def tidy(table: EnemyAction, hex: str) -> None:
    """12.34 A position that nobody holds any more."""
    if hex in table.improved and not holder(table, hex):
        table.improved.remove(hex)


def lose_step(table: EnemyAction, name: str) -> None:
    unit = table.units[name]
    if unit.steps > 1:
        unit.steps -= 1
    else:
        eliminate(table, name)


def eliminate(table: EnemyAction, name: str) -> None:
    """Out of play, never off the list."""
    unit = table.units[name]
    left = unit.hex
    unit.steps, unit.hex, unit.box = 0, "", "eliminated"
    unit.dispersed = unit.no_fuel = False
    tidy(table, left)
