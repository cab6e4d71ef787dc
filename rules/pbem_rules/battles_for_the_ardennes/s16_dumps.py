"""16.5 American supply dumps: sealed before play, captured, retaken, destroyed, moved."""

from __future__ import annotations

from pbem.craft.sayings import many
from pbem.ruleset import Cannot, Umpire
from pbem_rules.battles_for_the_ardennes.battle_events import DestructionRolled, DumpCaptured, DumpTaken, SiteSearched
from pbem_rules.battles_for_the_ardennes.board import DumpChart, the_variants
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, PetrolDump


def plays_dumps(table: BattlesTable) -> bool:
    """16.5 Games of 1944 only."""
    return table.plays("dumps") and table.scenario in the_variants().dumps


def chart_of(table: BattlesTable) -> DumpChart:
    """16.58 The line of the scenario."""
    return the_variants().dumps[table.scenario]


def sites(table: BattlesTable) -> tuple[str, ...]:
    """16.58 The hexes where dumps may lie, by their numbers here."""
    return tuple(table.here.spelled(hex) for hex in chart_of(table).hexes) if plays_dumps(table) else ()


# 16.51


def wrong_dumps(table: BattlesTable, dumps: dict[str, int]) -> Cannot | None:
    """16.51 Every point of the chart in hexes of the chart."""
    chart, known = chart_of(table), sites(table)
    for hex, points in dumps.items():
        if table.here.spelled(hex) not in known:
            return "16.58", f"{hex} is no dump hex of {table.form.title}", f"they are {', '.join(chart.hexes)}"
        if points < 1:
            return "16.51", f"{hex}: {points} petrol points"
    if len({table.here.spelled(hex) for hex in dumps}) < len(dumps):
        return "16.51", "a hex is named twice"
    total = sum(dumps.values())
    if total != chart.points:
        over = chart.points - total
        hint = f"{many(over, 'point')} left over" if over > 0 else f"{many(-over, 'point')} too many"
        return "16.51", f"{total} petrol points placed, {table.form.title} has {chart.points}", hint
    return None


# 16.52, 16.56 Capture and recapture


def enter_site(table: BattlesTable, umpire: Umpire, unit: BattleUnit, hex: str) -> None:
    """16.52 The moment somebody stands in a hex: a dump is captured, or taken back."""
    if not plays_dumps(table):
        return
    if unit.side == "german" and hex in sites(table) and hex not in table.searched:
        points = umpire.secret("allied").dumps.get(hex, 0)
        if points:
            umpire.do("16.52", DumpCaptured(unit.id, hex, points))
        else:
            umpire.do("16.52", SiteSearched(hex))
    for dump in dumps_in(table, hex):
        if dump.german != (unit.side == "german") and (unit.side == "german" or may_retake(table)):
            umpire.do("16.56", DumpTaken(dump.site, unit.side == "german", unit.id))


def may_retake(table: BattlesTable) -> bool:
    """16.56, 16.57 Only where one of these is played can the American take a dump back."""
    return table.plays("16.56") or table.plays("16.57")


def dumps_in(table: BattlesTable, hex: str) -> list[PetrolDump]:
    return [dump for _, dump in sorted(table.dumps.items()) if dump.hex == hex]


# 16.56 Destruction


def cannot_destroy(table: BattlesTable, side: str, name: str) -> Cannot | None:
    """16.56 Who may try to destroy a dump that was taken back."""
    unit = table.units.get(name)
    if not table.plays("16.56") or side != "allied":
        return "16.56", "no dumps are destroyed in this game" if side == "allied" else "the German destroys no dumps"
    if unit is None or unit.side != side or not unit.hex:
        return "16.56", f"{name} is no unit of the {side} side on the map"
    if not [dump for dump in dumps_in(table, unit.hex) if not dump.german]:
        return "16.56", f"no dump that was taken back lies in {unit.hex}"
    if unit.id in table.fought_before:
        return "16.56", f"{unit.id} attacked in its last Combat Phase"
    return None


def can_destroy(table: BattlesTable) -> list[str]:
    units = [unit.id for _, unit in sorted(table.units.items()) if unit.side == "allied" and unit.hex]
    return [name for name in units if cannot_destroy(table, "allied", name) is None]


def destroy_dump(table: BattlesTable, umpire: Umpire, name: str) -> None:
    """16.56 One die; engineers do better and twice as much, artillery worse but all of it."""
    unit = table.units[name]
    dump = next((dump for dump in dumps_in(table, unit.hex) if not dump.german), None)
    if dump is None:
        return
    face = umpire.roll("16.56", "die")
    umpire.do("16.56", DestructionRolled(dump.site, unit.id, face, taken(table, unit, dump, face)))


def taken(table: BattlesTable, unit: BattleUnit, dump: PetrolDump, face: int) -> int:
    """16.56, R-22 to R-24 The points that a die takes away."""
    numbers, helpers = the_variants().destruction, [unit]
    if table.options.get("destruction") == "whole hex":
        helpers = [other for other in table.units.values() if other.hex == unit.hex and other.side == "allied"]
    engineer, guns = any(one.engineers for one in helpers), any(one.guns for one in helpers)
    if face - numbers.engineer * engineer + numbers.guns * guns > unit.face.strength:
        return 0
    if guns:
        return dump.points
    return min(dump.points, face * numbers.doubled if engineer else face)
