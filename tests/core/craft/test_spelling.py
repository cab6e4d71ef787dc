"""How lines of sheets may be written, echoed and told."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import pytest
from pydantic import ValidationError
from test_pictures import Clashed, FellBack, Went

from pbem.craft.asking import queries
from pbem.craft.pieces import clearing
from pbem.craft.sayings import Sayings, columns, echoed, parted
from pbem.craft.spelling import LISTED, one_of, spelled_by, tidy
from pbem.model.document import Column
from pbem.model.entry import Entry
from pbem.ruleset import Decision, Order, Part, View, as_silence, when_needed
from pbem.ruleset.telling import QueryAnswer


class Sally(Order, subject="unit", body="hexes"):
    unit: Annotated[str, spelled_by(str.upper)]
    hexes: Annotated[tuple[str, ...], LISTED] = ()
    odds: Annotated[str, one_of("odds", lambda: ("1-1", "2-1"))] = ""


def test_a_line_says_in_its_class_line_how_it_is_written_short() -> None:
    assert (Sally.subject, Sally.body, Sally.word) == ("unit", "hexes", "")
    assert (Order.subject, Order.body) == ("", "")


def test_names_may_stand_without_brackets_and_be_spelled_otherwise() -> None:
    line = Sally.model_validate({"unit": "a", "hexes": "0101, 0102", "odds": "2-1"})
    assert (line.unit, line.hexes) == ("A", ("0101", "0102"))
    assert Sally.model_validate({"unit": "a", "hexes": "none"}).hexes == ()
    assert Sally.model_validate({"unit": "a", "hexes": ["0101"]}).hexes == ("0101",)
    with pytest.raises(ValidationError, match='no odds "3-1"'):
        Sally.model_validate({"unit": "a", "odds": "3-1"})


def test_words_are_tidied() -> None:
    assert tidy("  to  0101 ,by   road,, ") == "to 0101, by road"
    assert tidy(["0101", " 0102"]) == "0101, 0102"
    assert tidy(" ") == ""


@pytest.mark.parametrize("words", [",", " , ,", ["", ""]])
def test_commas_alone_order_nothing(words) -> None:
    with pytest.raises(ValueError, match="no words"):
        tidy(words)


def test_a_line_is_echoed_by_a_sentence() -> None:
    line = Sally.model_validate({"unit": "a", "hexes": "0101", "if": ("0102 cleared",)})
    assert echoed("{unit} to {hexes}{if_:if}")(None, line) == "A to 0101, if 0102 cleared"


def test_battles_are_parted_with_what_came_before_and_after() -> None:
    war = [Went("a", ()), Clashed("1", "D"), FellBack("a", "2"), Went("b", ()), Clashed("2", "E"), FellBack("b", "3")]
    entries = [Entry("1", event) for event in war]
    found = parted(entries, Clashed, before=(Went,), after=(FellBack,))
    assert [[entry.event for entry in part] for part in found] == [war[:3], war[3:]]
    assert [len(part) for part in parted(entries, Clashed)] == [3, 2]


def test_a_saying_may_be_another_sentence_than_the_event_has() -> None:
    assert Sayings("TI", {FellBack: "{unit} runs"}).words(FellBack("a", "0101")) == "a runs"


def test_columns_to_the_right_have_a_mark() -> None:
    assert columns("#>", "at") == (Column("#", "right"), Column("at"))


def test_queries_are_found_by_their_names() -> None:
    def supply_of_a_place(view: View, place: str) -> QueryAnswer:
        return QueryAnswer((place,))

    assert queries(supply_of_a_place) == {"supply of a place": supply_of_a_place}


def test_a_board_is_cleared_of_all_but_those_that_are_kept() -> None:
    from test_pictures import Table, Unit

    table = Table({"a": Unit("a", hex="0101"), "b": Unit("b", hex="0102")})
    clearing(hex="", side="none")(table, ["b"])
    assert [(unit.hex, unit.side) for unit in table.units.values()] == [("", "none"), ("0102", "blue")]


def test_silence_and_need_are_said_once() -> None:
    view, line = View("blue", None, None), Sally(unit="a")
    asked = Decision(("s", "k"), "1", "blue", "fight", "?", options=("x", "y"))
    assert (as_silence(view, asked), as_silence(view, replace(asked, otherwise="y"))) == ("x", "y")
    must = when_needed(lambda view, decision: (line,))
    part = Decision(("s", "k"), "1", "blue", "fight", "?", kind="part")
    assert must(view, part) == Part("fight")
    assert must(view, replace(part, facts={"again": "need"})) == Part("fight", (line,))
