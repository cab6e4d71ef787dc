"""Yards: where the counters of an area stand.  Each area has one that is its own, so that no counter covers another's.

A yard has two columns of counters.  It lies where it covers as little as can be of other areas, and leaves room for the
name of the area's town, which is found a place together with it; yards and names never share ground.  Where the areas
are too small for that, all counters of the map are drawn smaller.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import ceil, floor, inf

from pbem.kit.keeper import keeper
from pbem.kit.witnesses import keep, recalled
from pbem.model.digest import digest
from pbem.model.picture import Picture, Point, Space, Town
from pbem.model.records import frozen
from pbem.report.drawing.clearance import Box, joined_box, shared
from pbem.report.drawing.fitting import PACE, Fit
from pbem.report.drawing.geometry import crossed, extent, is_hex
from pbem.report.drawing.labels import DOTS, label_box, name_places

CELL = 68.0, 98.0
"""What a column takes: a counter with its badges, and below it the strips of two others."""
COLUMNS = 2
SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
GRAIN = 10.0
"""The side of the squares in which a map is looked at."""
OUTSIDE, NAME_OUTSIDE, DOT, TOGETHER, STEP = 3, 6, 6, 20, 0.005
"""How bad a square of a yard is beyond its area, of a name beyond it, upon a town or label, upon another yard
or name; and every step of a yard from the middle of its area, squared."""
EDGE = 2
"""How many squares a yard may reach beyond the outermost areas."""
ROUNDS = 10
APART = 0.3
"""Of whose yard so much lies elsewhere, that is said on the map."""

Squares = tuple[float, float, float, float]
"""A box in squares of the map."""


@frozen
class Yards:
    """The middle of each area's yard, where the names of their towns stand, both in map units; how large counters
    are drawn."""

    middles: Mapping[str, Point]
    names: Mapping[tuple[str, str], Box]
    """By area and town."""
    apart: tuple[str, ...]
    """The areas whose yards lie mostly elsewhere."""
    scale: float

    def on(self, fit: Fit) -> Yards:
        """The same on a page."""
        middles = {space: fit.at(middle) for space, middle in self.middles.items()}
        names = {town: (*fit.at(box[:2]), *fit.at(box[2:])) for town, box in self.names.items()}
        return Yards(middles, names, self.apart, self.scale)

    def box(self, space: str) -> Box:
        """What a yard takes of a page."""
        wide, high = CELL[0] * COLUMNS * self.scale / 2, CELL[1] * self.scale / 2
        x, y = self.middles[space]
        return x - wide, y - high, x + wide, y + high

    def taken(self) -> list[Box]:
        """What yards and names take of a page."""
        return [*map(self.box, self.middles), *self.names.values()]


NO_YARDS = Yards({}, {}, (), 1.0)


def yards_of(picture: Picture) -> Yards:
    """The yards of a map's areas, which are kept once they are found; none on a map of hexes."""
    shapes = tuple(
        Space(one.id, one.centre, one.outline, one.radius, label=one.label) for one in picture.spaces if not is_hex(one)
    )
    return _kept(shapes, picture.towns, (picture.pace or 1.0) / PACE) if shapes else NO_YARDS


@lru_cache(maxsize=8)
def _kept(areas: tuple[Space, ...], towns: tuple[Town, ...], unit: float) -> Yards:
    place = keeper()
    if place is None:
        return _laid_out(areas, towns, unit)
    own = digest("pbem/yards/1", repr((areas, towns, unit)))
    name = f"yards-{digest('pbem/yards/name', *(space.id for space in areas)).hex()[:16]}"
    found = recalled(place, name, own)
    yards = _read(found.body) if found is not None else None
    if yards is None:
        yards = _laid_out(areas, towns, unit)
        plain = [yards.scale, yards.apart, [*yards.middles.items()], [*yards.names.items()]]
        keep(place, name, own, (), json.dumps(plain).encode())
    return yards


