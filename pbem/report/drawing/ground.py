"""The ground: hexes of one terrain drawn as one shape, their sides as rows used again; areas each by itself.

What a reader's program must know of a hex it finds in its number (`labels.numbers`): where it lies, what it is called.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pbem.model.picture import Look, Picture, Point, Space, Terrain
from pbem.model.records import frozen
from pbem.report.drawing.geometry import is_hex
from pbem.report.drawing.markup import group, num, path_through, polygon, said, xy
from pbem.report.drawing.terrain import textured

UNKNOWN = Terrain("", "", "clear")
SLIP = 0.3
"""How far two hexes may lie from where their row would have them."""


def ground(picture: Picture, prefix: str) -> list[str]:
    """All spaces: tints and patterns by look, the commonest first and below all hexes; then the sides."""
    by_look = _by_look(picture)
    below = [space.outline for space in picture.spaces if is_hex(space)]
    parts: list[str] = []
    for look, kinds in sorted(by_look.items(), key=lambda found: (-sum(map(len, found[1].values())), found[0])):
        hexes = {name: [space.outline for space in spaces if is_hex(space)] for name, spaces in kinds.items()}
        merged = [_merged(name, below or outlines) for name, outlines in hexes.items() if outlines]
        below = [] if merged else below  # the first tint lies below all others, so that no seam shows the paper
        areas = [_area(space, name, picture) for name, spaces in kinds.items() for space in spaces if not is_hex(space)]
        parts += _tinted(look, merged, f"{prefix}-on-{look}", prefix)
        parts += _tinted(look, areas, f"{prefix}-areas-{look}", prefix, " pm-grid")
    return [*group("ground", parts), *group("grid pm-rows", _grid(picture, prefix))]


def _by_look(picture: Picture) -> dict[Look, dict[str, list[Space]]]:
    """The spaces by look, and by their terrain's name."""
    terrains = {terrain.key: terrain for terrain in picture.terrains}
    found: dict[Look, dict[str, list[Space]]] = defaultdict(lambda: defaultdict(list))
    for space in picture.spaces:
        terrain = terrains.get(space.terrain, UNKNOWN)
        found[terrain.look][terrain.name].append(space)
    return found


def _tinted(look: Look, shapes: Sequence[str], name: str, prefix: str, more: str = "") -> list[str]:
    """Shapes in the tint of a look, and its pattern over them."""
    if not shapes:
        return []
    return [f'<g class="pm-tint-{look}{more}"><g id="{name}">', *shapes, "</g></g>", *textured(name, look, prefix)]


def _merged(terrain: str, outlines: Sequence[tuple[Point, ...]]) -> str:
    told = f' data-ground="{said(terrain)}"' if terrain else ""
    return f'<path{told} d="{"".join(outer_sides(outlines))}"/>'


def _area(space: Space, terrain: str, picture: Picture) -> str:
    """An area, which tells by itself what it is: `Namur: Forest`."""
    called = space.name or next((town.name for town in picture.towns if town.space == space.id), "")
    label = space.label or space.id
    name = label if called in ("", space.label) else f"{label} {called}"
    about = f"{name}: {terrain}{', reconstructed' if space.rebuilt else ''}" if terrain else name
    known = f'data-space="{said(space.id)}" data-name="{said(called)}" data-at="{xy(space.centre)}"'
    if space.outline:
        return f'<path {known} d="{polygon(space.outline)}"><title>{said(about)}</title></path>'
    x, y = map(num, space.centre)
    return f'<circle {known} cx="{x}" cy="{y}" r="{num(space.radius)}"><title>{said(about)}</title></circle>'


def outer_sides(outlines: Iterable[tuple[Point, ...]]) -> list[str]:
    """Shapes that touch as one: the sides that only one of them has, as closed lines; holes run the other way round."""
    sides: dict[tuple[Point, Point], None] = {}
    for outline in outlines:
        for here, there in _around(outline):
            if (there, here) in sides:
                del sides[there, here]
            else:
                sides[here, there] = None
    ways: dict[Point, list[Point]] = defaultdict(list)
    for here, there in sides:
        ways[here].append(there)
    return [path_through(_round(start, ways)[:-1], closed=True) for start in list(ways) if ways[start]]


