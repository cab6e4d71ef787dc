"""The map as a picture: spaces, who controls them, roads and rivers between them, units, moves, combats."""

from __future__ import annotations

from operator import attrgetter

from pbem.craft.pictures import arrows
from pbem.ruleset import View
from pbem.ruleset.telling import Story
from pbem.ruleset.telling import picture as pic
from pbem_rules.wwii_commander.board import DATA, SpaceData, the_data, the_map, the_shapes
from pbem_rules.wwii_commander.events import BrokeThrough, Fired, Moved, Retreated
from pbem_rules.wwii_commander.table import Commander, Unit, contested

FORCES = (pic.Force("german", "German", "field-grey", "()"), pic.Force("allied", "Allied", "olive", "[]"))
TERRAINS = (
    pic.Terrain("clear", "clear", "clear"),
    pic.Terrain("broken", "broken", "broken"),
    pic.Terrain("woods", "woods", "woods"),
    pic.Terrain("forest", "forest", "forest"),
)
BRANCHES: dict[str, pic.Branch] = {"infantry": "infantry", "mech inf": "mechanized", "armor": "armour"}
MOVES: dict[type, pic.MoveKind] = {Moved: "move", Retreated: "retreat", BrokeThrough: "advance"}
SIZES = {"none": 1, "town": 2, "city": 4}

PACE = 58.0
NOTE = "points, -hits taken off (held/lost), art German artillery, letter of entry, > exit"
"""What stands beside a name."""


def picture(view: View, story: Story | None) -> pic.Picture:
    """The map with all counters; a story adds moves and combats.  Without a table it is the empty map."""
    table: Commander | None = view.table
    shapes = the_shapes()
    return pic.Picture(
        title=the_map().title,
        spaces=tuple(drawn_space(name, table) for name in sorted(the_map().spaces)),
        pace=PACE,
        terrains=TERRAINS,
        forces=FORCES,
        lines=tuple(pic.Line(line.kind, line.points, line.name) for line in shapes.lines),
        crossings=tuple(pic.Crossing("bridge", bridge.at, bridge.angle) for bridge in shapes.bridges),
        towns=tuple(town(name) for name in sorted(the_map().spaces)),
        counters=counters(table) if table is not None else (),
        moves=arrows(story, MOVES, centre, attrgetter("space")) if story else (),
        battles=battles(story) if story else (),
        rebuilt=rebuilt(),
        note=NOTE,
    )


def centre(space: str) -> pic.Point:
    return the_shapes().centres[space]


def drawn_space(name: str, table: Commander | None) -> pic.Space:
    data = the_map().spaces[name]
    certainty = the_data().data["map.yaml"].provenance("spaces", name, "terrain").certainty
    return pic.Space(
        name,
        centre(name),
        the_shapes().outlines[name],
        terrain=data.terrain,
        name=name,
        control=table.control[name] if table is not None else data.start,
        rebuilt=certainty == "reconstructed",
    )


def town(name: str) -> pic.Town:
    """The place that a space is named after, with what is printed beside it."""
    data = the_map().spaces[name]
    return pic.Town(name, centre(name), SIZES[data.settlement], name, worth=printed(data))


def printed(data: SpaceData) -> str:
    """Points, what the ground takes off hits (8.6), artillery (8.4), entry letters (10.1), exit (12.4)."""
    held, lost = data.hits.held, data.hits.lost
    takes = f"-{held}" if held == lost else f"-{held}/{lost}"
    signs = [
        str(data.points) if data.points else "",
        takes if held else "",
        "art" if data.artillery else "",
        "".join(data.letters),
        ">" if data.exit else "",
    ]
    return " ".join(sign for sign in signs if sign)


def counters(table: Commander) -> tuple[pic.Counter, ...]:
    return tuple(counter(table, unit) for _, unit in sorted(table.units.items()) if unit.space)


def counter(table: Commander, unit: Unit) -> pic.Counter:
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


def battles(story: Story) -> tuple[pic.Battle, ...]:
    """A star for each space where dice were thrown, numbered in the order of the report."""
    spaces = dict.fromkeys(entry.event.space for entry in story.entries() if isinstance(entry.event, Fired))
    return tuple(pic.Battle(centre(space), str(number)) for number, space in enumerate(spaces, 1))


@DATA.cached
def rebuilt() -> str:
    shares = the_data().shares_of("map.yaml")
    return f"{round(100 * shares['reconstructed'] / sum(shares.values()))} % of the map's values"
