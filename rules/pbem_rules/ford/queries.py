"""What players ask of their own side: moves, odds, supply.  The answers come from the code that adjudicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.craft.asking import queries
from pbem.craft.scores import in_sixths
from pbem.kit.tables import chances
from pbem.ruleset import View
from pbem.ruleset.telling import QueryAnswer
from pbem_rules.ford.board import the_map, the_tables
from pbem_rules.ford.s05_march import destinations
from pbem_rules.ford.s06_combat import cannot_attack, ground_shift, odds_of
from pbem_rules.ford.s08_supply import supply_line
from pbem_rules.ford.sheets import AttackLine
from pbem_rules.ford.table import Ford, Unit, strength, units_in


def moves(view: View, unit: str) -> QueryAnswer:
    """5. Where a unit can end its march, what that costs, and by which hexes."""
    piece = view.table.units[unit]
    if not piece.hex:
        return QueryAnswer((f"{unit}: not on the map",))
    ways = destinations(view.table, piece)
    lines = [f"{unit} in {piece.hex}, {piece.allowance} to spend"]
    lines += [f"{hex}  {way.cost}  {' '.join(way.places)}" for hex, way in sorted(ways.items()) if way.steps]
    data = {hex: int(way.cost) for hex, way in sorted(ways.items())}
    return QueryAnswer(tuple(lines), data, side=piece.side, ends=tuple(data))


def odds(view: View, target: str, with_: Sequence[str], more: Mapping[str, str]) -> QueryAnswer:
    """6. Odds, shifts, and the chance of every result; cards and bombardment left out."""
    table = view.table
    line = AttackLine(attack=target, with_=tuple(with_))
    side = table.units[with_[0]].side if with_ and with_[0] in table.units else view.side
    if wrong := cannot_attack(table, side, line):
        return QueryAnswer((f"FO {wrong[0]}: {wrong[1]}",), {"wrong": wrong[1], "case": wrong[0]})
    attackers, defenders = [table.units[name] for name in with_], units_in(table, target)
    base = odds_of(table, attackers, target)
    shift = ground_shift(attackers, target)
    column = the_tables().columns.shifted(base, shift)
    found = chances(the_tables().results, column)
    results = the_tables().results.results()
    lines = (
        f"{strength(attackers)} : {strength(defenders)} = {base}, columns {shift:+d}: {column}",
        in_sixths(found, results),
    )
    told = {result: str(found[result]) for result in results if result in found}
    return QueryAnswer(lines, {"odds": base, "shift": shift, "column": column, "chances": told})


def supply(view: View, unit: str) -> QueryAnswer:
    """8. The line to the source, or none."""
    piece = view.table.units[unit]
    source = the_map().sources[piece.side]
    line = supply_line(view.table, piece) if piece.hex else None
    if line is None:
        words = f"{unit} in {piece.hex or 'no hex'}: no line to {source}"
        return QueryAnswer((words,), {"supplied": False}, cut_off=bool(piece.hex))
    way = " ".join(line.places) or "it stands there"
    words = f"{unit} in {piece.hex}: supplied from {source}: {way}"
    return QueryAnswer((words,), {"supplied": True}, trace=(piece.hex, *line.places))


def supply_of_a_place(view: View, place: str) -> QueryAnswer:
    """8. Whether a unit of the side would be supplied there."""
    found = supply(replace(view, table=with_unit_at(view, place)), STAND_IN)
    return replace(found, lines=tuple(line.replace(f"{STAND_IN} in ", "", 1) for line in found.lines))


STAND_IN = "a unit"


def with_unit_at(view: View, place: str) -> Ford:
    """The table with one unit more, which stands there."""
    table: Ford = view.table
    return replace(table, units={**table.units, STAND_IN: Unit(STAND_IN, view.side, "foot", place)})


QUERIES = queries(moves, odds, supply, supply_of_a_place)
