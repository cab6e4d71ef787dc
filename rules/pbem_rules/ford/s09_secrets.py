"""9. Secrets.  Cases 9.1 to 9.4, in the rulebook's order."""

from __future__ import annotations

from functools import partial

from pbem.craft.cards import ask_for_card, play_card
from pbem.ruleset import Part, Umpire
from pbem_rules.ford.board import SIDES, limit, the_map
from pbem_rules.ford.events import (
    BridgeBlown,
    BridgeSaved,
    MineFound,
    ObjectiveShown,
    PlotMade,
    Plotted,
    StageBegan,
    StepLost,
)
from pbem_rules.ford.s10_cards import named
from pbem_rules.ford.table import Ford, Unit


def plot(table: Ford, umpire: Umpire) -> str:
    """9.1 Both sides plot in secret."""
    parts = umpire.ask_all(
        *[
            umpire.part("9.1", side, "plot", f"the secrets of {side}", judge=partial(wrong_plot, side), sealed=True)
            for side in SIDES
        ]
    )
    for side, part in zip(SIDES, parts, strict=True):
        line = part.lines[0]
        umpire.do("9.1", Plotted(line.mine, line.objective), only=side)
        umpire.do("9.1", PlotMade(side))
    umpire.do("4.2", StageBegan(1, "dawn"))
    return "dawn"


def wrong_plot(side: str, part: Part) -> str | None:
    """9.1 Red names a crossing, Blue an eastern town."""
    if len(part.lines) != 1:
        return "one block is wanted: mine for red, objective for blue"
    line = part.lines[0].model_dump()
    wanted, known = ("mine", sorted(the_map().crossings)) if side == "red" else ("objective", the_map().eastern)
    other = "objective" if side == "red" else "mine"
    if line[wanted] not in known or line[other]:
        return f"{side} names his {wanted}, one of: {', '.join(known)}"
    return None


def mine(table: Ford, umpire: Umpire, unit: Unit, came_from: str) -> bool:
    """9.2 The first Blue unit to pass the mined crossing stops behind it."""
    crossing = the_map().crossing_at(came_from, unit.hex)
    if crossing is None or table.mine_spent or umpire.secret("red").mine != crossing:
        return False
    face = umpire.roll("9.2", "mine")
    umpire.do("9.2", MineFound(unit.id, crossing, face))
    if face <= limit("mine"):
        umpire.do("9.2", StepLost(unit.id))
    return True


def show_objective(table: Ford, umpire: Umpire) -> bool:
    """9.3 Blue's objective is shown at the end; whether he holds it."""
    town = umpire.secret("blue").objective
    held = table.towns[town] == "blue"
    umpire.do("9.3", ObjectiveShown(town, held))
    return held


def demolition(table: Ford, umpire: Umpire, unit: Unit) -> bool:
    """9.4 The window is there whether or not Red holds Powder."""
    bridge = the_map().crossings["bridge"].hexside
    if table.bridge_down or unit.hex not in bridge.split("-"):
        return False
    at = umpire.within("bridge")
    powder = named(umpire.secret("red").hand, "Powder")
    card = ask_for_card(at, "9.4", "red", "powder", f"{unit.id} is at the bridge", powder)
    if not card:
        return False
    play_card(at, "10.3", "red", card)
    rope = named(umpire.secret("blue").hand, "Rope")
    card = ask_for_card(at, "9.4", "blue", "rope", "save the bridge?", rope)
    if not card:
        at.do("9.4", BridgeBlown())
        return True
    play_card(at, "10.3", "blue", card)
    at.do("9.4", BridgeSaved())
    return False
