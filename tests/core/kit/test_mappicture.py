"""The empty map as a picture: what the map file holds is drawn, at the place where it is."""

from __future__ import annotations

from dataclasses import fields

import pytest

from pbem.kit.data import read_data, typed
from pbem.kit.mapdata import HexMap
from pbem.kit.mappicture import PACE, joined, picture_of, short
from pbem.model.picture import Picture

TEXT = """\
provenance: {certainty: reconstructed, source: made up}
title: Two Valleys
grid: {tops: pointy, shifted: odd, toward: east, sheets: [{rows: 01-04, columns: 01-05}]}
hexes:
  0203: {terrain: woods, town: Alder, worth: 3, certainty: certain, source: rules}
  0204: {city: Brook}
  0303: {west-wall: intact}
  0401: {terrain: rough, impassable: yes}
rivers:
  Dunn: {class: river, sides: [0102-0103, 0102-0203, 0202-0203]}
bridges: {0202-0203: {river: Dunn, state: blown}}
fords: {0102-0103: {river: Dunn}}
roads: {main: [0201-0202, 0202-0203, 0203-0204], secondary: [0204-0304]}
exits: {0201: {edge: west, to: Dale, worth: 2}}
front: [0202-0203, 0203-0302]
german: [0203-0205, 0303-0305]
areas: {map-edge: [0101-0105]}
borders: [{points: "0 1, 2.5 1, 4 3"}]
"""


@pytest.fixture(scope="module")
def picture() -> Picture:
    data, problems = read_data(TEXT, "map.yaml")
    assert data is not None, problems
    map, _ = typed(HexMap, data.node)
    assert map is not None
    return picture_of(map, data.shares())


def at(picture, hex):
    return next(space for space in picture.spaces if space.id == hex)


def test_spaces(picture):
    assert len(picture.spaces) == 20
    alder = at(picture, "0203")
    assert (alder.terrain, alder.name, alder.row, alder.column) == ("woods", "Alder", "02", "03")
    assert at(picture, "0204").terrain == "city"
    assert at(picture, "0401").terrain == "impassable"
    assert at(picture, "0103").terrain == "map-edge"
    assert at(picture, "0204").centre[0] - alder.centre[0] == pytest.approx(PACE, abs=0.01)


def test_the_terrains_are_those_the_map_has(picture):
    assert {terrain.key for terrain in picture.terrains} == {"clear", "woods", "city", "impassable", "map-edge"}


def test_lines_of_each_kind(picture):
    kinds = [line.kind for line in picture.lines]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "border": 1,
        "front": 1,
        "main-road": 3,
        "river": 1,
        "road": 1,
    }
    assert next(line for line in picture.lines if line.kind == "river").name == "Dunn"
    border = next(line for line in picture.lines if line.kind == "border")
    assert border.points == ((0.0, 1.0), (2.5, 1.0), (4.0, 3.0))


def test_roads_run_through_the_middle_of_towns(picture):
    roads = [line for line in picture.lines if line.kind == "main-road"]
    ends = {point for line in roads for point in (line.points[0], line.points[-1])}
    assert at(picture, "0203").centre in ends


def test_crossings_lie_on_their_sides(picture):
    kinds = {crossing.kind: crossing for crossing in picture.crossings}
    assert set(kinds) == {"blown", "ford"}
    one, other = at(picture, "0202").centre, at(picture, "0203").centre
    assert kinds["blown"].at == pytest.approx(((one[0] + other[0]) / 2, (one[1] + other[1]) / 2), abs=0.01)
    assert kinds["blown"].angle == 0.0


def test_the_wall_has_teeth_to_the_west_only(picture):
    middle = at(picture, "0303").centre
    teeth = [edge for edge in picture.edges if edge.kind == "wall"]
    assert len(teeth) == 3
    assert all(edge.start[0] + edge.end[0] <= 2 * middle[0] for edge in teeth)
    assert len([edge for edge in picture.edges if edge.kind == "closed"]) == 6


def test_towns_and_exits(picture):
    towns = {town.name: town for town in picture.towns}
    assert (towns["Alder"].size, towns["Alder"].worth, towns["Alder"].short) == (2, "3", "Ald")
    assert towns["Brook"].size == 4
    exit = towns["to Dale"]
    assert exit.worth == "2"
    assert exit.at[0] < at(picture, "0201").centre[0]


def test_how_much_is_reconstructed_is_told(picture):
    assert picture.rebuilt.endswith("% of what this map shows")
    share = int(picture.rebuilt.split()[0])
    assert 80 <= share < 100


def test_nothing_moves_on_an_empty_map(picture):
    empty = {field.name for field in fields(Picture) if not getattr(picture, field.name)}
    assert {"counters", "moves", "battles", "forces"} <= empty


def test_pieces_are_joined_to_lines():
    pieces = [((0.0, 0.0), (1.0, 0.0)), ((1.0, 0.0), (2.0, 0.0)), ((2.0, 0.0), (3.0, 0.0))]
    assert joined(pieces) == [[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]]
    assert len(joined(pieces, stops=[(1.0, 0.0)])) == 2
    assert len(joined([*pieces, ((1.0, 0.0), (1.0, 1.0))])) == 3


def test_short_names():
    assert short("St. Vith") == "StV"
