"""What every installed ruleset must keep: the checks of `pbem ruleset check`, one by one.

PBEM_GAMES=500 plays so many games of each ruleset; `-k ford` looks at one.
"""

from __future__ import annotations

import os
import re
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from pbem.court.forms import form_of
from pbem.engine.advance import Terms
from pbem.engine.asked import Asked
from pbem.engine.check import check
from pbem.engine.spec import Setup
from pbem.engine.stands import Stand, seen_by
from pbem.model.chooser import Whims
from pbem.model.decision import Pick
from pbem.model.position import View
from pbem.model.problem import Problem
from pbem.model.sheet import Sheet
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges, random_players, random_windows
from pbem.proof.contract import CHECKS, ON_TESTS, Check, proofs_of
from pbem.proof.subject import Subject, spread
from pbem.proof.tales import miscounted
from pbem.ruleset.telling import document as doc
from pbem.sheets import read_standing

SYSTEMS = installed()
GAMES = int(os.environ.get("PBEM_GAMES", "6"))


MOST_PLAYED, MOST_ANSWERS = 60, 3
"""Questions of each game that are answered wrongly."""


@cache
def subject(system: str) -> Subject:
    return Subject(ruleset(system), GAMES, proofs_of(ruleset(system)))


@pytest.mark.parametrize("kept", [*CHECKS, *ON_TESTS], ids=lambda kept: kept.__name__)
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_every_ruleset_keeps(system: str, kept: Check) -> None:
    assert not list(kept(subject(system)))


def test_a_wrong_plural_is_found_wherever_it_is_told() -> None:
    block = doc.Items((doc.Item("", "the ground takes 1 hits"), doc.Item("", "2.1 hits and 11 hits, 1 hit")))
    assert list(miscounted((block,))) == ["says '1 hits'"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_is_offered_1_points(system: str) -> None:
    """Of drafts, echoes and what the page offers; reports and questions are looked at by a check."""
    spec = ruleset(system)
    words = spec.wording
    assert words is not None
    for asked, view in spread(list(subject(system).questions()), 10):
        decision = asked.decision
        told = [words.draft(view, (decision,)) if words.draft else "", words.choices(view) if words.choices else ""]
        if decision.kind == "part" and spec.propose is not None:
            echo = spec.part(decision.topic).echo
            told += [echo(view.table, line) for line in spec.propose(view, decision, Whims("echoes", 1)) if echo]
        assert not list(miscounted(told))


def unlawful(asked: Asked) -> Pick | None:
    """An answer that who judges does not take."""
    decision = asked.decision
    sets = [(), decision.options, *((option,) for option in decision.options)]
    picks = [*decision.options, "nowhere"] if decision.kind == "one" else sets
    return next((pick for pick in picks if asked.wrong(pick) is not None), None)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_unlawful_answer_is_refused_before_it_is_sent(system: str) -> None:
    """By the code that judges, in the words of who judges."""
    spec, looked = ruleset(system), 0
    terms, setup = Terms(spec, random_windows(spec, 1)), Setup(scenario=spec.scenarios[0].name)
    for now in islice(exchanges(terms, setup, NumberedFaces(1), random_players(spec, 1)), MOST_PLAYED):
        questions = [asked for asked in now.asked if asked.decision.kind != "part"]
        if looked == MOST_ANSWERS or not questions or (pick := unlawful(questions[0])) is None:
            continue
        decision = questions[0].decision
        side, seen = decision.side, seen_by(now.bookmark, decision.side)
        here = View(side, now.position.table, now.position.secrets.get(side))
        stand = Stand(terms, seen, side, now.papers[side], now.decisions, 9, False, here)
        found = check(stand, Sheet(side, answers={decision.key: pick}))
        if found.trials:
            looked += 1
            told = [problem for problem in found.problems if problem.kind == "illegal"]
            assert any(str(questions[0].wrong(pick)) in problem.message for problem in told), f"{decision}: {pick}"
    assert looked


def standing_problems(system: str, order: str) -> list[Problem]:
    """What is wrong with a standing order."""
    spec = ruleset(system)
    form = form_of(spec, game="kh7f", exchange=2, side=spec.sides[0], due=())
    return read_standing(f"game: kh7f\nside: {spec.sides[0]}\nstanding:\n  {order}\n", form, "")[1]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_standing_order_for_a_place_that_it_cannot_hold_for_is_refused(system: str) -> None:
    """`losses at 0503`, where losses are paid alike everywhere; and `retreat at` what is no place."""
    for topic in ruleset(system).topics:
        assert standing_problems(system, f"{topic.name} at nowhere at all: ask"), topic.name
        if topic.places is None:
            (told,) = standing_problems(system, f"{topic.name} at 0503: ask")
            assert "holds everywhere" in told.message


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_of_a_draft_that_are_still_to_be_filled_in_are_no_standing_order(system: str) -> None:
    """`retreat: toward HEX`, its `#` taken away: nobody could carry it out."""
    spec, looked = ruleset(system), 0
    for topic in spec.topics:
        for words in topic.words:
            problems = standing_problems(system, f"{topic.name}: {words}")
            to_fill = [kind for kind in {*spec.names(), "number"} if re.search(rf"\b{kind.upper()}\b", words)]
            assert bool(problems) == bool(to_fill), f"{topic.name}: {words}"
            looked += bool(to_fill)
    assert looked


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_ruleset_lies_where_it_says(system: str) -> None:
    names = {path.name for path in Path(ruleset(system).folder).iterdir()}
    assert {"__init__.py", "README.md", "cases.yaml", "rulings.yaml", "sequence.py", "data"} <= names
    assert proofs_of(ruleset(system)).tests is not None
