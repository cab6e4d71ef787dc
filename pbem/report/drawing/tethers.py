"""What belongs together although it stands apart: the yard of an area too small for one, a name far from its town."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.model.picture import Picture, Point
from pbem.report.drawing.clearance import Box, within
from pbem.report.drawing.geometry import length
from pbem.report.drawing.markup import group, num, xy
from pbem.report.drawing.yards import Yards

FAR = 22.0
"""From here on a name's way to its town is drawn."""


def tethers(picture: Picture, yards: Yards) -> list[str]:
    """A frame for every yard that lies apart from its area, and lines from it and from far names to towns."""
    middles = {space.id: space.centre for space in picture.spaces}
    apart = [(yards.box(space), middles[space]) for space in yards.apart if space in middles]
    frames = [_frame(yard, middle) for yard, middle in apart if not within(yard, middle)]
    return group("tethers", [*frames, *_lines(picture, yards)])


def _frame(yard: Box, middle: Point) -> str:
    left, top, right, bottom = yard
    size = f'x="{num(left)}" y="{num(top)}" width="{num(right - left)}" height="{num(bottom - top)}"'
    return f'<rect class="pm-yard" rx="8" {size}/>{_line(yard, middle)}'


def _lines(picture: Picture, yards: Yards) -> Iterator[str]:
    for town in picture.towns:
        box = yards.names.get((town.space, town.name))
        if box and length(_nearest(box, town.at), town.at) >= FAR:
            yield _line(box, town.at)


def _line(box: Box, to: Point) -> str:
    return f'<path class="pm-tether" d="M{xy(_nearest(box, to))}L{xy(to)}"/>'


def _nearest(box: Box, to: Point) -> Point:
    """The point of a box that is nearest to another."""
    return min(max(to[0], box[0]), box[2]), min(max(to[1], box[1]), box[3])