@lru_cache(maxsize=8192)
def _around(outline: tuple[Point, ...]) -> tuple[tuple[Point, Point], ...]:
    """The sides of an outline."""
    corners = [(round(x, 1), round(y, 1)) for x, y in outline]
    return tuple(zip(corners, [*corners[1:], corners[0]], strict=True))


def _round(start: Point, ways: dict[Point, list[Point]]) -> list[Point]:
    """Once around along free sides, which are used up."""
    line = [start]
    while ways[line[-1]]:
        line.append(ways[line[-1]].pop())
        if line[-1] == start:
            break
    return line


# --- the grid ------------------------------------------------------------------------------------------


@frozen
class HexRow:
    """Hexes side by side: the middle of the first, how many they are."""

    start: Point
    count: int


@frozen
class Grid:
    """A map's hexes as rows.  `axis` is 0 where they run across, 1 where they run down."""

    axis: int
    rows: tuple[HexRow, ...]


@lru_cache(maxsize=8)
def grid_of(spaces: tuple[Space, ...], pace: float) -> Grid:
    """The hexes as rows, across or down, whichever are fewer."""
    centres = [space.centre for space in spaces if is_hex(space)]
    grids = [Grid(axis, tuple(_rows(centres, axis, pace))) for axis in (0, 1)]
    return min(grids, key=lambda grid: len(grid.rows))


def _rows(centres: Iterable[Point], axis: int, pace: float) -> Iterator[HexRow]:
    """Hexes that follow each other at the distance of neighbours."""
    row: list[Point] = []
    for point in sorted(centres, key=lambda point: (round(point[1 - axis]), point[axis])):
        goes_on = (
            row and abs(point[axis] - row[-1][axis] - pace) < SLIP and abs(point[1 - axis] - row[-1][1 - axis]) < SLIP
        )
        if row and not goes_on:
            yield HexRow(row[0], len(row))
            row = []
        row.append(point)
    if row:
        yield HexRow(row[0], len(row))


def shapes(picture: Picture, prefix: str) -> list[str]:
    """The outline of a hex around (0, 0), and a row of every length that the grid is made of."""
    model = next((space for space in picture.spaces if is_hex(space)), None)
    if model is None:
        return []
    grid = grid_of(picture.spaces, picture.pace)
    outline = tuple((x - model.centre[0], y - model.centre[1]) for x, y in model.outline)
    drawn = [f'<path id="{prefix}-hex" d="{polygon(outline)}"/>']
    for count in sorted({row.count for row in grid.rows}):
        d = "".join(_sides_of_row(outline, count, picture.pace, grid.axis))
        drawn.append(f'<path id="{prefix}-row-{count}" d="{d}"/>')
    return drawn


def _sides_of_row(outline: tuple[Point, ...], count: int, pace: float, axis: int) -> Iterator[str]:
    """The sides of so many hexes, each once: of every hex those that the one before has not drawn."""
    drawn: set[tuple[Point, Point]] = set()
    for number in range(count):
        far = number * pace
        corners = tuple((x + far, y) if axis == 0 else (x, y + far) for x, y in outline)
        free = [side for side in _around(corners) if side[::-1] not in drawn]
        drawn.update(free)
        first = next((n for n, (here, _) in enumerate(free) if here != free[n - 1][1]), 0)
        line = [here for here, _ in (*free[first:], *free[:first])]
        whole = len(free) == len(corners)
        yield path_through(line, closed=True) if whole else path_through([*line, free[first - 1][1]])


def _grid(picture: Picture, prefix: str) -> list[str]:
    """The sides of all hexes, row by row."""
    return [
        f'<use href="#{prefix}-row-{row.count}" x="{num(row.start[0])}" y="{num(row.start[1])}"/>'
        for row in grid_of(picture.spaces, picture.pace).rows
    ]
