"""What parts the map: the start line of 16 December 1944, the West Wall behind it, the borders of countries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import groupby, pairwise

from pbem.kit.mapgrid import expanded
from pbem_rules.atlas import courses
from pbem_rules.atlas.paper import Paper
from pbem_rules.atlas.plane import Spot

FRONT = "front-16-dec"
RIVER_BORDER = "de-lu"  # the rivers show it already
BORDER_STEP = 4  # of the short pieces of a line every so many make the border


class Sides:
    """The lines of one map."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper

    @cached_property
    def german(self) -> frozenset[str]:
        """The hexes on the German side of the start line."""
        grid, plane, word = self.paper.grid, self.paper.plane, self.paper.known.german
        if word.all:
            return frozenset(expanded(word.all, grid))
        line = self._line(FRONT)
        east = {hex for hex in grid.all() if _east_of(plane.centre(hex), line)}
        return frozenset((east | set(expanded(word.add, grid))) - set(expanded(word.take, grid)))

    @cached_property
    def fronts(self) -> tuple[tuple[str, ...], ...]:
        """The hexsides of the start line, from north to south, in its unbroken pieces."""
        grid = self.paper.grid
        pairs = [(hex, near) for hex in self.german for near in grid.neighbours(hex) if near not in self.german]
        heights = {grid.hexside(*pair): sum(grid.centre(hex)[1] for hex in pair) for pair in pairs}
        return tuple(courses.chains(heights, grid))

    @cached_property
    def front(self) -> tuple[str, ...]:
        """The same in one."""
        return tuple(side for line in self.fronts for side in line)

    @cached_property
    def wall(self) -> dict[str, str]:
        """West Wall hexes, intact or cleared."""
        grid, word = self.paper.grid, self.paper.known.wall
        wall = {} if word.complete else dict.fromkeys(self._belts(), "intact")
        wall |= dict.fromkeys(map(grid.proper, word.intact), "intact")
        wall |= dict.fromkeys(map(grid.proper, word.cleared), "cleared")
        none = set(expanded(word.none, grid))
        return {hex: wall[hex] for hex in sorted(wall) if hex not in none}

    def _belts(self) -> Iterable[str]:
        """The hexes on the German side that a belt of the wall runs through."""
        for belt in self.paper.sheet.belts:
            for spot in self._line(belt):
                if (hex := self.paper.plane.hex(spot)) in self.german and hex:
                    yield hex

    @cached_property
    def borders(self) -> tuple[tuple[Spot, ...], ...]:
        """The borders of countries, as far as they lie on the map."""
        plane = self.paper.plane
        lines = [plane.line(line.points) for line in self.paper.gazetteer.borders if line.id != RIVER_BORDER]
        runs = [
            tuple(run)
            for line in lines
            for inside, run in groupby(line[::BORDER_STEP], key=lambda spot: plane.hex(spot) is not None)
            if inside
        ]
        return tuple(run for run in runs if len(run) > 2)

    def _line(self, name: str) -> tuple[Spot, ...]:
        return self.paper.plane.line(self.paper.gazetteer.lines[name].points)


def _east_of(spot: Spot, line: tuple[Spot, ...]) -> bool:
    """Does a line that runs from north to south leave this spot to its east?"""
    east = True
    for start, end in pairwise(line):
        if (start.y > spot.y) != (end.y > spot.y):
            x = start.x + (spot.y - start.y) / (end.y - start.y) * (end.x - start.x)
            east ^= x > spot.x
    return east
