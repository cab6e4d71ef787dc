"""What players ask of their own side: moves, odds, supply.  The answers come from the code that adjudicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.craft.asking import queries
from pbem.craft.sayings import many
from pbem.kit.draws import at_least, expected
from pbem.ruleset import View
from pbem.ruleset.telling import QueryAnswer
from pbem_rules.enemy_action_ardennes.board import around
from pbem_rules.enemy_action_ardennes.circumstances import all_in_words
from pbem_rules.enemy_action_ardennes.s07_movement import destinations
from pbem_rules.enemy_action_ardennes.s09_chits import (
    Engagement,
    attack_strength,
    defence_strength,
    forecast,
    least_draw,
    most_draw,
    situations,
)
from pbem_rules.enemy_action_ardennes.s09_tactics import defenders_of
from pbem_rules.enemy_action_ardennes.s10_supply import in_friendly_supply, net_of, supply_words, traces
from pbem_rules.enemy_action_ardennes.s11_reserves import Placing
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment

MOST_SHOWN = 4


def moves(view: View, unit: str) -> QueryAnswer:
    """7. Where a unit can come to, what that costs, and by which hexes."""
    piece = view.table.units[unit]
    if not piece.hex:
        return QueryAnswer(off_map(view.table, piece))
    ways = destinations(view.table, piece)
    lines = [f"{unit} in {piece.hex}, {piece.data.allowance} to spend"]
    for hex, (way, strategic) in sorted(ways.items()):
        if way.steps:
            lines.append(f"{hex}  {way.cost}  {' '.join(way.places)}{'  strategic' if strategic else ''}")
    data = {hex: int(way.cost) for hex, (way, _) in sorted(ways.items())}
    ends = tuple(hex for hex, (way, _) in sorted(ways.items()) if way.steps)
    return QueryAnswer(tuple(lines), data, side=piece.side, ends=ends)


BOXES = {
    "eliminated": "lost",
    "exited": "has left the map",
    "removed": "out of the game",
    "unused": "takes no part in this scenario",
    "OKW": "in the OKW reserve, until a German unit in supply stands at the Meuse (EA 11.4)",
    "VDH": "comes by its drop alone",
}


def off_map(table: EnemyAction, unit: Regiment) -> tuple[str, ...]:
    """4.I, 11.1 What became of a unit off the map, or when it comes, and where it could be placed as things stand."""
    if unit.box not in ("calendar", "reserve"):
        return (f"{unit.id}: {BOXES.get(unit.box, 'not on the map')}",)
    if unit.box == "calendar":
        when = f"due December {unit.due}, into the reserve box (EA 4.I)"
    else:
        when = "in the reserve box, a card of its formation places it (EA 11.1)"
    hexes = Placing(table, unit.side).hexes([unit])
    return (f"{unit.id}: {when}", f"to be placed as things stand: {' '.join(hexes) or 'nowhere'}")


def names_in(words: str | Sequence[str]) -> tuple[str, ...]:
    """`Artillery, Airpower`, or a list of them."""
    parts = words.split(",") if isinstance(words, str) else words
    return tuple(part.strip() for part in parts if part.strip())


def engagement(table: EnemyAction, target: str, with_: Sequence[str], more: Mapping[str, str]) -> Engagement:
    """An attack as it might be: tactics of either side may be named."""
    said = {key: names_in(words) for key, words in more.items()}
    ours = tuple(words.partition(" as ")[2] or words for words in said.get("tactics", ()))
    return Engagement(
        table,
        target,
        tuple(with_),
        tuple(unit.id for unit in defenders_of(table, target)),
        ours,
        said.get("against", ()),
    )


def cannot_forecast(view: View, target: str, with_: Sequence[str]) -> str:
    """Why nothing can be said of an attack; whether its units are active does not matter here."""
    table = view.table
    units = [table.units.get(name) for name in with_]
    if not units or any(unit is None or not unit.hex for unit in units):
        return "name units on the map"
    side = units[0].side
    if not any(unit.side != side for unit in defenders_of(table, target)):
        return f"no enemy in {target}"
    away = [unit.id for unit in units if unit.side != side or target not in around(unit.hex)]
    return f"{', '.join(away)} not next to {target}" if away else ""


def odds(view: View, target: str, with_: Sequence[str], more: Mapping[str, str]) -> QueryAnswer:
    """9.3 to 9.5 The ratio, the draw, and the chances of hits and losses for every number of chits."""
    if wrong := cannot_forecast(view, target, with_):
        return QueryAnswer((f"EA 9.1: {wrong}",), {"wrong": wrong, "case": "9.1"})
    fight = engagement(view.table, target, with_, more)
    least, most = least_draw(fight), most_draw(fight)
    most = min(most, len(fight.table.cup) + len(fight.table.aside))
    chances = forecast(fight, most)
    attack, defence = attack_strength(fight), defence_strength(fight)
    holds = sorted(situations(fight))
    lines = [f"{attack} : {defence}, draws {least} to {most}, {all_in_words(holds)}"]
    lines += [drawn_line(number, chances[number]) for number in range(least, most + 1)]
    told = {str(number): in_words(chances[number]) for number in range(least, most + 1)}
    data = {"attack": attack, "defence": defence, "least": least, "most": most, "holds": holds, "chances": told}
    return QueryAnswer(tuple(lines), data)


def drawn_line(number: int, found: Mapping[tuple[int, ...], Fraction]) -> str:
    """`5  D 2.1 A 1.2   D1+ 89 %  D2+ 67 %   A1+ 75 %`"""
    chances = f"{chances_words(found, 0, 'D')}   {chances_words(found, 1, 'A')}"
    return f"{many(number, 'chit')}: {expected_words(found)}   {chances}"


def expected_words(found: Mapping[tuple[int, ...], Fraction]) -> str:
    return f"D {tenths(expected(found, 0))} A {tenths(expected(found, 1))}"


def chances_words(found: Mapping[tuple[int, ...], Fraction], place: int, letter: str) -> str:
    told = [(number, percent(at_least(found, place, number))) for number in range(1, MOST_SHOWN + 1)]
    return "  ".join(f"{letter}{number}+ {chance} %" for number, chance in told if chance)


def tenths(number: Fraction) -> str:
    whole = round(number * 10)
    return f"{whole // 10}.{whole % 10}"


def percent(chance: Fraction) -> int:
    return round(chance * 100)


def in_words(found: Mapping[tuple[int, ...], Fraction]) -> dict[str, str]:
    """`D2 A1: 1/12` for all that can come."""
    return {f"D{hits} A{losses}": str(chance) for (hits, losses), chance in sorted(found.items()) if chance}


def supply(view: View, unit: str) -> QueryAnswer:
    """10. The line to a supply head and home, or none; and the state that the unit is in today."""
    piece = view.table.units[unit]
    if not piece.hex:
        return QueryAnswer(off_map(view.table, piece), {"supplied": False})
    line = net_of(view.table, piece.side).whole_line(piece.hex)
    state = supply_words(piece) or "supplied"
    can = traces(view.table, piece)
    if line is None:
        words = f"{unit} in {piece.hex}: {state} today, no line{' is needed yet' if can else ''}"
        return QueryAnswer((words,), {"supplied": can, "state": piece.supply}, cut_off=not can)
    words = f"{unit} in {piece.hex}: {state} today, line {' '.join(line)}"
    return QueryAnswer((words,), {"supplied": True, "state": piece.supply}, trace=line)


def supply_of_a_place(view: View, place: str) -> QueryAnswer:
    """10. Whether a unit of the side could trace supply there."""
    line = net_of(view.table, view.side).whole_line(place)
    if line is not None:
        return QueryAnswer((f"{place}: supplied, line {' '.join(line)}",), {"supplied": True}, trace=line)
    early = in_friendly_supply(view.table, view.side, place)
    words = "no line; none is needed yet (EA 10.12)" if early else "no line to a supply head or a friendly edge"
    return QueryAnswer((f"{place}: {words}",), {"supplied": early})


QUERIES = queries(moves, odds, supply, supply_of_a_place)
