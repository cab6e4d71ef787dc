"""A map on paper: the parts of it where the action is, each so large that its counters can be read on A4."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from pbem.model.picture import Counter, Picture
from pbem.report.additions import part_of_map, stacks_in_words, units_elsewhere
from pbem.report.clean import clean
from pbem.report.drawing.action import PAPER, left_out, windows
from pbem.report.drawing.clearance import Box, within
from pbem.report.drawing.cuts import clear, parts_of
from pbem.report.drawing.filling import ROOM, filled
from pbem.report.drawing.fitting import PACE, map_box
from pbem.report.drawing.frames import FACE

WIDEST, HIGHEST = 170.0, ROOM  # what a sheet of A4 has room for, in millimetres, below the report's heading
UTMOST = 178.0  # from margin to margin: so wide may a part become whose edges are moved so that they cut no counter
SMALLEST, LARGEST = 9.0, 14.0  # a counter's width in millimetres
NAMED = 30
"""So many units that no part shows are named."""


@lru_cache(maxsize=8)
def panels_of(picture: Picture) -> tuple[Box, ...]:
    """The parts in the order of the map, from the top down; none if the whole map can be read on a sheet."""
    found = windows(picture, PAPER)
    if picture.part:
        return tuple(window.box for window in found)
    parts = parts_of(picture, found, PAPER)
    widest = max((right - left for left, _, right, _ in parts), default=0.0) if len(parts) > 1 else 0.0
    most = tuple(far / SMALLEST * FACE / PACE * picture.pace for far in (UTMOST, HIGHEST))

    def placed(box: Box) -> Box:
        return clear(picture, _widened(picture, box, widest), (most[0], most[1]))

    boxes = sorted(map(placed, parts), key=_from_the_top)
    heights = [printed_size(picture, box)[1] for box in boxes]
    return tuple(sorted(filled(picture, boxes, heights, placed), key=_from_the_top))


def _from_the_top(box: Box) -> tuple[float, float]:
    return round(box[1], 3), round(box[0], 3)


def _widened(picture: Picture, box: Box, widest: float) -> Box:
    """A part narrower than its sheet, or than another part, shows more to both sides, as far as the map goes."""
    left, top, right, bottom = box
    limits = map_box(picture)
    wide = min(limits[2] - limits[0], PAPER[0] * picture.pace, max(widest, (bottom - top) * WIDEST / HIGHEST))
    if wide <= right - left:
        return box
    start = min(max(limits[0], (left + right - wide) / 2), limits[2] - wide)
    return start, top, start + wide, bottom


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


def stacked(picture: Picture, boxes: Sequence[Box]) -> str:
    """The stacks that the parts show, or the whole map if there are none: whose counters hide each other."""
    out = {one.id for one in left_out(picture, boxes)} if boxes else set()
    by_side: dict[tuple[str, str], list[Counter]] = defaultdict(list)
    for one in picture.counters:
        if one.id not in out and not one.is_marker:
            by_side[one.space, picture.owner(one)].append(one)
    labels = {space.id: clean(space.label or space.name or space.id) for space in picture.spaces}
    stacks = [
        (labels[place], [clean(f"{one.name or one.id} {one.strength}".strip()) for one in reversed(units)])
        for (place, _), units in sorted(by_side.items())
        if len(units) > 1 and place in labels
    ]
    return stacks_in_words(stacks) if stacks else ""


def not_shown(picture: Picture, boxes: Sequence[Box]) -> str:
    """The units that none of the parts shows; nothing if there are none."""
    units = [f"{clean(one.name or one.id)} {clean(one.space)}" for one in left_out(picture, boxes)]
    return units_elsewhere(units[:NAMED], len(units)) if units and boxes else ""
