"""What the page offers for a click: where each unit can go, what it can attack from there, how it enters, who is
resupplied from the air."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.craft.drafts import attack_choice
from pbem.ruleset import View
from pbem.ruleset.telling import Choice
from pbem_rules.bulge.board import FOE, around
from pbem_rules.bulge.s07_air import cannot_resupply
from pbem_rules.bulge.s10_fares import Mover, allowance, points_told
from pbem_rules.bulge.s10_trips import Trips, trips
from pbem_rules.bulge.sheets import ResupplyLine
from pbem_rules.bulge.table import Bulge, Lay, Unit, base_defence, due_units, lay_of, unit_in, units_of


def choices(view: View) -> tuple[Choice, ...]:
    """All that this side can order now, unit by unit; nothing while the other side has its player-turn."""
    table: Bulge = view.table
    if table.side != view.side:
        return ()
    lay = lay_of(table)
    offered = [*resupplies(table)] if table.phase not in FROM_BEFORE else []
    for unit in [*units_of(table, view.side), *due_units(table, view.side)]:
        if unit.hex and table.phase not in FROM_MOVEMENT:
            offered += attacks(table, unit, unit.hex, "before")
        if unit.hex and table.phase == "after":
            offered += attacks(table, unit, unit.hex, "after")
        if table.phase != "after" and unit.id not in table.moved:
            offered += orders(table, lay, unit)
    return tuple(offered)


FROM_MOVEMENT = ("movement", "after")
FROM_BEFORE = ("before", *FROM_MOVEMENT)
"""The phases of a player-turn in which what comes before them is over."""


def resupplies(table: Bulge) -> Iterator[Choice]:
    """7.4 Allied units that are out of supply."""
    for unit in units_of(table, "allied"):
        if cannot_resupply(table, "allied", ResupplyLine(unit=unit.id)) is None:
            yield Choice("resupply", unit.id, unit.hex, unit.id, "resupply")


def orders(table: Bulge, lay: Lay, unit: Unit) -> Iterator[Choice]:
    """10. Every hex where the unit can end its move, and 12. what it can attack from there."""
    if unit.hex:
        yield Choice("movement", unit.id, unit.hex, f"{unit.id}: hold", "stays")
    found = trips(Mover(table, lay, unit, allowance(table, unit)))
    for hex in found.hexes:
        if hex == unit.hex or hex not in lay.held:
            if hex != unit.hex:
                yield move(unit, hex, found)
            if lay.in_ezoc(hex, unit.side):
                yield from attacks(table, unit, hex, "after")


def move(unit: Unit, hex: str, found: Trips) -> Choice:
    path, cost = found.path(hex), points_told(found.fifths(hex))
    if unit.hex:
        return Choice("movement", unit.id, hex, f"{unit.id}: to {hex}", cost)
    way = f"enter {path[0]}" if len(path) == 1 else f"enter {path[0]} {' '.join(path[1:])}"
    return Choice("movement", unit.id, hex, f"{unit.id}: {way}", f"{cost}, by {path[0]}")


def attacks(table: Bulge, unit: Unit, hex: str, part: str) -> Iterator[Choice]:
    """12.1 The differential of the unit alone; the line takes others in."""
    if unit.id in table.fought:
        return
    for near in around(hex):
        foe = unit_in(table, near)
        if foe is None or foe.side != FOE[unit.side] or foe.id in table.attacked:
            continue
        defence = foe.cf + sum(by for _, by in base_defence(foe))
        note = f"{unit.cf}-{defence}, alone {unit.cf - defence:+d}"
        yield attack_choice(part, unit.id, near, note, hex if part == "after" else unit.hex)
