"""10. Movement: where a unit can go and what that costs.  Cases 10.1 and 10.2, with 8.0, 9.1, 11.0 and 13.0."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache, partial

from pbem.kit.paths import Reach, Step, reach
from pbem.ruleset import Cannot
from pbem_rules.bulge.board import DATA, FOE, around, limit, ways, ways_between
from pbem_rules.bulge.s10_fares import OFF_MAP, Mover, fifths_of_a_point, points_for, steps_mech
from pbem_rules.bulge.s13_reinforcements import (
    bound_british,
    cannot_enter_by,
    held_by_the_meuse,
    in_sight,
    open_entries,
)
from pbem_rules.bulge.s14_supply import by_road, price
from pbem_rules.bulge.sheets import Route
from pbem_rules.bulge.table import Lay, Unit


class OpenSteps:
    """The steps open to a side from every hex, found when they are first asked for.

    They depend on the enemy alone, who stands still while a side moves: one Ground serves all its units.
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


class Trips:
    """Everywhere a unit can come, with the cheapest way and its cost; hexes with friends in them among them."""

    def __init__(self, mech: dict[str, tuple[str, ...]], found: Reach[str]) -> None:
        self._mech, self._found = mech, found
        self.hexes = tuple(hex for hex in found.places() if hex != OFF_MAP)

    def __contains__(self, hex: object) -> bool:
        return hex != OFF_MAP and hex in self._found

    def path(self, hex: str) -> tuple[str, ...]:
        """The hexes entered on the way."""
        first, *rest = self._found.path(hex).places
        return (*self._mech.get(first, (first,)), *rest)

    def fifths(self, hex: str) -> int:
        """10.2 R-22: fifths count as long as all of the way is by mechanized road; else whole points."""
        points = int(self._found.cost(hex))
        length = len(self._mech.get(hex, ())) if hex in self._mech else -1
        return length if length // fifths_of_a_point() == points else points * fifths_of_a_point()


