"""Cheapest ways: costs, reasons, stops, modes, and the same choice every time."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.hexes import HexGrid, MapSheet
from pbem.kit.paths import Step, cheapest, nearest, reach
from pbem.model.errors import RulesBug

GRID = HexGrid((MapSheet((1, 9), (1, 9)),), columns_grow="west")
ROAD = ["0501", "0502", "0503", "0504", "0505", "0506", "0507"]
WOODS = {"0402", "0403", "0602", "0603"}
ENEMY_CONTROL = {"0505", "0405", "0605"}


def march(here: str) -> Iterable[Step[str]]:
    """Woods 3, others 2, along the road a half; entering enemy control stops."""
    for there in GRID.neighbours(here):
        stop = there in ENEMY_CONTROL
        if here in ROAD and there in ROAD:
            yield Step(there, Fraction(1, 2), "road", stop)
        elif there in WOODS:
            yield Step(there, 3, "woods", stop)
        else:
            yield Step(there, 2, "clear", stop)


def test_a_path_tells_its_costs_and_reasons() -> None:
    path = cheapest("0501", "0404", 10, march)
    assert path is not None
    assert path.places == ("0502", "0503", "0504", "0404")
    assert path.cost == Fraction(7, 2)
    assert path.explained() == ["0502: 1/2 road", "0503: 1/2 road", "0504: 1/2 road", "0404: 2 clear"]
    assert (path.start, path.end) == ("0501", "0404")


def test_nothing_lies_beyond_the_budget() -> None:
    found = reach("0501", 1, march)
    assert found.places() == ("0501", "0502", "0503")
    assert found.cost("0503") == 1
    assert cheapest("0501", "0504", 1, march) is None
    assert "0504" not in found
    with pytest.raises(RulesBug, match="0504 was not reached"):
        found.path("0504")


def test_a_step_that_stops_is_the_last() -> None:
    found = reach("0501", 4, march)
    assert "0506" not in found  # the road goes on, but the march does not
    assert "0506" in reach("0505", 4, march)  # who begins there may leave


def test_the_start_is_reached_at_no_cost() -> None:
    path = cheapest("0501", "0501", 0, march)
    assert path is not None
    assert (path.steps, path.cost) == ((), 0)


def test_the_way_round_a_stop_is_found_where_there_is_one() -> None:
    path = cheapest("0504", "0506", None, march)
    assert path is not None
    assert not set(path.places) & ENEMY_CONTROL


def test_places_may_hold_a_mode() -> None:
    """Loading onto trucks costs 1, then every hex of road costs 1 and not 3."""

    def steps(place: tuple[str, str]) -> Iterable[Step[tuple[str, str]]]:
        hex, mode = place
        if mode == "foot":
            yield Step((hex, "truck"), 1, "mount")
        for there in ("b", "c", "d"):
            if ord(there) == ord(hex) + 1:
                yield Step((there, mode), 1 if mode == "truck" else 3, mode)

    path = cheapest(("a", "foot"), ("d", "truck"), None, steps)
    assert path is not None
    assert path.explained()[0] == "('a', 'truck'): 1 mount"
    assert path.cost == 4


def test_a_place_reached_in_both_ways_can_be_left() -> None:
    """A cheap step stops at b, a dear one does not: only by the dear one the way leads on."""
    ways = {"a": [Step("b", 1, "cheap", stop=True), Step("b", 3, "dear")], "b": [Step("c", 1)], "c": []}
    found = reach("a", None, ways.__getitem__)
    assert found.cost("b") == 1
    assert [step.why for step in found.path("c").steps] == ["dear", ""]
    assert found.cost("c") == 4


def test_ties_go_to_fewer_steps_and_then_to_the_lowest_place() -> None:
    ways = {
        "a": [Step("d", 1), Step("c", 1), Step("b", 1), Step("e", 2)],
        "b": [Step("e", 1)],
        "c": [Step("f", 1)],
        "d": [Step("f", 1)],
        "e": [],
        "f": [],
    }
    assert [s.to for s in reach("a", None, ways.__getitem__).path("e").steps] == ["e"]
    assert [s.to for s in reach("a", None, ways.__getitem__).path("f").steps] == ["c", "f"]


def test_a_shorter_way_at_the_same_cost_wins_though_it_is_found_later() -> None:
    ways = {"a": [Step("b", 1), Step("z", 2)], "b": [Step("c", 0)], "c": [Step("e", 1)], "z": [Step("e", 0)], "e": []}
    assert reach("a", None, ways.__getitem__).path("e").places == ("z", "e")


def test_the_nearest_of_several_goals() -> None:
    path = nearest("0501", lambda hex: hex in ("0507", "0404"), None, march)
    assert path is not None
    assert path.end == "0404"
    assert nearest("0501", lambda hex: hex == "9999", 3, march) is None


def test_costs_below_nothing_are_a_bug() -> None:
    with pytest.raises(RulesBug, match="less than nothing"):
        reach("a", None, lambda _: [Step("b", -1)])


ways_to = st.dictionaries(
    st.sampled_from("abcdef"),
    st.lists(st.builds(Step, st.sampled_from("abcdef"), st.integers(0, 4), st.just(""), st.booleans()), max_size=4),
)


@given(ways_to, st.integers(0, 9))
def test_it_finds_what_trying_everything_finds(ways: dict[str, list[Step[str]]], budget: int) -> None:
    def steps(here: str) -> list[Step[str]]:
        return ways.get(here, [])

    best: dict[str, int] = {"a": 0}
    trying = [("a", 0, False, frozenset("a"))]
    for here, spent, ended, seen in trying:
        best[here] = min(spent, best.get(here, spent))
        for step in [] if ended else steps(here):
            total = spent + int(step.cost)
            if total <= budget and step.to not in seen:
                trying.append((step.to, total, step.stop, seen | {step.to}))
    found = reach("a", budget, steps)
    assert {place: found.cost(place) for place in found.places()} == best
    for place in found.places():
        path = found.path(place)
        assert (path.start, path.end, path.cost) == ("a", place, best[place])
        assert not any(step.stop for step in path.steps[:-1])
