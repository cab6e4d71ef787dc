"""Maps of named spaces."""

from __future__ import annotations

import pytest

from pbem.kit.areas import AreaGraph, Border
from pbem.model.errors import RulesBug

MAP = AreaGraph(
    ["Spa", "Eupen", "Verviers", "Stoumont", "Malmedy", "Island"],
    [
        Border("Spa", "Verviers", {"river": "none", "road": "yes"}),
        Border("Eupen", "Spa", {"river": "river", "road": "yes"}),
        Border("Eupen", "Verviers"),
        Border("Stoumont", "Spa"),
        Border("Malmedy", "Stoumont"),
    ],
)


def test_borders_hold_both_ways_and_neighbours_are_sorted() -> None:
    assert MAP.neighbours("Spa") == ("Eupen", "Stoumont", "Verviers")
    assert MAP.neighbours("Eupen") == ("Spa", "Verviers")
    assert MAP.adjacent("Verviers", "Spa")
    assert not MAP.adjacent("Verviers", "Stoumont")
    assert MAP.border("Spa", "Eupen").traits == {"river": "river", "road": "yes"}
    assert [(b.one, b.other) for b in MAP.borders()][:2] == [("Eupen", "Spa"), ("Eupen", "Verviers")]
    assert len(MAP.borders()) == 5


def test_distance_counts_steps() -> None:
    assert MAP.distance("Eupen", "Eupen") == 0
    assert MAP.distance("Eupen", "Malmedy") == 3
    assert MAP.distance("Eupen", "Island") is None
    assert MAP.within("Eupen", 1) == ("Eupen", "Spa", "Verviers")
    assert MAP.within("Malmedy", 2) == ("Malmedy", "Spa", "Stoumont")


def test_spaces_are_listed_in_order() -> None:
    assert MAP.all() == ("Eupen", "Island", "Malmedy", "Spa", "Stoumont", "Verviers")
    assert MAP.contains("Spa")
    assert not MAP.contains("spa")


@pytest.mark.parametrize(
    ("borders", "fault"),
    [
        ([Border("Spa", "Nowhere")], "no space Nowhere"),
        ([Border("Spa", "Spa")], "touch itself"),
        ([Border("Spa", "Huy"), Border("Huy", "Spa")], "given twice"),
    ],
)
def test_a_map_that_contradicts_itself_is_a_bug(borders: list[Border], fault: str) -> None:
    with pytest.raises(RulesBug, match=fault):
        AreaGraph(["Spa", "Huy"], borders)


def test_asking_for_what_is_not_there_is_a_bug() -> None:
    with pytest.raises(RulesBug, match="do not touch"):
        MAP.border("Eupen", "Malmedy")
    with pytest.raises(RulesBug, match="not a space"):
        MAP.distance("Eupen", "Nowhere")
