"""A picture drawn as SVG: all layers from the ground up, heading and legend, one text."""

from __future__ import annotations

from pbem.model.picture import Picture
from pbem.report.drawing import counters, labels, lines, terrain
from pbem.report.drawing.fitting import HEADING, MARGIN, Fit, fit, fitted
from pbem.report.drawing.legend import heading, legend, north_arrow
from pbem.report.drawing.markup import group, num, said
from pbem.report.drawing.palette import night_rules, rules

NARROWEST = 620.0


def draw(picture: Picture, *, prefix: str = "map", embedded: bool = False) -> str:
    """The picture as SVG text, the same for the same picture.

    `prefix` begins every id, so that several drawings can stand in one page.  An embedded drawing
    brings no style of its own: its page takes `style_sheet()`, once.
    """
    fitting = fit(picture)
    page = fitted(picture, fitting)
    width = max(fitting.width, NARROWEST) + 2 * MARGIN
    below = MARGIN + HEADING + fitting.height + 16
    signs, signs_height = legend(page, prefix, MARGIN, below, width - 2 * MARGIN)
    height = below + signs_height + 12
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="pm" viewBox="0 0 {num(width)} {num(height)}" '
            f'width="{num(width)}" height="{num(height)}" role="img" aria-labelledby="{prefix}-title">',
            f'<title id="{prefix}-title">{said(picture.title)}</title>',
            *([] if embedded else [f"<style>{style_sheet()}</style>"]),
            "<defs>",
            *terrain.patterns(page, prefix),
            *counters.signs(page, prefix),
            _frame(prefix, fitting),
            "</defs>",
            f'<rect class="pm-paper" width="{num(width)}" height="{num(height)}"/>',
            *heading(page, MARGIN, MARGIN - 6),
            north_arrow(page, width - MARGIN - 14, MARGIN + 20),
            *_map(page, prefix),
            *group("legend", signs),
            "</svg>",
        ]
    )


def style_sheet() -> str:
    """The style of all drawings: by day, and by night where the reader's screen asks for it."""
    return f"{rules()}@media screen and (prefers-color-scheme:dark){{{night_rules()}}}"


def _frame(prefix: str, fitting: Fit) -> str:
    """What lies beyond the outermost spaces is cut off: rivers and roads go on where the map does not."""
    corner = f'x="{num(MARGIN)}" y="{num(MARGIN + HEADING)}"'
    size = f'width="{num(fitting.width)}" height="{num(fitting.height)}"'
    return f'<clipPath id="{prefix}-frame"><rect {corner} {size}/></clipPath>'


def _map(page: Picture, prefix: str) -> list[str]:
    """The layers: ground, who holds it, water, ways, towns, writing, then what moves on it."""
    stacks, occupied = counters.counters(page, prefix)
    town_signs, town_names = labels.towns(page, occupied)
    land = [
        *lines.waters(page, prefix),
        *lines.sides(page.edges),
        *lines.borders(page),
        *lines.ways(page),
        *lines.crossings(page),
    ]
    return [
        *terrain.ground(page, prefix),
        *group("country", [*terrain.country(page), *land], f' clip-path="url(#{prefix}-frame)"'),
        *group("towns", town_signs),
        *labels.numbers(page),
        *lines.fronts(page),
        *lines.arrows(page),
        *stacks,
        *group("names", town_names),
        *counters.battles(page),
    ]
