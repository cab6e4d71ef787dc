"""Queries and turns ask the same code, where a line is a whole turn: what it brings about is what was answered.

WWII Commander and Enemy Action: Ardennes; the games whose sheets have parts are looked at in test_queries_and_sheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from pbem.engine.advance import Bookmark, Intake, Progress, Terms, advance
from pbem.engine.clone import clone
from pbem.engine.spec import Setup
from pbem.model.outcome import Told
from pbem.model.position import View
from pbem.model.sheet import Order, Part, Sheet
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges, random_players
from pbem.proof.subject import spread
from pbem_rules.enemy_action_ardennes.board import around
from pbem_rules.enemy_action_ardennes.s06_commands import activated, command_of, formations_on, ignoring_zones
from pbem_rules.enemy_action_ardennes.s06_impulses import cannot_order
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, ImpulseLine, RegimentMove
from pbem_rules.wwii_commander.board import the_map
from pbem_rules.wwii_commander.s04_turns import activatable
from pbem_rules.wwii_commander.sheets import MoveLine, TurnLine

COMMANDER, ACTION = "wwii-commander", "enemy-action-ardennes"
PARTS = {COMMANDER: "turns", ACTION: "impulses"}
STAGES = {COMMANDER: "turn", ACTION: "impulse"}
MOST_PLAYED, MOST_STOPS, MOST_UNITS, MOST_PLACES, MOST_BESIDE = 60, 5, 4, 5, 25
Stop = tuple[Progress, View]


@cache
def stops(system: str) -> list[Stop]:
    """The first exchanges of a random game at which a turn is asked for, from its start on."""
    spec, found = ruleset(system), list[Stop]()
    game = exchanges(Terms(spec), Setup(scenario=spec.scenarios[0].name), NumberedFaces(3), random_players(spec, 3))
    for now in islice(game, MOST_PLAYED):
        for decision in now.decisions:
            table = now.position.table
            wanted = decision.topic == PARTS[system] and "again" not in decision.facts and table.stage == STAGES[system]
            if wanted:
                found.append((now, View(decision.side, table, now.position.secrets.get(decision.side))))
    return list(spread(found, MOST_STOPS))[:MOST_STOPS]


def done(system: str, stop: Stop, line: Order) -> list[Any]:
    """What happens when this line is played, all others silent."""
    spec, (now, view), part = ruleset(system), stop, PARTS[system]
    intake = Intake({view.side: Sheet(view.side, parts={part: Part(part, (line,))})}, frozenset(spec.sides))
    step = now.bookmark.step or ""
    then = advance(Terms(spec), now.bookmark, {}, intake, NumberedFaces(5), 9, now.decisions, last_step=step)
    return [entry.event for one in then.stretches for entry in one.told.entries]


def activations(system: str, view: View) -> Iterator[tuple[Any, list[Any]]]:
    """Lines that activate units and say no more, with the units."""
    if system == COMMANDER:
        yield from ((TurnLine(activate=space), units) for space, units in activatable(view.table, view.side).items())
        return
    for card in view.own.hand:
        for name in formations_on(view.table, view.side, card):
            line = ImpulseLine(play=f"{card} as activate {name}")
            command = command_of(view.table, view.side, line)
            if cannot_order(view.table, view.side, line) is None and not ignoring_zones(view.table, command):
                yield line, activated(view.table, view.side, command)


def sent(line: Any, unit: str, *way: str) -> Any:
    """The line with one unit sent to a place, by whatever way it finds or by this one."""
    move: Order = MoveLine(unit=unit, to=way[-1]) if isinstance(line, TurnLine) else RegimentMove(unit=unit, path=way)
    return line.model_copy(update={"move": (move,)})


def way_told(system: str, view: View, unit: str, place: str) -> tuple[str, ...]:
    """The way by which a query says that a unit comes there: of a hex that touches, a line means the step itself."""
    told = [line.split("  ") for line in ruleset(system).queries["moves"](view, unit).lines]
    return next((tuple(words[2].split()) for words in told if words[0] == place and len(words) > 2), (place,))


def went(events: list[Any], unit: str) -> str:
    """Where a unit marched to, if it did."""
    marches = [one for one in events if type(one).__name__ in ("Moved", "RegimentMarched") and one.unit == unit]
    return (marches[-1].space if hasattr(marches[-1], "space") else marches[-1].path[-1]) if marches else ""


def movers(system: str) -> Iterator[tuple[Stop, Any, str, tuple[str, ...]]]:
    """Units that might be activated, each with where the query says that it can go."""
    for stop in stops(system):
        view = stop[1]
        pairs = [(line, unit) for line, units in activations(system, view) for unit in units]
        for line, unit in list(spread(pairs, MOST_UNITS))[:MOST_UNITS]:
            yield stop, line, unit.id, ruleset(system).queries["moves"](view, unit.id).ends


def at(unit: Any) -> str:
    place: str = unit.space if hasattr(unit, "space") else unit.hex
    return place


@pytest.mark.parametrize("system", PARTS)
def test_where_a_query_says_that_a_unit_can_go_a_turn_takes_it(system: str) -> None:
    looked = 0
    for stop, line, unit, ends in movers(system):
        for place in list(spread(ends, MOST_PLACES))[:MOST_PLACES]:
            looked += 1
            way = way_told(system, stop[1], unit, place)
            assert went(done(system, stop, sent(line, unit, *way)), unit) == place, f"{unit} to {place}"
    assert looked > MOST_STOPS


@pytest.mark.parametrize("system", PARTS)
def test_where_a_query_leads_nobody_no_turn_does(system: str) -> None:
    looked, beside = 0, the_map().neighbours if system == COMMANDER else around
    for stop, line, unit, ends in movers(system):
        here = at(stop[1].table.units[unit])
        near = {place for end in (here, *ends) for place in beside(end)} - {here, *ends}
        for place in list(spread(sorted(near), MOST_BESIDE))[:MOST_BESIDE]:
            looked += 1
            assert went(done(system, stop, sent(line, unit, place)), unit) == "", f"{unit} to {place}"
    assert looked > MOST_STOPS


def attacks(system: str) -> Iterator[tuple[Stop, Any, str, tuple[str, ...]]]:
    """Attacks that units might make where they stand, or by one move, each as a line of its own."""
    for stop in stops(system):
        view, found = stop[1], list[tuple[Any, str, tuple[str, ...]]]()
        for line, units in activations(system, view):
            found += by_move(view, line, units) if system == COMMANDER else by_assault(view, line, units)
        yield from ((stop, *one) for one in list(spread(found, MOST_UNITS))[:MOST_UNITS])


def foes_in(view: View, place: str) -> bool:
    return any(unit.side != view.side and at(unit) == place for unit in view.table.units.values())


def by_move(view: View, line: TurnLine, units: list[Any]) -> list[tuple[Any, str, tuple[str, ...]]]:
    """Of each unit the first space with enemies that it can come to; the others of its space hold."""
    found = []
    for unit in units:
        ends = ruleset(COMMANDER).queries["moves"](view, unit.id).ends
        if target := next((place for place in ends if foes_in(view, place)), ""):
            found.append((sent(line, unit.id, target), target, (unit.id,)))
    return found


def by_assault(view: View, line: ImpulseLine, units: list[Any]) -> list[tuple[Any, str, tuple[str, ...]]]:
    """Each unit alone against the first enemy next to it."""
    grid, found = ruleset(ACTION).names()["hex"], []
    for unit in units:
        near = [hex for hex in around(unit.hex) if hex in grid and foes_in(view, hex)]
        able = not (unit.dispersed or unit.cut_off or unit.no_fuel or unit.bracketed)
        if near and able:
            attack = AssaultOrder.model_validate({"attack": near[0], "with": [unit.id]})
            found.append((line.model_copy(update={"attacks": (attack,)}), near[0], (unit.id,)))
    return found


@pytest.mark.parametrize("system", PARTS)
def test_the_odds_are_those_that_a_turn_fights_at(system: str) -> None:
    spec, compared = ruleset(system), 0
    for stop, line, target, names in attacks(system):
        told, fought = spec.queries["odds"](stop[1], target, names, {}).data, done(system, stop, line)
        if system == COMMANDER:
            fired = {one.unit: one.chance for one in fought if type(one).__name__ == "Fired" and one.space == target}
            same = fired == told.get("chances", {})
        else:
            battles = [one for one in fought if type(one).__name__ == "CombatResolved" and one.target == target]
            same = [(b.attack, b.defence, b.least) for b in battles] == [
                (told["attack"], told["defence"], told["least"])
            ]
            same = same and list(battles[0].holds) == told["holds"]
        assert same, f"{line}: {told}: {fought}"
        compared += 1
    assert compared > MOST_STOPS


MORNINGS = {COMMANDER: ("day", 20), ACTION: ("dawn", 20)}
"""The step in which supply is judged, and a day on which both sides need it."""


def morning(system: str, stop: Stop) -> tuple[Any, Progress]:
    """The table on which supply is judged, and what the morning came to, everybody silent."""
    spec, (step, day) = ruleset(system), MORNINGS[system]
    position = clone(stop[0].position)
    position.table.stage, position.table.day = step, day
    before = clone(position).table
    bookmark = Bookmark(step, spec.turn(position.table), position, Told())
    then = advance(
        Terms(spec), bookmark, {}, Intake({}, frozenset(spec.sides)), NumberedFaces(5), 9, (), last_step=step
    )
    return before, then


def cut_off(stop: Stop) -> Stop:
    """The same with one unit far from its edge whose neighbours are all the enemy's."""
    now, position = stop[0], clone(stop[0].position)
    table, edges = position.table, {side: the_map().edges_of(side) for side in ("german", "allied")}
    unit = next(u for _, u in sorted(table.units.items()) if u.space and u.space not in edges[u.side])
    table.control |= dict.fromkeys(the_map().neighbours(unit.space), "allied" if unit.side == "german" else "german")
    return replace(now, position=position), stop[1]


def test_who_is_called_supplied_is_judged_supplied_in_wwii_commander() -> None:
    spec, found = ruleset(COMMANDER), set[bool]()
    for stop in stops(COMMANDER):
        before, then = morning(COMMANDER, cut_off(stop))
        events = [entry.event for one in then.stretches for entry in one.told.entries]
        (judged,) = [one for one in events if type(one).__name__ == "SupplyJudged"]
        for name, unit in sorted(before.units.items()):
            if unit.space:
                told = spec.queries["supply"](View(unit.side, before), name).data["supplied"]
                assert told == (name not in judged.without), name
                found.add(told)
    assert found == {True, False}


def test_who_is_called_supplied_is_judged_supplied_in_enemy_action() -> None:
    spec, found = ruleset(ACTION), set[bool]()
    for stop in stops(ACTION):
        _, then = morning(ACTION, stop)
        table = then.position.table
        for name, unit in sorted(table.units.items()):
            if unit.hex:
                told = spec.queries["supply"](View(unit.side, table), name).data["supplied"]
                assert told == unit.supplied, name
                found.add(told)
    assert found == {True, False}
