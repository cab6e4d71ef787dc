"""Columns by odds and by difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.odds import Columns, DifferentialColumns, OddsColumns
from pbem.model.errors import RulesBug

ODDS = OddsColumns(["1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1"])
DIFFERENCES = DifferentialColumns(["-2 or less", "-1", "0", "+1 to +2", "+3 to +5", "+6 or more"])


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (6, 2, "3-1"),
        (5, 2, "2-1"),
        (4, 4, "1-1"),
        (3, 4, "1-2"),
        (2, 4, "1-2"),
        (3, 7, "1-3"),
        (1, 9, "1-3"),
        (99, 1, "4-1"),
        (3, 2, "3-2"),
        (29, 20, "1-1"),
        (5, 0, "4-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    assert ODDS.of(attack, defence) == column


def test_below_the_table_the_lowest_column_is_not_really_met() -> None:
    assert not ODDS.meets(1, 9, "1-3")
    assert ODDS.meets(3, 9, "1-3")


@given(st.integers(0, 99), st.integers(1, 99))
def test_more_attack_never_worsens_the_odds(attack: int, defence: int) -> None:
    assert ODDS.at_least(ODDS.of(attack + 1, defence), ODDS.of(attack, defence))
    assert ODDS.at_least(ODDS.of(attack, defence), ODDS.of(attack, defence + 1))


@given(st.integers(0, 99), st.integers(0, 30), st.sampled_from(ODDS.labels))
def test_the_least_attack_of_a_column_is_fought_in_it_and_no_lesser_one_is(
    attack: int, defence: int, column: str
) -> None:
    assert ODDS.at_least(ODDS.of(attack, defence), column) == (attack >= ODDS.least(column, defence))


@given(st.integers(-30, 30), st.sampled_from(DIFFERENCES.labels))
def test_the_least_difference_of_a_column_is_fought_in_it_and_no_lesser_one_is(difference: int, column: str) -> None:
    least = DIFFERENCES.least(column)
    assert DIFFERENCES.at_least(DIFFERENCES.of(difference), column) == (least is None or difference >= least)


@pytest.mark.parametrize(
    ("difference", "column"),
    [
        (-9, "-2 or less"),
        (-2, "-2 or less"),
        (-1, "-1"),
        (0, "0"),
        (1, "+1 to +2"),
        (2, "+1 to +2"),
        (3, "+3 to +5"),
        (5, "+3 to +5"),
        (6, "+6 or more"),
        (60, "+6 or more"),
    ],
)
def test_differences_fall_into_their_ranges(difference: int, column: str) -> None:
    assert DIFFERENCES.of(difference) == column


def test_a_table_without_open_ends_keeps_differences_within() -> None:
    closed = DifferentialColumns(["0 to 1", "2 to 3"])
    assert (closed.of(-5), closed.of(9)) == ("0 to 1", "2 to 3")


def test_shifts_stay_within_the_table() -> None:
    assert ODDS.shifted("1-1", 2) == "2-1"
    assert ODDS.shifted("1-1", -1) == "1-2"
    assert ODDS.shifted("3-1", 9) == "4-1"
    assert ODDS.shifted("1-2", -9) == "1-3"


def test_an_attacker_may_go_down() -> None:
    assert ODDS.down_from("1-1") == ("1-1", "1-2", "1-3")
    assert ODDS.down_from("1-3") == ("1-3",)
    assert ODDS.better("1-1", "3-1") == ODDS.better("3-1", "1-1") == "3-1"


@pytest.mark.parametrize(
    ("make", "labels", "fault"),
    [
        (OddsColumns, ["1-1", "1-2"], "must grow"),
        (OddsColumns, ["1-1", "2-2"], "must grow"),
        (OddsColumns, ["1:1"], "no odds column"),
        (OddsColumns, ["1-0"], "no odds column"),
        (DifferentialColumns, ["0", "+2"], "without a gap"),
        (DifferentialColumns, ["0 or more", "+1"], "without a gap"),
        (DifferentialColumns, ["+3 to +1"], "backwards"),
        (DifferentialColumns, ["many"], "no column"),
        (Columns, ["a", "a"], "differ"),
        (Columns, [], "must be there"),
    ],
)
def test_columns_that_make_no_table_are_a_bug(make: type[Columns], labels: list[str], fault: str) -> None:
    with pytest.raises(RulesBug, match=fault):
        make(labels)


def test_a_column_that_is_not_there_is_a_bug() -> None:
    with pytest.raises(RulesBug, match="no column 9-1"):
        ODDS.shifted("9-1", 1)
