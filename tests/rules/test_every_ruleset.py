"""What every installed ruleset must keep: the checks of `pbem ruleset check`, one by one.

PBEM_GAMES=500 plays so many games of each ruleset; `-k ford` looks at one.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from pbem.office.offers import installed
from pbem.office.rulesets import ruleset
from pbem.proof.contract import CHECKS, ON_TESTS, Check, proofs_of
from pbem.proof.subject import Subject

SYSTEMS = installed()
GAMES = int(os.environ.get("PBEM_GAMES", "12"))


@cache
def subject(system: str) -> Subject:
    return Subject(ruleset(system), GAMES, proofs_of(ruleset(system)))


@pytest.mark.parametrize("check", [*CHECKS, *ON_TESTS], ids=lambda check: check.__name__)
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_every_ruleset_keeps(system: str, check: Check) -> None:
    assert not list(check(subject(system)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_ruleset_lies_where_it_says(system: str) -> None:
    names = {path.name for path in Path(ruleset(system).folder).iterdir()}
    assert {"__init__.py", "README.md", "cases.yaml", "rulings.yaml", "sequence.py", "data"} <= names
    assert proofs_of(ruleset(system)).tests is not None
