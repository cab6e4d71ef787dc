"""The map as a picture."""

from __future__ import annotations

from functools import cache

from pbem.craft.pictures import arrows, stars
from pbem.ruleset import View
from pbem.ruleset.telling import Story
from pbem.ruleset.telling import picture as pic
from pbem_rules.ford.board import DATA, the_map, the_units
from pbem_rules.ford.events import Advanced, Fought, Marched, Retreated
from pbem_rules.ford.table import Ford

FORCES = (pic.Force("blue", "Blue", "blue", "[]"), pic.Force("red", "Red", "red", "()"))
BRANCHES: dict[str, pic.Branch] = {"foot": "infantry", "horse": "cavalry", "guns": "artillery"}
MOVES: dict[type, pic.MoveKind] = {Marched: "move", Advanced: "advance", Retreated: "retreat"}
TERRAINS = (
    pic.Terrain("clear", "clear", "clear"),
    pic.Terrain("wood", "wood", "woods"),
    pic.Terrain("town", "town", "town"),
)


def picture(view: View, story: Story | None) -> pic.Picture:
    """The map with all counters; a story adds marches and battles.  Without a table it is the empty map."""
    here, hexes = the_map(), the_map().hexes
    table: Ford | None = view.table
    return pic.Picture(
        title="The Ford",
        spaces=tuple(space(hex) for hex in hexes.all()),
        pace=hexes_apart(),
        terrains=TERRAINS,
        forces=FORCES,
        lines=(*river(), pic.Line("road", tuple(centre(hex) for hex in here.road))),
        crossings=tuple(crossing(name, table) for name in sorted(here.crossings)),
        towns=tuple(
            pic.Town(name, centre(town.hex), 2, town.hex, name[:4], str(town.points))
            for name, town in sorted(here.towns.items())
        ),
        counters=counters(table) if table is not None else (),
        moves=arrows(story, MOVES, centre) if story else (),
        battles=stars(story, Fought, centre) if story else (),
    )


@DATA.renews
@cache
def centre(hex: str) -> pic.Point:
    hexes = the_map().hexes
    return hexes.drawn(hexes.centre(hex))


@DATA.cached
def hexes_apart() -> float:
    one, other = the_map().hexes.all()[:2]
    (x, y), (u, v) = centre(one), centre(other)
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


@DATA.cached
def space(hex: str) -> pic.Space:
    hexes = the_map().hexes
    outline = tuple(hexes.drawn(corner) for corner in hexes.corners(hex))
    ground = the_map().ground_of(hex)
    return pic.Space(hex, centre(hex), outline, terrain=ground, label=hex, column=hex[:2], row=hex[2:])


@DATA.cached
def river() -> tuple[pic.Line, ...]:
    """2.3 The river as a line from corner to corner."""
    hexes = the_map().hexes
    points: list[pic.Point] = []
    for side in the_map().river:
        ends = shared_corners(*side.split("-"))
        points.extend(hexes.drawn(corner) for corner in ends if hexes.drawn(corner) not in points)
    return (pic.Line("river", tuple(points), "Sel"),)


def shared_corners(one: str, other: str) -> tuple[tuple[int, int], ...]:
    """The ends of a hexside, the northern one first."""
    hexes = the_map().hexes
    both = (corner for corner in hexes.corners(one) if corner in hexes.corners(other))
    return tuple(sorted(both, key=lambda corner: (corner[1], corner[0])))


def crossing(name: str, table: Ford | None) -> pic.Crossing:
    found = the_map().crossings[name]
    one, other = found.hexside.split("-")
    (x, y), (u, v) = centre(one), centre(other)
    blown = name == "bridge" and table is not None and table.bridge_down
    kind: pic.CrossingKind = "blown" if blown else found.kind
    across = {0: 0.0, 1: 30.0, -1: -30.0}[(v > y) - (v < y)]
    return pic.Crossing(kind, ((x + u) / 2, (y + v) / 2), across)


def counters(table: Ford) -> tuple[pic.Counter, ...]:
    return tuple(
        pic.Counter(
            unit.id,
            unit.hex,
            unit.side,
            BRANCHES[unit.kind],
            strength=f"{unit.strength}-{the_units().kinds[unit.kind].allowance}",
            name=unit.id,
            short=unit.id[0] + unit.kind[0].upper(),
            reduced=unit.reduced,
            marks=() if unit.supplied else ("out of supply",),
        )
        for _, unit in sorted(table.units.items())
        if unit.hex
    )
