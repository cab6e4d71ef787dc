"""Rivers on hexsides: a side carries the river if the line between the two middles crosses its course.

Crossed twice is not crossed.  So the sides of one river make one unbroken line with nothing branching off,
and every town stays on its bank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pbem.kit.hexes import HexGrid, Point
from pbem_rules.atlas.plane import Plane, Spot

Corners = tuple[Point, Point]


def crossed(line: Sequence[Spot], plane: Plane) -> dict[str, int]:
    """The hexsides whose two middles lie on different sides of a line, with where along the line that is."""
    seen: dict[str, list[int]] = {}
    for place, (start, end) in enumerate(pairwise(line)):
        for side, one, other in plane.pairs_near(start):
            if _cross(start, end, one, other):
                seen.setdefault(side, []).append(place)
    return {side: places[0] for side, places in seen.items() if len(places) % 2}


def chains(sides: dict[str, int], grid: HexGrid) -> list[tuple[str, ...]]:
    """Hexsides as unbroken lines, each in the order of the course; rings are left out."""
    at = _by_corner(sides, grid)
    left = set(sides)
    lines = []
    for side in sorted(sides, key=lambda one: (sides[one], one)):
        if side not in left:
            continue
        ends = [corner for corner in corners(side, grid) if len(at[corner] & left) == 1]
        if ends:
            line = _followed(side, ends[0], at, left, grid)
            lines.append(line if sides[line[0]] <= sides[line[-1]] else line[::-1])
    return sorted(lines, key=lambda line: sides[line[0]])


def cut(line: tuple[str, ...], taken: set[Point], grid: HexGrid) -> tuple[str, ...]:
    """A tributary as far as the first corner that lies on a river already drawn.

    Its head may touch the head of another river across a watershed: there it begins a little later.
    """
    points = path(line, grid)
    start = next((n for n, point in enumerate(points) if point not in taken), len(line))
    end = next((n for n, point in enumerate(points) if n > start and point in taken), len(line))
    return line[start:end]


APART = 8  # two lines that part for no more hexsides than this are taken to run together


def laid_on(line: tuple[str, ...], other: tuple[str, ...], grid: HexGrid) -> tuple[str, ...]:
    """A line that keeps to another one wherever, at its lower end, the two run together."""
    along, course = path(line, grid), path(other, grid)
    meets = [(along.index(corner), course.index(corner)) for corner in along if corner in set(course)]
    if len(meets) < 2:
        return line
    last = first = meets[-1]
    for meet in reversed(meets[:-1]):
        if not (0 < first[0] - meet[0] <= APART and 0 < first[1] - meet[1] <= APART):
            break
        first = meet
    return (*line[: first[0]], *other[first[1] : last[1]], *line[last[0] :])


def path(line: tuple[str, ...], grid: HexGrid) -> list[Point]:
    """The corners a line of hexsides runs through, one more than it has sides."""
    if len(line) < 2:
        return list(corners(line[0], grid)) if line else []
    first, second = corners(line[0], grid)
    points = [first if second in corners(line[1], grid) else second]
    for side in line:
        one, other = corners(side, grid)
        points.append(other if one == points[-1] else one)
    return points


def corners(side: str, grid: HexGrid) -> Corners:
    """The two ends of a hexside."""
    one, other = side.split("-")
    shared = sorted(set(grid.corners(one)) & set(grid.corners(other)))
    return shared[0], shared[1]


def all_corners(sides: Iterable[str], grid: HexGrid) -> set[Point]:
    return {corner for side in sides for corner in corners(side, grid)}


def flipped(sides: dict[str, int], hex: str, grid: HexGrid, place: int) -> dict[str, int]:
    """The same course with one hex moved to the other bank."""
    changed = dict(sides)
    for near in grid.neighbours(hex):
        side = grid.hexside(hex, near)
        if changed.pop(side, None) is None:
            changed[side] = place
    return changed


def _followed(side: str, start: Point, at: dict[Point, set[str]], left: set[str], grid: HexGrid) -> tuple[str, ...]:
    line: list[str] = []
    here: str | None = side
    corner = start
    while here is not None:
        line.append(here)
        left.discard(here)
        first, second = corners(here, grid)
        corner = second if corner == first else first
        here = min(at[corner] & left, default=None)
    return tuple(line)


def _by_corner(sides: Iterable[str], grid: HexGrid) -> dict[Point, set[str]]:
    at: dict[Point, set[str]] = {}
    for side in sides:
        for corner in corners(side, grid):
            at.setdefault(corner, set()).add(side)
    return at


def _cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Do two stretches cross?"""
    return _left(a, b, c) != _left(a, b, d) and _left(c, d, a) != _left(c, d, b)


def _left(a: Spot, b: Spot, c: Spot) -> bool:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
