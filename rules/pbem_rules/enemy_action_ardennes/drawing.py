"""The map as a picture: the empty map of the data, with counters, markers, moves and battles."""

from __future__ import annotations

from dataclasses import replace

from pbem.craft.pictures import arrows, stars
from pbem.craft.sayings import many
from pbem.kit.keptmap import kept_map
from pbem.kit.mappicture import picture_of
from pbem.ruleset import View
from pbem.ruleset.telling import Story
from pbem.ruleset.telling import picture as pic
from pbem_rules.enemy_action_ardennes.board import DATA, the_data, the_map
from pbem_rules.enemy_action_ardennes.events_field import (
    CombatResolved,
    RegimentAdvanced,
    RegimentMarched,
    RegimentRetreated,
)
from pbem_rules.enemy_action_ardennes.sayings import state_words
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment

FORCES = (pic.Force("german", "German", "field-grey", "()"), pic.Force("allied", "Allied", "olive", "[]"))
MOVES: dict[type, pic.MoveKind] = {
    RegimentMarched: "move", RegimentRetreated: "retreat", RegimentAdvanced: "advance",
}  # fmt: skip
BRANCHES: dict[str, pic.Branch] = {
    "infantry": "infantry",
    "parachute": "airborne",
    "glider": "glider",
    "mechanized": "mechanized",
    "armor": "armour",
    "combined arms": "armour",
    "recon": "recon",
}
TURNS = {"E": 0.0, "SE": 60.0, "SW": 120.0, "W": 0.0, "NW": 60.0, "NE": 120.0}


@DATA.cached
def empty_map() -> pic.Picture:
    drawn = kept_map(the_data(), "map", lambda: picture_of(the_map(), the_data().shares_of("map.yaml")))
    return replace(drawn, forces=FORCES)


def picture(view: View, story: Story | None) -> pic.Picture:
    """The map with all counters; a story adds moves and battles.  Without a table it is the empty map."""
    table: EnemyAction | None = view.table
    if table is None:
        return empty_map()
    return replace(
        empty_map(),
        crossings=tuple(crossings(table)),
        counters=(*markers(table), *counters(table)),
        moves=arrows(story, MOVES, centre) if story else (),
        battles=stars(story, CombatResolved, centre, hits) if story else (),
    )


def crossings(table: EnemyAction) -> list[pic.Crossing]:
    """Bridges as they stand now: intact, blown or newly built."""
    found = []
    for side in sorted({*table.bridges, *table.blown}):
        kind: pic.CrossingKind = "blown" if side in table.blown else "pontoon" if side in table.built else "bridge"
        one, other = side.split("-")
        (x, y), (u, v) = empty_map().centres[one], empty_map().centres[other]
        middle = (round((x + u) / 2, 3), round((y + v) / 2, 3))
        found.append(pic.Crossing(kind, middle, TURNS[the_map().grid.direction(one, other) or "E"]))
    return found


def counters(table: EnemyAction) -> tuple[pic.Counter, ...]:
    """Every unit on the map; the strongest of a stack lies on top."""
    units = sorted(
        (unit for unit in table.units.values() if unit.hex), key=lambda unit: (unit.hex, unit.strength, unit.id)
    )
    return tuple(counter(table, unit) for unit in units)


def counter(table: EnemyAction, unit: Regiment) -> pic.Counter:
    worth = f"[{unit.strength}]" if unit.bracketed else str(unit.strength)
    marks = [*state_words(unit), *(["in an improved position"] if unit.hex in table.improved else [])]
    return pic.Counter(
        unit.id,
        unit.hex,
        unit.side,
        BRANCHES[unit.kind],
        size="III",
        strength=f"{worth}-{unit.data.allowance}",
        name=unit.id,
        short=unit.id.replace(" ", "").replace(".", "")[:4],
        marks=tuple(marks),
        reduced=unit.steps < unit.data.steps,
        note=f"{unit.corps}, {unit.kind}, {unit.quality}, {unit.steps} of {many(unit.data.steps, 'step')}",
    )


def markers(table: EnemyAction) -> tuple[pic.Counter, ...]:
    """Roadblocks, empty-handed positions, fuel depots."""
    roads = [
        pic.Counter(f"roadblock {hex}", hex, "allied", "marker", name="block", short="X", marks=("roadblock",))
        for hex in sorted(table.roadblocks)
    ]
    fuel = [
        pic.Counter(f"depot {hex}", hex, "allied", "supply", name="fuel?", short="F", marks=("fuel depot",))
        for hex in table.depots
    ]
    return (*roads, *fuel)


def centre(hex: str) -> pic.Point:
    return empty_map().centres[hex]


def hits(fought: CombatResolved) -> str:
    return f"D{fought.hits} A{fought.losses}"
