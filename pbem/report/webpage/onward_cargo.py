"""How units move from wherever their orders take them, in few words: a map has thousands of steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.model.wording import Onward


def onward_cargo(onward: Onward | None) -> dict[str, Any] | None:
    """Places by their numbers; the steps out of a place as a pattern that many places share."""
    if onward is None:
        return None
    places = sorted({*onward.steps, *(to for steps in onward.steps.values() for to in steps), *onward.roads})
    number = {place: n for n, place in enumerate(places)}
    patterns: dict[str, int] = {}
    used = [patterns.setdefault(pattern(number, at, onward.steps.get(at, {})), len(patterns)) for at in places]
    return {
        "part": onward.part,
        "places": " ".join(places),
        "patterns": [*patterns],
        "steps": " ".join(map(str, used)),
        "roads": {str(number[at]): [number[to] - number[at] for to in ways] for at, ways in onward.roads.items()},
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
    }


def pattern(number: Mapping[str, int], at: str, steps: Mapping[str, int]) -> str:
    """`-42 2 -1 4`: how far away in the list of places, and the points."""
    return " ".join(f"{number[to] - number[at]} {points}" for to, points in sorted(steps.items()))
