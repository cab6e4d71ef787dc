"""How units move from wherever their orders take them, in few words: a map has thousands of steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count as count_from
from typing import Any

from pbem.model.wording import Onward

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NO_STEP = "-"
BETWEEN = "|"


def onward_cargo(onward: Onward | None) -> dict[str, Any] | None:
    """Places by their numbers; of each place which surroundings it has (how far away its neighbours are in the list of
    places; behind a stroke, to which of them a road leads), and which steps: a sign for each neighbour, its points.
    Surroundings and steps are few, so that places tell theirs by numbers, all of as many digits."""
    if onward is None:
        return None
    places = sorted({*onward.steps, *(to for steps in onward.steps.values() for to in steps), *onward.roads})
    number = {place: n for n, place in enumerate(places)}
    around: dict[str, int] = {}
    points: dict[str, int] = {}
    ways = []
    for at in places:
        steps, roads = onward.steps.get(at, {}), onward.roads.get(at, ())
        near = sorted({*steps, *roads}, key=number.__getitem__)
        far = " ".join(str(number[to] - number[at]) for to in near)
        led = "".join(DIGITS[n] for n, to in enumerate(near) if to in roads)
        signs = "".join(DIGITS[steps[to]] if to in steps else NO_STEP for to in near)
        ways.append((around.setdefault(f"{far}/{led}", len(around)), points.setdefault(signs, len(points))))
    return {
        "part": onward.part,
        "places": runs(places),
        "around": BETWEEN.join(around),
        "steps": BETWEEN.join(points),
        "ways": _numbers([n for way in ways for n in way]),
        "rate": onward.rate,
        "change": onward.change,
        "toll": onward.toll,
        "room": onward.room,
        "crowds": onward.crowds,
        "held": onward.held,
        "watched": onward.watched,
        "points": dict(onward.points),
        "columns": onward.columns,
        "comes": dict(onward.comes),
        "friends": onward.friends,
        "bound": onward.bound,
        "walls": onward.walls,
        "fights": onward.fights,
        "frees": dict(onward.frees),
    }


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers of as many digits as the greatest needs, without anything between them."""
    digits = next(count for count in count_from(1) if max(numbers, default=0) < len(DIGITS) ** count)
    return "".join(_written(number, digits) for number in numbers)


def _written(number: int, digits: int) -> str:
    rest, last = divmod(number, len(DIGITS))
    return (_written(rest, digits - 1) if digits > 1 else "") + DIGITS[last]


def runs(places: Iterable[str]) -> str:
    """`0201:0241 0301`: numbers in a row by the first and the last of them."""
    found: list[list[str]] = []
    for place in places:
        if found and _next(found[-1][-1]) == place:
            found[-1][1:] = [place]
        else:
            found.append([place])
    return " ".join(":".join(run) for run in found)


def _next(place: str) -> str:
    return f"{int(place) + 1:0{len(place)}}" if place.isdecimal() else ""
