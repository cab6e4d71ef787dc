"""10. Reinforcements.  Cases 10.1 to 10.3."""

from __future__ import annotations

from pbem.ruleset import Cannot, Umpire
from pbem_rules.wwii_commander.board import the_map, the_scenario
from pbem_rules.wwii_commander.events import Delayed, Entered, NotUsed
from pbem_rules.wwii_commander.s09_supply import supply_line
from pbem_rules.wwii_commander.sheets import DayLine
from pbem_rules.wwii_commander.table import Commander, Unit, room, units_of

NONE = "none"


def due(table: Commander, side: str) -> list[Unit]:
    """4.3, 10.2 What the calendar has for this day, and what has waited."""
    waiting = [
        unit for _, unit in sorted(table.units.items()) if unit.side == side and not unit.space and not unit.fate
    ]
    arrivals = [(unit, unit.data.arrives) for unit in waiting]
    return [unit for unit, when in arrivals if when and when.day <= table.day]


def entry_spaces(table: Commander, unit: Unit) -> list[str]:
    """10.1, 10.2 Where a unit may enter now: friendly-controlled, contested or not, and with room."""
    return [
        space
        for space in spaces_of_letters(unit)
        if table.control[space] == unit.side and room(table, space, unit.side) > 0
    ]


def spaces_of_letters(unit: Unit) -> tuple[str, ...]:
    """10.1 The spaces with its letter; 10.2 after a day of waiting more; 10.3 all German letters for a reserve."""
    the, arrives = the_map(), unit.data.arrives
    lettered = tuple(name for name in the.edges_of(unit.side) if the.spaces[name].letters)
    if arrives is None:
        return lettered
    if not unit.delayed or unit.data.nation == "british":
        return the.lettered(arrives.letter)
    own: set[str] = {the.spaces[name].edge for name in the.lettered(arrives.letter)}
    return tuple(name for name in lettered if not _barred(name, own))


def _barred(space: str, own: set[str]) -> bool:
    """10.2, R-50 A US unit of the north does not come from the south, nor the other way round."""
    edge = the_map().spaces[space].edge
    return (edge == "south" and "north" in own) or (edge == "north" and "south" in own)


def reinforce(table: Commander, umpire: Umpire, side: str, wish: DayLine) -> None:
    """10.1, 10.2 One side's arrivals, those its block names first, in that order."""
    waiting = {unit.id: unit for unit in due(table, side)}
    said = wished_spaces(wish)
    for name in [*(name for name in said if name in waiting), *(name for name in waiting if name not in said)]:
        enter(table, umpire, waiting[name], said.get(name, ()))
    for name in said:
        if name not in waiting and table.units[name].data.arrives:
            umpire.do("10.1", NotUsed(f"{name} does not arrive on Dec {table.day}"), only=side)


def wished_spaces(wish: DayLine) -> dict[str, tuple[str, ...]]:
    """Where a block wants whom, in the order of its entries: a unit named twice takes the first space that is open."""
    said: dict[str, tuple[str, ...]] = {}
    for line in wish.enter:
        said[line.unit] = (*said.get(line.unit, ()), line.space)
    return said


def enter(table: Commander, umpire: Umpire, unit: Unit, said: tuple[str, ...]) -> None:
    """10.1 Its owner chooses among the spaces that are open; 10.2 if none is, it waits for a day."""
    spaces = entry_spaces(table, unit)
    if not spaces:
        umpire.do("10.2", Delayed(unit.id))
        return
    facts = {"unit": unit.id}
    space = umpire.within(unit.id).ask(
        "10.1", unit.side, "enter", f"where does {unit.id} enter?", spaces, said=said, otherwise=spaces[0], facts=facts
    )
    umpire.do("10.1", Entered(unit.id, space))


# 10.3 The OKW reserve


def reserve(table: Commander) -> list[Unit]:
    """10.3 The units that the high command still holds; 13.0 in the race they are not laid out."""
    if not the_scenario(table.scenario).reserve:
        return []
    return [unit for _, unit in sorted(table.units.items()) if unit.data.reserve and not unit.space and not unit.fate]


def reserve_open(table: Commander) -> bool:
    """10.3 A German unit stands beside or beyond the Meuse and can trace supply (R-52: a true line, on any day)."""
    near = [unit for unit in units_of(table, "german") if unit.space in the_map().by_the_meuse]
    return any(supply_line(table, unit) for unit in near)


def callable_reserve(table: Commander) -> list[str]:
    """10.3 Those of them that can be called now: they have a space to enter at."""
    return [unit.id for unit in reserve(table) if entry_spaces(table, unit)] if reserve_open(table) else []


def call_reserve(table: Commander, umpire: Umpire, wish: DayLine) -> None:
    """10.3 One unit of the German player's choice."""
    units = callable_reserve(table)
    if not units:
        if wish.okw not in ("", NONE):
            umpire.do("10.3", NotUsed(f"no OKW unit can be called on Dec {table.day}"), only="german")
        return
    name = umpire.ask(
        "10.3", "german", "okw", "a unit of the OKW reserve?", [NONE, *units],
        said=wish.okw or None, otherwise=units[0],
    )  # fmt: skip
    if name != NONE:
        enter(table, umpire, table.units[name], wished_spaces(wish).get(name, ()))


# A single line, for check


def cannot_enter(table: Commander, side: str, name: str, space: str) -> Cannot | None:
    """10.1 Why a unit cannot enter there on this day."""
    unit = table.units[name]
    if unit.side != side:
        return "10.1", f"{name} is no unit of {side}"
    if unit.space or unit.fate:
        return "10.1", f"{name} is no reinforcement any more"
    if space not in spaces_of_letters(unit):
        return "10.1", f"{name} does not enter at {space}", f"it enters at {' or '.join(spaces_of_letters(unit))}"
    return None
