"""5. The German surprise turns.  What holds on through December 16 stands with what it changes."""

from __future__ import annotations

from pbem.ruleset import Umpire
from pbem_rules.wwii_commander.board import limit
from pbem_rules.wwii_commander.events import DayBegan, SurpriseTurnOver
from pbem_rules.wwii_commander.s04_turns import activatable, lawful_line, take_turn
from pbem_rules.wwii_commander.table import Commander


def surprise(table: Commander, umpire: Umpire) -> str:
    """5.0 Three German turns in a row, then the cubes come off and December 16 begins as any day (4.3)."""
    lines = umpire.orders("5.0", "german", "turns")
    for number in range(1, limit("surprise turns") + 1):
        if activatable(table, "german"):
            take_turn(table, umpire.within(str(number)), lines, lawful_line(table, lines))
        umpire.do("5.0", SurpriseTurnOver(number))
    umpire.do("4.1", DayBegan(table.day))
    return "day"
