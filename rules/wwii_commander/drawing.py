"""The map as a picture: spaces, who controls them, roads and rivers between them, units, moves, combats."""

from __future__ import annotations

from functools import cache
from math import atan2, degrees

from pbem.ruleset import View
from pbem.ruleset.telling import Story
from pbem.ruleset.telling import picture as pic
from rules.wwii_commander.board import the_data, the_map
from rules.wwii_commander.events import BrokeThrough, Fired, Moved, Retreated
from rules.wwii_commander.table import Bulge, Unit, contested

FORCES = (pic.Force("german", "German", "field-grey", "()"), pic.Force("allied", "Allied", "olive", "[]"))
TERRAINS = (
    pic.Terrain("clear", "clear", "clear"),
    pic.Terrain("broken", "broken", "broken"),
    pic.Terrain("woods", "woods", "woods"),
    pic.Terrain("forest", "forest", "forest"),
)
BRANCHES: dict[str, pic.Branch] = {"infantry": "infantry", "mech inf": "mechanized", "armor": "armour"}
SIZES = {"town": 2, "city": 4}

EAST, SOUTH = 640.0, -1000.0
"""Map units for a degree of longitude and of latitude, as long as each other at this latitude."""
RADIUS = 38.0
PACE = 110.0


def picture(view: View, story: Story | None) -> pic.Picture:
    """The map with all counters; a story adds moves and combats.  Without a table it is the empty map."""
    table: Bulge | None = view.table
    the = the_map()
    return pic.Picture(
        title=the.title,
        spaces=tuple(drawn_space(name, table) for name in sorted(the.spaces)),
        pace=PACE,
        terrains=TERRAINS,
        forces=FORCES,
        lines=lines(),
        edges=() if has_shapes() else river_bars(),
        crossings=() if has_shapes() else bridges(),
        towns=towns(),
        counters=counters(table) if table is not None else (),
        moves=moves(story) if story else (),
        battles=battles(story) if story else (),
        rebuilt=rebuilt(),
        note="" if has_shapes() else "lines join adjacent spaces, by road or without; a bar is a river between them",
    )


def has_shapes() -> bool:
    """Whether the map's data holds outlines; without them spaces are circles and borders are lines between."""
    return all(space.outline for space in the_map().spaces.values())


def centre(space: str) -> pic.Point:
    data = the_map().spaces[space]
    if has_shapes():
        xs, ys = [x for x, _ in data.outline], [y for _, y in data.outline]
        return sum(xs) / len(xs), sum(ys) / len(ys)
    north, east = data.at
    return (east - 4.7) * EAST, (north - 50.7) * SOUTH


def drawn_space(name: str, table: Bulge | None) -> pic.Space:
    data = the_map().spaces[name]
    certainty = the_data().data["map.yaml"].provenance("spaces", name, "terrain").certainty
    return pic.Space(
        name,
        centre(name),
        outline=data.outline if has_shapes() else (),
        radius=0.0 if has_shapes() else RADIUS,
        terrain=data.terrain,
        name=name,
        label=name,
        control=table.control[name] if table is not None else data.start,
        rebuilt=certainty == "reconstructed",
    )


@cache
def lines() -> tuple[pic.Line, ...]:
    """Roads and plain borders from centre to centre, or what the map's data draws."""
    the = the_map()
    if has_shapes():
        kinds: dict[str, pic.LineKind] = {"major-river": "major-river", "river": "river", "road": "road"}
        return tuple(pic.Line(kinds[line.kind], line.points, line.name) for line in the.drawn)
    pairs = [tuple(name.split(" / ")) for name in sorted(the.borders)]
    return tuple(
        pic.Line("road" if the.road(one, other) else "track", (centre(one), centre(other))) for one, other in pairs
    )


@cache
def river_bars() -> tuple[pic.Edge, ...]:
    """A bar across each border that is a river."""
    the = the_map()
    pairs = [tuple(name.split(" / ")) for name in sorted(the.borders)]
    return tuple(bar(one, other, the.meuse(one, other)) for one, other in pairs if the.river(one, other))


