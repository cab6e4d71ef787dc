"""What the page offers for a click: units picked one by one for a turn or for plans ahead, and what a day asks."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.craft.sayings import many
from pbem.ruleset import View
from pbem.ruleset.telling import Choice, Detail, Extra
from pbem_rules.wwii_commander.board import FOE, SIDES, the_map
from pbem_rules.wwii_commander.drafting import contact, next_day
from pbem_rules.wwii_commander.forecast import combat_with, hits_by, hits_left, mean
from pbem_rules.wwii_commander.s04_turns import activatable, commando_open, fuel_matters, may_pass, on_hand
from pbem_rules.wwii_commander.s07_movement import Journey, cannot_leave, destinations
from pbem_rules.wwii_commander.s09_supply import burning
from pbem_rules.wwii_commander.s10_reinforcements import NONE, callable_reserve, entry_spaces
from pbem_rules.wwii_commander.s10_reinforcements import due as arriving
from pbem_rules.wwii_commander.s11_replacements import points_today, restorable
from pbem_rules.wwii_commander.s12_victory import cannot_exit
from pbem_rules.wwii_commander.table import Commander, Unit, strength_of, units_in, units_of

TURNS, AHEAD, DAY = "turns", "ahead", "day"


def choices(view: View) -> tuple[Choice, ...]:
    """The turn that is due or under way, plans for those after it, and the day that begins."""
    table: Commander = view.table
    if view.side not in SIDES:
        return ()
    found: list[Choice] = []
    if table.stage in ("surprise", "turn") and table.side == view.side:
        found += turn_choices(table, view.side)
    if table.stage == "day":
        found += day_choices(table, view.side)
    elif tomorrow := next_day(table):
        found += day_choices(tomorrow, view.side)
    return tuple(found)


def spaces_now(table: Commander, side: str) -> dict[str, list[Unit]]:
    """4.8 The spaces whose units can be given something; of the turn under way whoever has not moved."""
    later = activatable(table, side) if table.stage == "surprise" or not table.activated else {}
    under_way = {table.activated: on_hand(table, side, table.activated)} if table.activated else {}
    return {**later, **under_way}


# A turn


def turn_choices(table: Commander, side: str) -> Iterator[Choice]:
    """4.8 Each unit by itself: all that are picked in one space share a line.  A turn is one line, but in surprise."""
    alone = table.stage != "surprise"
    if alone and not table.activated and may_pass(table, side):
        yield Choice(TURNS, "pass", "", "pass", "the turn", alone=True)
    for units in spaces_now(table, side).values():
        for unit in units:
            yield from moves(table, unit, TURNS, alone=alone)
    if alone:
        for space, units in activatable(table, side).items():
            if space != table.activated:
                for unit in units:
                    yield from moves(table, unit, AHEAD)


def moves(table: Commander, unit: Unit, part: str, *, alone: bool = False) -> Iterator[Choice]:
    line = f"{{activate: {unit.space}, move: [UNIT]}}"

    def choice(space: str, to: str, note: str, *, attacks: bool = False) -> Choice:
        body = f'"{to}"' if "," in to else to
        entry = f"{{{unit.id}: {body}}}"
        return Choice(part, unit.id, space, line, note, "attack" if attacks else "move", entry=entry, alone=alone)

    yield choice(unit.space, "hold", contact(table, unit.space, unit.side) or "stays")
    if cannot_exit(table, unit) is None and cannot_leave(table, unit) is None:
        yield choice(unit.space, "exit", many(unit.strength, "point"))
    for space, route in sorted(destinations(table, unit).items()):
        hits = hits_told(table, unit, space)
        worth = the_map().spaces[space].points
        yield choice(space, way(space, route), hits or (many(worth, "point") if worth else "free"), attacks=bool(hits))


def way(space: str, route: Journey) -> str:
    """`strategic Malmedy via Verviers, Eupen`"""
    far = "strategic " if route.strategic else ""
    via = f" via {', '.join(route.spaces[:-1])}" if len(route.spaces) > 1 else ""
    return f"{far}{space}{via}"


def hits_told(table: Commander, unit: Unit, space: str) -> str:
    """The hits to be expected where it meets enemies: given and taken."""
    combat = combat_with(table, space, unit.side, [unit])
    if not combat.defenders:
        return ""
    gives = mean(hits_left(table, combat), strength_of(list(combat.defenders)))
    takes = mean(hits_by(table, combat, combat.defenders), strength_of(list(combat.attackers)))
    return f"{float(gives):.1f}:{float(takes):.1f} hits"


# What a turn may say besides


def details(view: View) -> tuple[Detail, ...]:
    """8.1 The order of combats; 8.10 where armor breaks through to from the space that it takes."""
    table: Commander = view.table
    if table.stage not in ("surprise", "turn") or table.side != view.side:
        return ()
    fights, breaks = list[Extra](), list[Extra]()
    for space, units in spaces_now(table, view.side).items():
        reached = {unit.id: {*destinations(table, unit), space} for unit in units}
        goals = sorted({goal for hexes in reached.values() for goal in hexes if units_in(table, goal, FOE[view.side])})
        fights += [Extra(text=goal, places=(space,), at=(goal,)) for goal in goals]
        armor = [unit for unit in units if unit.is_armor and not table.surprise]
        for goal in goals:
            able = tuple(unit.id for unit in armor if goal in reached[unit.id])
            onward = sorted(the_map().neighbours(goal)) if able else ()
            breaks += [Extra(text=f"[UNIT] to {to}", places=(space,), units=able, at=(goal,)) for to in onward]
    return (
        Detail(part=TURNS, field="fight", several=True, extras=tuple(fights)),
        Detail(part=TURNS, field="then", several=True, extras=tuple(breaks)),
    )


# The start of a day


def day_choices(table: Commander, side: str) -> Iterator[Choice]:
    """4.3 to 4.6, 9.4, 11.0 Whatever the block can say."""
    for unit in arriving(table, side):
        for space in entry_spaces(table, unit):
            entry = f"{{{unit.id}: {space}}}"
            yield Choice(DAY, unit.id, space, "enter: [UNIT]", "enters", entry=entry, beside="enter")
    for kind, points in points_today(table, side).items():
        for unit in restorable(table, side, kind) if points else ():
            yield named(unit, "restore", f"{kind}, {many(points, 'point')} today")
    if fuel_matters(table, side):
        word = "fuel" if side == "allied" else "fuel keep"
        for unit in burning(table):
            yield named(unit, word, "in order of preference")
    if side == "german" and commando_open(table):
        yield Choice(DAY, "commando", "", f"commando: {NONE}", "kept for later")
        for unit in units_of(table, "allied"):
            yield Choice(DAY, "commando", unit.space, f"commando: {unit.id}", "cannot be activated")
    if side == "german" and (reserve := callable_reserve(table)):
        for name in (*reserve, NONE):
            yield Choice(DAY, "okw", "", f"okw: {name}", "OKW reserve")


def named(unit: Unit, word: str, note: str) -> Choice:
    """A unit in one of the lists of the block."""
    return Choice(DAY, unit.id, unit.space, f"{word}: [UNIT]", note, beside=word)
