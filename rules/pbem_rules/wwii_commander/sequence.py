"""3. Setting up, and the steps of the sequence of play."""

from __future__ import annotations

from pbem.ruleset import Position, Setup
from pbem_rules.wwii_commander import s04_turns
from pbem_rules.wwii_commander.board import the_calendar, the_map, the_units
from pbem_rules.wwii_commander.s05_surprise import surprise
from pbem_rules.wwii_commander.table import Commander, Unit

STEPS = {"surprise": surprise, "day": s04_turns.day, "turn": s04_turns.turn}


def turn(table: Commander) -> str:
    """A part of a sheet serves one of these."""
    if table.stage == "surprise":
        return "surprise turns"
    if table.stage == "turn":
        return f"Dec {table.day} {the_calendar().track[table.box]} {table.side}"
    return f"Dec {table.day} {'start' if table.stage == 'day' else 'end'}"


def set_up(setup: Setup) -> Position:
    """3.0 Units at their starting spaces in full strength, and who controls what."""
    units = {name: Unit(name, data.at, data.full) for name, data in the_units().items()}
    control: dict[str, str] = {name: space.start for name, space in the_map().spaces.items()}
    options = dict(sorted(setup.options.items()))
    return Position(Commander(setup.scenario, options, units, control, day=the_calendar().first))
