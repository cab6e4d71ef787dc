"""What the page offers for a click: missions and markers, where each unit can go, what it can attack from there, how
it enters, who is resupplied from the air."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.craft.drafts import attack_choice
from pbem.craft.sayings import many
from pbem.ruleset import View
from pbem.ruleset.telling import Choice, Detail, Extra, said
from pbem_rules.bulge.board import FOE, MISSIONS, around, designated, last_turn, the_map, the_tables, ways_between
from pbem_rules.bulge.s07_air import air_points, cannot_resupply, open_to_interdiction
from pbem_rules.bulge.s10_fares import Mover, allowance, points_told
from pbem_rules.bulge.s10_movement import cannot_mechanize, cannot_move
from pbem_rules.bulge.s10_trips import Trips, trips
from pbem_rules.bulge.s12_strength import sure_shifts
from pbem_rules.bulge.s15_airdrop import cannot_drop, cannot_drop_at_all
from pbem_rules.bulge.sheets import MoveLine, ResupplyLine
from pbem_rules.bulge.table import Bulge, Lay, Unit, base_defence, due_units, lay_of, unit_in, units_of


def choices(view: View) -> tuple[Choice, ...]:
    """All that this side can order now, unit by unit; nothing while the other side has its player-turn."""
    table: Bulge = view.table
    offered = [*air(table, view.side)]
    offered += interdictions(table, view.side, any(choice.entry == INTERDICT for choice in offered))
    if table.side != view.side:
        return tuple(offered)
    lay = lay_of(table)
    offered += [*resupplies(table)] if table.phase not in FROM_BEFORE else []
    for unit in [*units_of(table, view.side), *due_units(table, view.side)]:
        if unit.hex and table.phase not in FROM_MOVEMENT:
            offered += attacks(table, unit, unit.hex, "before")
        if unit.hex and table.phase == "after":
            offered += attacks(table, unit, unit.hex, "after")
        if table.phase != "after" and unit.id not in table.moved:
            offered += orders(table, lay, unit)
    columns = the_tables().columns.labels
    for crt in ("secondary", "primary", *(f"primary at {label} or more" for label in columns)):
        offered.append(Choice("after", "rest", "", f"rest: {crt}", "whoever must attack and has no line"))
    return tuple(offered)


FROM_MOVEMENT = ("movement", "after")
FROM_BEFORE = ("before", *FROM_MOVEMENT)
"""The phases of a player-turn in which what comes before them is over."""


FROM_AIR = ("weather", "air")
INTERDICT = "interdict"


def air(table: Bulge, side: str) -> Iterator[Choice]:
    """7.0 Each press is a mission for one more air point; the Allied side gives those of the next game-turn ahead."""
    if table.phase in FROM_AIR and table.weather:
        yield from missions("air", "missions", side, air_points(table, side))
        return
    turn = table.turn if table.phase in FROM_AIR else table.turn + 1
    if turn > last_turn() or (turn > table.turn and (side, table.side) != ("allied", "allied")):
        return
    line = the_tables().turns[turn]
    for weather in list(line.air) if table.scenario == "variable" else [line.historical]:
        yield from missions(f"air if {weather}", weather, side, line.points(side, weather))


def missions(subject: str, key: str, side: str, points: int) -> Iterator[Choice]:
    flown = the_tables().markers[side]
    for mission in MISSIONS if points else ():
        if flown.get(mission, points):
            yield Choice("air", subject, "", f"{key}: [UNIT]", many(points, "point"), entry=mission, most=points)


def interdictions(table: Bulge, side: str, flies: bool) -> Iterator[Choice]:
    """7.2 Any road hexes, in the order in which they are wanted: the first that are still lawful are taken."""
    asked = table.interdictions.get(side) and table.phase == "air"
    for hex in open_to_interdiction(table, side) if asked or flies else ():
        yield Choice("interdict", "interdiction", hex, hex, most=len(the_map().grid.all()))


def resupplies(table: Bulge) -> Iterator[Choice]:
    """7.4 Allied units that are out of supply."""
    for unit in units_of(table, "allied"):
        if cannot_resupply(table, "allied", ResupplyLine(unit=unit.id)) is None:
            yield Choice("resupply", unit.id, unit.hex, unit.id, "resupply")


def orders(table: Bulge, lay: Lay, unit: Unit) -> Iterator[Choice]:
    """10. Every hex where the unit can end its move, and 12. what it can attack from there."""
    if unit.hex:
        yield Choice("movement", unit.id, unit.hex, f"{unit.id}: hold", "stays")
    if cannot_mechanize(table, unit.side, (unit.id,)) is None:
        yield Choice("movement", unit.id, unit.hex, "mech: [UNIT]", "mechanized marker", beside="mech")
    if not unit.hex and not unit.drops:
        yield Choice("movement", unit.id, "", "hold back: [UNIT]", "it waits off the map")
    if cannot_drop_at_all(table, unit) is None and unit.waiting:
        yield from drops(table, unit)
    found = trips(Mover(table, lay, unit, allowance(table, unit)))
    for hex in found.hexes:
        if hex == unit.hex or hex not in lay.held:
            if hex != unit.hex:
                yield move(unit, hex, found)
            if hex in designated() and cannot_move(table, unit.side, out_by(unit, hex)) is None:
                yield Choice("movement", unit.id, hex, f"{unit.id}: exit {hex}", "leaves the map")
            if lay.in_ezoc(hex, unit.side):
                yield from attacks(table, unit, hex, "after")


def out_by(unit: Unit, hex: str) -> MoveLine:
    return MoveLine(unit=unit.id, way=f"exit {hex}")


def drops(table: Bulge, unit: Unit) -> Iterator[Choice]:
    """15.0"""
    for hex in the_map().grid.all():
        if cannot_drop(table, unit, hex) is None:
            yield Choice("movement", unit.id, hex, f"{unit.id}: drop {hex}", "drop")


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
        defence = defence_of(foe)
        note = f"{unit.cf}-{defence}, alone {unit.cf - defence:+d}"
        yield attack_choice(part, unit.id, near, note, hex if part == "after" else unit.hex, unit.cf)


# What an attack may say besides


def details(view: View) -> tuple[Detail, ...]:
    """7.3, 12. Ground support, the table, the column, losses paid and advances."""
    table: Bulge = view.table
    if table.side != view.side:
        return ()
    support = said(*(str(number + 1) for number in range(table.support.get(view.side, 0))))
    foes = sorted(units_of(table, FOE[view.side]), key=lambda unit: unit.hex)
    found: list[Detail] = []
    for part in ("before", "after"):
        columns = tuple(columns_in_reach(replace(table, phase=part), foes))
        found += [
            Detail(part=part, field="support", extras=support),
            Detail(part=part, field="crt", extras=tuple(secondary(foes))),
            Detail(part=part, field="then", extras=said("advance [UNIT]", "stay")),
            Detail(part=part, field="pay", several=True, extras=said("[UNIT]")),
            Detail(part=part, field="min", extras=columns),
            Detail(part=part, field="column", extras=columns),
        ]
    return tuple(detail for detail in found if detail.extras)


def columns_in_reach(table: Bulge, foes: Sequence[Unit]) -> Iterator[Extra]:
    """12.1 What the factors of an attack come to without support; a river counts if all attack over it."""
    columns, river = the_tables().columns, the_tables().defence["river"]
    shift = sum(by for _, by in sure_shifts(table, table.side, 0))
    for label in columns.labels:
        if columns.at_least(columns.shifted(columns.labels[-1], shift), label):
            beyond = columns.least(columns.shifted(label, -shift))
            needed = {foe.hex: 0 if beyond is None else max(0, beyond + defence_of(foe)) for foe in foes}
            wet = {hex: [near for near in around(hex) if ways_between()[near, hex].river] for hex in needed}
            yield Extra(text=label, least={hex: least + (river if wet[hex] else 0) for hex, least in needed.items()})
            for hex, over in wet.items():
                if over:
                    yield Extra(
                        text=label, least={hex: needed[hex]}, at=tuple(near for near in around(hex) if near not in over)
                    )


def defence_of(foe: Unit) -> int:
    return foe.cf + sum(by for _, by in base_defence(foe))


def secondary(foes: Sequence[Unit]) -> Iterator[Extra]:
    """12.1 R-02 Where all attackers have no stronger enemy beside them."""
    strongest: dict[str, int] = {}
    for foe in foes:
        for hex in around(foe.hex):
            strongest[hex] = max(strongest.get(hex, 0), foe.cf)
    for foe in foes:
        if calm := tuple(hex for hex in around(foe.hex) if strongest[hex] <= foe.cf):
            yield Extra(text="secondary", places=(foe.hex,), all_at=calm)
