"""Where the bot's units go: every unit in turn to the best hex in reach, as its side sees the map.

The moves are tried out on a copy of the table, so that the lines are lawful one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from pbem.craft.moods import EVEN, Mood
from pbem.kit.ranges import Range
from pbem_rules.ardennes_offensive.board import DATA, LiveMap, the_map
from pbem_rules.ardennes_offensive.bot_strikes import muster, strikes
from pbem_rules.ardennes_offensive.bot_temper import Temper
from pbem_rules.ardennes_offensive.bot_views import FAR, Prospect, outlook
from pbem_rules.ardennes_offensive.events import ModeChanged, Moved
from pbem_rules.ardennes_offensive.s04_phases import cures_for
from pbem_rules.ardennes_offensive.s05_march import March, march_of
from pbem_rules.ardennes_offensive.s05_movement import plan
from pbem_rules.ardennes_offensive.s05_ways import within_reach
from pbem_rules.ardennes_offensive.s06_road_mode import column_places, mode_cost
from pbem_rules.ardennes_offensive.s07_control import Lay
from pbem_rules.ardennes_offensive.sheets import MoveLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit

WANTED = 4
"""How many times the enemy's strength should stand beside him."""
NORTHERN = "1000"
"""Rows before this one belong to the northern thrust."""
COUNTRY = {"clear": 1, "rough": 4}
SIGHT = 6
"""So near to an enemy nobody stays in road mode."""
HUNT = 15
"""So far off an enemy still draws units."""


def moves(table: Ardennes, side: str, phase: str, temper: Temper, mood: Mood = EVEN) -> list[MoveLine]:
    """A line for every unit that has a better place to go to."""
    draft = copy_of(table)
    seen = outlook(draft, side, temper, mood)
    lines = set_apart(draft, seen) if phase == "movement" else []
    names = in_order(draft, seen, phase)
    if phase == "movement":
        sent = send(draft, seen, names)
        lines += [line for line in sent.values() if line is not None]
        names = [name for name in names if name not in sent]
    for name in names:
        unit = draft.units[name]
        line = best_move(draft, unit, seen)
        march = plan(draft, side, line, seen.lay) if line is not None else None
        if line is not None and isinstance(march, March) and march.legs:
            lines.append(line)
            follow_through(draft, line, march, seen.lay)
        if unit.hex:
            seen.note(unit)
    return lines


def send(draft: Ardennes, seen: Prospect, names: Sequence[str]) -> dict[str, MoveLine | None]:
    """Who strikes goes first, as far as his way is still open; None stays where he stands already."""
    sent: dict[str, MoveLine | None] = {}
    for strike in strikes(muster(draft, seen, [draft.units[name] for name in names])):
        for name, hex in strike.sent:
            unit = draft.units[name]
            if hex == unit.hex:
                sent[name] = None
                seen.note(unit)
                continue
            found = within_reach(march_of(draft, unit, seen.lay))
            if hex not in found:
                continue
            line = MoveLine(unit=name, way=" ".join(found.way(hex)))
            march = plan(draft, seen.side, line, seen.lay)
            if isinstance(march, March) and march.legs:
                follow_through(draft, line, march, seen.lay)
                sent[name] = line
                seen.note(unit)
    return sent


def set_apart(draft: Ardennes, seen: Prospect) -> list[MoveLine]:
    """6.7N What must be moved before anything else."""
    lines = []
    while cures := cures_for(draft):
        march = plan(draft, seen.side, cures[0], seen.lay)
        if not isinstance(march, March):
            break
        lines.append(cures[0])
        follow_through(draft, cures[0], march, seen.lay)
    return lines


def in_order(table: Ardennes, seen: Prospect, phase: str) -> list[str]:
    """Who is nearest to the enemy goes first; who waits off the map goes last."""
    units = [unit for unit in table.units.values() if unit.side == seen.side and not unit.lost]
    able = [
        unit
        for unit in units
        if (unit.in_play or unit.entry or unit.id in table.awake)
        and unit.id not in table.moved
        and (phase == "movement" or (unit.mechanized and unit.id not in table.fought))
    ]
    able.sort(key=lambda unit: (bool(unit.entry), seen.foe_near.get(unit.hex, FAR), -unit.strength, unit.id))
    return [unit.id for unit in able]


