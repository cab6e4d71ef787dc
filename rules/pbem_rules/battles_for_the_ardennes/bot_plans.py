"""What the bot wants: the errands of its side, and how far they are from everywhere, enemies and rivers counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from pbem.kit.paths import Step, reach
from pbem.ruleset import View
from pbem_rules.battles_for_the_ardennes.board import DATA, FOE
from pbem_rules.battles_for_the_ardennes.bot_temper import Temper, at_last, before_the_last, sparing
from pbem_rules.battles_for_the_ardennes.s05_movement import exit_edges
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact
from pbem_rules.battles_for_the_ardennes.s11_supply import sources_on
from pbem_rules.battles_for_the_ardennes.s16_ending import first_check, plays_ending
from pbem_rules.battles_for_the_ardennes.s16_saturation import fpf_of
from pbem_rules.battles_for_the_ardennes.s17_plans import HISTORICAL, plans_of
from pbem_rules.battles_for_the_ardennes.sector import Between, Sector
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, bridged, units_of

NOWHERE = 999
OFF_ROAD = 3
ROAD, BRIDGE, GROUND, FORDING, RIVER = 2, 1, {"clear": 3, "light-woods": 5, "heavy-woods": 7}, 5, 20
"""What a hex costs a formation on its way, in halves of a road hex and a bit."""
ENEMY, ZONE = 4, 2
LAST = 2
"""In so many game-turns before the end nothing is saved any more."""
A_DIVISION = 5
"""Units: whose way to a town counts."""


# What counts


def errands_of(table: BattlesTable, side: str, plan: str = "") -> dict[str, tuple[str, ...]]:
    """Every town and edge that is to be taken, or for the Allies held, with its hexes."""
    form, here = table.form.victory, table.here
    towns = list(form.towns)
    if form.plans:
        named = [plans_of(table)[plan]] if plan and plans_of(table)[plan].hold else []
        plans = named or list(form.plans.values())
        towns = [town for one in plans for town in one.hold]
    if form.instead is not None:
        towns.append(form.instead.town)
    found = {town: here.towns[town] for town in towns if here.towns.get(town)}
    if side == "german":
        found = {town: hexes for town, hexes in found.items() if any(table.towns.get(h) != "german" for h in hexes)}
        if form.kind == "sedan":
            found = as_many_as_needed(table, found)
        found |= edges_of(table, plan)
    return found


def as_many_as_needed(table: BattlesTable, open_: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Of the towns of which some will do, the nearest that are still lacking; any other town stays."""
    form, here = table.form.victory, table.here
    tanks = [unit.hex for unit in units_of(table, "german") if unit.mechanized]
    lacking = form.hold - sum(town not in open_ for town in form.towns)
    far = []
    for town in [town for town in form.towns if town in open_]:
        nearest = sorted(here.distance(at, open_[town][0]) for at in tanks)
        far.append((sum(nearest[:A_DIVISION]), town))
    wanted = {town for _, town in sorted(far)[: max(0, lacking)]}
    return {town: hexes for town, hexes in open_.items() if town in wanted or town not in form.towns}


def edges_of(table: BattlesTable, plan: str) -> dict[str, tuple[str, ...]]:
    """The edges by which it still pays to leave; the rows of an edge that count."""
    form, here = table.form.victory, table.here
    if form.plans:
        counts = ("west",) if plan in ("", HISTORICAL) or plans_of(table)[plan].points else ()
        return {edge: sources_on(here.maps, (edge,)) for edge in counts}
    rows = {row.edge: f"{row.edge} {row.rows}".strip() for row in form.exits if not is_filled(table, row.edge)}
    return {edge: sources_on(here.maps, (rows[edge],)) for edge in exit_edges(table) if edge in rows}


def is_filled(table: BattlesTable, edge: str) -> bool:
    """Whether enough has left by an edge of which so much is wanted."""
    form = table.form.victory
    row = next(row for row in form.exits if row.edge == edge)
    if form.instead is not None and form.instead.edge == edge:
        return True
    return bool(row.points) and table.exited.get(edge, 0) >= row.points


def goals_of(table: BattlesTable, side: str, plan: str = "") -> tuple[str, ...]:
    """The hexes of all errands; if everything is done, those of the towns that count."""
    hexes = [hex for errand in errands_of(table, side, plan).values() for hex in errand]
    return tuple(hexes) or tuple(sorted(counting_towns(table)))


def plan_of_view(view: View) -> str:
    """The German's own plan, as far as this side knows it; nothing for the Allies."""
    return str(view.own.plan) if view.own is not None and view.side == "german" else ""


def counting_towns(table: BattlesTable, plan: str = "") -> frozenset[str]:
    """The hexes of all towns that somebody has to hold."""
    form = table.form.victory
    towns = [*form.towns, *(town for name, one in form.plans.items() if plan in ("", name) for town in one.hold)]
    towns += [form.instead.town] if form.instead is not None else []
    return frozenset(hex for town in towns for hex in table.here.towns.get(town, ()))


