"""10. Movement: everywhere a unit can come, and what that costs.  Cases 10.1 and 10.2, with 8.0, 9.1, 11.0 and 13.0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from pbem.kit.paths import Reach, Step, reach
from pbem_rules.bulge.board import DATA, FOE, around, ways, ways_between
from pbem_rules.bulge.s10_fares import OFF_MAP, Mover, fifths_of_a_point, points_for, steps_mech
from pbem_rules.bulge.s13_reinforcements import held_by_the_meuse, in_sight, open_entries
from pbem_rules.bulge.s14_supply import by_road, price
from pbem_rules.bulge.table import Lay, Unit

Hexes = tuple[str, ...]
"""The hexes entered, in turn."""


class OpenSteps:
    """The steps open to a side from every hex, found when they are first asked for.

    They depend on the enemy alone, who stands still while a side moves: one of these serves all its units.
    """

    def __init__(self, lay: Lay, side: str) -> None:
        self._lay, self._side = lay, side
        self._steps: dict[str, tuple[Step[str], ...]] = {}
        self._by_road: dict[str, tuple[Step[str], ...]] = {}

    def steps(self, hex: str) -> tuple[Step[str], ...]:
        """10.0, 9.1 Not into an enemy, and no further in an EZOC."""
        if (known := self._steps.get(hex)) is None:
            lay, side = self._lay, self._side
            known = self._steps[hex] = tuple(
                Step(way.to, price(lay, side, hex, way), "", lay.in_ezoc(way.to, side))
                for way in ways()[hex]
                if not lay.enemy_in(way.to, side)
            )
        return known

    def by_road(self, hex: str) -> tuple[Step[str], ...]:
        """10.2 Those of them that follow a road."""
        if (known := self._by_road.get(hex)) is None:
            open_ = {way.to for way in ways()[hex] if by_road(self._lay, self._side, hex, way)}
            known = self._by_road[hex] = tuple(step for step in self.steps(hex) if step.to in open_)
        return known


def ground_of(lay: Lay, side: str) -> OpenSteps:
    """What the enemy's places, his markers and, for Germans, the closed bridges make of the map."""
    foes = frozenset(hex for hex, held in lay.held.items() if held == FOE[side])
    return _ground(side, foes, lay.cut[side], lay.closed if side == "german" else frozenset())


@DATA.renews
@lru_cache(maxsize=8)
def _ground(side: str, foes: frozenset[str], cut: frozenset[str], closed: frozenset[str]) -> OpenSteps:
    zone = foes.union(*map(around, sorted(foes)))
    foe = FOE[side]
    return OpenSteps(Lay(dict.fromkeys(sorted(foes), foe), {foe: zone, side: frozenset()}, closed, {side: cut}), side)


class LeashedSteps:
    """13.0 The ground as it is for a British unit that came by this entry, as long as it is bound."""

    def __init__(self, ground: OpenSteps, unit: Unit, entry: str) -> None:
        self._ground, self._unit, self._entry = ground, unit, entry

    def steps(self, hex: str) -> list[Step[str]]:
        return self._allowed(hex, self._ground.steps(hex))

    def by_road(self, hex: str) -> list[Step[str]]:
        return self._allowed(hex, self._ground.by_road(hex))

    def _allowed(self, hex: str, steps: tuple[Step[str], ...]) -> list[Step[str]]:
        return [s for s in steps if not held_by_the_meuse(self._unit, self._entry, ways_between()[hex, s.to])]


class TripSearch:
    """One search: the hexes that mechanized roads alone come to, and those that anything else comes to after them."""

    def __init__(self, mech: dict[str, Hexes], before: list[Hexes], found: Reach[str]) -> None:
        self.mech, self.found = mech, found
        self._before = before
        """What was gone before the steps of `found` begin, by the number that their first one bears."""

    def hexes(self) -> set[str]:
        return {*self.mech, *self.found.places()} - {OFF_MAP}

    def fifths(self, hex: str) -> int:
        """10.2 R-22: fifths count as long as all of the way is by mechanized road; else whole points."""
        costs = [len(self.mech[hex])] if hex in self.mech else []
        if hex in self.found:
            costs.append(fifths_of_a_point() * int(self.found.cost(hex)))
        return min(costs)

    def path(self, hex: str) -> Hexes:
        """The hexes entered on the cheapest way; of equals by mechanized road alone."""
        if hex in self.mech and len(self.mech[hex]) == self.fifths(hex):
            return self.mech[hex]
        return self.found_path(hex)

    def found_path(self, hex: str) -> Hexes:
        """The hexes entered on the cheapest way that does not end by mechanized road."""
        steps = self.found.path(hex).steps
        return (*self._before[int(steps[0].why)], *(step.to for step in steps))


class Trips:
    """Everywhere a unit can come, with the cheapest way and its cost; hexes with friends in them among them."""

    def __init__(self, *searches: TripSearch) -> None:
        self._found: dict[str, list[TripSearch]] = {}
        for search in searches:
            for hex in search.hexes():
                self._found.setdefault(hex, []).append(search)
        self.hexes = tuple(sorted(self._found))

    def __contains__(self, hex: object) -> bool:
        return hex in self._found

    def path(self, hex: str) -> Hexes:
        return self._best(hex).path(hex)

    def fifths(self, hex: str) -> int:
        return self._best(hex).fifths(hex)

    def _best(self, hex: str) -> TripSearch:
        return min(self._found[hex], key=lambda search: search.fifths(hex))


