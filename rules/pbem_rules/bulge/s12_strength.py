"""12.1 The arithmetic of a combat: strengths, ground, differential, table, shifts, column."""

from __future__ import annotations

from pbem.ruleset import frozen
from pbem_rules.bulge.board import FOE, limit, the_tables, ways_between
from pbem_rules.bulge.s06_weather import weather_shift
from pbem_rules.bulge.s14_supply import road_net, supplied
from pbem_rules.bulge.sheets import AttackLine
from pbem_rules.bulge.table import Bulge, Unit, base_defence, lay_of, total, unit_in


@frozen
class Strengths:
    """12.1 Both totals of a combat and their differential."""

    attack: int
    factor: int
    terrain: tuple[tuple[str, int], ...]

    @property
    def defence(self) -> int:
        return self.factor + sum(value for _, value in self.terrain)

    @property
    def differential(self) -> int:
        return self.attack - self.defence


def strength_of(table: Bulge, names: tuple[str, ...], target: Unit) -> Strengths:
    """12.1 Printed factors; the defender's with what its ground adds, R-12."""
    attackers = [table.units[name] for name in names]
    terrain = base_defence(target)
    if all(ways_between()[unit.hex, target.hex].river for unit in attackers):
        terrain = (*terrain, ("river", the_tables().defence["river"]))
    return Strengths(total(attackers), target.cf, terrain)


def crt_of(table: Bulge, line: AttackLine) -> str:
    """12.1, 14.1"""
    return "secondary" if line.crt == "secondary" or out_of_supply(table, line.with_) else "primary"


def support_for(table: Bulge, line: AttackLine, side: str) -> int:
    """7.3 R-44: as many missions as the line wants and are left."""
    return min(line.support, table.support.get(side, 0))


def sure_shifts(table: Bulge, side: str, support: int) -> list[tuple[str, int]]:
    """5.0, 6.1, 7.3 The columns to the right before anybody rolls; R-36: weather counts after movement only."""
    shifts = []
    if table.turn == 1 and side == "german":
        shifts.append(("surprise", limit("surprise after" if table.phase == "after" else "surprise before")))
    if table.phase == "after" and (columns := weather_shift(table.weather, side)):
        shifts.append((table.weather, columns))
    if support:
        shifts.append(("support", support * limit("support")))
    return shifts


def expected_column(table: Bulge, line: AttackLine) -> str:
    """The column of an attack as far as it is known before any die."""
    target = unit_in(table, line.attack)
    if target is None:
        return the_tables().columns.labels[0]
    return sure_column(table, line.with_, target, support_for(table, line, FOE[target.side]))


def sure_column(table: Bulge, names: tuple[str, ...], target: Unit, support: int) -> str:
    """The same of these units against an enemy, with so many missions."""
    columns, shifts = the_tables().columns, sure_shifts(table, FOE[target.side], support)
    return columns.shifted(columns.of(strength_of(table, names, target).differential), sum(by for _, by in shifts))


def out_of_supply(table: Bulge, names: tuple[str, ...]) -> list[str]:
    """12.1, 14.0 Judged at the moment of combat."""
    side = table.units[names[0]].side
    if side == "german" and table.turn <= limit("supplied turns"):
        return []
    lay = lay_of(table)
    net = road_net(table, lay, side)
    return [name for name in names if not supplied(table, table.units[name], lay, net)]
