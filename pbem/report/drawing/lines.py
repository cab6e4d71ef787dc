"""Rivers, roads, railways, front lines, hexside features, crossings and arrows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from pbem.model.picture import Crossing, CrossingKind, Edge, Force, Line, LineKind, Move, Picture, Point
from pbem.report.drawing.frames import FRAMES
from pbem.report.drawing.geometry import along, direction, left_of, length, off, shortened
from pbem.report.drawing.markup import group, joint, num, path_through, polygon, polygons, rounded, said, title, xy

# each kind: its strokes from the bottom up, as class and width ("" where the style sheet says it)
_STROKES: dict[LineKind, tuple[tuple[str, float], ...]] = {
    "major-river": (("bank", 11), ("water", 8.5)),
    "river": (("bank", 7), ("water", 5)),
    "stream": (("water", 2.6),),
    "main-road": (("road-edge", 7.5), ("road-main", 5)),
    "road": (("road-edge", 5.6), ("road-fill", 3.4)),
    "track": (("track", 0),),
    "railway": (("rail", 0), ("rail-ties", 0)),
    "border": (("border", 0),),
    "section": (("front-edge", 0), ("section", 0)),
    "front": (("front-edge", 0), ("front", 0)),
}
_RIVERS: tuple[LineKind, ...] = ("stream", "river", "major-river")
_ROADS: tuple[LineKind, ...] = ("track", "railway", "road", "main-road")


def smooth(points: Sequence[Point], *, tension: float = 6.0) -> str:
    """A curve through all points (Catmull-Rom, as cubic parts); straight where there are only two."""
    return path_through(points) if len(points) < 3 else _curve(tuple(points), tension)


@lru_cache(maxsize=1024)
def _curve(points: tuple[Point, ...], tension: float) -> str:
    """In relative steps of whole units.  Where a part goes on as the last ended, its first control is not written."""
    ends = [points[0], *points, points[-1]]
    at = _whole(points[0])
    parts = [f"M{xy(at)}"]
    for before, here, there, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        first = here[0] + (there[0] - before[0]) / tension, here[1] + (there[1] - before[1]) / tension
        second = there[0] - (after[0] - here[0]) / tension, there[1] - (after[1] - here[1]) / tension
        to = _whole(there)
        numbers = [*map(round, _away(at, first, second, to))]
        written = _joined(numbers[2:] if len(parts) > 1 else numbers)
        parts.append(("c", "s", joint(written))[min(len(parts) - 1, 2)] + written)
        at = to
    return "".join(parts)


@lru_cache(maxsize=1024)
def _cornered(points: tuple[Point, ...]) -> str:
    """Along sides, from the middle of one to the middle of the next, with the corner between as the control.  In all
    but the first it is the last one's mirror image and need not be written; so that no middle is rounded, corners are
    even."""
    if len(points) < 3:
        return path_through(points)
    corners = [(2 * round(x / 2), 2 * round(y / 2)) for x, y in points]
    middles = [along(a, b, 0.5) for a, b in pairwise(corners)]
    parts = [f"M{xy(corners[0])}L{xy(middles[0])}q{_joined(_away(middles[0], corners[1], middles[1]))}"]
    parts += [f"t{_joined(_away(a, b))}" for a, b in pairwise(middles[1:])]
    return "".join(parts) + f"L{xy(corners[-1])}"


def _away(start: Point, *points: Point) -> list[float]:
    """How far across and down each point lies from the first."""
    return [far for point in points for far in (point[0] - start[0], point[1] - start[1])]


def _joined(numbers: Iterable[float]) -> str:
    return "".join(joint(number) + number for number in map(num, numbers)).lstrip()


def _whole(point: Point) -> Point:
    """A curve's point, to a hundredth of the way from space to space."""
    return round(point[0]), round(point[1])


def course(line: Line) -> str:
    """A line as a path."""
    return _cornered(line.points) if line.sides else smooth(line.points)


def waters(picture: Picture, prefix: str) -> list[str]:
    """Rivers with their names, and rivers along the sides of spaces."""
    kinds: tuple[LineKind, ...] = ("stream", "river")
    sides = [Line(kind, tuple(chain), sides=True) for kind in kinds for chain in _chains(picture.edges, kind)]
    lines = [line for line in picture.lines if line.kind in _RIVERS] + sides
    return group("waters", [*_strokes(lines, _RIVERS, prefix), *_river_names(lines, prefix)])


def ways(picture: Picture, prefix: str) -> list[str]:
    """Roads and railways, the lesser below the greater."""
    return group("ways", _strokes(picture.lines, _ROADS, prefix))


def borders(picture: Picture, prefix: str) -> list[str]:
    return group("borders", _strokes(picture.lines, ("border", "section"), prefix))


def fronts(picture: Picture, prefix: str) -> list[str]:
    return group("fronts", _strokes(picture.lines, ("front",), prefix))