def trips(mover: Mover, *, road_only: bool = False, enter: str = "") -> Trips:
    """10.0 Where a unit can come within its points."""
    unit, lay = mover.unit, mover.lay
    if unit.hex and lay.in_ezoc(unit.hex, unit.side):  # 9.1
        return Trips(TripSearch({unit.hex: ()}, [], reach(OFF_MAP, 0, nowhere)))
    entries = () if unit.hex else ((enter,) if enter else open_entries(mover.table, lay, unit))
    ground = ground_of(lay, unit.side)
    if mover.bound:
        return leashed_trips(mover, ground, entries, road_only=road_only)
    return Trips(search(mover, ground, beginnings(mover, entries), road_only=road_only))


def leashed_trips(mover: Mover, ground: OpenSteps, entries: tuple[str, ...], *, road_only: bool) -> Trips:
    """13.0 A bound British unit: behind the Meuse and near its entry, R-28 until it comes in sight of a German."""
    found = []
    for entry in (mover.unit.entered,) if mover.unit.hex else entries:
        begun = beginnings(mover, (entry,))
        found.append(search(mover, LeashedSteps(ground, mover.unit, entry), begun, road_only=road_only))
    seen = [begin for one in found for begin in going_on(mover, one)]
    return Trips(*found, *([search(mover, ground, seen, road_only=road_only)] if seen else []))


class TripStart(NamedTuple):
    """Where a search begins: the hexes gone before and that one, the cost so far in fifths, and in which manner."""

    path: Hexes
    fifths: int
    mech: bool


def beginnings(mover: Mover, entries: tuple[str, ...]) -> list[TripStart]:
    """10.0, 13.0 A unit's own hex; or those by which it may enter, at the road's rate or the mechanized one."""
    if mover.unit.hex:
        return [TripStart((), 0, mech=True)]
    each = fifths_of_a_point()
    on_foot = [TripStart((hex,), each * points_for(mover, OFF_MAP, hex), mech=False) for hex in entries]
    by_lorry = [hex for hex in entries if mover.mech_able and steps_mech(mover, OFF_MAP, hex)]
    return [*on_foot, *(TripStart((hex,), 1, mech=True) for hex in by_lorry)]


def going_on(mover: Mover, search: TripSearch) -> Iterator[TripStart]:
    """R-28 From where a bound British unit has come in sight of a German it goes on unbound."""
    for hex in sorted(search.hexes()):
        if not stops(mover, hex) and in_sight(mover.table, hex, mover.side):
            if search.mech.get(hex):
                yield TripStart(search.mech[hex], len(search.mech[hex]), mech=True)
            if hex in search.found:
                yield TripStart(search.found_path(hex), fifths_of_a_point() * int(search.found.cost(hex)), mech=False)


def search(mover: Mover, ground: OpenSteps | LeashedSteps, begun: list[TripStart], *, road_only: bool) -> TripSearch:
    """10.2 First by mechanized road as far as that goes, then from every hex of it by road and across country."""
    mech = mech_ways(mover, ground, [begin.path for begin in begun if begin.mech])
    before: list[Hexes] = []
    first: list[Step[str]] = []
    each, onward = fifths_of_a_point(), ground.by_road if road_only else ground.steps
    for begin in begun:
        if not begin.mech:
            first.append(Step(begin.path[-1], begin.fifths // each, str(len(before)), stops(mover, begin.path[-1])))
            before.append(begin.path[:-1])
    beginning: dict[str, Step[str]] = {}
    for hex, path in sorted(mech.items()):
        if not stops(mover, hex):
            spent = len(path) // each
            for to, price, _, stop in onward(hex):
                if to not in beginning or spent + price < beginning[to].cost:
                    beginning[to] = Step(to, spent + price, str(len(before)), stop)
            before.append(path)
    first += beginning.values()

    def steps(hex: str) -> Iterable[Step[str]]:
        return first if hex == OFF_MAP else onward(hex)

    return TripSearch(mech, before, reach(OFF_MAP, mover.points, steps))


def mech_ways(mover: Mover, ground: OpenSteps | LeashedSteps, begun: list[Hexes]) -> dict[str, Hexes]:
    """10.2 The hexes that can be reached by mechanized road movement alone, and how; the start among them."""
    queue = sorted((len(path), path[-1] if path else mover.unit.hex, path) for path in begun)
    found = {hex: path for _, hex, path in reversed(queue)}
    if not mover.mech_able:
        return found
    while queue:
        spent, hex, path = heappop(queue)
        if spent >= mover.budget or stops(mover, hex) or len(found[hex]) < spent:
            continue
        for step in ground.by_road(hex):
            if step.to in found and len(found[step.to]) <= spent + 1:
                continue
            if step.stop and not mover.mech_into(step.to):
                continue
            found[step.to] = (*path, step.to)
            heappush(queue, (spent + 1, step.to, found[step.to]))
    return found


def nowhere(hex: str) -> tuple[Step[str], ...]:
    """A unit that may not move."""
    return ()


def stops(mover: Mover, hex: str) -> bool:
    """9.1 In an EZOC a moving unit stops."""
    return hex != mover.unit.hex and mover.lay.in_ezoc(hex, mover.side)


def destinations(mover: Mover) -> dict[str, Hexes]:
    """8.0 Where a unit can end its move, and by which hexes."""
    found, held = trips(mover), mover.lay.held
    return {hex: found.path(hex) for hex in found.hexes if hex == mover.unit.hex or hex not in held}
