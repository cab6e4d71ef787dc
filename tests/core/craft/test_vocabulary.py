"""Words of standing orders: read clause by clause, ranked, decided, and told with the near miss when wrong."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.craft.naming import Names
from pbem.craft.ranks import alone, away, fewest, naming, sparing, strongest, toward, weakest, where
from pbem.craft.vocabulary import Vocabulary, topic
from pbem.model.errors import RulesBug
from pbem.ruleset import Decision, Pick, View, first_option

STRENGTH = {"1 Foot": 4, "2 Foot": 2, "1 Horse": 3}
HEXES = ("0101", "0102", "0105")


def known() -> dict[str, tuple[str, ...]]:
    return {"unit": tuple(STRENGTH), "hex": HEXES, "column": ("1-2", "2-1", "3-1")}


NAMES = Names(known)


def strength(view: View, unit: str) -> int:
    return STRENGTH[unit]


def distance(one: str, other: str) -> int:
    return abs(int(one) - int(other))


LOSSES = Vocabulary(
    "losses",
    NAMES,
    {
        "weakest first": weakest(strength),
        "strongest first": strongest(strength),
        "{unit} first": naming(),
        "never {unit}": sparing(),
    },
)


def asked(*options: str, kind: Any = "one", least: int = 1, most: int = 1) -> Decision:
    return Decision((), "7", "blue", "losses", "?", kind, options, least, most)


VIEW = View("blue", None)
UNITS = ("1 Foot", "2 Foot", "1 Horse")


@pytest.mark.parametrize(
    ("words", "ranked"),
    [
        ("weakest first", ["2 Foot", "1 Horse", "1 Foot"]),
        ("strongest first", ["1 Foot", "1 Horse", "2 Foot"]),
        ("1 Horse first, weakest first", ["1 Horse", "2 Foot", "1 Foot"]),
        ("never 2 Foot, weakest first", ["1 Horse", "1 Foot", "2 Foot"]),
        ("weakest first, never 2 Foot", ["2 Foot", "1 Horse", "1 Foot"]),
        ("never 1 Foot", ["2 Foot", "1 Horse", "1 Foot"]),
        ("  1 horse   first ,", ["1 Horse", "1 Foot", "2 Foot"]),
    ],
)
def test_the_first_clause_weighs_most_and_the_options_decide_in_the_end(words: str, ranked: list[str]) -> None:
    assert LOSSES.misread(words) is None
    assert LOSSES.ranked(VIEW, asked(*UNITS), words) == ranked


def test_of_ranked_options_the_best_few_or_as_many_as_may_be() -> None:
    several = asked(*UNITS, kind="several", least=1, most=2)
    assert LOSSES.best(VIEW, asked(*UNITS), "weakest first") == "2 Foot"
    assert LOSSES.best(VIEW, several, "weakest first") == ("2 Foot",)
    assert LOSSES.most(VIEW, several, "weakest first") == ("2 Foot", "1 Horse")


def test_options_that_name_several_units() -> None:
    def parts(option: str) -> list[str]:
        return option.split(" + ")

    words = Vocabulary(
        "losses",
        NAMES,
        {"weakest": weakest(strength, parts), "fewest units": fewest(parts), "never {unit}": sparing(parts)},
    )
    options = asked("1 Foot", "2 Foot + 1 Horse", "1 Horse")
    assert words.ranked(VIEW, options, "weakest, fewest units")[0] == "1 Horse"
    assert words.ranked(VIEW, options, "never 1 Horse")[0] == "1 Foot"
    assert alone("1 Foot") == ("1 Foot",)


def test_ways_toward_away_and_where_something_holds() -> None:
    ways = Vocabulary(
        "retreat",
        NAMES,
        {
            "toward {hex}": toward(distance),
            "away from {hex}": away(distance),
            "into towns": where({"0102"}.__contains__),
        },
    )
    options = asked("0101", "0102", "0105")
    assert ways.ranked(VIEW, options, "toward 0105")[0] == "0105"
    assert ways.ranked(VIEW, options, "away from 0105")[0] == "0101"
    assert ways.ranked(VIEW, options, "into towns, toward 0105") == ["0102", "0105", "0101"]


# what is misread


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ("weekest first", 'losses: it does not know "weekest first"', "did you mean weakest first?"),
        ("anybody", 'losses: it does not know "anybody"', "known: weakest first, strongest first, UNIT first, "),
        ("weakest first, never 1 Fot", 'losses: no unit "1 Fot"', "did you mean 1 Foot?"),
        ("never Foot", 'losses: unit "Foot" is 1 Foot or 2 Foot', "write the whole name"),
    ],
)
def test_what_is_not_known_is_told_with_the_near_miss(words: str, message: str, hint: str) -> None:
    problem = LOSSES.misread(words)
    assert problem is not None
    assert problem.message == message
    assert problem.hint.startswith(hint)


def test_a_bare_name_that_is_none_may_be_any_word() -> None:
    words = Vocabulary("advance", NAMES, {"always": no_pick, "{unit}": no_pick})
    for text, hint in (("allways", "did you mean always?"), ("1 Fot", "did you mean 1 Foot?")):
        problem = words.misread(text)
        assert problem is not None
        assert (problem.message, problem.hint) == (f'advance: it does not know "{text}"', hint)


def no_pick(view: View, decision: Decision, **caught: str) -> Pick | None:
    return None


def test_few_names_of_a_kind_are_all_listed_and_numbers_are_numbers() -> None:
    words = Vocabulary("waive", NAMES, {"at {column} or more": no_pick, "{number} hits": no_pick})
    problem = words.misread("at 9-1 or more")
    assert problem is not None
    assert problem.message == 'waive: no column "9-1"'
    assert problem.hint in ("did you mean 2-1?", "did you mean 3-1?", "one of 1-2, 2-1, 3-1")
    assert words.misread("3 hits") is None
    assert words.misread("some hits") is not None


def test_an_order_that_nobody_read_is_a_bug() -> None:
    with pytest.raises(RulesBug, match="an order that nobody read"):
        LOSSES.read("anybody")


# deciding, other gaps, other signs between clauses


def test_the_first_clause_that_gives_anything_decides() -> None:
    def enough(view: View, decision: Decision, number: str) -> Pick | None:
        return "go" if int(number) <= 3 else None

    words = Vocabulary(
        "retreat",
        NAMES,
        {
            "stand": lambda view, decision: "stand",
            "{number} hits or more": enough,
            "always": lambda view, decision: "go",
        },
        joined_by=r"[,;]|\bunless\b",
    )
    for text, pick in (("3 hits or more", "go"), ("4 hits or more; stand", "stand"), ("4 hits or more", None)):
        assert words.misread(text) is None
        assert words.decided(VIEW, asked("stand", "go"), text) == pick
    assert words.misread("stand, unless 3 hits or more") is None
    assert words.words == ("stand", "NUMBER hits or more", "always")


def test_a_gap_may_hold_several_names_and_two_gaps_one_kind() -> None:
    def seen(view: View, decision: Decision, **caught: Any) -> Pick | None:
        return str(sorted(caught.items()))

    words = Vocabulary("ways", NAMES, {"away from {hex...}": seen, "blow {hex}-{hex2}": seen})
    assert words.decided(VIEW, asked("a"), "away from 0101 0105") == "[('hex', ('0101', '0105'))]"
    assert words.decided(VIEW, asked("a"), "blow 0101-0102") == "[('hex', '0101'), ('hex2', '0102')]"
    assert words.words == ("away from HEX...", "blow HEX-HEX")
    assert words.misread("away from 0101 0999") is not None


def test_other_spellings_are_looked_up_first() -> None:
    def spelled(kind: str, text: str) -> str:
        return "1 Horse" if text == "the cavalry" else text

    words = Vocabulary("losses", Names(known, spelled), {"never {unit}": sparing()})
    assert words.ranked(VIEW, asked("1 Horse", "1 Foot"), "never the cavalry")[0] == "1 Foot"


def test_a_topic_has_the_words_and_the_place_of_its_questions() -> None:
    made = topic(LOSSES, LOSSES.best, at="from", place="hex")
    assert (made.name, made.words, made.default) == ("losses", LOSSES.words, first_option)
    assert made.misread is not None
    assert made.misread("anybody") is not None
    assert made.places is not None
    assert made.places(Decision((), "7", "blue", "losses", "?", facts={"from": "0101"})) == ("0101",)
    assert made.places(asked("a")) == ()
    assert topic(LOSSES, LOSSES.best).places is None
