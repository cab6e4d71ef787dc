"""The written sheets beside this package: each has one reason, its expected problems, and if good its print."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheet_samples import FORM

from pbem.sheets import print_sheet, read_sheet

VECTORS = sorted((Path(__file__).parents[2] / "vectors" / "sheets").glob("*.yaml"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.stem)
def test_vector(vector: Path) -> None:
    sheet, problems = read_sheet(vector.read_text(encoding="utf-8"), FORM, vector.name)
    told = "".join(f"{line}\n" for problem in problems for line in problem.lines())
    assert told == vector.with_suffix(".problems").read_text(encoding="utf-8")
    assert (sheet is not None) == vector.stem.startswith(("good", "doubtful"))
    printed = vector.with_suffix(".printed")
    if sheet is not None and printed.exists():
        assert print_sheet(sheet, FORM) == printed.read_text(encoding="utf-8")


def test_there_are_vectors() -> None:
    assert len(VECTORS) > 50
