"""The way off the map: where one exit decides the game, who could leave by it, how soon, and by what way.

What bars it are rivers, zones and roadblocks; so a unit may come sooner around a guard than through him.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import field, replace
from heapq import heappop, heappush

from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import (
    ARMIES,
    DATA,
    FOE,
    apart,
    around,
    beyond_the_meuse,
    german_exits,
    passages,
    the_cards,
    the_charts,
    the_scenario,
)
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.s07_movement import cannot_take_edge
from pbem_rules.enemy_action_ardennes.s07_steps import Going, blocked_road, cannot_leave_area, going, ground_cost
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, Sway, by_road, on_map, open_river, sway_of

NEAR = 3
"""So near an exit enemies are let be, lest they fall back upon it."""
MOST_TIMES = 4
"""Whoever needs more activations does not come in time."""
LATE = 99


@frozen
class Breakout:
    """How one unit would leave the map."""

    times: int
    """So many activations it needs, the last of them takes it off."""
    end: str
    """Where it stands after the first of them."""
    exit: str


CHANCES = (100, 75, 50, 30)
"""So often, in a hundred, a unit leaves that needs so many activations more."""
FOLLOWS = 10
"""So many times less it is worth that others come off the map as well."""
SINGLE = ("division", "corps")
"""6.3 Cards that call up a unit by itself."""


@frozen
class Exodus:
    """Who could leave the map, who shall, and the cards of the hand for it."""

    ways: Mapping[str, Breakout] = field(default_factory=dict)
    cards: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Whom each card could call up with its formation."""
    alone: bool = False
    """6.3 Whether one unit may still be called up by itself today."""
    leader: str = ""
    """Who could leave soonest, as far as there are cards for it."""

    def calls(self, name: str) -> int:
        """How often a unit can be called up by these cards."""
        others = [card for card, units in self.cards.items() if name not in units]
        single = self.alone and any(the_cards()[card].kind in SINGLE for card in others)
        return len(self.cards) - len(others) + single

    def leading(self, name: str) -> tuple[bool, int, int, str]:
        """Who goes before others: for whom there are cards enough, who needs fewest, for whom there are most."""
        times, calls = self.ways[name].times, self.calls(name)
        return calls < times, times, -calls, name

    def worth(self, table: EnemyAction, name: str, hex: str, temper: Temper) -> int:
        """What it is worth that a unit comes nearer to leaving; one is enough, others follow it."""
        way = self.ways.get(name)
        if way is None or way.end != hex or not is_late(table, temper) or way.times - 1 > self.calls(name):
            return 0
        return temper.breakout * CHANCES[way.times - 1] // (100 if name == self.leader else 100 * FOLLOWS)

    def lets_be(self, hex: str) -> bool:
        """Whether an enemy might fall back from there to where somebody would leave."""
        return any(apart(hex, way.exit) <= NEAR for way in self.ways.values())

    def spent(self, card: str, *, alone: bool) -> Exodus:
        """The same when a card is played, perhaps for one unit alone."""
        left = {each: units for each, units in self.cards.items() if each != card}
        return replace(self, cards=left, alone=self.alone and not alone)


NOBODY = Exodus()


def is_late(table: EnemyAction, temper: Temper) -> bool:
    """Whether nobody, or next to nobody, can be brought up any more to bar the way."""
    return table.hands["allied"] + table.piles["allied"] <= temper.waits


GUARDS = 5
"""So near an exit somebody may bar the way."""
OPENED = 50
"""So much of a hundred of that hope it is worth to drive out whoever bars the way."""


def without(table: EnemyAction, hex: str, temper: Temper) -> int:
    """What could be hoped for, were nobody in a hex any more."""
    if not is_near_an_exit(table, hex, GUARDS):
        return 0
    later = with_units(table, {name: unit for name, unit in table.units.items() if unit.hex != hex})
    march = soonest(later, MOST_TIMES)
    return temper.breakout * (CHANCES[march[0] - 1] if march else 0) * OPENED // 10000


def is_near_an_exit(table: EnemyAction, hex: str, far: int) -> bool:
    return any(apart(hex, exit) <= far for exit in open_edges(*flanks(table)))


def with_units(table: EnemyAction, units: dict[str, Regiment]) -> EnemyAction:
    """The table as it would be with these units."""
    later = copy(table)
    later.units = units
    return later


March = tuple[int, list[str], int]
"""How many activations a way off the map takes, every hex of it, and which of these the first march ends in."""
Spent = tuple[int, int]
"""Activations before this one, and movement points of it."""


def marches(table: EnemyAction, sway: Sway) -> dict[str, Breakout]:
    """Every unit that could leave in time."""
    if not the_scenario(table.scenario).meuse_wins:
        return {}
    found: dict[str, Breakout] = {}
    for unit in on_map(table, "german"):
        if march := march_of(table, sway, unit):
            found[unit.id] = march
    return found


