"""5. The march.  Cases 5.1 to 5.8, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.kit.paths import Path, Step, Steps, cheapest, reach
from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.ford.board import DATA, FOE, cost, limit, the_map
from pbem_rules.ford.events import Arrived, Marched, Waited
from pbem_rules.ford.s09_secrets import demolition, mine
from pbem_rules.ford.sheets import ArrivalLine, MarchLine
from pbem_rules.ford.table import Ford, Unit, full, holder, lay_of, passable, ways_out


def march(table: Ford, umpire: Umpire) -> str:
    """5. Arrivals, then units one by one."""
    arrive(table, umpire)
    moves = umpire.orders("5.1", table.side, "march")
    for line in moves.lawful(cannot_march, table):
        walk(table, umpire.within(line.unit), moves, line)
    return "combat"


def walk(table: Ford, umpire: Umpire, moves: Orders, line: MarchLine) -> None:
    """5.1 One unit, hex by hex: what is hidden may stop it."""
    unit, left = table.units[line.unit], table.units[line.unit].allowance
    for hex in path_of(table, line):
        if problem := cannot_enter(table, unit, hex, left=left):
            moves.refuse(*problem)
            return
        came_from, price = unit.hex, price_of(table, unit.hex, hex)
        left -= price
        umpire.do("5.2", Marched(unit.id, hex, price))
        if unit.side == "blue" and mine(table, umpire, unit, came_from):
            moves.review("9.2", f"{unit.id} met the mine and stands in {hex}")
            return
        if unit.side == "blue" and demolition(table, umpire, unit):
            moves.review("9.4", f"the bridge was blown before {unit.id} in {hex}")
            return


def price_of(table: Ford, start: str, end: str) -> int:
    """5.2, 5.3 What it costs to go from one hex to the next."""
    return price(start, end, rain=table.weather == "rain")


def price(start: str, end: str, *, rain: bool) -> int:
    here = the_map()
    if here.by_road(start, end):
        return cost("road")
    price = cost(here.ground_of(end))
    crossing = here.crossing_at(start, end)
    if crossing is not None and here.crossings[crossing].kind == "ford":
        price += cost("ford in rain" if rain else "ford")
    return price


@DATA.cached
def steps_out(bridge_down: bool, rain: bool) -> dict[str, tuple[tuple[Step[str], Step[str]], ...]]:
    """5.2, 5.4 From each hex to those next to it: as a step that goes on, and as one that ends there."""
    ground = the_map().ground_of
    return {
        hex: tuple(
            (Step(near, cost, ground(near)), Step(near, cost, ground(near), True))
            for near in ways
            for cost in [price(hex, near, rain=rain)]
        )
        for hex, ways in ways_out(bridge_down).items()
    }


def cannot_enter(table: Ford, unit: Unit, hex: str, *, left: int) -> Cannot | None:
    """5.2 to 5.5 Why a unit cannot go from its hex to the next."""
    here = the_map()
    if hex not in here.hexes.neighbours(unit.hex):
        return "5.1", f"{hex} is not next to {unit.hex}"
    if not passable(table, unit.hex, hex):
        return (
            "2.3",
            f"{unit.id} cannot cross the river from {unit.hex} to {hex}",
            "cross at the bridge or a ford",
        )
    if holder(table, hex) not in (None, unit.side):
        return "5.5", f"{hex} is held by the enemy", "attack it in combat"
    price = price_of(table, unit.hex, hex)
    if price > left:
        return "5.2", f"{unit.id} needs {price} to enter {hex} and has {left} left"
    return None


def steps_for(table: Ford, unit: Unit) -> Steps[str]:
    """5. The steps open to a unit from any hex, for finding paths."""
    lay, foe = lay_of(table), FOE[unit.side]
    held, control = lay.held, lay.control[foe]
    out = steps_out(table.bridge_down, table.weather == "rain")

    def steps(hex: str) -> Iterator[Step[str]]:
        for going_on, stopping in out[hex]:
            if held.get(going_on.to) != foe:  # 2.3, 5.5
                yield stopping if going_on.to in control else going_on  # 5.4

    return steps


def path_of(table: Ford, line: MarchLine) -> tuple[str, ...]:
    """The hexes a line names, or the cheapest way to where it wants to go."""
    if not line.to:
        return line.path
    unit = table.units[line.unit]
    way = cheapest_way(table, unit, line.to)
    return way.places if way else ()


def cheapest_way(table: Ford, unit: Unit, goal: str) -> Path[str] | None:
    return cheapest(unit.hex, goal, unit.allowance, steps_for(table, unit))


def cannot_march(table: Ford, side: str, line: MarchLine) -> Cannot | None:
    """5.1 to 5.5, 3.2 Why a line for the march is not allowed."""
    unit = table.units.get(line.unit)
    if unit is None or unit.side != side:
        return "5.1", f"{line.unit} is no unit of {side}"
    if not unit.hex:
        return "5.1", f"{unit.id} is not on the map"
    if unit.id in table.marched:
        return "5.1", f"{unit.id} has marched already", "give the whole path in one line"
    hexes = the_map().hexes
    for hex in (*line.path, *([line.to] if line.to else [])):
        if not hexes.contains(hex):
            return "2.1", f"there is no hex {hex}"
    path = path_of(table, line)
    if line.to not in ("", unit.hex) and not path:
        return "5.1", f"{unit.id} cannot reach {line.to}", f"pbem moves {unit.id!r} lists where it can go"
    return cannot_follow(table, unit, path)


def cannot_follow(table: Ford, unit: Unit, path: tuple[str, ...]) -> Cannot | None:
    """5.1, 5.4, 3.2 A path that jumps, runs on through enemy control, or ends in a full hex."""
    hexes, start = the_map().hexes, unit.hex
    for hex in path:
        if hex not in hexes.neighbours(start):
            return "5.1", f"{hex} is not next to {start}"
        start = hex
    control = lay_of(table).control[FOE[unit.side]]
    for hex in path[:-1]:
        if hex in control:
            return "5.4", f"{unit.id} must stop in {hex}, which the enemy controls"
    if path and path[-1] != unit.hex and full(table, path[-1], unit.side, limit("stack")):
        return "3.2", f"{path[-1]} is full"
    return None


def arrive(table: Ford, umpire: Umpire) -> None:
    """5.6, 5.7 Reinforcements on their road hex."""
    waiting = due_to_arrive(table, table.side)
    if not waiting:
        return
    lines = umpire.orders("5.6", table.side, "arrive").lawful(cannot_arrive, table)
    held = {line.unit for line in lines if line.what == "hold back"}
    for unit in waiting:
        source = the_map().sources[unit.side]
        if unit.id not in held and not blocked(table, unit.side):
            umpire.do("5.6", Arrived(unit.id, source))
        else:
            umpire.do("5.7", Waited(unit.id))


def due_to_arrive(table: Ford, side: str) -> list[Unit]:
    """5.6 What the scenario has for this turn, or what has waited before it."""
    units = [unit for _, unit in sorted(table.units.items())]
    due = [u for u in units if u.side == side and not u.hex and not u.lost and u.arrives <= table.turn]
    return [unit for unit in due if unit.id not in table.waiting]


def blocked(table: Ford, side: str) -> bool:
    """5.7 The hex of arrival is full or held by the enemy."""
    source = the_map().sources[side]
    return holder(table, source) not in (None, side) or full(table, source, side, limit("stack"))


def as_arrived(table: Ford, side: str) -> Ford:
    """5.6, 5.7 The table as it will be when all have arrived who can; nothing happens on it."""
    ahead = replace(table, units=dict(table.units))
    for unit in due_to_arrive(table, side):
        if not blocked(ahead, side):
            ahead.units[unit.id] = replace(unit, hex=the_map().sources[side])
    return ahead


def cannot_arrive(table: Ford, side: str, line: ArrivalLine) -> Cannot | None:
    due = [unit.id for unit in due_to_arrive(table, side)]
    if line.unit not in due:
        return "5.6", f"{line.unit} does not arrive in turn {table.turn}", f"due: {', '.join(due)}"
    return None


def destinations(table: Ford, unit: Unit) -> dict[str, Path[str]]:
    """5. Where a unit can end its march, and the cheapest way to each hex."""
    found = reach(unit.hex, unit.allowance, steps_for(table, unit))
    return {
        hex: found.path(hex)
        for hex in found.places()
        if hex == unit.hex or not full(table, hex, unit.side, limit("stack"))
    }
