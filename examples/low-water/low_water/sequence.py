"""The sequence of play: what comes after what in a tide."""

from __future__ import annotations

from low_water.s02_hands import draw_up
from low_water.s03_rowing import row
from low_water.s04_meeting import meet
from low_water.s05_work import at_work
from low_water.s06_stowing import stow
from low_water.table import Table

STEPS = {
    "drawing": draw_up,
    "rowing": row,
    "meeting": meet,
    "first at work": at_work(0, "second at work"),
    "second at work": at_work(1, "stowing"),
    "stowing": stow,
}


def turn(table: Table) -> str:
    return f"tide {table.tide}"
