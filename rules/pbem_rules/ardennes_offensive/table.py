"""What lies on the table.  Nothing in this game is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from operator import attrgetter

from pbem.ruleset import record
from pbem_rules.ardennes_offensive.board import FOE, UnitData, the_map, the_units

ID = attrgetter("id")


@record
class Unit:
    id: str
    side: str
    hex: str = ""
    """Where it stands; empty: not on the map."""
    entry: str = ""
    """14.1 It has arrived and waits off the map at this hex."""
    due: int = 0
    """14.1 The game-turn of its arrival; 0: it is in play from the start, or never."""
    section: str = ""
    """14.1 Where it arrives: a section of the edge, E for the east, drop for the paradrop."""
    delayed: int = 0
    restricted: bool = False
    """14.3 It may not cross the Meuse until the German has 25 points."""
    road: bool = False
    """6.0 In road mode."""
    must_leave: bool = False
    """6.7L It has fought in road mode."""
    supply: str = "supplied"
    """12.3 supplied, unsupplied or isolated, as judged for its own player-turn."""
    lost: bool = False

    @property
    def data(self) -> UnitData:
        return the_units().units[self.id]

    @property
    def strength(self) -> int:
        """The printed strength."""
        return self.data.strength

    @property
    def mechanized(self) -> bool:
        return self.id in the_units().mechanized

    @property
    def division(self) -> bool:
        """8.2C A German infantry division."""
        return self.id in the_units().divisions

    @property
    def in_play(self) -> bool:
        """On the live map: neither waiting nor dormant (5.3M)."""
        return self.hex in the_map().live


@record
class Ardennes:
    scenario: str
    options: dict[str, str]
    units: dict[str, Unit]
    turn: int = 1
    side: str = "allied"
    """The phasing player."""
    phase: str = "set-up"
    standard_table: bool = False
    """10.3 The German has switched to the standard table."""
    interdicted: list[str] = field(default_factory=list)
    """13.1 Bridges that the phasing player cannot use in his player-turn."""
    awake: list[str] = field(default_factory=list)
    """5.3M Dormant units that may move in this phase."""
    spent: dict[str, int] = field(default_factory=dict)
    """6.7L Movement points that units had to pay before this phase's moves."""
    staged: dict[str, int] = field(default_factory=dict)
    """14.2 How many units have come on by each entry hex in this phase."""
    moved: list[str] = field(default_factory=list)
    """5.0 The units that have moved in this phase."""
    fought: list[str] = field(default_factory=list)
    """5.2K, 9.1C Units that attacked in this player-turn."""
    attacked: list[str] = field(default_factory=list)
    """9.1C Units that were attacked in this player-turn."""
    gave: dict[str, str] = field(default_factory=dict)
    """What each attack of this player-turn gave, by target hex."""
    losses: dict[str, int] = field(default_factory=dict)
    """16A Units lost by each side."""
    exits: list[str] = field(default_factory=list)
    """16C Exit hexes the German held at the end of the last game-turn."""
    exit_points: int = 0
    meuse_open: bool = False
    """14.3 The German has had 25 points at the end of a game-turn."""
    winner: str = ""
    ended_by: str = ""

    @property
    def foe(self) -> str:
        return FOE[self.side]

    @property
    def german_points(self) -> int:
        return self.losses.get("allied", 0) + self.exit_points

    @property
    def allied_points(self) -> int:
        return self.losses.get("german", 0)


def units_of(table: Ardennes, side: str) -> list[Unit]:
    """A side's units in play, in the order of their ids."""
    live = the_map().live
    return in_order(unit for unit in table.units.values() if unit.side == side and unit.hex in live)


def units_in(table: Ardennes, hex: str) -> list[Unit]:
    return in_order(unit for unit in table.units.values() if unit.hex == hex)


def in_order(units: Iterable[Unit]) -> list[Unit]:
    """By their ids."""
    return sorted(units, key=ID)
