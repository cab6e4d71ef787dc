"""What can happen.  `apply` is bookkeeping; whether it may happen is the steps' business."""

from __future__ import annotations

from pbem.ruleset import OnlyTold, event, events_in
from pbem_rules.wwii_commander.table import Commander

# 4. The sequence


@event
class DayBegan:
    """4.1 The time marker goes back, cubes and fuel shortage markers come off."""

    day: int

    def apply(self, table: Commander) -> None:
        table.day, table.stage, table.box, table.passed = self.day, "day", 0, False
        for unit in table.units.values():
            unit.spent, unit.fuelled = False, True
        clear_turn(table)


@event
class TurnCame:
    """4.10 Whose turn it is now, and where the time marker stands."""

    side: str
    box: int

    def apply(self, table: Commander) -> None:
        table.stage, table.side, table.box = "turn", self.side, self.box
        table.passed = table.passed and not table.activated
        clear_turn(table)


@event
class SurpriseTurnOver:
    number: int

    def apply(self, table: Commander) -> None:
        clear_turn(table)


@event
class Activated:
    """4.8 A space is selected: its fresh units are active, and bear a cube from now on."""

    space: str
    units: tuple[str, ...]

    def apply(self, table: Commander) -> None:
        spend(table, self.units)
        table.activated = self.space
        table.active.extend(self.units)


@event(says="{units: and } join in")
class Joined:
    """8.1 Units not yet activated take part in an attack where they stand."""

    space: str
    units: tuple[str, ...]

    def apply(self, table: Commander) -> None:
        spend(table, self.units)


@event(says="the turn is passed")
class Passed:
    side: str

    def apply(self, table: Commander) -> None:
        table.passed = True


@event(says="commando operation against {unit}")
class CommandoSent:
    """4.6"""

    unit: str

    def apply(self, table: Commander) -> None:
        spend(table, (self.unit,))
        table.commando_done = True


@event(says="{words}")
class NotUsed(OnlyTold):
    """What a sheet says and nothing came of.  Its owner alone is told."""

    words: str


# 6. and 7. Control and movement


@event(counts="{space} becomes {side:name}")
class ControlChanged:
    space: str
    side: str

    def apply(self, table: Commander) -> None:
        table.control[self.space] = self.side


@event
class Moved:
    """One space.  `crossed` names the river border where it counts against the limit of 7.7."""

    unit: str
    space: str
    river: bool = False
    crossed: str = ""

    def apply(self, table: Commander) -> None:
        table.units[self.unit].space = self.space
        if self.unit in table.over_river:
            table.over_river.remove(self.unit)
        if self.river:
            table.over_river.append(self.unit)
        if self.crossed:
            table.crossed.append(self.crossed)


@event(says="{unit} has come to the Meuse: the British may cross")
class MeuseReached:
    """7.9 A German unit has come to the Meuse; the British may cross from now on."""

    unit: str
    space: str

    def apply(self, table: Commander) -> None:
        table.meuse_reached = True


# 8. Combat


@event
class Fired(OnlyTold):
    """8.2, 8.3 One unit's dice.  `parts` says what its chance is made of: ((name, number), ...)."""

    unit: str
    space: str
    attacking: bool
    chance: int
    parts: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]
    hits: int


@event
class HitsCounted(OnlyTold):
    """8.6 The defender's hits, what the ground takes off, and the attacker's hits."""

    space: str
    defender: str
    on_defender: int
    reduced_by: int
    on_attacker: int


@event
class StrengthLost:
    """One strength point; the last one eliminates."""

    unit: str
    left: int

    def apply(self, table: Commander) -> None:
        weaken(table, self.unit, self.left)


@event(says="the {side:name} side gives way in {space}, one hit less")
class RetreatOrdered(OnlyTold):
    """8.9 All defenders give way, for one hit less."""

    side: str
    space: str


@event(says="{unit} retreats to {space}")
class Retreated:
    unit: str
    space: str

    def apply(self, table: Commander) -> None:
        table.units[self.unit].space = self.space
        spend(table, (self.unit,))


@event(says="{unit} breaks through to {space}")
class BrokeThrough:
    """R-61: it has attacked, and is not active in what is still to be fought this turn."""

    unit: str
    space: str

    def apply(self, table: Commander) -> None:
        table.units[self.unit].space = self.space
        if self.unit in table.active:
            table.active.remove(self.unit)


# 9. Supply and fuel


@event(says="{sides:names} supply: {without|nobody} out of supply")
class SupplyJudged:
    """9.1 The units of both sides that are out of supply this day."""

    sides: tuple[str, ...]
    without: tuple[str, ...]

    def apply(self, table: Commander) -> None:
        for unit in table.units.values():
            if unit.side in self.sides:
                unit.supplied = unit.id not in self.without


@event
class Wasted:
    """9.3 A strength point lost to attrition."""

    unit: str
    space: str
    left: int

    def apply(self, table: Commander) -> None:
        weaken(table, self.unit, self.left)


@event(says="marked as short of fuel: {units}")
class FuelShort:
    """9.4 The units that the Allied player marks."""

    units: tuple[str, ...]

    def apply(self, table: Commander) -> None:
        for name in self.units:
            table.units[name].fuelled = False


@event(says="fuel is found for {units|nobody}")
class FuelFound:
    """9.4 The units that the German player frees."""

    units: tuple[str, ...]

    def apply(self, table: Commander) -> None:
        for name in self.units:
            table.units[name].fuelled = True


# 10. and 11. Reinforcements and replacements


@event(says="{unit} enters at {space}")
class Entered:
    unit: str
    space: str

    def apply(self, table: Commander) -> None:
        unit = table.units[self.unit]
        unit.space, unit.delayed = self.space, False


@event(says="{unit} is delayed")
class Delayed:
    unit: str

    def apply(self, table: Commander) -> None:
        table.units[self.unit].delayed = True


@event(says="{unit} restored to {strength}")
class Restored:
    unit: str
    strength: int

    def apply(self, table: Commander) -> None:
        table.units[self.unit].strength = self.strength


# 12. Victory


@event(says="{unit} leaves the map at {space}")
class Exited:
    unit: str
    space: str
    strength: int

    def apply(self, table: Commander) -> None:
        leave(table, self.unit, "exited")


@event(says="German points {points:+d} for {why}")
class Scored:
    """12. German victory points gained or lost."""

    points: int
    why: str

    def apply(self, table: Commander) -> None:
        table.points += self.points


@event(says="{unit} stands beyond the Meuse in {space}, in supply")
class CrossingScored:
    """12.3 Once in the game."""

    unit: str
    space: str

    def apply(self, table: Commander) -> None:
        table.crossing_scored = True


@event(says="the game is over, {winner:name} wins: {words}")
class GameEnded:
    winner: str
    case: str
    words: str

    def apply(self, table: Commander) -> None:
        table.stage, table.winner, table.won_by = "over", self.winner, f"{self.case} {self.words}"


def clear_turn(table: Commander) -> None:
    """What counts within one turn only."""
    table.activated, table.active, table.crossed, table.over_river = "", [], [], []


def spend(table: Commander, units: tuple[str, ...]) -> None:
    """Put cubes on units."""
    for name in units:
        table.units[name].spent = True


def weaken(table: Commander, unit: str, left: int) -> None:
    """Set a unit's strength; without any it is lost."""
    table.units[unit].strength = left
    if not left:
        leave(table, unit, "lost")


def leave(table: Commander, unit: str, fate: str) -> None:
    """Units that are lost or gone leave the map, never the list."""
    table.units[unit].space, table.units[unit].fate = "", fate


ALL = events_in(__name__)
