"""What the rules of Bulge and reports of games say about its map."""

from __future__ import annotations

import pytest

GAME = "bulge"


def words(text):
    return text.split()


GERMAN_UNITS = words("0501 0401 1206 1305 1004 0502 1405 0402 0704 1306 0904 1702 0103 1604 0303 0203 1505 1106")
US_UNITS = ["0104", "0304", "0403", "0503", "0804", "0406", "1005", "1307", "1109", "1506", "1802", "1905"]
ATTACKS = words(
    "0103-0104 0203-0304 0303-0403 0502-0503 0904-0804 1004-1005 1106-1005 1206-1307 1306-1307 1405-1506"
    " 1505-1506 1702-1802"
)


@pytest.fixture
def map(map_of):
    return map_of(GAME)


def test_the_grid(map):
    assert len(map.grid.all()) == 426
    for pair in ["1206-1307", "1005-0906", "0503-0504", "1506-1606", "1606-1707", "1307-1308", "0403-0503"]:
        assert map.grid.adjacent(*pair.split("-"))


def test_the_edges_of_case_2_3_1(map):
    assert map.edge("north") == {f"01{place:02}" for place in range(5, 26)}
    assert map.edge("west") == {f"{row:02}25" for row in range(2, 13)}
    assert map.edge("south") == {f"19{place:02}" for place in range(2, 19)}
    assert map.edge("east") == {f"{row:02}01" for row in range(1, 20)}
    for name in map.edges:
        assert all(len(map.grid.neighbours(hex)) < 6 for hex in map.edge(name))


@pytest.mark.parametrize(
    ("town", "hex"),
    [
        ("Monschau", "0104"),
        ("Malmedy", "0407"),
        ("St. Vith", "0707"),
        ("Vielsalm", "0809"),
        ("Clervaux", "1308"),
        ("Vianden", "1506"),
        ("Ettelbruck", "1707"),
        ("Echternach", "1802"),
    ],
)
def test_towns_of_the_reports(map, town, hex):
    assert map.towns[town] == (hex,)


def test_bridges_within_three_hexes_of_0407(map):
    near = set(map.grid.within("0407", 3))
    assert [side for side in map.bridges if set(side.split("-")) & near]


@pytest.mark.parametrize("hex", ["1307", "1506"])
def test_a_bridge_and_a_plain_river_side_face_the_germans(map, hex):
    facing = [map.between(hex, near) for near in map.grid.neighbours(hex) if near in map.german_ground]
    wet = [side for side in facing if side.river]
    assert any(side.bridge for side in wet)
    assert any(not side.bridge for side in wet)


def test_the_salm_reaches_0710(map):
    assert any("0710" in side.split("-") for side in map.rivers["Salm"].sides)


def test_0407_is_a_town_in_light_woods(map):
    assert map.terrain_of("0407") == "light-woods"
    assert map.town_at("0407") == "Malmedy"


def test_the_front_separates_the_set_ups(map):
    assert set(GERMAN_UNITS) <= map.german_ground
    assert not set(US_UNITS) & map.german_ground


@pytest.mark.parametrize("attack", ATTACKS)
def test_attackers_of_the_first_turn_touch_their_defenders(map, attack):
    assert map.grid.adjacent(*attack.split("-"))


def test_exits_lie_north_and_west_with_their_factors(map):
    factors = {hex: exit for hex, exit in map.exits.items() if exit.worth is not None}
    assert {exit.edge for exit in factors.values()} == {"north", "west"}
    spa, exit = map.towns["Spa"][0], "0110"
    assert map.grid.direction(spa, exit) == "NW"
    assert factors[exit].worth == 2
    assert factors["0118"].worth == 4
    assert factors["0123"].worth == 4


def test_reinforcements_can_enter_over_every_edge_by_road(map):
    for name in ("north", "west", "south", "east"):
        roads = [hex for hex, exit in map.exits.items() if exit.edge == name]
        assert len(roads) >= 4
        assert set(roads) <= map.edge(name)
