"""What players ask: moves, odds, supply.  The answers come from the code that adjudicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.craft.asking import queries
from pbem.craft.sayings import many
from pbem.ruleset import View
from pbem.ruleset.telling import QueryAnswer
from pbem_rules.wwii_commander.board import FOE, space_called, the_map, the_scenario, unit_called
from pbem_rules.wwii_commander.forecast import Spread, by_number, combat_with, hits_by, hits_left
from pbem_rules.wwii_commander.s07_movement import cannot_follow, cannot_leave, destinations, open_routes
from pbem_rules.wwii_commander.s08_chances import Combat, Parts, chance_of, ground_takes
from pbem_rules.wwii_commander.s09_supply import supply_line
from pbem_rules.wwii_commander.s10_reinforcements import entry_spaces, spaces_of_letters
from pbem_rules.wwii_commander.table import Commander, Unit, contested, lay_of, strength_of, units_in


def moves(view: View, unit: str) -> QueryAnswer:
    """7. Where a unit can end its move, and why some strategic moves fail."""
    table: Commander = view.table
    piece = table.units[unit_called(unit)]
    if not piece.space:
        data = {"plain": (), "strategic": (), "enters": entries_of(table, piece)}
        return QueryAnswer((coming(table, piece), *moves_from_entries(table, piece)), data)
    if problem := cannot_leave(table, piece):
        words = f"WC {problem[0]}: {problem[1]}"
        return QueryAnswer((words,), {"plain": (), "strategic": (), "wrong": problem[1], "case": problem[0]})
    ways = destinations(table, piece)
    plain = tuple(space for space, route in sorted(ways.items()) if not route.strategic)
    strategic = tuple(space for space, route in sorted(ways.items()) if route.strategic)
    state = ", contested" if contested(table, piece.space) else ""
    spent = ", activated already today" if piece.spent else ""
    lines = [f"{piece.id} in {piece.space}{state}{spent}", f"plain: {' '.join(plain) or 'nowhere'}"]
    if strategic:
        lines.append(f"strategic: {' '.join(strategic)}")
    lines += [f"not {space}: {why}" for space, why in sorted(barred(table, piece, ways).items())]
    data = {"plain": plain, "strategic": strategic}
    return QueryAnswer(tuple(lines), data, side=piece.side, ends=(*plain, *strategic))


def barred(table: Commander, unit: Unit, ways: Mapping[str, object]) -> dict[str, str]:
    """The spaces that would be in reach by road if nothing stood in the way, and what does."""
    lay, found = lay_of(table), dict[str, str]()
    for route in open_routes(table, lay, unit):
        end, problem = route.spaces[-1], cannot_follow(table, lay, unit, route)
        if problem and problem[0] != "7.1" and end not in (*ways, *found):
            found[end] = f"{problem[1]} (WC {problem[0]})"
    return found


def odds(view: View, target: str, with_: Sequence[str], more: Mapping[str, str]) -> QueryAnswer:
    """8. Dice, chances and the hits to be expected; fresh friends in the space join."""
    table, space = view.table, space_called(target)
    coming = [table.units[unit_called(name)] for name in with_]
    side = coming[0].side if coming else view.side
    combat = combat_with(table, space, side, coming)
    if not combat.defenders or not combat.attackers:
        return QueryAnswer((f"WC 8.1: no combat in {space}",), {"wrong": "no combat", "case": "8.1"})
    lines = [told_dice(table, combat, unit) for unit in combat.attackers]
    takes, left = ground_takes(table, combat), hits_left(table, combat)
    strength, own = strength_of(list(combat.defenders)), strength_of(list(combat.attackers))
    lines.append(f"the ground takes {takes}; hits left: {told_spread(left, strength)}")
    lines += [told_dice(table, combat, unit) for unit in combat.defenders]
    back = hits_by(table, combat, combat.defenders)
    lines.append(f"hits on the attack: {told_spread(back, own)}")
    chances = {unit.id: chance_of(table, combat, unit)[0] for unit in (*combat.attackers, *combat.defenders)}
    data = {
        "chances": chances,
        "dice": {unit.id: unit.dice for unit in (*combat.attackers, *combat.defenders)},
        "ground": takes,
        "hits": {hits: str(chance) for hits, chance in by_number(left, strength).items()},
        "losses": {hits: str(chance) for hits, chance in by_number(back, own).items()},
    }
    return QueryAnswer(tuple(lines), data)


def told_dice(table: Commander, combat: Combat, unit: Unit) -> str:
    """26VG: 4 dice at 5 (base 3, surprise +1, artillery +1)"""
    chance, parts = chance_of(table, combat, unit)
    dice = many(unit.dice, "die", "dice")
    return f"{unit.id}: {dice} at {told_chance(chance, parts)}"


def told_chance(chance: int, parts: Parts) -> str:
    """5 (3, surprise +1, artillery +1), or 3 alone where nothing changes it."""
    (_, base), *changes = parts
    if not changes:
        return str(chance)
    return f"{chance} ({', '.join([str(base), *(f'{name} {number:+d}' for name, number in changes)])})"


def told_spread(spread: Spread, most: int) -> str:
    """0 in 69 %, 1 in 25 %, 2 in 6 %"""
    chances = by_number(spread, most)
    return ", ".join(f"{hits} in {round(100 * chance)} %" for hits, chance in chances.items() if chance)


def supply(view: View, unit: str) -> QueryAnswer:
    """9.1 The line to a friendly edge, or what stops it."""
    table: Commander = view.table
    piece = table.units[unit_called(unit)]
    if not piece.space:
        enters = entries_of(table, piece)
        told = [line for at in enters for line in supply_of_a_place(view, at, piece).lines]
        return QueryAnswer((coming(table, piece), *told), {"supplied": False, "enters": enters})
    line = supply_line(table, piece)
    foes = units_in(table, piece.space, FOE[piece.side])
    risk = "; enemies in its space, it would lose strength" if foes else ""
    if line is None:
        near = ", ".join(f"{space} {table.control[space].title()}" for space in the_map().neighbours(piece.space))
        words = f"{piece.id} in {piece.space}: no line to its map edge{risk}"
        return QueryAnswer((words, near), {"supplied": False}, cut_off=True)
    words = f"{piece.id} in {piece.space}: supplied by {' '.join(line)}"
    marked = "" if piece.fuelled else "; out of fuel today"
    return QueryAnswer((f"{words}{marked}",), {"supplied": True, "line": line}, trace=line)


def supply_of_a_place(view: View, place: str, unit: Unit | None = None) -> QueryAnswer:
    """9.1 Whether a unit, or any of the side, would be supplied there."""
    table: Commander = view.table
    stand_in = unit or next(unit for _, unit in sorted(table.units.items()) if unit.side == view.side)
    line = supply_line(table, replace(stand_in, space=place))
    if line is None:
        return QueryAnswer((f"{place}: no line to the {stand_in.side} map edge",), {"supplied": False})
    return QueryAnswer((f"{place}: supplied by {' '.join(line)}",), {"supplied": True, "line": line}, trace=line)


# 10. Units that are not on the map


def entries_of(table: Commander, unit: Unit) -> tuple[str, ...]:
    """10.1 to 10.3 The spaces where it may enter as things stand."""
    return tuple(entry_spaces(table, unit)) if is_expected(table, unit) else ()


def is_expected(table: Commander, unit: Unit) -> bool:
    """10.2, 10.3 Whether it comes by the calendar, or out of the reserve."""
    called = unit.data.reserve and the_scenario(table.scenario).reserve
    return not unit.fate and bool(unit.data.arrives or called)


def coming(table: Commander, unit: Unit) -> str:
    """10.1 to 10.3 When a unit comes, and where; or that it does not."""
    if unit.fate:
        return f"{unit.id}: {'lost' if unit.fate == 'lost' else 'has left the map'}"
    if not is_expected(table, unit):
        return f"{unit.id}: takes no part in this scenario"
    open_now, lettered = entry_spaces(table, unit), spaces_of_letters(unit)
    shut = [space for space in lettered if space not in open_now]
    now = f"{', '.join(open_now) or 'no space'} open as things stand"
    closed = f", closed: {', '.join(shut)}" if shut else ""
    return f"{unit.id}: {when_due(table, unit)}; {now}{closed}"


def when_due(table: Commander, unit: Unit) -> str:
    """due Dec 18 at A (WC 10.1)"""
    arrives = unit.data.arrives
    if arrives is None:
        return "in the OKW reserve, called when a German unit in supply stands at the Meuse (WC 10.3)"
    if unit.delayed:
        return "waits for a space to enter at, by more letters than its own (WC 10.2)"
    return f"due Dec {arrives.day} at {arrives.letter} (WC 10.1)"


def moves_from_entries(table: Commander, unit: Unit) -> tuple[str, ...]:
    """7. Where it could go from each of these spaces, were it there on its day and all else as it is now."""
    arrives = unit.data.arrives
    day = max(table.day, arrives.day) if arrives else table.day
    then = replace(table, day=day, stage="turn")
    found = {at: destinations(then, replace(unit, space=at)) for at in entries_of(table, unit)}
    return tuple(f"from {at}: {' '.join(sorted(ends)) or 'nowhere'}" for at, ends in sorted(found.items()))


QUERIES = queries(moves, odds, supply, supply_of_a_place)
