"""6 Stowing."""

from __future__ import annotations

from low_water.events import TideTurned
from low_water.table import SIDES, Table
from pbem.craft.cards import discard
from pbem.ruleset import Umpire


def stow(table: Table, umpire: Umpire) -> str | None:
    """6.1 Each crew may discard cards; 6.2 the tide turns, after the last the game is over."""
    parts = umpire.ask_all(*(umpire.part("6.1", side, "stow") for side in SIDES))
    for side, part in zip(SIDES, parts, strict=True):
        discard(umpire, "6.1", side, [line.card for line in part.lines])
    umpire.do("6.2", TideTurned())
    return None if table.over else "drawing"
