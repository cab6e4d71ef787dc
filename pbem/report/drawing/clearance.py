"""Boxes on a map: what they share, what lies in them; and which parts are written on, so that names keep clear."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pbem.model.picture import Point

Box = tuple[float, float, float, float]  # left, top, right, bottom
_ROOM = 64.0  # side of the squares in which taken boxes are filed


class Taken:
    """Boxes that are taken."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self.filed: dict[tuple[int, int], list[Box]] = defaultdict(list)
        for box in boxes:
            self.take(box)

    def take(self, box: Box) -> None:
        for square in _squares(box):
            self.filed[square].append(box)

    def overlap(self, box: Box) -> float:
        """The area that this box would share with others; a box filed in two squares counts once."""
        met: dict[Box, None] = {}
        for square in _squares(box):
            if square in self.filed:
                met.update(dict.fromkeys(self.filed[square]))
        left, top, right, bottom = box
        near = (one for one in met if one[0] < right and left < one[2] and one[1] < bottom and top < one[3])
        return sum(shared(box, other) for other in near)


def around(spot: Point, reach: float) -> Box:
    """A square around a point."""
    return spot[0] - reach, spot[1] - reach, spot[0] + reach, spot[1] + reach


def _squares(box: Box) -> list[tuple[int, int]]:
    left, top, right, bottom = box
    across = range(int(left // _ROOM), int(right // _ROOM) + 1)
    down = range(int(top // _ROOM), int(bottom // _ROOM) + 1)
    return [(x, y) for x in across for y in down]


def shared(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def joined_box(boxes: Sequence[Box]) -> Box:
    """The box around boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def within(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
