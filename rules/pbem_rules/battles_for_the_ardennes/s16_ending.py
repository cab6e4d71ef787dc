"""16.8 The variable ending."""

from __future__ import annotations

from pbem.ruleset import Umpire
from pbem_rules.battles_for_the_ardennes.board import the_variants
from pbem_rules.battles_for_the_ardennes.events import EndingRolled
from pbem_rules.battles_for_the_ardennes.table import BattlesTable


def plays_ending(table: BattlesTable) -> bool:
    return table.plays("var_end")


def first_check(table: BattlesTable) -> int:
    """16.82, 16.84 The game-turn of the first check, by the German's experience."""
    return the_variants().ending[table.scenario][table.options["var_end"]]


def ends_now(table: BattlesTable, umpire: Umpire) -> bool:
    """16.81 A die each; equal numbers end the game before anything else happens."""
    if not plays_ending(table) or table.turn < first_check(table):
        return False
    german, allied = umpire.roll("16.81", "german"), umpire.roll("16.81", "allied")
    umpire.do("16.81", EndingRolled(german, allied))
    return german == allied


def reinforced(table: BattlesTable) -> bool:
    """16.83, R-49 After the printed last game-turn nobody comes any more."""
    return table.turn <= table.form.length.last
