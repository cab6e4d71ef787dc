"""How good a position is for a side: what a thinking player goes by.  No rule; nothing of a game depends on it."""

from __future__ import annotations

from heapq import heappop, heappush

from pbem.ruleset import View
from pbem_rules.ford.board import DATA, FOE, the_map, the_units
from pbem_rules.ford.s05_march import price
from pbem_rules.ford.table import Ford, Unit, ways_out

POINT, STRENGTH = 100, 14
AT_HAND = (12, 9, 7, 5, 4, 3, 2, 1)
"""How much a point of strength weighs at a town, so many half marches away."""
OWNED = 12
"""What it weighs to have been there last."""
OFF = 2
"""Who has yet to arrive is so many half marches farther away than his road."""
GUESSED = 3
"""One of so many eastern towns, for all that Red knows, is Blue's objective."""


def worth(view: View) -> int:
    """What a side has and may come to have, less what the other has and may; Blue's objective counts double for him."""
    table, side = view.table, view.side
    found = {own: POINT * lost(table, FOE[own]) + STRENGTH * strength(table, own) for own in FOE}
    for name, town in the_map().towns.items():
        sure = 1000 if table.towns[name] == "blue" else 0
        share = sure + (outlook(table, name) - sure) * left(table) // (left(table) + 1)
        found["blue"] += (POINT * town.points + bonus(view, name)) * share // 1000
        found["red"] += POINT * town.points * (1000 - share) // 1000
    return found[side] - found[FOE[side]]


def bonus(view: View, town: str) -> int:
    """9.3 What Blue has of a town beyond its points; Red can only guess."""
    more = POINT * the_map().towns[town].points
    if view.side == "blue" and view.own is not None and view.own.objective:
        return more if town == view.own.objective else 0
    return more // GUESSED if town in the_map().eastern else 0


def left(table: Ford) -> int:
    """How many turns are still to come."""
    return 0 if table.winner else table.turns - table.turn + 1


def lost(table: Ford, side: str) -> int:
    return sum(unit.lost for unit in table.units.values() if unit.side == side)


def strength(table: Ford, side: str) -> int:
    return sum(unit.strength for unit in table.units.values() if unit.side == side and not unit.lost)


def outlook(table: Ford, town: str) -> int:
    """How likely Blue will have the town, in thousandths: by who was there last, and by the strength at hand."""
    weights = dict.fromkeys(FOE, 0)
    weights[table.towns[town]] += OWNED
    ways = ways_to(town, table.bridge_down)
    for unit in table.units.values():
        if not unit.lost:
            weights[unit.side] += unit.strength * at_hand(unit, ways)
    return 1000 * weights["blue"] // sum(weights.values())


def at_hand(unit: Unit, ways: dict[str, int]) -> int:
    """By half marches along the ways that there are: the river is in the way."""
    way = ways.get(unit.hex or the_map().sources[unit.side])
    if way is None:
        return 0
    far = -(-2 * way // the_units().kinds[unit.kind].allowance) + (0 if unit.hex else OFF)
    return AT_HAND[far] if far < len(AT_HAND) else 0


@DATA.cached
def ways_to(town: str, bridge_down: bool) -> dict[str, int]:
    """5.2 What the march to a town costs from every hex, in fair weather and with nobody in the way."""
    found: dict[str, int] = {}
    edge = [(0, the_map().towns[town].hex)]
    while edge:
        length, hex = heappop(edge)
        if hex not in found:
            found[hex] = length
            for near in ways_out(bridge_down)[hex]:
                heappush(edge, (length + price(near, hex, rain=False), near))
    return found


def losses(table: Ford) -> dict[str, int]:
    """Strength lost, by side."""
    lost = dict.fromkeys(FOE, 0)
    for unit in table.units.values():
        kind = the_units().kinds[unit.kind]
        lost[unit.side] += kind.full if unit.lost else kind.full - kind.reduced if unit.reduced else 0
    return lost
