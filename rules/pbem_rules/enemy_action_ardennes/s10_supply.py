"""10. Supply: lines to a road that leads home, the three states without one, surrender.  Cases 10.0 to 10.3."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.ruleset import Cannot, Umpire, frozen
from pbem_rules.enemy_action_ardennes.board import (
    HEYDTE,
    around,
    date,
    edge_hexes,
    is_westwall,
    limit,
    road_ends,
    road_ways,
    the_charts,
)
from pbem_rules.enemy_action_ardennes.events_day import AirResupplied, SupplyChecked, SurrenderRolled
from pbem_rules.enemy_action_ardennes.events_field import RoadblockGone
from pbem_rules.enemy_action_ardennes.table import (
    SUPPLY_STATES,
    EnemyAction,
    Regiment,
    Sway,
    bridged,
    enemy_bridge,
    enemy_town,
    on_map,
    open_river,
    sway_of,
    units_in,
)


@frozen(slots=False)
class SupplyNet:
    """10.1 What a side's supply may go through, and its supply heads, for one position."""

    table: EnemyAction
    side: str
    sway: Sway
    heads: dict[str, str]
    """Each supply head, and the next hex of its road home; the road's end points at itself."""

    def open(self, hex: str) -> bool:
        """10.1, 10.13 Whether a line may go through a hex that is not its first."""
        held = self.sway.held.get(hex)
        if held is not None and held != self.side:
            return False
        if held == self.side:
            return not (self.side == "german" and hex in self.table.roadblocks)
        if self.sway.barred(self.side, hex) or enemy_town(self.table, self.side, hex):
            return False
        if self.side == "allied":
            return not is_westwall(hex)
        return hex not in self.table.roadblocks

    def bridges(self, hexside: str) -> bool:
        """10.1 A bridge that joins roads, and is not the enemy's."""
        table = self.table
        return bridged(table, hexside) and hexside not in table.built and table.bridges[hexside] == self.side

    def line(self, start: str) -> tuple[str, ...] | None:
        """10.1 The hexes from here to a supply head or a friendly edge, four at most; None without one."""
        if start in self.heads or start in edge_hexes(self.side):
            return (start,)
        over = [near for near in around(start) if near in self.heads and self._wades(start, near)]
        came = {start: ""}
        edge = [start]
        for _ in range(limit("supply path")):
            beyond = []
            for here in edge:
                for near in self._on(here):
                    if near not in came:
                        came[near] = here
                        beyond.append(near)
            edge = sorted(beyond)
            if found := [hex for hex in edge if hex in self.heads or hex in edge_hexes(self.side)]:
                return walked(came, min(found))
        return (start, min(over)) if over else None

    def whole_line(self, start: str) -> tuple[str, ...] | None:
        """The same, with the road home."""
        line = self.line(start)
        if line is None:
            return None
        road = [line[-1]]
        while road[-1] in self.heads and self.heads[road[-1]] != road[-1]:
            road.append(self.heads[road[-1]])
        return (*line, *road[1:])

    def supplies(self, hex: str) -> bool:
        return self.line(hex) is not None

    def supplied(self) -> frozenset[str]:
        """10.1 All hexes that `supplies` holds of, walked the other way round: for who asks about many."""
        found = {*self.heads, *edge_hexes(self.side)}
        found |= {near for head in self.heads for near in around(head) if open_river(self.table, head, near)}
        ends = {hex for hex in found if hex in self.heads or (hex in edge_hexes(self.side) and self.open(hex))}
        passed, edge = set(ends), sorted(ends)
        for _ in range(limit("supply path")):
            beyond = []
            for here in edge:
                for near in around(here):
                    if near not in passed and not self._wet(here, near):
                        found.add(near)
                        if self.open(near):
                            passed.add(near)
                            beyond.append(near)
            edge = beyond
        return frozenset(found)

    def _on(self, here: str) -> Iterator[str]:
        for near in around(here):
            if not self._wet(here, near) and self.open(near):
                yield near

    def _wet(self, here: str, near: str) -> bool:
        """10.1 A river without a bridge, or with the enemy's."""
        return open_river(self.table, here, near) or enemy_bridge(self.table, self.side, here, near)

    def _wades(self, here: str, near: str) -> bool:
        """10.1 Straight over a river without a bridge, for one hex."""
        return open_river(self.table, here, near) and self.open(near)


