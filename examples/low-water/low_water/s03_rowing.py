"""3 Rowing."""

from __future__ import annotations

from low_water.events import Rowed
from low_water.table import SIDES, Table
from pbem.ruleset import Umpire


def row(table: Table, umpire: Umpire) -> str:
    """3.1 Both crews say in secret where they row, and are there at once; 3.2 who says nothing stays."""
    parts = umpire.ask_all(*(umpire.part("3.1", side, "row") for side in SIDES))
    for side, part in zip(SIDES, parts, strict=True):
        for line in part.lines:
            if line.to != table.boats[side]:
                umpire.do("3.1", Rowed(side, line.to))
    return "meeting"
