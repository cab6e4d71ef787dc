"""What lies on the table.  Nothing in this game is hidden but the air missions, which lie sealed with the referee."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import lru_cache

from pbem.ruleset import frozen, record
from pbem_rules.bulge.board import (
    DATA,
    FOE,
    SIDES,
    WEST_WALL,
    around,
    bridge_watch,
    in_chart,
    the_counters,
    the_map,
    the_tables,
)


@record
class Unit:
    id: str
    side: str
    kind: str
    cf: int
    nation: str = ""
    hex: str = ""
    """Empty: not on the map."""
    turn: int = 0
    """2.3.1 The arrival code: from this game-turn on, by that edge."""
    edge: str = ""
    entered: str = ""
    """13.0 The hex by which it came."""
    drops: bool = False
    lost: bool = False
    exited: str = ""
    """3.1 The exit hex by which it left the map."""
    left: int = 0
    """The game-turn in which it left."""
    counted: bool = False
    """3.1 Its exit has been awarded: the back of the counter shows."""

    @property
    def mechanized(self) -> bool:
        """2.3.1"""
        return self.kind in the_counters().mechanized.kinds

    @property
    def waiting(self) -> bool:
        """13.0 Not yet on the map."""
        return not (self.hex or self.lost or self.exited)


@record
class Bulge:
    scenario: str
    options: dict[str, str]
    units: dict[str, Unit]
    turn: int = 1
    side: str = "german"
    """5.0 The phasing player."""
    phase: str = "weather"
    weather: str = ""
    support: dict[str, int] = field(default_factory=dict)
    """7.3 Ground support missions left, by side."""
    interdictions: dict[str, int] = field(default_factory=dict)
    """7.2 Interdiction missions to be placed, by side."""
    resupplies: int = 0
    """7.4 Allied resupply missions to be placed."""
    markers: dict[str, list[str]] = field(default_factory=dict)
    """7.2 The hexes that each side has interdicted."""
    resupplied: list[str] = field(default_factory=list)
    """7.4 Units with a resupply marker."""
    mechanized: list[str] = field(default_factory=list)
    """10.2 Allied infantry with a mechanized marker."""
    held_back: list[str] = field(default_factory=list)
    """13.0 Reinforcements that their owner keeps off the map in this phase."""
    allowances: dict[str, int] = field(default_factory=dict)
    """14.1 What units out of supply may spend in this phase."""
    moved: list[str] = field(default_factory=list)
    fought: list[str] = field(default_factory=list)
    """12.0 Units that have attacked in this phase."""
    attacked: list[str] = field(default_factory=list)
    """12.0 Units that were attacked in this phase."""
    bound: list[str] = field(default_factory=list)
    """12.0 Units that stood next to an enemy when the phase began."""
    gave: dict[str, str] = field(default_factory=dict)
    """What each attack of this player-turn gave, by target."""
    british_free: bool = False
    """13.0 A German unit has come within two hexes of a British one."""
    vp: int = 0
    winner: str = ""
    won_by: str = ""

    @property
    def foe(self) -> str:
        return FOE[self.side]


def units_of(table: Bulge, side: str) -> list[Unit]:
    """A side's units on the map, in the order of their ids."""
    return [unit for _, unit in sorted(table.units.items()) if unit.side == side and unit.hex]


def unit_in(table: Bulge, hex: str) -> Unit | None:
    """8.0 There is never more than one."""
    return next((unit for unit in table.units.values() if unit.hex == hex), None)


def holder(table: Bulge, hex: str) -> str | None:
    unit = unit_in(table, hex)
    return unit.side if unit else None


def total(units: Iterable[Unit]) -> int:
    """Combat factors together."""
    return sum(unit.cf for unit in units)


# 9.0, 11.0, 7.2 Who holds what, worked out once for many questions


@frozen
class Lay:
    """Who stands where, whose zones lie where, which bridges are closed, which roads are cut."""

    held: dict[str, str]
    zones: dict[str, frozenset[str]]
    closed: frozenset[str]
    """11.0 Bridges that are no road for the German side."""
    cut: dict[str, frozenset[str]]
    """7.2 Hexes whose roads are negated for a side."""

    def enemy_in(self, hex: str, side: str) -> bool:
        return self.held.get(hex) == FOE[side]

    def in_ezoc(self, hex: str, side: str) -> bool:
        return hex in self.zones[FOE[side]]

    def free(self, hex: str, side: str) -> bool:
        """9.1, 14.0 No enemy in it, and no EZOC but where a friend stands."""
        holder = self.held.get(hex)
        return holder == side or (holder is None and hex not in self.zones[FOE[side]])


def lay_of(table: Bulge, without: str = "") -> Lay:
    """9.0 Every unit has a ZOC in its own and the six adjacent hexes.  One unit may be left out."""
    held = {unit.hex: unit.side for unit in table.units.values() if unit.hex and unit.id != without}
    zones: dict[str, list[str]] = {side: [] for side in SIDES}
    for hex, side in held.items():
        zones[side].append(hex)
        zones[side].extend(around(hex))
    watching = frozenset(hex for hex, side in held.items() if side == "allied")
    return Lay(
        held,
        {side: frozenset(hexes) for side, hexes in zones.items()},
        closed_bridges(watching, table.options["bridges"]),
        {side: frozenset(table.markers[FOE[side]]) for side in SIDES},
    )


@DATA.renews
@lru_cache(maxsize=64)
def closed_bridges(allied: frozenset[str], reading: str) -> frozenset[str]:
    """11.0 The bridges within three hexes of an Allied unit.  R-18: one of their hexes, or both."""
    which = 1 if reading == "both hexes" else 0
    return frozenset(side for side, watch in bridge_watch().items() if not watch[which].isdisjoint(allied))


def next_to(table: Bulge, unit: Unit) -> list[Unit]:
    """The enemies beside a unit, in the order of their hexes."""
    near = set(around(unit.hex))
    found = [other for other in table.units.values() if other.side != unit.side and other.hex in near]
    return sorted(found, key=by_hex)


def by_hex(unit: Unit) -> str:
    return unit.hex


def in_contact(table: Bulge, side: str) -> list[Unit]:
    """12.0 A side's units that stand next to an enemy, in the order of their hexes."""
    lay = lay_of(table)
    return sorted((unit for unit in units_of(table, side) if lay.in_ezoc(unit.hex, side)), key=by_hex)


def due_units(table: Bulge, side: str) -> list[Unit]:
    """13.0 The reinforcements that may come now."""
    units = [unit for _, unit in sorted(table.units.items())]
    return [u for u in units if u.side == side and u.waiting and not u.drops and u.turn <= table.turn]


def closed_exits(table: Bulge) -> frozenset[str]:
    """13.0, 2.3.1 Hexes by which a German unit has left the map: no Allied entry, no Allied source of supply."""
    return frozenset(unit.exited for unit in table.units.values() if unit.exited)


def base_defence(unit: Unit) -> tuple[tuple[str, int], ...]:
    """12.1 What the terrain of its hex adds to a defender: the terrain once, a town, the West Wall (R-12)."""
    adds, terrain = the_tables().defence, the_map().terrain_of(unit.hex)
    found = [(terrain, adds[terrain])]
    for word in in_chart(unit.hex, adds):
        if word != WEST_WALL or unit.side == "german":
            found.append(("West Wall" if word == WEST_WALL else word, adds[word]))
    return tuple((name, value) for name, value in found if value)
