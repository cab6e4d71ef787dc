"""A picture drawn as SVG: all layers from the ground up, heading and legend, one text."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pbem.model.picture import Picture
from pbem.model.records import frozen
from pbem.report.drawing import counters, labels, lines, piles, stars, terrain
from pbem.report.drawing.action import stands, windows
from pbem.report.drawing.clearance import Box
from pbem.report.drawing.fitting import MARGIN, Fit, clipped, fit, fitted
from pbem.report.drawing.inset import inset
from pbem.report.drawing.labels import Label, Named
from pbem.report.drawing.legend import heading, legend
from pbem.report.drawing.markup import group, num, said
from pbem.report.drawing.palette import night_rules, rules
from pbem.report.drawing.still import Parts, still
from pbem.report.drawing.tethers import tethers
from pbem.report.drawing.yards import Yards, yards_of


def draw(picture: Picture, *, prefix: str = "map", embedded: bool = False, box: Box | None = None) -> str:
    """The picture as SVG text, the same for the same picture; of a box of it, with the whole as an inset.

    `prefix` begins every id, so that several drawings can stand in one page.  An embedded drawing
    brings no style of its own: its page has the rules of the palette, once.
    """
    view, rest = _drawn(replace(picture, reader=""), prefix, box)
    opening = _opening(picture, prefix, view, "" if box else _windows(picture, fit(picture)))
    return "\n".join([opening, *([] if embedded else [f"<style>{style_sheet()}</style>"]), rest])


@lru_cache(maxsize=4)
def _drawn(picture: Picture, prefix: str, box: Box | None) -> tuple[Box, str]:
    """The page's box, and what stands after the style.

    Remembered: a report holds its map twice, alone and in HTML; and where nothing is hidden, everybody's page holds the
    map of the report.  Who reads decides on nothing but the windows.
    """
    sheet = _composed(picture, prefix, box)
    names = group("names", labels.written(sheet.names))
    land = _land([*sheet.country, *sheet.numbers, *sheet.pieces, *names], prefix, cut=box is not None)
    return sheet.view, "\n".join([*sheet.definitions, *sheet.head, *land, *sheet.foot])


@frozen
class _Composition:
    """A drawing in its parts: definitions, paper and heading, the map from the ground up, legend."""

    page: Picture
    view: Box
    definitions: list[str]
    head: list[str]
    country: list[str]
    numbers: list[str]
    pieces: list[str]
    """What moves on the country."""
    names: list[Named]
    """What is written over all."""
    foot: list[str]


def _composed(picture: Picture, prefix: str, box: Box | None) -> _Composition:
    """The picture, or a box of it, fitted to its page and drawn."""
    fitting = fit(picture, box)
    page = fitted(clipped(picture, box, stands(picture)) if box else picture, fitting)
    writing, width = fitting.writing, fitting.page_width
    below = fitting.top + fitting.height + 16 * writing
    small, (left, _, _, low) = inset(picture, [box], width - MARGIN, below, writing) if box else ([], (width,) * 4)
    signs, signs_height = legend(
        page, prefix, MARGIN / writing, below / writing, (left - 2 * MARGIN) / writing, (width - MARGIN) / writing
    )
    height = max(below + signs_height * writing, low if box else 0) + 12
    grown = f' transform="scale({writing:.2f})"'
    drawn = still(page if box else picture, page, prefix)
    head = [
        f'<rect class="pm-paper" width="{num(width)}" height="{num(height)}"/>',
        *group("head", heading(page, MARGIN / writing, (width - MARGIN) / writing), grown),
    ]
    return _Composition(
        page,
        (0, 0, width, height),
        _definitions(page, prefix, fitting, drawn),
        head,
        *_map(page, prefix, drawn, yards_of(picture).on(fitting), cut=box is not None),
        foot=[*group("legend", signs, grown), *small, "</svg>"],
    )


@frozen
class Leaves:
    """A drawing in two leaves, between which the numbers of hexes belong, and over both the towns' names: for who sets
    them better than SVG can.

    Both are drawings of their own and of one width; the paper is left to who sets them.
    """

    below: str
    """The country, which is the same as long as it is."""
    depth: float
    """How high that leaf is."""
    numbers: tuple[Label, ...]
    above: str
    """What moves on it, heading and legend."""
    names: tuple[Named, ...]
    size: tuple[float, float]
    printed: str = ""
    """By which name the printed map is kept whose country this is; empty if it is none."""


def leaves(picture: Picture, prefix: str = "map") -> Leaves:
    """The whole picture in two leaves."""
    sheet, fitting = _composed(replace(picture, reader=""), prefix, None), fit(picture)
    width, height = sheet.view[2:]
    depth, moving = fitting.top + fitting.height + MARGIN, set(counters.signs(sheet.page, prefix))
    lasting = [sign for sign in sheet.definitions if sign not in moving]
    style, (_, *head) = f"<style>{rules()}</style>", sheet.head
    opening = _opening(replace(picture, title=""), prefix, (0, 0, width, depth))
    below = [opening, style, *lasting, *_land(sheet.country, prefix, cut=False), "</svg>"]
    opening = _opening(picture, prefix, sheet.view)
    above = [opening, style, *sheet.definitions, *head, *_land(sheet.pieces, prefix, cut=False), *sheet.foot]
    numbers, names = labels.numbered(sheet.page), tuple(sheet.names)
    printed = picture.sheet.name if picture.sheet else ""
    return Leaves("\n".join(below), depth, numbers, "\n".join(above), names, (width, height), printed)


def _opening(picture: Picture, prefix: str, view: Box, more: str = "") -> str:
    left, top, width, height = map(num, view)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pm" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-labelledby="{prefix}-title"{more}>\n'
        f'<title id="{prefix}-title">{said(picture.title)}</title>'
    )


def _windows(picture: Picture, fitting: Fit) -> str:
    """Where a screen opens: windows upon the front, the fullest first, each as left, top, width and height."""
    views = [view_of(window.box, fitting) for window in windows(picture)]
    return f' data-windows="{"|".join(views)}"' if views else ""


def view_of(box: Box, fitting: Fit) -> str:
    """A box of the map as a viewBox of its drawing."""
    (left, top), (right, bottom) = fitting.at(box[:2]), fitting.at(box[2:])
    return " ".join(map(num, (left, top, right - left, bottom - top)))


def style_sheet() -> str:
    """The style of a drawing that stands alone: by day, and by night where the reader's screen asks for it."""
    return f"{rules()}@media screen and (prefers-color-scheme:dark){{{night_rules()}}}"


