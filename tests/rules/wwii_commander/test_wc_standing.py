"""Standing orders: their words, what they choose, and what silence means."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.model.decision import Decision
from pbem.ruleset import Part, Setup, View
from pbem_rules.wwii_commander import RULESET
from pbem_rules.wwii_commander.board import SpaceData, the_map
from pbem_rules.wwii_commander.standing import plain_turn
from pbem_rules.wwii_commander.table import Commander


def table(**fields: Any) -> Commander:
    found: Commander = RULESET.set_up(Setup(scenario="full")).table
    for name, value in fields.items():
        setattr(found, name, value)
    return found


def settled(topic: str, words: str, now: Commander, options: tuple[str, ...], **facts: Any) -> Any:
    """What these words choose."""
    several = topic in ("losses", "fuel", "fuel keep", "restore")
    count = facts.pop("count", 1)
    kind = "several" if several else "one"
    decision = Decision(("k",), "8.7", "german", topic, "?", kind, options, count, count, facts)  # type: ignore[arg-type]
    found = RULESET.topic(topic).settle
    assert found is not None
    return found(View("german", now), decision, words)


WORDS = {
    "losses": ("strongest first", "weakest first, armor last", "full strength first, elite infantry last", "2Pz last"),
    "retreat": (
        "stand",
        "always",
        "1 hit or more",
        "stand, unless 3 hits or more; never from St. Vith",
        "to Ettelbruck, when the last strength point would go",
    ),
    "retreat to": ("own towns", "toward the west", "Spa, Verviers", "own towns, toward north"),
    "breakthrough": ("stay", "always"),
    "fuel": ("strongest", "weakest", "Panzer Lehr, 2 Pz, strongest"),
    "restore": ("armor, weakest", "elite infantry, infantry"),
}
NONSENSE = {
    "losses": ("tallest first", "armor first", "7Pz last"),
    "retreat": ("perhaps", "never from Berlin", "many hits or more", "to Paris"),
    "retreat to": ("Paris", "toward the sea"),
    "breakthrough": ("often",),
    "fuel": ("random",),
}


@pytest.mark.parametrize(("topic", "words"), [(topic, words) for topic, found in WORDS.items() for words in found])
def test_these_words_are_understood(topic: str, words: str) -> None:
    misread = RULESET.topic(topic).misread
    assert misread is not None
    assert misread(words) is None


@pytest.mark.parametrize(("topic", "words"), [(topic, words) for topic, found in NONSENSE.items() for words in found])
def test_these_are_not(topic: str, words: str) -> None:
    misread = RULESET.topic(topic).misread
    assert misread is not None
    assert misread(words)


@pytest.mark.case("WC", "8.7")
@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("strongest first", "12SS Pz"),
        ("weakest first", "150 Pz"),
        ("strongest first, armor last", "12SS Pz"),
        ("armor last", "26VG"),
        ("armor last, 26VG last", "560VG"),
        ("full strength first", "12SS Pz"),
    ],
)
def test_who_takes_the_hit(words: str, first: str) -> None:
    now = table()
    assert settled("losses", words, now, ("12SS Pz", "150 Pz", "26VG", "560VG")) == (first,)


@pytest.mark.case("WC", "9.4", "11.0")
@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("strongest", ("12SS Pz", "1SS Pz")),
        ("weakest", ("150 Pz", "2Pz")),
        ("Panzer Lehr, weakest", ("Pz Lehr", "150 Pz")),
    ],
)
def test_the_units_preferred(words: str, named: tuple[str, ...]) -> None:
    options = ("12SS Pz", "150 Pz", "1SS Pz", "2Pz", "Pz Lehr")
    assert settled("fuel", words, table(), options, count=2) == named


@pytest.mark.case("WC", "8.9")
@pytest.mark.parametrize(
    ("words", "hits", "choice"),
    [
        ("stand", 3, "stand"),
        ("always", 1, "away"),
        ("stand, unless 3 hits or more", 2, "stand"),
        ("stand, unless 3 hits or more", 3, "away"),
        ("always, to Elsenborn", 1, "Elsenborn"),
        ("always, never from Losheim", 3, "stand"),
        ("when the last strength point would go", 3, "stand"),
        ("when the last strength point would go", 4, "away"),
        ("to Schonberg", 1, "Schonberg"),
        ("always, to Bastogne", 1, "away"),
    ],
)
def test_stand_or_give_way(words: str, hits: int, choice: str) -> None:
    options = ("stand", "Elsenborn", "Malmedy", "Schonberg", "away")
    facts = {"hits": hits, "space": "Losheim", "units": ("12VG",), "strength": 4}
    assert settled("retreat", words, table(), options, **facts) == choice


@pytest.mark.case("WC", "8.9")
@pytest.mark.parametrize(
    ("words", "choice"),
    [("toward the west", "Spa"), ("toward the east", "Losheim"), ("own towns", "Malmedy"), ("Losheim", "Losheim")],
)
def test_where_to(words: str, choice: str) -> None:
    assert settled("retreat to", words, table(), ("Losheim", "Malmedy", "Spa")[::1], space="Elsenborn") == choice


@pytest.mark.case("WC", "8.9")
@pytest.mark.parametrize(
    ("ways", "choice"),
    [
        (("Gedinne", "Eupen"), "Eupen"),  # a town, however far east and however little it takes
        (("Houffalize", "Malmedy"), "Malmedy"),  # of towns what takes more hits
        (("Vielsalm", "Spa", "Houffalize"), "Houffalize"),  # of equal ones the furthest west
        (("Werbomont", "Manhay"), "Manhay"),  # equally far west, to the hundredth of a degree: the first by name
    ],
)
def test_where_silence_retreats_to_whatever_order_the_spaces_come_in(ways: tuple[str, ...], choice: str) -> None:
    default = RULESET.topic("retreat to").default
    for options in (ways, ways[::-1]):
        decision = Decision(("k",), "8.9", "german", "retreat to", "?", "one", options)
        assert default(View("german", table()), decision) == choice


@pytest.mark.case("WC", "8.9")
def test_places_are_ranked_by_whole_hundredths_of_a_degree() -> None:
    def at(north: float, east: float) -> tuple[int, int]:
        return SpaceData.model_construct(at=(north, east)).spot

    assert at(50.0, 5.676) == at(50.0, 5.684) == (5000, 568)
    assert at(50.29, 0.1 + 0.2) == at(50.29, 0.3)
    assert all(type(number) is int for space in the_map().spaces.values() for number in space.spot)


@pytest.mark.case("WC", "8.10")
def test_breakthrough_goes_for_points() -> None:
    assert settled("breakthrough", "always", table(), ("stay", "Clervaux", "Bastogne")) == "Bastogne"
    assert settled("breakthrough", "stay", table(), ("stay", "Bastogne")) == "stay"


@pytest.mark.case("WC", "4.9")
def test_a_missed_turn_is_the_least_harm() -> None:
    assert plain_turn(table(stage="turn", day=17, side="allied", box=1), "allied").passes
    assert plain_turn(table(stage="turn", day=17), "german").activate == "Bitburg"
    assert plain_turn(table(), "german").activate == "Prum", "in the surprise turns only infantry counts"


def test_a_block_may_be_left_to_standing_orders() -> None:
    assert settled("day", "by standing orders", table(stage="day", day=20), ()) == Part("day")
