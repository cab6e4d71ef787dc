"""14 and 15 Points at the end of a day, and who has won.  Cases 4.V, 14.1, 14.2 and 15.1 to 15.5."""

from __future__ import annotations

from pbem.craft.sayings import many
from pbem.craft.scores import ended
from pbem.ruleset import Ending, Umpire
from pbem.ruleset.telling import Term
from pbem_rules.enemy_action_ardennes.board import (
    SIDES,
    beyond_the_meuse,
    date,
    limit,
    the_calendar,
    the_scenario,
    town_hexes,
    westwall,
)
from pbem_rules.enemy_action_ardennes.events_works import GameWon, MeuseCrossed
from pbem_rules.enemy_action_ardennes.forms import Grade, ScenarioSheet
from pbem_rules.enemy_action_ardennes.s10_supply import in_friendly_supply
from pbem_rules.enemy_action_ardennes.table import EnemyAction, on_map, points, worth_of

NAMES = {"german": "German", "allied": "Allied"}


def terms(table: EnemyAction) -> tuple[Term, ...]:
    """14.1 What points are given for, as it stands in the state."""
    worth = {hex: points for hex in town_hexes() if (points := worth_of(table, hex))}
    lost = {"side": ("allied",), "box": ("eliminated",)}
    wall = Term(
        words="Westwall",
        at=("owners",),
        only={"": ("allied",)},
        keys=dict.fromkeys(westwall(), 1),
        times=-limit("westwall points"),
        since=("day", date("westwall points")),
    )
    return (
        Term(words="towns and cities", at=("owners",), only={"": ("german",)}, keys=worth),
        Term(words="crossing the Meuse", at=("crossed",), times=limit("crossing points")),
        Term(words="exits", at=("exit_points",)),
        Term(words="Allied units eliminated", at=("units",), only=lost, each=2),
        Term(words="relief of von der Heydte", at=("relieved",), times=limit("relief points")),
        wall,
        Term(words="set-up", at=("offset",)),
    )


def count_crossing(table: EnemyAction, umpire: Umpire) -> None:
    """14.1 Once, for a unit beyond the Meuse whose hex is in German supply."""
    if table.crossed:
        return
    for unit in on_map(table, "german"):
        if unit.hex in beyond_the_meuse() and in_friendly_supply(table, "german", unit.hex):
            umpire.do("14.1", MeuseCrossed(unit.id))
            return


def won_at_once(table: EnemyAction, umpire: Umpire) -> bool:
    """15.1 In the shortest scenario the river, or the map's edge, decides."""
    left = any(unit.box == "exited" for unit in table.units.values())
    if not the_scenario(table.scenario).meuse_wins or not (table.meuse_reached or left):
        return False
    umpire.do("15.1", GameWon("german", "15.1", "German units have come to the Meuse or left the map"))
    return True


def judge_day(table: EnemyAction, umpire: Umpire) -> bool:
    """14.2 The levels of the day; the game is over once one is met, or its last day is."""
    sheet = the_scenario(table.scenario)
    found = by_level(table, sheet)
    if found is None and table.day == sheet.last:
        found = by_grade(table, sheet)
    if found is None:
        return False
    side, level, case = found
    umpire.do("14.2", GameWon(side, case, f"{spoken(side, level)} with {many(points(table), 'point')}"))
    return True


def spoken(side: str, level: str) -> str:
    return f"{NAMES[side]} {level} victory" if side else "a draw"


def by_level(table: EnemyAction, sheet: ScenarioSheet) -> tuple[str, str, str] | None:
    """15.3, 15.4, 15.5 The calendar's levels, or those of the scenario itself."""
    day, now = the_calendar().days[table.day], points(table)
    german = day.german_wins if table.day in sheet.calendar else sheet.german_wins
    allied = day.allied_wins if table.day in sheet.calendar else sheet.allied_wins
    case = {"breakout": "15.3", "campaign": "15.4", "crisis": "15.5"}.get(table.scenario, "14.2")
    if german is not None and table.day >= german.from_ and german.met(now):
        return "german", german.level, case
    if allied is not None and table.day >= allied.from_ and allied_met(table, sheet, allied.points, now):
        return "allied", allied.level, case
    return None


def allied_met(table: EnemyAction, sheet: ScenarioSheet, level: int, now: int) -> bool:
    """14.2 The calendar's signs are below; the last scenario counts the number itself."""
    return now <= level if table.day not in sheet.calendar else now < level


def by_grade(table: EnemyAction, sheet: ScenarioSheet) -> tuple[str, str, str] | None:
    """15.1 to 15.5 The grades of the last day."""
    now = points(table)
    grade: Grade | None = next((each for each in sheet.grades if now >= each.at_least), None)
    case = {"assault": "15.1", "surprised": "15.2", "breakout": "15.3", "crisis": "15.5"}.get(table.scenario, "15.4")
    if grade is None:
        return ("allied", sheet.grades[-1].level, case) if sheet.grades else None
    return grade.winner, grade.level, case


def ending(table: EnemyAction) -> Ending | None:
    return ended(table.winner, table.won_by, SIDES)
