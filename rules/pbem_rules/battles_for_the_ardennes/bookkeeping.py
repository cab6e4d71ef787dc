"""What several events do to the table alike."""

from __future__ import annotations

from dataclasses import replace

from pbem_rules.battles_for_the_ardennes.board import FOE
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit


def stand(table: BattlesTable, unit: BattleUnit, hex: str, *, passing: bool = False) -> None:
    """Put a unit down: towns go to the side that was in them last, positions are left and lost."""
    before, unit.hex = unit.hex, hex
    if before:
        vacate(table, before)
    if hex in table.towns and not passing:
        table.towns[hex] = unit.side
    if table.positions.get(hex) == FOE[unit.side]:
        del table.positions[hex]


def vacate(table: BattlesTable, hex: str) -> None:
    """13.0 A position without a unit of its side is removed."""
    side = table.positions.get(hex)
    if side and not any(unit.hex == hex and unit.side == side for unit in table.units.values()):
        del table.positions[hex]


def withdraw(table: BattlesTable, unit: BattleUnit) -> None:
    before, unit.hex, unit.changing, unit.due = unit.hex, "", "", 0
    vacate(table, before)


def destroy(table: BattlesTable, unit: BattleUnit) -> None:
    """Lost units leave the map, never the list."""
    score_loss(table, unit, unit.worth)
    withdraw(table, unit)
    unit.lost = True


def score_loss(table: BattlesTable, unit: BattleUnit, points: int) -> None:
    table.losses[unit.side] = table.losses.get(unit.side, 0) + points
    if unit.side == "german" and unit.mechanized and not unit.guns:
        table.tank_losses += points


def drain(table: BattlesTable, site: str, points: int) -> None:
    """16.53, 16.56 A dump without points is taken off."""
    dump = table.dumps[site]
    left = dump.points - points
    if left:
        table.dumps[site] = replace(dump, points=left)
    else:
        del table.dumps[site]
