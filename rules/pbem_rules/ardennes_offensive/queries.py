"""What players ask: moves, odds, supply.  The answers come from the code that adjudicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pbem.craft.asking import queries
from pbem.craft.payment import fewest_that_pay
from pbem.craft.sayings import many
from pbem.craft.scores import in_sixths
from pbem.kit.supply import SupplyFlow
from pbem.kit.tables import chances
from pbem.ruleset import RulesBug, View
from pbem.ruleset.telling import QueryAnswer
from pbem_rules.ardennes_offensive.board import FOE, the_map, the_tables
from pbem_rules.ardennes_offensive.s05_march import March, march_of
from pbem_rules.ardennes_offensive.s05_movement import cannot_start
from pbem_rules.ardennes_offensive.s05_ways import within_reach
from pbem_rules.ardennes_offensive.s06_road_mode import column_places, mode_cost, points_for
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s09_combat import cannot_attack, column_for, strengths_of, table_for
from pbem_rules.ardennes_offensive.s10_results import best_ways
from pbem_rules.ardennes_offensive.s11_terrain import is_safe
from pbem_rules.ardennes_offensive.s12_supply import (
    ISOLATED,
    all_supplied,
    allowance,
    flow_of,
    state_for_turn,
    state_of,
)
from pbem_rules.ardennes_offensive.s14_reinforcements import DROP, EAST, at_hex, entries
from pbem_rules.ardennes_offensive.sheets import AttackLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_in

# moves


def moves(view: View, unit: str) -> QueryAnswer:
    """5. Where a unit can end its move in the mode it is in, what that costs, and by which hexes."""
    table, piece = view.table, view.table.units.get(unit)
    if piece is None:
        return QueryAnswer((f"no unit {unit}",))
    if not (piece.hex or piece.entry):
        return QueryAnswer((off_map(table, piece),), {})
    if problem := cannot_start(table, piece.side, piece):
        return QueryAnswer((f"AO {problem[0]}: {problem[1]}",))
    lay = lay_of(table)
    piece = replace(piece, supply=state_for_turn(table, piece, lay))
    march = march_of(table, piece, lay)
    ways = destinations(march)
    at = f"waits at {piece.entry}" if piece.entry else f"in {piece.hex}"
    head = f"{unit} {at}, {many(allowance(piece), 'point')}, {piece.supply}{', in road mode' if piece.road else ''}"
    lines = [head, *mode_lines(march)]
    lines += [f"{hex}  {points}  {' '.join(path)}" for hex, (points, path) in sorted(ways.items())]
    data = {hex: points for hex, (points, _) in sorted(ways.items())}
    return QueryAnswer(tuple(lines), data, side=piece.side, ends=tuple(data))


def destinations(march: March) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Every hex the unit can stop in: the points spent by then, and the way."""
    found, bit = within_reach(march), the_map().numbers.bit
    unit, columns = march.unit, column_places(march.lay, march.unit)
    spent = {
        hex: march.spent + (points_for(unit, march.stretch + found.cost(hex)) if march.road else found.cost(hex))
        for hex in found.places()
    }
    return {hex: (points, way) for hex, points in spent.items() if (way := found.way(hex)) and not columns & bit[hex]}


def mode_lines(march: March) -> list[str]:
    """6.3C What a change of mode costs, where the unit has the points for it."""
    price, word = mode_cost(march.unit), "leave" if march.road else "enter"
    if price > march.points - march.total or march.waits or not the_map().on_road(march.hex):
        return []
    return [f"can {word} road mode for {price}"]


def off_map(table: Ardennes, unit: Unit) -> str:
    """14.1A, 15.0 What became of a unit off the map, or when and where it comes."""
    if unit.entry:
        return f"{unit.id}: waits off the map at {unit.entry} (14.1A)"
    if not unit.due or unit.lost:
        return f"{unit.id}: {'destroyed' if unit.lost else 'not in play'}"
    if unit.section == DROP:
        return f"{unit.id}: due on game-turn {unit.due}, by paradrop (15.0)"
    where = "from the east" if unit.section == EAST else f"in section {unit.section}"
    open_ = " ".join(dict.fromkeys(at_hex(road) for road in entries(table, unit)))
    return f"{unit.id}: due on game-turn {unit.due}, {where} (14.1A); open as things stand: {open_ or 'nothing'}"


# odds


def odds(view: View, target: str, with_: Sequence[str], more: Mapping[str, str]) -> QueryAnswer:
    """9., 10. Odds, the chance of every result, the losses to expect."""
    table: Ardennes = view.table
    line = AttackLine.model_validate({"attack": target, "with": tuple(with_), **more})
    side = table.units[with_[0]].side if with_ and with_[0] in table.units else view.side
    if wrong := cannot_attack(table, side, line):
        return QueryAnswer((f"AO {wrong[0]}: {wrong[1]}",), {"wrong": wrong[1], "case": wrong[0]})
    both = strengths_of(table, line)
    base = both.odds
    column, kind = column_for(base, line.odds), table_for(table)
    results = the_tables().standard if kind == "standard" else the_tables().initial
    found = chances(results, column)
    lines = [
        f"{' and '.join(s.workings for s in both.ours)} against {' and '.join(s.workings for s in both.theirs)}",
        f"{both.attack} : {both.defence} = {base}{f', fought at {column}' if column != base else ''}, {kind} table",
        in_sixths(found, tuple(found)),
        *expected(table, line, found),
    ]
    told = {name: str(chance) for name, chance in found.items()}
    return QueryAnswer(tuple(lines), {"odds": base, "column": column, "table": kind, "chances": told})


