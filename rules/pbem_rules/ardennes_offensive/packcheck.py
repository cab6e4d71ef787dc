"""What must hold in a pack of somebody's own, beside the form of its files: every name refers to something."""

from __future__ import annotations

from collections.abc import Collection

from pbem.kit.inspection import Inspection, known_hexes
from pbem.kit.mapdata import HexMap
from pbem.kit.odds import OddsColumns
from pbem_rules.ardennes_offensive.board import (
    Schedule,
    Schedules,
    SetUp,
    Tables,
    Units,
    Victory,
)
from pbem_rules.ardennes_offensive.s14_reinforcements import DROP, EAST

MAP, UNITS, TABLES, VICTORY = "map.yaml", "units.yaml", "tables.yaml", "victory.yaml"
SET_UP, SCENARIOS, SCHEDULES = "set_up.yaml", "scenarios.yaml", "reinforcements.yaml"
RESULTS = ("Ar1", "Ar2", "Ar3", "Dr1", "Dr2", "Dr3", "Ex", "De")
"""10.0 What the rules can carry out."""
NO_TERRAIN = ("road", "ford", "river", "stacking", "mode")
BESIDE = ("town", "city", "west wall", "cleared west wall")
"""What may cost more than the terrain beside which it stands."""
SCHEDULE_NAMES = ("allied historical", "allied slowed", "german historical", "german accelerated")
EASTERN = "east"
BRITISH_WEST = "WB"


def inspect(look: Inspection) -> None:
    the_map, units = look.take(HexMap, MAP), look.take(Units, UNITS)
    tables, victory = look.take(Tables, TABLES), look.take(Victory, VICTORY)
    look.hex_map(MAP, the_map, look.terrains(TABLES, MAP, (("costs",),), tables.costs, NO_TERRAIN, BESIDE))
    look.rivers(MAP, the_map, "Meuse")
    _tables(look, tables)
    _victory(look, victory, the_map)
    _exits(look, the_map, victory)
    for name, unit in units.units.items():
        look.known(UNITS, ("units", name, "kind"), unit.kind, units.kinds, "kind of unit")
        ours = unit.side == "allied" or not unit.nation
        look.unless(ours, UNITS, ("units", name, "nation"), f"{name} is German and {unit.nation}")
    _set_up(look, the_map, units)
    look.same_names(SCENARIOS, "scenarios")
    _everybody_comes(look, units)
    for name in SCHEDULE_NAMES:
        schedule = look.take(Schedules, SCHEDULES).named(name)
        _schedule(look, name, schedule, units, victory, tables.limits.get("turns", 0))


def _tables(look: Inspection, tables: Tables) -> None:
    for part in ("rates", "west wall", "limits"):
        look.same_names(TABLES, part)
    for name, table in (("initial", tables.initial), ("standard", tables.standard)):
        look.table(TABLES, (name,), table, RESULTS, OddsColumns)
    same = tables.initial.columns == tables.standard.columns
    look.unless(same, TABLES, ("standard", "columns"), "the two combat results tables have other columns")
    for name in ("stack", "supply", "staging", "first turn", "turns", "victory"):
        look.unless(tables.limits.get(name, 1) > 0, TABLES, ("limits", name), f'"{name}" is 0, the least is 1')


def _victory(look: Inspection, victory: Victory, the_map: HexMap) -> None:
    """14.1, 16B The sections of the Allied edge, what they are worth, and what opens them."""
    ring, printed = victory.ring.order, look.printed.take(Victory, VICTORY).ring.order
    look.all_known(VICTORY, ("ring", "order"), ring, printed, "section")
    look.once(VICTORY, ("ring", "order"), ring, "section")
    for section in printed:
        look.unless(section in ring, VICTORY, ("ring", "order"), f"section {section} is missing")
    look.same_names(VICTORY, "worth")
    for section, town in victory.through.items():
        look.known(VICTORY, ("sections through", section), section, printed, "section")
        look.known(VICTORY, ("sections through", section), town, the_map.towns, "town")


