"""Ranges from tables answer as `paths` does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.paths import Step, reach
from pbem.kit.ranges import OUTSIDE, Hindered, Numbers, Pace, spread
from pbem.model.errors import RulesBug

PLACES = "abcdefgh"
NUMBERS = Numbers(tuple(PLACES))
places = st.sampled_from(PLACES)
nets = st.dictionaries(st.tuples(places, places), st.integers(1, 4), max_size=30)


def table_of(net: dict[tuple[str, str], int]) -> list[tuple[Pace, ...]]:
    return [tuple(NUMBERS.pace(to, cost) for (a, to), cost in sorted(net.items()) if a == one) for one in PLACES]


@given(nets, places, st.integers(0, 12), st.sets(places), st.sets(places), st.sets(places), st.integers(0, 3))
def test_as_paths_answers(
    net: dict[tuple[str, str], int],
    start: str,
    budget: int,
    closed: set[str],
    stops: set[str],
    dear: set[str],
    toll: int,
) -> None:
    def steps(here: str) -> Iterator[Step[str]]:
        for (one, to), cost in sorted(net.items()):
            if one == here and to not in closed:
                tolls = toll * (to in dear) + toll * (here in dear and here != start)
                yield Step(to, cost + tolls, "", to in stops)

    over = Hindered(*(NUMBERS.bits(sorted(some)) for some in (closed, stops, dear)), toll)
    table = table_of(net)
    found = spread(NUMBERS, table, NUMBERS.of[start], table[NUMBERS.of[start]], budget, over)
    wanted = reach(start, budget, steps)
    assert found.places() == list(wanted.places())
    for place in found.places():
        assert (found.cost(place), found.way(place)) == (wanted.cost(place), wanted.path(place).places)
        assert place in found


def test_a_start_outside_and_no_budget() -> None:
    table = table_of({("a", "b"): 1, ("b", "a"): 1})
    found = spread(NUMBERS, table, OUTSIDE, (NUMBERS.pace("a", 1),), 2, Hindered())
    assert {place: found.way(place) for place in found.places()} == {"a": ("a",), "b": ("a", "b")}
    assert spread(NUMBERS, table, 0, table[0], -1, Hindered()).places() == ["a"]


def test_a_step_for_nothing_is_refused() -> None:
    with pytest.raises(RulesBug):
        NUMBERS.pace("a", 0)
