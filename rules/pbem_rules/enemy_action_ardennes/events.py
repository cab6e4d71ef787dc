"""What can happen.  `apply` is bookkeeping; whether it may happen is the rules' business."""

from __future__ import annotations

from pbem.craft.cards import CARD_EVENTS
from pbem.craft.chits import CHIT_EVENTS
from pbem.ruleset import event
from pbem_rules.enemy_action_ardennes.board import (
    beyond_the_meuse,
    built_in,
    is_westwall,
    on_the_meuse,
    side_of,
)
from pbem_rules.enemy_action_ardennes.table import AlliedHand, EnemyAction, holder

# 4. The sequence


@event
class DayDawned:
    """4.V, 4.I A new day: yesterday's markers are gone."""

    day: int

    def apply(self, table: EnemyAction) -> None:
        table.day, table.stage, table.impulse, table.skip = self.day, "dawn", 0, False
        table.specials, table.single, table.fuel_saved, table.barred, table.short = [], [], False, {}, []
        for unit in table.units.values():
            unit.dispersed = unit.no_fuel = False
        clear_impulse(table)


@event
class ImpulseCame:
    """4.IV Whose impulse it is, and the how manieth of the day."""

    side: str
    impulse: int
    stage: str = "impulse"

    def apply(self, table: EnemyAction) -> None:
        table.side, table.impulse, table.stage = self.side, self.impulse, self.stage
        clear_impulse(table)


@event
class ImpulseEnded:
    """6.5 The corps that may not be activated in this side's next impulse."""

    side: str
    corps: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        table.barred[self.side] = list(self.corps)
        clear_impulse(table)


@event
class NightFell:
    def apply(self, table: EnemyAction) -> None:
        table.stage = "night"


@event
class PassedImpulse:
    side: str

    def apply(self, table: EnemyAction) -> None:
        pass


@event
class ImpulseSkipped:
    """5.1A The first German impulse after interdiction, or one that nobody can take."""

    side: str
    why: str

    def apply(self, table: EnemyAction) -> None:
        table.skip = False


# 4.I, 11. Reserves


@event
class ReserveCame:
    """4.I From the calendar into the box."""

    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            table.units[name].box = "reserve"


@event
class OkwReleased:
    """11.4"""

    day: int
    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        table.okw = self.day
        for name in self.units:
            unit = table.units[name]
            unit.box, unit.due = "calendar", self.day


@event
class Rescheduled:
    """Units that come on another day, or at once."""

    units: tuple[str, ...]
    day: int

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            unit = table.units[name]
            unit.due = self.day
            unit.box = "reserve" if self.day <= table.day else "calendar"


@event
class ReserveDeployed:
    """11.1"""

    unit: str
    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.units[self.unit].box = ""
        put(table, self.unit, self.hex)


# 4.II Cards


@event
class PileSized:
    """How many cards lie in a draw pile: everybody can count them."""

    side: str
    cards: int

    def apply(self, table: EnemyAction) -> None:
        table.piles[self.side] = self.cards


@event
class SupplementalsRested:
    """5.0 The supplemental cards of yesterday, which nobody can draw today."""

    side: str
    cards: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        table.rested[self.side] = list(self.cards)


@event
class DepotsLaid:
    """10.42 In the Allied player's own knowledge: what each depot holds."""

    depots: tuple[tuple[str, str], ...]

    def apply(self, secrets: AlliedHand) -> None:
        secrets.depots = dict(self.depots)


# 4.III, 10. Supply


@event
class SupplyChecked:
    """10.2 The state of every unit that is not supplied; of all others, that it is."""

    side: str
    states: tuple[tuple[str, str], ...]

    def apply(self, table: EnemyAction) -> None:
        states = dict(self.states)
        for unit in table.units.values():
            if unit.side == self.side and unit.hex:
                unit.supply = states.get(unit.id, "supplied")


@event
class SurrenderRolled:
    """10.24"""

    unit: str
    face: int
    steps_lost: int

    def apply(self, table: EnemyAction) -> None:
        if self.steps_lost:
            lose_step(table, self.unit)


@event
class AirResupplied:
    """10.3"""

    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            table.units[name].supply = "supplied"


@event
class FuelLooked:
    """10.4 A card of the hand shows that a formation lacks fuel today."""

    card: str
    formation: str

    def apply(self, table: EnemyAction) -> None:
        table.short.append(self.card)


@event
class OutOfFuel:
    """10.4"""

    formation: str
    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            table.units[name].no_fuel = True


@event
class FuelSaved:
    """10.42, or the event Fuel Priority."""

    formation: str
    by: str

    def apply(self, table: EnemyAction) -> None:
        if self.by == "depot":
            table.fuel -= 1
        else:
            table.fuel_saved = True


@event
class DepotFound:
    """10.42"""

    hex: str
    holds: str

    def apply(self, table: EnemyAction) -> None:
        table.depots.remove(self.hex)
        table.fuel += self.holds == "YES"
        table.depots_full -= self.holds == "YES"


