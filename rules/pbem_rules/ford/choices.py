"""What the page offers for a click: where each unit can march, and what it can attack from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.craft.drafts import attack_choice
from pbem.kit.paths import Path
from pbem.ruleset import View
from pbem.ruleset.telling import Choice
from pbem_rules.ford.board import the_map
from pbem_rules.ford.s05_march import as_arrived, destinations, due_to_arrive
from pbem_rules.ford.s06_combat import ground_shift, odds_of, targets
from pbem_rules.ford.table import Ford, Unit, strength, units_in, units_of


def choices(view: View) -> tuple[Choice, ...]:
    """All that this side can order now, unit by unit; nothing while the other side has its part."""
    table: Ford = view.table
    if table.stage != view.side:
        return ()
    offered = [hold_back(unit) for unit in due_to_arrive(table, view.side)]
    ahead = as_arrived(table, view.side)
    for unit in units_of(ahead, view.side):
        offered += orders_for(ahead, unit)
    return tuple(offered)


def hold_back(unit: Unit) -> Choice:
    """5.6 A reinforcement arrives unless its owner says otherwise."""
    return Choice("arrive", unit.id, the_map().sources[unit.side], f"{unit.id}: hold back", "it waits off the map")


def orders_for(table: Ford, unit: Unit) -> Iterator[Choice]:
    """Where it can march, if it has not yet, and what it can attack from there."""
    if unit.id in table.marched:
        yield from attacks(table, unit)
        return
    for hex, way in sorted(destinations(table, unit).items()):
        yield march(unit, hex, way)
        yield from attacks(table, replace(unit, hex=hex))


def attacks(table: Ford, there: Unit) -> Iterator[Choice]:
    return (attack(table, there, target) for target in sorted(targets(table, there)))


def march(unit: Unit, hex: str, way: Path[str]) -> Choice:
    """5. The cheapest way and its cost."""
    if not way.steps:
        return Choice("march", unit.id, hex, f"{unit.id}: hold", "stays")
    note = f"{way.cost} of {unit.allowance}, by {' '.join(way.places)}"
    return Choice("march", unit.id, hex, f"{unit.id}: to {hex}", note)


def attack(table: Ford, there: Unit, target: str) -> Choice:
    """6. The odds of the unit alone; the line takes others in."""
    base, shift = odds_of(table, [there], target), ground_shift([there], target)
    against = f"{strength([there])} to {strength(units_in(table, target))}"
    return attack_choice("combat", there.id, target, f"{against}, alone {base}, columns {shift:+d}", there.hex)
