"""14. Air power: points by the scenario, interdiction in the Air Phase, support in combat."""

from __future__ import annotations

from pbem.ruleset import Cannot, Umpire
from pbem_rules.battles_for_the_ardennes.board import FOE, in_turns, limit
from pbem_rules.battles_for_the_ardennes.events import AirReady, AirStruck, PhaseOpened
from pbem_rules.battles_for_the_ardennes.sheets import AirOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_in


def air_phase(table: BattlesTable, umpire: Umpire) -> str:
    """14.0 The points of this player-turn, and what they strike."""
    points, face = air_points(table, umpire)
    if points or face:
        umpire.do("base.air", AirReady(points, face))
    if points and table.form.year == 1944:
        lines = umpire.orders("base.air", table.side, "air")
        for number, line in enumerate(lines, 1):
            if problem := cannot_interdict(table, table.side, line):
                lines.refuse(*problem)
            else:
                interdict(table, umpire.within(f"strike {number}"), table.here.spelled(line.interdict))
    umpire.do("base.sequence", PhaseOpened(table.side, "bridges"))
    return "bridges"


def air_points(table: BattlesTable, umpire: Umpire) -> tuple[int, int]:
    """14.0 As the scenario says; late in December the weather has a die each morning."""
    for row in table.form.air:
        if row.side == table.side and in_turns(row.turns, table.turn):
            if not row.weather:
                return (row.morning if is_morning(table.turn) else row.afternoon), 0
            if is_morning(table.turn):
                face = umpire.roll("base.air", "weather")
                return (face - 1) // 2, face
    return 0, 0


def is_morning(turn: int) -> bool:
    return turn % 2 == 1


def cannot_interdict(table: BattlesTable, side: str, line: AirOrder) -> Cannot | None:
    """14.0 A road hex, while there are points."""
    hex = table.here.spelled(line.interdict)
    if table.form.year != 1944 or side != "allied":
        return "base.air", "only the Allies of 1944 interdict"
    if not hex or hex not in table.here.roads:
        return "base.air", f"{line.interdict} is no road hex"
    if table.phase == "air" and table.air < 1:
        return "base.air", "no air points are left"
    return None


def interdict(table: BattlesTable, umpire: Umpire, hex: str) -> None:
    """14.0 A die for each enemy stack on the road hex and the road hexes beside it."""
    here, foe = table.here, FOE[table.side]
    struck: list[tuple[str, int]] = []
    hit: list[str] = []
    for at in sorted([hex, *(near for near in here.neighbours[hex] if near in here.roads)]):
        units = [unit.id for unit in units_in(table, at) if unit.side == foe]
        if units:
            face = umpire.roll("base.air", f"strike {at}")
            struck.append((at, face))
            hit += units if face <= limit("disruption") else []
    umpire.do("base.air", AirStruck(hex, tuple(struck), tuple(hit)))


def cannot_support(table: BattlesTable, support: int) -> Cannot | None:
    """14.0 A point for a column, one in an attack."""
    if support > 1 or support < 0:
        return "base.air", f"one air point supports an attack, read {support}"
    if support > table.air:
        return "base.air", "no air points are left"
    return None
