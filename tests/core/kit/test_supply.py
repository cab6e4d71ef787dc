"""Supply lines in one leg and in several."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.hexes import HexGrid, MapSheet
from pbem.kit.paths import Step
from pbem.kit.supply import Leg, counting_hexes, flood_in_legs, trace, trace_in_legs

GRID = HexGrid((MapSheet((1, 9), (1, 20)),), columns_grow="west")
ROAD = [f"05{column:02}" for column in range(1, 16)]
ENEMY = {"0402", "0502", "0602"}


def free(here: str, there: str) -> bool:
    return there not in ENEMY


def everywhere(here: str, there: str) -> bool:
    return True


def by_road(here: str, there: str) -> bool:
    return here in ROAD and there in ROAD


COUNTRY = Leg(counting_hexes(GRID.neighbours, everywhere), limit=4)
ALONG_ROAD = Leg(counting_hexes(GRID.neighbours, by_road))


def test_a_line_is_the_shortest_to_any_source_within_the_limit() -> None:
    assert trace("0505", ["0501", "0510"], GRID.neighbours, everywhere, 4) == (
        "0505",
        "0504",
        "0503",
        "0502",
        "0501",
    )
    assert trace("0505", ["0501"], GRID.neighbours, everywhere, 3) is None
    assert trace("0505", ["0505"], GRID.neighbours, everywhere, 0) == ("0505",)
    assert trace("0505", [], GRID.neighbours, everywhere) is None


def test_a_line_goes_round_what_may_not_be_passed() -> None:
    line = trace("0505", ["0501"], GRID.neighbours, free)
    assert line is not None
    assert len(line) > 5
    assert not set(line) & ENEMY


def test_who_stands_in_a_forbidden_hex_may_trace_out_of_it() -> None:
    assert trace("0502", ["0501"], GRID.neighbours, free) == ("0502", "0501")


def test_some_hexes_then_a_road_of_any_length() -> None:
    line = trace_in_legs("0914", ["0501"], COUNTRY, ALONG_ROAD)
    assert line is not None
    country, road = line.legs
    assert country.start == "0914"
    assert country.end == road.start
    assert road.start in ROAD
    assert country.cost == 4
    assert line.hexes[-1] == "0501"
    assert all(GRID.adjacent(*pair) for pair in zip(line.hexes, line.hexes[1:], strict=False))


def test_the_limit_of_the_first_leg_holds() -> None:
    assert trace_in_legs("0520", ["0501"], COUNTRY, ALONG_ROAD) is None  # five hexes to the end of the road
    assert trace_in_legs("0519", ["0501"], COUNTRY, ALONG_ROAD) is not None


def test_a_leg_may_be_empty() -> None:
    line = trace_in_legs("0510", ["0511"], COUNTRY, ALONG_ROAD)
    assert line is not None
    assert line.hexes == ("0510", "0511")
    off_road = trace_in_legs("0910", ["0911"], COUNTRY, ALONG_ROAD)
    assert off_road is not None
    assert off_road.hexes == ("0910", "0911")


def test_a_leg_may_count_movement_points() -> None:
    def costly(here: str) -> Iterable[Step[str]]:
        return [Step(there, 2, "woods") for there in GRID.neighbours(here)]

    assert trace_in_legs("0704", ["0501"], Leg(costly, 5), ALONG_ROAD) is not None
    assert trace_in_legs("0804", ["0501"], Leg(costly, 5), ALONG_ROAD) is None


def test_a_flood_from_the_sources_finds_the_same_hexes_as_tracing_from_each() -> None:
    flood = flood_in_legs(["0501"], ALONG_ROAD, COUNTRY)
    traced = [hex for hex in GRID.all() if trace_in_legs(hex, ["0501"], COUNTRY, ALONG_ROAD)]
    assert list(flood.hexes()) == traced
    assert flood.line("0914").hexes[0] == "0501"
