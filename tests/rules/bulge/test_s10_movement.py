"""10. Movement."""

from __future__ import annotations

import pytest


def reached(ask, table, unit):
    return ask(table, "moves", unit).data["hexes"]


@pytest.mark.case("BU", "10.2b")
def test_twenty_five_hexes_at_most(ask, place):
    found = reached(ask, place({"3 Arm": "1911", "1SS": "0101"}, side="allied"), "3 Arm")
    by_mech = [cost for cost in found.values() if "/" in cost]
    assert max(int(cost.split("/")[0]) for cost in by_mech) == 24
    assert all(int(cost.split("/")[0]) <= 25 for cost in by_mech)
    assert found["1411"] == "6/5"


def test_a_way_must_be_one_that_can_be_read(problems_of):
    assert "no hex '9999'" in problems_of("german", "movement: [{1SS: 0601 9999}]")[0]
    assert "no word for a way: 'past'" in problems_of("german", "movement: [{1SS: past 0601}]")[0]
    assert "did you mean" in " ".join(problems_of("german", "movement: [{13SS: 0601}]")) or problems_of(
        "german", "movement: [{13SS: 0601}]"
    )