def _strokes(lines: Sequence[Line], kinds: Sequence[LineKind], prefix: str) -> list[str]:
    """All edges of a kind before all its fills, so that lines of one kind run into each other."""
    parts = []
    for kind in kinds:
        d = "".join(course(line) for line in lines if line.kind == kind and len(line.points) > 1)
        parts += stroke(kind, d, f"{prefix}-{kind}")
    return parts


def stroke(kind: LineKind, d: str, name: str) -> list[str]:
    """A path drawn in the manner of its kind; what is drawn twice is written once."""
    if not d:
        return []
    looks = [
        f'class="pm-{look}"' + (f' stroke-width="{num(width)}"' if width else "") for look, width in _STROKES[kind]
    ]
    if len(looks) == 1:
        return [f'<path {looks[0]} d="{d}"/>']
    return [f'<defs><path id="{name}" d="{d}"/></defs>', *(f'<use {look} href="#{name}"/>' for look in looks)]


def _chains(edges: Iterable[Edge], kind: str) -> list[list[Point]]:
    """Sides that touch, joined to lines, so that a river along hexsides can be drawn as a curve."""
    free: dict[Point, list[Point]] = defaultdict(list)
    for edge in edges:
        if edge.kind == kind:
            a, b = rounded(edge.start), rounded(edge.end)
            free[a].append(b)
            free[b].append(a)
    ends = {point for point, others in free.items() if len(others) != 2}
    chains = []
    for start in [*sorted(ends), *sorted(free)]:
        while free[start]:
            chains.append(_chain(start, free, ends))
    return chains


def _chain(start: Point, free: dict[Point, list[Point]], ends: set[Point]) -> list[Point]:
    """One line from here along free sides until it ends or meets others; its sides are used up."""
    chain = [start]
    while free[chain[-1]] and (len(chain) == 1 or chain[-1] not in ends):
        here = chain[-1]
        there = min(free[here])
        free[here].remove(there)
        free[there].remove(here)
        chain.append(there)
    return chain


def _river_names(lines: Sequence[Line], prefix: str) -> list[str]:
    """Each river's name once, written along its longest line from left to right."""
    longest: dict[str, Line] = {}
    for line in lines:
        if line.name and len(line.points) > 1 and _run(line.points) > _run(longest.get(line.name, line).points) - 0.1:
            longest[line.name] = line
    parts = []
    for number, (name, line) in enumerate(sorted(longest.items())):
        points = line.points if line.points[0][0] <= line.points[-1][0] else line.points[::-1]
        size = {"major-river": 17, "river": 15}.get(line.kind, 12.5)
        wide = len(name) * size * 0.6
        if _run(points) < wide:
            continue
        path = f"{prefix}-river-{number}"
        parts.append(
            f'<path id="{path}" fill="none" d="{course(replace(line, points=tuple(_middle(points, wide))))}"/>'
        )
        parts.append(
            f'<text class="pm-river-name" font-size="{num(size)}" dy="-6">'
            f'<textPath href="#{path}" startOffset="50%">{said(name)}</textPath></text>'
        )
    return parts


def _middle(points: Sequence[Point], wide: float) -> Sequence[Point]:
    """The stretches around the middle of a line, as many as so long a name needs."""
    half, at = _run(points) / 2, 0.0
    kept: list[Point] = []
    for a, b in pairwise(points):
        start, at = at, at + length(a, b)
        if at > half - wide and start < half + wide:
            kept += [a] if not kept else []
            kept.append(b)
    return kept


def _run(points: Sequence[Point]) -> float:
    return sum(length(a, b) for a, b in pairwise(points))


# --- sides of spaces -----------------------------------------------------------------------------------


def sides(edges: Sequence[Edge]) -> list[str]:
    """Teeth of walls, hachures of ridges, closed and crossed sides."""
    drawn = {"wall": _teeth, "ridge": _hachures, "closed": _bar, "crossed": _slash}
    parts = []
    for kind, draw in drawn.items():
        d = "".join(draw(edge.start, edge.end) for edge in edges if edge.kind == kind)
        parts += [f'<path class="pm-{"closed" if kind == "crossed" else kind}" d="{d}"/>'] if d else []
    return parts


def _teeth(start: Point, end: Point) -> str:
    """Four teeth that point to the left of the way from start to end."""
    outward = left_of(direction(start, end))
    teeth: list[tuple[Point, ...]] = []
    for n in range(4):
        a, b = along(start, end, 0.06 + n * 0.22), along(start, end, 0.06 + (n + 1) * 0.22 - 0.03)
        base_a, base_b = off(a, outward, -3), off(b, outward, -3)
        teeth.append((base_a, off(along(a, b, 0.5), outward, 8), base_b))
    return polygons(teeth)


def _hachures(start: Point, end: Point) -> str:
    outward = left_of(direction(start, end))
    combs = [along(start, end, 0.05 + n * 0.15) for n in range(7)]
    return path_through((start, end)) + "".join(path_through((p, off(p, outward, 7))) for p in combs)