def _read(kept: bytes) -> Yards | None:
    try:
        scale, apart, middles, names = json.loads(kept)
        at = {space: (x, y) for space, (x, y) in middles}
        return Yards(at, {(space, town): tuple(box) for (space, town), box in names}, tuple(apart), scale)
    except (ValueError, TypeError):
        return None


def _laid_out(areas: Sequence[Space], towns: Sequence[Town], unit: float) -> Yards:
    """At the largest scale at which nothing shares ground."""
    grid = _Grid(areas, towns, unit)
    for scale in SCALES:
        sites = [_Site(grid, space, scale) for space in areas]
        if _settled(sites):
            break
    named = {(site.space.id, site.town.name): grid.box(site.name) for site in sites if site.town}
    apart = tuple(site.space.id for site in sites if site.is_apart)
    return Yards({site.space.id: site.middle for site in sites}, named, apart, scale)


def _settled(sites: Sequence[_Site]) -> bool:
    """Yards and names go where it is best, those with the least choice first, until all keep apart; whether they do."""
    by_choice = ordered = sorted(sites, key=lambda site: (site.room, site.space.id))
    for number in range(1, ROUNDS + 1):
        for site in ordered:
            site.settle([box for other in sites if other is not site for box in other.taken], TOGETHER * number)
        ordered = [site for site in by_choice if _crowded(site, sites)]
        if not ordered:
            return True
    return False


def _crowded(site: _Site, sites: Sequence[_Site]) -> bool:
    others = [box for other in sites if other is not site for box in other.taken]
    yard, name = site.taken
    return bool(shared(yard, name) or _met(yard, others) or _met(name, others))


class _Grid:
    """A map of areas in squares: how far it goes, and where towns lie."""

    def __init__(self, areas: Sequence[Space], towns: Sequence[Town], unit: float) -> None:
        self.left, self.top, right, bottom = joined_box([extent(space) for space in areas])
        self.step = GRAIN * unit
        self.unit = unit
        self.towns = towns
        self.limits = (-EDGE, -EDGE, ceil((right - self.left) / self.step) + EDGE, self.row(bottom) + 1 + EDGE)
        reach = DOTS * unit
        dots = [(x - reach, y - reach, x + reach, y + reach) for x, y in (town.at for town in towns)]
        self.dots = [self.whole(box) for box in (*dots, *(label_box(area, unit) for area in areas if area.label))]

    def column(self, x: float) -> int:
        return floor((x - self.left) / self.step)

    def row(self, y: float) -> int:
        return floor((y - self.top) / self.step)

    def whole(self, box: Box) -> tuple[int, int, int, int]:
        """The whole squares that a box lies in."""
        return self.column(box[0]), self.row(box[1]), self.column(box[2]) + 1, self.row(box[3]) + 1

    def squares(self, box: Box) -> Squares:
        left, top, right, bottom = box
        x, y, step = self.left, self.top, self.step
        return (left - x) / step, (top - y) / step, (right - x) / step, (bottom - y) / step

    def box(self, squares: Squares) -> Box:
        """In map units."""
        left, top, right, bottom = squares
        x, y, step = self.left, self.top, self.step
        return x + left * step, y + top * step, x + right * step, y + bottom * step