def bar(one: str, other: str, wide: bool) -> pic.Edge:
    (x, y), (u, v) = centre(one), centre(other)
    half = 0.17 if wide else 0.11
    across, down = (v - y) * half, (x - u) * half
    middle = (x + u) / 2, (y + v) / 2
    ends = (middle[0] - across, middle[1] - down), (middle[0] + across, middle[1] + down)
    return pic.Edge("river" if wide else "stream", *ends)


@cache
def bridges() -> tuple[pic.Crossing, ...]:
    """Where a road crosses a river."""
    the, found = the_map(), list[pic.Crossing]()
    for name in sorted(the.borders):
        one, other = name.split(" / ")
        if the.river(one, other) and the.road(one, other):
            (x, y), (u, v) = centre(one), centre(other)
            angle = float(round(degrees(atan2(v - y, u - x))))
            found.append(pic.Crossing("bridge", ((x + u) / 2, (y + v) / 2), angle))
    return tuple(found)


@cache
def towns() -> tuple[pic.Town, ...]:
    """Towns, cities, and every space that is worth points; the space bears the name."""
    return tuple(
        pic.Town("", centre(name), SIZES.get(data.settlement, 1), name, worth=str(data.points) if data.points else "")
        for name, data in sorted(the_map().spaces.items())
        if data.points or data.settlement != "none"
    )


def counters(table: Bulge) -> tuple[pic.Counter, ...]:
    return tuple(counter(table, unit) for _, unit in sorted(table.units.items()) if unit.space)


def counter(table: Bulge, unit: Unit) -> pic.Counter:
    """Strength, bonus die and hit chance on its face; cube, supply and fuel as marks."""
    bonus = "+" if unit.data.bonus else ""
    chances = dict.fromkeys((str(unit.data.attack), str(unit.data.defence)))
    marks = [("activated", unit.spent), ("out of supply", not unit.supplied), ("out of fuel", not unit.fuelled)]
    return pic.Counter(
        unit.id,
        unit.space,
        unit.side,
        BRANCHES[unit.kind],
        size="XX",
        strength=f"{unit.strength}{bonus} ({'/'.join(chances)})",
        name=unit.id,
        short=short_name(unit.id),
        marks=tuple(words for words, holds in marks if holds),
        reduced=unit.strength < unit.data.full,
        note="contested" if contested(table, unit.space) else "",
    )


def short_name(unit: str) -> str:
    """276, 12SS, Lehr, 110, 7A: what fits into a table of letters."""
    word = unit.removesuffix("VG").removesuffix("Inf").removesuffix(" Bde").removeprefix("Pz ").removeprefix("Fuhrer")
    for long, short in (("PzGr", "Gr"), (" Pz", ""), (" Arm", "A"), (" Cav", "c"), (" Abn", "ab"), ("/28", "")):
        word = word.replace(long, short)
    return word.replace(" ", "")


def moves(story: Story) -> tuple[pic.Move, ...]:
    """Every move, retreat and breakthrough as an arrow."""
    at = {unit.id: unit.space for unit in story.before.units.values()}
    kinds: dict[type, pic.MoveKind] = {Moved: "move", Retreated: "retreat", BrokeThrough: "advance"}
    arrows: list[pic.Move] = []
    for entry in story.entries():
        event = entry.event
        if isinstance(event, Moved | Retreated | BrokeThrough):
            if start := at.get(event.unit):
                side = story.after.units[event.unit].side
                arrows.append(pic.Move(side, (centre(start), centre(event.space)), kinds[type(event)], event.unit))
            at[event.unit] = event.space
    return tuple(arrows)


def battles(story: Story) -> tuple[pic.Battle, ...]:
    """A star for each space where dice were thrown, numbered in the order of the report."""
    spaces = dict.fromkeys(entry.event.space for entry in story.entries() if isinstance(entry.event, Fired))
    return tuple(pic.Battle(centre(space), str(number)) for number, space in enumerate(spaces, 1))


@cache
def rebuilt() -> str:
    shares = the_data().data["map.yaml"].shares()
    return f"{round(100 * shares['reconstructed'] / sum(shares.values()))} % of the map's values"
