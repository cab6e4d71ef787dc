"""2 Hands."""

from __future__ import annotations

from functools import partial

from low_water.table import SIDES, Table
from pbem.craft.cards import fill_hand, take_discards
from pbem.ruleset import Umpire

HAND = 5


def draw_up(table: Table, umpire: Umpire) -> str:
    """2.2 Each crew fills its hand from its own pile; 2.3 an empty pile is made anew of the discards."""
    for side in SIDES:
        fill_hand(umpire, "2.2", side, HAND, reshuffle=partial(take_discards, table, umpire, "2.3", side))
    return "rowing"
