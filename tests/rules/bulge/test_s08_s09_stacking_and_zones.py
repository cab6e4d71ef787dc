"""8. Stacking and 9. zones of control."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import around
from pbem_rules.bulge.table import lay_of


@pytest.mark.case("BU", "9.0")
def test_every_unit_has_a_zone_in_its_own_and_the_six_hexes_around(place):
    """The example: the US 1st Division in 0407; supply does not matter, nor the map's edge."""
    lay = lay_of(place({"1": "0407", "2 Pz": "0101"}))
    assert lay.zones["allied"] == {"0407", "0307", "0308", "0406", "0408", "0507", "0508"}
    assert lay.zones["german"] == {"0101", *around("0101")}
    assert len(around("0101")) == 2


@pytest.mark.case("BU", "9.1a")
def test_trips_end_in_enemy_zones(ask, place):
    table = place({"1SS": "0602", "14": "0504"}, turn=2)
    reached = ask(table, "moves", "1SS").data["hexes"]
    assert "0603" in reached
    assert "0404" not in reached  # beyond 0504, where the enemy stands
