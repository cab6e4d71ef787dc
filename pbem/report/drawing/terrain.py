"""Ground: a soft tint for the eye and a pattern of its own that also reads in black and white."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from pbem.model.picture import Look, Picture, Point, Space
from pbem.model.records import frozen
from pbem.report.drawing.geometry import is_hex
from pbem.report.drawing.markup import num


@frozen
class Tile:
    """A pattern's tile: its size, lines drawn in ink and shapes filled with it."""

    width: int
    height: int
    lines: str = ""
    shapes: str = ""


def _discs(radius: float, *centres: tuple[float, float]) -> str:
    """Discs, or rings if drawn with a pen."""
    return "".join(_circle(x, y, radius) for x, y in centres)


def _circle(x: float, y: float, radius: float) -> str:
    r, wide = num(radius), num(2 * radius)
    return f"M{num(x - radius)} {num(y)}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0-{wide} 0z"


def _repeated(shape: str, *places: tuple[float, float]) -> str:
    """The same relative path at several places."""
    return "".join(f"M{num(x)} {num(y)}{shape}" for x, y in places)


_FOREST = _repeated("l4.6 9.4h-9.2z", (6, 1), (17, 11.6)) + _repeated("l3 6h-6z", (17, 2), (6, 13.2))
_WOODS = _discs(4.6, (8, 8), (23, 22)) + _discs(2.4, (22, 7), (7, 22))
_ORCHARD = _discs(4.2, (9, 10), (28, 28)) + _repeated("v5", (9, 14.2), (28, 32.2))
_PEAKS = _repeated("l4-6.5 4 6.5", (4, 13), (21, 28)) + _repeated("l2.4-4 2.4 4", (11, 13), (28, 28))
_SLOPES = _repeated("q9-13 18 0", (4, 17), (27, 36))
_SLOPES += _repeated("l1.6 4.4", (13, 11.4), (36, 30.4), (17, 13), (40, 32))
_TUFTS = _repeated("h14", (4, 13), (23, 30)) + _repeated("v-5m-3 5l-2-4m8 4l2-4", (11, 13), (30, 30))
_BLOCKS = _repeated("h5.5v5.5h-5.5z", (2, 2), (11, 11)) + _repeated("h4v6h-4z", (11, 2), (2, 10))

TILES: dict[Look, Tile] = {
    "clear": Tile(40, 40),
    "mixed": Tile(46, 42, _repeated("v4", (10, 15), (33, 35)), _discs(3.4, (10, 12), (33, 32))),
    "light-woods": Tile(38, 36, _ORCHARD, _discs(1.6, (29, 10), (10, 29))),
    "woods": Tile(30, 28, _repeated("v4.5", (8, 12), (23, 26)), _WOODS),
    "forest": Tile(22, 22, "", _FOREST),
    "rough": Tile(34, 32, _PEAKS),
    "hills": Tile(48, 40, _SLOPES),
    "broken": Tile(30, 28, _repeated("l6-5", (4, 11), (18, 25)) + _repeated("h5", (17, 8), (3, 22))),
    "marsh": Tile(40, 34, _TUFTS),
    "town": Tile(28, 26, "", _repeated("h5v5h-5z", (4, 5), (18, 18))),
    "city": Tile(18, 18, "", _BLOCKS),
    "water": Tile(44, 30, _repeated("q4-4 8 0t8 0", (4, 9), (25, 24))),
}


def patterns(picture: Picture, prefix: str) -> list[str]:
    """The patterns of the looks that the picture uses."""
    return [_pattern(look, prefix) for look in looks_used(picture) if TILES[look].lines or TILES[look].shapes]


def looks_used(picture: Picture) -> list[Look]:
    used = {terrain.key: terrain.look for terrain in picture.terrains}
    return sorted({used.get(space.terrain, "clear") for space in picture.spaces} | set(used.values()))


def _pattern(look: Look, prefix: str) -> str:
    tile = TILES[look]
    size = f'width="{tile.width}" height="{tile.height}"'
    parts = [f'<pattern id="{prefix}-{look}" patternUnits="userSpaceOnUse" {size}>']
    if tile.shapes:
        parts.append(f'<path class="pm-dot-{look}" d="{tile.shapes}"/>')
    if tile.lines:
        pen = 'stroke-width="1.2" stroke-linecap="round"'
        parts.append(f'<path class="pm-ink-{look}" {pen} d="{tile.lines}"/>')
    return "".join([*parts, "</pattern>"])


def textured(shapes: str, look: Look, prefix: str) -> list[str]:
    """The pattern over shapes already tinted: a tint inside the pattern would show its seams in print."""
    if not TILES[look].lines and not TILES[look].shapes:
        return []
    return [f'<g class="pm-texture" fill="url(#{prefix}-{look})"><use href="#{shapes}"/></g>']


def country(picture: Picture) -> list[str]:
    """A band of each side's colour along the inner side of its frontier."""
    if not any(space.control for space in picture.spaces):
        return []
    holders = _holders(picture)
    parts: list[str] = []
    for force in picture.forces:
        d = "".join(_bands(picture, force.key, holders))
        parts += [f'<path class="pm-{force.tone} pm-band" d="{d}"/>'] if d else []
    return parts


Side = tuple[Point, Point]


@lru_cache(maxsize=8192)
def _sides(outline: tuple[Point, ...]) -> tuple[Side, ...]:
    return tuple(_side(a, b) for a, b in zip(outline, outline[1:] + outline[:1], strict=True))


def _side(a: Point, b: Point) -> Side:
    """A side's name, the same seen from both of its spaces."""
    ends = sorted([(round(a[0]), round(a[1])), (round(b[0]), round(b[1]))])
    return ends[0], ends[1]


def _holders(picture: Picture) -> dict[Side, set[str]]:
    """Who holds the ground on either hand of each side between two spaces."""
    holders: dict[Side, set[str]] = defaultdict(set)
    for space in picture.spaces:
        for side in _sides(space.outline):
            holders[side].add(space.control)
    return holders


def _bands(picture: Picture, key: str, holders: dict[Side, set[str]]) -> list[str]:
    """The frontier sides of one holder, drawn a little inside his spaces; of areas all sides."""
    bands = []
    for space in picture.spaces:
        if space.control != key:
            continue
        if space.radius:
            bands.append(_ring(space))
        inner = [_towards(corner, space.centre, 0.07) for corner in space.outline]
        count = len(space.outline)
        for n in range(count):
            corner, following = space.outline[n], space.outline[(n + 1) % count]
            if len(holders[_side(corner, following)]) > 1 or not is_hex(space):
                (ax, ay), (bx, by) = inner[n], inner[(n + 1) % count]
                bands.append(f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}")
    return bands


def _towards(corner: Point, centre: Point, share: float) -> Point:
    return corner[0] + (centre[0] - corner[0]) * share, corner[1] + (centre[1] - corner[1]) * share


def _ring(space: Space) -> str:
    """A circle a little inside a round area."""
    return _circle(*space.centre, space.radius * 0.93)
