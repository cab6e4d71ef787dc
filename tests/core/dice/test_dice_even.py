"""The dice are even as far as a hundred thousand of them can show; `bench/dice.py` does it with ten million.

Everything here is computed from fixed seeds, so nothing can fail by chance.
"""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest


def _bench() -> Any:
    path = Path(__file__).parents[3] / "bench" / "dice.py"
    spec = importlib.util.spec_from_file_location("bench_dice", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_dice"] = module
    spec.loader.exec_module(module)
    return module


bench = _bench()


def test_a_hundred_thousand_dice_are_even_and_independent() -> None:
    results = bench.even_tests(100_000)
    assert [one.name for one in results if not one.fair] == []
    assert {one.freedom for one in results} == {5, 35, 215}


def test_a_loaded_die_would_be_seen() -> None:
    """A die that shows six a twentieth more often than the others."""
    counts = Counter({(face,): 16_600 for face in range(1, 6)} | {(6,): 17_430})
    assert not bench.found("loaded", counts, 6).fair


def test_dice_that_follow_each_other_would_be_seen() -> None:
    """Every face even, but a one is never followed by a one."""
    counts = Counter({(one, two): 1000 for one in range(1, 7) for two in range(1, 7) if (one, two) != (1, 1)})
    assert not bench.found("serial", counts, 36).fair


def test_dice_too_even_to_be_true_would_be_seen() -> None:
    assert not bench.found("even", Counter({(face,): 10_000 for face in range(1, 7)}), 6).fair


@pytest.mark.parametrize(
    ("chi_square", "freedom", "tail"),
    [(11.0705, 5, 0.05), (1.1455, 5, 0.95), (49.8018, 35, 0.05), (66.619, 35, 0.001), (3.841459, 1, 0.05), (0, 5, 1)],
)
def test_the_tail_is_that_of_the_tables(chi_square: float, freedom: int, tail: float) -> None:
    assert bench.upper_tail(chi_square, freedom) == pytest.approx(tail, rel=1e-3)
