"""11. Allied bridge interdiction."""

from __future__ import annotations

import pytest

from pbem_rules.bulge.board import the_map
from pbem_rules.bulge.table import lay_of


@pytest.mark.case("BU", "11.0")
def test_the_example_of_the_first_division_in_0407(place):
    """Every bridge within three hexes of 0407, whatever stands between; R-18: one of its hexes is enough."""
    closed = lay_of(place({"1": "0407"})).closed
    grid = the_map().grid
    wanted = {side for side in the_map().bridges if min(grid.distance("0407", hex) for hex in side.split("-")) <= 3}
    assert closed == wanted
    assert {"0407-0507", "0408-0509", "0409-0509", "0509-0510", "0510-0610"} <= closed
    assert "0705-0706" in closed
    assert "1206-1307" not in closed


@pytest.mark.case("BU", "11.0")
def test_zones_enemies_and_supply_do_not_matter(place):
    alone = lay_of(place({"1": "0407"})).closed
    crowded = lay_of(place({"1": "0407", "1SS": "0507", "2SS": "0307", "9SS": "0406", "12SS": "0408"})).closed
    assert alone == crowded


@pytest.mark.case("BU", "11.0")
def test_germans_close_no_bridges(place):
    assert lay_of(place({"1SS": "0407"})).closed == frozenset()


@pytest.mark.case("BU", "11.0")
def test_the_switch_for_both_hexes(place):
    """R-18"""
    either = lay_of(place({"1": "0407"})).closed
    both = lay_of(place({"1": "0407"}, {"bridges": "both hexes"})).closed
    assert both < either
    assert "0407-0507" in both
    grid = the_map().grid
    assert both == {
        side for side in the_map().bridges if max(grid.distance("0407", hex) for hex in side.split("-")) <= 3
    }
