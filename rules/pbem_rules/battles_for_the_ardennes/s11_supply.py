"""11. Supply: lines, and what the Mutual Supply Determination Phase finds."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.supply import SupplyFlow
from pbem.ruleset import Umpire
from pbem_rules.battles_for_the_ardennes.board import DATA, limit, sector
from pbem_rules.battles_for_the_ardennes.events import SupplyTraced
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, open_road


@DATA.cached
def sources_on(maps: tuple[str, ...], edges: tuple[str, ...]) -> tuple[str, ...]:
    """The road hexes of a side's edges."""
    here = sector(maps)
    found = {hex for words in edges for hex in here.edge(words)}
    return tuple(sorted(hex for hex in found if hex in here.roads))


def sources(table: BattlesTable, side: str) -> tuple[str, ...]:
    return sources_on(table.here.maps, table.form.edges[side])


def net_of(table: BattlesTable, side: str, contact: Contact, starts: Iterable[str] | None = None) -> SupplyFlow:
    """11.0 Traced backwards: roads from the sources, then four hexes of any ground."""
    shut = frozenset(table.discovered) if side == "allied" else frozenset()  # 16.42
    roads = _by_road(table, side, contact, sources(table, side) if starts is None else starts, shut)
    return SupplyFlow(roads, _country(table, side, contact, roads, shut))


def _by_road(
    table: BattlesTable, side: str, contact: Contact, starts: Iterable[str], shut: frozenset[str]
) -> dict[str, str]:
    """Unbroken by blown bridges, enemies and their zones."""
    roads = {hex: hex for hex in starts if hex not in shut and contact.free(hex, side=side)}
    ring, known = sorted(roads), table.here.roads
    while ring:
        beyond = []
        for hex in ring:
            for way in known.get(hex, ()):
                to = way.to
                if to in roads or to in shut or not open_road(table, way) or not contact.free(to, side=side):
                    continue
                roads[to] = hex
                beyond.append(to)
        ring = beyond
    return roads


def _country(
    table: BattlesTable, side: str, contact: Contact, roads: dict[str, str], shut: frozenset[str]
) -> dict[str, str]:
    """At most four hexes between the unit and the road; a hex that is not free may still be where the unit stands."""
    reached, ring = dict(roads), sorted(roads)
    neighbours = table.here.neighbours
    for _ in range(limit("supply")):
        beyond = []
        for hex in ring:
            if hex not in roads and (hex in shut or not contact.free(hex, side=side)):
                continue
            for near in neighbours[hex]:
                if near not in reached:
                    reached[near] = hex
                    beyond.append(near)
        ring = beyond
    return reached


def trace_supply(table: BattlesTable, umpire: Umpire) -> None:
    """11.0 Both sides, once in a game-turn; the state lasts until the next."""
    contact = contact_of(table)
    nets = {side: net_of(table, side, contact) for side in ("german", "allied")}
    without = [unit.id for _, unit in sorted(table.units.items()) if unit.hex and not in_supply(unit, nets[unit.side])]
    umpire.do("base.supply", SupplyTraced(tuple(without)))


def in_supply(unit: BattleUnit, net: SupplyFlow) -> bool:
    return unit.hex in net
