"""14. Reinforcements.  Cases 14.1 to 14.3; 14.2 is paid while moving (5.)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.craft.pieces import ids_of
from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.ardennes_offensive.board import RoadExit, the_map, the_victory
from pbem_rules.ardennes_offensive.events import Arrived, Delayed, Displaced
from pbem_rules.ardennes_offensive.s06_road_mode import crowds
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s13_bridges import interdicted_for
from pbem_rules.ardennes_offensive.sheets import ArrivalLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit

EAST = "E"
DROP = "drop"


def arrivals(table: Ardennes, umpire: Umpire) -> None:
    """14.1 The reinforcements due appear, all of them, where the sheet says or where there is most room."""
    displace(table, umpire)
    lay = lay_of(table)
    if not any(entries(table, unit, lay) for unit in expected(table)):
        return
    for event in arriving(table, wanted_places(table, umpire.orders("14.1A", table.side, "reinforcements"))):
        umpire.do("14.1A", event)


def wanted_places(table: Ardennes, lines: Orders) -> dict[str, str]:
    """14.1A Where the sheet wants whom; a unit arrives once, by its first line."""
    wanted: dict[str, str] = {}
    for line in lines.lawful(cannot_arrive, table):
        if line.unit in wanted:
            lines.refuse("14.1A", f"{line.unit} arrives at {wanted[line.unit]}, by another line", line=line)
        else:
            wanted[line.unit] = line.at_hex
    return wanted


def arriving(table: Ardennes, wanted: Mapping[str, str]) -> Iterator[Arrived]:
    """14.1A Who appears and where: first as wanted, then the others, each once those before him are there."""
    lay = lay_of(table)
    coming = [unit.id for unit in expected(table) if entries(table, unit, lay)]
    for name in [*wanted, *(name for name in coming if name not in wanted)]:
        unit = table.units[name]
        if name not in wanted and unit.entry and any(at_hex(road) == unit.entry for road in entries(table, unit, lay)):
            continue  # it waits where it waited
        at = wanted.get(name) or roomiest(table, unit, lay)
        yield Arrived(name, at, not can_stand(table, unit, at))
        lay = lay_of(table)


def expected(table: Ardennes) -> list[Unit]:
    """Whose turn it is to arrive, and who still waits from turns before, in the order of the schedule."""
    units = [
        unit
        for _, unit in sorted(table.units.items())
        if unit.side == table.side and not unit.lost and unit.section != DROP
    ]
    return [unit for unit in units if unit.entry or (unit.due and unit.due <= table.turn)]


def at_hex(road: RoadExit) -> str:
    """14.1A, R-39 Allies appear on the map-edge hex, Germans on the hex from which the road runs east."""
    return road.edge or road.hex


def entries(table: Ardennes, unit: Unit, lay: Lay | None = None) -> list[RoadExit]:
    """14.1A The road hexes of its section by which a unit can come: not enemy-held, not enemy-controlled."""
    lay = lay or lay_of(table)
    section = "east" if unit.section == EAST else unit.section
    return [road for road in exits_of(section, is_bound(table, unit)) if lay.free(road.hex, side=unit.side)]


def is_bound(table: Ardennes, unit: Unit) -> bool:
    """14.3C"""
    return unit.restricted and not table.meuse_open


def exits_of(section: str, bound: bool) -> list[RoadExit]:
    """14.3C, R-42 Who may not cross the Meuse comes on beyond it, if it divides the map."""
    roads, beyond = the_map().exits_of(section), the_map().far_bank
    return [road for road in roads if road.hex in beyond] if bound and beyond else roads


def roomiest(table: Ardennes, unit: Unit, lay: Lay) -> str:
    """The entry with the fewest units waiting or standing there, whole bridges and the lowest hex first."""
    cut = interdicted_for(table, unit.side)

    def waiting(road: RoadExit) -> tuple[bool, int, str]:
        at = at_hex(road)
        return road.gate in cut, sum(at in (other.entry, other.hex) for other in table.units.values()), at

    return at_hex(min(entries(table, unit, lay), key=waiting))


def can_stand(table: Ardennes, unit: Unit, at: str) -> bool:
    """R-39 A German comes on at once if his hex and the road before it are empty; Allies wait at the edge."""
    if at not in the_map().live:
        return False
    lay = lay_of(table)
    return not lay.stacks.get(at) and not crowds(lay, unit, at)


def cannot_arrive(table: Ardennes, side: str, line: ArrivalLine) -> Cannot | None:
    """14.1A Why a unit cannot appear there."""
    unit = table.units[line.unit]
    due = {unit.id: unit for unit in expected(table)}
    if unit.side != side or unit.id not in due:
        return "14.1A", f"{line.unit} does not arrive now", f"due: {', '.join(due) or 'nobody'}"
    open_ = {at_hex(road): road for road in entries(table, unit)}
    if line.at_hex not in open_:
        return "14.1A", f"{line.unit} cannot appear at {line.at_hex}", f"open to it: {', '.join(open_) or 'nothing'}"
    if line.enter and line.enter != open_[line.at_hex].hex:
        road = open_[line.at_hex]
        return "14.1A", f"no road leads from {line.at_hex} to {line.enter}", f"the road enters at {road.hex}"
    return None


# 14.1 Sections in German hands


def is_open(section: str, lay: Lay, *, bound: bool = False) -> bool:
    """14.1A, R-41 Not all of its road exits are held or controlled by the German."""
    return any(lay.free(road.hex, side="allied") for road in exits_of(section, bound))


def displace(table: Ardennes, umpire: Umpire) -> None:
    """14.1A, R-41 Delayed for a turn, then by a neighbouring section; delayed again, then by the next clear one."""
    if table.side != "allied":
        return
    lay = lay_of(table)
    for (section, delayed, bound), names in groups_coming(table).items():
        if not delayed and is_open(section, lay, bound=bound):
            continue
        choices = open_sections(section, delayed, lay, bound=bound) if delayed else []
        if not choices:
            umpire.do("14.1A", Delayed(names, section))
            continue
        picked = umpire.within(f"{section} {delayed}").ask(
            "14.1A", "allied", "sections", f"{', '.join(names)}: {section} is in German hands, by which section?",
            choices, otherwise=choices[0], facts={"section": section},
        )  # fmt: skip
        umpire.do("14.1A", Displaced(names, picked))


def groups_coming(table: Ardennes) -> dict[tuple[str, int, bool], tuple[str, ...]]:
    """Who comes by one section after equal delays; R-41 who has appeared and still waits at the edge is one of them."""
    groups: dict[tuple[str, int, bool], list[Unit]] = {}
    for unit in expected(table):
        groups.setdefault((unit.section, unit.delayed, is_bound(table, unit)), []).append(unit)
    return {key: ids_of(units) for key, units in sorted(groups.items())}


def open_sections(section: str, delayed: int, lay: Lay, *, bound: bool) -> list[str]:
    """R-41 Open sections: neighbours in the ring after the first delay, then the nearest, its own if that is open."""
    ring = the_victory().ring.order
    here = ring.index(section)
    ranked = sorted(ring, key=lambda name: (abs(ring.index(name) - here), ring.index(name)))
    open_ = [name for name in ranked if is_open(name, lay, bound=bound)]
    if delayed == 1:
        return [name for name in open_ if abs(ring.index(name) - here) == 1]
    nearest = min((abs(ring.index(name) - here) for name in open_), default=0)
    return [name for name in open_ if abs(ring.index(name) - here) == nearest]
