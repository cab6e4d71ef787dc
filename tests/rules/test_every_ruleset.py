"""What every installed ruleset must keep: the checks of `pbem ruleset check`, one by one.

PBEM_GAMES=500 plays so many games of each ruleset; `-k ford` looks at one.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from pbem.model.chooser import Whims
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset
from pbem.proof.contract import CHECKS, ON_TESTS, Check, proofs_of
from pbem.proof.subject import Subject, spread
from pbem.proof.tales import miscounted
from pbem.ruleset.telling import document as doc

SYSTEMS = installed()
GAMES = int(os.environ.get("PBEM_GAMES", "12"))


@cache
def subject(system: str) -> Subject:
    return Subject(ruleset(system), GAMES, proofs_of(ruleset(system)))


@pytest.mark.parametrize("check", [*CHECKS, *ON_TESTS], ids=lambda check: check.__name__)
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_every_ruleset_keeps(system: str, check: Check) -> None:
    assert not list(check(subject(system)))


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


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_ruleset_lies_where_it_says(system: str) -> None:
    names = {path.name for path in Path(ruleset(system).folder).iterdir()}
    assert {"__init__.py", "README.md", "cases.yaml", "rulings.yaml", "sequence.py", "data"} <= names
    assert proofs_of(ruleset(system)).tests is not None
