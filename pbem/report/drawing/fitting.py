"""From map units to the page: spaces 100 apart, the map between its heading and its legend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from pbem.model.picture import Line, Picture, Point, Space
from pbem.model.records import frozen
from pbem.report.drawing.clearance import Box, joined_box, shared, within
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
        scale, (right, down) = self.scale, self.shift
        return tuple([(x * scale + right, y * scale + down) for x, y in points])


def fit(picture: Picture, box: Box | None = None) -> Fit:
    """The scale, and where the upper left corner of a box of the map, or of all spaces, comes to lie."""
    left, top, right, bottom = box or map_box(picture)
    scale = PACE / (picture.pace or 1.0)
    width, height = (right - left) * scale, (bottom - top) * scale
    page_width = max(width, NARROWEST) + 2 * MARGIN
    writing = max(1.0, min(LARGEST, page_width / 1200))
    shift = MARGIN - left * scale, HEADING * writing - top * scale
    return Fit(scale, shift, width, height, page_width, writing)


@lru_cache(maxsize=8)
def map_box(picture: Picture) -> Box:
    """The box around all spaces, the same whatever stands on them and whoever reads."""
    return _around_spaces(replace(picture, counters=(), moves=(), battles=(), reader="", part=None))


@lru_cache(maxsize=4)
def _around_spaces(picture: Picture) -> Box:
    return joined_box([extent(space) for space in picture.spaces] or [(0.0, 0.0, 1.0, 1.0)])


@lru_cache(maxsize=8192)
def _fitted_space(space: Space, fit: Fit) -> Space:
    return space.moved(fit.at(space.centre), fit.all(space.outline), space.radius * fit.scale)


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


def clipped(picture: Picture, box: Box, stands: Mapping[str, Point]) -> Picture:
    """What of a picture can be seen in a box of it; lines go on a little beyond; counters have their stands."""
    far = picture.pace * 1.5
    wider = box[0] - far, box[1] - far, box[2] + far, box[3] + far
    return replace(
        picture,
        spaces=tuple(space for space in picture.spaces if shared(extent(space), box)),
        lines=tuple(part for line in picture.lines for part in _parts_within(line, wider)),
        edges=tuple(edge for edge in picture.edges if within(wider, edge.start)),
        crossings=tuple(crossing for crossing in picture.crossings if within(wider, crossing.at)),
        towns=tuple(town for town in picture.towns if within(box, town.at)),
        counters=tuple(one for one in picture.counters if within(box, stands.get(one.space, box[:2]))),
        moves=tuple(move for move in picture.moves if any(within(wider, point) for point in move.points)),
        battles=tuple(battle for battle in picture.battles if within(box, battle.at)),
    )


def _parts_within(line: Line, box: Box) -> Iterator[Line]:
    """The stretches of a line that lie in a box, each with the point before and the point after."""
    near = [within(box, point) for point in line.points]
    shown = [any(near[max(0, n - 1) : n + 2]) for n in range(len(near))]
    run: list[Point] = []
    for point, is_shown in zip(line.points, shown, strict=True):
        if is_shown:
            run.append(point)
        elif run:
            yield replace(line, points=tuple(run))
            run = []
    if run:
        yield replace(line, points=tuple(run))
