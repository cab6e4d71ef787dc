"""What the page needs to know to find the second moves of mechanized units from where the first ones take them."""

from __future__ import annotations

from pbem.ruleset import View
from pbem.ruleset.telling import Onward
from pbem_rules.ardennes_offensive.board import FOE, cost, limit, the_map, the_tables
from pbem_rules.ardennes_offensive.foresight import as_orders_begin
from pbem_rules.ardennes_offensive.s07_control import lay_of
from pbem_rules.ardennes_offensive.s11_terrain import ways_over
from pbem_rules.ardennes_offensive.s12_supply import allowance
from pbem_rules.ardennes_offensive.s13_bridges import interdicted_for
from pbem_rules.ardennes_offensive.s14_reinforcements import expected
from pbem_rules.ardennes_offensive.table import Ardennes, units_of

BEFORE = ("begin", "movement", "combat")
"""The phases before the second movement of a player-turn."""


def onward(view: View) -> Onward | None:
    """5.2, 6.5 What `marches` and `drives` go by; friends stand where orders take them."""
    table: Ardennes = view.table
    if table.side != view.side or table.phase not in BEFORE:
        return None
    ahead, here, foe = as_orders_begin(table), the_map(), FOE[view.side]
    cut, lay = interdicted_for(ahead, view.side), lay_of(ahead)
    coming = {unit.id for unit in expected(table)} if table.phase == "begin" else set()
    friends = [unit for _, unit in sorted(ahead.units.items()) if unit.side == view.side]
    movers = [unit for unit in friends if unit.mechanized and (unit.in_play or unit.entry or unit.id in coming)]
    places = here.numbers.places
    return Onward(
        part="mechanized",
        steps={
            hex: {
                way.to: way.cut if way.name in cut else way.points
                for way in ways_over(here, hex, view.side, mechanized=True)
            }
            for hex in sorted(here.live)
        },
        roads={
            hex: tuple(side.to for side in sides if side.name not in cut and here.drivable(side.to, view.side))
            for hex, sides in sorted(here.roads.items())
            if hex in here.live
        },
        rate=the_tables().rates["mechanized"],
        change=cost("mode", mechanized=True),
        toll=cost("stacking", mechanized=True),
        room=limit("stack"),
        crowds=tuple(unit.id for unit in friends if unit.division),
        held=tuple(sorted({unit.hex for unit in units_of(ahead, foe)})),
        watched=tuple(hex for n, hex in enumerate(places) if lay.control[foe] >> n & 1),
        points={unit.id: allowance(unit) for unit in movers if unit.id not in ahead.fought},
        comes={unit.id: unit.hex for unit in friends if unit.hex and not table.units[unit.id].hex},
        friends=tuple(unit.id for unit in friends if unit.hex or unit.entry or unit.id in coming),
        columns=tuple(unit.id for unit in friends if unit.road or unit.id in coming),
        bound=tuple(unit.id for unit in movers if unit.restricted and not ahead.meuse_open),
        walls=tuple(sorted(here.meuse)),
        fights="combat",
        frees=watched_alone(ahead, foe),
    )


def watched_alone(table: Ardennes, side: str) -> dict[str, tuple[str, ...]]:
    """7.0 By each hex of a side the hexes that it alone controls: they are free if it is cleared."""
    around, edge = the_map().neighbours, the_map().edge
    stands = {unit.hex for unit in units_of(table, side)}
    watching = {unit.hex for unit in units_of(table, side) if not unit.road and unit.hex not in edge}
    watchers = {hex: [at for at in around[hex] if at in watching] for at in sorted(watching) for hex in around[at]}
    return {at: tuple(sorted(hex for hex, by in watchers.items() if by == [at])) for at in sorted(stands)}
