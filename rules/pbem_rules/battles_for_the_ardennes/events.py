"""What can happen before play, in supply, building and movement.  `apply` asks no questions."""

from __future__ import annotations

from pbem.ruleset import OnlyTold, event
from pbem_rules.battles_for_the_ardennes.bookkeeping import drain, stand, withdraw
from pbem_rules.battles_for_the_ardennes.table import (
    MOVING,
    BattlesTable,
    BridgeWork,
    Undisclosed,
)

# Before play


@event
class SecretsFixed:
    """In the side's own secrets."""

    targets: tuple[tuple[str, str], ...] = ()
    dumps: tuple[tuple[str, int], ...] = ()
    plan: str = ""

    def apply(self, secrets: Undisclosed) -> None:
        secrets.targets, secrets.dumps = dict(self.targets), dict(self.dumps)
        secrets.plan = self.plan or secrets.plan


@event(says="the {side:name} secrets are sealed")
class SecretsSealed(OnlyTold):
    """All that the other side learns of it."""

    side: str


# 4. The sequence


@event
class GameTurnOpened:
    turn: int

    def apply(self, table: BattlesTable) -> None:
        table.turn, table.side, table.phase = self.turn, "", "supply"


@event
class PhaseOpened:
    """A phase of a player-turn; the first of them opens the player-turn."""

    side: str
    phase: str

    def apply(self, table: BattlesTable) -> None:
        if self.side != table.side:
            table.moved, table.waits, table.fought, table.air = [], [], [], 0
        if self.phase == "combat":
            table.gave, table.fpf, table.shaken = {}, [], []
        table.side, table.phase = self.side, self.phase


@event
class PlayerTurnClosed:
    """What ends with a player-turn: changes of mode are done, fatigue and disruption wear off."""

    side: str
    rested: tuple[str, ...]
    recovered: tuple[str, ...]
    changed: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        for name in self.rested:
            table.units[name].fatigued = 0
        for name in self.recovered:
            table.units[name].disrupted = False
        for name in self.changed:
            if name.startswith("dump "):
                dump = table.dumps[name.removeprefix("dump ")]
                dump.mode, dump.changing = dump.changing, ""
            else:
                unit = table.units[name]
                unit.mode, unit.changing = unit.changing, ""
        if self.side == "allied":
            table.fought_before, table.side = list(table.fought), ""


@event(says="ending: German {german}, Allied {allied}")
class EndingRolled(OnlyTold):
    german: int
    allied: int


@event(says="{unit} is withdrawn")
class BrigadeWithdrawn:
    unit: str

    def apply(self, table: BattlesTable) -> None:
        withdraw(table, table.units[self.unit])


# 11. Supply


@event
class SupplyTraced:
    cut_off: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        for unit in table.units.values():
            unit.supplied, unit.dry = unit.id not in self.cut_off, False


@event(says="shortage: die {face}: {short:dry}")
class ShortageRolled(OnlyTold):
    face: int
    short: bool


@event
class FormationRanDry:
    formation: str
    units: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        for name in self.units:
            table.units[name].supplied, table.units[name].dry = False, True


@event
class PetrolSpent:
    """16.53 Points from dumps, and whom they keep in supply."""

    points: tuple[tuple[str, int], ...]
    units: tuple[str, ...]
    why: str

    def apply(self, table: BattlesTable) -> None:
        for site, number in self.points:
            drain(table, site, number)
        for name in self.units:
            table.units[name].supplied, table.units[name].dry = True, False


@event(says="ammunition again: {units}")
class AmmunitionFound:
    units: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        for name in self.units:
            table.units[name].dry_guns = 0


# 12., 13. Bridges and positions


@event
class DemolitionTried:
    unit: str
    bridge: str
    face: int
    blown: bool

    def apply(self, table: BattlesTable) -> None:
        if self.blown:
            if self.bridge in table.built:
                table.built.remove(self.bridge)
            if any(way.side == self.bridge and way.bridge for way in table.here.sides[self.bridge.split("-")[0]]):
                table.blown.append(self.bridge)


@event(says="{units} begins a bridge at {bridge}")
class BridgeBegun:
    units: tuple[str, ...]
    bridge: str
    turn: int

    def apply(self, table: BattlesTable) -> None:
        table.works[self.bridge] = BridgeWork(list(self.units), self.turn)
        table.moved.extend(self.units)


