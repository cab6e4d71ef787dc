"""10. The Movement Phase: orders, units one by one, supply rolls, arrivals and exits."""

from __future__ import annotations

from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.bulge.board import designated, limit, the_map, the_tables
from pbem_rules.bulge.events import Entered, Exited, HeldBack, Mechanized, Moved, OutOfSupply, PhaseBegan, ResupplyUsed
from pbem_rules.bulge.s10_fares import Mover, allowance, fare, fifths_of_a_point, points_text, points_told
from pbem_rules.bulge.s10_ways import cannot_follow, path_of
from pbem_rules.bulge.s13_reinforcements import release_british
from pbem_rules.bulge.s14_supply import in_supply
from pbem_rules.bulge.s15_airdrop import cannot_drop, drop
from pbem_rules.bulge.sheets import MoveLine, Route
from pbem_rules.bulge.table import Bulge, Unit, due_units, lay_of


def movement(table: Bulge, umpire: Umpire) -> str:
    """10.0 The phasing player's lines, from the top."""
    umpire.do("5.0", PhaseBegan("movement"))
    moves = umpire.orders("10.0", table.side, "movement")
    for line in moves.lawful(cannot_move, table):
        if line.mech:
            umpire.do("10.2c", Mechanized(line.mech))
        elif line.hold_back:
            umpire.do("13.0b", HeldBack(line.hold_back))
        elif line.unit and line.route.drop:
            drop(table, umpire.within(line.unit), table.units[line.unit], line.route.drop)
        elif line.unit:
            move(table, umpire.within(line.unit), moves, line)
    return "after"


def move(table: Bulge, umpire: Umpire, moves: Orders, line: MoveLine) -> None:
    """14.1, 10.0 One unit: its supply, then its way."""
    unit, leave = table.units[line.unit], bool(line.route.exit)
    mover = Mover(table, lay_of(table), unit, allowance(table, unit))
    path = path_of(mover, line.route) or ()
    if not path and not leave:
        return
    wanted = fare(mover, unit.hex, path, leave=leave)[-1].fifths
    if must_roll(table, unit):
        points = roll_allowance(table, umpire, unit)
        mover = Mover(table, mover.lay, unit, points)
        if wanted > mover.budget:
            if moves.review("14.1m", f"{unit.id} is out of supply and may spend {points}, not {points_text(wanted)}"):
                return
            path, leave = as_far_as(mover, path), False
    if path or leave:
        travel(table, umpire, mover, path, leave=leave)
    if unit.id in table.resupplied:
        umpire.do("7.4", ResupplyUsed((unit.id,)))


def must_roll(table: Bulge, unit: Unit) -> bool:
    """14.1 Checked when the unit begins to move; a resupply mission spares it the die (7.4)."""
    return unit.id not in table.resupplied and unit.id not in table.allowances and not in_supply(table, unit)


def roll_allowance(table: Bulge, umpire: Umpire, unit: Unit) -> int:
    """14.1 The die is what it may spend; on a six it may not move."""
    face = umpire.roll("14.1m", "supply")
    points = 0 if face == limit("no move") else min(face, the_tables().allowance["points"])
    umpire.do("14.1m", OutOfSupply(unit.id, face, points))
    return points


def as_far_as(mover: Mover, path: tuple[str, ...]) -> tuple[str, ...]:
    """R-45 A unit whose die falls short goes along its way as far as it can and may stop."""
    legs = fare(mover, mover.unit.hex, path)
    for count in range(len(path), 0, -1):
        if legs[count - 1].fifths <= mover.budget and cannot_follow(mover, path[:count], leave=False) is None:
            return path[:count]
    return ()


def travel(table: Bulge, umpire: Umpire, mover: Mover, path: tuple[str, ...], *, leave: bool) -> None:
    """10.0, 13.0, 3.1 The unit goes its way, or comes, or leaves the map."""
    unit, start = mover.unit, mover.unit.hex
    fifths = fare(mover, start, path, leave=leave)[-1].fifths
    if leave:
        umpire.do("3.1b", Exited(unit.id, path, fifths, path[-1] if path else start))
    elif start:
        umpire.do("10.2b" if fifths % fifths_of_a_point() else "10.0", Moved(unit.id, path, fifths))
    else:
        umpire.do("13.0a", Entered(unit.id, path, fifths))
    release_british(table, umpire, unit, path)


# Why a line is not allowed


def cannot_move(table: Bulge, side: str, line: MoveLine) -> Cannot | None:
    """10.0 to 10.2, 13.0, 15.0 Why a line for the movement is not allowed."""
    if line.mech:
        return cannot_mechanize(table, side, line.mech)
    if line.hold_back:
        return cannot_hold_back(table, side, line.hold_back)
    if not line.unit:
        return None
    unit = table.units.get(line.unit)
    if unit is None or unit.side != side:
        return "10.0", f"{line.unit} is no unit of {side}"
    if unit.id in table.moved:
        return "10.0", f"{unit.id} has moved already", "give the whole way in one line"
    if line.route.drop:
        return cannot_drop(table, unit, line.route.drop)
    mover = Mover(table, lay_of(table), unit, allowance(table, unit))
    return cannot_set_out(mover, line.route) or cannot_go(mover, line.route)


