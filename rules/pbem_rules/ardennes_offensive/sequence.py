"""4.1 The sequence of play as a table of steps."""

from __future__ import annotations

from pbem_rules.ardennes_offensive.s04_phases import begin, combat, mechanized, movement
from pbem_rules.ardennes_offensive.s17_set_up import deploy
from pbem_rules.ardennes_offensive.table import Ardennes

STEPS = {"set-up": deploy, "begin": begin, "movement": movement, "combat": combat, "mechanized": mechanized}


def turn(table: Ardennes) -> str:
    """A sheet serves one of these: a player-turn."""
    return f"{table.side} set-up" if table.phase == "set-up" else f"GT{table.turn} {table.side}"
