"""Whether an installed ruleset is sound: the contract's checks, and its own written cases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.app.cases import run_file
from pbem.model.errors import RulesBug
from pbem.office.rulesets import ruleset
from pbem.proof.contract import Verdict, proofs_of, verdicts
from pbem.proof.subject import Subject


def proven(name: str, games: int, tests: Path | None, golden: Path | None) -> Iterator[Verdict]:
    """Verdict by verdict.  A ruleset that cannot be loaded has one, and it is bad."""
    try:
        spec = ruleset(name)
    except RulesBug as broken:
        yield Verdict("is_loaded", "The ruleset can be loaded.", (str(broken),))
        return
    proofs = proofs_of(spec, tests, golden)
    yield from verdicts(Subject(spec, games, proofs))
    yield Verdict(
        "written_cases_pass", "The written cases pass.", tuple(_failures(proofs.tests)), proofs.tests is not None
    )


def _failures(tests: Path | None) -> Iterator[str]:
    for path in sorted(tests.rglob("*.yaml")) if tests is not None else ():
        results, problems = run_file(path)
        yield from (problem.lines()[0] for problem in problems)
        for result in results:
            if not result.passed:
                yield f"{path.name}:{result.line}: {result.name}: {result.differences[0]}"
