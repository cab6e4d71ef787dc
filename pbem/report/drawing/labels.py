"""Towns and the numbers of spaces; names are set where they collide with nothing, if such a place is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import inf
from types import MappingProxyType

from pbem.model.picture import Picture, Point, Space, Town
from pbem.model.records import frozen
from pbem.report.clean import clean, display_width
from pbem.report.drawing.clearance import Box, Taken, around
from pbem.report.drawing.geometry import extent, is_hex, length
from pbem.report.drawing.markup import group, num, said, xy

_SIZES = {1: 15.0, 2: 16.0, 3: 17.5, 4: 20.0}
"""Of names, where spaces are 100 apart: where a counter is nine millimetres wide, a village is 6.6 points high."""
_SIZES_IN_AREAS = {1: 18.6, 2: 21.7, 3: 25.6, 4: 29.4}
"""Larger on maps of areas, whose spaces have no numbers."""
_MARKS = {1: 3.2, 2: 4.5, 3: 6.0, 4: 8.0}
RECONSTRUCTED = "°"
NUMBER_ABOVE = 35
"""How far above the middle of a hex its number stands."""
AREA_LABEL = 17.0
ONE_TOWN = 2.2
"""So near, in spaces, towns of one name are one town."""
BEYOND = 6.0
"""How far a name may run beyond the outermost spaces."""
IN_AREA_GAPS = 12.0, 18.0, 26.0, 36.0, 48.0
"""How far names go from their towns on maps of areas."""
BOLD = 1.12
"""How much wider the names of large towns are."""
DOTS = 8.0
"""What a town's sign takes to each side, at most."""
NONE_FIXED: Mapping[tuple[str, str], Box] = MappingProxyType({})
STAR_WEIGHT = 40.0
"""How much worse it is for a name to meet a battle's star than anything else."""


@frozen
class Label:
    """What is printed in a hex, around the middle of its line."""

    words: str
    at: Point


def numbered(picture: Picture) -> tuple[Label, ...]:
    """The numbers of hexes, as they are printed and where."""
    return tuple(
        Label(f"{clean(space.label)}{RECONSTRUCTED if space.rebuilt else ''}", number_spot(space))
        for space in picture.spaces
        if is_hex(space)
    )


def numbers(picture: Picture) -> list[str]:
    """A row of small numbers in hexes; a ring means reconstructed."""
    towns = {town.space: town.name for town in picture.towns if town.space}
    rows: dict[str, list[str]] = defaultdict(list)
    for space in picture.spaces:
        if is_hex(space):
            rows[num(space.centre[1])].append(_number(space, space.name or towns.get(space.id, "")))
    lines = [f'<text y="{y}">{"".join(row)}</text>' for y, row in rows.items()]
    return group("number", lines, f' transform="translate(0-{NUMBER_ABOVE})"')


def area_names(picture: Picture) -> list[str]:
    """A name in each area."""
    areas = [space for space in picture.spaces if space.label and not is_hex(space)]
    written = group("name pm-heading pm-area", map(_area_name, areas), f' font-size="{num(AREA_LABEL)}"')
    return group("numbers", written)


def _number(space: Space, called: str) -> str:
    """A hex's number.  Its place is the hex's middle, moved up with all others; its name is known where it has one."""
    known = f' data-id="{said(space.id)}"' if space.label != space.id else ""
    known += f' data-name="{said(called)}"' if called else ""
    return f'<tspan{known} x="{num(space.centre[0])}">{_label(space)}</tspan>'


def _area_name(space: Space) -> str:
    x, y = number_spot(space)
    return f'<text x="{num(x)}" y="{num(y)}">{_label(space)}</text>'


def label_box(area: Space, unit: float) -> Box:
    """What an area's label takes, on a map of this unit."""
    x, y, half = area.centre[0], extent(area)[1] + 24 * unit, display_width(clean(area.label)) * AREA_LABEL * unit / 4
    return x - half, y - 14 * unit, x + half, y + 4 * unit


def _label(space: Space) -> str:
    return f"{said(space.label)}{RECONSTRUCTED if space.rebuilt else ''}"


def number_spot(space: Space) -> Point:
    """The middle of the label's line: near the upper edge."""
    if is_hex(space):
        return space.centre[0], space.centre[1] - NUMBER_ABOVE
    return space.centre[0], extent(space)[1] + 24


def covered(picture: Picture, piles: Iterable[Box], yards: Iterable[Box] = ()) -> list[Box]:
    """What counters, yards and numbers take of the map."""
    boxes = [*piles, *yards]
    spots = [number_spot(space) for space in picture.spaces if space.label]
    return [*boxes, *((x - 15, y - 9, x + 15, y + 1) for x, y in spots)]


@frozen
class Named:
    """A town and the box that its name is written in."""

    town: Town
    box: Box
    size: float

    @property
    def bold(self) -> bool:
        return self.town.size >= 3

    @property
    def spot(self) -> Point:
        """Where its line begins."""
        return self.box[0], self.box[3] - self.size * 0.25


def named(
    picture: Picture, full: Iterable[Box], stars: Iterable[Box] = (), fixed: Mapping[tuple[str, str], Box] = NONE_FIXED
) -> list[Named]:
    """Where the towns' names go, clear of what is taken: the greatest towns choose first.  Some have their places."""
    taken, fought = Taken(full), Taken(stars)
    ordered = sorted(picture.towns, key=lambda town: (-town.size, town.name, town.at))
    for town in ordered:
        taken.take(around(town.at, _MARKS[_kind(town)]))
    sides = [extent(space) for space in picture.spaces]
    ends = (
        min((side[0] for side in sides), default=-inf) - BEYOND,
        max((side[2] for side in sides), default=inf) + BEYOND,
    )
    return [
        Named(town, fixed[town.space, town.name], size_in_area(town))
        if (town.space, town.name) in fixed
        else _named(town, taken, fought, ends)
        for number, town in enumerate(ordered)
        if not _is_named_beside(town, ordered[:number], picture.pace)
    ]


