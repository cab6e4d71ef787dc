"""What the errata of 1973 and the set-up say about the map of The Ardennes Offensive."""

from __future__ import annotations

import pytest

from pbem.office.rulesets import ruleset
from pbem.report.drawing.svg import draw as svg
from pbem.ruleset import View
from pbem_rules.ardennes_offensive.board import the_map

GAME = "ardennes_offensive"


def words(text):
    return text.split()


GERMAN_FRONT = words(
    "0207 0307 0308 0406 0506 0605 0705 0805 0905 1005 1105 1204 1304 1404 1505 1506 1606 1707 1807 1908"
    " 1909 2009 2110 2210 2311 2410 2510 2610 2709 2710 2808 2908 3006 3007 3105 3106 3204 3303 3304 3402"
    " 3502 3602"
)
ALLIED_FRONT = words(
    "0208 0309 0407 0408 0507 0606 0706 0806 0906 1006 1106 1205 1305 1405 1406 1507 1607 1708 1808 1809"
    " 1910 2010 2111 2211 2312 2411 2511 2611 2711 2809 2810 2909 3008 3107 3108 3205 3206 3305 3403 3404"
    " 3503 3603"
)
GERMAN_UNITS = words(
    "0207 0308 0605 0705 0805 0804 0904 0803 1005 1004 1103 1003 1002 1105 1104 1203 1204 1304 1606 1707"
    " 1807 1806 1908 1909 1907 2110 2009 2210 2311 2310 2510 2509 2508 2408 2710 2709 2808 2908 3007 2907"
    " 3106 3204 3402 3203"
)
ALLIED_UNITS = words(
    "0309 0407 0507 0607 0709 0706 0906 1106 1305 1406 1708 2010 2312 2809 3107 0911 2114 3305 3503 3604"
    " 1016 1411 2521 3622"
)


@pytest.fixture
def map(map_of):
    return map_of(GAME)


def test_the_grid(map):
    """Row from the north, place from the east; odd rows half a hex to the east (2311 and 3111 prove it)."""
    assert len(map.grid.all()) == 37 * 42
    assert map.grid.adjacent("2311", "2211")
    assert map.grid.adjacent("3111", "3010")
    assert map.grid.direction("0310", "0309") == "E"
    assert not map.grid.adjacent("2311", "2212")


def test_off_limits_and_map_edge_hexes(map):
    off = {f"01{place:02}" for place in range(1, 9)} | {"3701", "3702"}
    assert map.area("off-limits") == off
    rim = {hex for hex in map.grid.all() if hex[:2] in ("01", "37") or hex[2:] == "42"}
    assert map.area("map-edge") == rim - off
    sections = [map.area(f"section {name}") for name in ("NE", "NW", "W", "SW", "SE")]
    assert sum(len(section) for section in sections) == len(rim - off)
    assert frozenset().union(*sections) == rim - off


def test_no_river_between_2311_and_2211(map):
    assert map.between("2311", "2211").river == ""


def test_a_bridge_between_3111_and_3010(map):
    assert map.between("3111", "3010").bridge
    assert map.road("3111", "3010")


@pytest.mark.parametrize("hex", ["1107", "2819", "1016"])
def test_hexes_that_are_clear(map, hex):
    assert map.terrain_of(hex) == "clear"


def test_the_impassable_hexes(map):
    assert {hex for hex, place in map.hexes.items() if place.impassable} == {"1506", "1516", "3505", "3612"}
    assert not any(map.on_road(hex) for hex in ("1506", "1516", "3505", "3612"))


@pytest.mark.parametrize(("town", "hex"), [("Monschau", "0309"), ("St. Vith", "1411"), ("Bastogne", "2521")])
def test_towns_the_rules_name(map, town, hex):
    assert map.towns[town] == (hex,)


def test_the_start_line_runs_from_0108_to_3702(map):
    assert map.front[0] == "0108-0109"
    assert map.front[-1] == "3702-3703"


def test_the_front_hexes_of_both_sides(map):
    live = set(map.grid.all()) - map.area("off-limits") - map.area("map-edge")

    def front(side):
        return sorted(hex for hex in side & live if any(near in live - side for near in map.grid.neighbours(hex)))

    assert front(map.german_ground) == GERMAN_FRONT
    assert front(live - map.german_ground) == sorted(ALLIED_FRONT)


def test_the_front_separates_the_set_ups(map):
    assert set(GERMAN_UNITS) <= map.german_ground
    assert not set(ALLIED_UNITS) & map.german_ground


def test_bridges_the_start_line_crosses_and_bridges_behind_it(map):
    crossed = [side for side in map.bridges if side in map.front]
    behind = [side for side in map.bridges if set(side.split("-")) <= map.german_ground]
    assert crossed
    assert behind


def test_the_meuse_has_land_on_its_western_bank(map):
    """From Huy to the west edge and beyond Namur and Dinant, as the British restriction needs it."""
    west = {hex for side in map.rivers["Meuse"].sides for hex in side.split("-")}
    assert {"0639", "1539", "2040"} & west
    assert map.rivers["Meuse"].class_ == "major"


def test_every_kind_of_ground_the_rules_speak_of(map):
    walls = [place for place in map.hexes.values() if place.west_wall]
    assert {place.west_wall for place in walls} == {"intact", "cleared"}
    assert any(place.terrain == "rough" and place.west_wall == "intact" for place in walls)
    assert {river.class_ for river in map.rivers.values()} == {"major", "river", "stream"}  # streams are forded
    assert map.bridges
    assert map.towns
    rough = sum(map.terrain_of(hex) == "rough" for hex in map.grid.all())
    assert 1 / 3 < rough / len(map.grid.all()) < 1 / 2


def test_exits_lead_over_every_edge(map):
    """Exit hexes are live hexes next to the Allied map edge, with a road that goes on into it."""
    edges = {exit.edge for exit in map.exits.values()}
    assert edges == {"NE", "NW", "W", "SW", "SE", "east"}
    for hex, exit in map.exits.items():
        if exit.edge != "east":
            section = map.area(f"section {exit.edge}")
            assert [near for near in map.grid.neighbours(hex) if near in section and map.road(hex, near)], hex
        else:
            assert hex.endswith("01")
            assert map.on_road(hex)


def test_the_drawing_marks_where_sections_of_the_edge_meet():
    """14.1 Four sides, between the five sections; the legend has them, that of other maps has not."""
    drawn = ruleset("ardennes-offensive").wording.picture(View("", None), None)
    met = [line.points for line in drawn.lines if line.kind == "section"]
    grid = the_map().grid
    for points, pair in zip(met, [("0125", "0126"), ("0142", "0242"), ("3642", "3742"), ("3722", "3723")], strict=True):
        corners = [{grid.drawn(corner) for corner in grid.corners(hex)} for hex in pair]
        assert set(points) == corners[0] & corners[1]
    assert "sections of the map edge meet" in svg(drawn)
    assert "sections of the map edge meet" not in svg(ruleset("bulge").wording.picture(View("", None), None))
