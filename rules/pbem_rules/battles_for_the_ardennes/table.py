"""What lies on the table, and what the sides keep to themselves."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from pbem.ruleset import record
from pbem_rules.battles_for_the_ardennes.board import (
    FOE,
    ArdennesScenario,
    CounterForm,
    Face,
    face,
    limit,
    sector,
    the_counters,
    the_scenario,
)
from pbem_rules.battles_for_the_ardennes.sector import Between, Sector

BATTERY, MOVING = "battery", "moving"


@record
class BattleUnit:
    id: str
    side: str
    front: str
    back: str = ""
    """What is printed on its sides; an empty back: one step only."""
    hex: str = ""
    """Empty: not on the map."""
    due: int = 0
    """The game-turn of its arrival; 0: it began on the map, or never comes."""
    edge: str = ""
    entry: str = ""
    on_release: bool = False
    reduced: bool = False
    lost: bool = False
    left: str = ""
    """The edge by which it has left the map."""
    mode: str = ""
    """battery or moving for artillery; march for others in march mode."""
    changing: str = ""
    """The mode that artillery takes at the end of this player-turn."""
    supplied: bool = True
    dry: bool = False
    """11.7 A shortage has struck its formation."""
    disrupted: bool = False
    """Struck from the air: as out of supply, but it keeps its zone."""
    fatigued: int = 0
    """The game-turn at the end of whose own player-turn the fatigue of a forced march ends."""
    dry_guns: int = 0
    """16.66, 16.76 The game-turn in which it ran out of ammunition; 0: it has some."""
    burnt: bool = False
    """16.78 Burnt tubes."""

    @property
    def data(self) -> CounterForm:
        return the_counters()[self.id]

    @property
    def face(self) -> Face:
        """The side of the counter that is up."""
        return face(self.back if self.reduced else self.front)

    @property
    def guns(self) -> bool:
        return self.data.type == "art"

    @property
    def engineers(self) -> bool:
        return self.data.type == "eng"

    @property
    def mechanized(self) -> bool:
        return self.data.mechanized

    @property
    def march(self) -> bool:
        return self.mode == "march"

    @property
    def in_battery(self) -> bool:
        return self.guns and self.mode == BATTERY and not self.changing

    @property
    def out_of_supply(self) -> bool:
        """11.4 Its effects, whatever they come from."""
        return not self.supplied or self.disrupted

    @property
    def two_steps(self) -> bool:
        return bool(self.back) and not self.reduced

    @property
    def worth(self) -> int:
        """Its strength points where losses or exits count; artillery counts its barrage."""
        return self.face.barrage if self.guns else self.face.strength

    @property
    def allowance(self) -> int:
        """11.4 Halved, rounded up."""
        full = self.face.allowance
        return (full + 1) // 2 if self.out_of_supply or self.fatigued else full


@record
class BridgeWork:
    """12.0 A bridge that engineers build: who, since when, and how many building phases are done."""

    engineers: list[str]
    since: int


@record
class PetrolDump:
    """16.52 A dump that has been captured."""

    site: str
    hex: str
    points: int
    german: bool = True
    mode: str = "dump"
    """16.57 dump or moving."""
    changing: str = ""

    @property
    def id(self) -> str:
        return f"dump {self.site}"


@record
class BattlesTable:
    scenario: str
    options: dict[str, str]
    units: dict[str, BattleUnit]
    turn: int = 1
    side: str = ""
    """The phasing player; empty: neither."""
    phase: str = "secrets"
    towns: dict[str, str] = field(default_factory=dict)
    """Who was in each hex of a town last."""
    blown: list[str] = field(default_factory=list)
    built: list[str] = field(default_factory=list)
    """Bridges built where there was none."""
    works: dict[str, BridgeWork] = field(default_factory=dict)
    positions: dict[str, str] = field(default_factory=dict)
    """13.0 Improved positions, and whose they are."""
    air: int = 0
    """14.0 Points that the phasing player has left."""
    british_called: int = 0
    """The game-turn in which the British were released."""
    exited: dict[str, int] = field(default_factory=dict)
    """Strength points of supplied mechanized Germans that left by each edge, as `west`, or `west 3-17`."""
    farthest: int = 0
    """17.0 The most strength points that were beyond the Meuse or off the map when a game-turn ended."""
    losses: dict[str, int] = field(default_factory=dict)
    """Strength points that each side has lost."""
    tank_losses: int = 0
    """Strength points of mechanized Germans lost."""
    discovered: dict[str, int] = field(default_factory=dict)
    """16.41 Target hexes that were discovered and not cleared, with the game-turn."""
    halted: dict[str, list[str]] = field(default_factory=dict)
    """16.44 The units that each of them stopped on that game-turn."""
    struck: list[str] = field(default_factory=list)
    """16.46 Secondary targets that failed."""
    cleared: list[str] = field(default_factory=list)
    """16.43 Targets that were cleared."""
    dumps: dict[str, PetrolDump] = field(default_factory=dict)
    """16.52 Captured dumps, by their sites."""
    petrol_found: int = 0
    """16.52 All the points that have ever been captured from the American's list."""
    searched: list[str] = field(default_factory=list)
    """16.52 Sites of the chart that a German has entered."""
    moved: list[str] = field(default_factory=list)
    """Units that have moved in this player-turn, or had something else to do."""
    waits: list[str] = field(default_factory=list)
    """Reinforcements that stay off the map in this player-turn."""
    fought: list[str] = field(default_factory=list)
    """Units that attacked or barraged in this player-turn."""
    fought_before: list[str] = field(default_factory=list)
    """16.56 Allied units that attacked in the last Allied player-turn."""
    gave: dict[str, str] = field(default_factory=dict)
    """What each attack of this combat phase gave, by target."""
    fpf: list[str] = field(default_factory=list)
    """Batteries that have given protective fire in this combat phase."""
    shaken: list[str] = field(default_factory=list)
    """9.68 Units that were forced into a hex with friends in this combat phase."""
    attacked: list[str] = field(default_factory=list)
    """Units that have ever been attacked."""
    winner: str = ""
    ended_by: str = ""

    def __post_init__(self) -> None:
        """Hexes may be written by any of their numbers."""
        here = self.here
        for unit in self.units.values():
            if unit.hex and unit.hex not in here.neighbours:
                unit.hex = here.spelled(unit.hex) or unit.hex

    @property
    def here(self) -> Sector:
        return sector(the_scenario(self.scenario).maps)

    @property
    def form(self) -> ArdennesScenario:
        return the_scenario(self.scenario)

    @property
    def foe(self) -> str:
        return FOE[self.side]

    def plays(self, option: str) -> bool:
        return self.options.get(option, "no") != "no"

    @property
    def bad_ground(self) -> bool:
        """5.45 The costs in brackets."""
        if self.form.year != 1944:
            return False
        again = self.options.get("mud") == "again from GT26" and self.turn >= limit("bad ground again from")
        return again or self.turn <= limit("bad ground until")

    @property
    def petrol(self) -> int:
        """16.52 The points in German hands."""
        return sum(dump.points for dump in self.dumps.values() if dump.german)


