"""16.4 Operation Greif: targets sealed before play, discovered on the march, cleared by dice."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.paths import Step, cheapest
from pbem.ruleset import Cannot, Umpire
from pbem_rules.battles_for_the_ardennes.battle_events import (
    ClearingRolled,
    TargetDiscovered,
    TargetStruck,
    TargetWorked,
    UnitHalted,
)
from pbem_rules.battles_for_the_ardennes.board import (
    DATA,
    limit,
    the_charts,
    the_map,
    the_scenario,
    the_variants,
)
from pbem_rules.battles_for_the_ardennes.events import BrigadeWithdrawn
from pbem_rules.battles_for_the_ardennes.s05_movement import Footing, ground_fare
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_in

PRIMARY, SECONDARY = "primary", "secondary"
FAR = 999
"""No way at all leads there."""


def plays_greif(table: BattlesTable) -> bool:
    """16.4 Games of 1944 only."""
    return table.plays("greif") and table.form.year == 1944


# 16.41, 16.46 The list


def wrong_targets(table: BattlesTable, hexes: tuple[str, ...], primary: tuple[str, ...]) -> Cannot | None:
    """16.41 So many different road hexes; 16.46 three of ten are primary."""
    numbers, here = the_variants().greif, table.here
    many = numbers.primary + numbers.secondary if table.plays("16.46") else numbers.targets
    wanted = [here.spelled(hex) for hex in hexes]
    for hex, spelled in zip(hexes, wanted, strict=True):
        if not spelled:
            return "16.41", f"target {hex} is not on the maps in play"
        if spelled not in here.roads:
            near = [other for other in here.neighbours[spelled] if other in here.roads]
            return "16.41", f"target {hex} is no road hex", f"its road neighbours: {', '.join(near) or 'none'}"
    if len(set(wanted)) < len(wanted):
        return "16.41", "a target is named twice"
    if len(wanted) != many:
        case_hint = f"write {many} road hexes"
        return "16.41", f"{len(wanted)} targets named, {many} are wanted", case_hint
    first = [here.spelled(hex) for hex in primary]
    if table.plays("16.46") and (len(set(first)) != numbers.primary or not set(first) <= set(wanted)):
        return "16.46", f"{len(set(first))} primary targets named, {numbers.primary} of the ten are wanted"
    return None


def kinds_of(table: BattlesTable, hexes: Iterable[str], primary: Iterable[str]) -> dict[str, str]:
    """Each target by its number here, with its kind."""
    here = table.here
    first = [here.spelled(hex) for hex in primary]
    plain = not table.plays("16.46")
    return {hex: PRIMARY if plain or hex in first else SECONDARY for hex in map(here.spelled, hexes)}


# 16.47 Travel


@DATA.cached
def travel_cost(hex: str, *, bad: bool) -> int:
    """16.47, R-11, R-12 The fewest mechanized points from Stadtkyll, on all four maps, nobody in the way."""
    here, charts, driving = the_map(), the_charts(), Footing(mechanized=True, guns=False, bad=bad)

    def steps(at: str) -> Iterable[Step[str]]:
        for way in here.sides[at]:
            if way.road:
                yield Step(way.to, 2 if way.water else 1)
                continue
            cost = ground_fare(here, way.to, driving)
            extra = charts.water["ford" if way.ford else "stream"].of(mechanized=True, bad=bad)
            if not way.water:
                yield Step(way.to, cost)
            elif extra and (way.ford or way.water == "stream"):
                yield Step(way.to, cost + extra)

    start = here.spelled(the_variants().greif.start)
    found = cheapest(start, hex, None, steps)
    return int(found.cost) if found else FAR


def active_from(table: BattlesTable, hex: str) -> int:
    """16.47, R-13 The first game-turn in which a target works; without the variant, the first of all."""
    first = the_scenario(table.scenario).length.first
    if not table.plays("16.47"):
        return first
    points = the_variants().greif.points_a_turn
    bad = first <= limit("bad ground until")
    return first + -(-travel_cost(the_map().spelled(hex), bad=bad) // points)


# 16.41, 16.42, 16.46 On the march


def stopped_by_target(table: BattlesTable, umpire: Umpire, unit: BattleUnit, hex: str) -> str:
    """16.41 A unit of the Allied side enters a hex: discovered, halted, or nothing."""
    if unit.side != "allied" or not plays_greif(table):
        return ""
    if hex in table.discovered:
        umpire.do("16.42", UnitHalted(hex, unit.id))
        return "halted"
    kind = umpire.secret("german").targets.get(hex)
    if kind is None or hex in table.struck or hex in table.cleared or table.turn < active_from(table, hex):
        return ""
    if kind == SECONDARY:
        face = umpire.roll("16.46", f"target {hex}")
        if face > the_variants().greif.works_up_to:
            umpire.do("16.46", TargetStruck(hex, face))
            return ""
        umpire.do("16.46", TargetWorked(hex, face))
    umpire.do("16.41", TargetDiscovered(hex, unit.id))
    return "discovered"


# 16.43, 16.44 Clearing


def clear_targets(table: BattlesTable, umpire: Umpire) -> None:
    """16.43 From the game-turn after the discovery, in the order of discovery, then by number."""
    numbers = the_variants().greif
    in_order = sorted((turn, hex) for hex, turn in table.discovered.items() if turn < table.turn)
    for _, hex in in_order:
        face = umpire.roll("16.43", f"clearing {hex}")
        bonus = clearing_bonus(table, hex)
        umpire.do("16.43", ClearingRolled(hex, face, bonus, face + bonus >= numbers.clears_from))


def clearing_bonus(table: BattlesTable, hex: str) -> int:
    """16.44, R-02, R-03 Engineers, and others that the hex did not stop when it was discovered."""
    there = [unit for unit in units_in(table, hex) if unit.side == "allied"]
    stopped, numbers = table.halted.get(hex, []), the_variants().greif
    others = [unit for unit in there if not unit.guns and not unit.engineers and unit.id not in stopped]
    return numbers.engineer * any(unit.engineers for unit in there) + numbers.others * bool(others)


# 16.45


def withdraw_brigade(table: BattlesTable, umpire: Umpire) -> None:
    """16.45 The brigade goes when its game-turn is over; it is no loss."""
    numbers = the_variants().greif
    brigade = table.units.get(numbers.brigade)
    if plays_greif(table) and table.turn == numbers.brigade_until and brigade is not None and not brigade.lost:
        umpire.do("16.45", BrigadeWithdrawn(brigade.id))