def _exits(look: Inspection, the_map: HexMap, victory: Victory) -> None:
    """12.2, 14.1 Each leaves the live map: in the east at its rim, else to a map-edge hex of its section."""
    grid, areas = the_map.grid, {name: known_hexes(spans, the_map.grid) for name, spans in the_map.areas.items()}
    edge, off = areas.get("map-edge", frozenset()), areas.get("off-limits", frozenset())
    sections = (*victory.ring.order, EASTERN)
    for hex, exit in the_map.exits.items():
        loc = ("exits", hex)
        if not grid.contains(hex) or not look.known(MAP, (*loc, "edge"), exit.edge, sections, "section of the edge"):
            continue
        look.unless(hex not in edge | off, MAP, loc, f"{hex} is not on the live map")
        look.unless(not the_map.place(hex).impassable, MAP, loc, f"{hex} is impassable")
        if exit.edge == EASTERN:
            eastern = hex in known_hexes(the_map.edges.get(EASTERN, ()), grid)
            look.unless(eastern, MAP, loc, f"{hex} is not on the east edge of the map")
        elif not edge & {*grid.neighbours(hex)}:
            look.fault(MAP, loc, f"{hex} does not touch a map-edge hex: no road leads off the map there")
        else:
            there = areas.get(f"section {exit.edge}", frozenset()) & {*grid.neighbours(hex)}
            look.unless(bool(there), MAP, (*loc, "edge"), f"{hex} does not touch section {exit.edge} of the map edge")
    for section in sections:
        some = any(exit.edge == section for exit in the_map.exits.values())
        look.unless(some, MAP, ("exits",), f"no road leads off the map in section {section}")
    for hex in sorted(edge):
        named = [name for name in victory.ring.order if hex in areas.get(f"section {name}", frozenset())]
        if len(named) != 1:
            said = " and ".join(named) or "no section"
            look.fault(MAP, ("areas", "map-edge"), f"{hex} of the map edge belongs to {said}", "to one, and only one")


def _set_up(look: Inspection, the_map: HexMap, units: Units) -> None:
    """17.0 On its own side's ground, alone in its hex."""
    grid = the_map.grid
    areas = [the_map.areas.get(name, ()) for name in ("map-edge", "off-limits")]
    closed = known_hexes([span for spans in areas for span in spans], grid)
    behind = known_hexes(the_map.german, grid)
    set_up = look.take(SetUp, SET_UP)
    stand = []
    for side, places in (("allied", set_up.allied), ("german", set_up.german)):
        for name, hex in places.items():
            _of_side(look, SET_UP, (side, name), name, side, units)
            if not grid.contains(hex):
                look.fault(SET_UP, (side, name), f"{hex} is no hex of the map")
                continue
            open_ = hex not in closed and not the_map.place(hex).impassable
            look.unless(open_, SET_UP, (side, name), f"nobody may stand in {hex}")
            own = (hex in behind) == (side == "german")
            look.unless(own, SET_UP, (side, name), f"{hex} lies on the other side of the start line")
            stand.append(((side, name), hex))
    look.stacks(SET_UP, stand, 1, "17.0")


def _schedule(look: Inspection, name: str, schedule: Schedule, units: Units, victory: Victory, turns: int) -> None:
    """14.0 Each unit once, by a section of its side."""
    side = name.split()[0]
    known: Collection[str] = (*victory.ring.order, BRITISH_WEST) if side == "allied" else (EAST, DROP)
    set_up = look.take(SetUp, SET_UP)
    there = {**set_up.allied, **set_up.german}
    seen: set[str] = set()
    for turn, sections in schedule.items():
        look.between(SCHEDULES, (name, str(turn)), turn, 1, turns)
        for section, coming in sections.items():
            loc = (name, str(turn), section)
            look.known(SCHEDULES, loc, section, known, f"{side} section")
            for place, unit in enumerate(coming):
                _of_side(look, SCHEDULES, (*loc, place), unit, side, units)
                look.unless(unit not in there, SCHEDULES, (*loc, place), f"{unit} is on the map from the start")
                look.unless(unit not in seen, SCHEDULES, (*loc, place), f"{unit} a second time")
                seen.add(unit)


def _everybody_comes(look: Inspection, units: Units) -> None:
    """A counter stands in the set-up, or in one of the schedules."""
    set_up, schedules = look.take(SetUp, SET_UP), look.take(Schedules, SCHEDULES)
    there = {*set_up.allied, *set_up.german}
    for name in SCHEDULE_NAMES:
        there |= {
            unit for sections in schedules.named(name).values() for coming in sections.values() for unit in coming
        }
    for name in units.units:
        look.unless(name in there, UNITS, ("units", name), f"{name} is in no set-up and no schedule")


def _of_side(look: Inspection, file: str, loc: tuple[str | int, ...], name: str, side: str, units: Units) -> None:
    if look.known(file, loc, name, units.units, "unit"):
        owner = units.units[name].side
        look.unless(owner == side, file, loc, f"{name} is a unit of the {owner} side")
