"""Where the bot concentrates: it looks for enemies that enough of its units can reach, and sends them beside them."""

from __future__ import annotations

from dataclasses import replace

from pbem.kit.paths import Reach
from pbem.ruleset import mutable
from pbem_rules.battles_for_the_ardennes.board import FOE, the_charts
from pbem_rules.battles_for_the_ardennes.bot_plans import NOWHERE
from pbem_rules.battles_for_the_ardennes.bot_views import Outlook1944, settle_down
from pbem_rules.battles_for_the_ardennes.s07_zones import cannot_stack
from pbem_rules.battles_for_the_ardennes.s09_combat import cannot_take_part, crosses_halved, reckon
from pbem_rules.battles_for_the_ardennes.s10_artillery import batteries_in_range, cannot_fire
from pbem_rules.battles_for_the_ardennes.sheets import Barrage
from pbem_rules.battles_for_the_ardennes.table import BattleUnit, units_of

Places = dict[str, list[str]]
"""For each unit the hexes from which it could attack."""
PLENTY = "5-1"
LEAST, FOR_A_TOWN = {"german": "2-1", "allied": "3-1"}, "1-1"
"""The column for which nobody else is sent for, and the one below which nobody goes at all."""


@mutable
class Strike:
    """An enemy's hex, and who is sent against it from where."""

    target: str
    units: list[BattleUnit]
    column: str


def plan_strikes(seen: Outlook1944, reaches: dict[str, Reach[str]]) -> list[Strike]:
    """The best first; units that are sent are settled down where they will stand."""
    able = who_can_reach(seen, reaches)
    guns = [unit for unit in units_of(seen.table, seen.side) if unit.in_battery and unit.id not in seen.table.fought]
    busy: set[str] = set()
    strikes = []
    for _, target in sorted((promise(seen, hex, at, guns), hex) for hex, at in able.items()):
        strike = assembled(seen, target, {name: at for name, at in able[target].items() if name not in busy}, guns)
        if strike is not None:
            strikes.append(strike)
            busy |= {unit.id for unit in strike.units}
            fire = [gun.id for gun in guns_on(seen, target, guns)]
            guns = [gun for gun in guns if gun.id not in fire[:2]]
            for unit in strike.units:
                settle_down(seen, seen.table.units[unit.id], unit.hex, march=False)
    return strikes


def who_can_reach(seen: Outlook1944, reaches: dict[str, Reach[str]]) -> dict[str, Places]:
    """Every enemy hex, with all who can come beside it and attack."""
    table, found = seen.table, dict[str, Places]()
    for name, reach in reaches.items():
        unit = table.units[name]
        if unit.guns or unit.face.bracketed:
            continue
        for hex in reach.places():
            if seen.fronts.get(hex) != 1:
                continue
            for near in table.here.neighbours[hex]:
                held = seen.contact.holder(near) == FOE[seen.side]
                if held and ahead(seen, unit, near) and cannot_take_part(table, replace(unit, hex=hex), near) is None:
                    found.setdefault(near, {}).setdefault(name, []).append(hex)
    return found


def ahead(seen: Outlook1944, unit: BattleUnit, target: str) -> bool:
    """Whether a target lies on a German unit's way, or beside it; what is behind is left to those who come later."""
    if seen.side == "allied" and not seen.temper.keeps:
        return True
    way = seen.way_from(unit)
    return way.get(target, NOWHERE) <= way.get(unit.hex, NOWHERE) + seen.temper.aside


def promise(seen: Outlook1944, target: str, able: Places, guns: list[BattleUnit]) -> int:
    """What speaks for a target, the least first: what it is, how near to an errand, the best column there could be."""
    best = sorted((seen.table.units[name] for name in able), key=lambda unit: -unit.face.strength)[:9]
    there = [replace(unit, hex=able[unit.id][0]) for unit in best]
    column = column_of(seen, target, there, guns)
    wanted = any(target in hexes for hexes in seen.errands.values())
    nearest = min((way.get(target, NOWHERE) for way in seen.ways.values()), default=0)
    return (
        nearest // 4
        - seen.mood.about(target) // 3
        - 4 * min(7, the_charts().columns.labels.index(column))
        - 12 * wanted
    )


def column_of(seen: Outlook1944, target: str, units: list[BattleUnit], guns: list[BattleUnit]) -> str:
    """The column with the two best batteries in range, against all the protective fire."""
    fire = guns_on(seen, target, guns)[:2]
    foes = batteries_in_range(seen.table, FOE[seen.side], target)
    return reckon(seen.table, target, units, fire, foes, {}, support=int(seen.table.air > 0)).column


def guns_on(seen: Outlook1944, target: str, guns: list[BattleUnit]) -> list[BattleUnit]:
    able = [gun for gun in guns if cannot_fire(seen.table, gun, Barrage(gun.id), target) is None]
    return sorted(able, key=lambda unit: (-unit.face.barrage, unit.id))


def assembled(seen: Outlook1944, target: str, able: Places, guns: list[BattleUnit]) -> Strike | None:
    """The strongest first, from as many sides as there are, until it is plenty."""
    columns, force = the_charts().columns, list[BattleUnit]()
    crowd: dict[str, int] = {}
    for _, name in sorted((-seen.table.units[name].face.strength, name) for name in able):
        unit = seen.table.units[name]
        open_ = [hex for hex in able[name] if hex == unit.hex or room_beside(seen, unit, hex, force)]
        if not open_:
            continue
        *_, hex = min((crosses_halved(seen.table, at, target), crowd.get(at, 0), at != unit.hex, at) for at in open_)
        force.append(replace(unit, hex=hex))
        crowd[hex] = crowd.get(hex, 0) + 1
        column = column_of(seen, target, force, guns)
        if columns.at_least(column, PLENTY):
            return Strike(target, force, column)
    least = LEAST[seen.side] if all(target not in hexes for hexes in seen.errands.values()) else FOR_A_TOWN
    if not force or not columns.at_least(column_of(seen, target, force, guns), least):
        return None
    return Strike(target, force, column_of(seen, target, force, guns))


def room_beside(seen: Outlook1944, unit: BattleUnit, hex: str, force: list[BattleUnit]) -> bool:
    """Room in a hex with those who are sent there too."""
    there = [*seen.contact.stacks.get(hex, ()), *(one for one in force if one.hex == hex)]
    return cannot_stack(unit, hex, there, march=False) is None
