"""What lies on the table, and what the sides keep to themselves."""

from __future__ import annotations

from dataclasses import field

from pbem.ruleset import frozen, record
from pbem_rules.ford.board import DATA, FOE, SIDES, the_map, the_units


@record
class Unit:
    id: str
    side: str
    kind: str
    hex: str = ""
    """Empty: not on the map."""
    arrives: int = 0
    reduced: bool = False
    lost: bool = False
    supplied: bool = True

    @property
    def strength(self) -> int:
        return self.strength_with(self.reduced)

    def strength_with(self, reduced: bool) -> int:
        """3.1, 6.2 Units out of supply count half."""
        kind = the_units().kinds[self.kind]
        printed = kind.reduced if reduced else kind.full
        return printed if self.supplied else printed // 2

    @property
    def step_worth(self) -> int:
        """6.72 The strength that the next lost step takes away."""
        return self.strength if self.reduced else self.strength - self.strength_with(True)

    @property
    def allowance(self) -> int:
        """5.1, 5.8"""
        full = the_units().kinds[self.kind].allowance
        return full if self.supplied else full // 2


@record
class Ford:
    scenario: str
    options: dict[str, str]
    turns: int
    units: dict[str, Unit]
    towns: dict[str, str]
    """Who was in each town last."""
    turn: int = 1
    stage: str = "plot"
    weather: str = "fair"
    cup: list[str] = field(default_factory=list)
    bridge_down: bool = False
    mine_spent: bool = False
    passed: list[str] = field(default_factory=list)
    """The crossings that Blue has marched over."""
    hands: dict[str, int] = field(default_factory=dict)
    discards: dict[str, list[str]] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    """5.7 The reinforcements that wait in this player's part."""
    marched: list[str] = field(default_factory=list)
    """5.1 The units that have marched in this player's part."""
    fought: list[str] = field(default_factory=list)
    """6.1 The units that have attacked or bombarded in this player's part."""
    gave: dict[str, str] = field(default_factory=dict)
    """What each attack of this player's part gave, by target."""
    winner: str = ""
    won_by: str = ""

    @property
    def side(self) -> str:
        """Whose part of the turn it is."""
        return self.stage

    @property
    def foe(self) -> str:
        return FOE[self.stage]


@record
class Secrets:
    hand: list[str] = field(default_factory=list)
    mine: str = ""
    objective: str = ""


@record
class HiddenPiles:
    """The face-down piles, which nobody sees."""

    piles: dict[str, list[str]] = field(default_factory=dict)


def units_of(table: Ford, side: str) -> list[Unit]:
    """A side's units on the map, in the order of their ids."""
    return [unit for _, unit in sorted(table.units.items()) if unit.side == side and unit.hex]


def units_in(table: Ford, hex: str) -> list[Unit]:
    return [unit for _, unit in sorted(table.units.items()) if unit.hex == hex]


def holder(table: Ford, hex: str) -> str | None:
    """The side that stands in a hex."""
    return next((unit.side for unit in table.units.values() if unit.hex == hex), None)


def passable(table: Ford, one: str, other: str) -> bool:
    """2.3 Not across the river, but at a whole crossing."""
    return other in ways_out(table.bridge_down)[one]


@DATA.cached
def ways_out(bridge_down: bool) -> dict[str, tuple[str, ...]]:
    """2.3 The neighbours of each hex that the river does not part from it, or that a whole crossing joins to it."""
    here = the_map()

    def open_to(one: str, other: str) -> bool:
        crossing = here.crossing_at(one, other)
        return not here.on_river(one, other) or (crossing is not None and not (crossing == "bridge" and bridge_down))

    return {hex: tuple(near for near in here.hexes.neighbours(hex) if open_to(hex, near)) for hex in here.hexes.all()}


@frozen(slots=False)
class Lay:
    """Who holds what, worked out once for many questions."""

    held: dict[str, str]
    control: dict[str, frozenset[str]]

    def free(self, hex: str, *, side: str) -> bool:
        """No enemy in it, and no enemy control but where a friend lifts it (7.2, 8.1)."""
        holder = self.held.get(hex)
        return holder == side or (holder is None and hex not in self.control[FOE[side]])


def lay_of(table: Ford) -> Lay:
    """3.3 Every unit controls the hexes around its own, if it could go there."""
    held = {unit.hex: unit.side for unit in table.units.values() if unit.hex}
    control: dict[str, set[str]] = {side: set() for side in SIDES}
    ways = ways_out(table.bridge_down)
    for hex, side in held.items():
        control[side].update(ways[hex])
    return Lay(held, {side: frozenset(hexes) for side, hexes in control.items()})


def full(table: Ford, hex: str, side: str, limit: int) -> bool:
    """3.2"""
    return sum(unit.hex == hex and unit.side == side for unit in table.units.values()) >= limit


def strength(units: list[Unit]) -> int:
    return sum(unit.strength for unit in units)
