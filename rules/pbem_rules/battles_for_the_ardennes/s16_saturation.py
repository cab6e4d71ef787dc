"""16.7 Saturation Fire: the artillery's own way of firing more than it has."""

from __future__ import annotations

from fractions import Fraction

from pbem.kit.tables import DiceThrown
from pbem.ruleset import Umpire, frozen
from pbem_rules.battles_for_the_ardennes.battle_events import (
    BreakdownRolled,
    SaturationDeclared,
    SaturationRolled,
    UnitDestroyed,
)
from pbem_rules.battles_for_the_ardennes.board import the_variants
from pbem_rules.battles_for_the_ardennes.events import TubesChecked
from pbem_rules.battles_for_the_ardennes.sheets import Barrage
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

OUT_OF_AMMUNITION, LOST, BURNT = "out of ammunition", "lost", "burnt"


@frozen
class Salvo:
    """16.72 What one battery's die has given."""

    unit: str
    kind: str
    face: int
    multiplier: int


def declare_salvos(umpire: Umpire, batteries: tuple[Barrage, ...]) -> None:
    """16.72, R-52 The kind of fire is declared with the barrage."""
    for barrage in batteries:
        if barrage.saturate:
            umpire.do("16.72", SaturationDeclared(barrage.unit, barrage.saturate))


def fire_salvos(table: BattlesTable, umpire: Umpire, target: str, batteries: tuple[Barrage, ...]) -> dict[str, Salvo]:
    """16.72 A die for each battery that saturates, in the order in which they are named."""
    salvos: dict[str, Salvo] = {}
    for barrage in batteries:
        if barrage.saturate:
            face = umpire.roll("16.72", f"{barrage.unit} saturation")
            far = max(1, table.here.distance(table.units[barrage.unit].hex, target))
            multiplier = multiplier_of(barrage.saturate, face, far)
            umpire.do("16.72", SaturationRolled(barrage.unit, barrage.saturate, far, face, multiplier))
            salvos[barrage.unit] = Salvo(barrage.unit, barrage.saturate, face, multiplier)
    return salvos


def multiplier_of(kind: str, face: int, far: int) -> int:
    """16.79 The first number is for one hex, the last for three."""
    return the_variants().saturation[kind][face].by_range[far - 1]


def breakdown_of(kind: str, face: int) -> int:
    """16.79"""
    return the_variants().saturation[kind][face].breakdown


def break_down(table: BattlesTable, umpire: Umpire, salvos: dict[str, Salvo]) -> None:
    """16.74 Two dice for each that fired and is still there; 16.78 burnt tubes instead of the loss."""
    for salvo in salvos.values():
        unit = table.units[salvo.unit]
        if not unit.hex:
            continue
        faces = umpire.rolls("16.74", f"{salvo.unit} breakdown", 2)
        number = breakdown_of(salvo.kind, salvo.face)
        what = OUT_OF_AMMUNITION if sum(faces) > number else BURNT if table.plays("16.78") else LOST
        umpire.do("16.74", BreakdownRolled(unit.id, faces, number, what))
        if what == LOST:
            umpire.do("16.75", UnitDestroyed(unit.id, "breakdown"))


def check_tubes(table: BattlesTable, umpire: Umpire) -> None:
    """16.78 A die for each battery with burnt tubes, by their ids."""
    numbers = the_variants().burnt_tubes
    burnt = [unit for unit in units_of(table, table.side) if unit.burnt]
    for unit in burnt:
        face = umpire.roll("16.78", unit.id)
        what = "mended" if face <= numbers.mended_up_to else "lost" if face >= numbers.lost_from else "as before"
        umpire.do("16.78", TubesChecked(unit.id, face, what))
        if what == "lost":
            umpire.do("16.75", UnitDestroyed(unit.id, "burnt tubes"))


def fpf_of(unit: BattleUnit) -> int:
    """16.77, 16.78 Its protective fire: half without ammunition, one with burnt tubes."""
    if unit.burnt:
        return 1
    return (unit.face.strength + 1) // 2 if unit.dry_guns else unit.face.strength


def breakdown_share(kind: str) -> Fraction:
    """16.74, 16.79 How often a battery is lost that saturates in this way."""
    two_dice = DiceThrown(count=2).chances
    rows = the_variants().saturation[kind].values()
    lost = sum((chance for row in rows for total, chance in two_dice.items() if total <= row.breakdown), Fraction(0))
    return lost / len(rows)


def breakdown_chance(kind: str) -> str:
    """`74 % of cases`"""
    return f"{round(breakdown_share(kind) * 100)} % of cases"
