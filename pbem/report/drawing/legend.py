"""The map's heading and, below it, what its signs mean: as many as it uses."""

from __future__ import annotations

from pbem.model.picture import Edge, EdgeKind, Force, LineKind, Picture
from pbem.model.records import frozen
from pbem.report.clean import clean, display_width
from pbem.report.drawing.counters import STRIPE, branches_used, initials
from pbem.report.drawing.lines import crossing_kinds, sides, stroke
from pbem.report.drawing.markup import num, said
from pbem.report.drawing.stars import battle_sign
from pbem.report.drawing.terrain import textured
from pbem.report.wrapping import wrap

ROW = 32.0
LINE = 20.0
_SIZE = 14.0
LETTER = _SIZE * 0.5
_LINES: tuple[tuple[LineKind, str], ...] = (
    ("major-river", "major river"),
    ("river", "river"),
    ("stream", "stream"),
    ("main-road", "main road"),
    ("road", "road"),
    ("track", "track"),
    ("railway", "railway"),
    ("border", "border"),
    ("section", "sections of the map edge meet"),
    ("front", "front line"),
)
_EDGES: tuple[tuple[EdgeKind, str], ...] = (
    ("wall", "wall"),
    ("ridge", "ridge"),
    ("closed", "closed side"),
    ("crossed", "crossed side"),
)
_CROSSINGS = {
    "bridge": "bridge",
    "ford": "ford",
    "blown": "blown bridge",
    "pontoon": "pontoon bridge",
    "interdicted": "interdicted bridge",
}
_TOWNS = {1: "village", 2: "town", 3: "large town", 4: "city"}


@frozen
class Sign:
    """One entry: its drawing around (0, 0), 44 wide, and its words."""

    drawing: str
    words: str

    @property
    def width(self) -> float:
        return 52 + display_width(clean(self.words)) * _SIZE * 0.52 + 12


def heading(picture: Picture, left: float, right: float) -> list[str]:
    """Title and note above the map, and where north is."""
    words = clean(picture.title)
    drawn = [f'<text class="pm-heading" font-size="27" x="{num(left)}" y="46">{said(words)}</text>']
    if picture.note and _fits(picture, left, right):
        drawn.append(f'<text class="pm-said" x="{num(_beside(words, left))}" y="46">{said(picture.note)}</text>')
    return [*drawn, _north(picture, right - 14, 36)]


def _beside(words: str, left: float) -> float:
    """Where a note begins after the title."""
    return left + display_width(words) * 15.5 + 18


def _fits(picture: Picture, left: float, right: float) -> bool:
    """Whether the note has room between the title and the arrow that points north."""
    start, end = _beside(clean(picture.title), left), right - 36
    return start + display_width(clean(picture.note)) * LETTER <= end


def _north(picture: Picture, x: float, y: float) -> str:
    return (
        f'<g transform="translate({num(x)} {num(y)})rotate({num(picture.north)})"><title>north</title>'
        '<path class="pm-said" d="M0-17l6 22-6-5-6 5z"/>'
        '<text class="pm-said" y="19" text-anchor="middle">N</text></g>'
    )


