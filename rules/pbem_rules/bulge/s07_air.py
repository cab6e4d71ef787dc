"""7. Air power.  Cases 7.0 to 7.4."""

from __future__ import annotations

from functools import partial

from pbem.craft.sayings import many
from pbem.ruleset import Cannot, Part, Umpire
from pbem_rules.bulge.board import FOE, MISSIONS, SIDES, the_map, the_tables
from pbem_rules.bulge.events import (
    Interdicted,
    MissionsRevealed,
    PhaseBegan,
    Resupplied,
    ResupplyUsed,
    SupportCancelled,
)
from pbem_rules.bulge.s14_supply import in_supply, road_net
from pbem_rules.bulge.sheets import AirLine, ResupplyLine
from pbem_rules.bulge.table import Bulge, lay_of, units_of


def air(table: Bulge, umpire: Umpire) -> str:
    """7.0 Missions are chosen in secret and shown together; then patrols, then interdiction, Allied first."""
    flying = [side for side in SIDES if air_points(table, side)]
    parts = umpire.ask_all(
        *[
            umpire.part(
                "7.0", side, "air", f"missions for {air_points(table, side)} air points, {table.weather}",
                judge=partial(wrong_missions, table, side), sealed=True,
                facts={"weather": table.weather, "points": air_points(table, side)},
            )
            for side in flying
        ]
    )  # fmt: skip
    flown = {side: missions_of(table, side, part) for side, part in zip(flying, parts, strict=True)}
    for side, missions in flown.items():
        umpire.do("7.0", MissionsRevealed(side, air_points(table, side), missions))
    patrol(table, umpire, flown)
    interdict(table, umpire)
    return "before"


def air_points(table: Bulge, side: str) -> int:
    return the_tables().turns[table.turn].points(side, table.weather)


def missions_of(table: Bulge, side: str, part: Part) -> tuple[str, ...]:
    """7.0 The first missions of the list, one a point; R-43: points that are left over fly ground support."""
    points = air_points(table, side)
    flown = missions_in(part, table.weather)[:points]
    while len(flown) < points and (more := mission_left(side, flown)):
        flown = (*flown, more)
    return flown


def mission_left(side: str, flown: tuple[str, ...]) -> str:
    """R-43 What a point flies that nobody gave a mission: ground support, a patrol, nothing, as there are counters."""
    return next((more for more in ("support", "cap") if too_many(side, (*flown, more)) is None), "")


def missions_in(part: Part, weather: str) -> tuple[str, ...]:
    lines = [line for line in part.lines if isinstance(line, AirLine)]
    return lines[0].for_weather(weather) if lines else ()


def wrong_missions(table: Bulge, side: str, part: Part) -> str | None:
    """2.3.2, 7.0 Nobody flies more missions of a kind than he has counters."""
    listed = missions_in(part, table.weather)[: air_points(table, side)]
    return too_many(side, listed)


def too_many(side: str, missions: tuple[str, ...]) -> str | None:
    """2.3.2 Counters are a limit: air points have a mission on their back, the others have counters of their own."""
    counters = the_tables().markers[side]
    for mission in MISSIONS:
        there = counters.get(mission, counters["points"])
        if missions.count(mission) > there:
            return f"{many(missions.count(mission), 'mission')} {mission}, the counters allow {there}"
    both, points = missions.count("cap") + missions.count("support"), counters["points"]
    return f"{many(both, 'mission')} cap and support, the counters allow {points}" if both > points else None


def cannot_fly(table: Bulge, side: str, line: AirLine) -> Cannot | None:
    """7.0, 7.2, 7.4 What is wrong with a list of missions, whatever the weather will be."""
    for missions in (line.missions, line.overcast or (), line.mist or (), line.clear or ()):
        wrong = too_many(side, missions)
        if wrong and "interdict" in wrong:
            return "7.2", wrong, "make one of them support or cap"
        if wrong and "resupply" in wrong:
            return "7.4", wrong, "make one of them support or cap"
        if wrong:
            return "2.3.2", wrong
    return None


def patrol(table: Bulge, umpire: Umpire, flown: dict[str, tuple[str, ...]]) -> None:
    """7.1 Each patrol cancels one ground support of the other side, both sides at once; more are lost (R-37)."""
    for side in flown:
        patrols = flown.get(FOE[side], ()).count("cap")
        if cancelled := min(patrols, table.support[side]):
            umpire.do("7.1", SupportCancelled(side, cancelled))


# 7.2 Interdiction


def interdict(table: Bulge, umpire: Umpire) -> None:
    """5.0, 7.2 The Allied player places his markers, then the German his: where they are asked, he sees where."""
    for side in [side for side in ("allied", "german") if table.interdictions.get(side)]:
        prompt = "hexes to interdict, the first that are lawful"
        (wanted,) = umpire.ask_all(umpire.part("7.2", side, "interdict", prompt, sealed=True))
        hexes = tuple(line.hex for line in wanted.lines)
        for number in range(1, table.interdictions[side] + 1):
            at = umpire.within(f"{side} interdiction {number}")
            pick = at.ask(
                "7.2", side, "interdict", "interdict which road hex?", ["none", *open_to_interdiction(table, side)],
                said=hexes or None, otherwise="none",
            )  # fmt: skip
            if pick != "none":
                at.do("7.2", Interdicted(side, pick))


def open_to_interdiction(table: Bulge, side: str) -> list[str]:
    """7.2 Road hexes without a unit of either side, and without a marker of this side."""
    held = {unit.hex for unit in table.units.values() if unit.hex}
    taken = {*held, *table.markers[side]}
    return [hex for hex in the_map().grid.all() if the_map().on_road(hex) and hex not in taken]


# 7.4 Resupply


def resupply(table: Bulge, umpire: Umpire) -> str:
    """7.4 The Allied Resupply Phase."""
    umpire.do("5.0", PhaseBegan("resupply"))
    if table.resupplies and without_supply(table):
        for line in umpire.orders("7.4", "allied", "resupply").lawful(cannot_resupply, table):
            umpire.do("7.4", Resupplied(line.unit))
    return "before"


def without_supply(table: Bulge) -> bool:
    """7.4 Whether there is anybody whom a marker would help."""
    lay = lay_of(table)
    net = road_net(table, lay, "allied")
    return not all(in_supply(table, unit, lay, net) for unit in units_of(table, "allied"))


def cannot_resupply(table: Bulge, side: str, line: ResupplyLine) -> Cannot | None:
    """7.4 An Allied unit on the map that is out of supply, one marker each."""
    unit = table.units.get(line.unit)
    if unit is None or unit.side != "allied" or not unit.hex:
        return "7.4", f"{line.unit} is no Allied unit on the map"
    if unit.id in table.resupplied:
        return "7.4", f"{unit.id} has a marker already"
    if not table.resupplies:
        return "7.4", "no resupply mission is left"
    if in_supply(table, unit):
        return "7.4", f"{unit.id} is in supply"
    return None


def end_resupply(table: Bulge, umpire: Umpire) -> None:
    """7.4 What is left comes off the map after the Allied attacks."""
    if table.resupplied:
        umpire.do("7.4", ResupplyUsed(tuple(table.resupplied)))
