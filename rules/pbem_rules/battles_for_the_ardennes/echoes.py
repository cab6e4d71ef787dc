"""The lines of a sheet as understood, with their costs and odds, for `pbem check`."""

from __future__ import annotations

from pbem.craft.sayings import said_if
from pbem_rules.battles_for_the_ardennes.foresight import as_orders_begin
from pbem_rules.battles_for_the_ardennes.s05_movement import UnitMove, plan_move
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of
from pbem_rules.battles_for_the_ardennes.s09_combat import battery_units, reckon
from pbem_rules.battles_for_the_ardennes.s15_reinforcements import plan_entry
from pbem_rules.battles_for_the_ardennes.s16_saturation import breakdown_chance
from pbem_rules.battles_for_the_ardennes.sheets import (
    ArrivalOrder,
    AttackOrder,
    BatteryOrder,
    MoveOrder,
    SecretOrder,
)
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, holder, units_in


def echo_secret(table: BattlesTable, line: SecretOrder) -> str:
    told = [f"targets {' '.join(line.greif)}"] if line.greif else []
    told += [f"primary {' '.join(line.primary)}"] if line.primary else []
    told += [", ".join(f"{hex} {points}" for hex, points in sorted(line.dumps.items()))] if line.dumps else []
    told += [f"plan {line.plan}"] if line.plan else []
    return "; ".join(told) or "no secrets"


def echo_artillery(table: BattlesTable, line: BatteryOrder) -> str:
    to = "into battery" if line.mode == "battery" else "to movement mode"
    return f"{line.unit}: {to}, done when the player-turn ends"


def echo_arrival(table: BattlesTable, line: ArrivalOrder) -> str:
    if not line.hex or line.drops:
        return f"{line.unit}: {line.way}"
    journey = plan_entry(table, line, contact_of(table))
    if not isinstance(journey, UnitMove):
        return f"{line.unit}: {line.way}, as things stand now not possible"
    return f"{line.unit}: enters {' '.join(journey.path)}, {journey.spent} of {journey.budget}"


def echo_move(table: BattlesTable, line: MoveOrder) -> str:
    """`1SS-PZ  B1124 to B1321: 2 1 1 1 = 5 of 6 MP, stops beside 99-394`"""
    if line.unit.startswith("dump ") or not line.stretches:
        return f"{line.unit}: {line.way}"
    ahead = as_orders_begin(table)
    unit = ahead.units[line.unit]
    journey = plan_move(ahead, unit.side, line, contact_of(ahead))
    if not isinstance(journey, UnitMove):
        return f"{line.unit}: {line.way}, as things stand now not possible"
    costs = " ".join(map(str, journey.costs)) or "0"
    mode = ", forced march" if journey.forced else ", march mode" if journey.march else ""
    leaves = f", leaves by the {journey.exit} edge" if journey.exit else ""
    told = f"{unit.id}  {unit.hex} to {journey.hex}: {costs} = {journey.spent} of {journey.budget} MP{mode}{leaves}"
    foes = [u.id for near in ahead.here.neighbours[journey.hex] for u in units_in(ahead, near) if u.side != unit.side]
    beside = f", stops beside {' '.join(foes[:4])}" if foes else ""
    return f"{told}{beside}{said_if(line.if_)}"


def echo_attack(table: BattlesTable, line: AttackOrder) -> str:
    """Strengths, odds and columns as they would be now, and what saturation risks."""
    target = table.here.spelled(line.attack)
    names = " ".join((*line.with_, *line.barrage))
    units = [table.units[name] for name in line.with_ if name in table.units]
    foe = (units or battery_units(table, line))[0].side if units or line.barrage else ""
    if not target or holder(table, target) in ("", foe):
        return f"attack {line.attack}: {names}, no enemy there as things stand now{said_if(line.if_)}"
    found = reckon(table, target, units, battery_units(table, line), (), {}, support=line.support)
    risks = [
        f"{b.unit} is lost by breakdown in {breakdown_chance(b.saturate)}" for b in line.batteries_of if b.saturate
    ]
    risk = "; " + ", ".join(risks) if risks else ""
    return (
        f"attack {target}: {names}, {found.attack} : {found.defence} = {found.odds}, "
        f"columns {found.shift:+d}: {found.column}{risk}{said_if(line.if_)}"
    )
