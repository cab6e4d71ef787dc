"""Hex grids: the numbering of each game proved by pairs of hexes known to touch, and what follows from it."""

from __future__ import annotations

import itertools
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.hexes import HexGrid, MapSheet
from pbem.model.errors import RulesBug

# Row north to south, place east to west, odd rows half a hex to the east.
ARDENNES_OFFENSIVE = HexGrid(
    (MapSheet(rows=(1, 37), columns=(1, 42)),), shifted="odd", toward="east", columns_grow="west"
)
# The same lattice; the south-west corner of the sheet holds the tracks.
BULGE = HexGrid(
    (MapSheet(rows=(1, 12), columns=(1, 25)), MapSheet(rows=(13, 19), columns=(1, 18))),
    shifted="even",
    toward="west",
    columns_grow="west",
)
# Four sheets which overlap by one row and by eight columns; row south to north, column west to east.
BATTLES = HexGrid(
    (
        MapSheet(rows=(1, 23), columns=(1, 29), letter="B", row_offset=22, column_offset=21),
        MapSheet(rows=(1, 23), columns=(1, 29), letter="A", row_offset=22),
        MapSheet(rows=(1, 23), columns=(1, 29), letter="D", column_offset=21),
        MapSheet(rows=(1, 23), columns=(1, 29), letter="C"),
    ),
    shifted="even",
    toward="east",
    rows_grow="north",
)
# Row 01 lacks its seven eastern hexes.
ENEMY_ACTION = HexGrid(
    (MapSheet(rows=(1, 1), columns=(8, 29)), MapSheet(rows=(2, 26), columns=(1, 29))),
    shifted="odd",
    toward="east",
    columns_grow="west",
)
# The usual American numbering: column first, flat tops, even columns lower.
USUAL = HexGrid(
    (MapSheet(rows=(1, 12), columns=(1, 20)),), tops="flat", shifted="even", toward="south", digits="column-row"
)
GRIDS = {
    "AO": ARDENNES_OFFENSIVE,
    "BU": BULGE,
    "BA": BATTLES,
    "EA": ENEMY_ACTION,
    "usual": USUAL,
}


def pairs(text: str) -> list[tuple[str, str]]:
    return [(one, other) for one, other in (word.split("-") for word in text.split())]


@pytest.mark.parametrize(
    ("system", "touching"),
    [
        # Hexsides named in rules and errata; 3516 to 3519 stand in one line.
        ("AO", "2311-2211 3111-3010 0905-0906 0904-0905 3516-3517 3517-3518 3518-3519"),
        # Attacks and retreats that were reported.
        ("BU", "1206-1307 1005-0906 0503-0504 1506-1606 1606-1707 1307-1308 0403-0503"),
        # Bridges.
        ("BU", "0212-0312 0314-0413 0408-0509 0409-0509 0705-0706 1022-1023 1208-1308 0118-0217"),
        # The four hexes of Liege; Houffalize and its neighbours under the numbers of four sheets.
        ("BA", "A2223-A2224 A2323-A2324 A2223-A2323 A2224-A2324 A2223-A2324"),
        ("BA", "B0108-B0208 B0108-B0207 B0108-D2207 A0129-B0208 C2329-D2208 B1110-B1010 B1010-B0911"),
        # City and town pairs; a unit in 1321 may retreat to three hexes to the east of it.
        ("EA", "0116-0117 0625-0626 1728-1729 2302-2303 1321-1220 1321-1320 1321-1420"),
        # The road west of Clervaux; three hexes round a corner.
        ("EA", "1708-1709 1709-1710 1710-1711 1711-1712 1712-1713 1814-1815 1814-1915 1815-1915"),
        ("usual", "0101-0102 0101-0201 0201-0302 0201-0301 0202-0302 0202-0303"),
    ],
)
def test_hexes_known_to_touch_do(system: str, touching: str) -> None:
    grid = GRIDS[system]
    assert [pair for pair in pairs(touching) if not grid.adjacent(*pair)] == []


@pytest.mark.parametrize(
    ("system", "road"),
    [
        ("BU", "0113 0212 0312 0411 0512 0612 0712 0812 0912 1011 1111 1211 1312 1412 1512 1611 1712 1811 1911"),
        ("BU", "0222 0221 0220 0120 0119 0118"),
        ("EA", "0117 0118 0218 0219 0320 0321 0322 0422 0423 0424 0525 0526"),
    ],
)
def test_a_road_leads_from_hex_to_hex(system: str, road: str) -> None:
    hexes = road.split()
    assert [pair for pair in itertools.pairwise(hexes) if not GRIDS[system].adjacent(*pair)] == []


