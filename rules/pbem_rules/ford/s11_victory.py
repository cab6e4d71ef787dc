"""11. Victory, and 4.4 the dusk.  Cases 11.1 to 11.4, in the rulebook's order."""

from __future__ import annotations

from pbem.craft.scores import ended
from pbem.ruleset import Ending, Umpire
from pbem_rules.ford.board import FOE, SIDES, the_map
from pbem_rules.ford.events import StageBegan, Won
from pbem_rules.ford.s09_secrets import show_objective
from pbem_rules.ford.table import Ford


def dusk(table: Ford, umpire: Umpire) -> str | None:
    """4.4 The turn is counted."""
    if all(table.towns[town] == "blue" for town in the_map().eastern):
        umpire.do("11.3", Won("blue", "11.3", "all three eastern towns are Blue's"))
        return None
    if table.turn < table.turns:
        umpire.do("4.2", StageBegan(table.turn + 1, "dawn"))
        return "dawn"
    final(table, umpire)
    return None


def final(table: Ford, umpire: Umpire) -> None:
    """11.4 The higher total wins; equal totals are Red's."""
    totals = {side: points(table, side) for side in SIDES}
    if show_objective(table, umpire):
        totals["blue"] += the_map().towns[umpire.secret("blue").objective].points
    winner = "blue" if totals["blue"] > totals["red"] else "red"
    umpire.do("11.4", Won(winner, "11.4", f"Blue {totals['blue']}, Red {totals['red']}"))


def points(table: Ford, side: str) -> int:
    """11.1, 11.2 Towns, and enemy units lost."""
    towns = sum(town.points for name, town in the_map().towns.items() if table.towns[name] == side)
    return towns + sum(unit.lost for unit in table.units.values() if unit.side == FOE[side])


def ending(table: Ford) -> Ending | None:
    return ended(table.winner, table.won_by, SIDES)
