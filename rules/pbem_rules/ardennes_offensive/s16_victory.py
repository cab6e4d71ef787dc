"""16. Victory.  Cases 16A to 16H, 16.1 to 16.3."""

from __future__ import annotations

from fractions import Fraction

from pbem.craft.sayings import many
from pbem.craft.scores import ended
from pbem.ruleset import Ending, Umpire
from pbem_rules.ardennes_offensive.board import SIDES, limit, the_map, the_victory
from pbem_rules.ardennes_offensive.events import Counted, PlayerTurnBegan, Won
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s12_supply import all_supplied, flow_of
from pbem_rules.ardennes_offensive.table import Ardennes, units_of


def close_game_turn(table: Ardennes, umpire: Umpire) -> str | None:
    """16E The count at the end of a complete game-turn, and whether the game is over."""
    held = exits_held(table)
    points = sum(the_map().exits[hex].worth for hex in held)
    german = table.losses.get("allied", 0) + points
    opened = table.meuse_open or german >= limit("british")
    umpire.do("16E", Counted(tuple(held), points, german, table.allied_points, opened))
    if decided := decision(table):
        case = decided[1]
        umpire.do("16.2" if case == "16.2" else "16.3" if case == "16.3" else "16.1", Won(*decided))
        return None
    umpire.do("4.1", PlayerTurnBegan(table.turn + 1, "german"))
    return "begin"


def decision(table: Ardennes) -> tuple[str, str, str] | None:
    """16.1 to 16.3 The winner (nobody: a draw), the case, the words; None while the game goes on."""
    german, allied = table.german_points, table.allied_points
    score = f"German {german}, Allied {allied}"
    if table.turn <= limit("immediate") and german >= limit("victory"):
        return "german", "16.2", f"the German wins at once, {score}"
    if table.turn < limit("turns"):
        return None
    if german < limit("victory"):
        return "allied", "16.3", f"the Allies win, the German has fewer than {many(limit('victory'), 'point')}, {score}"
    ratio = Fraction(german, allied) if allied else None  # against nothing any score is enough
    if ratio is None or ratio >= Fraction(the_victory().ratio.victory):
        return "german", "16.1", f"the German wins, {score}"
    if ratio < the_victory().ratio.draw:
        return "allied", "16.1", f"the Allies win, {score}"
    return "", "16.1", f"a draw, {score}"


def exits_held(table: Ardennes) -> list[str]:
    """16C, D, F, G, H The exit hexes that count for the German as things stand."""
    lay = lay_of(table)
    flow, every = flow_of(table, "german", lay), all_supplied(table, "german")
    units = [unit for unit in units_of(table, "german") if every or unit.hex in flow]  # 16G, R-46
    stands = {unit.hex for unit in units}
    reaches = {near for unit in units if not unit.road for near in the_map().neighbours[unit.hex]}
    return [
        hex
        for hex, road in the_map().exits.items()
        if road.section != "east" and is_held(hex, lay, stands, reaches) and has_its_town(road.section, stands)
    ]


def is_held(hex: str, lay: Lay, stands: set[str], reaches: set[str]) -> bool:
    """16C A unit in it, 16H in any mode; or its control, unless an Allied unit stands there."""
    return hex in stands or (hex in reaches and lay.holder(hex) != "allied")


def has_its_town(section: str, stands: set[str]) -> bool:
    """16D South-east and south-west only while a supplied unit is in Bastogne."""
    town = the_victory().through.get(section)
    return town is None or the_map().towns.get(town) in stands


def ending(table: Ardennes) -> Ending | None:
    return ended(table.winner, table.ended_by, SIDES)
