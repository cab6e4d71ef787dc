"""The draft of one game's map: the geography on its grid, and over it what is known better."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

from pbem.kit.hexes import HexGrid, Point
from pbem.kit.mapdata import expanded
from rules.atlas import courses
from rules.atlas.forms import GameSheet, Overrides
from rules.atlas.gazetteer import Gazetteer
from rules.atlas.ground import Survey
from rules.atlas.plane import Plane, Spot
from rules.atlas.roads import RoadNet, Surveyor

FRONT = "front-16-dec"
RIVER_BORDER = "de-lu"
BORDER_STEP = 4  # of the short pieces of a line every so many make the border
SHORTEST = 6  # a river that shows fewer hexsides than this is left out


class Draft:
    """Works out each part of a map once, on what the parts before it say."""

    def __init__(self, sheet: GameSheet, known: Overrides, gazetteer: Gazetteer) -> None:
        self.sheet = sheet
        self.known = known
        self.gazetteer = gazetteer
        self.grid: HexGrid = sheet.grid.grid()

    # Where places are.

    @cached_property
    def hexes_of_places(self) -> dict[str, str]:
        """The hex of every place the game shows and the map holds."""
        flat = Plane(self.grid, self.sheet.fit.fit())
        found = {}
        for place in self.sheet.places:
            hex = self.known.pins.get(place) or flat.hex_of(self.gazetteer.at(place))
            if hex is not None:
                found[place] = self.grid.proper(hex)
        return found

    @cached_property
    def plane(self) -> Plane:
        """The plane with every place in the middle of its hex."""
        pins = [(self.gazetteer.at(place), hex) for place, hex in self.hexes_of_places.items()]
        return Plane(self.grid, self.sheet.fit.fit(), pins)

    # Rivers.

    @cached_property
    def rivers(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Every river of the game as unbroken lines of hexsides, the great ones first."""
        taken: set[Point] = set()
        seen: set[str] = set()
        drawn: dict[str, tuple[tuple[str, ...], ...]] = {}
        for river in self._by_rank():
            word = self.known.rivers.get(river)
            if word is not None and word.course:
                drawn[river] = (word.course,)
                seen |= set(word.course)
                taken |= courses.all_corners(word.course, self.grid)
                continue
            lines = [courses.cut(line, taken, self.grid) for line in self._lines(river)]
            kept = tuple(line for line in lines if len(line) >= SHORTEST and not seen & set(line))
            if kept:
                drawn[river] = kept
                seen |= {side for line in kept for side in line}
                taken |= courses.all_corners((side for line in kept for side in line), self.grid)
        return drawn

    def _by_rank(self) -> list[str]:
        """A river before those that flow into it."""
        left = [river for river in self.sheet.rivers if river in self.gazetteer.rivers]
        order: list[str] = []
        while left:
            ready = [river for river in left if self.gazetteer.rivers[river].flows_into not in left]
            order += ready
            left = [river for river in left if river not in ready]
        return order

    def _lines(self, river: str) -> list[tuple[str, ...]]:
        """A river with all that it flows into, drawn to the front and then bent to what is known better."""
        crossed = courses.crossed(self.plane.line(self.gazetteer.course(river)), self.plane)
        lines = [self._drawn_to_front(river, line) for line in courses.chains(crossed, self.grid)]
        word = self.known.rivers.get(river)
        if word is None:
            return lines
        sides = {side: n for n, side in enumerate(side for line in lines for side in line)}
        for side in (*word.along, *word.not_along):
            if (side in sides) != (side in word.along):
                sides = self._bent(sides, side, word.along, word.not_along)
        return courses.chains(sides, self.grid)

    def _drawn_to_front(self, river: str, line: tuple[str, ...]) -> tuple[str, ...]:
        """A river that the start line follows lies on the very hexsides of that line."""
        if river not in self.sheet.along_front:
            return line
        front = next((chain for chain in self.fronts if len(chain) > 20), ())
        return courses.laid_on(line, front, self.grid)

    def _bent(self, sides: dict[str, int], side: str, along: Iterable[str], not_along: Iterable[str]) -> dict[str, int]:
        """A course with one of a side's two hexes moved to the other bank, whichever suits better."""
        place = min(sides.values())
        near = courses.corners(side, self.grid)
        close = [at for one, at in sides.items() if set(courses.corners(one, self.grid)) & set(near)]
        ways = [courses.flipped(sides, hex, self.grid, min(close, default=place)) for hex in side.split("-")]
        return min(
            ways,
            key=lambda way: (
                sum(one not in way for one in along) + sum(one in way for one in not_along),
                len(way),
            ),
        )

    @cached_property
    def wet(self) -> dict[str, str]:
        """Every river side and its river."""
        return {side: river for river, lines in self.rivers.items() for line in lines for side in line}

    # Roads.

    @cached_property
    def roads(self) -> dict[str, str]:
        """Every hexside a road crosses, and the road's class."""
        words = self.known.roads
        closed = frozenset(expanded(words.clear_of, self.grid))
        surveyor = Surveyor(self.plane, self.wet, self.shut, closed)
        for kind, chains in (("main", words.main), ("secondary", words.secondary)):
            for chain in chains:
                surveyor.draw(kind, chain)
        if words.complete:
            return dict(sorted(surveyor.drawn.items()))
        for kind, chains in (("main", self.sheet.roads.main), ("secondary", self.sheet.roads.secondary)):
            for chain in chains:
                for start, end in pairwise(chain):
                    self._lay(surveyor, kind, start, end)
        for hex, word in self.known.exits.items():
            self._lead_out(surveyor, hex, word.towards, word.start)
        return dict(sorted(surveyor.drawn.items()))

    @cached_property
    def fords(self) -> tuple[str, ...]:
        """River sides that can be forded."""
        return tuple(sorted(side for side in self.known.fords if side in self.wet and side not in self.roads))

    @cached_property
    def shut(self) -> frozenset[str]:
        """Sides no road crosses: of great rivers away from the game's towns that have a bridge over them."""
        shut = set(self.known.roads.none)
        for river, kind in self.sheet.rivers.items():
            towns = {bridge.town for bridge in self.gazetteer.bridges.named if bridge.river == river}
            bridged = {hex for place, hex in self.hexes_of_places.items() if place in towns}
            if kind == "major" and bridged:
                sides = [side for side, wet in self.wet.items() if wet == river]
                shut |= {side for side in sides if not bridged & set(side.split("-"))}
        return frozenset(shut)

    @cached_property
    def net(self) -> RoadNet:
        return RoadNet(self.gazetteer)

    def _lay(self, surveyor: Surveyor, kind: str, start: str, end: str) -> None:
        """A road from town to town, through every town of the game on its way."""
        way = self.net.way(start, {end})
        hexes = {node: hex for node in way if (hex := self._stop(node, {start, end}))}
        stops = [n for n, node in enumerate(way) if node in hexes]
        for first, last in pairwise(stops):
            leg = self.net.leg(way[first : last + 1])
            one, other = hexes[way[first]], hexes[way[last]]
            if one != other:
                line = self.plane.line(leg.line)
                surveyor.draw(kind, surveyor.route(one, other, line, leg.rivers))

    def _stop(self, node: str, ends: set[str]) -> str | None:
        """The hex a road must touch at a place it passes: of the game's places, and at its own two ends."""
        shown = self.hexes_of_places.get(node)
        return shown or (self.plane.hex(self.plane.spot(self.gazetteer.at(node))) if node in ends else None)

    def _lead_out(self, surveyor: Surveyor, exit: str, towards: str, start: str) -> None:
        """The road from a town to where it leaves the map, and on to the map's last row if that is farther."""
        end = self.grid.proper(exit)
        places = {start} if start else set(self.hexes_of_places)
        way = self.net.way(towards, places & set(self.hexes_of_places)) if towards else ()
        if not way:
            way = (start,)
        leg = self.net.leg(way[::-1])
        line = self.plane.line(leg.line) if len(leg.line) > 1 else ()
        town = self.hexes_of_places[way[-1]]
        goal = self.plane.centre(end)
        near = self._until(line, goal)
        full = (*near, *_straight(near[-1] if near else self.plane.centre(town), goal))
        if town != end:
            surveyor.draw("main", surveyor.route(town, end, full, leg.rivers))
        if rim := self._rim(exit):
            surveyor.draw("main", (end, rim))

    def _rim(self, exit: str) -> str | None:
        """Where the live map ends before the last row: the hex of that row, in the exit's own section, it leads to."""
        section = expanded(self.known.areas.get(f"section {self.known.exits[exit].edge}", ()), self.grid)
        rim = set(section) & set(self.grid.neighbours(exit))
        return min(rim, key=lambda hex: (hex[2:] != exit[2:], hex[:2] != exit[:2], hex), default=None)

    def _until(self, line: tuple[Spot, ...], goal: Spot) -> tuple[Spot, ...]:
        """A line up to where it comes nearest to a goal."""
        if not line:
            return ()
        nearest = min(range(len(line)), key=lambda n: line[n].off(goal))
        return line[: nearest + 1]

    # Sides of the front, wall, ground.

    @cached_property
    def german(self) -> frozenset[str]:
        """The hexes on the German side of the start line."""
        word = self.known.german
        if word.all:
            return frozenset(expanded(word.all, self.grid))
        line = self.plane.line(self.gazetteer.lines[FRONT].points)
        east = {hex for hex in self.grid.all() if _east_of(self.plane.centre(hex), line)}
        return frozenset((east | set(expanded(word.add, self.grid))) - set(expanded(word.take, self.grid)))

    @cached_property
    def front(self) -> tuple[str, ...]:
        """The hexsides of the start line, from north to south."""
        return tuple(side for line in self.fronts for side in line)

    @cached_property
    def fronts(self) -> tuple[tuple[str, ...], ...]:
        """The same in its unbroken pieces."""
        sides = {
            self.grid.hexside(hex, near): 0
            for hex in self.german
            for near in self.grid.neighbours(hex)
            if near not in self.german
        }
        height = {side: sum(self.grid.centre(hex)[1] for hex in side.split("-")) for side in sides}
        return tuple(courses.chains(height, self.grid))

    @cached_property
    def wall(self) -> dict[str, str]:
        """West Wall hexes, intact or cleared."""
        word = self.known.wall
        wall: dict[str, str] = {}
        if not word.complete:
            for belt in self.sheet.belts:
                for spot in self.plane.line(self.gazetteer.lines[belt].points):
                    hex = self.plane.hex(spot)
                    if hex is not None and hex in self.german:
                        wall[hex] = "intact"
        wall |= dict.fromkeys(map(self.grid.proper, word.intact), "intact")
        wall |= dict.fromkeys(map(self.grid.proper, word.cleared), "cleared")
        none = set(expanded(word.none, self.grid))
        return {hex: wall[hex] for hex in sorted(wall) if hex not in none}

    @cached_property
    def terrain(self) -> dict[str, str]:
        survey = Survey(self.gazetteer, self.plane)
        known = self.known.ground.terrain()
        return {
            hex: known.get(hex) or survey.terrain(hex, self.sheet.terrain, self.sheet.default)
            for hex in self.grid.all()
        }

    @cached_property
    def borders(self) -> tuple[tuple[Spot, ...], ...]:
        """The borders of countries as far as the map shows them, but for those that are a front river."""
        found: list[tuple[Spot, ...]] = []
        for border in self.gazetteer.borders:
            line = self.plane.line(border.points)[::BORDER_STEP] if border.id != RIVER_BORDER else ()
            run: list[Spot] = []
            for spot in line:
                if self.plane.hex(spot) is not None:
                    run.append(spot)
                    continue
                found.append(tuple(run))
                run = []
            found.append(tuple(run))
        return tuple(line for line in found if len(line) > 2)


def _straight(start: Spot, end: Spot) -> tuple[Spot, ...]:
    pieces = max(1, int(start.off(end) / 0.15))
    return tuple(
        Spot(start.x + (end.x - start.x) * n / pieces, start.y + (end.y - start.y) * n / pieces)
        for n in range(pieces + 1)
    )


def _east_of(spot: Spot, line: tuple[Spot, ...]) -> bool:
    """Does a line that runs from north to south leave this spot to its east?"""
    west_of_line = False
    for start, end in pairwise(line):
        if (start.y > spot.y) != (end.y > spot.y):
            x = start.x + (spot.y - start.y) / (end.y - start.y) * (end.x - start.x)
            west_of_line ^= x > spot.x
    return not west_of_line
