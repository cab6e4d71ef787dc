"""What can happen in combat, by the variants, and at the end.  `apply` is bookkeeping."""

from __future__ import annotations

from pbem.ruleset import OnlyTold, event
from pbem_rules.battles_for_the_ardennes.bookkeeping import destroy, drain, score_loss, stand
from pbem_rules.battles_for_the_ardennes.table import MOVING, BattlesTable, PetrolDump

# 16.4 Greif


@event(says="{unit} is stopped by commandos in {hex}")
class TargetDiscovered:
    hex: str
    unit: str

    def apply(self, table: BattlesTable) -> None:
        table.discovered[self.hex] = table.turn
        table.halted[self.hex] = [self.unit]


@event(says="{unit} must stop in {hex}")
class UnitHalted:
    hex: str
    unit: str

    def apply(self, table: BattlesTable) -> None:
        if table.discovered.get(self.hex) == table.turn:
            table.halted[self.hex].append(self.unit)


@event(says="commandos in {hex}: die {face}, they fail")
class TargetStruck:
    hex: str
    face: int

    def apply(self, table: BattlesTable) -> None:
        table.struck.append(self.hex)


@event(says="commandos in {hex}: die {face}")
class TargetWorked(OnlyTold):
    """16.46 A secondary target that works: its die."""

    hex: str
    face: int


@event
class ClearingRolled:
    hex: str
    face: int
    bonus: int
    cleared: bool

    def apply(self, table: BattlesTable) -> None:
        if self.cleared:
            del table.discovered[self.hex]
            table.halted.pop(self.hex, None)
            table.cleared.append(self.hex)


# 16.5 Dumps


@event(says="no dump in {hex}")
class SiteSearched:
    """A German is in a hex of the chart, and there is nothing."""

    hex: str

    def apply(self, table: BattlesTable) -> None:
        table.searched.append(self.hex)


@event(says="{unit} enters {hex}: an American dump, {points:petrol points}")
class DumpCaptured:
    unit: str
    hex: str
    points: int

    def apply(self, table: BattlesTable) -> None:
        table.searched.append(self.hex)
        table.petrol_found += self.points
        table.dumps[self.hex] = PetrolDump(self.hex, self.hex, self.points)


@event
class DumpTaken:
    """16.56 A captured dump changes hands."""

    site: str
    german: bool
    unit: str

    def apply(self, table: BattlesTable) -> None:
        table.dumps[self.site].german = self.german


@event(says="{unit} at the dump of {site}: die {face}, {taken:petrol points} destroyed")
class DestructionRolled:
    site: str
    unit: str
    face: int
    taken: int

    def apply(self, table: BattlesTable) -> None:
        drain(table, self.site, self.taken)


@event(says="the dump of {site} goes to {hex}")
class DumpMoved:
    site: str
    hex: str

    def apply(self, table: BattlesTable) -> None:
        table.dumps[self.site].hex = self.hex
        table.moved.append(f"dump {self.site}")


# 9., 10., 16.6, 16.7 Combat


@event
class FireGiven:
    """10.0 The batteries that give protective fire."""

    target: str
    units: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        table.fpf.extend(self.units)


@event
class FireStated(OnlyTold):
    """16.62 How many points each unit attempts."""

    side: str
    points: tuple[tuple[str, int], ...]


@event(says="{unit} is going to fire {kind} saturation fire")
class SaturationDeclared(OnlyTold):
    """16.72, R-52 How a battery will fire: told before the defender is asked for his own fire."""

    unit: str
    kind: str


@event
class SaturationRolled(OnlyTold):
    unit: str
    kind: str
    range: int
    face: int
    multiplier: int


@event
class IntensiveRolled(OnlyTold):
    unit: str
    points: int
    face: int
    gained: int
    failed: bool


@event(counts="{target}: {result}")
class AttackResolved:
    target: str
    attackers: tuple[str, ...]
    batteries: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    shift: int
    column: str
    face: int
    result: str
    workings: tuple[str, ...]
    """How both strengths and the shift came about."""

    def apply(self, table: BattlesTable) -> None:
        table.fought.extend((*self.attackers, *self.batteries))
        table.attacked.extend(name for name in self.defenders if name not in table.attacked)
        table.gave[self.target] = self.result


@event(counts="{unit} loses a step")
class StepTaken:
    unit: str

    def apply(self, table: BattlesTable) -> None:
        unit = table.units[self.unit]
        before = unit.worth
        if unit.two_steps:
            unit.reduced = True
            score_loss(table, unit, before - unit.worth)
        else:
            destroy(table, unit)


@event(says="{unit} is lost: {why}", counts="{unit} is lost")
class UnitDestroyed:
    unit: str
    why: str

    def apply(self, table: BattlesTable) -> None:
        destroy(table, table.units[self.unit])


@event
class FellBack:
    unit: str
    path: tuple[str, ...]
    crowded: bool = False
    """9.68 Friends that stood there already take it in; it adds nothing there in this phase."""

    def apply(self, table: BattlesTable) -> None:
        unit = table.units[self.unit]
        to = self.path[-1]
        if self.crowded:
            table.shaken.append(self.unit)
        if unit.guns:
            unit.mode, unit.changing = MOVING, ""
        for hex in self.path:
            stand(table, unit, hex, passing=hex != to)


@event
class Followed:
    """9.7 An advance after combat."""

    unit: str
    path: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        for hex in self.path:
            stand(table, table.units[self.unit], hex)


@event
class AmmunitionSpent:
    units: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        for name in self.units:
            table.units[name].dry_guns = table.turn


@event(counts="{unit}: {what}")
class BreakdownRolled:
    unit: str
    faces: tuple[int, ...]
    number: int
    what: str
    """out of ammunition, lost, burnt."""

    def apply(self, table: BattlesTable) -> None:
        unit = table.units[self.unit]
        if self.what == "burnt":
            unit.burnt = True
        elif self.what == "out of ammunition":
            unit.dry_guns = table.turn


# 17. Victory


@event(says="{points:strength points} beyond the Meuse or off the map")
class CrossingsCounted:
    points: int

    def apply(self, table: BattlesTable) -> None:
        table.farthest = self.points


@event(says="{side:name}: {words}")
class SecretShown(OnlyTold):
    """At the end everything hidden is opened."""

    side: str
    words: str


@event(says="{words}")
class GameDecided:
    winner: str
    case: str
    words: str

    def apply(self, table: BattlesTable) -> None:
        table.winner, table.ended_by, table.phase = self.winner, f"{self.case} {self.words}", "over"