def _is_named_beside(town: Town, before: Sequence[Town], pace: float) -> bool:
    """Whether it is one more space of a town that has its name, and what it is worth, in the next one already."""
    return any(
        (other.name, other.worth) == (town.name, town.worth) and length(other.at, town.at) < ONE_TOWN * pace
        for other in before
    )


def towns(picture: Picture, prefix: str) -> list[str]:
    """The towns' signs, the greatest first: those of a kind mark the corners of a path that is not seen itself."""
    ordered = sorted(picture.towns, key=lambda town: (-_kind(town), town.name, town.at))
    return [_signs(kind, [*here], prefix) for kind, here in groupby(ordered, _kind)]


def _signs(kind: int, here: Iterable[Town], prefix: str) -> str:
    mark = f"url(#{prefix}-towns-{kind})"
    places = "L".join(xy(town.at) for town in here)
    return f'<path fill="none" marker-start="{mark}" marker-mid="{mark}" marker-end="{mark}" d="M{places}"/>'


def _kind(town: Town) -> int:
    return min(max(town.size, 1), 4)


def signs(picture: Picture, prefix: str) -> list[str]:
    """One drawing for each size of town, and a mark made of it: a dot for a village, rings for towns, a square for a
    city."""
    drawn = []
    for size in sorted({_kind(town) for town in picture.towns}):
        reach = _MARKS[size]
        eye = f'<circle class="pm-eye" r="{num(reach * 0.42)}"/>' if size >= 2 else ""
        house = f'<circle class="pm-house" r="{num(reach)}"/>'
        if size >= 4:
            side = num(2 * reach)
            house = f'<path class="pm-house" d="M-{num(reach)}-{num(reach)}h{side}v{side}h-{side}z"/>'
        name = f"{prefix}-town-{size}"
        drawn.append(f'<g id="{name}">{house}{eye}</g>')
        mark = f'<marker id="{prefix}-towns-{size}" markerUnits="userSpaceOnUse" overflow="visible">'
        drawn.append(f'{mark}<use href="#{name}"/></marker>')
    return drawn


def _named(town: Town, taken: Taken, stars: Taken, ends: tuple[float, float]) -> Named:
    """The best place around the town for its name and what it is worth, if it can be on the sheet."""
    size = _SIZES[_kind(town)]
    wide = _width(town, size)
    box, least = None, 0
    for place in _places(town, wide, size):
        cost = round(taken.overlap(place) + STAR_WEIGHT * stars.overlap(place) + size * _off_sheet(place, ends))
        if box is None or cost < least:
            box, least = place, cost
        if not least:
            break
    assert box is not None
    taken.take(box)
    return Named(town, box, size)


def _width(town: Town, size: float) -> float:
    words = f"{town.name} {town.worth}" if town.worth else town.name
    return display_width(clean(words)) * size * 0.5


def written(names: Iterable[Named]) -> list[str]:
    """The names in their order; those that follow each other in one writing as a group."""
    parts: list[str] = []
    for (size, bold), alike in groupby(names, lambda name: (name.size, name.bold)):
        parts += group(f"name{' pm-heading' if bold else ''}", map(_written, alike), f' font-size="{num(size)}"')
    return parts


def _written(name: Named) -> str:
    """A town's name, and after it what the town is worth."""
    town, (x, y) = name.town, map(num, name.spot)
    worth = f' <tspan class="pm-worth">{said(town.worth)}</tspan>' if town.worth else ""
    return f'<text x="{x}" y="{y}">{said(town.name)}{worth}</text>'


def _off_sheet(box: Box, ends: tuple[float, float]) -> float:
    """How far a name would run over the edge of the sheet."""
    return max(0.0, ends[0] - box[0]) + max(0.0, box[2] - ends[1])


def _places(town: Town, wide: float, size: float) -> list[Box]:
    """Boxes around the town, best first: close to it, then clear of a counter that stands on it, then farther off."""
    near = _MARKS[_kind(town)] + 3
    return [box for gap in (near, 37.0, 22.0, 54.0) for box in _around(town.at, wide, size * 1.1, gap)]


def size_in_area(town: Town) -> float:
    return _SIZES_IN_AREAS[_kind(town)]


def name_places(town: Town, unit: float) -> list[Box]:
    """Boxes around the town of an area for its name, best first, on a map of this unit."""
    size, near = size_in_area(town), _MARKS[_kind(town)] + 3
    wide = _width(town, size) * (BOLD if town.size >= 3 else 1.0)
    return [
        box for gap in (near, *IN_AREA_GAPS) for box in _around(town.at, wide * unit, size * 1.1 * unit, gap * unit)
    ]


def _around(at: Point, wide: float, high: float, gap: float) -> list[Box]:
    """Right, left, above, below, then the corners."""
    x, y = at
    lefts = (x + gap, x - gap - wide, x - wide / 2)
    tops = (y - high / 2, y - gap - high, y + gap)
    spots = ((0, 0), (1, 0), (2, 1), (2, 2), (0, 1), (0, 2), (1, 1), (1, 2))
    return [(lefts[a], tops[b], lefts[a] + wide, tops[b] + high) for a, b in spots]
