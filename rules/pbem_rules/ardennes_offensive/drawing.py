"""The map as a picture."""

from __future__ import annotations

from dataclasses import replace

from pbem.craft.pictures import arrows, stars
from pbem.kit.keptmap import kept_map
from pbem.kit.mapdata import HexMap
from pbem.kit.mappicture import picture_of
from pbem.ruleset import View
from pbem.ruleset.telling import Story
from pbem.ruleset.telling import picture as pic
from pbem_rules.ardennes_offensive.board import DATA, the_map, the_pack, the_units
from pbem_rules.ardennes_offensive.events import AdvancedInto, Dropped, Fought, Moved, Retreated
from pbem_rules.ardennes_offensive.s13_bridges import interdicted_for
from pbem_rules.ardennes_offensive.table import Ardennes, Unit

FORCES = (
    pic.Force("german", "German", "field-grey", "()"),
    pic.Force("allied", "American", "olive", "[]"),
    pic.Force("british", "British", "sand", "{}", "allied"),
    pic.Force("french", "French", "blue", "<>", "allied"),
)
MOVES: dict[type, pic.MoveKind] = {Moved: "move", Dropped: "move", Retreated: "retreat", AdvancedInto: "advance"}


def picture(view: View, story: Story | None) -> pic.Picture:
    """The map with all counters; a story adds ways and battles.  Without a table it is the empty map."""
    table: Ardennes | None = view.table
    drawn = empty_map()
    if table is None:
        return replace(drawn, forces=FORCES[:2])
    units = counters(table)
    seen = {"german", "allied", *(unit.force for unit in units)}
    return replace(
        drawn,
        forces=tuple(force for force in FORCES if force.key in seen),
        crossings=crossings(table, drawn),
        counters=units,
        moves=arrows(story, MOVES, centre, standing) if story else (),
        battles=stars(story, Fought, centre, at=lambda fought: fought.targets[0]) if story else (),
    )


@DATA.cached
def empty_map() -> pic.Picture:
    return kept_map(the_pack(), "map", printed_map)


def printed_map() -> pic.Picture:
    """16B On the sheet an exit's worth is printed at it; 14.1 so is the section that it belongs to."""
    pack, here = the_pack(), the_map()
    exits = {
        hex: (f"{road.section} to {road.to}", str(road.worth)) if road.edge else (f"to {road.to}", "")
        for hex, road in here.exits.items()
    }
    drawn = picture_of(pack.take(HexMap, "map.yaml"), pack.shares_of("map.yaml"), exits)
    return replace(drawn, lines=(*drawn.lines, *section_ends()))


def section_ends() -> tuple[pic.Line, ...]:
    """14.1 Across the map edge, where one section of the Allied edge meets the next; the sheet marks it there."""
    here = the_map()
    met = [
        (hex, other)
        for hex, section in sorted(here.section_of.items())
        for other in here.grid.neighbours(hex)
        if hex < other and here.section_of.get(other, section) != section
    ]
    return tuple(pic.Line("section", side_between(hex, other)) for hex, other in met)


def side_between(hex: str, other: str) -> tuple[pic.Point, ...]:
    """The ends of the side that two hexes share."""
    grid = the_map().grid
    shared = sorted(set(grid.corners(hex)) & set(grid.corners(other)))
    return tuple(grid.drawn(corner) for corner in shared)


def crossings(table: Ardennes, drawn: pic.Picture) -> tuple[pic.Crossing, ...]:
    """13.1 The bridges that the side whose turn it is cannot use are crossed out."""
    cut = interdicted_for(table, table.side) if table.phase not in ("set-up", "over") else frozenset()
    at = dict(zip(the_map().file.bridges, drawn.crossings, strict=False))
    struck = {at[name]: replace(at[name], kind="interdicted") for name in sorted(cut)}
    return tuple(struck.get(crossing, crossing) for crossing in drawn.crossings)


def centre(hex: str) -> pic.Point:
    grid = the_map().grid
    return grid.drawn(grid.centre(hex))


def counters(table: Ardennes) -> tuple[pic.Counter, ...]:
    return tuple(counter(unit) for _, unit in sorted(table.units.items()) if unit.hex)


def counter(unit: Unit) -> pic.Counter:
    data = unit.data
    marks = [unit.supply] if unit.supply != "supplied" else []
    marks += ["in road mode"] if unit.road else []
    marks += ["dormant"] if not unit.in_play else []
    return pic.Counter(
        unit.id,
        unit.hex,
        data.nation or unit.side,
        the_units().kinds[data.kind].branch,
        data.size,
        f"{data.strength}-{data.allowance}",
        unit.id,
        short_name(unit.id),
        tuple(marks),
    )


def short_name(name: str) -> str:
    """A few letters for the map of letters: 394/99 is 394, 12 VG is 12V, cca9 is A9."""
    if name.startswith("cc"):
        return name[2:].upper()
    number, _, rest = name.replace("/", " ").partition(" ")
    return number if "/" in name else f"{number}{rest[:1]}"


def standing(unit: Unit) -> str:
    """14.1 Who waits off the map comes from his hex of entry."""
    return unit.hex or unit.entry