def trips(mover: Mover, *, road_only: bool = False, enter: str = "") -> Trips:
    """10.0 Where a unit can come within its points."""
    unit, lay = mover.unit, mover.lay
    if unit.hex and lay.in_ezoc(unit.hex, unit.side):  # 9.1
        return Trips({unit.hex: ()}, reach(OFF_MAP, 0, partial(only_to, unit.hex)))
    entries = () if unit.hex else ((enter,) if enter else open_entries(mover.table, lay, unit))
    mech = mech_trips(mover, entries)
    first = [Step(hex, len(path) // fifths_of_a_point(), "", stops(mover, hex)) for hex, path in sorted(mech.items())]
    first += [Step(hex, points_for(mover, OFF_MAP, hex), "", False) for hex in entries]
    ground, bound = ground_of(lay, unit.side), bound_british(mover.table, unit)

    def steps(hex: str) -> Iterable[Step[str]]:
        if hex == OFF_MAP:
            return first
        found = ground.by_road(hex) if road_only else ground.steps(hex)
        if not bound:
            return found
        entry = entry_of(unit, hex)
        return [step for step in found if not held_by_the_meuse(unit, entry, ways_between()[hex, step.to])]

    return Trips(mech, reach(OFF_MAP, mover.points, steps))


def only_to(hex: str, start: str) -> tuple[Step[str], ...]:
    """A unit that may not move: its own hex, and nothing beyond."""
    return (Step(hex, 0, "", True),) if start == OFF_MAP else ()


def entry_of(unit: Unit, hex: str) -> str:
    """13.0 The hex a British unit came by; before it has come, any hex is its own."""
    return unit.entered or hex


def stops(mover: Mover, hex: str) -> bool:
    """9.1 In an EZOC a moving unit stops."""
    return hex != mover.unit.hex and mover.lay.in_ezoc(hex, mover.side)


def mech_trips(mover: Mover, entries: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """10.2 The hexes that can be reached by mechanized road movement alone, and how; the start among them."""
    unit, lay = mover.unit, mover.lay
    found: dict[str, tuple[str, ...]] = {unit.hex: ()} if unit.hex else {}
    if not mover.mech_able:
        return found
    for hex in entries:
        if steps_mech(mover, OFF_MAP, hex):
            found[hex] = (hex,)
    queue, bound = deque(sorted(found)), bound_british(mover.table, unit)
    ground = ground_of(lay, unit.side)
    while queue:
        hex = queue.popleft()
        path = found[hex]
        if len(path) >= mover.budget or stops(mover, hex):
            continue
        for step in ground.by_road(hex):
            if step.to in found or (step.stop and not mover.mech_into(step.to)):
                continue
            if bound and held_by_the_meuse(unit, unit.entered or path[0], ways_between()[hex, step.to]):
                continue
            found[step.to] = (*path, step.to)
            queue.append(step.to)
    return found


def destinations(mover: Mover) -> dict[str, tuple[str, ...]]:
    """8.0 Where a unit can end its move, and by which hexes."""
    found, held = trips(mover), mover.lay.held
    return {hex: found.path(hex) for hex in found.hexes if hex == mover.unit.hex or hex not in held}


# What a line asks for


def path_of(mover: Mover, route: Route) -> tuple[str, ...] | None:
    """The hexes a line names, or the cheapest way to where it wants to go; None: there is none."""
    goal = route.to or (route.exit if route.exit not in ("", "here") and route.exit not in route.path[-1:] else "")
    named = (route.enter, *route.path) if route.enter else route.path
    if not goal or goal == mover.unit.hex:
        return named
    if route.path:
        return None
    if route.via:
        return by_way_of(mover, route, goal)
    found = trips(mover, road_only=route.by_road, enter=route.enter)
    return found.path(goal) if goal in found else None


def by_way_of(mover: Mover, route: Route, goal: str) -> tuple[str, ...] | None:
    """`to HEX via HEX`: one stretch after the other, each the cheapest."""
    path: tuple[str, ...] = ()
    unit = mover.unit
    for stage, hex in enumerate((*route.via, goal)):
        at = Unit(unit.id, unit.side, unit.kind, unit.cf, unit.nation, path[-1] if path else unit.hex, edge=unit.edge)
        at.entered = unit.entered
        stretch = Mover(mover.table, mover.lay, at, mover.points)
        found = trips(stretch, road_only=route.by_road, enter="" if stage else route.enter)
        if hex not in found:
            return None
        path = (*path, *found.path(hex))
    return path


def cannot_follow(mover: Mover, path: tuple[str, ...], *, leave: bool) -> Cannot | None:
    """9.1, 10.0, 13.0 What forbids a way, its cost left aside."""
    unit, lay, here = mover.unit, mover.lay, mover.unit.hex
    if unit.hex and lay.in_ezoc(unit.hex, unit.side) and (path or leave):
        return begins_in_ezoc(mover)
    bound = bound_british(mover.table, unit)
    for number, hex in enumerate(path):
        if here == OFF_MAP:
            problem = cannot_enter_by(mover.table, lay, unit, hex)
        else:
            problem = cannot_step(mover, here, hex, path[0], bound=bound)
        if problem:
            return problem
        last = number == len(path) - 1 and not leave
        if not last and lay.in_ezoc(hex, unit.side):
            return "9.1a", f"{unit.id} must stop in {hex}, which is in an enemy ZOC"
        bound = bound and in_sight(mover.table, hex, unit.side) is None
        here = hex
    if path and not leave and here != unit.hex and here in lay.held:
        return "8.0", f"{here} is full, a move ends in a hex of its own", "let the unit there move first"
    return None


def begins_in_ezoc(mover: Mover) -> Cannot:
    """9.1 Such a unit does not move."""
    unit, near = mover.unit, set(ways_of(mover.unit.hex))
    foes = [u for u in mover.table.units.values() if u.side != unit.side and u.hex in near]
    where = ", ".join(f"{foe.id} ({foe.hex})" for foe in sorted(foes, key=by_id))
    hint = f"it must attack one of {', '.join(sorted(foe.hex for foe in foes))}" if foes else ""
    return "9.1a", f"{unit.id} begins in the ZOC of {where}, no move", hint


def by_id(unit: Unit) -> str:
    return unit.id


def ways_of(hex: str) -> tuple[str, ...]:
    return tuple(way.to for way in ways()[hex])


def cannot_step(mover: Mover, start: str, hex: str, first: str, *, bound: bool) -> Cannot | None:
    """10.0, 13.0 Why a unit cannot go from one hex to another."""
    unit = mover.unit
    if (start, hex) not in ways_between():
        return "10.0", f"{hex} is not next to {start}"
    if mover.lay.enemy_in(hex, unit.side):
        return "10.0", f"{hex} is held by the enemy", "attack it before or after movement"
    if bound and held_by_the_meuse(unit, unit.entered or first, ways_between()[start, hex]):
        hexes = limit("british hexes")
        return (
            "13.0c",
            f"{unit.id} may not cross the Meuse or go over {hexes} hexes from its entry before it is released",
        )
    return None
