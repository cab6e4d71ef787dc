"""15. The German paradrop."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.ruleset import Cannot, Umpire
from pbem_rules.ardennes_offensive.board import limit, the_map
from pbem_rules.ardennes_offensive.events import Dropped, Eliminated
from pbem_rules.ardennes_offensive.s06_road_mode import column_beside
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s08_stacking import cannot_join
from pbem_rules.ardennes_offensive.s14_reinforcements import DROP
from pbem_rules.ardennes_offensive.sheets import DropLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit

DROP_FAILED = "the drop failed"


def drop(table: Ardennes, umpire: Umpire) -> None:
    """15.0 On game-turn 2, before any other movement; it has to come (R-44)."""
    unit = to_drop(table)
    if unit is None:
        return
    drops = umpire.orders("15.0", "german", "drop").lawful(cannot_drop, table)
    line: DropLine | None = next(drops, None)
    hex = line.hex if line else usual_drop(table)
    face = umpire.roll("15.0", unit.id)
    survived = face <= limit("drop survives")
    umpire.do("15.0", Dropped(unit.id, hex, face, survived))
    if not survived:
        umpire.do("15.0", Eliminated(unit.id, DROP_FAILED))


def to_drop(table: Ardennes) -> Unit | None:
    """The paratroops, while they are still to come."""
    if table.side != "german" or table.turn != limit("drop turn"):
        return None
    waiting = [unit for unit in table.units.values() if unit.section == DROP and unit.due]
    return waiting[0] if waiting else None


def cannot_drop(table: Ardennes, side: str, line: DropLine) -> Cannot | None:
    """15.0, R-44 A live hex, not impassable, no Allied unit, no Allied control; onto own units as far as they stack."""
    here, lay = the_map(), lay_of(table)
    unit = to_drop(table)
    if side != "german" or unit is None:
        return "15.0", "no drop is due"
    if line.hex not in here.live:
        return "15.0", f"{line.hex} is not on the live map"
    if line.hex in here.impassable:
        return "15.0", f"{line.hex} is impassable"
    if lay.holder(line.hex) == "allied":
        return "15.0", f"an Allied unit stands in {line.hex}"
    if lay.controlled(line.hex, by="allied"):  # 7.2B a German unit there lifts it
        return "15.0", f"{line.hex} is in Allied control"
    if full := cannot_join(lay, unit, line.hex):
        return full
    if column := column_beside(lay, unit, line.hex):
        return "6.5G", f"{unit.id} would land in {line.hex} beside {column}, which is in road mode"
    return None


def usual_drop(table: Ardennes) -> str:
    """Where the unit comes down if nobody says: on a free road hex near the historical one, behind Monschau."""
    taken = {unit.hex for unit in table.units.values()}
    lawful = (hex for hex in near_monschau() if cannot_drop(table, "german", DropLine(hex=hex)) is None)
    return next(hex for hex in lawful if hex not in taken)


def near_monschau() -> Iterable[str]:
    here = the_map()
    goal = here.towns.get("Monschau") or min(here.live)
    return sorted(here.live, key=lambda hex: (not here.on_road(hex), here.grid.distance(hex, goal), hex))
