"""Where the action is: units that face the enemy, battles, moves; and the few windows through which most of it is seen.

It is worked out from the picture alone, for games of every kind: positions, whose units they are, and what happened.
Who reads counts more than whom he faces; without a reader both sides count alike.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import sqrt

from pbem.model.picture import Counter, Picture, Point
from pbem.model.records import frozen
from pbem.report.drawing.clearance import Box, joined_box, within
from pbem.report.drawing.fitting import map_box
from pbem.report.drawing.geometry import is_hex
from pbem.report.drawing.yards import yards_of

FACING = 3.2
"""Two units face each other within so many spaces."""
BATTLE, MOVE, OWN, ENEMY = 5, 1, 3, 2
ENOUGH, LEAST = 0.94, 0.06
"""Of all there is to see: when no further window is needed, and what a further one must show."""
AROUND = 1.35
"""What is shown around units, in spaces."""
SCREEN = (11.0, 7.5)
PAPER = (10.9, 13.1)
"""How many spaces a screen and a sheet of A4 show, so that counters can be read: 27 pixels wide, or 9 millimetres."""
WHOLE_SHARE = 0.6
"""When most of the map is shown anyway, all of it is."""


@frozen
class Window:
    """A part of the map, in map units, and the occupied spaces in it."""

    box: Box
    spaces: tuple[str, ...]


@lru_cache(maxsize=8)
def weights(picture: Picture) -> Mapping[str, int]:
    """How much there is to see in each space; where nobody faces anybody, the reader's units, else all."""
    found: dict[str, int] = defaultdict(int)
    for counter in _facing(replace(picture, reader="", part=None)):
        found[counter.space] += OWN if picture.owner(counter) == picture.reader else ENEMY
    for place in _places(picture, (battle.at for battle in picture.battles)):
        found[place] += BATTLE
    for place in _places(picture, (move.points[-1] for move in picture.moves if move.points)):
        found[place] += MOVE
    if not found:
        mine = [counter for counter in picture.counters if picture.owner(counter) == picture.reader]
        for counter in mine or picture.counters:
            found[counter.space] += 1
    return {space: weight for space, weight in found.items() if space in picture.centres}


@lru_cache(maxsize=8)
def stands(picture: Picture) -> Mapping[str, Point]:
    """Where the counters of each space stand: in the middle of a hex, in the yard of an area."""
    yards = yards_of(picture).middles
    return {**picture.centres, **yards} if yards else picture.centres


@lru_cache(maxsize=4)
def _facing(picture: Picture) -> list[Counter]:
    """The units with an enemy near, whoever reads."""
    where: dict[str, set[Point]] = defaultdict(set)
    units = [one for one in picture.counters if not one.is_marker and one.space in picture.centres]
    for counter in units:
        where[picture.owner(counter)].add(picture.centres[counter.space])
    far = (FACING * _stride(picture)) ** 2
    near: dict[tuple[str, Point], bool] = {}
    for owner, places in where.items():
        others = [place for other, there in where.items() if other != owner for place in there]
        near |= {(owner, here): any(_apart(here, there) <= far for there in others) for here in places}
    return [one for one in units if near[picture.owner(one), picture.centres[one.space]]]


def _stride(picture: Picture) -> float:
    """From space to space: areas lie farther apart than their counters are wide."""
    areas = [space.centre for space in picture.spaces if not is_hex(space)]
    if len(areas) < 2:
        return picture.pace
    nearest = [min(_apart(here, there) for there in areas if there != here) for here in areas]
    return max(picture.pace, sum(map(sqrt, nearest)) / len(nearest))


