"""5. Cheapest ways in either mode, for lines that name a goal, and for everybody who asks."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.paths import Step, Steps, cheapest
from pbem_rules.ardennes_offensive.board import cost, the_map
from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s06_road_mode import crowds, rate
from pbem_rules.ardennes_offensive.s08_stacking import cannot_join
from pbem_rules.ardennes_offensive.s11_terrain import ways_from


def find_way(march: March, goal: str, *, by_road: bool) -> tuple[str, ...] | None:
    """The cheapest way to a goal in the present mode."""
    start = "" if march.waits and march.hex in the_map().live else march.hex
    budget = march.points - march.spent
    if march.road:
        found = cheapest(start, goal, budget * rate(march.unit) - march.stretch, road_steps(march))
    else:
        found = cheapest(start, goal, budget, march_steps(march, by_road=by_road))
    return found.places if found else None


def march_steps(march: March, *, by_road: bool = False) -> Steps[str]:
    """The steps open to a unit in standard mode from any hex."""
    unit, lay, stacks, foe, cut = march.unit, march.lay, march.lay.stacks, march.foe, march.cut
    control, table = lay.control[foe], march.table
    bound = the_map().meuse if unit.restricted and not table.meuse_open else frozenset()
    each = cost("stacking", mechanized=unit.mechanized)
    first, held = march.hex, march.barred(march.hex)

    def steps(hex: str) -> Iterator[Step[str]]:
        if hex == first and held:
            return
        leaving = each if hex in stacks and not march.alone(hex) else 0
        for way in ways_from(hex, unit):
            to, extra = way.to, leaving
            if to in stacks:
                if lay.holder(to) == foe or cannot_join(lay, unit, to) or lay.column_in(to, but=unit.id):
                    continue
                extra += 0 if march.alone(to) else each
            broken = way.name in cut
            if way.name in bound or (by_road and (broken or not way.why.startswith("road"))):
                continue
            points = way.cut if broken else way.points
            stop = to in control and (to not in stacks or march.alone(to))
            yield Step(to, points + extra, way.why_cut if broken else way.why, stop)

    return steps


def road_steps(march: March) -> Steps[str]:
    """The same in road mode: every road hex counts one."""
    here, unit, cut = the_map(), march.unit, march.cut
    wall = unit.side == "allied"
    bound = here.meuse if unit.restricted and not march.table.meuse_open else frozenset()
    first, held = march.hex, not march.waits and march.barred(march.hex)

    def open_(to: str) -> bool:
        if to not in here.live or to in here.impassable or (wall and here.wall_at(to) == "intact"):
            return False
        return march.lay.holder(to) != march.foe and not crowds(march.lay, unit, to)

    def steps(hex: str) -> Iterator[Step[str]]:
        if not hex:  # a German behind the hex of his entry
            if open_(first) and not march.barred(first):
                yield Step(first, 1)
            return
        if hex == first and held:
            return
        for way in here.roads.get(hex, ()):
            if way.name in cut or way.name in bound or not open_(way.to):
                continue
            barred = march.barred(way.to)
            if not (barred and hex in here.edge):  # 14.1A nobody comes on under enemy control
                yield Step(way.to, 1, "road", barred)

    return steps
