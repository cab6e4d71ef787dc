"""What can happen.  `apply` is bookkeeping; whether it may happen is the steps' business."""

from __future__ import annotations

from pbem.ruleset import event, events_in
from pbem_rules.bulge.board import SIDES
from pbem_rules.bulge.table import Bulge

# 5. The sequence


@event
class PhaseBegan:
    """A phase of a player-turn; what was noted for the phase before is wiped out."""

    phase: str
    bound: tuple[str, ...] = ()
    """12.0 Who stands next to an enemy, and must attack."""

    def apply(self, table: Bulge) -> None:
        table.phase = self.phase
        table.bound = list(self.bound)
        table.fought, table.attacked, table.moved = [], [], []
        table.allowances, table.mechanized, table.held_back = {}, [], []


@event
class PlayerTurnBegan:
    side: str

    def apply(self, table: Bulge) -> None:
        table.side, table.gave = self.side, {}


@event
class GameTurnBegan:
    turn: int

    def apply(self, table: Bulge) -> None:
        """5.0 Air interdiction markers come off the map."""
        table.turn, table.side, table.phase, table.weather, table.gave = self.turn, "german", "weather", "", {}
        table.markers = {side: [] for side in SIDES}
        table.support, table.interdictions, table.resupplies = {}, {}, 0


# 6. Weather


@event
class WeatherSet:
    weather: str
    face: int
    """0: nobody rolled."""
    modifier: int

    def apply(self, table: Bulge) -> None:
        table.weather = self.weather


# 7. Air


@event
class MissionsRevealed:
    side: str
    points: int
    missions: tuple[str, ...]

    def apply(self, table: Bulge) -> None:
        table.support[self.side] = self.missions.count("support")
        table.interdictions[self.side] = self.missions.count("interdict")
        if self.side == "allied":
            table.resupplies = self.missions.count("resupply")


@event(says="patrols cancel {count} ground support of the {side:name} side")
class SupportCancelled:
    """7.1 By the other side's combat air patrols."""

    side: str
    count: int

    def apply(self, table: Bulge) -> None:
        table.support[self.side] -= self.count


@event(says="the {side:name} side interdicts {hex:place}")
class Interdicted:
    side: str
    hex: str

    def apply(self, table: Bulge) -> None:
        table.interdictions[self.side] -= 1
        table.markers[self.side] = sorted([*table.markers[self.side], self.hex])


@event
class SupportFlown:
    side: str
    target: str
    count: int

    def apply(self, table: Bulge) -> None:
        table.support[self.side] -= self.count


@event(says="{unit} is resupplied from the air")
class Resupplied:
    unit: str

    def apply(self, table: Bulge) -> None:
        table.resupplies -= 1
        table.resupplied = sorted([*table.resupplied, self.unit])


@event
class ResupplyUsed:
    units: tuple[str, ...]

    def apply(self, table: Bulge) -> None:
        table.resupplied = [unit for unit in table.resupplied if unit not in self.units]


# 10. Movement


@event(says="held back: {units}")
class HeldBack:
    """13.0 Reinforcements that are due and do not come in this phase."""

    units: tuple[str, ...]

    def apply(self, table: Bulge) -> None:
        table.held_back = sorted({*table.held_back, *self.units})


@event(says="on lorries: {units}")
class Mechanized:
    """10.2 Allied infantry is given markers."""

    units: tuple[str, ...]

    def apply(self, table: Bulge) -> None:
        table.mechanized = sorted([*table.mechanized, *self.units])


@event(counts="{unit} may spend {points}")
class OutOfSupply:
    """14.1 What a unit out of supply may spend."""

    unit: str
    face: int
    points: int

    def apply(self, table: Bulge) -> None:
        table.allowances[self.unit] = self.points


@event
class Moved:
    unit: str
    path: tuple[str, ...]
    """The hexes entered, in turn."""
    fifths: int
    """What it cost, in fifths of a point."""

    def apply(self, table: Bulge) -> None:
        unit = table.units[self.unit]
        unit.hex = self.path[-1]
        table.moved.append(self.unit)


