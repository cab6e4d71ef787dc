"""How units move from wherever their orders take them, in few words: a map has thousands of steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.model.wording import Going


def going_cargo(going: Going | None) -> dict[str, Any] | None:
    """Places by their numbers; the steps out of a place as a pattern that many places share."""
    if going is None:
        return None
    places = sorted({*going.steps, *(to for steps in going.steps.values() for to in steps), *going.roads})
    number = {place: n for n, place in enumerate(places)}
    patterns: dict[str, int] = {}
    used = [patterns.setdefault(pattern(number, at, going.steps.get(at, {})), len(patterns)) for at in places]
    return {
        "part": going.part,
        "places": " ".join(places),
        "patterns": [*patterns],
        "steps": " ".join(map(str, used)),
        "roads": {str(number[at]): [number[to] - number[at] for to in ways] for at, ways in going.roads.items()},
        "rate": going.rate,
        "change": going.change,
        "toll": going.toll,
        "room": going.room,
        "crowds": going.crowds,
        "held": going.held,
        "watched": going.watched,
        "points": dict(going.points),
        "columns": going.columns,
    }


def pattern(number: Mapping[str, int], at: str, steps: Mapping[str, int]) -> str:
    """`-42 2 -1 4`: how far away in the list of places, and the points."""
    return " ".join(f"{number[to] - number[at]} {points}" for to, points in sorted(steps.items()))
