"""12. Victory, and 13. the Race to the Meuse."""

from __future__ import annotations

from pbem.craft.sayings import many
from pbem.craft.scores import ended
from pbem.ruleset import Ending, Umpire
from pbem_rules.wwii_commander.board import SIDES, limit, the_calendar, the_map, the_scenario
from pbem_rules.wwii_commander.events import CrossingScored, Exited, GameEnded, Scored
from pbem_rules.wwii_commander.s09_supply import supply_line
from pbem_rules.wwii_commander.table import Commander, Unit, across_the_meuse, contested, units_of


def score_crossing(table: Commander, umpire: Umpire) -> None:
    """12.3 Once, right after the supply check: a supplied German unit in a German-controlled space over the Meuse."""
    if table.crossing_scored or table.day < the_calendar().supply_from["german"]:
        return
    for unit in units_of(table, "german"):
        if unit.supplied and across_the_meuse(unit.space) and table.control[unit.space] == "german":
            umpire.do("12.3", CrossingScored(unit.id, unit.space))
            umpire.do("12.3", Scored(limit("crossing points"), "across the Meuse"))
            return


def cannot_exit(table: Commander, unit: Unit) -> tuple[str, str] | None:
    """12.4 Only a German unit, activated in an exit space that is German-controlled and not contested."""
    if unit.side != "german":
        return "12.4", f"{unit.id} is Allied, only German units exit"
    if not the_map().spaces[unit.space].exit:
        return "12.4", f"{unit.space} is no exit space"
    if table.control[unit.space] != "german" or contested(table, unit.space):
        return "12.4", f"{unit.space} must be German-controlled and not contested"
    return None


def leave_map(umpire: Umpire, unit: Unit) -> None:
    """12.4 Its strength in victory points, at once and for good."""
    strength, space = unit.strength, unit.space
    umpire.do("12.4", Exited(unit.id, space, strength))
    umpire.do("12.4", Scored(strength, f"{unit.id} leaves the map"))


def judge(table: Commander, umpire: Umpire) -> None:
    """The end of a day."""
    scenario = the_scenario(table.scenario)
    if scenario.victory == "meuse":
        if table.day == scenario.last:
            judge_race(table, umpire)
    elif (threshold := the_calendar().thresholds.get(table.day)) is not None:
        points = f"{many(table.points, 'point')} at the end of Dec {table.day}"
        if table.points >= threshold.german:
            umpire.do("12.5", GameEnded("german", "12.5", f"{points}, {threshold.german} or more wanted"))
        elif table.points <= threshold.allied:
            umpire.do("12.5", GameEnded("allied", "12.5", f"{points}, {threshold.allied} or fewer wanted"))
    if not table.winner and table.day == scenario.last:
        umpire.do("12.5", GameEnded("draw", "12.5", "the last day left the points between the thresholds"))


def judge_race(table: Commander, umpire: Umpire) -> None:
    """13.0 A supplied unit at the Meuse, else Bastogne."""
    draw = the_scenario(table.scenario).draw
    at_meuse = [unit for unit in units_of(table, "german") if unit.space in the_map().by_the_meuse]
    reached = [unit for unit in at_meuse if supply_line(table, unit)]
    if reached:
        words = f"{reached[0].id} stands in {reached[0].space}, in supply"
        umpire.do("13.0", GameEnded("german", "13.0", words))
    elif table.control[draw] == "german":
        umpire.do("13.0", GameEnded("draw", "13.0", f"nobody is at the Meuse, but {draw} is German"))
    else:
        umpire.do("13.0", GameEnded("allied", "13.0", f"no supplied German unit at the Meuse, and {draw} holds"))


def ending(table: Commander) -> Ending | None:
    return ended(table.winner, table.won_by, SIDES)
