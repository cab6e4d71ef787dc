"""A made-up ruleset of the size of a large hex game: 200 units of twelve fields, 370 markers of control."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from pbem.ruleset import (
    Decision,
    Ending,
    Order,
    Part,
    PartSpec,
    Pick,
    Position,
    Ruleset,
    Scenario,
    Setup,
    Topic,
    Umpire,
    View,
    event,
    first_option,
    record,
)

UNITS, MARKERS, ATTACKS = 200, 370, 7


@record
class Unit:
    id: str
    side: str
    hex: str
    strength: int = 4
    allowance: int = 6
    steps: int = 2
    kind: str = "infantry"
    division: str = ""
    supplied: bool = True
    moved: bool = False
    lost: bool = False
    arrives: int = 0


@record
class Table:
    units: dict[str, Unit]
    control: dict[str, str]
    turn: int = 1
    gave: dict[str, str] = field(default_factory=dict)


@event
class Marched:
    unit: str
    hex: str

    def apply(self, table: Table) -> None:
        unit = table.units[self.unit]
        unit.hex, unit.moved = self.hex, True
        table.control[self.hex] = unit.side


@event
class Fought:
    target: str
    attackers: tuple[str, ...]
    face: int

    def apply(self, table: Table) -> None:
        table.gave[self.target] = str(self.face)


@event
class StepLost:
    unit: str

    def apply(self, table: Table) -> None:
        table.units[self.unit].steps -= 1


@event
class TurnEnded:
    def apply(self, table: Table) -> None:
        table.turn += 1
        table.gave = {}
        for unit in table.units.values():
            unit.moved, unit.steps = False, 2


class MarchLine(Order):
    subject: ClassVar[str] = "unit"
    body: ClassVar[str] = "path"

    unit: str
    path: tuple[str, ...]


class AttackLine(Order):
    attack: str
    attackers: tuple[str, ...]


def movement(table: Table, umpire: Umpire) -> str:
    moves = umpire.orders("5.0", "blue", "movement")
    for move in moves:
        at = umpire.within(move.unit)
        for hex in move.path:
            at.do("5.1", Marched(move.unit, hex))
    return "combat"


def combat(table: Table, umpire: Umpire) -> str | None:
    """Each attack: one die, and both sides say who loses a step."""
    attacks = umpire.orders("6.0", "blue", "combat")
    for attack in attacks:
        at = umpire.within(attack.attack)
        at.do("6.1", Fought(attack.attack, attack.attackers, at.roll("6.1", "die")))
        for side in ("blue", "red"):
            at.do("6.2", StepLost(at.ask("6.2", side, "losses", "who?", attack.attackers)))
    umpire.do("7.0", TurnEnded())
    return "movement" if table.turn < 1000 else None


def set_up(setup: Setup) -> Position:
    units = {f"{number} Inf": Unit(f"{number} Inf", "blue", f"{number:04}") for number in range(UNITS)}
    return Position(Table(units, {f"{number:04}": "red" for number in range(MARKERS)}))


def a_turn() -> dict[str, Part]:
    """60 units march four hexes each, and seven attacks are made by three units each."""
    marches = tuple(
        MarchLine(unit=f"{number} Inf", path=tuple(f"{number + step:04}" for step in range(4))) for number in range(60)
    )
    attacks = tuple(
        AttackLine(attack=f"{number:04}", attackers=tuple(f"{number * 3 + one} Inf" for one in range(3)))
        for number in range(ATTACKS)
    )
    return {"movement": Part("movement", marches), "combat": Part("combat", attacks)}


def weakest(view: View, decision: Decision, words: str) -> Pick | None:
    return min(decision.options, key=lambda name: (view.table.units[name].steps, name))


LARGE = Ruleset(
    name="large",
    title="Large",
    mark="LA",
    version="1",
    folder="",
    sides=("blue", "red"),
    table=Table,
    events=(Marched, Fought, StepLost, TurnEnded),
    steps={"movement": movement, "combat": combat},
    first="movement",
    turn=lambda table: f"turn {table.turn}",
    ending=lambda table: Ending(None, "9", "over"),
    set_up=set_up,
    scenarios=(Scenario(name="only", title="Only", words=""),),
    parts=(PartSpec(name="movement", order=MarchLine), PartSpec(name="combat", order=AttackLine)),
    topics=(Topic(name="losses", default=first_option, settle=weakest),),
)