def legend(
    picture: Picture, prefix: str, left: float, top: float, width: float, right: float
) -> tuple[list[str], float]:
    """The entries in columns, the note where the heading has no room for it, and how high they are together."""
    signs = _entries(picture, prefix)
    columns = max(1, int(width / max([sign.width for sign in signs], default=width)))
    drawn, y = [], top
    for number, sign in enumerate(signs):
        x, y = left + number % columns * width / columns, top + (number // columns + 0.65) * ROW
        drawn.append(f'<g transform="translate({num(x + 22)} {num(y)})">{sign.drawing}</g>')
        drawn.append(f'<text class="pm-said" x="{num(x + 52)}" y="{num(y + 5)}">{said(sign.words)}</text>')
    words = [] if _fits(picture, left, right) else wrap(clean(picture.note), int(width / LETTER))
    words += [f"° reconstructed: {picture.rebuilt}"] if picture.rebuilt else []
    for number, line in enumerate(words):
        y += LINE if number else ROW
        drawn.append(f'<text class="pm-said" x="{num(left)}" y="{num(y)}">{said(line)}</text>')
    return drawn, y + ROW / 2 + 4 - top


def _entries(picture: Picture, prefix: str) -> list[Sign]:
    return [
        *_terrains(picture, prefix),
        *_line_kinds(picture, prefix),
        *_edge_kinds(picture),
        *_crossing_kinds(picture, prefix),
        *_town_sizes(picture, prefix),
        *_forces(picture, prefix),
        *_branches(picture, prefix),
        *_marks(picture, prefix),
    ]


def _terrains(picture: Picture, prefix: str) -> list[Sign]:
    signs = []
    for number, terrain in enumerate(picture.terrains):
        shape = f"{prefix}-key-{number}"
        swatch = f'<g class="pm-tint-{terrain.look}"><path id="{shape}" d="M-15-7l15-7 15 7v14l-15 7-15-7z"/></g>'
        texture = "".join(textured(shape, terrain.look, prefix))
        signs.append(Sign(f'<g class="pm-grid">{swatch}{texture}</g>', terrain.name))
    return signs


def _line_kinds(picture: Picture, prefix: str) -> list[Sign]:
    """The kinds of lines that are on the map; a river along hexsides counts as one."""
    used: set[str] = {line.kind for line in picture.lines} | {edge.kind for edge in picture.edges}
    d = "M-20 5Q-8-9 0 0T20-5"
    return [Sign("".join(stroke(kind, d, f"{prefix}-key-{kind}")), name) for kind, name in _LINES if kind in used]


def _edge_kinds(picture: Picture) -> list[Sign]:
    used = {edge.kind for edge in picture.edges}
    return [Sign("".join(sides([Edge(kind, (-20, 3), (20, 3))])), name) for kind, name in _EDGES if kind in used]


def _crossing_kinds(picture: Picture, prefix: str) -> list[Sign]:
    return [Sign(f'<use href="#{prefix}-{kind}"/>', _CROSSINGS[kind]) for kind in crossing_kinds(picture)]


def _town_sizes(picture: Picture, prefix: str) -> list[Sign]:
    """The places that lie in a space; the ends of roads that leave the map are not among them."""
    used = sorted({town.size for town in picture.towns if town.space} & _TOWNS.keys())
    return [Sign(f'<use href="#{prefix}-town-{size}"/>', _TOWNS[size]) for size in used]


def _forces(picture: Picture, prefix: str) -> list[Sign]:
    return [Sign(_face(force, prefix), force.name) for force in picture.forces]


def _face(force: Force, prefix: str, more: str = "") -> str:
    """A side's empty counter, small."""
    face = f'<use class="pm-face" href="#{prefix}-{force.tone}-face"/>'
    return f'<g class="pm-counter pm-{force.tone}" transform="scale(.42)">{face}{more}</g>'


def _branches(picture: Picture, prefix: str) -> list[Sign]:
    return [
        Sign(f'<use class="pm-said-sign" href="#{prefix}-{branch}"/>', branch)
        for branch in branches_used(picture)
        if branch != "marker"
    ]


def _marks(picture: Picture, prefix: str) -> list[Sign]:
    """What the badges on counters stand for, and the pale stripe."""
    signs = []
    for mark in sorted({mark for counter in picture.counters for mark in counter.marks}):
        text = f'<text class="pm-badge" y="3.5" font-size="9">{said(initials(mark))}</text>'
        signs.append(Sign(f'<circle class="pm-disc" r="8.5"/>{text}', mark))
    if any(counter.reduced for counter in picture.counters):
        signs.append(Sign(_face(picture.forces[0], prefix, STRIPE), "reduced"))
    if picture.battles:
        signs.append(Sign(battle_sign(""), "battle"))
    return signs
