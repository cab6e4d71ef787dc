"""A picture drawn as SVG: all layers from the ground up, heading and legend, one text."""

from __future__ import annotations

from functools import lru_cache

from pbem.model.picture import Picture
from pbem.report.drawing import counters, ground, labels, lines, stars, terrain
from pbem.report.drawing.fitting import MARGIN, Fit, fit, fitted
from pbem.report.drawing.legend import heading, legend
from pbem.report.drawing.markup import group, num, said
from pbem.report.drawing.palette import night_rules, rules


def draw(picture: Picture, *, prefix: str = "map", embedded: bool = False) -> str:
    """The picture as SVG text, the same for the same picture.

    `prefix` begins every id, so that several drawings can stand in one page.  An embedded drawing
    brings no style of its own: its page has the rules of the palette, once.
    """
    opening, rest = _drawn(picture, prefix)
    return "\n".join([opening, *([] if embedded else [f"<style>{style_sheet()}</style>"]), rest])


@lru_cache(maxsize=4)
def _drawn(picture: Picture, prefix: str) -> tuple[str, str]:
    """What stands before the style, and what after it.  Remembered: a report holds its map twice, alone and in HTML."""
    fitting = fit(picture)
    page = fitted(picture, fitting)
    writing, width = fitting.writing, fitting.page_width
    below = fitting.top + fitting.height + 16 * writing
    signs, signs_height = legend(page, prefix, MARGIN / writing, below / writing, (width - 2 * MARGIN) / writing)
    height = below + signs_height * writing + 12
    grown = f' transform="scale({writing:.2f})"'
    opening = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pm" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width)}" height="{num(height)}" role="img" aria-labelledby="{prefix}-title">',
        f'<title id="{prefix}-title">{said(picture.title)}</title>',
    ]
    rest = [
        *_definitions(page, prefix, fitting),
        f'<rect class="pm-paper" width="{num(width)}" height="{num(height)}"/>',
        *group("head", heading(page, MARGIN / writing, (width - MARGIN) / writing), grown),
        *_map(page, prefix),
        *group("legend", signs, grown),
        "</svg>",
    ]
    return "\n".join(opening), "\n".join(rest)


def style_sheet() -> str:
    """The style of a drawing that stands alone: by day, and by night where the reader's screen asks for it."""
    return f"{rules()}@media screen and (prefers-color-scheme:dark){{{night_rules()}}}"


def _definitions(page: Picture, prefix: str, fitting: Fit) -> list[str]:
    """Patterns, signs, and a frame: rivers and roads go on beyond the outermost spaces and are cut off there."""
    corner = f'x="{num(MARGIN)}" y="{num(fitting.top)}"'
    size = f'width="{num(fitting.width)}" height="{num(fitting.height)}"'
    frame = f'<clipPath id="{prefix}-frame"><rect {corner} {size}/></clipPath>'
    signs = [*counters.signs(page, prefix), *lines.crossing_signs(page, prefix), *labels.signs(page, prefix)]
    return ["<defs>", *terrain.patterns(page, prefix), *ground.shapes(page, prefix), *signs, frame, "</defs>"]


def _map(page: Picture, prefix: str) -> list[str]:
    """The layers: ground, who holds it, water, ways, towns, writing, then what moves on it."""
    stacks, occupied = counters.counters(page, prefix)
    full = labels.covered(page, occupied)
    battles = stars.placed(page, full)
    names = labels.named(page, full, (star.box for star in battles))
    country = [
        *terrain.country(page),
        *lines.waters(page, prefix),
        *lines.sides(page.edges),
        *lines.borders(page, prefix),
        *lines.ways(page, prefix),
        *lines.crossings(page, prefix),
    ]
    inside = f' clip-path="url(#{prefix}-frame)"'
    return [
        *ground.ground(page, prefix),
        *group("country", country, inside),
        *group("towns", labels.towns(names, prefix)),
        *labels.numbers(page),
        *group("front", lines.fronts(page, prefix), inside),
        *lines.arrows(page),
        *stacks,
        *stars.drawn(battles),
        *group("names", map(labels.written, names)),
    ]
