"""What happens beside it: bridges, positions, replacements, events of the player aid, victory."""

from __future__ import annotations

from pbem.ruleset import event
from pbem_rules.enemy_action_ardennes.bookkeeping import put
from pbem_rules.enemy_action_ardennes.table import EnemyAction

# 12. Bridges and improved positions


@event
class BridgeBroken:
    """12.21"""

    hexside: str

    def apply(self, table: EnemyAction) -> None:
        if self.hexside in table.built:
            table.built.remove(self.hexside)
            del table.bridges[self.hexside]
        else:
            table.blown.append(self.hexside)


@event
class BridgeKept:
    """7.33 Operation Greif."""

    hexside: str

    def apply(self, table: EnemyAction) -> None:
        pass


@event
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


@event
class PositionBuilt:
    """12.31"""

    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.improved.append(self.hex)


@event
class PositionLost:
    """12.34"""

    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.improved.remove(self.hex)


# 13. Replacements


@event
class StepReplaced:
    """13.1"""

    unit: str

    def apply(self, table: EnemyAction) -> None:
        table.units[self.unit].steps += 1


# The player aid


@event
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


@event
class HeydteRelieved:
    """14.1"""

    by: str

    def apply(self, table: EnemyAction) -> None:
        unit = table.units["VDH"]
        unit.hex, unit.box, table.relieved = "", "removed", True


# 14. Victory


@event
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
