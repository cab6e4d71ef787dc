"""Plane geometry of drawings, by square roots only: sines differ between machines, roots do not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from pbem.model.picture import Point, Space


def length(a: Point, b: Point) -> float:
    return sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)


def direction(a: Point, b: Point) -> Point:
    """The unit vector from a to b; to the right if they are one point."""
    far = length(a, b)
    return ((b[0] - a[0]) / far, (b[1] - a[1]) / far) if far else (1.0, 0.0)


def along(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def off(point: Point, way: Point, far: float) -> Point:
    """The point moved by so far along the unit vector."""
    return point[0] + way[0] * far, point[1] + way[1] * far


def left_of(way: Point) -> Point:
    """The unit vector a quarter turn to the left, on a page whose y runs downward."""
    return way[1], -way[0]


def extent(space: Space) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a space."""
    if not space.outline:
        (x, y), r = space.centre, space.radius
        return x - r, y - r, x + r, y + r
    return _box(space.outline)


def crossed(space: Space, y: float) -> list[float]:
    """Where the edge of an area crosses a level, from left to right."""
    if not space.outline:
        (middle, level), reach = space.centre, space.radius
        half = sqrt(max(0.0, reach * reach - (y - level) ** 2))
        return [middle - half, middle + half]
    corners = space.outline
    return sorted(
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
        if (ay <= y) != (by <= y)
    )


@lru_cache(maxsize=8192)
def _box(outline: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def is_hex(space: Space) -> bool:
    """Whether a space is a hex: six corners, of which opposite ones lie across the centre."""
    return len(space.outline) == 6 and _balanced(space.outline[0], space.outline[3], space.centre)


@lru_cache(maxsize=8192)
def _balanced(corner: Point, opposite: Point, centre: Point) -> bool:
    """Whether two corners lie across the centre."""
    (ax, ay), (bx, by), (x, y) = corner, opposite, centre
    slip = (abs(ax - bx) + abs(ay - by)) * 0.02
    return abs(ax + bx - 2 * x) <= slip and abs(ay + by - 2 * y) <= slip


def shortened(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The line without so much at its start and end; the ends come no nearer than a third of a part."""
    line = list(points)
    first, last = length(line[0], line[1]), length(line[-2], line[-1])
    head = off(line[0], direction(line[0], line[1]), min(start, first / 3))
    tail = off(line[-1], direction(line[-1], line[-2]), min(end, last / 3 if len(line) == 2 else last * 0.6))
    return [head, *line[1:-1], tail]