def copy_of(table: Ardennes) -> Ardennes:
    """A table on which moves can be tried out."""
    units = {name: replace(unit) for name, unit in table.units.items()}
    return replace(table, units=units, staged=dict(table.staged), moved=list(table.moved))


def follow_through(draft: Ardennes, line: MoveLine, march: March, lay: Lay) -> None:
    """Do on the draft what the line will do on the table; the enemy's control stays as it was."""
    unit = draft.units[line.unit]
    left = unit.hex
    for leg in march.legs:
        if leg.kind in ("march", "road"):
            Moved(line.unit, leg.path, leg.spent, "road" if leg.kind == "road" else "march").apply(draft)
        else:
            ModeChanged(line.unit, leg.kind == "enter", leg.spent).apply(draft)
    lay.shift(unit, left)


def best_move(table: Ardennes, unit: Unit, seen: Prospect) -> MoveLine | None:
    march = march_of(table, unit, seen.lay)
    if march.road:
        return best_drive(march, seen)
    if seen.foe_near.get(unit.hex, FAR) > SIGHT and far_by_road(march):
        return MoveLine(unit=unit.id, way="enter road mode")
    found = within_reach(march)
    goal = best_place(found, march, seen)
    return None if goal == march.hex else MoveLine(unit=unit.id, way=" ".join(found.way(goal)))


def best_drive(march: March, seen: Prospect) -> MoveLine | None:
    """By road as near as is prudent, then out of road mode; out of it at once where the enemy is near."""
    unit = march.unit
    leaves = march.points - march.total >= mode_cost(unit) and not march.waits
    if leaves and seen.foe_near.get(march.hex, FAR) <= SIGHT // 2:
        return MoveLine(unit=unit.id, way="leave road mode")
    found = within_reach(march)
    goal = best_place(found, march, seen)
    way = " ".join(found.way(goal)) if goal else ""
    ways = [way] if way else []
    if seen.foe_near.get(goal, FAR) <= SIGHT:
        ways = [", ".join([*ways, "leave road mode"]), *ways]
    lines = [MoveLine(unit=unit.id, way=words) for words in ways]
    return next((line for line in lines if isinstance(plan(march.table, march.side, line, seen.lay), March)), None)


def far_by_road(march: March) -> bool:
    """Whether road mode is possible here and now."""
    line = MoveLine(unit=march.unit.id, way="enter road mode")
    return the_map().on_road(march.hex) and isinstance(plan(march.table, march.side, line, march.lay), March)


def best_place(found: Range[str], march: March, seen: Prospect) -> str:
    """The best of the hexes in reach, that where the unit stands among them."""
    value = (german_values if seen.side == "german" else allied_values)(march, seen)
    columns, bit = column_places(march.lay, march.unit), the_map().numbers.bit
    places = [hex for hex in found.places() if not columns & bit[hex]]
    if march.waits and march.hex in the_map().edge:
        places = [hex for hex in places if hex != march.hex] or [march.hex]
    here = [march.hex] if march.hex in found else []
    name, mood = march.unit.id, seen.mood
    return max(places or here or [""], key=lambda hex: (value(hex) + mood.about(name, hex) if hex else -FAR, hex))


def german_values(march: March, seen: Prospect) -> Callable[[str], int]:
    """Toward the exits or the enemies in the open, beside those who can be beaten, in supply.  In tenths of a point."""
    here, unit, temper = the_map(), march.unit, seen.temper
    bit, friends = here.numbers.bit, march.lay.without(unit)
    far, bastogne = toward_exits(here, unit.hex or unit.entry), here.towns.get("Bastogne")

    def value(hex: str) -> int:
        value = -temper.forward * far.get(hex, FAR)
        value += pressing(hex, march, seen)
        value -= temper.supply if hex not in seen.flow else 0
        value -= temper.crowd if friends & bit[hex] else 0
        value += temper.town if temper.town and hex in here.town_hexes else 0
        value += temper.company * (friends & here.around[hex]).bit_count() if temper.company else 0
        value -= temper.near * min(seen.prey.get(hex, FAR), HUNT) if temper.near else 0
        value -= risk(hex, unit, seen)
        exit_ = here.exits.get(hex)
        if exit_ is not None and exit_.section != "east" and hex in seen.flow:
            value += temper.exit_ if hex not in seen.guarded else 0
        if hex == bastogne and not march.lay.holder(hex):
            value += 40
        if unit.road and seen.foe_near.get(hex, FAR) <= 2:
            value -= 80
        return value

    return value