def _definitions(page: Picture, prefix: str, fitting: Fit, drawn: Parts) -> list[str]:
    """Patterns, signs, and a frame: rivers and roads go on beyond the outermost spaces and are cut off there."""
    corner = f'x="{num(MARGIN)}" y="{num(fitting.top)}"'
    size = f'width="{num(fitting.width)}" height="{num(fitting.height)}"'
    frame = f'<clipPath id="{prefix}-frame"><rect {corner} {size}/></clipPath>'
    signs = [*counters.signs(page, prefix), *lines.crossing_signs(page, prefix), *labels.signs(page, prefix)]
    return ["<defs>", *terrain.patterns(page, prefix), *drawn["shapes"], *signs, frame, "</defs>"]


def _land(layers: list[str], prefix: str, *, cut: bool) -> list[str]:
    clip = f' clip-path="url(#{prefix}-frame)"' if cut else ""
    return [f'<g id="{prefix}-land" class="pm-land"{clip}>', *layers, "</g>"]


def _map(
    page: Picture, prefix: str, drawn: Parts, yards: Yards, *, cut: bool
) -> tuple[list[str], list[str], list[str], list[Named]]:
    """The layers: ground, who holds it, water, ways and towns; numbers of hexes; then what moves on it, and names."""
    placed = piles.piles(page, yards)
    full = labels.covered(page, [one.box for one in placed if not one.column], yards.taken())
    battles = stars.placed(page, full, yards)
    names = labels.named(page, full, (star.box for star in battles), yards.names)
    country = [
        *terrain.country(page),
        *drawn["waters"],
        *drawn["sides"],
        *drawn["borders"],
        *drawn["ways"],
        *lines.crossings(page, prefix),
    ]
    inside = "" if cut else f' clip-path="url(#{prefix}-frame)"'
    land = [
        *drawn["ground"],
        *group("country", country, inside),
        *tethers(page, yards),
        *group("towns", labels.towns(page, prefix)),
    ]
    pieces = [
        *drawn["area names"],
        *group("front", drawn["fronts"], inside),
        *lines.arrows(page),
        *counters.counters(page, prefix, placed),
        *stars.drawn(battles),
    ]
    return land, drawn["numbers"], pieces, names
