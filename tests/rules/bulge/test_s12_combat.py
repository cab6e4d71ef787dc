"""12. Combat."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import the_tables


@pytest.mark.case("BU", "12.1b")
def test_columns_end_at_both_sides_of_the_table():
    columns = the_tables().columns
    assert columns.of(-20) == "-4 or less"
    assert columns.of(30) == "+12 or more"
    assert columns.shifted("+12 or more", 5) == "+12 or more"
    assert [columns.of(n) for n in (-4, -3, -2, -1, 0, 1, 2, 3, 5, 6, 8, 9, 11, 12)] == [
        "-4 or less", "-3 to -2", "-3 to -2", "-1", "0", "+1 to +2", "+1 to +2", "+3 to +5", "+3 to +5",
        "+6 to +8", "+6 to +8", "+9 to +11", "+9 to +11", "+12 or more",
    ]  # fmt: skip