@event(says="the bridge {bridge} stands")
class BridgeDone:
    bridge: str

    def apply(self, table: BattlesTable) -> None:
        table.works.pop(self.bridge, None)
        if self.bridge in table.blown:
            table.blown.remove(self.bridge)
        else:
            table.built.append(self.bridge)


@event(says="the bridge {bridge} is given up")
class BridgeGivenUp:
    bridge: str

    def apply(self, table: BattlesTable) -> None:
        table.works.pop(self.bridge, None)


@event(says="{unit} digs in at {hex}")
class PositionDug:
    unit: str
    hex: str

    def apply(self, table: BattlesTable) -> None:
        table.positions[self.hex] = table.units[self.unit].side
        table.moved.append(self.unit)


# 10. Artillery


@event(says="{unit} goes {mode:into}")
class ModeOrdered:
    unit: str
    mode: str

    def apply(self, table: BattlesTable) -> None:
        if self.unit.startswith("dump "):
            table.dumps[self.unit.removeprefix("dump ")].changing = self.mode
        else:
            table.units[self.unit].changing = self.mode
        table.moved.append(self.unit)


@event(says="{unit}, burnt tubes: die {face}, {what}")
class TubesChecked:
    unit: str
    face: int
    what: str

    def apply(self, table: BattlesTable) -> None:
        unit = table.units[self.unit]
        if self.what == "mended":
            unit.burnt, unit.dry_guns = False, table.turn


# 14. Air power


@event
class AirReady:
    """14.0 How many points fly in this player-turn; face 0: no die was thrown."""

    points: int
    face: int

    def apply(self, table: BattlesTable) -> None:
        table.air = self.points


@event
class AirStruck:
    """14.0 A road hex and the road hexes beside it: a die for each stack."""

    hex: str
    stacks: tuple[tuple[str, int], ...]
    disrupted: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        table.air -= 1
        for name in self.disrupted:
            table.units[name].disrupted = True


@event(says="an air point for the attack on {target}")
class AirSupported:
    target: str

    def apply(self, table: BattlesTable) -> None:
        table.air -= 1


# 5., 6. Movement


@event
class MarchesOver:
    """6.0 The marker of a march stays until the owner moves again."""

    units: tuple[str, ...]

    def apply(self, table: BattlesTable) -> None:
        for name in self.units:
            table.units[name].mode = MOVING if table.units[name].guns else ""


@event
class UnitMoved:
    unit: str
    path: tuple[str, ...]
    spent: int
    how: str = ""
    """march, forced, or nothing."""

    def apply(self, table: BattlesTable) -> None:
        unit = table.units[self.unit]
        if self.unit not in table.moved:
            table.moved.append(self.unit)
        if self.how:
            unit.mode = "march"
        if self.how == "forced":
            unit.fatigued = table.turn + 1
        for hex in self.path:
            stand(table, unit, hex)


@event(says="{unit} enters at {hex}")
class UnitEntered:
    """15.0 A reinforcement comes on the map."""

    unit: str
    hex: str

    def apply(self, table: BattlesTable) -> None:
        unit = table.units[self.unit]
        unit.due, unit.mode = 0, MOVING if unit.guns else ""
        table.moved.append(self.unit)
        stand(table, unit, self.hex)


@event(says="{unit} waits off the map: {why}")
class UnitWaits:
    unit: str
    why: str

    def apply(self, table: BattlesTable) -> None:
        table.waits.append(self.unit)


@event(says="{unit} drops on {hex}: die {face}, {landed:landed}")
class DropTried:
    unit: str
    hex: str
    face: int
    landed: bool

    def apply(self, table: BattlesTable) -> None:
        if self.landed:
            table.units[self.unit].due = 0
            table.moved.append(self.unit)
            stand(table, table.units[self.unit], self.hex)
        else:
            table.waits.append(self.unit)


@event(says="{unit} leaves by the {edge} edge, {counts:strength points}")
class UnitLeft:
    """1.15 Off the map; what counts of it."""

    unit: str
    edge: str
    counts: int

    def apply(self, table: BattlesTable) -> None:
        table.exited[self.edge] = table.exited.get(self.edge, 0) + self.counts
        unit = table.units[self.unit]
        withdraw(table, unit)
        unit.left = self.edge
        if self.unit not in table.moved:
            table.moved.append(self.unit)


@event(says="the British are released")
class BritishFreed:
    turn: int

    def apply(self, table: BattlesTable) -> None:
        table.british_called = self.turn
