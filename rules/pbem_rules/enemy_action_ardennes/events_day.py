"""What happens around the impulses: the sequence, reserves, cards, supply and fuel."""

from __future__ import annotations

from pbem.ruleset import OnlyTold, event
from pbem_rules.enemy_action_ardennes.board import the_charts
from pbem_rules.enemy_action_ardennes.bookkeeping import clear_impulse, lose_step, put
from pbem_rules.enemy_action_ardennes.table import AlliedHand, EnemyAction

# 4. The sequence


@event(says="December {day} dawns")
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


@event(says="both sides have played all their cards")
class NightFell:
    def apply(self, table: EnemyAction) -> None:
        table.stage = "night"


@event(says="{side:name} passes")
class PassedImpulse(OnlyTold):
    side: str


@event(says="no {side:name} impulse: {why}")
class ImpulseSkipped:
    """5.1A The first German impulse after interdiction, or one that nobody can take; it activates nobody (6.5)."""

    side: str
    why: str

    def apply(self, table: EnemyAction) -> None:
        table.skip = False
        if table.barred.get(self.side):
            table.barred[self.side] = []


# 4.I, 11. Reserves


@event(says="into the reserve: {units}")
class ReserveCame:
    """4.I From the calendar into the box."""

    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            table.units[name].box = "reserve"


@event(says="the OKW reserve is released for December {day}")
class OkwReleased:
    """11.4"""

    day: int
    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        table.okw = self.day
        for name in self.units:
            unit = table.units[name]
            unit.box, unit.due = "calendar", self.day


@event(says="now due on December {day}: {units:listed}")
class Rescheduled:
    """Units that come on another day, or at once."""

    units: tuple[str, ...]
    day: int

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            unit = table.units[name]
            unit.due = self.day
            unit.box = "reserve" if self.day <= table.day else "calendar"


@event(says="cards that come on December {day} only: {cards:listed}")
class CardsPutOff:
    """aid"""

    cards: tuple[str, ...]
    day: int

    def apply(self, table: EnemyAction) -> None:
        table.put_off.update(dict.fromkeys(self.cards, self.day))


@event(says="{unit} comes to {hex:place}")
class ReserveDeployed:
    """11.1"""

    unit: str
    hex: str

    def apply(self, table: EnemyAction) -> None:
        table.units[self.unit].box = ""
        put(table, self.unit, self.hex)
        if self.unit == "29A" and self.hex == the_charts().dinant:
            table.from_dinant = True


# 4.II Cards


@event(says="{side:name} draw pile: {cards:cards}")
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


@event(says="supplied from the air: {units:listed}")
class AirResupplied:
    """10.3"""

    units: tuple[str, ...]

    def apply(self, table: EnemyAction) -> None:
        for name in self.units:
            table.units[name].supply = "supplied"


@event(says="card {card}: {formation} has no fuel today")
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


@event(says="interdiction: the first German impulse of the day is left out")
class HandInterdicted:
    """5.1A"""

    def apply(self, table: EnemyAction) -> None:
        table.skip = True
