"""What happens in an impulse: activation, movement, combat."""

from __future__ import annotations

from pbem.ruleset import OnlyTold, event
from pbem_rules.enemy_action_ardennes.bookkeeping import eliminate, go, lose_step, tidy
from pbem_rules.enemy_action_ardennes.table import EnemyAction

# 6. Activation


@event(says="{side:name} plays {card:title}: {use}")
class CommandGiven(OnlyTold):
    """5.1 What the card is played as."""

    side: str
    card: str
    use: str


@event
class FormationActivated:
    """6.1 to 6.4"""

    formation: str
    units: tuple[str, ...]
    passive: tuple[str, ...] = ()
    bonus: bool = False
    free: tuple[str, ...] = ()
    counts: bool = True
    hurried: bool = False

    def apply(self, table: EnemyAction) -> None:
        table.active, table.passive = list(self.units), list(self.passive)
        table.bonus, table.free = self.bonus, list(self.free)
        table.activates, table.hurried = self.counts, self.hurried
        if self.passive:
            table.single.append(table.side)


@event(says="the bridge {hexside} is {side:name} now")
class BridgeTaken:
    """12.2"""

    hexside: str
    side: str

    def apply(self, table: EnemyAction) -> None:
        table.bridges[self.hexside] = self.side


@event
class Rallied:
    """9.9 Dispersed markers come off."""

    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            table.units[name].dispersed = False


# 7. Movement


@event
class RegimentMarched:
    """7.0 From hex to hex; `paid` is what it cost of the allowance."""

    unit: str
    path: tuple[str, ...]
    paid: int
    strategic: bool = False

    def apply(self, table: EnemyAction) -> None:
        if self.unit not in table.moved:
            table.moved.append(self.unit)
        for hex in self.path:
            go(table, self.unit, hex)


@event(says="{unit} leaves the map at {hex:place}, {points:points}")
class LeftMap:
    """7.8"""

    unit: str
    hex: str
    points: int

    def apply(self, table: EnemyAction) -> None:
        unit = table.units[self.unit]
        left = unit.hex
        unit.hex, unit.box = "", "exited"
        tidy(table, left)
        table.exit_points += self.points


@event(says="the {edge} edge is chosen, the other flank closed")
class FlankTaken:
    """7.81 The edge by which German units have left the map, which closes the other."""

    edge: str

    def apply(self, table: EnemyAction) -> None:
        if self.edge == "north":
            table.north_left = True
        else:
            table.south_left = True


@event
class HexsideUsed:
    """7.3, 4.12 No other unit may cross here in this impulse."""

    hexside: str

    def apply(self, table: EnemyAction) -> None:
        table.crossings.append(self.hexside)


@event(says="roadblock in {hex:place}")
class RoadblockSet:
    """7.9"""

    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.roadblocks.append(self.hex)


@event(says="the roadblock in {hex:place} is removed")
class RoadblockGone:
    """7.9"""

    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.roadblocks.remove(self.hex)


# 9. Combat


@event
class AttackDeclared:
    """9.1 The target, those who attack it, and those who defend."""

    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        table.attacked.extend(self.defenders)
        table.fought.extend(name for name in self.attackers if name not in table.fought)


@event
class TacticUsed(OnlyTold):
    """9.2 By a card, or as the bonus of an army's card."""

    side: str
    target: str
    tactic: str
    card: str = ""


@event(says="{unit} joins the battle for {target:place}")
class BattleJoined:
    """aid Brought in by a tactic."""

    target: str
    unit: str
    side: str

    def apply(self, table: EnemyAction) -> None:
        if self.side == table.side:
            table.fought.append(self.unit)
        else:
            table.attacked.append(self.unit)


@event(counts="{target}: D{hits} A{losses}")
class CombatResolved:
    """9.3 to 9.5 What was drawn, and what it came to."""

    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    least: int
    most: int
    chits: tuple[str, ...]
    effects: tuple[str, ...]
    hits: int
    """On the defender."""
    losses: int
    """On the attacker."""
    holds: tuple[str, ...] = ()
    """The situations that held."""
    cup: tuple[tuple[int, int, int], ...] = ()
    """What was in the cup before: hits, losses, and how many chits were worth that."""

    def apply(self, table: EnemyAction) -> None:
        table.gave[self.target] = f"D{self.hits} A{self.losses}"


@event(says="{unit} loses a step")
class StepGone:
    """9.6"""

    unit: str

    def apply(self, table: EnemyAction) -> None:
        lose_step(table, self.unit)


@event(says="{unit} is eliminated", counts="{unit} is eliminated")
class RegimentEliminated:
    """7.4, 9.74 Whatever steps it had."""

    unit: str

    def apply(self, table: EnemyAction) -> None:
        eliminate(table, self.unit)


@event(says="{unit} retreats {path:way}", counts="{unit} retreats")
class RegimentRetreated:
    """9.7"""

    unit: str
    path: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        if self.unit not in table.fled:
            table.fled.append(self.unit)
        for hex in self.path:
            go(table, self.unit, hex)


@event(says="dispersed: {units:listed}")
class Dispersed:
    """9.9"""

    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            table.units[name].dispersed = True


@event(says="{unit} advances {path:way}")
class RegimentAdvanced:
    """9.8"""

    unit: str
    path: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for hex in self.path:
            go(table, self.unit, hex)
