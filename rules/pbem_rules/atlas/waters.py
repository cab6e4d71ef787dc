"""The rivers of one map: their courses put on hexsides, the great ones first."""

from __future__ import annotations

from functools import cached_property

from pbem.kit.hexes import Point
from pbem_rules.atlas import courses
from pbem_rules.atlas.forms import RiverWord
from pbem_rules.atlas.paper import Paper
from pbem_rules.atlas.sides import Sides

SHORTEST = 6  # a river that shows fewer hexsides than this is left out

Line = tuple[str, ...]


class Waters:
    """All rivers of one map."""

    def __init__(self, paper: Paper, sides: Sides) -> None:
        self.paper = paper
        self.sides = sides

    @cached_property
    def wet(self) -> dict[str, str]:
        """Every river side and its river."""
        return {side: river for river, lines in self.rivers.items() for line in lines for side in line}

    @cached_property
    def rivers(self) -> dict[str, tuple[Line, ...]]:
        """Every river of the game as unbroken lines of hexsides."""
        taken: set[Point] = set()
        drawn: dict[str, tuple[Line, ...]] = {}
        for river in self._by_rank():
            lines = self._drawn(river, taken)
            if lines:
                drawn[river] = lines
                taken |= courses.all_corners((side for line in lines for side in line), self.paper.grid)
        return drawn

    def _by_rank(self) -> list[str]:
        """A river before those that flow into it."""
        left, order = list(self.paper.sheet.rivers), list[str]()
        while left:
            ready = [river for river in left if self.paper.gazetteer.rivers[river].flows_into not in left]
            order += ready
            left = [river for river in left if river not in ready]
        return order

    def _drawn(self, river: str, taken: set[Point]) -> tuple[Line, ...]:
        """A river as far as it keeps clear of those drawn before it."""
        word = self.paper.known.rivers.get(river, RiverWord())
        if word.course:
            return (word.course,)
        lines = [courses.cut(line, taken, self.paper.grid) for line in self._lines(river, word)]
        return tuple(line for line in lines if len(line) >= SHORTEST)

    def _lines(self, river: str, word: RiverWord) -> list[Line]:
        """A river with all that it flows into, drawn to the front and then bent to what is known better."""
        grid, plane = self.paper.grid, self.paper.plane
        crossed = courses.crossed(plane.line(self.paper.gazetteer.course(river)), plane)
        lines = [self._drawn_to_front(river, line) for line in courses.chains(crossed, grid)]
        sides = {side: n for n, side in enumerate(side for line in lines for side in line)}
        for side in (*word.along, *word.not_along):
            if (side in sides) != (side in word.along):
                sides = self._bent(sides, side, word)
        return courses.chains(sides, grid)

    def _drawn_to_front(self, river: str, line: Line) -> Line:
        """A river that the start line follows lies on the very hexsides of that line."""
        if river not in self.paper.sheet.along_front:
            return line
        return courses.laid_on(line, max(self.sides.fronts, key=len), self.paper.grid)

    def _bent(self, sides: dict[str, int], side: str, word: RiverWord) -> dict[str, int]:
        """A course with one of a side's two hexes moved to the other bank, whichever suits better."""
        grid = self.paper.grid
        near = set(courses.corners(side, grid))
        place = min((at for one, at in sides.items() if near & set(courses.corners(one, grid))), default=0)
        ways = [courses.flipped(sides, hex, grid, place) for hex in side.split("-")]
        return min(ways, key=lambda way: (_against(way, word), len(way)))


def _against(sides: dict[str, int], word: RiverWord) -> int:
    """How many of the words about a river its course goes against."""
    return sum(side not in sides for side in word.along) + sum(side in sides for side in word.not_along)