def _apart(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _places(picture: Picture, points: Iterable[Point]) -> list[str]:
    """The spaces at these points, or nearest to them."""
    known = {centre: space for space, centre in picture.centres.items()}
    return [known.get(point) or _nearest(picture, point) for point in points if known]


def _nearest(picture: Picture, point: Point) -> str:
    return min(picture.centres, key=lambda space: (_apart(picture.centres[space], point), space))


# --- windows -------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def windows(picture: Picture, size: tuple[float, float] = SCREEN, most: int = 6) -> tuple[Window, ...]:
    """Windows of at most this size, in spaces, the fullest first; none where the whole map is no larger.

    Where somebody asked to see a part of the map, it is the only window.
    """
    if picture.part:
        box = _asked(picture, picture.part)
        return (Window(box, spaces_within(picture, box)),)
    limits = map_box(picture)
    wide, high = size[0] * picture.pace, size[1] * picture.pace
    if limits[2] - limits[0] <= wide and limits[3] - limits[1] <= high:
        return ()
    margin = AROUND * picture.pace
    seen = weights(picture)
    left = [_Spot(*stands(picture)[space], weight, space) for space, weight in sorted(seen.items())]
    total = sum(spot.weight for spot in left)
    found: list[Window] = []
    while left and len(found) < most:
        inside = _fullest(left, wide - 2 * margin, high - 2 * margin)
        gain = sum(spot.weight for spot in inside)
        if found and gain < LEAST * total:
            break
        found.append(_window(picture, seen, inside, limits, margin))
        taken = {spot.space for spot in inside}
        left = [spot for spot in left if spot.space not in taken and not within(found[-1].box, (spot.x, spot.y))]
        if sum(spot.weight for spot in left) <= (1 - ENOUGH) * total:
            break
    return tuple(found)


def front(picture: Picture) -> Box | None:
    """The box around all windows; nothing where that is most of the map."""
    if picture.part:
        return _asked(picture, picture.part)
    boxes = [window.box for window in windows(picture)]
    if not boxes:
        return None
    around, limits = joined_box(boxes), map_box(picture)
    return None if area(around) > WHOLE_SHARE * area(limits) else around


def _asked(picture: Picture, part: Box) -> Box:
    """What was asked for, as far as the map goes."""
    limits = map_box(picture)
    return max(part[0], limits[0]), max(part[1], limits[1]), min(part[2], limits[2]), min(part[3], limits[3])


def area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def spaces_within(picture: Picture, box: Box) -> tuple[str, ...]:
    """The spaces whose middles lie in a box."""
    return tuple(space.id for space in picture.spaces if within(box, space.centre))


def left_out(picture: Picture, boxes: Sequence[Box]) -> list[Counter]:
    """The counters that none of these boxes shows."""
    at = stands(picture)
    held = {counter.space for counter in picture.counters} & at.keys()
    shown = {space for space in held if any(within(box, at[space]) for box in boxes)}
    return [counter for counter in picture.counters if counter.space not in shown]


@frozen
class _Spot:
    """A space with something to see."""

    x: float
    y: float
    weight: int
    space: str


def _fullest(spots: Sequence[_Spot], wide: float, high: float) -> list[_Spot]:
    """The spots in the rectangle that holds most; of equal ones the one of the smallest extent."""
    best: tuple[float, ...] = ()
    chosen: list[_Spot] = []
    ordered = sorted(spots, key=lambda spot: (spot.y, spot.x))
    across = sorted(spots, key=lambda spot: spot.x)
    xs, so_far = [spot.x for spot in across], [0, *accumulate(spot.weight for spot in across)]
    for left in dict.fromkeys(xs):
        if best and so_far[bisect_right(xs, left + wide)] - so_far[bisect_left(xs, left)] < best[0]:
            continue
        column = [spot for spot in ordered if left <= spot.x <= left + wide]
        end = weight = 0
        for number, first in enumerate(column):
            while end < len(column) and column[end].y <= first.y + high:
                weight += column[end].weight
                end += 1
            if not best or weight >= best[0]:
                inside = column[number:end]
                rank = (weight, -_spread(inside), -first.y, -left)
                if rank > best:
                    best, chosen = rank, inside
            weight -= first.weight
    return chosen


def _spread(spots: Sequence[_Spot]) -> float:
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    return round(sqrt((max(xs) - min(xs)) ** 2 + (max(ys) - min(ys)) ** 2), 3)


def _window(picture: Picture, seen: Iterable[str], spots: Sequence[_Spot], limits: Box, margin: float) -> Window:
    """What is around these spots, as far as the map goes."""
    around = joined_box([(spot.x, spot.y, spot.x, spot.y) for spot in spots])
    box = (
        max(limits[0], around[0] - margin),
        max(limits[1], around[1] - margin),
        min(limits[2], around[2] + margin),
        min(limits[3], around[3] + margin),
    )
    return Window(box, tuple(space for space in seen if within(box, stands(picture)[space])))
