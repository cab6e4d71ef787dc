"""The slips of those who are new to YAML: said in words of their own, with the line as it should be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from pbem.model.problem import Problem, Where

TAB_WIDTH = 2
NO_BLANK = re.compile(r"^(\s*(?:- )?[^:#\s][^:#]*):(?=[^\s:])")
NO_BLANK_AFTER_DASH = re.compile(r"^(\s*)-(?=[^\s-])")


def tabs_in(text: str, file: str) -> tuple[Problem, ...]:
    """Every line that holds a tab."""
    return tuple(
        Problem(
            kind="invalid",
            case="yaml",
            message="a tab, where blanks should stand",
            hint=f"write: {line.expandtabs(TAB_WIDTH).rstrip()}",
            where=Where(file=file, line=number, column=line.index("\t") + 1),
        )
        for number, line in enumerate(text.splitlines(), 1)
        if "\t" in line
    )


def with_cures(problems: Iterable[Problem], text: str) -> tuple[Problem, ...]:
    """The problems; where a missing blank explains one, its hint says so."""
    lines = text.splitlines()
    return tuple(_cured(problem, lines) for problem in problems)


def _cured(problem: Problem, lines: list[str]) -> Problem:
    if problem.kind != "invalid" or not 0 < problem.where.line <= len(lines):
        return problem
    line = lines[problem.where.line - 1]
    for slip, place in ((NO_BLANK, "behind the colon"), (NO_BLANK_AFTER_DASH, "behind the dash")):
        if slip.search(line):
            mended = slip.sub(lambda found: f"{found[0]} ", line)
            return replace(problem, hint=f"a blank belongs {place}, write: {mended.rstrip()}")
    return problem
