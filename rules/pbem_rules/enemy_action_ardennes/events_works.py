"""What happens beside it: bridges, positions, replacements, events of the player aid, victory."""

from __future__ import annotations

from pbem.ruleset import OnlyTold, event
from pbem_rules.enemy_action_ardennes.bookkeeping import put
from pbem_rules.enemy_action_ardennes.table import EnemyAction

# 12. Bridges and improved positions


@event(says="the bridge {hexside} is blown")
class BridgeBroken:
    """12.21"""

    hexside: str

    def apply(self, table: EnemyAction) -> None:
        if self.hexside in table.built:
            table.built.remove(self.hexside)
            del table.bridges[self.hexside]
        else:
            table.blown.append(self.hexside)


@event(says="Operation Greif saves the bridge {hexside}")
class BridgeKept(OnlyTold):
    """7.33 Operation Greif."""

    hexside: str


@event(says="a {side:name} bridge stands at {hexside}")
class BridgeMade:
    """12.21, 12.22 Repaired, or new."""

    hexside: str
    side: str

    def apply(self, table: EnemyAction) -> None:
        if self.hexside in table.blown:
            table.blown.remove(self.hexside)
        else:
            table.built.append(self.hexside)
        table.bridges[self.hexside] = self.side


@event(says="improved position in {hex:place}")
class PositionBuilt:
    """12.31"""

    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.improved.append(self.hex)


@event(says="the position in {hex:place} is gone")
class PositionLost:
    """12.34"""

    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.improved.remove(self.hex)


# 13. Replacements


@event(says="{unit} regains a step")
class StepReplaced:
    """13.1"""

    unit: str

    def apply(self, table: EnemyAction) -> None:
        table.units[self.unit].steps += 1


# The player aid


@event(says="in force today: {name}")
class SpecialDeclared:
    """An event in force for the day."""

    name: str

    def apply(self, table: EnemyAction) -> None:
        table.specials.append(self.name)


@event
class HeydteLanded:
    """The drop, and how far it went astray."""

    aimed: str
    face: int
    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.units["VDH"].box = ""
        put(table, "VDH", self.hex)


@event(says="{by} relieves von der Heydte, 1 point")
class HeydteRelieved:
    """14.1"""

    by: str

    def apply(self, table: EnemyAction) -> None:
        unit = table.units["VDH"]
        unit.hex, unit.box, table.relieved = "", "removed", True


# 14. Victory


@event(says="{unit} stands beyond the Meuse in supply, 10 points")
class MeuseCrossed:
    """14.1"""

    unit: str

    def apply(self, table: EnemyAction) -> None:
        table.crossed = True


@event
class GameWon:
    """An empty side is a draw."""

    side: str
    case: str
    words: str

    def apply(self, table: EnemyAction) -> None:
        table.winner, table.won_by = self.side or "nobody", f"{self.case} {self.words}"