@record
class Undisclosed:
    """16.41 The German's target hexes and which kind they are, his plan; 16.51 the American's dumps."""

    targets: dict[str, str] = field(default_factory=dict)
    dumps: dict[str, int] = field(default_factory=dict)
    plan: str = ""


def units_of(table: BattlesTable, side: str) -> list[BattleUnit]:
    """A side's units on the map, in the order of their ids."""
    return [unit for _, unit in sorted(table.units.items()) if unit.side == side and unit.hex]


def units_in(table: BattlesTable, hex: str) -> list[BattleUnit]:
    return [unit for _, unit in sorted(table.units.items()) if unit.hex == hex]


def holder(table: BattlesTable, hex: str) -> str:
    """The side that stands in a hex, or nothing."""
    return next((unit.side for unit in table.units.values() if unit.hex == hex), "")


def bridged(table: BattlesTable, way: Between) -> bool:
    """12.0 Whether a whole bridge leads over this hexside."""
    return (way.bridge and way.side not in table.blown) or way.side in table.built


def open_road(table: BattlesTable, way: Between) -> bool:
    """Whether the road runs on over this hexside."""
    return way.road and (not way.water or bridged(table, way))


def barrier(table: BattlesTable, way: Between) -> bool:
    """1.7 A river without a bridge: no zone of control and no retreat over it."""
    return way.water in ("river", "major") and not bridged(table, way)


def has_position(table: BattlesTable, hex: str, side: str) -> bool:
    return table.positions.get(hex) == side


def clear(table: BattlesTable, keep: Collection[str]) -> None:
    """For written cases: these units alone are in the game."""
    for unit in table.units.values():
        if unit.id not in keep:
            unit.hex, unit.due, unit.lost = "", 0, True
    table.positions.clear()
