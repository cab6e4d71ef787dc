"""Zones of control."""

from __future__ import annotations

from pbem.kit.control import Exerter, zones_of
from pbem.kit.hexes import HexGrid, MapSheet

GRID = HexGrid((MapSheet((1, 9), (1, 9)),), columns_grow="west")
RIVER = {GRID.hexside("0505", "0506")}
UNITS = [
    Exerter("german", "0505", "2 Pz"),
    Exerter("german", "0507", "26 VG"),
    Exerter("allied", "0303", "110"),
]


def not_over_the_river(exerter: Exerter, hex: str) -> bool:
    return GRID.hexside(exerter.hex, hex) not in RIVER


ZONES = zones_of(UNITS, GRID.neighbours, not_over_the_river)


def test_control_reaches_the_neighbours_that_the_rules_allow() -> None:
    assert ZONES.controls("german", "0504")
    assert not ZONES.controls("german", "0505")  # its own hex is not among the neighbours
    assert not ZONES.controls("allied", "0504")
    assert [e.unit for e in ZONES.controllers("german", "0506")] == ["26 VG"]  # the river stops the other
    assert set(ZONES.hexes("german")) == {
        hex for start in ("0505", "0507") for hex in GRID.neighbours(start)
    }  # 0506 by one of the two


def test_an_enemy_of_one_side_is_everybody_else() -> None:
    assert ZONES.contested("allied", "0504")
    assert not ZONES.contested("german", "0504")
    assert [e.unit for e in ZONES.enemies("german", "0304")] == ["110"]
    assert ZONES.enemies("allied", "0304") == ()


def test_a_friendly_unit_cancels_control_where_the_rules_say_so() -> None:
    assert ZONES.barred("allied", "0504", held=())
    assert not ZONES.barred("allied", "0504", held={"0504"})


def test_the_own_hex_counts_where_the_rules_say_so() -> None:
    own = zones_of(UNITS, lambda hex: [hex], lambda exerter, hex: True)
    assert own.hexes("german") == ("0505", "0507")


def test_the_order_of_units_does_not_matter() -> None:
    again = zones_of(reversed(UNITS), GRID.neighbours, not_over_the_river)
    assert all(again.controllers("german", hex) == ZONES.controllers("german", hex) for hex in GRID.all())
