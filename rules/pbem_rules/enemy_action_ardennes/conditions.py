"""The words after `if:` and `unless:`, and when they hold."""

from __future__ import annotations

from pbem.craft.circumstances import alive, cleared, conditions, gave, held, in_hex
from pbem.ruleset import View
from pbem_rules.enemy_action_ardennes.board import FOE, SIDES, apart
from pbem_rules.enemy_action_ardennes.standing import NAMES
from pbem_rules.enemy_action_ardennes.table import is_barred, members, on_map


def enemy_within(view: View, number: str, hex: str) -> bool:
    return any(apart(unit.hex, hex) <= int(number) for unit in on_map(view.table, FOE[view.side]))


def formation_barred(view: View, formation: str) -> bool:
    """6.5 Whether a corps, or the corps of a division, may not be activated now, be it of either side."""
    table = view.table
    return any(is_barred(table, unit.side, unit.corps) for side in SIDES for unit in members(table, side, formation))


CONDITIONS = conditions(
    NAMES,
    {
        "hand has {card}": lambda view, card: card in view.own.hand,
        "pile empty": lambda view: not view.table.piles[view.side],
        "enemy within {number} of {hex}": enemy_within,
        "Dec {number} or later": lambda view, number: view.table.day >= int(number),
        "attack {hex} gave {result...}": gave,
        "{formation} barred": formation_barred,
        "{hex} held by {side}": held,
        "{hex} cleared": cleared,
        "{unit} alive": alive,
        "{unit} in {hex}": in_hex,
    },
)
