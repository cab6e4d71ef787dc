"""What can happen.  `apply` is bookkeeping; whether it may happen is the steps' business."""

from __future__ import annotations

from pbem.craft.cards import CARD_EVENTS
from pbem.ruleset import OnlyTold, event, events_in
from pbem_rules.ford.board import the_map
from pbem_rules.ford.table import Ford, Secrets

# 4. The sequence


@event(says="next: turn {turn}, {stage:stage}")
class StageBegan:
    turn: int
    stage: str

    def apply(self, table: Ford) -> None:
        table.turn, table.stage = self.turn, self.stage
        table.waiting, table.marched, table.fought, table.gave = [], [], [], {}


# 5. The march


@event(says="{unit} arrives at {hex}")
class Arrived:
    unit: str
    hex: str

    def apply(self, table: Ford) -> None:
        place(table, self.unit, self.hex)


@event(says="{unit} waits off the map")
class Waited:
    unit: str

    def apply(self, table: Ford) -> None:
        table.waiting.append(self.unit)


@event(says="{unit} to {hex}, {cost:points}")
class Marched:
    unit: str
    hex: str
    cost: int

    def apply(self, table: Ford) -> None:
        unit = table.units[self.unit]
        crossing = the_map().crossing_at(unit.hex, self.hex)
        if unit.side == "blue" and crossing is not None and crossing not in table.passed:
            table.passed.append(crossing)
        if self.unit not in table.marched:
            table.marched.append(self.unit)
        place(table, self.unit, self.hex)


# 6. Combat


@event
class Bombarded:
    target: str
    guns: tuple[str, ...]
    faces: tuple[int, ...]
    hits: int

    def apply(self, table: Ford) -> None:
        table.fought.extend(self.guns)


@event(counts="{target}: {result}")
class Fought:
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    shift: int
    column: str
    face: int
    result: str

    def apply(self, table: Ford) -> None:
        table.fought.extend(self.attackers)
        table.gave[self.target] = self.result


@event(says="{unit} loses a step", counts="{unit} loses a step")
class StepLost:
    unit: str

    def apply(self, table: Ford) -> None:
        unit = table.units[self.unit]
        if unit.reduced:
            remove(table, self.unit)
        else:
            unit.reduced = True


@event(says="{unit} is destroyed", counts="{unit} is lost")
class Destroyed:
    unit: str

    def apply(self, table: Ford) -> None:
        remove(table, self.unit)


@event(says="{unit} advances to {hex}", counts="{unit} advances to {hex}")
class Advanced:
    unit: str
    hex: str

    def apply(self, table: Ford) -> None:
        place(table, self.unit, self.hex)


# 7. Retreats


@event(says="{unit} retreats to {to}")
class Retreated:
    unit: str
    to: str

    def apply(self, table: Ford) -> None:
        place(table, self.unit, self.to)


@event(says="{side:name} stands fast in {hex}")
class StoodFast(OnlyTold):
    side: str
    hex: str


@event(says="{unit} surrenders", counts="{unit} is lost")
class Surrendered:
    unit: str

    def apply(self, table: Ford) -> None:
        remove(table, self.unit)


# 8. Supply


@event(says="{without:supply}")
class SupplyJudged:
    without: tuple[str, ...]

    def apply(self, table: Ford) -> None:
        for unit in table.units.values():
            unit.supplied = unit.id not in self.without


# 9. Secrets


@event
class Plotted:
    """In the side's own secrets."""

    mine: str
    objective: str

    def apply(self, secrets: Secrets) -> None:
        secrets.mine, secrets.objective = self.mine, self.objective


@event(says="{side:name} has made his plot")
class PlotMade(OnlyTold):
    """All that the other side learns of it."""

    side: str


@event
class MineFound:
    unit: str
    crossing: str
    face: int

    def apply(self, table: Ford) -> None:
        table.mine_spent = True


@event(says="the bridge is blown")
class BridgeBlown:
    def apply(self, table: Ford) -> None:
        table.bridge_down = True


@event(says="the bridge is saved")
class BridgeSaved(OnlyTold):
    """9.4 By the card Rope."""


@event
class ObjectiveShown(OnlyTold):
    town: str
    held: bool


# 4.2 The weather.  The events of 10, the cards, are those of every deck


@event
class WeatherDrawn:
    chit: str

    def apply(self, table: Ford) -> None:
        table.cup.remove(self.chit)
        table.weather = self.chit.split()[0]


@event(says="all chits go back into the cup")
class CupFilled:
    chits: tuple[str, ...]

    def apply(self, table: Ford) -> None:
        table.cup = list(self.chits)


# 11. Victory


@event(says="{side:name} wins: {words}")
class Won:
    side: str
    case: str
    words: str

    def apply(self, table: Ford) -> None:
        table.winner, table.won_by = self.side, f"{self.case} {self.words}"


def place(table: Ford, unit_id: str, hex: str) -> None:
    """Put a unit down; a town belongs to the side that was in it last (11.1)."""
    unit = table.units[unit_id]
    unit.hex = hex
    for name, town in the_map().towns.items():
        if town.hex == hex:
            table.towns[name] = unit.side


def remove(table: Ford, unit_id: str) -> None:
    """Lost units leave the map, never the list."""
    unit = table.units[unit_id]
    unit.hex, unit.lost = "", True


ALL = (*events_in(__name__), *CARD_EVENTS)
