"""The map as a picture."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pbem.craft.pictures import arrows, stars
from pbem.kit.keptmap import kept_map
from pbem.kit.mappicture import picture_of
from pbem.ruleset import View
from pbem.ruleset.telling import Story
from pbem.ruleset.telling import picture as pic
from pbem_rules.battles_for_the_ardennes.battle_events import AttackResolved, FellBack, Followed
from pbem_rules.battles_for_the_ardennes.board import DATA, sector, the_map, the_pack
from pbem_rules.battles_for_the_ardennes.events import DropTried, UnitMoved
from pbem_rules.battles_for_the_ardennes.sector import Sector
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, bridged

FORCES = (
    pic.Force("german", "German", "field-grey", "()"),
    pic.Force("allied", "Allied", "olive", "[]"),
)
MOVES: dict[type, pic.MoveKind] = {
    UnitMoved: "move", DropTried: "move", Followed: "advance", FellBack: "retreat",
}  # fmt: skip
BRANCHES: dict[str, pic.Branch] = {
    "arm": "armour", "mech": "mechanized", "cav": "recon", "inf": "infantry", "para": "airborne",
    "eng": "engineer", "art": "artillery",
}  # fmt: skip


def picture(view: View, story: Story | None) -> pic.Picture:
    """The maps in play with all counters; a story adds ways and battles.  Without a table, all four, empty."""
    table: BattlesTable | None = view.table
    if table is None:
        return replace(empty_map(the_map().maps), forces=FORCES)
    drawn = empty_map(table.here.maps)
    return replace(
        drawn,
        forces=FORCES,
        crossings=crossings(table, drawn),
        counters=tuple(counter(table, unit) for _, unit in sorted(table.units.items()) if unit.hex),
        moves=arrows(story, MOVES, partial(centre, table.here)) if story else (),
        battles=stars(story, AttackResolved, partial(centre, table.here)) if story else (),
    )


@DATA.cached
def empty_map(maps: tuple[str, ...]) -> pic.Picture:
    name = f"map-{'-'.join(maps)}"
    return kept_map(the_pack(), name, lambda: picture_of(sector(maps).file, the_pack().shares_of("map.yaml")))


def centre(here: Sector, hex: str) -> pic.Point:
    return here.grid.drawn(here.grid.centre(hex))


def crossings(table: BattlesTable, drawn: pic.Picture) -> tuple[pic.Crossing, ...]:
    """Bridges as they are: blown ones, and those that engineers built."""
    here = table.here
    middles = {middle(here, side): side for side in here.bridges}
    found = []
    for crossing in drawn.crossings:
        side = middles.get((round(crossing.at[0], 3), round(crossing.at[1], 3)))
        blown = side is not None and not bridged(table, here.between(*side.split("-")))
        found.append(replace(crossing, kind="blown") if blown else crossing)
    return tuple(found)


def middle(here: Sector, side: str) -> pic.Point:
    (x, y), (u, v) = (centre(here, hex) for hex in side.split("-"))
    return round((x + u) / 2, 3), round((y + v) / 2, 3)


def counter(table: BattlesTable, unit: BattleUnit) -> pic.Counter:
    data = unit.data
    if unit.guns:
        face = unit.face
        strength = f"{face.barrage}-{face.strength}-{face.allowance}"
    else:
        strength = unit.back if unit.reduced else unit.front
    return pic.Counter(
        unit.id,
        unit.hex,
        unit.side,
        BRANCHES[data.type],
        strength=strength,
        name=unit.id,
        short=short_name(unit.id),
        reduced=unit.reduced,
        marks=marks(unit),
    )


def short_name(name: str) -> str:
    """A few letters for the map of letters: 99-394 is 394, 1SS-PZ is 1S, 9A-CCB is 9B."""
    first, _, rest = name.removeprefix("GE-").partition("-")
    if rest.isdecimal():
        return rest
    return f"{first[:2]}{rest[-1:]}"[:3] if rest else first[:3]


def marks(unit: BattleUnit) -> tuple[str, ...]:
    found = [] if unit.supplied else ["out of supply"]
    found += ["disrupted"] if unit.disrupted else []
    found += ["march mode"] if unit.march else []
    found += ["in movement mode"] if unit.guns and unit.mode == "moving" else []
    found += ["fatigued"] if unit.fatigued else []
    found += ["out of ammunition"] if unit.dry_guns else []
    found += ["burnt tubes"] if unit.burnt else []
    return tuple(found)
