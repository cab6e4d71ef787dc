"""The whole map in small, beside a part of it: its waters, who stands where, and what the part shows of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.model.picture import Picture, Point, Tone
from pbem.report.drawing.clearance import Box
from pbem.report.drawing.fitting import map_box
from pbem.report.drawing.frames import FRAMES
from pbem.report.drawing.markup import num, path_through, xy

WIDEST, HIGHEST = 300.0, 240.0


def inset(whole: Picture, shown: Sequence[Box], right: float, top: float, writing: float) -> tuple[list[str], Box]:
    """A small map with its upper right corner there, and the box that it takes of the page."""
    left, upper, far, lower = map_box(whole)
    scale = min(WIDEST * writing / (far - left), HIGHEST * writing / (lower - upper))

    def small(point: Point) -> Point:
        return (point[0] - left) * scale, (point[1] - upper) * scale

    wide, high = (far - left) * scale, (lower - upper) * scale
    parts = [f'<rect class="pm-sheet" width="{num(wide)}" height="{num(high)}"/>']
    waters = "".join(
        path_through([small(point) for point in line.points])
        for line in whole.lines
        if line.kind in ("river", "major-river") and len(line.points) > 1
    )
    parts += [f'<path class="pm-water" stroke-width="{num(1.6 * writing)}" d="{waters}"/>'] if waters else []
    for tone, spots in _spots(whole):
        d = "".join(_mark(small(spot), 3.2 * writing, light=FRAMES[tone].light) for spot in spots)
        hollow = f' pm-hollow" stroke-width="{num(1.5 * writing)}"' if FRAMES[tone].light else '"'
        parts.append(f'<g class="pm-{tone}"><path class="pm-head{hollow} d="{d}"/></g>')
    pen = num(2.5 * writing)
    for box in shown:
        (x, y), (u, v) = small(box[:2]), small(box[2:])
        d = f"M{xy((x, y))}H{num(u)}V{num(v)}H{num(x)}z"
        parts.append(f'<path class="pm-shown" stroke-width="{pen}" d="{d}"/>')
    at = right - wide, top
    return [f'<g class="pm-inset" transform="translate({xy(at)})">', *parts, "</g>"], (*at, right, top + high)


def _spots(picture: Picture) -> Iterable[tuple[Tone, list[Point]]]:
    """Where each force stands, every place once."""
    for force in picture.forces:
        here = dict.fromkeys(counter.space for counter in picture.counters if counter.force == force.key)
        spots = [picture.centres[space] for space in here if space in picture.centres]
        if spots:
            yield force.tone, spots


def _mark(spot: Point, far: float, *, light: bool) -> str:
    """A square, or standing on its corner for the side whose counters are cut."""
    x, y = spot
    if light:
        edge = num(far * 1.3)
        return f"M{num(x)} {num(y - far * 1.3)}l{edge} {edge}-{edge} {edge}-{edge}-{edge}z"
    side = num(2 * far)
    return f"M{num(x - far)} {num(y - far)}h{side}v{side}h-{side}z"
