"""How a map is cut into parts for paper: no more than needed, of like size, and through no counter."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import ceil

from pbem.model.picture import Picture, Point
from pbem.report.drawing.action import AROUND, Window, area, stands
from pbem.report.drawing.clearance import Box, joined_box, shared
from pbem.report.drawing.fitting import PACE, map_box
from pbem.report.drawing.frames import FACE
from pbem.report.drawing.piles import BADGE, DEEPEST, SHADE, STRIP
from pbem.report.drawing.yards import CELL, COLUMNS, yards_of

SHIFTS = tuple(n / 20 for n in range(-20, 21))
"""How far an edge may be moved, in spaces."""
BEYOND = 0.2
"""So far, in spaces, the counters of an area may stand beyond the outermost areas."""

Span = tuple[float, float]


def parts_of(picture: Picture, windows: Sequence[Window], size: tuple[float, float]) -> list[Box]:
    """What these windows show, in parts of at most this size, in spaces: of like size if they are then no more."""
    boxes = [window.box for window in windows]
    if len(boxes) < 2:
        return boxes
    at = stands(picture)
    points = sorted({at[space] for window in windows for space in window.spaces})
    wide, high = ((far - 2 * AROUND) * picture.pace for far in size)
    rows = [cell for row in _even(points, 1, high) for cell in _even(row, 0, wide)]
    columns = [cell for column in _even(points, 0, wide) for cell in _even(column, 1, high)]
    fewest = min(rows, columns, key=len)
    return [_around(picture, cell) for cell in fewest] if len(fewest) <= len(boxes) else boxes


def _even(points: Sequence[Point], axis: int, most: float) -> list[list[Point]]:
    """Points in as few stretches along an axis as there must be, none longer than `most`, all equally long."""
    start, end = (choose(point[axis] for point in points) for choose in (min, max))
    count = max(1, ceil((end - start) / most))
    step = (end - start) / count or 1.0
    stretches: list[list[Point]] = [[] for _ in range(count)]
    for point in points:
        stretches[min(count - 1, int((point[axis] - start) / step))].append(point)
    return [stretch for stretch in stretches if stretch]


def _around(picture: Picture, points: Iterable[Point]) -> Box:
    left, top, right, bottom = joined_box([(x, y, x, y) for x, y in points])
    margin, limits = AROUND * picture.pace, map_box(picture)
    return (
        max(limits[0], left - margin),
        max(limits[1], top - margin),
        min(limits[2], right + margin),
        min(limits[3], bottom + margin),
    )


def clear(picture: Picture, box: Box, most: tuple[float, float]) -> Box:
    """The box, its edges moved a little, so that they cut no counter; at most so large, in map units."""
    taken = _counters(picture)
    limits, more = map_box(picture), BEYOND * picture.pace
    left, top, right, bottom = box
    across = [(one[1], one[3]) for one in taken if one[0] < right and left < one[2]]
    top, bottom = _moved((top, bottom), across, most[1], (limits[1] - more, limits[3] + more), picture.pace)
    down = [(one[0], one[2]) for one in taken if one[1] < bottom and top < one[3]]
    left, right = _moved((left, right), down, most[0], (limits[0] - more, limits[2] + more), picture.pace)
    return left, top, right, bottom


def cuts(picture: Picture, box: Box) -> int:
    """How many counters the edges of a box cut."""
    return sum(0 < shared(one, box) < 0.99 * area(one) for one in _counters(picture))


@lru_cache(maxsize=4)
def _counters(picture: Picture) -> list[Box]:
    """What the counters of each space take of the map."""
    unit, yards = picture.pace / PACE, yards_of(picture)
    held: dict[str, list[str]] = {}
    for counter in picture.counters:
        held.setdefault(counter.space, []).append(counter.force)
    boxes = []
    for space, forces in held.items():
        if space in yards.middles:
            (x, y), reach = yards.middles[space], _in_yard(forces, yards.scale)
        elif space in picture.centres:
            far = FACE / 2 + SHADE + (DEEPEST / 2 if len(forces) > 1 else 0)
            (x, y), reach = picture.centres[space], (far + BADGE / 2, far + BADGE / 2)
        else:
            continue
        boxes.append((x - reach[0] * unit, y - reach[1] * unit, x + reach[0] * unit, y + reach[1] * unit))
    return boxes


def _in_yard(forces: Sequence[str], scale: float) -> Span:
    """How far the columns of a yard reach from its middle: one for each side, both for one that is alone."""
    sides = set(forces)
    columns = max(len(sides), min(COLUMNS, len(forces)))
    rows = max(map(forces.count, sides)) if len(sides) > 1 else ceil(len(forces) / COLUMNS)
    return columns * CELL[0] / 2 * scale, (FACE + (rows - 1) * STRIP + 2 * SHADE) / 2 * scale


def _moved(edges: Span, spans: Sequence[Span], most: float, limits: Span, pace: float) -> Span:
    """Both edges where they cut the fewest spans, leave out the fewest, and are moved least."""
    begin, finish = sorted(start for start, _ in spans), sorted(end for _, end in spans)
    seen = sorted(middle for start, end in spans if edges[0] <= (middle := (start + end) / 2) <= edges[1])

    def cost(edge: float, wanted: float, lost: int) -> tuple[int, int, float]:
        cut = bisect_left(begin, edge) - bisect_right(finish, edge)
        return cut, lost, abs(edge - wanted)

    starts = sorted(
        (cost(edge, edges[0], bisect_left(seen, edge)), edge)
        for edge in {min(max(edges[0] + shift * pace, limits[0]), edges[1]) for shift in SHIFTS}
    )
    ends = sorted(
        (cost(edge, edges[1], len(seen) - bisect_right(seen, edge)), edge)
        for edge in {max(min(edges[1] + shift * pace, limits[1]), edges[0]) for shift in SHIFTS}
    )
    if ends[0][1] - starts[0][1] <= most:
        return starts[0][1], ends[0][1]
    both = [
        ([one + other for one, other in zip(bad, worse, strict=True)], start, end)
        for (bad, start), (worse, end) in product(starts, ends)
        if end - start <= most
    ]
    return min(both)[1:] if both else edges
