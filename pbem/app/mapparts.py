"""A part of a map, as somebody asks for it: between two spaces, around a unit, all of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pbem.model.errors import Refused
from pbem.model.names import resolve_name
from pbem.model.picture import Picture, Point, Space
from pbem.model.problem import Problem
from pbem.model.records import frozen

WHOLE = "all"
AROUND = 4.5
"""How far around a unit is shown, in spaces."""
EDGE = 0.05
"""How far beyond the spaces that are named."""


@frozen
class MapWish:
    """What part of a map is wanted, and how large it is drawn; without words, where the action is."""

    area: str = ""
    around: str = ""
    scale: float = 1.0

    @property
    def whole(self) -> bool:
        return self.area.casefold() == WHOLE


THE_ACTION = MapWish()


def looked_at(picture: Picture, wish: MapWish) -> Picture:
    """The picture with the part that is asked for."""
    if wish.area and wish.around:
        raise Refused("--area and --around at once", "say one of them")
    if wish.around:
        middle = picture.centres[_space(picture, wish.around)]
        return replace(picture, part=_around([middle], AROUND * picture.pace))
    if not wish.area or wish.whole:
        return picture
    names = [name.strip() for name in wish.area.replace(":", ",").split(",")]
    wanted = {_space(picture, name) for name in names}
    corners = [corner for space in picture.spaces if space.id in wanted for corner in _corners(space)]
    return replace(picture, part=_around(corners, EDGE * picture.pace))


def _corners(space: Space) -> tuple[Point, ...]:
    (x, y), reach = space.centre, space.radius
    return space.outline or ((x - reach, y - reach), (x + reach, y + reach))


def _around(points: Iterable[tuple[float, float]], far: float) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far


def _space(picture: Picture, name: str) -> str:
    """A space by its number or name, or by a town or unit in it."""
    known = _names(picture)
    found = resolve_name(name, tuple(known), "unit or space")
    if isinstance(found, Problem):
        hint = found.hint or "a space, a town, a unit; two spaces as 0805:2315, or all"
        raise Refused(f"nothing on the map is called {name!r}" if found.kind != "ambiguous" else found.message, hint)
    return known[found]


def _names(picture: Picture) -> dict[str, str]:
    """Spaces by all that they can be called; spaces themselves come first."""
    named = [(counter.id, counter.space) for counter in picture.counters if counter.space in picture.centres]
    named += [(town.name, town.space) for town in picture.towns if town.space]
    named += [(space.name, space.id) for space in picture.spaces if space.name]
    named += [(space.id, space.id) for space in picture.spaces]
    return dict(named)
