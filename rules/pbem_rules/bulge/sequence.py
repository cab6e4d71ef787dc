"""5. The sequence of play, and 4. the set-up."""

from __future__ import annotations

from pbem.ruleset import Position, Setup
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


def turn(table: Bulge) -> str:
    """A part of a sheet serves one of these; weather and air belong to the German player-turn."""
    return f"GT{table.turn} {table.side}"


def set_up(setup: Setup) -> Position:
    """4.0 The units with a hex on the map, the others to come; nobody has scored."""
    units = {
        name: Unit(
            name,
            data.side,
            data.kind,
            data.cf,
            data.nation,
            hex=data.at,
            turn=data.turn,
            edge=data.edge,
            entered=data.at,
            drops=data.drops,
        )
        for name, data in the_counters().units.items()
    }
    options = {option: setup.options.get(option, choices[0]) for option, choices in CHOICES.items()}
    table = Bulge(
        scenario=setup.scenario,
        options=options,
        units=units,
        markers={side: [] for side in SIDES},
    )
    return Position(table)


CHOICES: dict[str, tuple[str, ...]] = {
    "airdrop": ("no", "yes"),
    "drop loss": ("counts", "free"),
    "bridges": ("either hex", "both hexes"),
    "mech": ("2021", "1980"),
    "british entry": ("beyond the Meuse", "any"),
}
"""What the charter may choose; the default first."""
