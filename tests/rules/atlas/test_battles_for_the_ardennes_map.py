"""What the published variants of Battles for the Ardennes and reports of games say about its four maps."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

GAME = "battles_for_the_ardennes"


def words(text):
    return text.split()


DUMPS = words(
    "B0108 B0711 B0716 B0805 B1110 B1211 B1319 B1413 B1420 B1518 B1609 B1919 B2009 B2010 D0715 D1006"
    " D1115 D1611 D1706 D1914 D0408 D0713 A0215 A0510 A0518 A0812 A1215 A1421 A1612 A1815 A2223 A2224"
    " A2323 A2324 C1027 C1727"
)
COST = {"clear": 2, "light-woods": 3, "heavy-woods": 4}  # mechanized, bad ground


@pytest.fixture
def map(map_of):
    return map_of(GAME)


@pytest.mark.parametrize(
    ("one", "other"),
    [("B0108", "D2308"), ("C1727", "D1706"), ("C1027", "D1006"), ("A0129", "B0108"), ("C2329", "D2308")],
)
def test_the_maps_overlap(map, one, other):
    assert map.grid.proper(one) == map.grid.proper(other)


def test_the_joined_map(map):
    assert len(map.grid.all()) == 45 * 50
    assert map.grid.distance("B1125", "B1512") == 15


def test_the_way_of_the_commandos_costs_19(map):
    """16.47: the fewest mechanized movement points from Stadtkyll to 1512."""
    start, goal = map.grid.proper("B1125"), map.grid.proper("B1512")
    far, heap = {start: 0}, [(0, start)]
    while heap:
        cost, here = heappop(heap)
        for there in map.grid.neighbours(here):
            side = map.between(here, there)
            if side.river and not side.road:
                continue
            step = 1 + bool(side.river) if side.road else COST[map.terrain_of(there)]
            if cost + step < far.get(there, 999):
                far[there] = cost + step
                heappush(heap, (cost + step, there))
    assert far[goal] == 19


@pytest.mark.parametrize("hex", DUMPS)
def test_every_depot_is_a_town_or_city(map, hex):
    assert map.town_at(hex)


def test_cities_of_several_hexes(map):
    assert set(map.towns["Liege"]) == {map.grid.proper(hex) for hex in ("A2223", "A2224", "A2323", "A2324")}
    assert set(map.towns["Verviers"]) == {map.grid.proper(hex) for hex in ("B2009", "B2010")}


@pytest.mark.parametrize(
    ("place", "hex"),
    [
        ("Stadtkyll", "B1125"),
        ("Stavelot", "B1211"),
        ("St. Vith", "B0716"),
        ("Houffalize", "B0108"),
        ("Bastogne", "D1706"),
        ("Clervaux", "D1914"),
        ("Marche", "A0518"),
        ("Huy", "A1815"),
    ],
)
def test_places_the_text_identifies(map, place, hex):
    assert map.place(hex).name == place


@pytest.mark.parametrize("hex", ["B0419", "B0924", "B1422", "B1721", "B2019"])
def test_set_up_hexes_of_1940_are_west_wall(map, hex):
    assert map.place(hex).west_wall == "intact"


@pytest.mark.parametrize("hex", ["B1421", "B1321", "B1022", "B0116", "B0711", "B0412"])
def test_american_positions_lie_west_of_the_front(map, hex):
    assert map.grid.proper(hex) not in map.german_ground


def test_the_112th_stands_behind_a_ford_of_the_our(map):
    """A report lets the 116th Panzer Division ford the Our in the north."""
    fords = [map.ford("B0116", near) for near in map.grid.neighbours("B0116")]
    assert [ford for ford in fords if ford and ford.river == "Our"]


def test_the_meuse_is_bridged_only_at_its_towns(map):
    towns = {"Givet", "Hastiere", "Dinant", "Yvoir", "Namur", "Andenne", "Huy", "Liege", "Sedan", "Donchery", "Flize"}
    towns |= {"Charleville-Mezieres", "Nouzonville", "Montherme", "Revin", "Fumay", "Profondeville", "Stenay", "Mouzon"}
    for side, bridge in map.bridges.items():
        if bridge.river == "Meuse":
            near = {map.place(hex).name for hex in side.split("-")}
            assert near & towns, side
