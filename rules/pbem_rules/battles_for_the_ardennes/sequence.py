"""4. The sequence of play, and how a game is set up."""

from __future__ import annotations

from pbem.ruleset import Position, Setup
from pbem_rules.battles_for_the_ardennes.board import (
    SIDES,
    ArdennesScenario,
    Printed,
    sector,
    the_counters,
    the_scenario,
)
from pbem_rules.battles_for_the_ardennes.s04_phases import artillery, has_secret, movement, secrets, supply
from pbem_rules.battles_for_the_ardennes.s09_combat import combat
from pbem_rules.battles_for_the_ardennes.s12_bridges import bridge_phase, building_segment
from pbem_rules.battles_for_the_ardennes.s14_air import air_phase
from pbem_rules.battles_for_the_ardennes.table import BATTERY, BattlesTable, BattleUnit, Undisclosed

STEPS = {
    "secrets": secrets,
    "supply": supply,
    "air": air_phase,
    "bridges": bridge_phase,
    "building": building_segment,
    "artillery": artillery,
    "movement": movement,
    "combat": combat,
}


def turn(table: BattlesTable) -> str:
    """A part of a sheet serves one of these: the time before play, the supply phase, a player-turn."""
    if table.phase == "secrets":
        return "before play"
    return f"GT{table.turn} {table.side or 'supply'}"


def set_up(setup: Setup) -> Position:
    """The position before anything is sealed."""
    form = the_scenario(setup.scenario)
    here = sector(form.maps)
    units = {name: unit_of(name, form) for name in sorted({*form.at, *form.arrivals})}
    for name, start in form.at.items():
        units[name].hex = here.spelled(start.hex)
        units[name].mode = BATTERY if units[name].guns else ""
    table = BattlesTable(
        scenario=setup.scenario,
        options=dict(sorted(setup.options.items())),
        units=units,
        turn=form.length.first,
    )
    table.positions = {here.spelled(hex): "allied" for hex in form.positions}
    table.towns = {hex: "allied" for hexes in here.towns.values() for hex in hexes}
    if form.year == 1944:
        table.towns |= dict.fromkeys(sorted(here.german_ground & set(table.towns)), "german")
    for town in form.german_held:
        table.towns |= dict.fromkeys(here.towns.get(town, ()), "german")
    table.towns |= {unit.hex: unit.side for unit in units.values() if unit.hex in table.towns}
    return Position(table, {"german": Undisclosed(), "allied": Undisclosed()})


def hides(setup: Setup) -> bool:
    """Targets, dumps or plans are sealed before play; else two play alone."""
    table = set_up(setup).table
    return any(has_secret(table, side) for side in SIDES)


def unit_of(name: str, form: ArdennesScenario) -> BattleUnit:
    """A counter, not yet on the map."""
    counter = the_counters()[name]
    printed = form.values.get(name, Printed(front=counter.front, back=counter.back))
    unit = BattleUnit(name, counter.side, printed.front, printed.back)
    if name in form.arrivals:
        arrival = form.arrivals[name]
        unit.due, unit.edge, unit.on_release = arrival.turn, arrival.edge, arrival.on_release
        unit.entry = sector(form.maps).spelled(arrival.hex) if arrival.hex else ""
    return unit