def cannot_set_out(mover: Mover, route: Route) -> Cannot | None:
    """13.0, 10.2 Who is not there, or not yet, and who may not use mechanized roads."""
    table, unit = mover.table, mover.unit
    if not unit.hex and unit not in due_units(table, unit.side):
        gone = "is lost" if unit.lost else "has left the map" if unit.exited else "is not due"
        return "13.0a", f"{unit.id} {gone}"
    if unit.id in table.held_back:
        return "13.0b", f"{unit.id} is held back in this phase", "leave it out of the line hold back"
    if not unit.hex and not (route.enter or route.to):
        return "13.0a", f"{unit.id} is not on the map", f'write "{unit.id}: enter HEX, ..."'
    if unit.hex and route.enter:
        return "13.0a", f"{unit.id} is on the map already, in {unit.hex}"
    if route.mech and not mover.mech_able:
        return "10.2c", f"{unit.id} is not mechanized", 'an Allied infantry unit needs a line "mech: [UNIT]" first'
    return None


def cannot_go(mover: Mover, route: Route) -> Cannot | None:
    """9.1, 10.1, 10.2 Whether the way is open, and what it costs."""
    unit, leave = mover.unit, bool(route.exit)
    path = path_of(mover, route)
    if path is None:
        where = route.to or route.exit
        if route.path:
            return "10.0", f'{unit.id}: either hexes or "to {where}"', "write one of them"
        blocked = cannot_follow(mover, (where,), leave=False)
        if blocked and blocked[0] == "9.1a" and unit.hex:
            return blocked
        return "10.0", f"{unit.id} cannot reach {where}", f'pbem moves "{unit.id}" lists where it can go'
    if problem := cannot_follow(mover, path, leave=leave) or (cannot_exit(mover, path) if leave else None):
        return problem
    if not path and not leave:
        return None
    legs = fare(mover, unit.hex, path, leave=leave)
    if route.mech and not legs[0].mech:
        off_road = unit.hex and not the_map().on_road(unit.hex)
        start = "starts off road" if off_road else "has no open road to use"
        hint = f'pbem moves "{unit.id}" lists what it reaches'
        return "10.2b", f'{unit.id} {start}, no "mech" movement', hint
    if legs[-1].fifths > mover.budget:
        spent = points_told(legs[-1].fifths)
        return "10.1", f"{unit.id} needs {spent} and has {mover.points}", too_far(mover, path, leave=leave)
    return None


def too_far(mover: Mover, path: tuple[str, ...], *, leave: bool) -> str:
    """What the way has cost at each hex, and at its end off the map, for the hint."""
    legs = fare(mover, mover.unit.hex, path, leave=leave)
    return ", ".join(f"{leg.hex or 'exit'} {points_text(leg.fifths)}" for leg in legs)


def cannot_exit(mover: Mover, path: tuple[str, ...]) -> Cannot | None:
    """3.1 German units leave the map at designated hexes."""
    unit = mover.unit
    last = path[-1] if path else unit.hex
    if unit.side != "german":
        return "10.0", f"{unit.id} may not leave the map, only Germans may"
    if last not in designated():
        return "3.1b", f"no unit leaves the map at {last}", f"the exits are {', '.join(designated())}"
    return None


def cannot_mechanize(table: Bulge, side: str, names: tuple[str, ...]) -> Cannot | None:
    """10.2 Up to four Allied infantry or airborne units, before anybody moves."""
    most = limit("mechanized")
    if side != "allied":
        return "10.2c", "only Allied infantry is given mechanized markers"
    if table.moved:
        return "10.2c", "markers are given before any unit moves", "put the line mech first"
    if len({*table.mechanized, *names}) > most:
        return "10.2c", f"{len({*table.mechanized, *names})} markers, there are {most}"
    for name in names:
        unit = table.units.get(name)
        if unit is None or unit.side != side or unit.kind not in ("infantry", "airborne"):
            return "10.2c", f"{name} is no Allied infantry or airborne unit"
        if not unit.hex and unit not in due_units(table, side):
            return "10.2c", f"{name} is not there to be given a marker"
        if name in table.mechanized or names.count(name) > 1:
            return "10.2c", f"{name} has a marker already"
    return None


def cannot_hold_back(table: Bulge, side: str, names: tuple[str, ...]) -> Cannot | None:
    """13.0 Reinforcements without a line are held back in any case; the line only says so."""
    due = [unit.id for unit in due_units(table, side)]
    for name in names:
        if name not in due:
            return "13.0b", f"{name} is not due, nothing to hold back", f"due: {', '.join(due) or 'nobody'}"
    return None
