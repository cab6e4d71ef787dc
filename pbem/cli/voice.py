"""Every word that is said to the terminal.  Lower case, one line, no full stop; a hint says what to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

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


# systems and rules


def games_table(found: Sequence[dict[str, Any]]) -> list[str]:
    """The table of experience: system, scenarios, weakest data, shares."""
    lines = [f"{'system':26} {'scenarios':22} {'weakest data':20} certain inferred rebuilt"]
    for game in found:
        names = ", ".join(scenario["name"] for scenario in game["scenarios"])
        names = names if len(names) <= 22 else f"{len(game['scenarios'])} scenarios"
        shares = game["shares"]
        lines.append(
            f"{game['system']:26} {names:22} {game['weakest']:20} "
            f"{shares['certain']:7} {shares['inferred']:8} {shares['reconstructed']:5} %"
        )
    return lines


def rule_line(number: str, found: dict[str, Any]) -> str:
    return f"{number:8} {found['status']:14} {found['summary']}"


def rule_lines(found: dict[str, Any]) -> list[str]:
    lines = [f"{found['case']}  {found['summary']}  ({found['status']})"]
    for name, ruling in found["rulings"].items():
        lines += [
            f"{name}  {ruling['doubt']}",
            f"      reading: {ruling['reading']}",
            f"      reason: {ruling['reason']}",
        ]
        if ruling.get("option"):
            lines.append(f"      charter option: {ruling['option']}")
    return lines


def no_completion(shell: str) -> str:
    return f"no completion for {shell}"


# data packs


def pack_checked(files: int, faults: int) -> str:
    return f"{files} files, {faults} faults" if faults else f"ok  {files} files"
