"""A map on paper: the parts of it where the action is, each so large that its counters can be read on A4."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.model.picture import Picture
from pbem.report.additions import part_of_map, units_elsewhere
from pbem.report.clean import clean
from pbem.report.drawing.action import PAPER, left_out, windows
from pbem.report.drawing.clearance import Box, within
from pbem.report.drawing.fitting import PACE
from pbem.report.drawing.frames import FACE

WIDEST, HIGHEST = 170.0, 204.0  # what a sheet of A4 has room for, in millimetres, below the report's heading
SMALLEST, LARGEST = 9.0, 14.0  # a counter's width in millimetres
NAMED = 30
"""So many units that no part shows are named."""


def panels_of(picture: Picture) -> tuple[Box, ...]:
    """The parts in the order of the map, from the top down; none if the whole map can be read on a sheet."""
    boxes = [window.box for window in windows(picture, PAPER)]
    return tuple(sorted(boxes, key=lambda box: (round(box[1], 3), round(box[0], 3))))


def printed_size(picture: Picture, box: Box) -> tuple[float, float]:
    """Width and height of a part in millimetres: counters as large as they must be, no larger than they need."""
    scale = PACE / picture.pace
    wide, high = (box[2] - box[0]) * scale, (box[3] - box[1]) * scale
    by = min(WIDEST / wide, HIGHEST / high, LARGEST / FACE)
    by = by if picture.part else max(SMALLEST / FACE, by)
    return wide * by, high * by


def captions(picture: Picture, boxes: Sequence[Box]) -> list[str]:
    """What each part shows: from which space to which."""
    return [part_of_map(n, len(boxes), *_corners(picture, box)) for n, box in enumerate(boxes, 1)]


def _corners(picture: Picture, box: Box) -> tuple[str, str]:
    """The spaces nearest to the upper left and lower right corners."""
    inside = [space for space in picture.spaces if within(box, space.centre)]
    ordered = sorted(inside, key=lambda space: (sum(space.centre), space.id)) or list(picture.spaces)
    first, last = ordered[0], ordered[-1]
    return clean(first.label or first.id), clean(last.label or last.id)


def not_shown(picture: Picture, boxes: Sequence[Box]) -> str:
    """The units that none of the parts shows; nothing if there are none."""
    units = [f"{clean(one.name or one.id)} {clean(one.space)}" for one in left_out(picture, boxes)]
    return units_elsewhere(units[:NAMED], len(units)) if units and boxes else ""
