"""Queries and sheets ask the same code: a sheet may send a unit where a query says that it can go, nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from pbem.app.seats import of_place
from pbem.engine.advance import Intake, Progress, Terms, advance
from pbem.engine.spec import PartSpec, Setup
from pbem.model.chooser import Whims
from pbem.model.position import View
from pbem.model.sheet import Part, Sheet
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.proof.subject import Subject, spread

MOST_STOPS, MOST_UNITS, MOST_PLACES = 4, 6, 12
PARTS = {"ford": "march", "bulge": "movement", "ardennes-offensive": "movement", "battles-for-the-ardennes": "movement"}
"""The part by which units move."""


def line_to(part: PartSpec, unit: str, place: str) -> Any:
    way = next(name for name in part.order.model_fields if name in ("way", "path", "hexes", "to", part.order.body))
    return part.order.model_validate({part.order.subject: unit, way: f"to {place}"})


@cache
def stops(system: str) -> list[View]:
    """Tables of random games on which that part is asked for, from its start on."""
    found = []
    for asked, view in Subject(ruleset(system)).questions():
        if asked.decision.topic == PARTS[system] and "again" not in asked.decision.facts:
            found.append(view)
    return list(spread(found, MOST_STOPS))[:MOST_STOPS]


def movers(view: View) -> list[str]:
    mine = [name for name, unit in sorted(view.table.units.items()) if unit.side == view.side and unit.hex]
    return list(spread(mine, MOST_UNITS))[:MOST_UNITS]


def judged(system: str) -> Iterator[tuple[View, str, tuple[str, ...]]]:
    for view in stops(system):
        for unit in movers(view):
            yield view, unit, ruleset(system).queries["moves"](view, unit).ends


@pytest.mark.parametrize("system", PARTS)
def test_where_a_query_says_that_a_unit_can_go_a_sheet_may_send_it(system: str) -> None:
    part, looked = ruleset(system).part(PARTS[system]), 0
    for view, unit, ends in judged(system):
        for place in list(spread(ends, MOST_PLACES))[:MOST_PLACES]:
            if place != view.table.units[unit].hex:
                looked += 1
                assert part.cannot is not None
                assert part.cannot(view.table, view.side, line_to(part, unit, place)) is None, f"{unit} to {place}"
    assert looked


@pytest.mark.parametrize("system", PARTS)
def test_where_a_sheet_may_send_a_unit_a_query_says_that_it_can_go(system: str) -> None:
    part, looked = ruleset(system).part(PARTS[system]), 0
    hexes = ruleset(system).names()["hex"]
    for view, unit, ends in judged(system):
        at = view.table.units[unit].hex
        near = [hex for hex in hexes if hex not in ends and hex != at and hex[:2] in {end[:2] for end in (*ends, at)}]
        for place in list(spread(near, MOST_PLACES))[:MOST_PLACES]:
            looked += 1
            assert part.cannot is not None
            assert part.cannot(view.table, view.side, line_to(part, unit, place)) is not None, f"{unit} to {place}"
    assert looked


@pytest.mark.parametrize("system", PARTS)
def test_who_can_come_to_a_place_is_who_can_go_there(system: str) -> None:
    spec = ruleset(system)
    view, unit, ends = next((view, unit, ends) for view, unit, ends in judged(system) if ends)
    answer = of_place(spec, "moves", view, ends[-1])
    assert unit in answer.data["coming"]
    assert all(ends[-1] in spec.queries["moves"](view, name).ends for name in answer.data["coming"])


@pytest.mark.parametrize("system", PARTS)
def test_a_place_is_supplied_if_who_stands_there_is(system: str) -> None:
    spec, looked = ruleset(system), 0
    for view in stops(system):
        for unit in movers(view):
            own = spec.queries["supply"](view, unit)
            if own.trace:
                looked += 1
                there = of_place(spec, "supply", view, view.table.units[unit].hex)
                assert there.data["supplied"], unit
                assert there.trace == own.trace
    assert looked


COMING = {
    "ardennes-offensive": ("1", "10/5", "10/5: due on game-turn 6, in section SE (14.1A); open as things stand: 3703"),
    "battles-for-the-ardennes": ("st-vith", "1-16", "1-16: due on game-turn 5, at B2313; open as things stand: B2313"),
    "bulge": ("historical", "10 Arm", "10 Arm: due in GT2, from the south (13.0)"),
    "enemy-action-ardennes": ("surprised", "3.2SS", "3.2SS: due December 18, into the reserve box (EA 4.I)"),
    "wwii-commander": ("full", "1 Inf", "1 Inf: due Dec 17 at E (WC 10.1); Eupen, Monschau open as things stand"),
}


@pytest.mark.parametrize("system", COMING)
def test_a_unit_that_is_due_is_told_when_and_where_it_comes(system: str) -> None:
    scenario, unit, words = COMING[system]
    spec = ruleset(system)
    table = spec.set_up(Setup(scenario=scenario)).table
    for query in ("moves", "supply"):
        answer = spec.queries[query](View(table.units[unit].side, table), unit)
        assert answer.lines[0].startswith(words)
        assert not answer.ends
        assert not answer.cut_off


def test_a_place_is_told_who_comes_and_whether_it_is_supplied_in_enemy_action() -> None:
    spec = ruleset("enemy-action-ardennes")
    table = spec.set_up(Setup(scenario="surprised")).table
    view = View("german", table)
    coming = of_place(spec, "moves", view, "1002").data["coming"]
    assert "1.1SS" in coming
    assert all(table.units[name].side == "german" for name in coming)
    assert of_place(spec, "moves", view, "0128").data["coming"] == []
    assert of_place(spec, "supply", view, "0802").trace == spec.queries["supply"](view, "1.1SS").trace
    assert of_place(spec, "supply", view, "0128").lines == ("0128: no line; none is needed yet (EA 10.12)",)


COMBATS = {
    "ford": ("combat",),
    "bulge": ("before", "after"),
    "ardennes-offensive": ("combat",),
    "battles-for-the-ardennes": ("combat",),
}
"""The parts by which units attack."""


BATTLES = ("Fought", "AttackResolved")
"""The events that say how they were fought."""


def attacks(system: str) -> Iterator[tuple[Progress, View, str, Any]]:
    """Attacks that a player might order, where their part is asked for from its start on."""
    spec, found = ruleset(system), []
    for number, now in enumerate(Subject(spec).watched):
        for asked in now.asked:
            decision = asked.decision
            if decision.topic in COMBATS[system] and "again" not in decision.facts and spec.propose is not None:
                view = View(decision.side, now.position.table, now.position.secrets.get(decision.side))
                lines = spec.propose(view, decision, Whims("attacks", number))
                found += [(now, view, decision.topic, line) for line in lines if line.attack][:2]
    return iter(list(spread(found, 12))[:12])


@pytest.mark.parametrize("system", COMBATS)
def test_the_odds_are_those_that_the_combat_is_fought_at(system: str) -> None:
    spec, compared = ruleset(system), 0
    for now, view, part, line in attacks(system):
        target = line.attack if isinstance(line.attack, str) else line.attack[0]
        plain = type(line).model_validate({"attack": line.attack, "with": line.with_})
        if not isinstance(line.attack, str) and len(line.attack) > 1:
            continue
        told = spec.queries["odds"](view, target, line.with_, {}).data
        sheet = Sheet(view.side, parts={part: Part(part, (plain,))})
        intake = Intake({view.side: sheet}, frozenset(spec.sides))
        step = now.bookmark.step or ""
        then = advance(Terms(spec), now.bookmark, {}, intake, NumberedFaces(5), 9, now.decisions, last_step=step)
        fought = [entry.event for one in then.stretches for entry in one.told.entries]
        named = {*line.with_}
        battles = [one for one in fought if type(one).__name__ in BATTLES and {*one.attackers} == named]
        assert bool(battles) != ("wrong" in told), f"{line}: {told}"
        if battles:
            compared += 1
            assert battles[0].column == told["column"], f"{line}: {told}"
    assert compared
