"""17. Set-up and 18. scenarios."""

from __future__ import annotations

from functools import partial

from pbem.ruleset import Cannot, Part, Position, Setup, Umpire
from pbem_rules.ardennes_offensive.board import (
    SIDES,
    the_map,
    the_scenarios,
    the_schedule,
    the_set_up,
    the_units,
)
from pbem_rules.ardennes_offensive.events import Deployed, PlayerTurnBegan, SetUpBegan
from pbem_rules.ardennes_offensive.s14_reinforcements import EAST
from pbem_rules.ardennes_offensive.sheets import SetUpLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit


def set_up(setup: Setup) -> Position:
    """17.0, 18.0 Both historical set-ups; a free one begins from there.  Who never comes is on the list, too."""
    scenario = the_scenarios()[setup.scenario]
    units: dict[str, Unit] = {}
    for side in SIDES:
        for name, hex in historical(side).items():
            units[name] = Unit(name, side, hex)
        for turn, sections in the_schedule(scenario.schedule(side)).items():
            for section, names in sections.items():
                for name in names:
                    units[name] = newcomer(name, side, turn, section)
    table = Ardennes(
        scenario=setup.scenario,
        options=dict(sorted(setup.options.items())),
        units={name: units.get(name) or Unit(name, data.side) for name, data in the_units().units.items()},
        losses=dict.fromkeys(SIDES, 0),
    )
    return Position(table)


def newcomer(name: str, side: str, turn: int, section: str) -> Unit:
    """E14 A unit of the schedule; WB is the west with the restriction of 14.3."""
    if section == "WB":
        return Unit(name, side, due=turn, section="W", restricted=True)
    return Unit(name, side, due=turn, section=section if side == "allied" or section != "east" else EAST)


def historical(side: str) -> dict[str, str]:
    return the_set_up().allied if side == "allied" else the_set_up().german


def deploy(table: Ardennes, umpire: Umpire) -> str:
    """4.2, 17.0 The Allies first; a free set-up is one sheet."""
    side = table.side
    if the_scenarios()[table.scenario].set_up(side) == "free":
        judge = partial(cannot_deploy, side)
        part = umpire.ask_all(umpire.part("17.0", side, "set-up", "the free set-up", judge=judge))[0]
        moved = {line.unit: line.hex for line in part.lines}
        if moved:
            umpire.do("17.0", Deployed(tuple(sorted(moved.items()))))
    if side == "allied":
        umpire.do("4.2", SetUpBegan("german"))
        return "set-up"
    umpire.do("4.2", PlayerTurnBegan(1, "german"))
    return "begin"


def cannot_deploy(side: str, part: Part) -> str | None:
    """17.0 The first thing that is wrong with a free set-up as a whole."""
    places, said = dict(historical(side)), set[str]()
    for line in part.lines:
        if not isinstance(line, SetUpLine):
            return "lines of a set-up are wanted"
        if problem := cannot_place(None, side, line):
            return f"{problem[0]}: {problem[1]}"
        if line.unit in said:
            return f"17.0: {line.unit} has two lines, it stands in one hex"
        places[line.unit] = line.hex
        said.add(line.unit)
    taken: dict[str, str] = {}
    for name, hex in places.items():
        if hex in taken:
            return f"17.0: {taken[hex]} and {name} both stand in {hex}"
        taken[hex] = name
    return None


def cannot_place(table: Ardennes | None, side: str, line: SetUpLine) -> Cannot | None:
    """17.0 Front-line units stay in the front line, the others behind it."""
    here, places = the_map(), historical(side)
    if line.unit not in places:
        return "17.0", f"{line.unit} is not set up by the {side} player"
    if line.hex not in group_hexes(side, line.unit):
        where = "front line" if places[line.unit] in here.front[side] else "hexes behind the front line"
        return "17.0", f"{line.unit} cannot be set up in {line.hex}", f"it belongs to the {side} {where}"
    return None


def group_hexes(side: str, unit: str) -> frozenset[str]:
    """17.0 Where a unit may stand in a free set-up."""
    here = the_map()
    own = here.german_ground if side == "german" else here.live - here.german_ground
    front = here.front[side]
    wanted = front if historical(side)[unit] in front else own - front
    return (wanted & here.live) - here.impassable