@pytest.mark.parametrize(
    ("system", "apart"),
    [
        ("AO", "2311-2212 3111-3012 0905-0907"),
        ("BU", "1206-1308 1206-1305 1005-0904 0212-0311"),
        ("BA", "B0108-B0209 B0108-D2209 A2223-A2322"),
        ("EA", "1321-1222 1321-1422 1321-1319"),
        ("usual", "0101-0202 0201-0303"),
    ],
)
def test_hexes_known_to_be_apart_do_not_touch(system: str, apart: str) -> None:
    grid = GRIDS[system]
    assert [pair for pair in pairs(apart) if grid.adjacent(*pair)] == []


@pytest.mark.parametrize(
    ("system", "hex", "around"),
    [
        ("AO", "1110", "1009 1109 1209 1210 1111 1010"),
        ("AO", "1210", "1110 1209 1310 1311 1211 1111"),
        ("BU", "1110", "1009 1109 1209 1210 1111 1010"),
        ("BU", "1210", "1110 1209 1310 1311 1211 1111"),
        ("BA", "B1110", "B1210 B1111 B1010 B1009 B1109 B1209"),
        ("BA", "B1210", "B1311 B1211 B1111 B1110 B1209 B1310"),
        ("EA", "1110", "1009 1109 1209 1210 1111 1010"),
        ("EA", "1210", "1110 1209 1310 1311 1211 1111"),
    ],
)
def test_the_six_directions_clockwise_from_north_east(system: str, hex: str, around: str) -> None:
    grid = GRIDS[system]
    assert grid.directions == ("NE", "E", "SE", "SW", "W", "NW")
    assert [grid.neighbour(hex, direction) for direction in grid.directions] == around.split()


def test_the_six_directions_with_flat_tops() -> None:
    assert USUAL.directions == ("N", "NE", "SE", "S", "SW", "NW")
    assert [USUAL.neighbour("0505", d) for d in USUAL.directions] == [
        "0504",
        "0604",
        "0605",
        "0506",
        "0405",
        "0404",
    ]
    assert [USUAL.neighbour("0605", d) for d in USUAL.directions] == [
        "0604",
        "0705",
        "0706",
        "0606",
        "0506",
        "0505",
    ]


def test_the_map_ends_where_its_numbers_end() -> None:
    assert len(ARDENNES_OFFENSIVE.all()) == 37 * 42
    assert len(BULGE.all()) == 426
    assert len(BATTLES.all()) == 45 * 50
    assert BULGE.contains("1225")
    assert not BULGE.contains("1319")
    assert not BULGE.contains("B1110")
    assert ENEMY_ACTION.neighbours("0205") == ("0204", "0206", "0305", "0306")
    assert ENEMY_ACTION.neighbour("0205", "NE") is None
    assert BULGE.all() == tuple(sorted(BULGE.all()))


def test_a_list_of_hexes_makes_ragged_edges() -> None:
    odd = HexGrid((MapSheet((1, 3), (1, 3)),), only=frozenset({"0101", "0102", "0202"}))
    assert odd.all() == ("0101", "0102", "0202")
    assert odd.neighbours("0102") == ("0101", "0202")
    with pytest.raises(RulesBug, match="0404"):
        HexGrid((MapSheet((1, 3), (1, 3)),), only=frozenset({"0101", "0404"})).all()


def test_a_hex_on_four_sheets_has_four_numbers_and_one_proper_one() -> None:
    assert BATTLES.numbers("C2329") == ("B0108", "A0129", "C2329", "D2308")
    assert BATTLES.proper("D1706") == BATTLES.proper("C1727") == "D1706"
    assert BATTLES.distance("C1027", "D1006") == 0
    assert BATTLES.hexside("C2329", "D2208") == "B0108-D2208"
    assert BATTLES.place("B0108") == (23, 29)


def test_rows_and_columns_come_back_as_they_were_printed() -> None:
    assert ARDENNES_OFFENSIVE.place("0905") == (9, 5)
    assert USUAL.place("0905") == (5, 9)


def test_row_and_column_as_they_are_printed():
    assert BATTLES.printed("B0716") == ("B07", "16")
    assert BATTLES.printed("A0129") == ("B01", "08"), "by its proper number"
    assert ARDENNES_OFFENSIVE.printed("0905") == ("09", "05")
    assert USUAL.printed("0905") == ("05", "09")


@pytest.mark.parametrize(
    ("system", "start", "end", "steps"),
    [
        ("BA", "B1125", "B1512", 15),
        ("BU", "1412", "1206", 7),
        ("AO", "0108", "3702", 36),
        ("usual", "0101", "0505", 6),
    ],
)
def test_distances(system: str, start: str, end: str, steps: int) -> None:
    assert GRIDS[system].distance(start, end) == steps


