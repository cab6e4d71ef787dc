"""What players ask: moves, odds, supply.  The answers come from the code that adjudicates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from pbem.craft.asking import queries
from pbem.craft.scores import in_sixths
from pbem.kit.tables import chances
from pbem.ruleset import View
from pbem.ruleset.telling import QueryAnswer
from pbem_rules.battles_for_the_ardennes.board import FOE, the_charts
from pbem_rules.battles_for_the_ardennes.foresight import as_orders_begin
from pbem_rules.battles_for_the_ardennes.s05_movement import cannot_move_at_all, destinations, march_of, move_of
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of, has_room
from pbem_rules.battles_for_the_ardennes.s09_combat import battery_units, cannot_attack, reckon
from pbem_rules.battles_for_the_ardennes.s10_artillery import batteries_in_range
from pbem_rules.battles_for_the_ardennes.s11_supply import net_of
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import DROP, entries
from pbem_rules.battles_for_the_ardennes.s16_saturation import Salvo, breakdown_chance, multiplier_of
from pbem_rules.battles_for_the_ardennes.sheets import AttackOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit


def moves(view: View, unit: str) -> QueryAnswer:
    """5. Where a unit can end its move, what that costs, and by which hexes; then where a march takes it."""
    table = as_orders_begin(view.table)
    piece = table.units.get(unit)
    if piece is None or not piece.hex:
        return QueryAnswer((off_map(table, unit),))
    if problem := cannot_move_at_all(table, piece):
        return QueryAnswer((f"BA {problem[0]}: {problem[1]}",), {})
    contact = contact_of(table)
    found = destinations(move_of(table, piece, contact))
    hexes = [hex for hex in found.places() if hex == piece.hex or has_room(piece, hex, contact)]
    lines = [f"{unit} in {piece.hex}, {piece.allowance} to spend"]
    lines += [f"{hex}  {found.cost(hex)}  {' '.join(found.path(hex).places)}" for hex in hexes if hex != piece.hex]
    column = march_of(table, piece, contact)
    if column is not None:
        far = destinations(column)
        reached = [hex for hex in far.places() if hex not in hexes and has_room(piece, hex, contact, march=True)]
        lines.append(f"in march mode, {column.budget} to spend, besides:")
        lines += [f"{hex}  {far.cost(hex)}" for hex in reached]
    data = {hex: int(found.cost(hex)) for hex in hexes}
    return QueryAnswer(tuple(lines), data, side=piece.side, ends=tuple(hexes))


def off_map(table: BattlesTable, name: str) -> str:
    """15.0 What became of a unit off the map, or when and where it comes."""
    unit = table.units.get(name)
    if unit is None or not (unit.lost or unit.left or unit.due):
        return f"{name}: not in play"
    if unit.lost or unit.left:
        return f"{name}: {'lost' if unit.lost else f'has left the map by the {unit.left} edge'}"
    released = ", once it is released" if unit.on_release and not table.british_called else ""
    if unit.edge == DROP:
        return f"{name}: due on game-turn {unit.due}, by parachute{released}"
    open_ = ", ".join(entries(table, unit, contact_of(table)))
    now = f"open as things stand: {open_ or 'nothing'}"
    return f"{name}: due on game-turn {unit.due}, at {unit.entry}{released}; {now}"


# odds


def odds(view: View, target: str, with_: Sequence[str], more: Mapping[str, str]) -> QueryAnswer:
    """9. Odds with and without protective fire, columns, and how likely each result is, saturation dice and all."""
    table: BattlesTable = as_orders_begin(view.table)
    barrage = tuple(word.strip() for word in more.get("barrage", "").split(",") if word.strip())
    if strange := [words for words in barrage if not (BATTERY.fullmatch(words) and words.split()[0] in table.units)]:
        return QueryAnswer(
            (f"no battery {strange[0]!r}: write BATTERY, or BATTERY saturate normal",), {"wrong": strange[0]}
        )
    line = AttackOrder.model_validate({"attack": target, "with": tuple(with_), "barrage": barrage})
    named = [*with_, *(one.unit for one in line.batteries_of)]
    side = table.units[named[0]].side if named and named[0] in table.units else view.side
    if wrong := cannot_attack(table, side, line):
        return QueryAnswer((f"BA {wrong[0]}: {wrong[1]}",), {"wrong": wrong[1], "case": wrong[0]})
    hex = table.here.spelled(target)
    units = [table.units[name] for name in line.with_]
    fire = batteries_in_range(table, FOE[side], hex)
    bare = reckon(table, hex, units, battery_units(table, line), (), {})
    full = reckon(table, hex, units, battery_units(table, line), fire, {})
    columns = columns_met(table, hex, line, fire)
    lines = [
        f"{bare.attack} : {bare.defence} = {bare.odds}, columns {bare.shift:+d}: {bare.column}",
        *([f"with protective fire {full.defence - bare.defence}: {full.odds}, {full.column}"] if fire else []),
        *([f"with saturation: {shares(columns)}"] if any(one.saturate for one in line.batteries_of) else []),
        *bare.words[2:],
    ]
    found = results_of(columns)
    order = the_charts().results.results()
    lines.append(in_sixths(found, order) if len(columns) == 1 else shares(found))
    gone = sum((chance for result, chance in found.items() if result.startswith("-/")), Fraction(0))
    lines.append(f"the defender has to go in {round(gone * 100)} %")
    lines += [f"{one.unit} is lost in {breakdown_chance(one.saturate)}" for one in line.batteries_of if one.saturate]
    data = {"odds": bare.odds, "shift": bare.shift, "column": bare.column, "fpf": full.column,
            "chances": {name: str(found[name]) for name in order if name in found}}  # fmt: skip
    return QueryAnswer(tuple(lines), data)


def columns_met(table: BattlesTable, hex: str, line: AttackOrder, fire: Sequence[BattleUnit]) -> dict[str, Fraction]:
    """The columns that the saturation dice may lead to, all protective fire given."""
    firing = [one for one in line.batteries_of if one.saturate]
    units, found = [table.units[name] for name in line.with_], dict[str, Fraction]()
    for faces in product(range(1, 7), repeat=len(firing)):
        salvos = {}
        for one, face in zip(firing, faces, strict=True):
            far = max(1, table.here.distance(table.units[one.unit].hex, hex))
            salvos[one.unit] = Salvo(one.unit, one.saturate, face, multiplier_of(one.saturate, face, far))
        column = reckon(table, hex, units, battery_units(table, line), fire, salvos).column
        found[column] = found.get(column, Fraction(0)) + Fraction(1, 6 ** len(firing))
    return found


def results_of(columns: Mapping[str, Fraction]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for column, share in columns.items():
        for result, chance in chances(the_charts().results, column).items():
            found[result] = found.get(result, Fraction(0)) + share * chance
    return found


def shares(found: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name} in {round(chance * 100)} %" for name, chance in found.items())


# supply


def supply(view: View, unit: str) -> QueryAnswer:
    """11. The line to the edge as things stand, or none."""
    table: BattlesTable = view.table
    piece = table.units.get(unit)
    if piece is None or not piece.hex:
        return QueryAnswer((off_map(table, unit),), {"supplied": False})
    net = net_of(table, piece.side, contact_of(table))
    dry = "; out of supply until the next phase by shortage" if piece.dry else ""
    if piece.hex not in net.country:
        words = f"{piece.hex}: no line within four hexes of an open road to a friendly edge{dry}"
        return QueryAnswer((words,), {"supplied": False}, cut_off=True)
    line = net.line(piece.hex)
    place = "on a road" if piece.hex in net.roads else "by a road"
    words = f"{piece.hex}: supplied, {place}: {' '.join(line)}{dry}"
    return QueryAnswer((words,), {"supplied": True, "line": list(line)}, trace=line, cut_off=piece.dry)


def supply_of_a_place(view: View, place: str) -> QueryAnswer:
    """11. Whether a unit of the side would be supplied there."""
    table: BattlesTable = view.table
    net = net_of(table, view.side, contact_of(table))
    if place not in net.country:
        words = f"{place}: no line within four hexes of an open road to a friendly edge"
        return QueryAnswer((words,), {"supplied": False})
    line = net.line(place)
    return QueryAnswer((f"{place}: supplied: {' '.join(line)}",), {"supplied": True, "line": list(line)}, trace=line)


BATTERY = re.compile(r"\S+(?: (?:saturate )?(?:normal|withering))?")

QUERIES = queries(moves, odds, supply, supply_of_a_place)
