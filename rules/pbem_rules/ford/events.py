"""What can happen.  `apply` is bookkeeping; whether it may happen is the steps' business."""

from __future__ import annotations

from pbem.craft.cards import CARD_EVENTS
from pbem.ruleset import event
from pbem_rules.ford.board import the_map
from pbem_rules.ford.table import Ford, Secrets

# 4. The sequence


@event
class StageBegan:
    turn: int
    stage: str

    def apply(self, table: Ford) -> None:
        table.turn, table.stage = self.turn, self.stage
        table.waiting, table.marched, table.fought, table.gave = [], [], [], {}


# 5. The march


@event
class Arrived:
    unit: str
    hex: str

    def apply(self, table: Ford) -> None:
        place(table, self.unit, self.hex)


@event
class Waited:
    unit: str

    def apply(self, table: Ford) -> None:
        table.waiting.append(self.unit)


@event
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


@event
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


@event
class StepLost:
    unit: str

    def apply(self, table: Ford) -> None:
        unit = table.units[self.unit]
        if unit.reduced:
            remove(table, self.unit)
        else:
            unit.reduced = True


@event
class Destroyed:
    unit: str

    def apply(self, table: Ford) -> None:
        remove(table, self.unit)


@event
class Advanced:
    unit: str
    hex: str

    def apply(self, table: Ford) -> None:
        place(table, self.unit, self.hex)


# 7. Retreats


@event
class Retreated:
    unit: str
    to: str

    def apply(self, table: Ford) -> None:
        place(table, self.unit, self.to)


@event
class StoodFast:
    side: str
    hex: str

    def apply(self, table: Ford) -> None:
        pass


@event
class Surrendered:
    unit: str

    def apply(self, table: Ford) -> None:
        remove(table, self.unit)


# 8. Supply


@event
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


@event
class PlotMade:
    """All that the other side learns of it."""

    side: str

    def apply(self, table: Ford) -> None:
        pass


@event
class MineFound:
    unit: str
    crossing: str
    face: int

    def apply(self, table: Ford) -> None:
        table.mine_spent = True


@event
class BridgeBlown:
    def apply(self, table: Ford) -> None:
        table.bridge_down = True


@event
class BridgeSaved:
    def apply(self, table: Ford) -> None:
        pass


@event
class ObjectiveShown:
    town: str
    held: bool

    def apply(self, table: Ford) -> None:
        pass


# 4.2 The weather.  The events of 10, the cards, are those of every deck


@event
class WeatherDrawn:
    chit: str

    def apply(self, table: Ford) -> None:
        table.cup.remove(self.chit)
        table.weather = self.chit.split()[0]


@event
class CupFilled:
    chits: tuple[str, ...]

    def apply(self, table: Ford) -> None:
        table.cup = list(self.chits)


# 11. Victory


@event
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


ALL = (
    StageBegan, Arrived, Waited, Marched, Bombarded, Fought, StepLost, Destroyed, Advanced, Retreated, StoodFast,
    Surrendered, SupplyJudged, Plotted, PlotMade, MineFound, BridgeBlown, BridgeSaved, ObjectiveShown, WeatherDrawn,
    CupFilled, Won, *CARD_EVENTS,
)  # fmt: skip