def allied_values(march: March, seen: Prospect) -> Callable[[str], int]:
    """Before the enemy, in towns and on junctions, in supply, not alone against many.  In tenths of a point."""
    here, temper = the_map(), seen.temper
    bit, friends = here.numbers.bit, march.lay.without(march.unit)

    def value(hex: str) -> int:
        near = seen.foe_near.get(hex, FAR)
        value = -temper.near * min(near, HUNT)
        value -= temper.supply if hex not in seen.flow else 0
        if march.road:
            return value - (120 if near <= 2 else 0) - risk(hex, march.unit, seen)
        value += temper.town if hex in here.town_hexes else 0
        value += 8 * max(0, len(here.roads.get(hex, ())) - 2)
        value -= 40 if hex in here.german_ground else 0
        value -= temper.crowd if friends & bit[hex] else 0
        value -= risk(hex, march.unit, seen)
        value += temper.company * (friends & here.around[hex]).bit_count()
        if near == 1:
            value += pressing(hex, march, seen) - danger(hex, march, seen)
        if hex in here.exits and near <= SIGHT and hex not in seen.guarded:
            value += temper.exit_
        return value

    return value


def risk(hex: str, unit: Unit, seen: Prospect) -> int:
    """What may befall it there: by the odds of all who are near, or by who can come and what ways back they leave."""
    value = seen.temper.caution * seen.exposed(hex, unit) if seen.temper.caution else 0
    return value + seen.temper.danger * seen.peril(hex, unit) // 100 if seen.temper.danger else value


def danger(hex: str, march: March, seen: Prospect) -> int:
    """More enemies around than the unit can stand; a town makes up for most of it."""
    against = sum(seen.defence.get(other, 0) for other in the_map().neighbours[hex])
    too_many = max(0, against - 2 * march.unit.strength)
    return too_many if hex in the_map().town_hexes else 3 * too_many


def pressing(hex: str, march: March, seen: Prospect) -> int:
    """What it is worth to stand beside the enemies next to a hex: as much as it brings a good attack nearer."""
    if march.road or not seen.temper.press:
        return 0
    value = 0
    for other in the_map().neighbours[hex]:
        if other in seen.defence:
            lacking = WANTED * seen.defence[other] - seen.pressed.get(other, 0)
            if lacking > 0:
                value = max(value, 10 + 50 * min(march.unit.strength, lacking) // max(lacking, 4))
    return value * seen.temper.press // 100


def toward_exits(here: LiveMap, hex: str) -> dict[str, int]:
    """How far a tank has to drive to an exit worth having: in the north to any of them, elsewhere to the west."""
    return _drives(here, ("NE", "NW") if hex < NORTHERN else ("NW", "W"))


@DATA.cached
def _drives(here: LiveMap, sections: tuple[str, ...]) -> dict[str, int]:
    """The map does not change, so once for all."""
    far = {hex: 0 for hex, road in here.exits.items() if road.section in sections}
    heap = [(0, hex) for hex in sorted(far)]
    while heap:
        cost, hex = heappop(heap)
        if cost > far[hex]:
            continue
        for side in here.sides[hex]:
            to = side.to
            if to not in here.live or to in here.impassable:
                continue
            step = 1 if side.road else COUNTRY.get(here.terrain_of(hex), 1) + (3 if side.water else 0)
            if cost + step < far.get(to, 10**6):
                far[to] = cost + step
                heappush(heap, (cost + step, to))
    return far
