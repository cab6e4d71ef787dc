"""Positions, entries, answers and rolls as plain data and back: strictly, and with nothing lost."""

from __future__ import annotations

from typing import Any

import pytest
from tiny import BOX, Box, Game, Hand, LeftPile, Line, Said, Table, Took, position, tiny

from pbem.engine.codec import Codec
from pbem.engine.orders import NotCarriedOut
from pbem.model.canonical import canonical, parse_canonical
from pbem.model.digest import digest
from pbem.model.entry import Entry
from pbem.model.errors import RulesBug, Tampered
from pbem.model.problem import Where
from pbem.model.sheet import Order, Part, Plan, Sheet, StandingOrder
from pbem.ruleset import Umpire, event


def step(table: Table, umpire: Umpire) -> None:
    umpire.rolls("1", "dice", 2)
    umpire.do("1", Said("first"))
    card = umpire.draw("2", "card", umpire.secret(BOX).pile, only="red")
    umpire.do("2", LeftPile(card), only=BOX)
    umpire.do("2", Took(card), only="red")
    moves = umpire.within("hill").orders("3", "blue", "moves")
    for _ in moves:
        moves.refuse("3.1", "not now", "wait")
    umpire.choose("4", "red", "losses", "?", ["a", "b", "c"], 1, 2, facts={"worth": 2, "who": ("a", "b")})


def waiting() -> Game:
    game = Game(tiny(step, start=position(red=Hand(), box=Box(["Axe", "Bow"]))))
    line = Line(piece="Ann", place="x", if_=("Ann at home",), else_=Line(piece="Bob"), at=Where(line=3))
    plan = Plan(Part("moves", (Line(piece="Bob"),)), seen="home")
    stop = Plan(Part("moves", (Order(if_=("Ann at sea",)),)), stop=True)
    moves = Part("moves", (line,), if_impossible="skip", if_stopped="ask", after_each="ask")
    more = Part("more", later=True)
    orders = (StandingOrder("losses", ("a", "b"), ("hill",), Where(line=9)), StandingOrder("way", "last"))
    game.hand_in(Sheet("blue", parts={"moves": moves, "more": more}, ahead=(plan, stop), standing=orders))
    return game


def through_text(plain: Any) -> Any:
    return parse_canonical(canonical(plain))


def test_everything_comes_back_as_it_was() -> None:
    game = waiting()
    codec = Codec(game.terms.spec)
    assert codec.read_bookmark(through_text(codec.bookmark(game.bookmark))) == game.bookmark
    assert codec.read_position(through_text(codec.position(game.now.position))) == game.now.position
    for decision in game.now.decisions:
        assert codec.read_decision(through_text(codec.decision(decision))) == decision
    for papers in game.papers.values():
        assert codec.read_papers(through_text(codec.papers(papers))) == papers
    told = game.bookmark.told
    assert {type(entry.event) for entry in told.entries} == {Said, LeftPile, Took, NotCarriedOut}
    assert [roll.drawn for roll in told.rolls] == [None, told.rolls[1].drawn]


def test_a_sheet_as_written_comes_back_too() -> None:
    codec = Codec(tiny(step))
    part = Part("moves", as_written=True)
    assert codec.read_part(through_text(codec.part(part))) == part


def table_digest(codec: Codec, table: Any) -> bytes:
    return digest("a table", canonical(codec.table(table)))


def test_the_order_of_names_changes_no_digest() -> None:
    codec = Codec(tiny(step))
    one, other = position(("Ann", "Bob")), position(("Bob", "Ann"))
    assert table_digest(codec, one.table) == table_digest(codec, other.table)
    other.table.turn = 2
    assert table_digest(codec, one.table) != table_digest(codec, other.table)


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": "1"},
        {"turn": 1.5},
        {"extra": 1},
        {"pieces": {"Ann": {"id": "Ann", "place": "home", "colour": "red"}}},
        {"said": "words"},
    ],
)
def test_what_does_not_fit_is_not_let_in(changes: dict[str, Any]) -> None:
    codec = Codec(tiny(step))
    plain = codec.position(position())
    with pytest.raises((Tampered, RulesBug)):
        codec.read_position({**plain, "table": {**plain["table"], **changes}})


@pytest.mark.parametrize("plain", [{"is": "Flew"}, {"is": "Said"}, {"is": "Said", "words": 1}, {"words": "x"}])
def test_no_event_of_this_ruleset(plain: dict[str, Any]) -> None:
    with pytest.raises(Tampered):
        Codec(tiny(step)).read_event(plain)


@event
class Unlisted:
    def apply(self, table: Table) -> None: ...


@event
class Same:
    def apply(self, table: Table) -> None: ...


SameAgain = Same
Same = event(type("Same", (), {"apply": lambda self, table: None}))  # type: ignore[misc]


def test_events_are_listed_once_under_their_names() -> None:
    with pytest.raises(RulesBug, match="does not list its event Unlisted"):
        Codec(tiny(step)).entry(Entry("1", Unlisted()))
    with pytest.raises(RulesBug, match="two events of one name"):
        Codec(tiny(step, events=(Same, SameAgain)))


def test_a_line_of_another_part_is_a_bug() -> None:
    with pytest.raises(RulesBug, match="moves holds Order, not Line"):
        Codec(tiny(step)).part(Part("moves", (Order(),)))
