"""Results tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pydantic import ValidationError

from pbem.kit.tables import DiceThrown, ResultTable, chances
from pbem.model.errors import RulesBug

TABLE = ResultTable(
    columns=("1-2", "1-1", "2-1"),
    rows={"1": ("Ar", "Dr", "De"), "2-5": ("Ae", "Ar", "Dr"), "6": ("Ae", "Ae", "Ex")},
)


def test_a_result_stands_where_face_and_column_meet() -> None:
    assert TABLE.lookup("2-1", 1) == "De"
    assert TABLE.lookup("1-1", 4) == "Ar"
    assert TABLE.lookup("1-2", 6) == "Ae"
    assert TABLE.results() == ("Ae", "Ar", "De", "Dr", "Ex")
    with pytest.raises(RulesBug, match="column 3-1"):
        TABLE.lookup("3-1", 1)
    with pytest.raises(RulesBug, match="die 7"):
        TABLE.lookup("1-1", 7)


def test_chances_are_exact_and_sum_to_one() -> None:
    assert chances(TABLE, "2-1") == {"De": Fraction(1, 6), "Dr": Fraction(2, 3), "Ex": Fraction(1, 6)}
    assert all(sum(chances(TABLE, column).values()) == 1 for column in TABLE.columns)


def test_the_sum_of_two_dice() -> None:
    two = ResultTable(columns=("a",), rows={"2-6": ("no",), "7": ("even",), "8-12": ("yes",)}, dice=DiceThrown(count=2))
    assert chances(two, "a") == {"even": Fraction(1, 6), "no": Fraction(15, 36), "yes": Fraction(15, 36)}


@pytest.mark.parametrize(
    ("columns", "rows", "fault"),
    [
        (("a",), {"1-5": ("x",)}, "no row for face 6"),
        (("a",), {"1-6": ("x",), "3": ("y",)}, "face 3 given twice"),
        (("a",), {"1-7": ("x",)}, "face 7 cannot come up"),
        (("a",), {"0-6": ("x",)}, "face 0 cannot come up"),
        (("a",), {"1-6": ("x", "y")}, "row 1-6 has 2 results for 1 columns"),
        (("a",), {"1-6": ("",)}, "an empty result"),
        (("a", "a"), {"1-6": ("x", "y")}, "column a given twice"),
        (("a",), {"1-6": ("x",), "six": ("y",)}, '"six" is no face'),
        (("a",), {"1-99999999999": ("x",)}, "no face or range"),
    ],
)
def test_a_table_must_be_complete(columns: tuple[str, ...], rows: dict[str, tuple[str, ...]], fault: str) -> None:
    with pytest.raises(ValidationError, match=fault):
        ResultTable(columns=columns, rows=rows)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ValidationError, match="2 results for 1 columns; no row for face 5; no row for face 6"):
        ResultTable(columns=("a",), rows={"1-4": ("x", "y")})
