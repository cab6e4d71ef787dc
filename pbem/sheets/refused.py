"""A sheet that nobody can sign."""

from __future__ import annotations

from pbem.model.errors import Refused
from pbem.model.problem import Problem


class SheetRefused(Refused):
    """A sheet that cannot be read; all that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        first = next((one for one in problems if one.kind != "doubtful"), problems[0])
        super().__init__(first.lines()[0], first.hint)
        self.problems = problems
