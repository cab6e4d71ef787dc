"""5. The sequence of play, and 4. the set-up."""

from __future__ import annotations

from pbem.ruleset import Option, Position, Setup
from pbem_rules.bulge.board import SIDES, the_counters
from pbem_rules.bulge.s03_victory import victory
from pbem_rules.bulge.s06_weather import weather
from pbem_rules.bulge.s07_air import air, resupply
from pbem_rules.bulge.s10_movement import movement
from pbem_rules.bulge.s12_combat import after, before
from pbem_rules.bulge.table import Bulge, Unit

STEPS = {
    "weather": weather,
    "air": air,
    "resupply": resupply,
    "before": before,
    "movement": movement,
    "after": after,
    "victory": victory,
}

OPTIONS = (
    Option("airdrop", ("no", "yes"), "15.0", "whether the German parachute unit may drop in game-turn 1"),
    Option("drop loss", ("counts", "free"), "15.0",
           "whether a drop that fails counts for the Allied side as a unit lost"),
    Option("bridges", ("either hex", "both hexes"), "11.0",
           "a bridge is interdicted if either of its hexes is in reach, or only if both are"),
    Option("mech", ("2021", "1980"), "10.2b",
           "whether mechanized road movement may lead into an EZOC; in 1980 it might not"),
    Option("british entry", ("beyond the Meuse", "any"), "13.0c",
           "whether bound British units may come by a hex on the near side of the Meuse"),
)  # fmt: skip
"""What the charter may choose; the default first."""


def turn(table: Bulge) -> str:
    """A part of a sheet serves one of these; weather and air belong to the German player-turn."""
    return f"GT{table.turn} {table.side}"


def set_up(setup: Setup) -> Position:
    """4.0 The units with a hex on the map, the others to come; nobody has scored."""
    units = {
        name: Unit(
            name, data.side, data.kind, data.cf, data.nation,
            hex=data.at, turn=data.turn, edge=data.edge, entered=data.at, drops=data.drops,
        )
        for name, data in the_counters().units.items()
    }  # fmt: skip
    options = {option.name: setup.options.get(option.name, option.default) for option in OPTIONS}
    return Position(Bulge(setup.scenario, options, units, markers={side: [] for side in SIDES}))
