"""10. Movement."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.s10_movement import cannot_move
from pbem_rules.bulge.sheets import MoveLine


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
    assert 'no hex after to, read "St."' in problems_of("german", "movement: [{1SS: to St. Vith}]")[0]
    assert "no hex after via" in problems_of("german", "movement: [{1SS: to 0601 via}]")[0]
    crt = problems_of("german", "before: [{attack: 0304, with: [1SS], crt: second}]")[0]
    assert 'read "second", wanted primary or secondary' in crt
    assert "did you mean" in " ".join(problems_of("german", "movement: [{13SS: 0601}]")) or problems_of(
        "german", "movement: [{13SS: 0601}]"
    )


@pytest.mark.case("BU", "3.1b", "10.1")
def test_who_falls_short_by_the_way_out_is_told_what_it_costs(place):
    table = place({"26 VG": "0118", "2": "1902"})
    way = MoveLine(unit="26 VG", way="0119 0120 0121 0122 0123 exit 0123")
    assert cannot_move(table, "german", way) == (
        "10.1",
        "26 VG needs 6 points and has 5",
        "0119 1, 0120 2, 0121 3, 0122 4, 0123 5, exit 6",
    )
