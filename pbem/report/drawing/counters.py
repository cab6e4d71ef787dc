"""Counters: NATO signs, size, strength, name; stacks; marks of status; battle stars."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pbem.model.picture import Branch, Counter, Picture, Point, Tone
from pbem.report.clean import clean, display_width
from pbem.report.drawing.frames import FACE, FRAMES, faces
from pbem.report.drawing.markup import group, num, said, title, xy
from pbem.report.drawing.piles import Pile

LEFT_OF_MARK = 38.0  # how wide a strength may be where a mark stands beside it

STRENGTH = 15.5
"""How large a counter's strength is written: what has no size of its own has this one, by the style."""
STRIPE = '<path class="pm-stripe" d="M-28.5 12h57v7l-7 7h-43l-7-7z"/>'
"""Behind the strength of a reduced unit."""
_NO_NAME = re.compile("[^A-Za-z0-9]")

# signs stand in a frame from (-15, -9) to (15, 9); each: what is drawn in lines, and what is filled
_CROSS = "M-15-9L15 9M-15 9L15-9"
_OVAL = "M-7.5-4.5h15a4.5 4.5 0 0 1 0 9h-15a4.5 4.5 0 0 1 0-9z"
_WINGS = "M-15 9q7.5-7 15 0q7.5-7 15 0"
_SIGNS: dict[Branch, tuple[str, str]] = {
    "infantry": (_CROSS, ""),
    "armour": (_OVAL, ""),
    "mechanized": (_CROSS + _OVAL, ""),
    "cavalry": ("M-15 9L15-9", ""),
    "recon": ("M-15 9L15-9" + _OVAL, ""),
    "artillery": ("", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"),
    "rocket": ("M-5-1l5-4 5 4M-5-4l5-4 5 4", "M-3.5 4a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"),
    "anti-tank": ("M-15 9L0-9 15 9", ""),
    "anti-air": ("M-15 9q15-20 30 0", ""),
    "engineer": ("M-9 5V-4H9V5M0-4V5", ""),
    "airborne": (_CROSS + _WINGS, ""),
    "glider": (_CROSS + "M-15 0h7m16 0h7", ""),
    "supply": ("M-15 4.5H15", ""),
    "hq": ("M-15 0H15", "M-15-9h30v5h-30z"),
    "special": ("", "M0-7l2 4.6 5 .4-3.8 3.3 1.2 4.9L0 3.6l-4.4 2.6 1.2-4.9L-7-2l5-.4z"),
    "fort": ("M-9 6V-5h4v4h3v-4h4v4h3v-4h4V6z", ""),
    "marker": ("", ""),
}


def branches_used(picture: Picture) -> list[Branch]:
    return sorted({counter.branch for counter in picture.counters})


def signs(picture: Picture, prefix: str) -> list[str]:
    """The drawings that counters use: each side's face, each branch's sign, and face, sign and size as one."""
    drawn = faces(picture, prefix)
    drawn += [f'<g id="{prefix}-{branch}">{_sign(branch)}</g>' for branch in branches_used(picture)]
    tones = _tones(picture)
    kinds = {(tones.get(counter.force, "black"), counter.branch, counter.size) for counter in picture.counters}
    for tone, branch, size in sorted(kinds):
        name, sign = _kind(tone, branch, size, prefix), f'<use href="#{prefix}-{branch}" y="1.5"/>'
        drawn.append(f'<g id="{name}"><use href="#{prefix}-{tone}-face"/>{sign}{_size(size)}</g>')
    return drawn


def _tones(picture: Picture) -> dict[str, Tone]:
    """Each force's tone."""
    return {force.key: force.tone for force in picture.forces}


def _sign(branch: Branch) -> str:
    lines, solid = _SIGNS[branch]
    inside = '<path class="pm-sign" d="M-15-9h30v18h-30z"/>' if branch != "marker" else ""
    inside += f'<path class="pm-lines" d="{lines}"/>' if lines else ""
    return inside + (f'<path class="pm-solid" d="{solid}"/>' if solid else "")


def _kind(tone: Tone, branch: Branch, size: str, prefix: str) -> str:
    """The name of a kind of counter; what stands for a size may hold any character."""
    return f"{prefix}-{tone}-{branch}-{_NO_NAME.sub(lambda sign: f'_{ord(sign[0]):x}', size)}"


# --- stacks --------------------------------------------------------------------------------------------


def counters(picture: Picture, prefix: str, placed: Sequence[Pile]) -> list[str]:
    """All stacks, from the bottom up."""
    tones = _tones(picture)
    return group("counters", [part for pile in placed for part in _stack(pile, tones, prefix)])


def _stack(pile: Pile, tones: Mapping[str, Tone], prefix: str) -> list[str]:
    """The counters of a pile, each above the one before; how many they are if more than two and not all are seen."""
    last = len(pile.counters) - 1
    drawn = [
        _counter(counter, at, pile.scale, tones.get(counter.force, "black"), prefix, below=pile.column and n < last)
        for n, (counter, at) in enumerate(pile.places())
    ]
    if last:
        drawn = group("stack", drawn)
    if last > 1 and not pile.column:
        (_, (x, y)), reach = next(pile.places()), FACE / 2 * pile.scale
        drawn.append(_count(last + 1, (x - reach, y + reach), pile.scale))
    return drawn


def _count(units: int, spot: tuple[float, float], scale: float) -> str:
    """How many units lie in the stack."""
    return (
        f'<g transform="translate({xy(spot)})scale({scale:.2f})">'
        '<circle class="pm-disc" cx="3" cy="-3" r="9"/>'
        f'<text class="pm-badge" x="3" y=".6">{units}</text></g>'
    )


# --- one counter ---------------------------------------------------------------------------------------


def _counter(counter: Counter, at: Point, scale: float, tone: Tone, prefix: str, *, below: bool) -> str:
    """Face, name, size, sign, strength, marks; a reduced unit has a pale stripe behind its strength.

    Of one that lies `below` another in a column only the strength is seen, and its first mark stands beside that.
    """
    name, strength = clean(counter.name), clean(counter.strength)
    beside = below and bool(counter.marks)
    sized = f"scale({scale:.2f})" if scale < 1 else ""
    return "".join(
        (
            f'<g class="pm-counter pm-{tone}" transform="translate({xy(at)}){sized}"',
            f' data-unit="{said(counter.id)}">',
            title(describe(counter)),
            f'<use class="pm-face" href="#{_kind(tone, counter.branch, counter.size, prefix)}"/>',
            STRIPE if counter.reduced else "",
            _label(name, -19.5, 10, FRAMES[tone].written),
            _label(strength, 25, STRENGTH, LEFT_OF_MARK) if beside else _label(strength, 25, STRENGTH),
            *group(
                "marks", [_mark(mark, 2 if beside else n) for n, mark in enumerate(counter.marks[: 1 if below else 3])]
            ),
            "</g>",
        )
    )


def describe(counter: Counter) -> str:
    """A counter in words, for tooltips and for the map's table."""
    kind = " ".join(part for part in (counter.branch, counter.size) if part)
    parts = [counter.name or counter.id, kind, counter.strength, "reduced" if counter.reduced else ""]
    return ", ".join(part for part in (*parts, *counter.marks, counter.note) if part)


def _label(text: str, y: float, size: float, wide: float = 54) -> str:
    """A line on the counter, smaller if it would not fit."""
    if not text:
        return ""
    size = max(5.0, min(size, wide / (0.58 * display_width(text))))
    sized = f' font-size="{num(size)}"' if size != STRENGTH else ""
    return f'<text y="{num(y)}"{sized}>{said(text)}</text>'


def _size(size: str) -> str:
    """The mark of size above the sign, drawn as strokes: III, X, XX."""
    if not size or set(size) - {"I", "X"}:
        return _label(clean(size), -10.5, 7)
    strokes = {"I": "M{x} -15.5v5", "X": "M{a} -15.5l4 5m0-5l-4 5"}
    start = -(len(size) - 1) / 2 * 5
    places = [start + 5 * number for number in range(len(size))]
    d = "".join(strokes[sign].format(x=num(x), a=num(x - 2)) for sign, x in zip(size, places, strict=True))
    return f'<path class="pm-lines" d="{d}"/>'


def initials(mark: str) -> str:
    """A mark's badge: the first letters of its longer words."""
    words = [word for word in clean(mark).split() if len(word) > 2] or [clean(mark) or "?"]
    return "".join(word[0] for word in words[:2]).upper()


def _mark(mark: str, number: int) -> str:
    y = -15 + 17 * number
    text = f'<text class="pm-badge" x="27" y="{num(y + 3.5)}">{said(initials(mark))}</text>'
    return f'<circle class="pm-disc" cx="27" cy="{num(y)}" r="8.5"/>{text}'
