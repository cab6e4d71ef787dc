"""From map units to the page: spaces 100 apart, the map between its heading and its legend."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from functools import lru_cache

from pbem.model.picture import Picture, Point, Space
from pbem.model.records import frozen
from pbem.report.drawing.geometry import extent

PACE = 100.0
MARGIN = 26.0
HEADING = 66.0
NARROWEST = 620.0
LARGEST = 2.4


@frozen
class Fit:
    """How map units become page units: a point's place is `point * scale + shift`."""

    scale: float
    shift: Point
    width: float  # of the map on the page
    height: float
    page_width: float
    writing: float  # how much larger than usual heading and legend are: they grow with the map

    @property
    def top(self) -> float:
        """Where the map begins below its heading."""
        return HEADING * self.writing

    def at(self, point: Point) -> Point:
        return point[0] * self.scale + self.shift[0], point[1] * self.scale + self.shift[1]

    def all(self, points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(self.at(point) for point in points)


def fit(picture: Picture) -> Fit:
    """The scale, and where the upper left corner of all spaces comes to lie."""
    boxes = [extent(space) for space in picture.spaces] or [(0.0, 0.0, 1.0, 1.0)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    scale = PACE / (picture.pace or 1.0)
    width, height = (max(rights) - min(lefts)) * scale, (max(bottoms) - min(tops)) * scale
    page_width = max(width, NARROWEST) + 2 * MARGIN
    writing = max(1.0, min(LARGEST, page_width / 1200))
    shift = MARGIN - min(lefts) * scale, HEADING * writing - min(tops) * scale
    return Fit(scale, shift, width, height, page_width, writing)


@lru_cache(maxsize=8192)
def _fitted_space(space: Space, fit: Fit) -> Space:
    return replace(space, centre=fit.at(space.centre), outline=fit.all(space.outline), radius=space.radius * fit.scale)


def fitted(picture: Picture, fit: Fit) -> Picture:
    """The same picture in page units."""
    return replace(
        picture,
        pace=PACE,
        spaces=tuple(_fitted_space(space, fit) for space in picture.spaces),
        lines=tuple(replace(line, points=fit.all(line.points)) for line in picture.lines),
        edges=tuple(replace(edge, start=fit.at(edge.start), end=fit.at(edge.end)) for edge in picture.edges),
        crossings=tuple(replace(crossing, at=fit.at(crossing.at)) for crossing in picture.crossings),
        towns=tuple(replace(town, at=fit.at(town.at)) for town in picture.towns),
        moves=tuple(replace(move, points=fit.all(move.points)) for move in picture.moves),
        battles=tuple(replace(battle, at=fit.at(battle.at)) for battle in picture.battles),
    )


def cropped(picture: Picture, window: Container[str]) -> Picture:
    """The part of the picture around the spaces of the window; the whole if none of them is on it."""
    boxes = [extent(space) for space in picture.spaces if space.id in window]
    if not boxes:
        return picture
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)

    def inside(point: Point) -> bool:
        return left <= point[0] <= right and top <= point[1] <= bottom

    return replace(
        picture,
        spaces=tuple(space for space in picture.spaces if inside(space.centre)),
        edges=tuple(edge for edge in picture.edges if inside(edge.start) and inside(edge.end)),
        crossings=tuple(crossing for crossing in picture.crossings if inside(crossing.at)),
        towns=tuple(town for town in picture.towns if inside(town.at)),
        moves=tuple(move for move in picture.moves if all(inside(point) for point in move.points)),
        battles=tuple(battle for battle in picture.battles if inside(battle.at)),
    )