@event
class Entered:
    """13.0 A reinforcement comes; the first hex of its path is where it enters."""

    unit: str
    path: tuple[str, ...]
    fifths: int

    def apply(self, table: Bulge) -> None:
        unit = table.units[self.unit]
        unit.hex, unit.entered = self.path[-1], self.path[0]
        table.moved.append(self.unit)


@event
class Exited:
    """3.1 A German unit leaves the map by its last hex."""

    unit: str
    path: tuple[str, ...]
    fifths: int
    hex: str

    def apply(self, table: Bulge) -> None:
        unit = table.units[self.unit]
        unit.hex, unit.exited, unit.left = "", self.hex, table.turn
        table.moved.append(self.unit)


@event(says="{german} and {british} are within two hexes: the British are free")
class BritishReleased:
    """13.0"""

    german: str
    british: str

    def apply(self, table: Bulge) -> None:
        table.british_free = True


# 12. Combat


@event(counts="{target}: {result} ({result:outcome})")
class Fought:
    target: str
    attackers: tuple[str, ...]
    defender: str
    attack: int
    factor: int
    """The defender's printed combat factor."""
    terrain: tuple[tuple[str, int], ...]
    """What the ground adds to it."""
    differential: int
    crt: str
    shifts: tuple[tuple[str, int], ...]
    mist: int
    """6.1 The die for mist; 0: nobody rolled."""
    column: str
    """After the shifts."""
    fought_at: str
    """The column that was used, which the attacker may have lowered."""
    face: int
    result: str

    def apply(self, table: Bulge) -> None:
        table.gave[self.target] = self.result
        table.fought.extend(self.attackers)
        table.attacked.append(self.defender)


@event(says="{unit} is lost, points {points:+d}", counts="{unit} is lost")
class Eliminated:
    """3.1 A unit is lost, and its factors count at once."""

    unit: str
    points: int
    """What the German total gains or loses."""

    def apply(self, table: Bulge) -> None:
        unit = table.units[self.unit]
        unit.hex, unit.lost = "", True
        table.resupplied = [name for name in table.resupplied if name != self.unit]
        table.vp += self.points


@event(says="{unit} retreats to {to:place}")
class Retreated:
    unit: str
    to: str

    def apply(self, table: Bulge) -> None:
        table.units[self.unit].hex = self.to


@event(says="{unit} advances to {to:place}", counts="{unit} advances to {to}")
class Advanced:
    unit: str
    to: str

    def apply(self, table: Bulge) -> None:
        table.units[self.unit].hex = self.to


# 15. The airdrop


@event
class Dropped:
    """15.0 The die for survival, the die for the place, the die for the scatter; 0: not rolled."""

    unit: str
    aimed: str
    survival: int
    accuracy: int = 0
    scatter: int = 0
    landed: str = ""
    """Empty: eliminated."""

    def apply(self, table: Bulge) -> None:
        unit = table.units[self.unit]
        unit.hex, unit.drops = self.landed, False
        table.moved.append(self.unit)


# 3. Victory


@event(says="{points:+d}: {units} left by {hex:place}, factor {factor}")
class ExitsCounted:
    """3.1 Units that left by this hex are awarded."""

    hex: str
    units: tuple[str, ...]
    factor: int
    points: int

    def apply(self, table: Bulge) -> None:
        table.vp += self.points
        for unit in self.units:
            table.units[unit].counted = True


@event(says="{points:back}: {hex:place} is out of supply, {units} count no more")
class ExitsReversed:
    """3.1 The exit hex is out of supply: the award is taken back."""

    hex: str
    units: tuple[str, ...]
    factor: int
    points: int

    def apply(self, table: Bulge) -> None:
        table.vp -= self.points
        for unit in self.units:
            table.units[unit].counted = False


@event(says="German {vp:points}: {german} win, {allied} or fewer lose")
class VictoryJudged:
    """3.0 The total against the numbers on the turn track."""

    vp: int
    german: int
    allied: int
    winner: str
    """Empty: the game goes on, or it is a draw."""
    words: str = ""

    def apply(self, table: Bulge) -> None:
        table.winner, table.won_by = self.winner, self.words


ALL = events_in(__name__)
