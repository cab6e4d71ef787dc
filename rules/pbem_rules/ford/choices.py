"""What the page offers for a click: secrets, where each unit can march, what it can attack from there, cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pbem.craft.drafts import attack_choice, odds_in_reach
from pbem.kit.paths import Path
from pbem.ruleset import View
from pbem.ruleset.telling import Choice, Detail, Extra, said
from pbem_rules.ford.board import FOE, limit, the_map, the_tables
from pbem_rules.ford.s05_march import as_arrived, destinations, due_to_arrive
from pbem_rules.ford.s06_combat import ground_shift, odds_of, targets
from pbem_rules.ford.table import Ford, Unit, strength, units_in, units_of


def choices(view: View) -> tuple[Choice, ...]:
    """All that this side can order now, unit by unit; nothing while the other side has its part."""
    table: Ford = view.table
    if table.stage == "plot":
        return tuple(plots(view.side))
    if table.stage != view.side:
        return tuple(discards(view))
    offered = [hold_back(unit) for unit in due_to_arrive(table, view.side)]
    ahead = as_arrived(table, view.side)
    for unit in units_of(ahead, view.side):
        offered += orders_for(ahead, unit)
    return (*offered, *discards(view))


def plots(side: str) -> Iterator[Choice]:
    """9.1 Red's crossing, Blue's town."""
    if side == "red":
        for name, crossing in sorted(the_map().crossings.items()):
            yield Choice("plot", "mine", crossing.hexside[:4], f"mine: {name}", name)
    else:
        for name in the_map().eastern:
            yield Choice("plot", "objective", the_map().towns[name].hex, f"objective: {name}", name)


def discards(view: View) -> Iterator[Choice]:
    """10.2 Cards to lay down at the next dawn."""
    for card in view.own.hand if view.own else ():
        yield Choice("discard", "discard", "", card, "at the next dawn", most=len(view.own.hand))


def details(view: View) -> tuple[Detail, ...]:
    """6. What an attack may say besides: least odds, guns, a card, losses and an advance."""
    table: Ford = view.table
    foes = {unit.hex: strength(units_in(table, unit.hex)) for unit in units_of(table, FOE[view.side])}
    found = (
        Detail(part="combat", field="min", extras=odds_in_reach(the_tables().columns, dict(sorted(foes.items())))),
        Detail(part="combat", field="then", extras=said("advance [UNIT]", "stay")),
        Detail(part="combat", field="losses", several=True, extras=said("[UNIT]")),
        Detail(part="combat", field="guns", several=True, extras=tuple(bombardments(table, view.side, foes))),
        Detail(part="combat", field="card", extras=tuple(volleys(view))),
    )
    return tuple(detail for detail in found if detail.extras)


def bombardments(table: Ford, side: str, foes: Iterable[str]) -> Iterator[Extra]:
    """6.5 Guns with the enemies in their range, from wherever they can march; fog covers all."""
    ahead, reach = as_arrived(table, side), limit("guns reach")
    for unit in units_of(ahead, side) if table.weather != "fog" else ():
        if unit.kind == "guns":
            for hex in sorted({unit.hex, *(destinations(ahead, unit) if unit.id not in table.marched else ())}):
                if near := tuple(foe for foe in sorted(foes) if the_map().hexes.distance(hex, foe) <= reach):
                    yield Extra(text=unit.id, takes=unit.id, places=near, at=(hex,))


def volleys(view: View) -> Iterator[Extra]:
    """10.3 The cards that an attack can take."""
    for card in view.own.hand if view.own else ():
        if card.startswith("Volley"):
            yield Extra(text=card, takes=card)


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
    note = f"{against}, alone {base}, columns {shift:+d}"
    return attack_choice("combat", there.id, target, note, there.hex, strength([there]))
