"""7. Retreats.  Cases 7.1 to 7.3, in the rulebook's order."""

from __future__ import annotations

from pbem.ruleset import Umpire
from pbem_rules.ford.board import limit, the_map
from pbem_rules.ford.events import Retreated, Surrendered
from pbem_rules.ford.table import Ford, Unit, full, lay_of, passable


def retreat(table: Ford, umpire: Umpire, unit: Unit, paces: int) -> None:
    """7.1 The owner retreats a beaten unit one space at a time."""
    left = {unit.hex}
    for pace in range(1, paces + 1):
        ways = open_ways(table, unit, frozenset(left))
        if not ways:
            umpire.do("7.3", Surrendered(unit.id))
            return
        left.add(unit.hex)
        pick = umpire.within(f"pace {pace}")
        prompt, facts = f"retreat {unit.id} from {unit.hex} where?", {"from": unit.hex}
        to = pick.ask("7.1", unit.side, "retreat", prompt, ways, facts=facts)
        umpire.do("7.1", Retreated(unit.id, to))


def open_ways(table: Ford, unit: Unit, left: frozenset[str]) -> list[str]:
    """7.2 Next to the unit, free of enemies and their control, over a whole crossing if at all, not full."""
    lay = lay_of(table)
    return [
        hex
        for hex in the_map().hexes.neighbours(unit.hex)
        if hex not in left
        and passable(table, unit.hex, hex)
        and lay.free(hex, side=unit.side)
        and not full(table, hex, unit.side, limit("stack"))
    ]
