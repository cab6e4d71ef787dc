"""6. Space control."""

from __future__ import annotations

from pbem.ruleset import Umpire
from pbem_rules.wwii_commander.board import the_map
from pbem_rules.wwii_commander.events import ControlChanged, Scored
from pbem_rules.wwii_commander.table import Commander


def settle(table: Commander, umpire: Umpire, space: str) -> None:
    """6.0 Who alone stands in a space controls it; an empty or contested space stays as it was."""
    present = {unit.side for unit in table.units.values() if unit.space == space}
    if len(present) != 1 or present == {table.control[space]}:
        return
    (side,) = present
    umpire.do("6.0", ControlChanged(space, side))
    worth = the_map().spaces[space].points
    if worth:
        umpire.do("12.1", Scored(worth if side == "german" else -worth, space))
