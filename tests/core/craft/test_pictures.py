"""Arrows of units that went somewhere, stars of battles; and how a game ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.craft.pictures import arrows, stars
from pbem.craft.scores import ended
from pbem.model.entry import Entry
from pbem.model.outcome import Ending
from pbem.model.picture import Battle, Move, Point
from pbem.model.wording import Chapter, Story
from pbem.ruleset import OnlyTold, event


@dataclass
class Unit:
    id: str
    side: str = "blue"
    hex: str = ""


@dataclass
class Table:
    units: dict[str, Unit] = field(default_factory=dict)


@event
class Went(OnlyTold):
    unit: str
    path: tuple[str, ...]


@event
class FellBack(OnlyTold):
    unit: str
    to: str


@event
class Clashed(OnlyTold):
    target: str
    result: str


def centre(hex: str) -> Point:
    return float(hex[:2]), float(hex[2:])


def story(*events: OnlyTold) -> Story:
    units = {"a": Unit("a", hex="0101"), "b": Unit("b", "red")}
    chapter = Chapter("move", "1", tuple(Entry("5.1", each) for each in events), ())
    return Story(Table(units), Table(units), (chapter,))


def test_an_arrow_goes_on_from_where_the_one_before_it_ended() -> None:
    told = story(Went("a", ("0102", "0103")), FellBack("a", "0104"), Clashed("0101", "D1"))
    assert arrows(told, {Went: "move", FellBack: "retreat"}, centre) == (
        Move("blue", ((1.0, 1.0), (1.0, 2.0), (1.0, 3.0)), "move", "a"),
        Move("blue", ((1.0, 3.0), (1.0, 4.0)), "retreat", "a"),
    )


def test_who_comes_from_off_the_map_has_an_arrow_from_his_first_space() -> None:
    told = story(Went("b", ()), Went("b", ("0201",)), Went("b", ("0202",)))
    assert arrows(told, {Went: "move"}, centre) == (Move("red", ((2.0, 1.0), (2.0, 2.0)), "move", "b"),)


def test_battles_are_numbered_in_the_order_of_the_report() -> None:
    told = story(Clashed("0101", "D1"), Went("a", ("0102",)), Clashed("0203", "EX"))
    assert stars(told, Clashed, centre) == (Battle((1.0, 1.0), "1", "D1"), Battle((2.0, 3.0), "2", "EX"))


def test_a_game_ends_for_a_side_or_for_nobody_with_its_case() -> None:
    sides = ("blue", "red")
    assert ended("", "", sides) is None
    assert ended("blue", "11.3 all three towns", sides) == Ending("blue", "11.3", "all three towns")
    assert ended("draw", "11.4 nobody has more", sides) == Ending(None, "11.4", "nobody has more")
