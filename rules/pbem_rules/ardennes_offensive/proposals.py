"""Lines that somebody might write who knows the rules and nothing else; for random players."""

from __future__ import annotations

from pbem.craft.proposing import proposer, sometimes_if
from pbem.ruleset import Chooser, Decision, Order, View
from pbem_rules.ardennes_offensive.board import the_map
from pbem_rules.ardennes_offensive.s04_first_turn import duty_plan, forced_attack, has_duty
from pbem_rules.ardennes_offensive.s04_phases import cures_for
from pbem_rules.ardennes_offensive.s05_march import March
from pbem_rules.ardennes_offensive.s05_movement import cannot_move_again, plan
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s09_combat import cannot_attack, targets
from pbem_rules.ardennes_offensive.s11_terrain import ways_from
from pbem_rules.ardennes_offensive.s14_reinforcements import at_hex, entries, expected
from pbem_rules.ardennes_offensive.s15_paradrop import cannot_drop
from pbem_rules.ardennes_offensive.s17_set_up import group_hexes, historical
from pbem_rules.ardennes_offensive.sheets import ArrivalLine, AttackLine, DropLine, MoveLine, SetUpLine
from pbem_rules.ardennes_offensive.table import Ardennes, Unit, units_of

ONE_IN = 3  # so many units move at random


def propose_needed(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    """What the first game-turn or road mode demands."""
    if decision.topic == "combat":
        return (forced_attack(view.table, str(decision.facts["unit"])),)
    return tuple(cures_for(view.table))


def propose_set_up(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """Two units of a group change places, and some move to empty hexes."""
    places = dict(historical(view.side))
    names = chooser.some(sorted(places), 8)
    lines: dict[str, str] = {}
    for one, other in zip(names[::2], names[1::2], strict=True):
        if places[other] in group_hexes(view.side, one) and places[one] in group_hexes(view.side, other):
            lines |= {one: places[other], other: places[one]}
    taken = {*places.values()}
    for name in sorted(places):
        free = sorted(group_hexes(view.side, name) - taken)
        if name not in lines and free and not chooser.number(4):
            lines[name] = chooser.one(free)
            taken.add(lines[name])
    return tuple(SetUpLine(unit=name, hex=hex) for name, hex in lines.items())


def propose_arrivals(view: View, chooser: Chooser) -> tuple[Order, ...]:
    lines, lay = [], lay_of(view.table)
    if view.side != view.table.side:
        return ()
    for unit in expected(view.table):
        open_ = entries(view.table, unit, lay)
        if open_ and chooser.number(3):
            lines.append(ArrivalLine(unit=unit.id, where=f"at {at_hex(chooser.one(open_))}"))
    return tuple(lines)


def propose_drop(view: View, chooser: Chooser) -> tuple[Order, ...]:
    for _ in range(20):
        line = DropLine(hex=chooser.one(the_map().live_in_order))
        if cannot_drop(view.table, view.side, line) is None:
            return (line,)
    return ()


def propose_mechanized(view: View, chooser: Chooser) -> tuple[Order, ...]:
    lines, lay = some_moves(view, chooser), lay_of(view.table)
    return tuple(line for line in lines if cannot_move_again(view.table, view.side, line, lay) is None)


def some_moves(view: View, chooser: Chooser) -> list[MoveLine]:
    table, lay, live = view.table, lay_of(view.table), the_map().live_in_order
    lines = []
    waiting = [unit for _, unit in sorted(table.units.items()) if unit.entry and unit.side == view.side]
    for unit in [*waiting, *units_of(table, view.side)]:
        if unit.id in table.moved or chooser.number(ONE_IN):
            continue
        line = random_move(table, unit, chooser)
        march = plan(table, view.side, line, lay)
        if isinstance(march, March):
            lines.append(sometimes_if(line, MoveLine(unit=unit.id), live, chooser, one_in=8))
    return lines


def random_move(table: Ardennes, unit: Unit, chooser: Chooser) -> MoveLine:
    """A few hexes by guess, or a goal near by; sometimes into or out of road mode."""
    here = the_map()
    start = unit.entry or unit.hex
    by_road = [way.to for way in here.roads.get(start, ()) if way.to in here.live]
    if unit.road:
        goals = sorted(hex for hex in here.near(start, 6) if here.on_road(hex) and hex in here.live)
        far = f"to {chooser.one(goals or [start])}"
        return MoveLine(unit=unit.id, way=chooser.one((far, far, f"{far}, leave road mode", "leave road mode")))
    if by_road and not chooser.number(8):
        goals = sorted(hex for hex in here.near(start, 4) if here.on_road(hex))
        return MoveLine(unit=unit.id, way=chooser.one(("enter road mode", f"enter road mode, to {chooser.one(goals)}")))
    path = walk(unit, chooser)
    if unit.mechanized and not chooser.number(3):
        return MoveLine(unit=unit.id, way=f"to {chooser.one(sorted(here.near(start, 3) & here.live))}")
    return MoveLine(unit=unit.id, way=" ".join(path) or "hold")


def walk(unit: Unit, chooser: Chooser) -> list[str]:
    """Step by step, mostly forward: Germans to the west, Allies anywhere."""
    path: list[str] = []
    for _ in range(1 + chooser.number(4 if unit.mechanized else 2)):
        at = path[-1] if path else unit.hex
        near = [way.to for way in ways_from(at, unit) if way.points <= (4 if unit.mechanized else 3)]
        ahead = [hex for hex in near if hex[2:] >= at[2:]] if unit.side == "german" else near
        if not near:
            break
        path.append(chooser.one(ahead or near))
    return path


def propose_attacks(view: View, chooser: Chooser) -> tuple[Order, ...]:
    """On game-turn 1 what must be; else each unit against something it touches, with all who can join."""
    if has_duty(view.table) and view.side == "german":
        return duty_plan(view.table)
    if view.side != view.table.side:
        return ()
    lay = lay_of(view.table)
    lines: list[AttackLine] = []
    used: set[str] = set()
    for unit in units_of(view.table, view.side):
        goals = targets(view.table, unit, lay) if unit.id not in used else []
        goals = [hex for hex in goals if hex not in {hex for line in lines for hex in line.attack}]
        if goals and chooser.number(2) and (line := random_attack(view, chooser.one(goals), used, lay, chooser)):
            lines.append(line)
            used |= {*line.with_}
    return tuple(lines)


def random_attack(view: View, goal: str, used: set[str], lay: Lay, chooser: Chooser) -> AttackLine | None:
    here = the_map().neighbours[goal]
    able = [unit for hex in here for unit in lay.stacks.get(hex, ()) if unit.side == view.side and unit.id not in used]
    with_ = tuple(unit.id for unit in able if chooser.number(4))
    if not with_:
        return None
    tanks = [name for name in with_ if view.table.units[name].mechanized]
    then = chooser.one(("", "stay", f"advance {chooser.one(tanks)}" if tanks else ""))
    odds = chooser.one(("", "", "", "2-1", "3-1"))
    line = AttackLine(attack=(goal,), with_=with_, then=then, odds=odds)
    return line if cannot_attack(view.table, view.side, line) is None else None


propose = proposer(
    {
        "set-up": propose_set_up,
        "reinforcements": propose_arrivals,
        "drop": propose_drop,
        "movement": lambda view, chooser: tuple(some_moves(view, chooser)),
        "combat": propose_attacks,
        "mechanized": propose_mechanized,
    },
    propose_needed,
)
