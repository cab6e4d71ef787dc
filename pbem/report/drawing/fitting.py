"""From map units to the page: spaces 100 apart, the map's upper left corner inside the margins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.model.picture import Picture, Point
from pbem.report.drawing.geometry import extent

PACE = 100.0
MARGIN = 26.0
HEADING = 58.0


@dataclass(frozen=True, slots=True)
class Fit:
    """How map units become page units, and how large the map is on the page."""

    scale: float
    left: float
    top: float
    width: float
    height: float

    def at(self, point: Point) -> Point:
        return (point[0] - self.left) * self.scale + MARGIN, (point[1] - self.top) * self.scale + MARGIN + HEADING

    def all(self, points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(self.at(point) for point in points)


def fit(picture: Picture) -> Fit:
    """The scale, and the extent of all spaces."""
    boxes = [extent(space) for space in picture.spaces] or [(0.0, 0.0, 1.0, 1.0)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    scale = PACE / (picture.pace or 1.0)
    left, top = min(lefts), min(tops)
    return Fit(scale, left, top, (max(rights) - left) * scale, (max(bottoms) - top) * scale)


def fitted(picture: Picture, fit: Fit) -> Picture:
    """The same picture in page units."""
    return replace(
        picture,
        pace=PACE,
        spaces=tuple(
            replace(s, centre=fit.at(s.centre), outline=fit.all(s.outline), radius=s.radius * fit.scale)
            for s in picture.spaces
        ),
        lines=tuple(replace(line, points=fit.all(line.points)) for line in picture.lines),
        edges=tuple(replace(edge, start=fit.at(edge.start), end=fit.at(edge.end)) for edge in picture.edges),
        crossings=tuple(replace(crossing, at=fit.at(crossing.at)) for crossing in picture.crossings),
        towns=tuple(replace(town, at=fit.at(town.at)) for town in picture.towns),
        moves=tuple(replace(move, points=fit.all(move.points)) for move in picture.moves),
        battles=tuple(replace(battle, at=fit.at(battle.at)) for battle in picture.battles),
    )