@event
class HandInterdicted:
    """5.1A"""

    def apply(self, table: EnemyAction) -> None:
        table.skip = True


# 6. Activation


@event
class CommandGiven:
    """5.1 What the card is played as."""

    side: str
    card: str
    use: str

    def apply(self, table: EnemyAction) -> None:
        pass


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


@event
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


@event
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


@event
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


@event
class RoadblockSet:
    """7.9"""

    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.roadblocks.append(self.hex)


@event
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
class TacticUsed:
    """9.2 By a card, or as the bonus of an army's card."""

    side: str
    target: str
    tactic: str
    card: str = ""

    def apply(self, table: EnemyAction) -> None:
        pass


@event
class BattleJoined:
    """4.4 Brought in by a tactic."""

    target: str
    unit: str
    side: str

    def apply(self, table: EnemyAction) -> None:
        if self.side == table.side:
            table.fought.append(self.unit)
        else:
            table.attacked.append(self.unit)


@event
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


@event
class StepGone:
    """9.6"""

    unit: str

    def apply(self, table: EnemyAction) -> None:
        lose_step(table, self.unit)


@event
class RegimentEliminated:
    """7.4, 9.74 Whatever steps it had."""

    unit: str

    def apply(self, table: EnemyAction) -> None:
        eliminate(table, self.unit)


@event
class RegimentRetreated:
    """9.7"""

    unit: str
    path: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        if self.unit not in table.fled:
            table.fled.append(self.unit)
        for hex in self.path:
            go(table, self.unit, hex)


@event
class Dispersed:
    """9.9"""

    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            table.units[name].dispersed = True


@event
class RegimentAdvanced:
    """9.8"""

    unit: str
    path: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for hex in self.path:
            go(table, self.unit, hex)


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
class PositionDug:
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


# Bookkeeping that several events share


def clear_impulse(table: EnemyAction) -> None:
    table.active, table.passive, table.free, table.bonus = [], [], [], False
    table.activates = table.hurried = False
    table.moved, table.fought, table.attacked, table.fled = [], [], [], []
    table.crossings, table.gave = [], {}


def put(table: EnemyAction, name: str, hex: str) -> None:
    """A unit comes to stand in a hex: it owns what is there (12.1), and clears what is in its way (7.9)."""
    unit = table.units[name]
    unit.hex = hex
    if built_in(hex) or is_westwall(hex):
        table.owners[hex] = unit.side
    if unit.side == "allied" and hex in table.roadblocks:
        table.roadblocks.remove(hex)
    if unit.side == "german":
        table.meuse_reached = table.meuse_reached or hex in on_the_meuse()
        table.meuse_passed = table.meuse_passed or hex in beyond_the_meuse()


def go(table: EnemyAction, name: str, hex: str) -> None:
    """From its hex into the next: a bridge is taken (12.2), a position left empty is gone (12.34)."""
    unit = table.units[name]
    left, side = unit.hex, side_of(unit.hex, hex)
    if side in table.bridges and side not in table.blown:
        table.bridges[side] = unit.side
    put(table, name, hex)
    tidy(table, left)


def tidy(table: EnemyAction, hex: str) -> None:
    """12.34 A position that nobody holds any more."""
    if hex in table.improved and not holder(table, hex):
        table.improved.remove(hex)


def lose_step(table: EnemyAction, name: str) -> None:
    unit = table.units[name]
    if unit.steps > 1:
        unit.steps -= 1
    else:
        eliminate(table, name)


def eliminate(table: EnemyAction, name: str) -> None:
    """Out of play, never off the list."""
    unit = table.units[name]
    left = unit.hex
    unit.steps, unit.hex, unit.box = 0, "", "eliminated"
    unit.dispersed = unit.no_fuel = False
    tidy(table, left)


ALL = (
    DayDawned, ImpulseCame, ImpulseEnded, NightFell, PassedImpulse, ImpulseSkipped, ReserveCame, OkwReleased,
    Rescheduled, ReserveDeployed, PileSized, SupplementalsRested, DepotsLaid, SupplyChecked, SurrenderRolled,
    AirResupplied, FuelLooked, OutOfFuel, FuelSaved, DepotFound, HandInterdicted, CommandGiven, FormationActivated,
    BridgeTaken, Rallied, RegimentMarched, LeftMap, FlankTaken, HexsideUsed, RoadblockSet, RoadblockGone,
    AttackDeclared, TacticUsed, BattleJoined, CombatResolved, StepGone, RegimentEliminated, RegimentRetreated,
    Dispersed, RegimentAdvanced, BridgeBroken, BridgeKept, BridgeMade, PositionDug, PositionLost, StepReplaced,
    SpecialDeclared, HeydteLanded, HeydteRelieved, MeuseCrossed, GameWon, *CARD_EVENTS, *CHIT_EVENTS,
)  # fmt: skip