def in_season(table: BattlesTable, side: str, temper: Temper) -> Temper:
    """What a veteran goes by in this scenario and game-turn."""
    if temper.hunts and side == "german" and table.form.victory.losses:
        return sparing(temper)
    if not temper.hunts:
        return temper
    if is_last(table):
        return at_last(temper, side)
    return before_the_last(temper) if side == "allied" and is_closing(table, temper) else temper


def is_last(table: BattlesTable) -> bool:
    """Whether points are counted when this game-turn is over."""
    return table.form.victory.kind == "points" and table.turn >= table.form.length.last


def is_closing(table: BattlesTable, temper: Temper) -> bool:
    """Whether it is time to look to what counts at the end."""
    return table.form.victory.kind == "points" and table.turn >= table.form.length.last - temper.closing


def stakes(table: BattlesTable) -> dict[str, int]:
    """What the hexes of towns count for whoever has them; where all that is asked has to be done, each counts more."""
    form = table.form.victory
    return {
        hex: form.towns.get(table.here.town_of[hex], 1) * (1 + (form.kind == "sedan"))
        for hex in sorted(counting_towns(table))
    }


def is_ending(table: BattlesTable) -> bool:
    """Whether the end may be near, so that ammunition need not be saved."""
    last = first_check(table) if plays_ending(table) else table.form.length.last
    return table.turn > last - LAST


# How far it is


@DATA.cached
def distances(here: Sector, goals: tuple[str, ...]) -> dict[str, int]:
    """From every hex to the nearest of them, a road hex counting one and any other three."""

    def steps(hex: str) -> list[Step[str]]:
        if not hex:
            return [Step(goal, 0) for goal in goals]
        return [Step(way.to, 1 if way.road else OFF_ROAD * (2 if way.water else 1)) for way in here.sides[hex]]

    found = reach("", None, steps)
    return {hex: int(found.cost(hex)) for hex in found.places() if hex}


Fares = dict[str, tuple[tuple[str, int], ...]]
"""From each hex to its neighbours, and what coming from there into it costs."""


def fares_of(table: BattlesTable) -> Fares:
    """Over the bridges that stand now; the same for all errands."""
    here, found = table.here, dict(printed_fares(table.here))
    for hex in sorted({hex for side in (*table.blown, *table.built) for hex in side.split("-")}):
        if hex in found:
            ways = here.sides[hex]
            found[hex] = tuple((way.to, step_cost(way, here.ground[hex], bridged(table, way))) for way in ways)
    return found


@DATA.cached
def printed_fares(here: Sector) -> Fares:
    """Over the bridges of the map."""
    return {
        hex: tuple((way.to, step_cost(way, here.ground[hex], way.bridge)) for way in ways)
        for hex, ways in here.sides.items()
    }


def ways_to(fares: Fares, goals: Sequence[str], held: Mapping[str, int]) -> dict[str, int]:
    """From every hex to the nearest of the goals, around what is `held`."""
    far, open_ = dict.fromkeys(goals, 0), [(0, hex) for hex in goals]
    while open_:
        cost, hex = heappop(open_)
        if cost > far[hex]:
            continue
        into = cost + held.get(hex, 0)
        for to, fare in fares[hex]:
            reached = into + fare
            if reached < far.get(to, NOWHERE):
                far[to] = reached
                heappush(open_, (reached, to))
    return far


def step_cost(way: Between, ground: str, bridge: bool) -> int:
    if not way.water:
        return ROAD if way.road else GROUND.get(ground, ROAD)
    if bridge:
        return BRIDGE + (ROAD if way.road else GROUND.get(ground, ROAD))
    return (FORDING if way.ford or way.water == "stream" else RIVER) + GROUND.get(ground, ROAD)


def obstacles(table: BattlesTable, contact: Contact, side: str) -> dict[str, int]:
    """What the enemy's stacks and zones cost on the way."""
    held = dict.fromkeys(sorted(contact.zone[FOE[side]]), ZONE)
    for hex, units in contact.stacks.items():
        if units[0].side != side:
            held[hex] = ENEMY + defence_in(units)
    return held


def defence_in(units: Sequence[BattleUnit]) -> int:
    return sum(fpf_of(unit) if unit.guns else unit.face.strength for unit in units)


def nearest_foe(table: BattlesTable, hex: str, sight: int) -> int:
    """Hexes to the nearest enemy of the phasing side, if he is that near; else one more."""
    foes = foe_hexes(table)
    return min((table.here.distance(hex, foe) for foe in foes), default=sight + 1) if foes else sight + 1


def foe_hexes(table: BattlesTable) -> tuple[str, ...]:
    return tuple(dict.fromkeys(unit.hex for unit in units_of(table, FOE[table.side])))
