"""8. Supply.  Cases 8.1 and 8.2."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.paths import Path, Step, cheapest
from pbem.ruleset import Umpire
from pbem_rules.ford.board import limit, the_map
from pbem_rules.ford.events import SupplyJudged
from pbem_rules.ford.table import Ford, Unit, lay_of, ways_out


def judge_supply(table: Ford, umpire: Umpire) -> None:
    """8.2 At dawn, for both sides, until the next dawn."""
    on_map = [unit for _, unit in sorted(table.units.items()) if unit.hex]
    umpire.do("8.2", SupplyJudged(tuple(unit.id for unit in on_map if supply_line(table, unit) is None)))


def supply_line(table: Ford, unit: Unit) -> Path[str] | None:
    """8.1 At most six hexes to the source, free of the enemy and of his control."""
    lay, ways = lay_of(table), ways_out(table.bridge_down)

    def steps(hex: str) -> Iterator[Step[str]]:
        return (Step(near, 1) for near in ways[hex] if lay.free(near, side=unit.side))

    return cheapest(unit.hex, the_map().sources[unit.side], limit("supply"), steps)
