"""How units move from wherever their orders take them, in few words: a map has thousands of steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count as count_from
from typing import Any

from pbem.model.onward import Onward, Strikes

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NO_STEP = "-"
BETWEEN = "|"
STROKE = "/"
NOT_IN_IT = -1
SECOND_STRIDE, CROWDS, BOUND, COLUMN = "sdbr"
"""The signs of a unit: it goes by the second stride, nobody joins it, it may not cross walls, it is in road mode."""


def onward_cargo(onward: Onward | None) -> dict[str, Any] | None:
    """The ways, and every friend with his signs, what he weighs in an attack, and how far he moves in each leg."""
    if onward is None:
        return None
    return {
        **ways_of(onward),
        "legs": [leg.part for leg in onward.legs],
        "spent": [dict(leg.spent) for leg in onward.legs],
        "strides": [{"rate": stride.rate, "change": stride.change, "toll": stride.toll} for stride in onward.strides],
        "friends": [friend_of(onward, name) for name in onward.friends],
        "strikes": strikes_of(onward.strikes),
        "room": onward.room,
        "foe": onward.foe,
        "eyes": {place: runs(around) for place, around in onward.eyes.items()},
        "blind": onward.blind,
        "broken": onward.broken,
        "unfit": onward.unfit,
        "walls": onward.walls if onward.bound else (),
        "gates": dict(onward.gates),
        "waits": dict(onward.waits),
        "comes": dict(onward.comes),
        "passed": dict(onward.passed),
        "delay": onward.delay,
    }


def friend_of(onward: Onward, name: str) -> list[Any]:
    """`["5/3FJ", "r", 8, 6, -1]`"""
    signs = {SECOND_STRIDE: onward.second, CROWDS: onward.crowds, BOUND: onward.bound, COLUMN: onward.columns}
    weight = onward.strikes.weights.get(name, 0) if onward.strikes else 0
    flags = "".join(sign for sign, names in signs.items() if name in names)
    return [name, flags, weight, *(leg.points.get(name, NOT_IN_IT) for leg in onward.legs)]


def strikes_of(strikes: Strikes | None) -> dict[str, Any] | None:
    if strikes is None:
        return None
    return {
        "part": strikes.part, "line": strikes.line, "whole": strikes.whole, "lift": strikes.lift,
        "lifts": dict(strikes.lifts), "defences": dict(strikes.defences), "columns": strikes.columns,
    }  # fmt: skip


def ways_of(onward: Onward) -> dict[str, Any]:
    """Places by their numbers; of each place which surroundings it has (how far away its neighbours are in the list of
    places; behind a stroke, to which of them a road leads), and which steps: for each stride, between strokes, a
    sign for each neighbour, its points.  Both are few, so that places tell theirs by numbers, all of as many digits."""
    strides = [stride.steps for stride in onward.strides]
    places = sorted({*onward.roads, *(at for steps in strides for here, ways in steps.items() for at in (here, *ways))})
    number = {place: n for n, place in enumerate(places)}
    around: dict[str, int] = {}
    points: dict[str, int] = {}
    ways = []
    for at in places:
        here, roads, each = number[at], onward.roads.get(at, ()), [steps.get(at, {}) for steps in strides]
        near = sorted({*roads}.union(*each))  # in the order of their numbers
        far = " ".join([str(number[to] - here) for to in near])
        led = "".join([DIGITS[n] for n, to in enumerate(near) if to in roads])
        signs = STROKE.join(["".join([DIGITS[some[to]] if to in some else NO_STEP for to in near]) for some in each])
        ways.append((around.setdefault(far + STROKE + led, len(around)), points.setdefault(signs, len(points))))
    return {
        "places": runs(places),
        "around": BETWEEN.join(around),
        "steps": BETWEEN.join(points),
        "ways": _numbers([n for way in ways for n in way]),
    }


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers of as many digits as the greatest needs, without anything between them."""
    most = max(numbers, default=0)
    digits = next(count for count in count_from(1) if most < len(DIGITS) ** count)
    written = {number: _written(number, digits) for number in {*numbers}}
    return "".join([written[number] for number in numbers])


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