def test_a_hexside_has_one_name_from_both_sides() -> None:
    assert BULGE.hexside("0312", "0212") == BULGE.hexside("0212", "0312") == "0212-0312"
    with pytest.raises(RulesBug, match="share no hexside"):
        BULGE.hexside("0212", "0512")


def test_what_is_not_on_the_map_is_a_bug_of_the_caller() -> None:
    with pytest.raises(RulesBug, match="9999"):
        BULGE.neighbours("9999")
    with pytest.raises(RulesBug, match="NE E SE"):
        BULGE.neighbour("0505", "N")
    with pytest.raises(RulesBug, match="shifted north"):
        HexGrid((MapSheet((1, 2), (1, 2)),), toward="north")


def test_rings_grow_by_six_and_fill_the_circle() -> None:
    assert [len(BULGE.ring("0710", radius)) for radius in range(5)] == [1, 6, 12, 18, 24]
    assert BULGE.ring("0710", 1) == BULGE.neighbours("0710")
    assert len(BULGE.within("0710", 4)) == 1 + 6 + 12 + 18 + 24
    assert BULGE.within("0101", 1) == ("0101", "0102", "0201")


hexes = st.sampled_from(sorted(GRIDS)).flatmap(
    lambda system: st.tuples(
        st.just(system), st.sampled_from(GRIDS[system].all()), st.sampled_from(GRIDS[system].all())
    )
)


@pytest.mark.parametrize("system", sorted(GRIDS))
def test_all_neighbours_at_once(system: str) -> None:
    grid = GRIDS[system]
    assert grid.touching == {hex: grid.neighbours(hex) for hex in grid.all()}


@given(hexes)
def test_neighbours_touch_both_ways(chosen: tuple[str, str, str]) -> None:
    system, hex, _ = chosen
    grid = GRIDS[system]
    for neighbour in grid.neighbours(hex):
        assert hex in grid.neighbours(neighbour)
        there, back = grid.direction(hex, neighbour), grid.direction(neighbour, hex)
        assert there is not None
        assert back is not None
        assert (grid.directions.index(there) + 3) % 6 == grid.directions.index(back)


@given(hexes)
def test_a_line_is_a_shortest_way_and_the_same_both_ways(chosen: tuple[str, str, str]) -> None:
    system, start, end = chosen
    grid = GRIDS[system]
    line = grid.line(start, end)
    assert line == grid.line(end, start)[::-1]
    if len(line) == grid.distance(start, end) + 1:  # none of it off the map
        assert all(grid.adjacent(*pair) for pair in itertools.pairwise(line))
        assert (line[0], line[-1]) == (start, end)


@given(hexes)
def test_a_drawing_is_read_back(chosen: tuple[str, str, str]) -> None:
    system, hex, _ = chosen
    grid = GRIDS[system]
    x, y = grid.centre(hex)
    assert grid.at(x, y) == hex
    left, top, right, bottom = grid.frame
    corners = grid.corners(hex)
    assert all(left <= x <= right and top <= y <= bottom for x, y in corners)
    for number, direction in enumerate(grid.directions):
        sides = {corners[number], corners[(number + 1) % 6]}
        if (neighbour := grid.neighbour(hex, direction)) is not None:
            assert sides <= set(grid.corners(neighbour))
            assert {grid.at(*corner) for corner in sides} <= {hex, *grid.neighbours(hex)}


@pytest.mark.parametrize("system", sorted(GRIDS))
def test_distance_is_what_walking_finds(system: str) -> None:
    grid = GRIDS[system]
    start = grid.all()[len(grid.all()) // 2]
    walked, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.neighbours(here):
            if there not in walked:
                walked[there] = walked[here] + 1
                queue.append(there)
    if system != "BU":  # its missing corner makes detours
        assert walked == {hex: grid.distance(start, hex) for hex in grid.all()}
    assert all(steps >= grid.distance(start, hex) for hex, steps in walked.items())


def test_north_is_up_and_hexes_are_regular_when_drawn() -> None:
    for grid in (ARDENNES_OFFENSIVE, BATTLES, USUAL):
        hex = grid.all()[len(grid.all()) // 2 + 5]
        points = [grid.drawn(corner, side=10.0) for corner in grid.corners(hex)]
        for (x, y), (next_x, next_y) in itertools.pairwise(points):
            assert (x - next_x) ** 2 + (y - next_y) ** 2 == pytest.approx(100.0)
    assert ARDENNES_OFFENSIVE.centre("0105")[1] < ARDENNES_OFFENSIVE.centre("0905")[1]
    assert ARDENNES_OFFENSIVE.centre("0105")[0] > ARDENNES_OFFENSIVE.centre("0106")[0]
    assert BATTLES.centre("B0108")[1] > BATTLES.centre("B2308")[1]
    assert BATTLES.centre("B0108")[0] < BATTLES.centre("B0109")[0]
