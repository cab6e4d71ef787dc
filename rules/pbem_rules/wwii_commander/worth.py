"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from pbem.ruleset import View
from pbem_rules.wwii_commander.board import SIDES, the_map, the_scenario
from pbem_rules.wwii_commander.judgement import pull_of
from pbem_rules.wwii_commander.ranking import to_meuse
from pbem_rules.wwii_commander.s07_movement import allowance
from pbem_rules.wwii_commander.s09_supply import supply_line
from pbem_rules.wwii_commander.table import Commander, Unit, across_the_meuse, units_of

HORIZON = 3
"""A turn is one activation, and a day has some ten of a side: what comes of one shows after a few."""
PONDERS = ("breakthrough", "enter", "commando")
"""Not whether to stand: what a space that was given up lets through shows later than a trial goes."""
POINT, STRENGTH, SPACE, ACROSS = 100, 35, 4, 60
HELD, WAY, SPEARHEADS = 250, 150, 4
"""In the race: the space that makes it a draw, a space on the way to the Meuse, how many lead the way."""
STEP, BLOCK, MOST_BLOCK, CUT_OFF = 10, 3, 6, 20
"""How long a space makes the way; how much longer a point of Allied strength in it, and how many of them; and as how
much farther away counts who has no supply."""
RESERVE, GARRISON, MOST_GARRISON = 25, 15, 8
"""On the last day: a point of Allied strength that has yet to act beside what decides; and at any time one in the space
that makes it a draw, up to so many."""
ARRIVED, MORE, MOST_MORE = 400, 50, 6
"""A supplied unit beside the Meuse, on the last day twice as much; and each point of strength there."""
IN_REACH = {"german": 5, "allied": 2}
"""A space that the marches left until the end make up for counts so many times less, to him who must go and to him who
must stop him."""


def worth(view: View) -> int:
    """The German's lead, or what he lacks."""
    race = the_scenario(view.table.scenario).victory == "meuse"
    lead = race_lead(view.table, view.side) if race else german_lead(view.table)
    if view.side == "german":
        return lead
    return ready(view.table) - arrived(view.table) - lead if race else -lead


def german_lead(table: Commander) -> int:
    """Points, strength, what is drawn where, and how near the Meuse his supplied armour is."""
    strength = {side: sum(unit.strength for unit in units_of(table, side)) for side in ("german", "allied")}
    pulls = {side: pull_of(table.control, side) for side in ("german", "allied")}
    drawn = sum((1, -1)[unit.side == "allied"] * pulls[unit.side][unit.space] for unit in on_map(table))
    armour = [unit for unit in units_of(table, "german") if unit.is_armor and unit.able]
    near = sum(u.strength * (ACROSS if across_the_meuse(u.space) else -SPACE * to_meuse(u.space)) for u in armour)
    points = POINT * table.points
    return points + STRENGTH * (strength["german"] - strength["allied"]) + drawn // 4 + near


def race_lead(table: Commander, side: str) -> int:
    """13.0 How near the Meuse the foremost supplied units are, who has what saves the day, and strength."""
    ways = ways_to_meuse(table)
    lengths = {
        unit.id: lacking(table, unit, ways[unit.space], IN_REACH[side])
        for unit in units_of(table, "german")
        if unit.able
    }
    foremost = sorted(lengths, key=lambda name: (lengths[name], name))[:SPEARHEADS]
    far = sorted(lengths[name] + (0 if supply_line(table, table.units[name]) else CUT_OFF) for name in foremost)
    strength = sum((1, -1)[unit.side == "allied"] * unit.strength for unit in on_map(table))
    lead = HELD * (table.control[the_scenario(table.scenario).draw] == "german") + STRENGTH * strength // 2
    return lead - sum(WAY * length // (STEP * (1 + number)) for number, length in enumerate(far))


def arrived(table: Commander) -> int:
    """What would win if the day ended now, and how hard it is to throw it out."""
    the, last = the_map(), table.day == the_scenario(table.scenario).last
    there = [u for u in units_of(table, "german") if u.space in the.by_the_meuse and supply_line(table, u)]
    return (ARRIVED * (1 + last) + MORE * min(MOST_MORE, sum(u.strength for u in there))) if there else 0


def ready(table: Commander) -> int:
    """Who stands in the way of a draw; and who comes last has the last word."""
    scenario, the = the_scenario(table.scenario), the_map()
    held = sum(unit.strength for unit in units_of(table, "allied") if unit.space == scenario.draw)
    found = GARRISON * min(held, MOST_GARRISON)
    if table.day == scenario.last:
        posts = the.near_the_meuse | the.around([scenario.draw])
        fresh = [unit for unit in units_of(table, "allied") if unit.fresh and unit.space in posts]
        found += RESERVE * sum(unit.strength for unit in fresh)
    return found


def lacking(table: Commander, unit: Unit, way: int, made_up: int) -> int:
    """The way, most of all what is too far for the marches that a unit has left until the end."""
    marches = the_scenario(table.scenario).last - table.day + unit.fresh
    reach = STEP * allowance(unit) * marches
    return max(0, way - reach) + min(way, reach) // made_up


def ways_to_meuse(table: Commander) -> dict[str, int]:
    """From every space the easiest way to one beside the Meuse: who stands in it makes it longer."""
    the, held = the_map(), dict.fromkeys(the_map().spaces, 0)
    for unit in units_of(table, "allied"):
        held[unit.space] += unit.strength
    price = {space: STEP + BLOCK * min(strength, MOST_BLOCK) for space, strength in held.items()}
    found: dict[str, int] = {}
    edge = [(price[space], space) for space in the.by_the_meuse]
    heapify(edge)
    while edge:
        length, space = heappop(edge)
        if space not in found:
            found[space] = length
            for near in the.neighbours(space):
                if near not in found:
                    heappush(edge, (length + price[near], near))
    return {space: length - price[space] for space, length in found.items()}


def on_map(table: Commander) -> list[Unit]:
    return [*units_of(table, "german"), *units_of(table, "allied")]


def losses(table: Commander) -> dict[str, int]:
    """Strength points missing, by side; who has left the map is not lost."""
    lost = dict.fromkeys(SIDES, 0)
    for unit in table.units.values():
        if unit.space or unit.fate == "lost":
            lost[unit.side] += unit.data.full - (unit.strength if unit.space else 0)
    return lost
