"""What happened, on the map: an arrow for every unit that went somewhere, a star for every battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from pbem.model.picture import Battle, Move, MoveKind, Point
from pbem.model.wording import Story

Centre = Callable[[str], Point]
"""Where a space lies."""

GOALS = ("to", "hex", "space")
"""The fields that may say where an event leads, if it has no `path`."""


def arrows(
    story: Story, kinds: Mapping[type, MoveKind], centre: Centre, stands: Callable[[Any], str] = attrgetter("hex")
) -> tuple[Move, ...]:
    """An arrow for each event of these kinds, from where its `unit` was along the event's `path`, or to its goal.

    `stands(unit)` says where a unit stands before the story.
    """
    at = {unit.id: stands(unit) for unit in story.before.units.values()}
    found = []
    for entry in story.entries():
        event: Any = entry.event
        if kind := kinds.get(type(event)):
            way = [space for space in (at.get(event.unit, ""), *way_of(event)) if space]
            if len(way) > 1:
                side = story.after.units[event.unit].side
                found.append(Move(side, tuple(map(centre, way)), kind, event.unit))
            at[event.unit] = way[-1] if way else ""
    return tuple(found)


def way_of(event: Any) -> tuple[str, ...]:
    """The spaces that a unit enters by an event."""
    if (path := getattr(event, "path", None)) is not None:
        return tuple(path)
    return next((getattr(event, goal),) for goal in GOALS if hasattr(event, goal))


def stars(
    story: Story,
    kind: type,
    centre: Centre,
    words: Callable[[Any], str] = attrgetter("result"),
    at: Callable[[Any], str] = attrgetter("target"),
) -> tuple[Battle, ...]:
    """A star for each event of this kind, numbered in the order of the report."""
    fought = [entry.event for entry in story.entries() if isinstance(entry.event, kind)]
    return tuple(Battle(centre(at(event)), str(number), words(event)) for number, event in enumerate(fought, 1))
