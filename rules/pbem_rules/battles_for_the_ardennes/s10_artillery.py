"""10. Artillery: modes, barrages, protective fire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.ruleset import Cannot, Umpire
from pbem_rules.battles_for_the_ardennes.battle_events import FireGiven
from pbem_rules.battles_for_the_ardennes.board import limit, the_charts
from pbem_rules.battles_for_the_ardennes.s16_saturation import Salvo, fpf_of
from pbem_rules.battles_for_the_ardennes.sheets import AttackOrder, Barrage, BatteryOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

# 10. Modes


def cannot_change_mode(table: BattlesTable, side: str, line: BatteryOrder) -> Cannot | None:
    """10.0, 16.57 Why a battery or a dump cannot change its mode."""
    if line.unit.startswith("dump "):
        return cannot_change_dump(table, side, line)
    unit = table.units.get(line.unit)
    if unit is None or unit.side != side or not unit.hex:
        return "base.artillery", f"{line.unit} is no unit of the {side} side on the map"
    if not unit.guns:
        return "base.artillery", f"{unit.id} is no artillery"
    if unit.id in table.moved:
        return "base.artillery", f"{unit.id} has had something else to do"
    if unit.mode == line.mode or (unit.march and line.mode == "moving"):
        return (
            "base.artillery",
            f"{unit.id} is {'in battery' if line.mode == 'battery' else 'in movement mode'} already",
        )
    return None


def cannot_change_dump(table: BattlesTable, side: str, line: BatteryOrder) -> Cannot | None:
    """16.57 Only the German moves dumps."""
    dump = table.dumps.get(table.here.spelled(line.unit.removeprefix("dump ")))
    if not table.plays("16.57") or side != "german" or dump is None or not dump.german:
        return "16.57", f"{line.unit} is nothing that the {side} side can move"
    if (dump.mode == "moving") == (line.mode == "moving"):
        return "16.57", f"{line.unit} is in that mode already"
    return None


# 10.1 Barrages


def cannot_barrage(table: BattlesTable, side: str, line: AttackOrder) -> Cannot | None:
    """10.1, 16.71 Why a battery of an attack cannot fire at the target."""
    target = table.here.spelled(line.attack)
    for barrage in line.batteries_of:
        unit = table.units.get(barrage.unit)
        if unit is None or unit.side != side or not unit.hex:
            return "base.artillery", f"{barrage.unit} is no unit of the {side} side on the map"
        problem = cannot_fire(table, unit, barrage, target)
        if problem is not None:
            return problem
    return None


def cannot_fire(table: BattlesTable, unit: BattleUnit, barrage: Barrage, target: str) -> Cannot | None:
    if not unit.guns:
        return "base.artillery", f"{unit.id} is no artillery"
    if barrage.saturate and not table.plays("saturation"):
        return "16.71", "no saturation fire is played in this game"
    if problem := cannot_saturate(unit) if barrage.saturate else None:
        return problem
    if not unit.in_battery:
        return "base.artillery", f"{unit.id} is not in battery"
    if unit.out_of_supply:
        return "base.artillery", f"{unit.id} is out of supply"
    if unit.dry_guns or unit.burnt:
        return "16.77", f"{unit.id} {'has burnt tubes' if unit.burnt else 'is out of ammunition'}"
    if unit.id in table.fought:
        return "base.artillery", f"{unit.id} has fired already"
    far = table.here.distance(unit.hex, target)
    if far > min(unit.face.range, limit("reach")):
        return "base.artillery", f"{unit.id} in {unit.hex} is {far} hexes from {target}, its range is {unit.face.range}"
    return None


def cannot_saturate(unit: BattleUnit) -> Cannot | None:
    """16.71 Only in battery, in supply and with ammunition."""
    if unit.changing or unit.mode != "battery":
        why = "is leaving battery" if unit.changing == "moving" else "is not in battery"
        return "16.71", f"{unit.id} {why}, no saturation"
    if unit.out_of_supply or unit.dry_guns:
        return "16.71", f"{unit.id} is out of {'ammunition' if unit.dry_guns else 'supply'}, no saturation"
    return None


def barrage_strength(table: BattlesTable, unit: BattleUnit, target: str, salvo: Salvo | None) -> tuple[int, str]:
    """10.1, 10.19, 16.73 Multiplied, then halved into blocking terrain unless adjacent; and how."""
    strength, words = unit.face.barrage, f"{unit.id} {unit.face.barrage}"
    if salvo is not None:
        strength *= salvo.multiplier
        words += f" x{salvo.multiplier}"
    here = table.here
    if here.ground[target] in the_charts().blocking and here.distance(unit.hex, target) > 1:
        strength = (strength + 1) // 2
        words += " halved (10.19)"
    return strength, words


# FPF


def batteries_in_range(table: BattlesTable, side: str, target: str) -> list[BattleUnit]:
    """10.0 Who may give protective fire: in battery, in range, not in the hex itself, once in a phase."""
    here = table.here
    return [
        unit
        for unit in units_of(table, side)
        if unit.in_battery
        and unit.id not in table.fpf
        and unit.hex != target
        and here.distance(unit.hex, target) <= unit.face.range
        and fpf_of(unit)
    ]


def ask_fpf(
    table: BattlesTable, umpire: Umpire, side: str, target: str, facts: Mapping[str, str | int]
) -> list[BattleUnit]:
    """10.0 The defender names his batteries, knowing the odds without them; silence means all."""
    able = batteries_in_range(table, side, target)
    names = tuple(unit.id for unit in able)
    if not names:
        return []
    picked = umpire.choose(
        "base.artillery", side, "fpf", f"protective fire at {target}, attacked at {facts['odds']}", names, 0,
        len(names), otherwise=names, facts=facts,
    )  # fmt: skip
    if picked:
        umpire.do("base.artillery", FireGiven(target, tuple(picked)))
    return [unit for unit in able if unit.id in picked]


def protective_fire(units: Iterable[BattleUnit]) -> tuple[int, tuple[str, ...]]:
    """Their strengths together, and how."""
    fire = [(unit.id, fpf_of(unit)) for unit in units]
    return sum(strength for _, strength in fire), tuple(f"FPF {name} {strength}" for name, strength in fire)


def adjacent(table: BattlesTable, units: Sequence[BattleUnit], target: str) -> list[BattleUnit]:
    """10.2, 16.73 Only batteries beside the target share in what befalls the attack."""
    return [unit for unit in units if unit.hex and table.here.distance(unit.hex, target) == 1]
