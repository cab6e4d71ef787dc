"""Every word that is said to the terminal.  Lower case, one line, no full stop; a hint says what to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from pbem.model.errors import Refused
from pbem.model.problem import Problem

DONE, PROBLEMS, USAGE, WAITING, BROKEN = range(5)
"""Exit codes: done, problems found, wrong usage, waiting for answers, the book does not verify."""


def say(words: str) -> None:
    """Talk: to stderr, so that results can be piped."""
    click.echo(words, err=True)


def result(words: str) -> None:
    click.echo(words)


def refuse(refused: Refused) -> None:
    say(f"pbem: {refused.message}")
    if refused.hint:
        say(f"hint: {refused.hint}")


def problems(found: Sequence[Problem]) -> None:
    for problem in found:
        for line in problem.lines():
            result(coloured(line, problem.kind))


def coloured(line: str, kind: str) -> str:
    """Colour only on a terminal, never without a word beside it."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return line
    return click.style(line, fg={"doubtful": "yellow"}.get(kind, "red"))


def no_such_verb(given: str, meant: Sequence[str], known: Sequence[str]) -> str:
    if len(meant) > 1:
        return f'"{given}" may be {" or ".join(meant)}'
    from pbem.model.names import did_you_mean

    hint = did_you_mean(given, known)
    return f'no verb "{given}"{f", {hint}" if hint else ""}'


# cases


def case_passed(place: str, name: str) -> str:
    return f"pass  {place}  {name}"


def case_failed(place: str, name: str) -> str:
    return f"FAIL  {place}  {name}"


def case_difference(words: str) -> str:
    return f"      {words}"


def cases_total(passed: int, failed: int) -> str:
    return f"{passed} passed, {failed} failed"


# self-play


def selfplay_summary(tally: dict[str, object]) -> str:
    victories = ", ".join(f"{side} {number}" for side, number in dict(tally["victories"]).items())  # type: ignore[call-overload]
    return (
        f"{tally['system']} {tally['scenario']}: {tally['finished']} of {tally['games']} games finished, "
        f"{tally['exchanges']} exchanges, {tally['decisions']} decisions, {tally['rolls']} rolls, "
        f"{tally['seconds']} s; victories: {victories or 'none'}"
    )


def selfplay_failure(seed: object, failure: object, system: str, scenario: str) -> str:
    return f"FAIL  {failure}\n      pbem selfplay {system} --scenario {scenario} --games 1 --seed {seed}"
