"""The table as it will be when the first orders of a player-turn are carried out.

Orders for a whole player-turn are written before it begins.  What comes first of itself (arrivals, bridges, supply,
units that must leave road mode) is worked out on a copy, so that what is offered then is lawful.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem_rules.ardennes_offensive.events import PhaseBegan, Woke
from pbem_rules.ardennes_offensive.s04_phases import bridges_judged, supply_judged, waking
from pbem_rules.ardennes_offensive.s06_road_mode import leaving
from pbem_rules.ardennes_offensive.s14_reinforcements import arriving
from pbem_rules.ardennes_offensive.table import Ardennes

NOWHERE: Mapping[str, str] = {}


def as_orders_begin(table: Ardennes, wanted: Mapping[str, str] = NOWHERE) -> Ardennes:
    """4.1 Reinforcements have come where they are wanted, or where there is room; movement begins, or 4.2 combat."""
    if table.phase != "begin":
        return table
    ahead = copied(table)
    for arrived in arriving(ahead, wanted):
        arrived.apply(ahead)
    bridges_judged(ahead).apply(ahead)
    supply_judged(ahead).apply(ahead)
    if ahead.turn == 1:
        PhaseBegan("combat").apply(ahead)
        return ahead
    PhaseBegan("movement").apply(ahead)
    Woke(waking(ahead)).apply(ahead)
    for left in leaving(ahead):
        left.apply(ahead)
    return ahead


def copied(table: Ardennes) -> Ardennes:
    """A table of its own for everything that these events change."""
    units = {name: replace(unit) for name, unit in table.units.items()}
    return replace(table, units=units, staged=dict(table.staged), spent=dict(table.spent), losses=dict(table.losses))
