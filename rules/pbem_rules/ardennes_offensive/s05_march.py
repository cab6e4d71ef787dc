"""5. A unit on the march, step by step in either mode.  Cases 5.1 and 5.2, with 6.5, 7.1, 7.4 and 8.1."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from pbem.craft.sayings import many
from pbem.ruleset import Cannot, frozen, mutable
from pbem_rules.ardennes_offensive.board import FOE, cost, limit, the_map
from pbem_rules.ardennes_offensive.s06_road_mode import crowds, points_for
from pbem_rules.ardennes_offensive.s07_control import Lay, lay_of
from pbem_rules.ardennes_offensive.s08_stacking import cannot_join
from pbem_rules.ardennes_offensive.s11_terrain import ways_from
from pbem_rules.ardennes_offensive.s12_supply import allowance
from pbem_rules.ardennes_offensive.s13_bridges import interdicted_for
from pbem_rules.ardennes_offensive.table import Ardennes, Unit


@frozen
class MarchLeg:
    """A stretch of a move in one mode, or a change of mode; what the unit has spent by its end."""

    kind: Literal["march", "road", "enter", "leave"]
    path: tuple[str, ...]
    spent: int


@mutable
class March:
    """A unit's move while it is being worked out: nothing happens on the table."""

    table: Ardennes
    unit: Unit
    lay: Lay
    cut: frozenset[str]
    points: int
    hex: str
    road: bool
    spent: int = 0
    """Movement points spent before the present stretch of road mode."""
    stretch: int = 0
    """14.2, R-34 Road hexes of the present stretch, those lost in staging among them."""
    waits: bool = False
    """14.1 The unit is still off the map, behind its hex of entry."""
    legs: list[MarchLeg] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.spent + points_for(self.unit, self.stretch)

    @property
    def side(self) -> str:
        return self.unit.side

    @property
    def foe(self) -> str:
        return FOE[self.unit.side]

    def alone(self, hex: str) -> bool:
        """No other friend stands in a hex."""
        return not self.lay.friends(hex, side=self.side, but=self.unit.id)

    def barred(self, hex: str) -> bool:
        """7.1A, 7.2B An enemy controls the hex and no other friend lifts his control; 5.3N not at the map edge."""
        return hex not in the_map().edge and self.lay.controlled(hex, by=self.foe, but=self.unit.id)


def march_of(table: Ardennes, unit: Unit, lay: Lay | None = None) -> March:
    """A unit before its move in the present phase."""
    waits = bool(unit.entry)
    return March(
        table, unit, lay or lay_of(table), interdicted_for(table, unit.side), allowance(unit),
        unit.entry or unit.hex, unit.road,
        spent=table.spent.get(unit.id, 0),
        stretch=limit("staging") * table.staged.get(unit.entry, 0) if waits else 0,  # 14.2
        waits=waits,
    )  # fmt: skip


# One step


def cannot_march_to(march: March, to: str) -> Cannot | int:
    """5.1, 5.2 What the next hex costs in standard mode, or why it cannot be entered."""
    unit = march.unit
    way = next((way for way in ways_from(march.hex, unit) if way.to == to), None)
    if way is None:
        return cannot_go_there(march, to)
    if problem := cannot_enter(march, to, way.name):
        return problem
    cut, friends = way.name in march.cut, stacking(march, march.hex, to)
    points = (way.cut if cut else way.points) + cost("stacking", mechanized=unit.mechanized) * len(friends)
    if march.total + points > march.points:
        left = march.points - march.total
        why = ", ".join((way.why_cut if cut else way.why, *friends))
        return "5.2J", f"{unit.id} needs {many(points, 'point')} to enter {to} ({why}) and has {left} left"
    return points


def stacking(march: March, here: str, to: str) -> list[str]:
    """8.1A Joining friends and leaving them both cost; R-37 the last one out pays nothing."""
    met = {"leaving friends": here, "joining friends": to}
    return [words for words, hex in met.items() if not march.alone(hex)]


def cannot_go_there(march: March, to: str) -> Cannot:
    """5.1, 5.3L, E-map1, 11.0 Why no unit goes from here to there."""
    here = the_map()
    if to not in here.grid.neighbours(march.hex):
        return "5.0", f"{to} is not next to {march.hex}"
    if to in here.off_limits:
        return "E-map1", f"{to} is out of play"
    if to in here.edge:
        return "5.3L", f"{to} is a map-edge hex, entered only in retreat"
    return "11.0", f"{to} is impassable"


def cannot_enter(march: March, to: str, hexside: str) -> Cannot | None:
    """5.2F, 5.2G, 7.1A, 8.0, 14.3 What forbids a step in either mode."""
    unit = march.unit
    if march.lay.holder(to) == march.foe:
        return "5.2F", f"{to} is held by the enemy", "attack it in combat"
    if not march.waits and march.barred(march.hex):
        return "7.1A", f"{unit.id} cannot leave {march.hex}, which the enemy controls"
    if march.waits and march.barred(to):
        return "14.1A", f"the enemy controls {to}, nobody comes on there"
    if unit.restricted and not march.table.meuse_open and hexside in the_map().meuse:
        return "14.3C", f"{unit.id} may not cross the Meuse before the German has {many(limit('british'), 'point')}"
    if full := cannot_join(march.lay, unit, to):
        return full
    column = march.lay.column_in(to, but=unit.id)
    if column:
        return "6.5G", f"{column} in {to} is in road mode, nobody stacks with it"
    return None


def cannot_drive_to(march: March, to: str) -> Cannot | None:
    """6.5F, 6.5G Why the next road hex cannot be entered in road mode."""
    here, unit = the_map(), march.unit
    if march.waits and march.hex in here.live:  # a German behind the hex of his entry
        hexside = ""
        if to != march.hex:
            return "14.1A", f"{unit.id} comes on at {march.hex}"
    else:
        way = next((way for way in here.roads.get(march.hex, ()) if way.to == to), None)
        if way is None:
            return "6.5F", f"no road from {march.hex} to {to}, {unit.id} is in road mode", "leave road mode first"
        hexside = way.name
        if hexside in march.cut:
            return "6.5F", f"the bridge {hexside} is interdicted"
    if to not in here.live:
        return "5.3L", f"{to} is a map-edge hex, entered only in retreat"
    if to in here.impassable:
        return "11.0", f"{to} is impassable"
    if unit.side == "allied" and here.wall_at(to) == "intact":
        return "11.0", f"{to} is in the West Wall, no Allied unit enters it in road mode"
    if problem := cannot_enter(march, to, hexside):
        return problem
    if other := crowds(march.lay, unit, to):
        return "6.5G", f"{unit.id} in {to} would be beside {other}", "road mode keeps an empty road hex between units"
    if march.spent + points_for(unit, march.stretch + 1) > march.points:
        return "5.2J", f"{unit.id} has no points left to enter {to}"
    return None