def _bar(start: Point, end: Point) -> str:
    return path_through((along(start, end, 0.08), along(start, end, 0.92)))


def _slash(start: Point, end: Point) -> str:
    middle, way = along(start, end, 0.5), direction(start, end)
    across = left_of(way)
    return path_through((off(middle, across, 9), off(middle, across, -9)))


_DECKED = ("bridge", "pontoon", "interdicted")
_RAILS = {
    "bridge": ('stroke-width="2"', "M-12-6l3 2.5H9l3-2.5M-12 6l3-2.5H9l3 2.5"),
    "pontoon": ('stroke-width="2" stroke-dasharray="3 2"', "M-10-3.5H10M-10 3.5H10"),
    "ford": ('stroke-width="3" stroke-linecap="round" stroke-dasharray=".1 5"', "M-9 0H9"),
    "blown": ('stroke-width="2"', "M-12-6l3 2.5h6m6 0h6l3-2.5M-12 6l3-2.5h6m6 0h6l3 2.5"),
    "interdicted": ('stroke-width="2.5"', "M-12-6l3 2.5H9l3-2.5M-12 6l3-2.5H9l3 2.5M-7-11L7 11M-7 11L7-11"),
}


def crossings(picture: Picture, prefix: str) -> list[str]:
    """Each as the drawing of its kind, turned as it lies."""
    return group("crossings", [_crossing(one, prefix) for one in picture.crossings])


def _crossing(crossing: Crossing, prefix: str) -> str:
    x, y = map(num, crossing.at)
    return f'<use href="#{prefix}-{_turned(crossing.kind, crossing.angle)}" x="{x}" y="{y}"/>'


def _turned(kind: CrossingKind, angle: float) -> str:
    """The name of a kind's drawing when it is turned so far."""
    return f"{kind}-{num(angle)}" if angle else kind


def crossing_kinds(picture: Picture) -> list[CrossingKind]:
    return sorted({crossing.kind for crossing in picture.crossings})


def crossing_signs(picture: Picture, prefix: str) -> list[str]:
    """A drawing of each kind, and turned as it is needed.  A bridge: a deck between rails; a ford: dots; blown: a gap;
    interdicted: crossed out."""
    signs = []
    for kind in crossing_kinds(picture):
        deck = '<path class="pm-bridge-deck" stroke-width="5" d="M-9 0H9"/>' if kind in _DECKED else ""
        pen, d = _RAILS[kind]
        signs.append(f'<g id="{prefix}-{kind}">{title(kind)}{deck}<path class="pm-bridge" {pen} d="{d}"/></g>')
    for kind, angle in sorted({(one.kind, one.angle) for one in picture.crossings if one.angle}):
        name = f"{prefix}-{_turned(kind, angle)}"
        signs.append(f'<use id="{name}" href="#{prefix}-{kind}" transform="rotate({num(angle)})"/>')
    return signs


# --- arrows --------------------------------------------------------------------------------------------

_ARROWS = {
    "move": (5.0, 13.0, ""),
    "attack": (9.0, 19.0, ""),
    "advance": (5.0, 13.0, ""),
    "retreat": (5.0, 13.0, "9 6"),
}


def arrows(picture: Picture) -> list[str]:
    """Moves, attacks, advances and retreats; attacks are thick, retreats are broken."""
    forces = {force.key: force for force in picture.forces}
    held = {counter.space for counter in picture.counters}
    full = {rounded(space.centre) for space in picture.spaces if space.id in held}
    return group("arrows", [_arrow(move, forces, full) for move in picture.moves if len(move.points) > 1])


def _arrow(move: Move, forces: dict[str, Force], full: set[Point]) -> str:
    width, head, dashes = _ARROWS[move.kind]
    room = 40 if rounded(move.points[-1]) in full else 6
    line = shortened(move.points, 24, room)
    way = direction(line[-2], line[-1])
    tip, base = line[-1], off(line[-1], way, -head)
    side = left_of(way)
    wings = (off(base, side, head * 0.62), tip, off(base, side, -head * 0.62), off(base, way, head * 0.25))
    body = smooth([*line[:-1], off(base, way, 2)])
    tone = forces[move.force].tone if move.force in forces else "black"
    hollow = ' pm-hollow" stroke-width="2.5"' if FRAMES[tone].light else '"'
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<g class="pm-{tone}">{title(move.note or move.kind)}'
        f'<path class="pm-arrow-edge" stroke-width="{num(width + 4)}" d="{body}"/>'
        f'<path class="pm-arrow-edge pm-arrow-edge-head" stroke-width="4" d="{polygon(wings)}"/>'
        f'<path class="pm-arrow" stroke-width="{num(width)}"{dash} d="{body}"/>'
        f'<path class="pm-head{hollow} d="{polygon(wings)}"/></g>'
    )
