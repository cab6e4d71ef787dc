"""The form of map files: what a map of hexes says of a hex, of a side, of itself."""

from __future__ import annotations

import pytest

from pbem.kit.data import load
from pbem.kit.mapdata import HexMap, Hexside, check_map
from pbem.kit.mapgrid import expanded
from pbem.model.errors import RulesBug

TEXT = """\
provenance: {certainty: reconstructed, source: made up}
title: Two Valleys
grid: {tops: pointy, shifted: odd, toward: east, sheets: [{rows: 01-04, columns: 01-05}], missing: [0405]}
default: clear
hexes:
  0102: {terrain: woods}
  0203: {terrain: woods, town: Alder, worth: 3}
  0204: {city: Brook}
  0304: {village: Cray, west-wall: intact}
  0401: {terrain: rough, impassable: yes}
rivers:
  Dunn: {class: river, sides: [0102-0103, 0102-0203, 0202-0203, 0203-0302]}
bridges: {0202-0203: {river: Dunn, owner: German, state: blown}}
fords: {0102-0103: {river: Dunn}}
roads: {main: [0201-0202, 0202-0203, 0203-0204], secondary: [0204-0304]}
exits: {0201: {edge: west, to: Dale, worth: 2}}
front: [0202-0203]
german: [0203-0205]
edges: {north: [0101-0105], west: [0101-0401]}
areas: {valley: [0102-0103, 0301]}
"""


def read(text: str) -> HexMap:
    map, problems = load(HexMap, text, "map.yaml")
    assert map is not None, problems
    return map


@pytest.fixture(scope="module")
def map() -> HexMap:
    return read(TEXT)


def test_the_grid_lacks_the_missing_hexes(map):
    assert len(map.grid.all()) == 19
    assert not map.grid.contains("0405")


def test_terrain_and_the_default(map):
    assert map.terrain_of("0102") == "woods"
    assert map.terrain_of("0204") == map.terrain_of("0101") == "clear"


def test_towns_are_not_villages(map):
    assert map.towns == {"Alder": ("0203",), "Brook": ("0204",)}
    assert map.town_at("0304") == ""
    assert map.place("0304").name == "Cray"
    assert map.place("0203").worth == 3
    assert map.place("0401").impassable
    assert not map.place("0101").impassable


def test_sides_both_ways(map):
    blown = Hexside("Dunn", "river", bridge=True, ford=False, road="main")
    assert map.between("0203", "0202") == map.between("0202", "0203") == blown
    assert map.sides["0103", "0102"] == Hexside("Dunn", "river", ford=True)
    assert map.between("0101", "0102") == Hexside()


def test_crossings_and_roads(map):
    bridge = map.bridge("0203", "0202")
    assert bridge is not None
    assert (bridge.owner, bridge.state) == ("German", "blown")
    assert map.ford("0103", "0102") is not None
    assert map.ford("0202", "0203") is None
    assert map.road("0304", "0204") == "secondary"
    assert map.road("0101", "0102") == ""
    assert map.on_road("0304")
    assert map.on_road("0201")
    assert not map.on_road("0301")


def test_sets_of_hexes(map):
    assert map.german_ground == {"0203", "0204", "0205"}
    assert map.edge("west") == {"0101", "0201", "0301", "0401"}
    assert map.area("valley") == {"0102", "0103", "0301"}


def test_stretches_with_letters(map):
    letters = read(TEXT.replace("{rows: 01-04", "{letter: B, rows: 01-04").split("default:")[0]).grid
    assert expanded(("B0103-B0101", "B0202"), letters) == ("B0101", "B0102", "B0103", "B0202")
    with pytest.raises(RulesBug):
        expanded(("B0101-B0202",), letters)


def test_a_map_without_faults(map):
    assert map.faults() == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("0102: {terrain", "0199: {terrain", 6, "0199 is no hex of the map"),
        ("exits: {0201", "exits: {0001", 16, "0001 is no hex of the map"),
        ("front: [0202-0203]", "front: [0203-0202]", 17, "0203-0202 is called 0202-0203"),
        ("front: [0202-0203]", "front: [0202-0299]", 17, "0202-0299 is no hexside of the map"),
        ("secondary: [0204-0304]", "secondary: [0204-0404]", 15, "0204 and 0404 share no hexside"),
        ("fords: {0102-0103", "fords: {0103-0104", 14, "no river under 0103-0104"),
        (
            "fords: {0102-0103: {river: Dunn",
            "fords: {0102-0103: {river: Don",
            14,
            "0102-0103 is on the Dunn, not on the Don",
        ),
        ("main: [0201-0202", "main: [0102-0203, 0201-0202", 15, "0102-0203 crosses a river without bridge or ford"),
        ("main: [0201-0202", "main: [0301-0401, 0201-0202", 15, "the road enters 0401, which is impassable"),
        ("german: [0203-0205]", "german: [0203-0305]", 18, "0203-0305 is no stretch of one row or column"),
        ("west: [0101-0401]", "west: [0101-0901]", 19, "0901 is no hex of the map"),
    ],
)
def test_faults_are_told_with_their_line(old, new, line, told):
    problems = check_map(TEXT.replace(old, new), "map.yaml")
    assert [(problem.where.line, problem.message) for problem in problems] == [(line, told)]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("terrain: woods}", "terain: woods}", 6),
        ("rows: 01-04", "rows: four", 3),
        ("german: [0203-0205]", "german: [0203 to 0205]", 18),
        ("class: river", "class: brook", 12),
    ],
)
def test_words_it_does_not_know_are_told_with_their_line(old, new, line):
    problems = check_map(TEXT.replace(old, new, 1), "map.yaml")
    assert [problem.where.line for problem in problems] == [line]
