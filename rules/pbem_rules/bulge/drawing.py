"""The map as a picture: the empty map of the data, with counters, markers, moves and battles."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

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
BRANCHES: dict[str, pic.Branch] = {
    "panzer": "armour",
    "panzergrenadier": "mechanized",
    "armor": "armour",
    "reconnaissance": "recon",
    "infantry": "infantry",
    "airborne": "airborne",
}


@DATA.renews
@cache
def empty_map() -> pic.Picture:
    return replace(picture_of(the_map(), the_data().shares_of("map.yaml")), forces=FORCES)


def picture(view: View, story: Story | None) -> pic.Picture:
    """The map with all counters; a story adds moves and battles.  Without a table it is the empty map."""
    table: Bulge | None = view.table
    if table is None:
        return empty_map()
    return replace(
        empty_map(),
        counters=(*counters(table), *markers(table)),
        moves=arrows(story) if story else (),
        battles=battles(story) if story else (),
    )


def counters(table: Bulge) -> tuple[pic.Counter, ...]:
    """Every unit on the map, with a mark if it is out of supply."""
    lay = lay_of(table)
    nets = {side: road_net(table, lay, side) for side in SIDES}
    found = []
    for _, unit in sorted(table.units.items()):
        if not unit.hex:
            continue
        marks = [] if in_supply(table, unit, lay, nets[unit.side]) else ["out of supply"]
        marks += ["resupplied"] if unit.id in table.resupplied else []
        found.append(counter(unit, tuple(marks)))
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


def arrows(story: Story) -> tuple[pic.Move, ...]:
    """Every move, retreat and advance, hex by hex."""
    at = {unit.id: unit.hex for unit in story.before.units.values()}
    found: list[pic.Move] = []
    for entry in story.entries():
        event: Any = entry.event
        kind: pic.MoveKind
        if isinstance(event, Moved | Entered | Exited):
            kind, path = "move", event.path
        elif isinstance(event, Retreated):
            kind, path = "retreat", (event.to,)
        elif isinstance(event, Advanced):
            kind, path = "advance", (event.to,)
        else:
            continue
        hexes = [hex for hex in (at.get(event.unit, ""), *path) if hex]
        if len(hexes) > 1:
            side = the_counters().units[event.unit].side
            found.append(pic.Move(side, tuple(empty_map().centres[hex] for hex in hexes), kind, event.unit))
        at[event.unit] = hexes[-1] if hexes else ""
    return tuple(found)


def battles(story: Story) -> tuple[pic.Battle, ...]:
    fought = [entry.event for entry in story.entries() if isinstance(entry.event, Fought)]
    return tuple(
        pic.Battle(empty_map().centres[event.target], str(number), event.result)
        for number, event in enumerate(fought, 1)
    )
