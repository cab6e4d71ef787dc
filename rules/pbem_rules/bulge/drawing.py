"""The map as a picture: the empty map of the data, with counters, markers, moves and battles."""

from __future__ import annotations

from dataclasses import replace

from pbem.craft.pictures import arrows, stars
from pbem.kit.keptmap import kept_map
from pbem.kit.mappicture import picture_of
from pbem.ruleset import View
from pbem.ruleset.telling import Story
from pbem.ruleset.telling import picture as pic
from pbem_rules.bulge.board import DATA, SIDES, the_counters, the_data, the_map
from pbem_rules.bulge.events import Advanced, Entered, Exited, Fought, Moved, Retreated
from pbem_rules.bulge.s14_supply import in_supply, road_net
from pbem_rules.bulge.table import Bulge, Unit, lay_of

FORCES = (
    pic.Force("german", "German", "field-grey", "()"),
    pic.Force("allied", "American", "olive", "[]"),
    pic.Force("british", "British", "sand", "{}", "allied"),
)
MOVES: dict[type, pic.MoveKind] = {
    Moved: "move", Entered: "move", Exited: "move", Retreated: "retreat", Advanced: "advance",
}  # fmt: skip
BRANCHES: dict[str, pic.Branch] = {
    "panzer": "armour",
    "panzergrenadier": "mechanized",
    "armor": "armour",
    "reconnaissance": "recon",
    "infantry": "infantry",
    "airborne": "airborne",
}


@DATA.cached
def empty_map() -> pic.Picture:
    drawn = kept_map(the_data(), "map", lambda: picture_of(the_map(), the_data().shares_of("map.yaml")))
    return replace(drawn, forces=FORCES)


def picture(view: View, story: Story | None) -> pic.Picture:
    """The map with all counters; a story adds moves and battles.  Without a table it is the empty map."""
    table: Bulge | None = view.table
    if table is None:
        return empty_map()
    return replace(
        empty_map(),
        counters=(*counters(table), *markers(table)),
        moves=arrows(story, MOVES, centre) if story else (),
        battles=stars(story, Fought, centre) if story else (),
    )


def centre(hex: str) -> pic.Point:
    return empty_map().centres[hex]


def counters(table: Bulge) -> tuple[pic.Counter, ...]:
    """Every unit on the map, with a mark if it is out of supply, or was and has been resupplied."""
    lay = lay_of(table)
    nets = {side: road_net(table, lay, side) for side in SIDES}
    found = []
    for _, unit in sorted(table.units.items()):
        if not unit.hex:
            continue
        if unit.id in table.resupplied:
            found.append(counter(unit, ("resupplied",)))
        else:
            found.append(counter(unit, () if in_supply(table, unit, lay, nets[unit.side]) else ("out of supply",)))
    return tuple(found)


def counter(unit: Unit, marks: tuple[str, ...]) -> pic.Counter:
    data = the_counters().units[unit.id]
    return pic.Counter(
        unit.id,
        unit.hex,
        "british" if unit.nation else unit.side,
        BRANCHES[unit.kind],
        size=data.size,
        strength=str(unit.cf),
        name=unit.id,
        short=unit.id.replace(" ", "")[:4],
        marks=marks,
        note=data.kind,
    )


def markers(table: Bulge) -> tuple[pic.Counter, ...]:
    """7.2 Interdiction."""
    return tuple(
        pic.Counter(f"{side} interdiction {hex}", hex, side, "marker", name="air", short="air", marks=("interdicted",))
        for side in SIDES
        for hex in table.markers[side]
    )
