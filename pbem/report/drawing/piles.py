"""Where counters lie: piles in the middle of a hex, columns in the yard of an area."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pbem.model.picture import Counter, Picture, Point, Space
from pbem.model.records import frozen
from pbem.report.drawing.clearance import Box
from pbem.report.drawing.frames import FACE
from pbem.report.drawing.geometry import extent, is_hex
from pbem.report.drawing.yards import CELL, COLUMNS, Yards

STEP = 5.0  # how far the next counter of a stack lies to the upper right
DEEPEST = 16.0  # how far the top of a stack may lie from its bottom
STRIP = 18.0  # what is seen of a counter below another in a column: its strength
SHADE = 3.0  # how far a counter's shade lies beyond it
SMALLEST = 0.35  # what can still be read when zoomed in


@frozen
class Pile:
    """Counters upon each other: the middle of the stack, its scale, how far each lies from the one below it."""

    counters: Sequence[Counter]
    x: float
    y: float
    scale: float
    step: Point
    column: bool = False
    """Whether every counter shows its strength below the next one."""

    def places(self) -> Iterator[tuple[Counter, Point]]:
        """The counters from the bottom up, and where they lie."""
        half = (len(self.counters) - 1) / 2
        for number, counter in enumerate(self.counters):
            yield counter, (self.x + (number - half) * self.step[0], self.y - (number - half) * self.step[1])

    @property
    def box(self) -> Box:
        """What it takes of the page, with marks to its right and, below to its left, how many it holds."""
        half, reach = (len(self.counters) - 1) / 2, (FACE / 2 + SHADE) * self.scale
        right, down = half * self.step[0] + reach, half * self.step[1] + reach
        marked = BADGE * self.scale if any(counter.marks for counter in self.counters) else 0.0
        counted = BADGE * self.scale if len(self.counters) > 2 else 0.0
        return self.x - right - counted, self.y - down, self.x + right + marked, self.y + down + counted


BADGE = 8.5
"""How far a badge reaches beyond its counter."""


def piles(picture: Picture, yards: Yards) -> list[Pile]:
    """All piles, from the top of the map down."""
    by_space: dict[str, list[Counter]] = defaultdict(list)
    for counter in picture.counters:
        by_space[counter.space].append(counter)
    held = [space for space in picture.spaces if space.id in by_space]
    ordered = sorted(held, key=lambda space: (space.centre[1], space.centre[0]))
    return [pile for space in ordered for pile in _piles(space, _by_owner(picture, by_space[space.id]), yards)]


def _by_owner(picture: Picture, here: Sequence[Counter]) -> list[list[Counter]]:
    """British and Americans stand together."""
    found: dict[str, list[Counter]] = {}
    for counter in here:
        found.setdefault(picture.owner(counter), []).append(counter)
    return [*found.values()]


def _piles(space: Space, by_side: list[list[Counter]], yards: Yards) -> list[Pile]:
    return _in_hex(space, by_side) if is_hex(space) else _in_yard(yards.middles[space.id], yards.scale, by_side)


def _in_hex(space: Space, piles: list[list[Counter]]) -> list[Pile]:
    """One pile for each side, or one for each unit if they fit beside each other."""
    left, top, right, bottom = extent(space)
    wide, high = (right - left) * 0.94, (bottom - top) * 0.94
    if sum(map(len, piles)) * (FACE + 3) <= wide:
        piles = [[counter] for pile in piles for counter in pile]
    face = FACE + 3 + (STEP if any(len(pile) > 1 for pile in piles) else 0)
    scale = max(SMALLEST, min(1.0, wide / (face * max(1, len(piles))), high / face))
    first, y = space.centre[0] - (len(piles) - 1) / 2 * face * scale, space.centre[1] + 5
    return [_stack(pile, (first + number * face * scale, y), scale) for number, pile in enumerate(piles)]


def _stack(pile: Sequence[Counter], at: Point, scale: float) -> Pile:
    step = min(STEP, DEEPEST / max(1, len(pile) - 1)) * scale
    return Pile(pile, *at, scale, (step, step))


def _in_yard(middle: Point, scale: float, piles: list[list[Counter]]) -> list[Pile]:
    """Columns beside each other, in which every counter shows its strength; a side that is alone has both."""
    if len(piles) == 1 and len(piles[0]) > 1:
        half = (len(piles[0]) + 1) // 2
        piles = [piles[0][:half], piles[0][half:]]
    scale = scale * min(1.0, COLUMNS / len(piles))
    wide, most = CELL[0] * scale, max(map(len, piles))
    step = min(STRIP, (CELL[1] - FACE - 4) / max(1, most - 1)) * scale
    first = middle[0] - (len(piles) - 1) / 2 * wide - BADGE / 2 * scale
    return [
        Pile(pile, first + number * wide, middle[1], scale, (0.0, step), column=True)
        for number, pile in enumerate(piles)
    ]
