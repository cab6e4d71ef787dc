"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from pbem.ruleset import View
from pbem_rules.ford.board import FOE, the_map, the_units
from pbem_rules.ford.table import Ford, Unit

POINT, STRENGTH = 100, 14
AT_HAND = (12, 9, 6, 4, 2, 1)
"""How much a point of strength weighs at a town, so many hexes away."""
OWNED = 12
"""What it weighs to have been there last."""
OFF = 3
"""Who has yet to arrive is so much farther away than his road."""


def worth(view: View) -> int:
    """What a side has and may come to have, less what the other has and may; Blue's objective counts double."""
    table, side = view.table, view.side
    wanted = view.own.objective if side == "blue" and view.own is not None else ""
    found = {own: POINT * lost(table, FOE[own]) + STRENGTH * strength(table, own) for own in FOE}
    for name, town in the_map().towns.items():
        price = POINT * town.points * (1 + (name == wanted))
        owner = table.towns[name]
        now, then = price * (1 if owner == side else -1), price * outlook(table, side, name) // 1000
        found[side] += now + (then - now) * left(table) // (left(table) + 1)
    return found[side] - found[FOE[side]]


def left(table: Ford) -> int:
    """How many turns are still to come."""
    return 0 if table.winner else table.turns - table.turn + 1


def lost(table: Ford, side: str) -> int:
    return sum(unit.lost for unit in table.units.values() if unit.side == side)


def strength(table: Ford, side: str) -> int:
    return sum(unit.strength for unit in table.units.values() if unit.side == side and not unit.lost)


def outlook(table: Ford, side: str, town: str) -> int:
    """Who will have the town, from -1000 to 1000: by who was there last, and by the strength at hand."""
    weights = dict.fromkeys(FOE, 0)
    weights[table.towns[town]] += OWNED
    for unit in table.units.values():
        if not unit.lost:
            weights[unit.side] += unit.strength * at_hand(unit, the_map().towns[town].hex)
    both = sum(weights.values())
    return 1000 * (weights[side] - weights[FOE[side]]) // both


def at_hand(unit: Unit, hex: str) -> int:
    far = the_map().hexes.distance(unit.hex or the_map().sources[unit.side], hex) + (0 if unit.hex else OFF)
    return AT_HAND[far] if far < len(AT_HAND) else 0


def losses(table: Ford) -> dict[str, int]:
    """Strength lost, by side."""
    lost = dict.fromkeys(FOE, 0)
    for unit in table.units.values():
        kind = the_units().kinds[unit.kind]
        lost[unit.side] += kind.full if unit.lost else kind.full - kind.reduced if unit.reduced else 0
    return lost
