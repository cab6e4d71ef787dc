"""Supply lines in one leg and in several."""

from __future__ import annotations

from pbem.kit.hexes import HexGrid, MapSheet
from pbem.kit.supply import trace

GRID = HexGrid((MapSheet((1, 9), (1, 20)),), columns_grow="west")
ROAD = [f"05{column:02}" for column in range(1, 16)]
ENEMY = {"0402", "0502", "0602"}


def free(here: str, there: str) -> bool:
    return there not in ENEMY


def everywhere(here: str, there: str) -> bool:
    return True


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