class _Site:
    """An area that seeks a place for its yard and for its town's name."""

    def __init__(self, grid: _Grid, space: Space, scale: float) -> None:
        self.space, self.grid = space, grid
        self.wide, self.high = (ceil(far * scale / GRAIN) for far in (CELL[0] * COLUMNS, CELL[1]))
        left, top, right, bottom = grid.whole(extent(space))
        half, limits = (self.wide // 2, self.high // 2), grid.limits
        self.window = (
            max(limits[0], left - half[0]),
            max(limits[1], top - half[1]),
            min(limits[2], right + half[0]),
            min(limits[3], bottom + half[1]),
        )
        self.choices = sorted(self._choices(_sums(self._worth()), ((left + right) / 2, (top + bottom) / 2)))
        self.room = sum(cost < 1 for cost, _ in self.choices)
        own = [town for town in grid.towns if town.space == space.id]
        self.town = max(own, key=lambda town: town.size) if own else None
        self.names = sorted(self._names()) or [(0.0, (0.0, 0.0, 0.0, 0.0))]
        self.yard: Squares | None = None
        self.name = self.names[0][1]

    @property
    def taken(self) -> list[Squares]:
        return [self.yard, self.name] if self.yard else []

    @property
    def middle(self) -> Point:
        assert self.yard is not None
        left, top, right, bottom = self.grid.box(self.yard)
        return (left + right) / 2, (top + bottom) / 2

    @property
    def is_apart(self) -> bool:
        bad = next(cost for cost, yard in self.choices if yard == self.yard)
        return bad > OUTSIDE * APART * self.wide * self.high

    def settle(self, others: Iterable[Squares], together: float) -> None:
        """The best places of all, others being where they are."""
        near = [box for box in others if shared(box, self.window)]
        names = sorted((bad + together * _met(name, near), name) for bad, name in self.names)
        least = inf
        for bad_yard, yard in self.choices:
            if bad_yard + names[0][0] >= least:
                break
            bad_yard += together * _met(yard, near)
            for bad_name, name in names:
                if bad_yard + bad_name >= least:
                    break
                bad = bad_yard + bad_name + together * shared(yard, name)
                if bad < least:
                    least, self.yard, self.name = bad, yard, name

    def _choices(self, sums: Sequence[Sequence[int]], middle: Point) -> Iterator[tuple[float, Squares]]:
        """Every place near the area for its yard, and how bad it is."""
        left, top, right, bottom = self.window
        wide, high = self.wide, self.high
        for y in range(bottom - top - high + 1):
            above, below = sums[y], sums[y + high]
            down = (top + y + high / 2 - middle[1]) ** 2
            for x in range(right - left - wide + 1):
                bad = below[x + wide] - below[x] - above[x + wide] + above[x]
                far = (left + x + wide / 2 - middle[0]) ** 2 + down
                yield bad + STEP * far, (left + x, top + y, left + x + wide, top + y + high)

    def _worth(self) -> Iterator[list[int]]:
        """How bad it is to cover each square, row by row."""
        left, top, right, bottom = self.window
        dots = [box for box in self.grid.dots if shared(box, self.window)]
        for row in range(top, bottom):
            line = [OUTSIDE] * (right - left)
            ends = crossed(self.space, self.grid.top + (row + 0.5) * self.grid.step)
            for start, end in zip(ends[::2], ends[1::2], strict=True):
                for column in range(self.grid.column(start), self.grid.column(end)):
                    line[column - left] = 0
            for box in dots:
                if box[1] <= row < box[3]:
                    for column in range(max(left, box[0]), min(right, box[2])):
                        line[column - left] += DOT
            yield line

    def _names(self) -> Iterator[tuple[float, Squares]]:
        """Every place for the town's name, and how bad it is: how far from the town, how much of it in other areas."""
        if not self.town:
            return
        for number, box in enumerate(name_places(self.town, self.grid.unit)):
            name = self.grid.squares(box)
            ends = crossed(self.space, (box[1] + box[3]) / 2)
            kept = sum(
                max(0.0, min(end, box[2]) - max(start, box[0]))
                for start, end in zip(ends[::2], ends[1::2], strict=True)
            )
            beyond = (box[2] - box[0] - kept) / self.grid.step * (name[3] - name[1])
            on_dots = _met(name, self.grid.dots)
            yield NAME_OUTSIDE * beyond + number / 2 + TOGETHER * on_dots, name


def _met(box: Squares, others: Iterable[Squares]) -> float:
    return sum(shared(box, other) for other in others)


def _sums(lines: Iterable[Sequence[int]]) -> list[list[int]]:
    """For every corner between squares, the sum of all that lies above it and to its left."""
    sums: list[list[int]] = []
    for line in lines:
        along = [0, *accumulate(line)]
        sums = sums or [[0] * len(along)]
        sums.append([a + b for a, b in zip(along, sums[-1], strict=True)])
    return sums
