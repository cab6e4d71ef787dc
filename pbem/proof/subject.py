"""The ruleset that is looked at, and a few of its games, watched exchange by exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pbem.engine.advance import Progress, Terms
from pbem.engine.asked import Asked
from pbem.engine.spec import RulesetSpec, Setup
from pbem.model.position import View
from pbem.model.records import frozen
from pbem.play.faces import NumberedFaces
from pbem.play.selfplay import exchanges, random_options, random_players, random_windows

WATCHED = 3
"""Games that are looked at closely."""
MOST_LOOKS = 60
T = TypeVar("T")


@frozen
class Proofs:
    """Where a ruleset's own tests and recorded games lie, if anywhere."""

    tests: Path | None = None
    """A folder with written cases and Python tests."""
    games: Path | None = None
    """A folder with golden games."""


@frozen(slots=False)
class Subject:
    """What the checks look at."""

    spec: RulesetSpec
    games: int = 12
    """How many games random players play through."""
    proofs: Proofs = field(default_factory=Proofs)

    @property
    def folder(self) -> Path:
        return Path(self.spec.folder)

    @cached_property
    def watched(self) -> list[Progress]:
        """Every exchange of a few random games."""
        spec, found = self.spec, list[Progress]()
        for seed in range(1, WATCHED + 1):
            scenario = spec.scenarios[seed % len(spec.scenarios)].name
            setup = Setup(scenario=scenario, options=random_options(spec, seed))
            terms = Terms(spec, random_windows(spec, seed))
            found += exchanges(terms, setup, NumberedFaces(seed), random_players(spec, seed))
        return found

    def questions(self) -> Iterator[tuple[Asked, View]]:
        """Everything that was asked in the games that are watched."""
        for now in self.watched:
            for asked in now.asked:
                side = asked.decision.side
                yield asked, View(side, now.position.table, now.position.secrets.get(side))


def spread(found: Sequence[T], most: int = MOST_LOOKS) -> Sequence[T]:
    """So many of them at most, from beginning to end."""
    return found[:: max(1, len(found) // most)]
