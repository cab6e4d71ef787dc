"""What the page offers for a click: where each unit is set up, arrives and moves, and what it attacks from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.craft.drafts import attack_choice, odds_in_reach
from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import View, frozen
from pbem.ruleset.telling import Choice, Detail, Extra, said
from pbem_rules.ardennes_offensive.board import FOE, the_map, the_tables
from pbem_rules.ardennes_offensive.foresight import as_orders_begin
from pbem_rules.ardennes_offensive.queries import destinations
from pbem_rules.ardennes_offensive.s05_march import March, march_of
from pbem_rules.ardennes_offensive.s05_movement import cannot_start, change_mode, enter_road_mode
from pbem_rules.ardennes_offensive.s06_road_mode import mode_cost
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s09_combat import (
    LOWEST_GERMAN,
    attack_strength,
    defence_strength,
    odds_between,
    targets,
    total,
)
from pbem_rules.ardennes_offensive.s11_terrain import multiplier
from pbem_rules.ardennes_offensive.s12_supply import ISOLATED, UNSUPPLIED
from pbem_rules.ardennes_offensive.s14_reinforcements import at_hex, entries, expected
from pbem_rules.ardennes_offensive.s15_paradrop import cannot_drop, to_drop
from pbem_rules.ardennes_offensive.s17_set_up import group_hexes, historical
from pbem_rules.ardennes_offensive.sheets import DropLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of


def choices(view: View) -> tuple[Choice, ...]:
    """All that this side can order now, unit by unit; nothing while the other side has its player-turn.  Both set up
    before either has one."""
    table: Ardennes = view.table
    if table.phase == "set-up":
        return tuple(set_up(view.side))
    return tuple(player_turn(table, view.side)) if table.side == view.side else ()


def set_up(side: str) -> Iterator[Choice]:
    """17.0 Each unit in the hexes of its group; where it stood in history is what silence means."""
    for unit, usual in sorted(historical(side).items()):
        for hex in sorted(group_hexes(side, unit)):
            yield Choice("set-up", unit, hex, f"{unit}: {hex}", "historical" if hex == usual else "")


def player_turn(table: Ardennes, side: str) -> Iterator[Choice]:
    """4.1 The units in play as they will stand when their orders begin, then who is still to come."""
    ahead = as_orders_begin(table)
    front = front_of(ahead, side)
    coming = expected(table) if table.phase == "begin" else []
    in_play = [*units_of(ahead, side), *(ahead.units[name] for name in ahead.awake)]
    for unit in in_play:
        if unit.id not in ids_of(coming):
            yield from orders(front, unit)
    yield from reinforcements(table, coming)
    for unit in waiting(table, side):
        yield from moves("movement", unit, ends(front, unit))
    if side == "german":
        yield from drop(ahead)


@frozen
class Front:
    """The table as it is asked about again and again."""

    table: Ardennes
    lay: Lay
    defence: dict[str, int]
    """What an attack on each enemy hex would meet."""


def front_of(table: Ardennes, side: str) -> Front:
    lay = lay_of(table)
    enemies = sorted({unit.hex for unit in units_of(table, FOE[side])})
    return Front(table, lay, {hex: total(defence_strength(table, (hex,), lay)) for hex in enemies})


def orders(front: Front, unit: Unit) -> Iterator[Choice]:
    """Both movement phases, the second only from where the unit stands now; and attacks before and after a march."""
    table = front.table
    found = ends(front, unit) if cannot_start(table, unit.side, unit) is None else []
    attackers = [unit] if able_to_attack(table, unit) else []
    if table.turn > 1:  # 4.2
        yield from moves("movement", unit, found)
        places = sorted({(end.hex, end.road) for end in found if end.hex != unit.hex})
        attackers += [replace(there, hex=hex, road=road) for there in attackers for hex, road in places]
    for there in attackers:
        yield from attacks(front, there)
    if unit.mechanized and unit.id not in table.fought:
        yield from moves("mechanized", unit, found, at=unit.hex)


# 5., 6. Movement


@frozen
class End:
    """Where a move can end: how it is written, what has been spent by then, and in which mode."""

    hex: str
    way: str
    points: int
    road: bool


def ends(front: Front, unit: Unit) -> list[End]:
    """5., 6. In the present mode, by leaving road mode at the end, and whatever a change of mode adds to that."""
    march = march_of(front.table, unit, front.lay)
    found = [End(hex, f"to {hex}", points, march.road) for hex, (points, _) in sorted(destinations(march).items())]
    if march.road:
        price = mode_cost(unit)
        left = [End(end.hex, f"{end.way}, leave road mode", end.points + price, False) for end in found]
        found += [end for end in left if end.points <= march.points]
    word = "leave road mode" if march.road else "enter road mode"
    if not march.waits and changed_mode(march):
        found.append(End(march.hex, word, march.total, march.road))
        near = {end.hex for end in found}
        farther = {hex: cost for hex, cost in sorted(destinations(march).items()) if hex not in near}
        found += [End(hex, f"{word}, to {hex}", points, march.road) for hex, (points, _) in farther.items()]
    return found


def changed_mode(march: March) -> bool:
    """6.3C Changes the mode of a unit that has not moved, if it can."""
    return (change_mode(march, road=False) if march.road else enter_road_mode(march)) is None


def moves(part: str, unit: Unit, found: list[End], *, at: str = "") -> Iterator[Choice]:
    if unit.hex:
        yield Choice(part, unit.id, unit.hex, f"{unit.id}: hold", "stays", at=at)
    for end in found:
        cost = many(end.points, "point")
        note = f"{cost}, road mode" if end.road else cost
        yield Choice(part, unit.id, end.hex, f"{unit.id}: {end.way}", note, at=at)


# 9. Combat


def able_to_attack(table: Ardennes, unit: Unit) -> bool:
    """9.1C, 12.6"""
    return unit.supply != ISOLATED and unit.id not in table.fought and unit.in_play


def attacks(front: Front, there: Unit) -> Iterator[Choice]:
    """9. The odds of the unit alone; the line takes others in."""
    for target in targets(front.table, there, front.lay):
        ours, theirs = total(attack_strength(front.table, [there])), front.defence[target]
        note = f"{ours} to {theirs}, alone {odds_between(ours, theirs)}"
        yield attack_choice("combat", there.id, target, note, there.hex, weight(front.table, there))


def details(view: View) -> tuple[Detail, ...]:
    """9.4, 9.6, 10.1 Least or lower odds, who pays, who advances; 9.6 only mechanized units advance."""
    table: Ardennes = view.table
    if table.side != view.side or table.phase == "set-up":
        return ()
    defences = {hex: max(points, 1) for hex, points in front_of(as_orders_begin(table), view.side).defence.items()}
    odds = odds_in_reach(the_tables().columns, defences, HALVES)
    able = tuple(unit.id for unit in units_of(table, view.side) if unit.mechanized)
    return (
        Detail(part="combat", field="then", extras=(Extra(text="advance [UNIT]", units=able), *said("stay"))),
        Detail(part="combat", field="pay", several=True, extras=said("[UNIT]")),
        Detail(part="combat", field="min", extras=odds),
        Detail(part="combat", field="odds", extras=tuple(one for one in odds if can_be_chosen(view.side, one.text))),
    )


def can_be_chosen(side: str, odds: str) -> bool:
    """E9.4L German odds are not lowered below 2-1."""
    return side == "allied" or the_tables().columns.at_least(odds, LOWEST_GERMAN)


HALVES = 2


def weight(table: Ardennes, there: Unit) -> int:
    """9.3J, 9.5M In half points, since what is halved is added up first and then rounded up."""
    return there.strength * multiplier(table, there, attacking=True) * (1 if there.supply == UNSUPPLIED else HALVES)


EITHER = (("combat", "mechanized"),)
"""5.2K Who attacks makes no second move."""


# 14., 15. Who is still to come


def reinforcements(table: Ardennes, coming: list[Unit]) -> Iterator[Choice]:
    """14.1 Every open entry of those who are due, and where each could go from it when the others have come, too."""
    lay = lay_of(table)
    reached: dict[tuple[str, int, bool, bool], list[End]] = {}  # units of one kind go equally far
    for unit in coming:
        kind = unit.data.allowance, unit.mechanized, unit.restricted
        for road in entries(table, unit, lay):
            at = at_hex(road)
            enter = f", enter {road.hex}" if road.edge else ""
            yield Choice("reinforcements", unit.id, road.hex, f"{unit.id}: at {at}{enter}", f"from {road.to or at}")
            if table.turn > 1:
                if (at, *kind) not in reached:
                    ahead = as_orders_begin(table, {unit.id: at})
                    reached[at, *kind] = ends(Front(ahead, lay_of(ahead), {}), ahead.units[unit.id])
                yield from moves("movement", replace(unit, hex=""), reached[at, *kind], at=road.hex)


def waiting(table: Ardennes, side: str) -> list[Unit]:
    """14.1A Who has come and is not on the map yet, once the orders have begun."""
    units = [unit for _, unit in sorted(table.units.items()) if unit.entry and unit.side == side]
    return units if table.phase != "begin" else []


def drop(table: Ardennes) -> Iterator[Choice]:
    """15.0 Road hexes; any other lawful hex is written by hand."""
    unit = to_drop(table)
    if unit is None:
        return
    for hex in sorted(the_map().live.intersection(the_map().roads)):
        if cannot_drop(table, "german", DropLine(hex=hex)) is None:
            yield Choice("drop", unit.id, hex, f"{unit.id} at {hex}", "drop")
