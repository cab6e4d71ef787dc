"""What the rules of Enemy Action: Ardennes, their examples and the addenda of 2019 say about its map."""

from __future__ import annotations

import itertools

import pytest

GAME = "enemy_action_ardennes"


def words(text):
    return text.split()


CRISIS = words(
    "0205 0305 0604 0612 0705 0810 0911 0809 0808 0806 0909 1215 1010 1213 1312 1008 1108 1207 1308 1117"
    " 1116 1316 1410 1417 1518 1517 1715 1813 1816 2014 2015 2215 2314 2213 2208 2007 1712 2010 2206 2404"
    " 2403 2503 2209 0306 0405 0506 0507 0606 0607 0707 0512 0709 0711 0812 0912 1212 1111 1109 1311 0615"
    " 1208 0617 0816 0513 1017 1219 1218 0521 2307 1309 1814 1915 1815 2306 2308 2505 2504 2603"
)


@pytest.fixture
def map(map_of):
    return map_of(GAME)


def river(map, side):
    return map.between(*side.split("-")).river


def test_the_grid(map):
    for pair in ("0116-0117", "0625-0626", "1728-1729", "2302-2303"):
        assert map.grid.direction(*pair.split("-")) == "W"
    assert map.grid.distance("1708", "1713") == 5
    assert map.grid.distance("0804", "1004") == 2
    assert all(map.grid.adjacent("1321", hex) for hex in ("1320", "1220", "1420"))


@pytest.mark.parametrize("hex", CRISIS)
def test_the_set_up_of_crisis_fits_the_map(map, hex):
    assert map.grid.contains(hex)


def test_the_meuse_as_2_1_describes_it(map):
    assert river(map, "0116-0117") == river(map, "0625-0626") == river(map, "1728-1729") == "Meuse"
    assert map.towns["Liege"] == ("0116", "0117")
    huy = map.towns["Huy"][0]
    assert "Meuse" in {map.between(huy, near).river for near in map.grid.neighbours(huy) if near < huy}
    assert map.towns["Dinant"] == ("1125",)
    assert river(map, "1125-1126") == "Meuse"
    givet = map.towns["Givet"][0]
    east = map.grid.neighbour(givet, "E")
    assert map.between(givet, east).river == "Meuse"
    assert map.towns["Namur"] == ("0526",)


def test_the_meuse_parts_the_map(map):
    """From the north edge to the west edge: Namur and Givet lie beyond it, Huy and Dinant on this side."""
    seen, edge = {"0129"}, ["0129"]
    for here in edge:
        for there in map.grid.neighbours(here):
            if there not in seen and map.between(here, there).river != "Meuse":
                seen.add(there)
                edge.append(there)
    assert {"0117", "0526", map.towns["Givet"][0], "1126", "1729"} <= seen
    assert not {"0116", "1125", map.towns["Huy"][0], "1728", "1814"} & seen


@pytest.mark.parametrize("side", ["1707-1708", "1907-1908", "2106-2107", "2303-2304"])
def test_bridges_that_start_blown(map, side):
    """12.2: on the Our and its mouth, going west; German ones."""
    bridge = map.bridges[side]
    assert (bridge.owner, bridge.state) == ("German", "blown")
    assert bridge.river in ("Our", "Sauer")


@pytest.mark.parametrize("side", ["0302-0303", "0502-0503", "1802-1803", "1903-1904", "2202-2203"])
def test_intact_german_bridges(map, side):
    """12.2 and the addenda: five behind the German lines."""
    bridge = map.bridges[side]
    assert (bridge.owner, bridge.state) == ("German", "intact")
    assert bridge.river == "Prüm" or side < "06"


def test_the_bridge_the_addenda_add(map):
    assert map.between("2302", "2303").bridge


def test_no_other_bridge_is_german_or_blown(map):
    assert len([bridge for bridge in map.bridges.values() if bridge.owner == "German"]) == 10
    assert len([bridge for bridge in map.bridges.values() if bridge.state == "blown"]) == 4


def test_trois_ponts(map):
    """A town in a forest, with the two bridges of Crisis."""
    assert map.town_at("0812") == "Trois-Ponts"
    assert map.terrain_of("0812") == "forest"
    bridges = [map.bridge("0812", near) for near in map.grid.neighbours("0812")]
    assert len([bridge for bridge in bridges if bridge]) == 2


@pytest.mark.parametrize(("hex", "bridges"), [("1118", 1), ("1515", 1), ("2107", 1)])
def test_bridges_that_crisis_blows(map, hex, bridges):
    found = [near for near in map.grid.neighbours(hex) if map.bridge(hex, near)]
    assert len(found) >= bridges


def test_the_infantry_of_example_a_has_five_road_hexes_to_1713(map):
    """7.5: from 1708 straight west; Wiltz is another way."""
    way = ("1708", "1709", "1710", "1711", "1712", "1713")
    assert all(map.road(one, other) for one, other in itertools.pairwise(way))


@pytest.mark.parametrize("hex", ["1906", "1708", "2413"])
def test_units_of_the_movement_examples_start_on_roads(map, hex):
    assert map.on_road(hex)


def test_2312_is_a_dead_end_one_can_reach_from_2413(map):
    ways = [near for near in map.grid.neighbours("2312") if map.road("2312", near)]
    assert len(ways) == 1
    assert map.road(ways[0], "2413")


def test_2413_has_roads_north_to_martelange_and_east_to_ettelbruck(map):
    assert map.road("2413", map.towns["Martelange"][0])
    steps, here = 0, {"2413"}
    goal = map.towns["Ettelbruck"][0]
    while goal not in here and steps < 10:
        here |= {near for hex in here for near in map.grid.neighbours(hex) if map.road(hex, near)}
        steps += 1
    assert steps <= 9


def test_st_hubert_is_a_town_worth_points(map):
    assert map.towns["St. Hubert"] == ("1719",)
    assert map.place("1719").worth


def test_the_four_towns_of_crisis_are_worth_eight(map):
    assert sum(map.place(map.towns[t][0]).worth for t in ("St. Vith", "Ettelbruck", "La Roche", "St. Hubert")) == 8


def test_hexes_with_improved_positions_are_no_towns(map):
    assert not any(map.town_at(hex) for hex in ("1212", "1915", "2213", "2215"))


def test_exits_and_hexes_without_exit(map):
    assert map.exits["2605"].edge == "south"
    assert map.exits["0129"].edge == "west"
    assert map.area("no exit") == {"0201", "0205", "0206"}
    assert all(hex in map.edge("north") for hex in ("0201", "0205", "0206"))
    assert "1728" in map.edge("south")
    assert "1729" in map.edge("west")


def test_the_west_wall_runs_from_edge_to_edge(map):
    wall = {hex for hex, place in map.hexes.items() if place.west_wall}
    seen, edge = {"0205"}, ["0205"]
    for here in edge:
        for there in map.grid.neighbours(here):
            if there in wall and there not in seen:
                seen.add(there)
                edge.append(there)
    assert seen == wall
    assert "2601" in wall


def test_units_in_play_on_16_december_stand_on_their_side(map):
    assert not {"2403", "2205"} & map.german_ground
    assert {"1607", "1906", "0804"} - {"0804"} <= map.german_ground


def test_german_armies_overlap_their_neighbours_only(map):
    sixth, fifth, seventh = (map.area(name) for name in ("6th Panzer Army", "5th Panzer Army", "7th Army"))
    assert sixth & fifth
    assert fifth & seventh
    assert not sixth & seventh
