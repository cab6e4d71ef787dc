"""How units move from wherever their orders take them, in few words: a map has thousands of steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.model.wording import Onward

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NO_STEP = "-"


def onward_cargo(onward: Onward | None) -> dict[str, Any] | None:
    """Places by their numbers; of each place how far away its neighbours are in the list of places, which many places
    share, and a sign for each neighbour: the points of the step; then, behind a stroke, those that a road leads to."""
    if onward is None:
        return None
    places = sorted({*onward.steps, *(to for steps in onward.steps.values() for to in steps), *onward.roads})
    number = {place: n for n, place in enumerate(places)}
    shapes: dict[str, int] = {}
    ways = []
    for at in places:
        steps, roads = onward.steps.get(at, {}), onward.roads.get(at, ())
        around = sorted({*steps, *roads}, key=number.__getitem__)
        shape = " ".join(str(number[to] - number[at]) for to in around)
        ways.append(f"{shapes.setdefault(shape, len(shapes))}/{_signs(around, steps, roads)}")
    return {
        "part": onward.part,
        "places": runs(places),
        "shapes": [*shapes],
        "ways": " ".join(ways),
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


def _signs(around: Iterable[str], steps: Mapping[str, int], roads: Iterable[str]) -> str:
    """`4-41/02`: steps of 4, none, 4 and 1 points; roads to the first and the third neighbour."""
    around = [*around]
    points = "".join(DIGITS[steps[to]] if to in steps else NO_STEP for to in around)
    return f"{points}/{''.join(DIGITS[n] for n, to in enumerate(around) if to in roads)}"


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
