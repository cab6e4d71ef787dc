"""What must hold in a pack of somebody's own, beside the form of its files: every name refers to something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.kit.inspection import Inspection
from pbem_rules.wwii_commander.board import (
    BOARDS,
    FOE,
    SCENARIOS,
    Arrival,
    BoardData,
    BorderData,
    Calendar,
    Map,
    ScenarioData,
    Shapes,
    SpaceData,
    Tables,
    UnitData,
    Units,
)

MAP, SHAPES, UNITS, TABLES, CALENDAR = "map.yaml", "shapes.yaml", "units.yaml", "tables.yaml", "calendar.yaml"
NATIONS = {"german": ("german",), "allied": ("american", "british")}


def inspect(look: Inspection) -> None:
    the_map, units, calendar = look.take(Map, MAP), look.take(Units, UNITS).units, look.take(Calendar, CALENDAR)
    _borders(look, the_map)
    _spaces(look, the_map)
    _shapes(look, the_map)
    for part in ("limits", "allowances", "attacker", "defender"):
        look.same_names(TABLES, part)
    _calendar(look, calendar)
    for name, unit in units.items():
        _unit(look, name, unit, the_map, calendar)
    stack = look.take(Tables, TABLES).limits.get("stack", 0)
    for side in FOE:
        here = [(("units", name, "at"), unit.at) for name, unit in units.items() if unit.at and unit.side == side]
        look.stacks(UNITS, here, stack, "7.6")
    _spellings(look, UNITS, "units", {name: unit.aliases for name, unit in units.items()})
    for name in SCENARIOS:
        _scenario(look, f"scenarios/{name}.yaml", the_map, calendar)
    for name in BOARDS[1:]:
        _board(look, f"boards/{name}.yaml", the_map, units, calendar)


def _borders(look: Inspection, the_map: Map) -> None:
    seen: set[frozenset[str]] = set()
    for name, border in the_map.borders.items():
        ends, loc = name.split(" / "), ("borders", name)
        if len(ends) != 2 or ends[0] == ends[1]:
            look.fault(MAP, loc, f'"{name}" is no border', "write it so: Arlon / Bastogne")
            continue
        known = [look.known(MAP, loc, end, the_map.spaces, "space") for end in ends]
        look.unless(frozenset(ends) not in seen, MAP, loc, f"the border of {' and '.join(ends)} a second time")
        seen.add(frozenset(ends))
        if all(known):
            _banks(look, loc, border, [the_map.spaces[end] for end in ends])
    joined = {end for pair in seen for end in pair}
    for name in the_map.spaces:
        look.unless(name in joined, MAP, ("spaces", name), f"{name} touches no other space", "it needs a border")


def _banks(look: Inspection, loc: tuple[str, ...], border: BorderData, ends: list[SpaceData]) -> None:
    """7.9 The Meuse runs between its two banks."""
    across = {space.meuse for space in ends} == {"near", "far"}
    if border.river == "meuse" and not across:
        look.fault(MAP, loc, "the Meuse is its river, and the spaces are not one on the near, one on the far bank")
    if border.river != "meuse" and across:
        look.fault(MAP, loc, "it joins the near and the far bank of the Meuse, and its river is not the Meuse")


def _spaces(look: Inspection, the_map: Map) -> None:
    for name, space in the_map.spaces.items():
        look.once(MAP, ("spaces", name, "letters"), space.letters, "letter")
        needs = not space.letters or space.edge != "none"
        look.unless(needs, MAP, ("spaces", name, "letters"), f"{name} has an entry letter and lies on no map edge")
        look.unless(
            not space.exit or space.edge != "none", MAP, ("spaces", name, "exit"), f"{name} lies on no map edge"
        )
    _spellings(look, MAP, "spaces", {name: space.aliases for name, space in the_map.spaces.items()})
    for side in FOE:
        lettered = any(the_map.spaces[name].letters for name in the_map.edges_of(side))
        look.unless(lettered, MAP, ("spaces",), f"no space on a {side} edge has an entry letter (10.1)")
    look.unless(bool(the_map.by_the_meuse), MAP, ("spaces",), "no space lies beside the Meuse (12.3)")


def _spellings(look: Inspection, file: str, part: str, aliases: dict[str, tuple[str, ...]]) -> None:
    """A name and its other spellings stand for one thing."""
    meant: dict[str, str] = {}
    for name, others in aliases.items():
        for spelling in (name, *others):
            folded = spelling.replace(" ", "").casefold()
            owner = meant.setdefault(folded, name)
            look.unless(owner == name, file, (part, name), f'"{spelling}" stands for {owner} and for {name}')


def _shapes(look: Inspection, the_map: Map) -> None:
    """The drawing has every space."""
    shapes = look.take(Shapes, SHAPES)
    for part, drawn in (("outlines", shapes.outlines), ("centres", shapes.centres)):
        for name in drawn:
            look.known(SHAPES, (part, name), name, the_map.spaces, "space")
        for name in the_map.spaces:
            look.unless(name in drawn, SHAPES, (part,), f'{part}: "{name}" is missing')
    for name, points in shapes.outlines.items():
        look.unless(len(points) > 2, SHAPES, ("outlines", name), f"{len(points)} points make no outline")
    for number, line in enumerate(shapes.lines):
        look.unless(len(line.points) > 1, SHAPES, ("lines", number), "a line has two points or more")


def _calendar(look: Inspection, calendar: Calendar) -> None:
    for part in ("supply from", "fuel freed", "replacements", "thresholds"):
        look.same_names(CALENDAR, part)
    look.unless(calendar.first < calendar.last, CALENDAR, ("last",), "the last day comes before the first")
    first, last = calendar.german_strategic
    look.unless(first <= last, CALENDAR, ("german strategic",), "the first day comes after the last")
    look.once(CALENDAR, ("track",), calendar.track, "the box")
    look.once(CALENDAR, ("commando",), map(str, calendar.commando), "day")
    for loc, day in _days(calendar):
        look.between(CALENDAR, loc, day, calendar.first, calendar.last)
    for day, pair in calendar.thresholds.items():
        look.unless(pair.allied < pair.german, CALENDAR, ("thresholds", str(day)), "both sides would win (12.5)")
    late = calendar.fuel_from <= calendar.fuel_worse_from
    look.unless(late, CALENDAR, ("fuel worse from",), "fuel grows worse before it is short")


def _days(calendar: Calendar) -> Iterable[tuple[tuple[str, ...], int]]:
    yield ("allied initiative from",), calendar.allied_initiative_from
    yield ("surprise until",), calendar.surprise_until
    yield ("air from",), calendar.air_from
    yield ("fuel from",), calendar.fuel_from
    yield ("fuel worse from",), calendar.fuel_worse_from
    yield ("british cross from",), calendar.british_cross_from
    yield from ((("supply from", side), day) for side, day in calendar.supply_from.items())
    yield from ((("commando",), day) for day in calendar.commando)
    yield from ((("german strategic",), day) for day in calendar.german_strategic)


def _unit(look: Inspection, name: str, unit: UnitData, the_map: Map, calendar: Calendar) -> None:
    """10.1 It stands on the map, or is due, or waits in the reserve."""
    here = ("units", name)
    look.known(UNITS, (*here, "nation"), unit.nation, NATIONS[unit.side], f"{unit.side} nation")
    ways = [bool(unit.at), unit.arrives is not None, unit.reserve]
    if sum(ways) != 1:
        look.fault(UNITS, here, f"{name} has {sum(ways)} of at, arrives and reserve", "say one of them")
    look.unless(not unit.reserve or unit.side == "german", UNITS, (*here, "reserve"), "the reserve is German (10.3)")
    if unit.at:
        look.known(UNITS, (*here, "at"), unit.at, the_map.spaces, "space")
    if unit.arrives is not None:
        _arrival(look, UNITS, here, unit.side, unit.arrives, the_map, calendar)


def _arrival(
    look: Inspection,
    file: str,
    here: tuple[str, ...],
    side: str,
    arrives: Arrival,
    the_map: Map,
    calendar: Calendar,
) -> None:
    look.between(file, (*here, "arrives", "day"), arrives.day, calendar.first, calendar.last)
    letters = {letter for one in the_map.edges_of(side) for letter in the_map.spaces[one].letters}
    where = (*here, "arrives", "letter")
    look.known(file, where, arrives.letter, sorted(letters), f"{side} entry space with the letter")


def _board(look: Inspection, file: str, the_map: Map, units: Mapping[str, UnitData], calendar: Calendar) -> None:
    """Another board changes what there is, and brings nobody who stands on the map already."""
    board = look.take(BoardData, file)
    for name in board.spaces:
        look.known(file, ("spaces", name), name, the_map.spaces, "space")
    for name, change in board.units.items():
        here = ("units", name)
        if look.known(file, here, name, units, "unit") and change.arrives is not None:
            _arrival(look, file, here, units[name].side, change.arrives, the_map, calendar)
            due = units[name].arrives is not None
            look.unless(due, file, here, f"{name} is on the map or in the reserve, and would arrive, too")


def _scenario(look: Inspection, file: str, the_map: Map, calendar: Calendar) -> None:
    scenario = look.take(ScenarioData, file)
    look.between(file, ("last",), scenario.last, calendar.first, calendar.last)
    if scenario.draw:
        look.known(file, ("draw",), scenario.draw, the_map.spaces, "space")
    if scenario.victory == "points":
        checked = scenario.last in calendar.thresholds
        look.unless(checked, CALENDAR, ("thresholds",), f"thresholds: {scenario.last}, the last day, is missing (12.5)")
