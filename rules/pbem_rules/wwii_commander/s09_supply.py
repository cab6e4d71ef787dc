"""9. Supply and fuel.  Cases 9.1 to 9.4."""

from __future__ import annotations

from pbem.craft.pieces import ids_of
from pbem.kit.supply import trace
from pbem.ruleset import Umpire
from pbem_rules.wwii_commander.board import SIDES, limit, the_calendar, the_map
from pbem_rules.wwii_commander.events import FuelFound, FuelShort, SupplyJudged, Wasted
from pbem_rules.wwii_commander.ranking import nearest_meuse_first, picks, strongest_first
from pbem_rules.wwii_commander.s06_control import settle
from pbem_rules.wwii_commander.s08_combat import score_elimination
from pbem_rules.wwii_commander.sheets import DayLine
from pbem_rules.wwii_commander.table import Commander, Unit, lay_of, units_of


def supply_line(table: Commander, unit: Unit) -> tuple[str, ...] | None:
    """9.1 The shortest line to a friendly edge, both ends included: all its spaces but the first friendly-controlled.

    Enemies, rivers and roads do not matter; a unit on its own map edge has the shortest line of all.
    """
    the, side = the_map(), unit.side

    def may_pass(here: str, there: str) -> bool:
        return table.control[there] == side

    return trace(unit.space, the.edges_of(side), the.neighbours, may_pass)


def supply_check(table: Commander, umpire: Umpire) -> None:
    """4.2, 9.1 to 9.3 Both sides as the day begins: first all are judged, then attrition, then control."""
    sides = tuple(side for side in SIDES if table.day >= the_calendar().supply_from[side])
    if not sides:
        return
    without_before = [unit for side in sides for unit in units_of(table, side) if not unit.supplied]
    without = [unit for side in sides for unit in out_of_supply(table, side)]
    umpire.do("4.2", SupplyJudged(sides, ids_of(without)))
    wasting = [unit for unit in without if unit in without_before and wastes(table, unit)]
    spaces = {unit.id: unit.space for unit in wasting}
    for unit in wasting:
        umpire.do("9.3", Wasted(unit.id, unit.space, unit.strength - 1))
        score_elimination(umpire, unit)
    for space in sorted(set(spaces.values())):
        settle(table, umpire, space)


def out_of_supply(table: Commander, side: str) -> list[Unit]:
    return [unit for unit in units_of(table, side) if supply_line(table, unit) is None]


def wastes(table: Commander, unit: Unit) -> bool:
    """9.3 An enemy is in its space; from December 23 the Allies are supplied by air as far as this goes."""
    if unit.side == "allied" and table.day >= the_calendar().air_from:
        return False
    return lay_of(table).contested(unit.space)


# 9.4 Fuel


def burning(table: Commander) -> list[Unit]:
    """9.4 German armor and mechanized infantry on the map."""
    return [unit for unit in units_of(table, "german") if unit.is_mechanized]


def freed_today(table: Commander) -> int:
    calendar = the_calendar()
    return calendar.fuel_freed["worse" if table.day >= calendar.fuel_worse_from else "at first"]


def fuel_check(table: Commander, umpire: Umpire, wishes: dict[str, DayLine]) -> None:
    """4.4, 9.4 The Allied player marks three, the German frees two of them, later one."""
    can = burning(table)
    if table.day < the_calendar().fuel_from or not can:
        return
    three = min(limit("fuel marked"), len(can))
    marked = umpire.choose(
        "9.4", "allied", "fuel", "which German units run short of fuel?", ids_of(can), three, three,
        said=picks(wishes["allied"].fuel, ids_of(can), three, nearest_meuse_first(can)),
        otherwise=tuple(nearest_meuse_first(can)[:three]),
    )  # fmt: skip
    umpire.do("9.4", FuelShort(marked))
    free = min(freed_today(table), len(marked))
    short = [table.units[name] for name in marked]
    freed = umpire.choose(
        "9.4", "german", "fuel keep", "which units get their fuel after all?", marked, free, free,
        said=picks(wishes["german"].fuel_keep, marked, free, strongest_first(short)),
        otherwise=tuple(strongest_first(short)[:free]),
    )  # fmt: skip
    umpire.do("9.4", FuelFound(freed))