def march_of(table: EnemyAction, sway: Sway, unit: Regiment) -> Breakout | None:
    """The soonest way of one unit, if it could leave in time."""
    found = way_of(table, sway, unit, MOST_TIMES)
    if found is None:
        return None
    times, way, stop = found
    return Breakout(times, way[stop], way[-1])


def soonest(table: EnemyAction, most: int) -> March | None:
    """The soonest way of any unit, if the Germans have cards for it, in so many activations at most."""
    sway, found = sway_of(table), None
    for unit in on_map(table, "german"):
        if most and (march := way_of(table, sway, unit, most)):
            found, most = march, march[0] - 1
    return found


def way_of(table: EnemyAction, sway: Sway, unit: Regiment, most: int) -> March | None:
    """The soonest way of one unit, in so many activations at most."""
    shut = sway.control[FOE[unit.side]]
    exits = tuple(hex for hex, _ in open_exits(unit.army, *flanks(table)) if hex not in shut)
    if not exits or unit.dispersed or unit.no_fuel or not unit.supplied:
        return None
    go = going(table, unit, sway=sway)
    spent, came = ways_on(go, exits, most)
    times, exit = min(((times_to_leave(go, spent[hex]), hex) for hex in exits if hex in spent), default=(LATE, ""))
    if times > most:
        return None
    way = [exit]
    while way[-1] in came:
        way.append(came[way[-1]])
    way.reverse()
    return times, way, max(place for place, hex in enumerate(way) if not spent[hex][0])


def ways_on(go: Going, exits: tuple[str, ...], times: int) -> tuple[dict[str, Spent], dict[str, str]]:
    """What a unit has spent wherever it could still leave in time, and from where it came there."""
    spent, came = {go.unit.hex: (0, 0)}, dict[str, str]()
    edge, far, most = [((0, 0), go.unit.hex)], hexes_to(exits), times * go.budget
    while edge and far[go.unit.hex] < most:
        now, here = heappop(edge)
        if now > spent[here]:
            continue
        for near in around(here):
            then = after_step(go, now, here, near)
            if then is None or then >= spent.get(near, (times, 0)):
                continue
            if then[0] * go.budget + then[1] + far[near] < most:
                spent[near], came[near] = then, here
                heappush(edge, (then, near))
    return spent, came


@DATA.cached
def hexes_to(exits: tuple[str, ...]) -> dict[str, int]:
    """How many hexes it is at least to one of these exits."""
    return {hex: min(apart(hex, exit) for exit in exits) for hex in passages()}


def times_to_leave(go: Going, spent: Spent) -> int:
    """7.8 To leave costs a point of its own."""
    times, paid = spent
    return times + (1 if paid < go.budget else 2)


def after_step(go: Going, now: Spent, here: str, near: str) -> Spent | None:
    """7.0 to 7.5 What is spent after a step, if it may be made; what cannot be paid is the first of the next march."""
    table, zone, full = go.table, go.sway.control[FOE[go.unit.side]], go.budget
    if go.sway.enemy_in(go.unit.side, near) or near in table.roadblocks:
        return None
    if (here in zone and near in zone) or cannot_leave_area(table, go.unit, here, near):
        return None
    times, paid = now
    if open_river(table, here, near):
        return (times + (paid > 0), full)
    cost = 1 if by_road(table, here, near) else ground_cost(go, near)
    cost += the_charts().costs["road"]["leaving a zone"] if here in zone else 0
    times, paid = (times, paid + cost) if paid + cost <= full else (times + 1, min(cost, full))
    if not now[1] and times != now[0]:
        times, paid = now[0], full
    return times, full if near in zone or blocked_road(table, near) else paid


@DATA.cached
def open_exits(army: str, day: int, north: bool, south: bool) -> tuple[tuple[str, bool], ...]:
    """7.8, 7.81 The exits that an army has on a day, and whether they lie beyond the Meuse."""
    last, beyond = the_charts().exit_dates, beyond_the_meuse()
    return tuple(
        (hex, hex in beyond)
        for hex in german_exits()
        if day <= last.get(hex, day) and cannot_take_edge(army, hex, north=north, south=south) is None
    )


@DATA.cached
def open_edges(day: int, north: bool, south: bool) -> dict[str, bool]:
    """7.8 The exits that any army has, and whether they lie beyond the Meuse."""
    return {hex: beyond for army in ARMIES for hex, beyond in open_exits(army, day, north, south)}


def flanks(table: EnemyAction) -> tuple[int, bool, bool]:
    """7.81 What the exits that are open depend on."""
    return table.day, table.north_left, table.south_left
