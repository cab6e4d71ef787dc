"""What the bot wants: the hexes that count for its side, and how far they are by road from everywhere."""

from __future__ import annotations

from pbem.kit.paths import Step, reach
from pbem_rules.battles_for_the_ardennes.board import DATA, FOE
from pbem_rules.battles_for_the_ardennes.s05_movement import exit_edges
from pbem_rules.battles_for_the_ardennes.s11_supply import sources_on
from pbem_rules.battles_for_the_ardennes.s17_plans import plans_of
from pbem_rules.battles_for_the_ardennes.sector import Sector
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_of

NOWHERE = 999
OFF_ROAD = 3


def goals_of(table: BattlesTable, side: str, plan: str = "") -> tuple[str, ...]:
    """The German: towns that count and are not his, edges that count.  The Allies: towns that the German wants."""
    form, here = table.form.victory, table.here
    towns = list(form.towns) if not plan else list(plans_of(table)[plan].hold)
    if not towns and form.plans:
        towns = [town for one in form.plans.values() for town in one.hold]
    hexes = [hex for town in towns for hex in here.towns.get(town, ())]
    if side == "allied":
        return tuple(hexes)
    wanted = [hex for hex in hexes if table.towns.get(hex) != "german"]
    if not plan or plans_of(table)[plan].points:
        edges = ("west",) if form.kind != "sedan" else exit_edges(table)
        wanted += list(sources_on(here.maps, edges)) if form.exits or plan else []
    return tuple(wanted or hexes)


@DATA.cached
def distances(here: Sector, goals: tuple[str, ...]) -> dict[str, int]:
    """From every hex to the nearest of them, a road hex counting one and any other three."""

    def steps(hex: str) -> list[Step[str]]:
        if not hex:
            return [Step(goal, 0) for goal in goals]
        return [Step(way.to, 1 if way.road else OFF_ROAD * (2 if way.water else 1)) for way in here.sides[hex]]

    found = reach("", None, steps)
    return {hex: int(found.cost(hex)) for hex in found.places() if hex}


def nearest_foe(table: BattlesTable, hex: str, sight: int) -> int:
    """Hexes to the nearest enemy of the phasing side, if he is that near; else one more."""
    foes = foe_hexes(table)
    return min((table.here.distance(hex, foe) for foe in foes), default=sight + 1) if foes else sight + 1


def foe_hexes(table: BattlesTable) -> tuple[str, ...]:
    return tuple(dict.fromkeys(unit.hex for unit in units_of(table, FOE[table.side])))
