"""3. Victory.  Cases 3.0 and 3.1."""

from __future__ import annotations

from pbem.craft.pieces import ids_of
from pbem.craft.sayings import many
from pbem.ruleset import Ending, Umpire
from pbem_rules.bulge.board import designated, last_turn, the_tables
from pbem_rules.bulge.events import ExitsCounted, ExitsReversed, GameTurnBegan, VictoryJudged
from pbem_rules.bulge.s14_supply import exit_in_supply
from pbem_rules.bulge.table import Bulge, Unit, lay_of, total


def victory(table: Bulge, umpire: Umpire) -> str | None:
    """3.0 Exits are counted, then the total is held against the track."""
    count_exits(table, umpire)
    judge(table, umpire)
    if table.won_by:
        return None
    umpire.do("5.0", GameTurnBegan(table.turn + 1))
    return "weather"


def count_exits(table: Bulge, umpire: Umpire) -> None:
    """3.1 R-14: all who left in this game-turn count; then every exit hex is checked for supply."""
    for hex, factor in designated().items():
        if new := [unit for unit in gone_by(table, hex) if unit.left == table.turn]:
            umpire.do("3.1c", ExitsCounted(hex, ids_of(new), factor, factor * total(new)))
    lay = lay_of(table)
    for hex, factor in designated().items():
        units = gone_by(table, hex)
        if not units:
            continue
        if exit_in_supply(table, lay, hex):
            if again := [unit for unit in units if not unit.counted]:
                umpire.do("3.1c", ExitsCounted(hex, ids_of(again), factor, factor * total(again)))
        elif back := [unit for unit in units if unit.counted]:
            umpire.do("3.1c", ExitsReversed(hex, ids_of(back), factor, factor * total(back)))


def gone_by(table: Bulge, hex: str) -> list[Unit]:
    """3.1 The units that lie off the map beside an exit hex; they never come back."""
    return [unit for _, unit in sorted(table.units.items()) if unit.exited == hex]


def judge(table: Bulge, umpire: Umpire) -> None:
    """3.0 The German total against the numbers of the game-turn."""
    goal, vp = the_tables().turns[table.turn], table.vp
    winner, words = "", ""
    if vp >= goal.german:
        winner, words = "german", f"{many(vp, 'point')}, {goal.german} win for the German side"
    elif vp <= goal.allied:
        winner, words = "allied", f"{many(vp, 'point')}, {goal.allied} or fewer win for the Allied side"
    elif table.turn == last_turn():
        words = f"{many(vp, 'point')} after the last game-turn, between {goal.allied} and {goal.german}: a draw"
    umpire.do("3.0", VictoryJudged(vp, goal.german, goal.allied, winner, words))


def ending(table: Bulge) -> Ending | None:
    return Ending(table.winner or None, "3.0", table.won_by) if table.won_by else None
