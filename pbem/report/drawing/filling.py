"""Parts of a map fill their sheets of paper: one that would leave much of its sheet empty shows more of the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.model.picture import Picture
from pbem.report.drawing.action import stands, weights
from pbem.report.drawing.clearance import Box, within
from pbem.report.drawing.cuts import cuts
from pbem.report.drawing.fitting import map_box

ROOM, FURTHER, CAPTION = 204.0, 240.0, 10.0
"""In millimetres: what a sheet has room for below the report's heading, what a further sheet has; a part's caption."""
LITTLE = 12.0
"""So much of a sheet, in millimetres, may stay empty."""
PLACES, LESS = 6, 4
"""How many places a part that grows may take, and in how many steps it may grow less than it could."""

Placing = Callable[[Box], Box]


def filled(picture: Picture, boxes: Sequence[Box], heights: Sequence[float], placed: Placing) -> list[Box]:
    """These parts, in their order; `heights` are theirs on paper, in millimetres; `placed` moves a part's edges."""
    grown = list(boxes)
    for sheet in _sheets(heights):
        room = ROOM - sum(heights[n] for n in sheet) - CAPTION * (len(sheet) - 1)
        for n in sheet if room > LITTLE else ():
            others = [box for other, box in enumerate(grown) if other != n]
            grown[n] = _taller(picture, boxes[n], room / len(sheet) / heights[n], others, placed)
    return grown


def _sheets(heights: Sequence[float]) -> list[list[int]]:
    """Which parts come to lie on one sheet, as paper is filled from the top."""
    sheets: list[list[int]] = []
    left = 0.0
    for n, high in enumerate(heights):
        if not sheets or high > left:
            left = FURTHER if sheets else ROOM
            sheets.append([])
        sheets[-1].append(n)
        left -= high + CAPTION
    return sheets


def _taller(picture: Picture, box: Box, more: float, others: Sequence[Box], placed: Placing) -> Box:
    """Higher by this share, as far as the map goes: where edges cut least, and most is seen that no other shows."""
    left, top, right, bottom = box
    seen = [
        (at, weight)
        for space, weight in weights(picture).items()
        if left <= (at := stands(picture)[space])[0] <= right and not any(within(other, at) for other in others)
    ]

    def worth(ranked: tuple[int, float, Box]) -> tuple[int, int, int, float]:
        less, aside, part = ranked
        new = sum(weight for at, weight in seen if within(part, at))
        return -cuts(picture, part), -less, new, -aside

    found = [
        (less, abs(start + high / 2 - (top + bottom) / 2), placed((left, start, right, start + high)))
        for less in range(LESS)
        for start, high in _stretches(picture, box, (bottom - top) * (1 + more * (LESS - less) / LESS))
    ]
    return max(found, key=worth)[2]


def _stretches(picture: Picture, box: Box, high: float) -> list[tuple[float, float]]:
    """Where a part so high may begin so that it still shows what it showed, and how high the map lets it be."""
    _, first, _, last = map_box(picture)
    high = min(high, last - first)
    lowest, highest = max(first, box[3] - high), min(box[1], last - high)
    return [(lowest + (highest - lowest) * n / PLACES, high) for n in range(PLACES + 1)]
