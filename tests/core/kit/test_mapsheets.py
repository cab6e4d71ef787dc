"""Some sheets of a map of joined sheets."""

from __future__ import annotations

import pytest

from pbem.kit.mapdata import HexMap
from pbem.kit.mapsheets import on_sheets, spelled_on
from pbem.model.errors import RulesBug

WHOLE = HexMap.model_validate(
    {
        "title": "Two sheets",
        "grid": {
            "toward": "east",
            "sheets": [
                {"rows": "01-03", "columns": "01-04", "letter": "A"},
                {"rows": "01-03", "columns": "01-04", "letter": "B", "column-offset": 3},
            ],
        },
        "hexes": {"A0104": {"town": "Spa"}, "A0101": {"town": "Huy"}, "B0203": {"terrain": "woods"}},
        "rivers": {"Our": {"class": "river", "sides": ["A0103-A0104", "A0104-B0102", "B0102-B0103"]}},
        "bridges": {"A0103-A0104": {"river": "Our"}, "A0104-B0102": {"river": "Our"}},
        "roads": {"main": ["A0103-A0104", "A0104-B0102"]},
        "exits": {"B0102": {"edge": "east"}},
        "front": ["A0104-B0102"],
        "german": ["B0102-B0104"],
        "edges": {"east": ["B0104-B0304"]},
    }
)


def test_a_shared_hex_goes_by_its_number_on_the_sheet_in_play() -> None:
    east = on_sheets(WHOLE, "B")
    assert WHOLE.grid.numbers("B0101") == ("A0104", "B0101")
    assert east.grid.all()[0] == "B0101"
    assert east.town_at("B0101") == "Spa"
    assert not east.grid.contains("A0101")


def test_hexsides_are_renamed_and_those_of_other_sheets_left_out() -> None:
    east = on_sheets(WHOLE, "B")
    assert east.rivers["Our"].sides == ("B0101-B0102", "B0102-B0103")
    assert list(east.bridges) == ["B0101-B0102"]
    assert east.roads.main == ("B0101-B0102",)
    assert east.between("B0101", "B0102").bridge


def test_stretches_are_spelled_out_as_far_as_they_lie_there() -> None:
    east, west = on_sheets(WHOLE, "B"), on_sheets(WHOLE, "A")
    assert east.german_ground == {"B0102", "B0103", "B0104"}
    assert east.edge("east") == {"B0104", "B0204", "B0304"}
    assert not west.german_ground
    assert not west.exits


def test_neither_part_has_faults() -> None:
    assert not on_sheets(WHOLE, "A").faults() + on_sheets(WHOLE, "B").faults()


def test_all_sheets_are_the_whole_map() -> None:
    both = on_sheets(WHOLE, "AB")
    assert both.grid.all() == WHOLE.grid.all()
    assert both.sides == WHOLE.sides


@pytest.mark.parametrize(
    ("hex", "letters", "told"), [("A0104", "B", "B0101"), ("B0101", "A", "A0104"), ("A0101", "B", ""), ("Z9", "B", "")]
)
def test_any_number_of_a_hex_is_understood(hex: str, letters: str, told: str) -> None:
    assert spelled_on(hex, WHOLE.grid, on_sheets(WHOLE, letters).grid) == told


def test_a_map_without_the_sheet_is_refused() -> None:
    with pytest.raises(RulesBug):
        on_sheets(WHOLE, "Z")
