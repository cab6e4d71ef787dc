"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.wwii_commander.board import SIDES, the_scenario
from pbem_rules.wwii_commander.judgement import Outlook
from pbem_rules.wwii_commander.ranking import to_meuse
from pbem_rules.wwii_commander.table import Commander, Unit, across_the_meuse, units_of

POINT, STRENGTH, SPACE, ACROSS = 100, 35, 4, 60
HELD, WAY, SPEARHEADS = 250, 150, 4
"""In the race: the space that makes it a draw, a space on the way to the Meuse, how many lead the way."""


def worth(view: View) -> int:
    """The German's lead, or what he lacks."""
    race = the_scenario(view.table.scenario).victory == "meuse"
    lead = race_lead(view.table) if race else german_lead(view.table)
    return lead if view.side == "german" else -lead


def german_lead(table: Commander) -> int:
    """Points, strength, what is drawn where, and how near the Meuse his supplied armour is."""
    strength = {side: sum(unit.strength for unit in units_of(table, side)) for side in ("german", "allied")}
    pulls = {side: Outlook(table, side).pull for side in ("german", "allied")}
    drawn = sum((1, -1)[unit.side == "allied"] * pulls[unit.side][unit.space] for unit in on_map(table))
    armour = [unit for unit in units_of(table, "german") if unit.is_armor and unit.able]
    near = sum(u.strength * (ACROSS if across_the_meuse(u.space) else -SPACE * to_meuse(u.space)) for u in armour)
    points = POINT * table.points
    return points + STRENGTH * (strength["german"] - strength["allied"]) + drawn // 4 + near


def race_lead(table: Commander) -> int:
    """13.0 How near the Meuse the foremost supplied armour is, who has what saves the day, and strength."""
    armour = [unit for unit in units_of(table, "german") if unit.able]
    foremost = sorted(to_meuse(unit.space) for unit in armour if unit.is_mechanized)[:SPEARHEADS]
    strength = sum((1, -1)[unit.side == "allied"] * unit.strength for unit in on_map(table))
    lead = HELD * (table.control[the_scenario(table.scenario).draw] == "german") + STRENGTH * strength // 2
    return lead - sum(WAY * far // (1 + number) for number, far in enumerate(foremost))


def on_map(table: Commander) -> list[Unit]:
    return [*units_of(table, "german"), *units_of(table, "allied")]


def losses(table: Commander) -> dict[str, int]:
    """Strength points missing, by side; who has left the map is not lost."""
    lost = dict.fromkeys(SIDES, 0)
    for unit in table.units.values():
        if unit.space or unit.fate == "lost":
            lost[unit.side] += unit.data.full - (unit.strength if unit.space else 0)
    return lost
