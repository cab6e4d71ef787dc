"""15. Reinforcements: where and when they come on the map, the parachutists, the British."""

from __future__ import annotations

from pbem.craft.sayings import many
from pbem.ruleset import Cannot, Umpire
from pbem_rules.battles_for_the_ardennes.board import FOE, limit, the_charts
from pbem_rules.battles_for_the_ardennes.events import BritishFreed, DropTried, UnitEntered, UnitWaits
from pbem_rules.battles_for_the_ardennes.s05_movement import Footing, UnitMove, fare, footing_of, ground_fare, travel
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, cannot_stack, contact_of, restacked
from pbem_rules.battles_for_the_ardennes.s16_ending import reinforced
from pbem_rules.battles_for_the_ardennes.sheets import ArrivalOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

DROP = "drop"


def waiting(table: BattlesTable, side: str) -> list[BattleUnit]:
    """15.0 Who may come on now: due, released, and not turned back in this player-turn."""
    if not reinforced(table):
        return []
    units = [unit for _, unit in sorted(table.units.items()) if unit.side == side]
    return [
        unit
        for unit in units
        if 0 < unit.due <= table.turn
        and unit.id not in table.waits
        and (not unit.on_release or bool(table.british_called))
        and not (unit.edge == DROP and unit.due < table.turn)
    ]


def entries(table: BattlesTable, unit: BattleUnit, contact: Contact) -> tuple[str, ...]:
    """15.0 Its printed hex; if that has no road or an enemy holds it, the nearest free road hex of its edge too."""
    here, foe = table.here, FOE[unit.side]
    open_ = [unit.entry] if contact.holder(unit.entry) != foe else []
    if not unit.edge or (open_ and unit.entry in here.roads):
        return tuple(open_)
    edge = sorted(here.edge(unit.edge), key=lambda hex: (here.distance(hex, unit.entry), hex))
    free = [hex for hex in edge if hex in here.roads and contact.holder(hex) != foe and hex not in open_]
    return (*open_, *free[:1])


def entry_cost(table: BattlesTable, unit: BattleUnit, hex: str) -> int:
    """15.13 The hex of entry is paid for: as road, or as what it is."""
    footing: Footing = footing_of(table, unit)
    return fare("road", footing) if hex in table.here.roads else ground_fare(table.here, hex, footing)


def plan_entry(table: BattlesTable, line: ArrivalOrder, contact: Contact) -> UnitMove | Cannot:
    """15.0, 15.13 What a line would do, or why it cannot be done."""
    unit = table.units[line.unit]
    hex = table.here.spelled(line.hex)
    open_ = entries(table, unit, contact)
    if hex not in open_:
        return (
            "base.reinforcements",
            f"{unit.id} cannot enter at {line.hex}",
            f"open to it: {', '.join(open_) or 'nothing'}",
        )
    journey = UnitMove(table, unit, contact, hex, unit.allowance, enters=True)
    journey.step(hex, entry_cost(table, unit, hex))
    found = travel(journey, line.stretches)
    if not isinstance(found, UnitMove):
        return found
    if found.spent > found.budget:
        return "base.reinforcements", f"{unit.id} has {found.budget} to spend, {hex} costs {found.spent}"
    return found


def cannot_arrive(table: BattlesTable, side: str, line: ArrivalOrder, contact: Contact | None = None) -> Cannot | None:
    """15.0 Why a line is not allowed."""
    due = [unit.id for unit in waiting(table, side)]
    if line.unit not in due:
        return "base.reinforcements", f"{line.unit} does not arrive now", f"due: {', '.join(due) or 'nobody'}"
    if not line.hex:
        return None
    unit = table.units[line.unit]
    if line.drops or unit.edge == DROP:
        return cannot_drop(table, unit, line)
    if table.here.spelled(line.hex) not in table.here.neighbours:
        return "base.reinforcements", f"{line.hex} is not on the maps in play"
    found = plan_entry(table, line, contact or contact_of(table))
    return None if isinstance(found, UnitMove) else found


# The parachutists


def cannot_drop(table: BattlesTable, unit: BattleUnit, line: ArrivalOrder) -> Cannot | None:
    """1.14 Near the crossroads of Baraque Michel, not on a town."""
    here = table.here
    hex, centre = here.spelled(line.hex), here.spelled(the_charts().drop)
    if unit.edge != DROP or not line.drops:
        return "base.reinforcements", f"{unit.id} {'drops' if unit.edge == DROP else 'does not drop'}", "write drop HEX"
    if not hex or here.distance(hex, centre) > limit("drop distance"):
        return (
            "base.reinforcements",
            f"{line.hex} is farther than {many(limit('drop distance'), 'hex', 'hexes')} from {centre}",
        )
    if here.ground[hex] in ("town", "city"):
        return "base.reinforcements", f"{line.hex} is a town"
    if any(other.hex == hex and other.side != unit.side for other in table.units.values()):
        return "base.reinforcements", f"{line.hex} is held by the enemy"
    return cannot_stack(unit, hex, contact_of(table).stacks.get(hex, ()), march=False)


def drop(table: BattlesTable, umpire: Umpire, line: ArrivalOrder) -> bool:
    """1.14 One die, one chance."""
    face = umpire.roll("base.reinforcements", "drop")
    landed = face <= limit("drop succeeds")
    umpire.do("base.reinforcements", DropTried(line.unit, table.here.spelled(line.hex), face, landed))
    return landed


# Who has no line


def come_on(table: BattlesTable, umpire: Umpire) -> list[BattleUnit]:
    """15.0 A unit without a line comes on and stays where it came; if there is no room, it waits."""
    came = []
    contact = contact_of(table)
    for unit in waiting(table, table.side):
        if unit.edge == DROP:
            continue
        contact = restacked(table, contact)
        hexes = entries(table, unit, contact)
        room = [hex for hex in hexes if cannot_stack(unit, hex, contact.stacks.get(hex, ()), march=False) is None]
        if room:
            umpire.do("base.reinforcements", UnitEntered(unit.id, room[0]))
            came.append(unit)
        else:
            umpire.do("base.reinforcements", UnitWaits(unit.id, "no room"))
    return came


# The British


def free_british(table: BattlesTable, umpire: Umpire) -> None:
    """1.14 Released when a German comes near the Meuse; 16.83 not after the printed end."""
    if table.british_called or not reinforced(table) or not any(u.on_release for u in table.units.values()):
        return
    near = table.here.near_meuse(limit("british"))
    if any(unit.hex in near for unit in units_of(table, "german")):
        umpire.do("base.reinforcements", BritishFreed(table.turn))
