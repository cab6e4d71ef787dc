"""What many games tell alike: sayings with their cases, luck, lines of drafts, conditions that random players write."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from tiny import Line, Moved, Said

from pbem.craft.drafts import (
    as_written,
    asked_again,
    asked_parts,
    attack_choice,
    attack_text,
    needed,
    offered,
    who_can_attack,
)
from pbem.craft.pieces import ids_of
from pbem.craft.proposing import proposer, sometimes_if
from pbem.craft.sayings import Sayings, how_many, many, newly_lost, said_if
from pbem.craft.scores import in_sixths, luck_of, luck_of_result
from pbem.engine.orders import NotCarriedOut
from pbem.kit.tables import ResultTable
from pbem.model import document as doc
from pbem.model.entry import Entry
from pbem.ruleset import Chooser, Decision, OnlyTold, Order, View, Whims, event, events_in
from pbem.ruleset.telling import DraftLine


@dataclass
class Unit:
    id: str
    lost: bool = False


@dataclass
class Table:
    units: dict[str, Unit] = field(default_factory=dict)


# Sayings

SAYINGS = Sayings("TI", {Moved: lambda e: f"{e.piece} to {e.place}", Said: lambda e: ""})


def test_every_statement_has_the_case_it_was_done_by() -> None:
    assert SAYINGS.say(Entry("5.1", Moved("Ann", "sea"))) == ("Ann to sea (", doc.Cite("TI", "5.1"), ")")


def test_what_has_no_words_is_not_told() -> None:
    assert SAYINGS.items([Entry("5.1", Said("hush"))]) == ()
    assert Sayings("TI", {}).say(Entry("5.1", Moved("Ann", "sea"))) == ""


@event(says="{units: and } go to {hex:place} for {points:+d}, seen by {others|nobody}", counts="{hex} by {units}")
class Gone(OnlyTold):
    units: tuple[str, ...]
    hex: str
    points: int
    others: tuple[str, ...] = ()


def test_an_event_says_itself_by_the_sentence_that_stands_with_it() -> None:
    sayings = Sayings("TI", spelled={"place": "hex {}".format})
    gone = Gone(("Ann", "Bob"), "0101", 3)
    assert sayings.words(gone) == "Ann and Bob go to hex 0101 for +3, seen by nobody"
    assert sayings.words(Gone(("Ann",), "0101", -1, ("C", "D"))) == "Ann go to hex 0101 for -1, seen by C, D"
    assert sayings.counts(Entry("5.1", gone)) == "0101 by Ann, Bob"
    assert sayings.counts(Entry("5.1", Said("hush"))) == ""
    assert Sayings("TI", {Gone: lambda e: "gone"}, counted={Gone: lambda e: ""}).words(gone) == "gone"


def test_what_is_only_told_changes_nothing() -> None:
    table = Table({"b": Unit("b")})
    Gone((), "", 0).apply(table)
    assert table == Table({"b": Unit("b")})


def test_the_events_of_a_module_are_found_in_their_order() -> None:
    assert events_in(__name__) == (Gone,)


def test_a_line_that_was_not_carried_out_is_told_with_its_hint() -> None:
    (told,) = SAYINGS.lines([Entry("5.2", NotCarriedOut("march", 7, "too far", "go nearer"))])
    assert doc.plain(told, "TI") == "line 7 of march was not carried out: too far (go nearer) (5.2)"
    (block,) = SAYINGS.items([Entry("5.2", NotCarriedOut("march", 7, "too far"))])
    assert isinstance(block, doc.Items)
    assert doc.plain(block.items[0].text) == "line 7 of march was not carried out: too far (TI 5.2)"


def test_small_words() -> None:
    assert (many(1, "point"), many(2, "point"), many(0, "point")) == ("1 point", "2 points", "0 points")
    assert [how_many(number, "battle") for number in (0, 1, 2)] == ["No battles", "One battle", "2 battles"]
    assert (said_if(()), said_if(("a", "b"))) == ("", ", if a and b")


def test_who_was_lost_since() -> None:
    before = Table({"b": Unit("b"), "a": Unit("a", lost=True), "c": Unit("c")})
    after = Table({"b": Unit("b", lost=True), "a": Unit("a", lost=True), "c": Unit("c")})
    assert ids_of(newly_lost(before, after)) == ("b",)


# Luck

TABLE = ResultTable(columns=("1-1",), rows={"1": ("A1",), "2-3": ("-",), "4-6": ("D1",)})


def test_the_score_is_what_lies_below_and_half_of_what_came() -> None:
    ours, theirs = luck_of_result("blue", "red", TABLE, "1-1", "-", ("A1", "AR", "-", "D1"))
    assert (ours.side, theirs.side) == ("blue", "red")
    assert ours.score == 100 * (Fraction(1, 6) + Fraction(1, 6))
    assert theirs.score == 100 - ours.score
    for luck in (ours, theirs):
        assert sum(chance for _, chance in luck.chances) == 1
        assert sum(score * chance for score, chance in luck.chances) == 50
        assert luck.score in [score for score, _ in luck.chances]


def test_the_best_and_the_worst_that_could_come() -> None:
    chances = [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    scores = [luck_of("blue", "red", chances, place)[0].score for place in range(3)]
    assert scores == [Fraction(25, 2), 50, Fraction(175, 2)]


def test_chances_in_faces_of_a_die() -> None:
    found = {"D1": Fraction(1, 2), "A1": Fraction(1, 6), "-": Fraction(1, 3)}
    assert in_sixths(found, ("A1", "EX", "-", "D1")) == "A1 1/6  - 2/6  D1 3/6"


# Drafts


def asked(topic: str, kind: Any = "part", **facts: Any) -> Decision:
    return Decision((), "5", "blue", topic, topic, kind, facts=facts)


def test_which_parts_are_asked_for_and_which_again() -> None:
    rest = asked("march", again="rest", left=("3", "4"))
    due = (asked("losses", "one"), asked("combat"), rest)
    assert [*asked_parts(due)] == ["combat", "march"]
    assert asked_again(asked_parts(due)) is rest
    assert asked_again(asked_parts(due[:2])) is None
    assert (needed(rest), needed(asked("combat", again="need"))) == (False, True)


@pytest.mark.parametrize(
    ("left", "kept"),
    [((), "orders nothing more"), (("3",), "keeps the 1 line left"), (("3", "4"), "keeps the 2 lines left")],
)
def test_the_remark_says_what_stays_as_written(left: tuple[str, ...], kept: str) -> None:
    assert kept in as_written(asked("march", again="rest", left=left)).comment


def test_attacks_in_drafts_and_for_a_click() -> None:
    assert attack_text(["0503"], ["1 Foot", "2 Foot"]) == "{attack: 0503, with: [1 Foot, 2 Foot]}"
    assert attack_text(["0503", "0504"], ["1 Foot"], ", crt: secondary") == (
        "{attack: [0503, 0504], with: [1 Foot], crt: secondary}"
    )
    reach = {"a": ["2", "1"], "b": ["2"], "c": []}
    found = who_can_attack([Unit("a"), Unit("b"), Unit("c")], lambda unit: reach[unit.id])
    assert {target: ids_of(units) for target, units in found.items()} == {"1": ("a",), "2": ("a", "b")}
    assert [*found] == ["1", "2"]
    choice = attack_choice("combat", "a", "2", "2 to 1", "0101", 4)
    assert (choice.line, choice.kind, choice.at) == ("{attack: 2, with: [UNIT]}", "attack", "0101")
    assert choice.weight == 4
    assert offered([DraftLine("a", "b", live=True)]) == (DraftLine("a", "b"),)


# Random players


def test_what_the_rules_demand_is_proposed_as_it_must_be() -> None:
    def moves(view: View, chooser: Chooser) -> tuple[Order, ...]:
        return (Line(piece="Ann"),)

    def must(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
        return (Line(piece=str(decision.facts["unit"])),)

    propose = proposer({"moves": moves}, must)
    view, whims = View("blue", None), Whims("any")
    assert propose(view, asked("moves"), whims) == (Line(piece="Ann"),)
    assert propose(view, asked("moves", again="need", unit="Bob"), whims) == (Line(piece="Bob"),)


def test_now_and_then_a_line_has_a_condition() -> None:
    line, other = Line(piece="Ann"), Line(piece="Bob")
    made = [sometimes_if(line, other, ("0101", "0102"), Whims("if", number), one_in=4) for number in range(80)]
    conditional = [one for one in made if one != line]
    assert 5 < len(conditional) < 40
    assert {one.if_ for one in conditional} == {("0101 cleared",), ("0102 cleared",)}
    assert all(one.else_ == other for one in conditional)
