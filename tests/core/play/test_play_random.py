"""The random player does what is lawful, with all the means of a sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tiny import Game, Line, Table, tiny, topic

from pbem.model.chooser import Chooser, Whims
from pbem.model.errors import RulesBug
from pbem.model.sheet import ASK, Sheet
from pbem.play.random_player import RandomPlayer
from pbem.ruleset import Decision, Order, Part, Ruleset, Umpire, View


def proposals(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    return (Line(piece="Ann", place=chooser.one(("north", "south"))),)


def sheets(spec: Ruleset, count: int = 200) -> list[Sheet]:
    """What random players hand in at the first stop."""
    game = Game(spec)
    return [RandomPlayer(spec, "blue", Whims(n)).sheet(game.now.asked, game.now.position) for n in range(count)]


def asking(verb: Callable[[Umpire], Any]) -> Callable[[Table, Umpire], None]:
    def step(table: Table, umpire: Umpire) -> None:
        verb(umpire)

    return step


def not_left(pick: str) -> str | None:
    return "not left" if pick == "left" else None


def test_one_of_the_lawful_options() -> None:
    def right(view: View, decision: Decision) -> str:
        return "right"

    step = asking(lambda u: u.ask("1", "blue", "way", "?", ["left", "right", "back"], judge=not_left))
    spec = tiny(step, topics=(topic("way", default=right),))
    assert {pick for sheet in sheets(spec) for pick in sheet.answers.values()} == {"right", "back"}


def test_an_unlawful_default_is_found_though_he_picks_something_else() -> None:
    spec = tiny(asking(lambda u: u.ask("1", "blue", "way", "?", ["left", "right", "back"], judge=not_left)))
    with pytest.raises(RulesBug, match="the default for way is unlawful: not left"):
        sheets(spec, 1)


def test_several_of_any_lawful_number() -> None:
    spec = tiny(asking(lambda u: u.choose("1", "blue", "way", "?", ["a", "b", "c"], 1, 3)))
    assert len({pick for sheet in sheets(spec) for pick in sheet.answers.values()}) == 7


MANY = tuple("0123456789abcdef")
"""More than are looked through for the one lawful set."""


def only_the_last(pick: tuple[str, ...]) -> str | None:
    return None if pick == MANY else "all of them"


def test_where_luck_does_not_find_a_lawful_set_the_default_does() -> None:
    def all_of_them(view: View, decision: Decision) -> tuple[str, ...]:
        return decision.options

    step = asking(lambda u: u.choose("1", "blue", "way", "?", list(MANY), 1, len(MANY), judge=only_the_last))
    spec = tiny(step, topics=(topic("way", default=all_of_them),))
    assert {pick for sheet in sheets(spec, 20) for pick in sheet.answers.values()} == {MANY}
    with pytest.raises(RulesBug, match="the default for way is unlawful"):
        sheets(tiny(step), 20)


def test_lines_are_proposed_and_every_setting_of_a_part_is_used() -> None:
    spec = tiny(asking(lambda u: u.orders("1", "blue", "moves")), propose=proposals)
    parts = [sheet.parts["moves"] for sheet in sheets(spec)]
    assert {line.place for part in parts for line in part.lines} == {"north", "south"}  # type: ignore[attr-defined]
    assert {part.if_impossible for part in parts} == {"skip", "ask"}
    assert {part.if_stopped for part in parts} == {part.after_each for part in parts} == {"go on", "ask"}


def test_later_parts_are_written_now_or_left_for_later_or_left_out() -> None:
    spec = tiny(asking(lambda u: u.orders("1", "blue", "moves")), propose=proposals)
    more = [sheet.parts.get("more") for sheet in sheets(spec)]
    assert {None if part is None else part.later for part in more} == {True, False}
    assert {"wishes" in sheet.parts for sheet in sheets(spec)} == {True, False}


def test_plans_and_standing_orders_come_in_now_and_then() -> None:
    spec = tiny(asking(lambda u: u.orders("1", "blue", "moves")), propose=proposals)
    found = sheets(spec)
    plans = [plan for sheet in found for plan in sheet.ahead or ()]
    assert {plan.seen for plan in plans} == {"home"}
    assert {plan.line.if_ for plan in plans} == {("quiet",)}
    wishes = {order.wish for sheet in found for order in sheet.standing or ()}
    assert wishes == {"last", ASK}
    assert {sheet.standing is None for sheet in found} == {True, False}


def test_a_part_its_judge_rejects_is_given_up_for_the_default() -> None:
    def three(part: Part) -> str | None:
        return None if len(part.lines) == 3 else "three lines are wanted"

    def default(view: View, decision: Decision) -> Part:
        return Part("moves", (Line(), Line(), Line()))

    step = asking(lambda u: u.ask_all(u.part("1", "blue", "moves", judge=three)))
    spec = tiny(step, propose=proposals, topics=(topic("moves", default=default),))
    assert {len(sheet.parts["moves"].lines) for sheet in sheets(spec, 20)} == {3}


def test_the_same_whims_make_the_same_sheet() -> None:
    spec = tiny(asking(lambda u: u.orders("1", "blue", "moves")), propose=proposals)
    assert sheets(spec, 20) == sheets(spec, 20)