def walked(came: dict[str, str], hex: str) -> tuple[str, ...]:
    line = []
    while hex:
        line.append(hex)
        hex = came[hex]
    return tuple(reversed(line))


def net_of(table: EnemyAction, side: str, sway: Sway | None = None) -> SupplyNet:
    """10.1 The supply heads: road hexes with an open road to a friendly edge where a road leads off the map."""
    net = SupplyNet(table, side, sway or sway_of(table), {})
    edge = [hex for hex in road_ends(side) if net.open(hex)]
    net.heads.update({hex: hex for hex in edge})
    for here in edge:
        for way in road_ways()[here]:
            if way.to in net.heads or (way.river and not net.bridges(way.side)):
                continue
            if net.open(way.to):
                net.heads[way.to] = here
                edge.append(way.to)
    return net


class SupplyOfHexes:
    """10.0 Whether hexes are in a side's supply; the net is worked out when somebody first asks.

    10.12 frees German units from lines in the first days, not hexes.
    """

    def __init__(self, table: EnemyAction, side: str, sway: Sway | None = None) -> None:
        self.table, self.side, self.sway = table, side, sway
        self._net: SupplyNet | None = None

    def __call__(self, hex: str) -> bool:
        if self._net is None:
            self._net = net_of(self.table, self.side, self.sway)
        return self._net.supplies(hex)


def in_friendly_supply(table: EnemyAction, side: str, hex: str) -> bool:
    """10.0 Whether a hex where a unit stands is in its side's supply now; in the first days all Germans are (10.12)."""
    if side == "german" and table.day < date("german supply"):
        return True
    return net_of(table, side).supplies(hex)


def traces(table: EnemyAction, unit: Regiment, net: SupplyNet | None = None) -> bool:
    """10.0 Whether a unit can trace supply at this moment."""
    if unit.side == "german" and table.day < date("german supply") and unit.id != HEYDTE:
        return True
    return (net or net_of(table, unit.side)).supplies(unit.hex)


# 4.III The supply phase, steps 2 and 3


def supply_check(table: EnemyAction, umpire: Umpire) -> None:
    """10.1, 10.2 Both sides, by the zones of last night; who was isolated before and still is may surrender (10.24)."""
    nets = {side: net_of(table, side) for side in ("allied", "german")}
    lost = [hex for hex in sorted(table.roadblocks) if not nets["allied"].supplies(hex)]
    was_isolated = [unit for side in nets for unit in on_map(table, side) if unit.isolated]
    found = {
        side: tuple((unit.id, state) for unit in on_map(table, side) if (state := next_state(table, unit, net)))
        for side, net in nets.items()
    }
    for side, states in found.items():
        umpire.do("10.2", SupplyChecked(side, states))
    for unit in was_isolated:
        if unit.isolated:
            surrender(umpire.within(unit.id), unit)
    for hex in lost:
        umpire.do("7.9", RoadblockGone(hex))


def next_state(table: EnemyAction, unit: Regiment, net: SupplyNet) -> str:
    """10.2 Each morning without a line one state further; empty if it is supplied."""
    if traces(table, unit, net):
        return ""
    return SUPPLY_STATES[min(SUPPLY_STATES.index(unit.supply) + 1, len(SUPPLY_STATES) - 1)]


def surrender(umpire: Umpire, unit: Regiment) -> None:
    """10.24"""
    face = umpire.roll("10.24", "surrender", 10)
    gone = face <= the_charts().surrender[unit.data.quality[min(unit.worn, len(unit.data.quality) - 1)]]
    umpire.do("10.24", SurrenderRolled(unit.id, face, int(gone)))


# 10.3 Resupply by air


def cannot_resupply(table: EnemyAction, hex: str) -> Cannot | None:
    """10.3"""
    there = [unit for unit in units_in(table, hex) if unit.side == "allied"] if hex else []
    if not there or all(unit.supplied for unit in there):
        return "10.3", f"no Allied unit without supply stands in {hex or 'no hex'}", "say hex: HEX"
    return None


def resupply(table: EnemyAction, umpire: Umpire, hex: str) -> None:
    """10.3 The whole stack, at once."""
    umpire.do("10.3", AirResupplied(tuple(unit.id for unit in units_in(table, hex))))


def supply_words(unit: Regiment) -> str:
    return {"supplied": "", "low": "low supply", "out": "out of supply", "isolated": "isolated"}[unit.supply]
