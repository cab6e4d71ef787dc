"""12. Supply.  Cases 12.1 to 12.6."""

from __future__ import annotations

from functools import lru_cache

from pbem.kit.supply import SupplyFlow
from pbem_rules.ardennes_offensive.board import DATA, FOE, LiveMap, limit, the_map
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s13_bridges import interdicted_for
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of

SUPPLIED, UNSUPPLIED, ISOLATED = "supplied", "unsupplied", "isolated"


def flow_of(table: Ardennes, side: str, lay: Lay | None = None) -> SupplyFlow:
    """12.1A, B All that a side can supply, traced backwards: roads from the sources, then three hexes of any ground."""
    lay = lay or lay_of(table)
    return _flow(the_map(), side, lay.barred(side), interdicted_for(table, side))


@DATA.renews
@lru_cache(maxsize=16)
def _flow(here: LiveMap, side: str, barred: int, cut: frozenset[str]) -> SupplyFlow:
    """The same for a side to which these hexes are barred; many units ask in one position."""
    roads = _along_roads(here, side, barred | here.off_map, cut)
    return SupplyFlow(roads, _across_country(here, barred | here.closed, roads))


def _along_roads(here: LiveMap, side: str, barred: int, cut: frozenset[str]) -> dict[str, str]:
    """12.1A, 13.2B Unbroken by interdicted bridges, R-27 one at the very exit among them, enemies and their control."""
    bit = here.numbers.bit
    roads = {hex: hex for hex in here.sources[side] if not barred & bit[hex] and leads_out(here, hex, cut)}
    ring = sorted(roads)
    while ring:
        beyond = []
        for hex in ring:
            for way in here.roads[hex]:
                to = way.to
                if to not in roads and not barred & bit[to] and way.name not in cut:
                    roads[to] = hex
                    beyond.append(to)
        ring = beyond
    return roads


def leads_out(here: LiveMap, hex: str, cut: frozenset[str]) -> bool:
    """12.2F, R-27 In the east, where the map ends, or by a road off the map whose bridge is whole."""
    gates = here.gates[hex]
    return not gates or not gates <= cut


def _across_country(here: LiveMap, barred: int, roads: dict[str, str]) -> dict[str, str]:
    """12.1C At most three hexes between road and unit, not impassable, not enemy, not controlled.

    A hex that is not free is no part of a path but may be its end: 12.1A the unit itself stands there.
    """
    bit = here.numbers.bit
    reached = dict(roads)
    ring = sorted(roads)
    for _ in range(limit("supply")):
        beyond = []
        for hex in ring:
            for near in here.neighbours[hex]:
                if near not in reached and not barred & bit[near]:
                    reached[near] = hex
                    beyond.append(near)
        ring = beyond
    return reached


def state_of(table: Ardennes, unit: Unit, lay: Lay, flow: SupplyFlow | None = None) -> str:
    """12.3 The supply state as things stand now."""
    if not unit.in_play or all_supplied(table, unit.side):
        return SUPPLIED
    if flow is None:
        flow = flow_of(table, unit.side, lay)
    if unit.hex in flow:
        return SUPPLIED
    return ISOLATED if is_isolated(table, unit, lay, flow) else UNSUPPLIED


def all_supplied(table: Ardennes, side: str) -> bool:
    """4.2 All Germans are, on the first game-turn."""
    return table.turn == 1 and side == "german"


def is_surrounded(unit: Unit, lay: Lay) -> bool:
    """12.3H All six neighbours enemy-held or enemy-controlled; what lies off the map does not count."""
    foe = FOE[unit.side]
    around = the_map().neighbours[unit.hex]
    return all(lay.holder(hex) == foe or lay.controlled(hex, by=foe) for hex in around if hex in the_map().live)


def is_isolated(table: Ardennes, unit: Unit, lay: Lay, flow: SupplyFlow) -> bool:
    """12.3H, J Cut off, surrounded, far from supplied friends and from the own edge's road exits."""
    if not is_surrounded(unit, lay):
        return False
    near = the_map().near(unit.hex, limit("isolation"))
    if not near.isdisjoint(the_map().sources[unit.side]):
        return False
    return not any(other.hex in near and other.hex in flow for other in units_of(table, unit.side))


def defence_state(table: Ardennes, unit: Unit, lay: Lay) -> str:
    """12.4K A defender is judged at the moment of combat; 12.6 only isolation matters to him."""
    if not is_surrounded(unit, lay):
        return SUPPLIED  # supplied or not, he defends alike
    return state_of(table, unit, lay)


def state_for_turn(table: Ardennes, unit: Unit, lay: Lay, flow: SupplyFlow | None = None) -> str:
    """12.4K The state judged for the present player-turn; before that, and for the other side, as things stand."""
    if unit.side == table.side and table.phase in ("movement", "combat", "mechanized"):
        return unit.supply
    return state_of(table, unit, lay, flow)


def judged(table: Ardennes, side: str) -> dict[str, str]:
    """12.4K The states of a side's units for its player-turn, the supplied ones left out."""
    if all_supplied(table, side):
        return {}
    lay = lay_of(table)
    flow = flow_of(table, side, lay)
    states = {unit.id: state_of(table, unit, lay, flow) for unit in units_of(table, side)}
    return {name: state for name, state in states.items() if state != SUPPLIED}


def allowance(unit: Unit) -> int:
    """12.6 Halved, fractions lost, when not supplied."""
    full = unit.data.allowance
    return full if unit.supply == SUPPLIED else full // 2
