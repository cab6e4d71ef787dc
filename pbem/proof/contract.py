"""The contract: every check, in the order in which a new ruleset should be mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from pbem.engine.soundness import unsound
from pbem.engine.spec import RulesetSpec
from pbem.model.errors import Refused
from pbem.model.records import frozen
from pbem.proof.caselists import (
    cases_have_states,
    citations_are_listed,
    done_is_proven,
    rulings_are_tested,
    rulings_are_whole,
)
from pbem.proof.goldens import golden_games_stay
from pbem.proof.hiding import hidden_where_all_are_asked, hidden_where_silence_passes
from pbem.proof.playing import (
    bots_are_lawful,
    confirming_plays_no_turn,
    defaults_are_lawful,
    games_end,
    one_answer_is_not_asked,
    parts_are_proposed,
    questions_are_declared,
    record_comes_back,
    same_bytes,
    sheets_are_read_back,
)
from pbem.proof.set_ups import (
    data_say_where_they_come_from,
    neighbours_both_ways,
    places_are_kinds_of_names,
    scenarios_are_set_up,
    set_ups_are_separate,
)
from pbem.proof.sourcecode import (
    no_floats,
    nothing_goes_by_hash,
    nothing_is_caught,
    reasons_are_one_line,
    sets_are_not_walked,
)
from pbem.proof.subject import Proofs, Subject
from pbem.proof.tales import exchanges_are_told, forecasts_have_something_to_count, points_can_be_counted_again
from pbem.proof.traces import no_line_is_lost

Check: TypeAlias = Callable[[Subject], Iterator[str]]
MOST_TOLD = 20
"""Faults of one check; more help nobody."""


def is_sound(subject: Subject) -> Iterator[str]:
    """The ruleset judges itself sound: names, events, parts, topics, options."""
    yield from unsound(subject.spec)


CHECKS: tuple[Check, ...] = (
    is_sound,
    cases_have_states,
    rulings_are_whole,
    citations_are_listed,
    nothing_is_caught,
    sets_are_not_walked,
    no_floats,
    nothing_goes_by_hash,
    reasons_are_one_line,
    places_are_kinds_of_names,
    data_say_where_they_come_from,
    neighbours_both_ways,
    scenarios_are_set_up,
    set_ups_are_separate,
    confirming_plays_no_turn,
    games_end,
    no_line_is_lost,
    record_comes_back,
    questions_are_declared,
    one_answer_is_not_asked,
    defaults_are_lawful,
    parts_are_proposed,
    bots_are_lawful,
    sheets_are_read_back,
    exchanges_are_told,
    points_can_be_counted_again,
    forecasts_have_something_to_count,
    hidden_where_silence_passes,
    hidden_where_all_are_asked,
    same_bytes,
)
ON_TESTS: tuple[Check, ...] = (rulings_are_tested, done_is_proven)
"""These look at the ruleset's own tests."""
ON_GAMES: tuple[Check, ...] = (golden_games_stay,)
"""These look at its golden games."""


@frozen
class Verdict:
    """What one check found."""

    check: str
    promise: str
    faults: tuple[str, ...] = ()
    looked: bool = True
    """Not so where there is nothing to look at."""


def verdicts(subject: Subject) -> Iterator[Verdict]:
    """Check by check; what breaks in a check is a fault, and the next ones are made all the same."""
    groups = ((CHECKS, True), (ON_TESTS, subject.proofs.tests), (ON_GAMES, subject.proofs.games))
    for checks, there in groups:
        for check in checks:
            faults = tuple(found(check, subject)) if there else ()
            yield Verdict(check.__name__, (check.__doc__ or "").strip().splitlines()[0], faults, bool(there))


def found(check: Check, subject: Subject) -> Iterator[str]:
    """The faults of one check, those first found."""
    try:
        yield from islice(check(subject), MOST_TOLD)
    except Refused as refused:
        yield refused.message
    except Exception as error:
        yield f"{type(error).__name__}: {error}"


def proofs_of(spec: RulesetSpec, tests: Path | None = None, games: Path | None = None) -> Proofs:
    """Where tests and golden games lie: as told, in the package or beside it, or in the project around it."""
    folder = Path(spec.folder)
    around = (above / "tests" for above in folder.parents)
    kept = next((tests for tests in around if (tests / "rules" / folder.name).is_dir()), None)
    own = next((tests for tests in (folder / "tests", *_beside(folder)) if tests.is_dir()), folder / "tests")
    if tests is None:
        tests = own if own.is_dir() else kept / "rules" / folder.name if kept else None
    if games is None:
        found = own / "games" if (own / "games").is_dir() else kept / "games" / folder.name if kept else None
        games = found if found is not None and found.is_dir() else None
    return Proofs(tests, games)


def _beside(folder: Path) -> Iterator[Path]:
    """`PROJECT/tests`, of a package that lies in a project of its own: `PROJECT/NAME` or `PROJECT/src/NAME`."""
    return (above / "tests" for above in list(folder.parents)[:2] if (above / "pyproject.toml").is_file())
