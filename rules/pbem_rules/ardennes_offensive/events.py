"""What can happen.  `apply` is bookkeeping; whether it may happen is the steps' business."""

from __future__ import annotations

from typing import Literal

from pbem.ruleset import OnlyTold, event, events_in
from pbem_rules.ardennes_offensive.table import Ardennes

# 4. The sequence, 17. the set-up


@event
class PhaseBegan:
    """A phase of the present player-turn."""

    phase: str

    def apply(self, table: Ardennes) -> None:
        table.phase = self.phase
        table.moved, table.awake, table.spent = [], [], {}
        if self.phase != "movement":  # 14.2, R-40 what came with the reinforcement phase moves on in this one
            table.staged = {}


@event
class PlayerTurnBegan:
    turn: int
    side: str

    def apply(self, table: Ardennes) -> None:
        table.turn, table.side, table.phase = self.turn, self.side, "begin"
        table.interdicted, table.fought, table.attacked = [], [], []
        table.gave, table.staged = {}, {}
        table.moved, table.awake, table.spent = [], [], {}
        for unit in table.units.values():
            unit.supply = "supplied"


@event
class SetUpBegan:
    side: str

    def apply(self, table: Ardennes) -> None:
        table.side = self.side


@event
class Deployed:
    """17.0 Where all the units of a group stand."""

    places: tuple[tuple[str, str], ...]

    def apply(self, table: Ardennes) -> None:
        for unit, hex in self.places:
            table.units[unit].hex = hex


# 5. and 6. Movement


@event(says="back in play: {units}")
class Woke:
    """5.3M Dormant units that may move again."""

    units: tuple[str, ...]

    def apply(self, table: Ardennes) -> None:
        table.awake = list(self.units)


@event
class Moved:
    """A unit's way in one mode, and what it has spent by then."""

    unit: str
    path: tuple[str, ...]
    spent: int
    by: Literal["march", "road"]

    def apply(self, table: Ardennes) -> None:
        unit = table.units[self.unit]
        if unit.entry:
            table.staged[unit.entry] = table.staged.get(unit.entry, 0) + 1
        unit.entry, unit.hex = "", self.path[-1]
        if self.unit not in table.moved:
            table.moved.append(self.unit)


@event
class ModeChanged:
    unit: str
    road: bool
    spent: int

    def apply(self, table: Ardennes) -> None:
        unit = table.units[self.unit]
        unit.road, unit.must_leave = self.road, False
        if self.unit not in table.moved:
            table.moved.append(self.unit)


@event(says="{unit} leaves road mode, it has fought in it")
class HadToLeave:
    """6.7L A unit that fought in road mode leaves it before anything else moves."""

    unit: str
    spent: int

    def apply(self, table: Ardennes) -> None:
        unit = table.units[self.unit]
        unit.road, unit.must_leave = False, False
        table.spent[self.unit] = self.spent


# 9. and 10. Combat


@event
class Waived(OnlyTold):
    """11.0 Units that give up their immunity before the die."""

    hex: str
    units: tuple[str, ...]


@event(counts="{targets: and }: {result}")
class Fought:
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    column: str
    """The odds fought at: lower than the odds if the attacker wished it (9.4L)."""
    table: Literal["initial", "standard"]
    face: int
    result: str
    workings: tuple[str, ...] = ()
    """How the strengths came about, hex by hex."""

    def apply(self, table: Ardennes) -> None:
        for hex in self.targets:
            table.gave[hex] = self.result
        table.fought.extend(self.attackers)
        table.attacked.extend(name for name in self.defenders if name not in table.attacked)
        for name in (*self.attackers, *self.defenders):
            unit = table.units[name]
            unit.must_leave = unit.must_leave or unit.road


@event
class StoodFast(OnlyTold):
    """11.0 A result without effect on units in a town or in the West Wall."""

    hex: str
    units: tuple[str, ...]


@event(counts="{unit} is lost")
class Eliminated:
    unit: str
    why: str

    def apply(self, table: Ardennes) -> None:
        unit = table.units[self.unit]
        table.losses[unit.side] = table.losses.get(unit.side, 0) + 1
        unit.hex, unit.entry, unit.lost = "", "", True
        unit.road, unit.must_leave = False, False


@event
class Retreated:
    unit: str
    path: tuple[str, ...]

    def apply(self, table: Ardennes) -> None:
        table.units[self.unit].hex = self.path[-1]


@event(counts="{unit} advances to {hex}")
class AdvancedInto:
    unit: str
    hex: str

    def apply(self, table: Ardennes) -> None:
        table.units[self.unit].hex = self.hex


@event
class TableRolled:
    """10.3 The die that may switch the German to the standard table."""

    face: int
    switched: bool

    def apply(self, table: Ardennes) -> None:
        table.standard_table = self.switched


# 12. and 13. Supply and bridges


@event(says="bridges interdicted: {interdicted|none: }")
class BridgesJudged:
    interdicted: tuple[str, ...]

    def apply(self, table: Ardennes) -> None:
        table.interdicted = list(self.interdicted)


@event
class SupplyJudged:
    unsupplied: tuple[str, ...]
    isolated: tuple[str, ...]

    def apply(self, table: Ardennes) -> None:
        for name in self.unsupplied:
            table.units[name].supply = "unsupplied"
        for name in self.isolated:
            table.units[name].supply = "isolated"


# 14. and 15. Reinforcements


@event
class Arrived:
    """14.1 At its hex on the edge; waiting there, or on the map at once."""

    unit: str
    at: str
    waits: bool

    def apply(self, table: Ardennes) -> None:
        unit = table.units[self.unit]
        unit.due, unit.delayed, unit.road = 0, 0, True
        if self.waits:
            unit.entry = self.at
        else:
            unit.hex, unit.entry = self.at, ""
            table.staged[self.at] = table.staged.get(self.at, 0) + 1


@event(says="{units} cannot come: {section} is in German hands")
class Delayed:
    """14.1 Its section of the edge is in German hands."""

    units: tuple[str, ...]
    section: str

    def apply(self, table: Ardennes) -> None:
        for name in self.units:
            unit = table.units[name]
            unit.due, unit.entry = table.turn + 1, ""
            unit.delayed += 1


@event(says="{units} will come by {section}")
class Displaced:
    """14.1 They come by another section."""

    units: tuple[str, ...]
    section: str

    def apply(self, table: Ardennes) -> None:
        for name in self.units:
            table.units[name].section = self.section


@event
class Dropped:
    """15.0"""

    unit: str
    hex: str
    face: int
    survived: bool

    def apply(self, table: Ardennes) -> None:
        unit = table.units[self.unit]
        unit.due = 0
        if self.survived:
            unit.hex = self.hex


# 16. Victory


@event
class Counted:
    """16E The count at the end of a game-turn."""

    exits: tuple[str, ...]
    points: int
    german: int
    allied: int
    meuse_open: bool

    def apply(self, table: Ardennes) -> None:
        table.exits, table.exit_points = list(self.exits), self.points
        table.meuse_open = self.meuse_open


@event(says="{words}")
class Won:
    """How the game ended; nobody: a draw."""

    side: str
    case: str
    words: str

    def apply(self, table: Ardennes) -> None:
        table.winner, table.ended_by = self.side, f"{self.case} {self.words}"
        table.phase = "over"


ALL = events_in(__name__)
