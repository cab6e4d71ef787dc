"""What all tests share: written cases are collected from YAML files below tests/rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")  # how fast examples are made is no finding: speed is measured in bench/


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    if file_path.suffix == ".yaml" and "rules" in file_path.parts and "vectors" not in file_path.parts:
        return WrittenCases.from_parent(parent, path=file_path)
    return None


class WrittenCases(pytest.File):
    """A file of written cases; each case is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        from pbem.app.caseform import read_cases

        file, problems = read_cases(self.path.read_text(encoding="utf-8"), self.path.name)
        if file is None:
            raise pytest.UsageError("\n".join(line for problem in problems for line in problem.lines()))
        for case in file.cases:
            item = WrittenCase.from_parent(self, name=case.name)
            item.system, item.case = file.system, case
            yield item


class WrittenCase(pytest.Item):
    def runtest(self) -> None:
        from pbem.app.cases import run_case
        from pbem.office.rulesets import ruleset

        result = run_case(ruleset(self.system), self.case, self.path.name)
        if result.differences:
            raise Different("\n".join(result.differences))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
        if isinstance(excinfo.value, Different):
            return f"{self.path.name}:{self.case.line}: {self.name}\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.case.line - 1, self.name


class Different(Exception):
    """The case came out otherwise than it says."""