def expected(table: Ardennes, line: AttackLine, found: Mapping[str, Fraction]) -> list[str]:
    """The share of results that empty the hexes, and units lost on both sides on the average."""
    attackers = [table.units[name] for name in line.with_]
    defenders = [unit for hex in line.attack for unit in units_in(table, hex)]
    worth = sum(unit.strength for unit in defenders)
    paid = fewest_that_pay(worth, (unit.strength for unit in attackers))
    emptied = lost_attackers = lost_defenders = Fraction(0)
    for name, chance in found.items():
        if name in ("De", "Ex"):
            emptied += chance
            lost_defenders += chance * len(defenders)
            lost_attackers += chance * (paid if name == "Ex" else 0)
        else:
            losers = attackers if name.startswith("Ar") else defenders
            gone = sum(1 for unit in losers if not is_safe(unit) and not best_ways(table, unit, int(name[2:])))
            if name.startswith("Ar"):
                lost_attackers += chance * gone
            else:
                lost_defenders += chance * gone
                emptied += chance if not any(map(is_safe, defenders)) else 0
    foe = FOE[attackers[0].side]
    return [
        f"hexes emptied {int(emptied * 100)} %",
        f"expected loss: {foe} {float(lost_defenders):.2f} units, {attackers[0].side} {float(lost_attackers):.2f}",
    ]


# supply


def supply(view: View, unit: str) -> QueryAnswer:
    """12. The supply state as things stand, and the line, or what is missing."""
    piece = view.table.units.get(unit)
    if piece is None or not piece.in_play:
        told = off_map(view.table, piece) if piece and not piece.hex else f"{unit}: not in play"
        return QueryAnswer((told,), {"state": "not in play"})
    lay, flow = view.once("lay", lay_of), flow_seen(view, piece.side)
    state = state_of(view.table, piece, lay, flow)
    if piece.hex in flow:
        line = flow.line(piece.hex)
        words = [f"{piece.hex}: supplied, {towns_on(line)}", f"line: {' '.join(line)}"]
        answer = QueryAnswer((), {"state": state, "line": list(line)}, trace=line)
    elif all_supplied(view.table, piece.side):
        words = [f"{piece.hex}: supplied, as all Germans are on game-turn 1 (4.2)"]
        answer = QueryAnswer((), {"state": state})
    else:
        words, answer = without_supply(piece, state, lay), QueryAnswer((), {"state": state}, cut_off=True)
    if (judged := state_for_turn(view.table, piece, lay, flow)) != state:
        words.append(f"so it stands now; {judged} for this player-turn, as judged when it began (12.4K)")
    return replace(answer, lines=tuple(words))


def flow_seen(view: View, side: str) -> SupplyFlow:
    """12.1 What a side can supply, in one view of the game."""
    return view.once(f"flow of {side}", lambda table: flow_of(table, side, view.once("lay", lay_of)))


def towns_on(line: Sequence[str]) -> str:
    """The places a line passes, and where it leaves the map."""
    here = the_map()
    exit_ = here.exits.get(line[-1])
    if exit_ is None:
        raise RulesBug(f"a supply line that ends in {line[-1]}")
    named = [f"{here.file.place(hex).name} {hex}" for hex in line if here.file.place(hex).name]
    return ", ".join([*named[:3], f"{exit_.to or exit_.section} edge {exit_.hex}"])


def without_supply(piece: Unit, state: str, lay: Lay) -> list[str]:
    foe = FOE[piece.side]
    why = "surrounded, and no supplied friend within three hexes" if state == ISOLATED else "no free way to a source"
    barred = [hex for hex in the_map().neighbours[piece.hex] if not lay.free(hex, side=piece.side)]
    return [f"{piece.hex}: {state}, {why}", f"{foe} units or control in {' '.join(barred) or 'no hex beside it'}"]


def supply_of_a_place(view: View, place: str) -> QueryAnswer:
    """12. Whether a unit of the side would be supplied there."""
    lay, flow = view.once("lay", lay_of), flow_seen(view, view.side)
    if place in flow:
        line = flow.line(place)
        words = (f"{place}: supplied, {towns_on(line)}", f"line: {' '.join(line)}")
        return QueryAnswer(words, {"supplied": True, "line": list(line)}, trace=line)
    barred = [hex for hex in the_map().neighbours[place] if not lay.free(hex, side=view.side)]
    near = f"{FOE[view.side]} units or control in {' '.join(barred) or 'no hex beside it'}"
    return QueryAnswer((f"{place}: no free way to a source", near), {"supplied": False})


QUERIES = queries(moves, odds, supply, supply_of_a_place)
