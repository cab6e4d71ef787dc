"""How the bot sees the map in its movement: who is where, what it wants, and which formation goes where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from pbem.craft.moods import EVEN, Mood
from pbem.ruleset import View, mutable
from pbem_rules.battles_for_the_ardennes.bot_meuse import MEUSE, bridgeheads, crossings
from pbem_rules.battles_for_the_ardennes.bot_plans import (
    NOWHERE,
    defence_in,
    edges_of,
    errands_of,
    fares_of,
    foe_hexes,
    goals_of,
    in_season,
    is_closing,
    obstacles,
    plan_of_view,
    ways_to,
)
from pbem_rules.battles_for_the_ardennes.bot_risks import Risks, risks_of
from pbem_rules.battles_for_the_ardennes.bot_temper import NEUTRAL, Temper
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_of

SIGHT, CLOSE_BY, BESIDE, GUNNERY = 12, 6, 1, 4
"""Hexes that are looked at: of the front, of a town that is held or attacked, before guns."""
A_DAY = 14
"""What a formation comes forward in a game-turn, in the measure of the ways."""
ROUNDS = 6
"""So often troops look for a better errand before all go."""
NEED, WORTH = 8, 8
"""Strength that any errand wants, and what a point of victory makes of the way to it."""
CROWDED = {"points": 30, "plans": 30, "sedan": 60}
"""What as much again as it wants makes of the way: the more, where all errands have to be done."""
ALL_WANTED = 4
"""What a town is worth where so many of so few have to be taken."""


@mutable
class Outlook1944:
    """How a side sees the map in its movement."""

    table: BattlesTable
    side: str
    contact: Contact
    errands: Mapping[str, tuple[str, ...]]
    ways: Mapping[str, Mapping[str, int]]
    """For every errand, how far it is from every hex."""
    foes: tuple[str, ...]
    fronts: Mapping[str, int]
    """From every hex to the nearest enemy."""
    mood: Mood = EVEN
    temper: Temper = NEUTRAL
    sent: dict[str, str] = field(default_factory=dict)
    """The errand of each troop."""
    risks: Risks | None = None
    targets: dict[str, Mapping[str, int]] = field(default_factory=dict)
    """For each troop what its guns are to fire at: hexes from there."""

    def way_from(self, unit: BattleUnit) -> Mapping[str, int]:
        """How far the errand of a unit's troop is from everywhere."""
        errand = self.sent.get(troop_of(unit)) or next(iter(self.ways), "")
        return self.ways.get(errand, {})

    def supplied(self, hex: str) -> bool:
        """Whether supply reaches a hex, as far as that is looked at."""
        return self.risks is None or self.risks.net is None or hex in self.risks.net

    def before(self, unit: BattleUnit) -> Mapping[str, int]:
        """From the hexes around them to the enemies whom the guns of a troop are to fire at: those on its way."""
        troop = troop_of(unit)
        if troop not in self.targets:
            way = self.way_from(unit)
            far = max(
                (way.get(one.hex, NOWHERE) for one in units_of(self.table, self.side) if troop_of(one) == troop),
                default=0,
            )
            on_the_way = tuple(hex for hex in self.foes if way.get(hex, NOWHERE) <= far)
            self.targets[troop] = ring_distances(self.table, on_the_way, GUNNERY)
        return self.targets[troop]


def look_out(view: View, mood: Mood = EVEN, temper: Temper = NEUTRAL) -> Outlook1944:
    table: BattlesTable = view.table
    temper = in_season(table, view.side, temper)
    plan, contact = plan_of_view(view), contact_of(table)
    held = obstacles(table, contact, view.side)
    errands = errands_of(table, view.side, plan) or {"": goals_of(table, view.side, plan)}
    if temper.hold and view.side == "german":
        errands = {**errands, **threatened(table, contact, temper.hold)}
    if temper.crosses and is_closing(table, temper):
        errands |= crossings(table, contact) if view.side == "german" else bridgeheads(table)
    fares = fares_of(table)
    ways = {name: ways_to(fares, hexes, held) for name, hexes in errands.items() if hexes}
    foes = foe_hexes(table)
    seen = Outlook1944(table, view.side, contact, errands, ways, foes, ring_distances(table, foes), mood, temper)
    seen.risks = risks_of(table, view.side, temper, contact)
    seen.sent = sent_out(seen, frozenset(edges_of(table, plan)))
    return seen


def in_mood(seen: Outlook1944, mood: Mood) -> Outlook1944:
    """The same outlook in another mood, with stacks of its own to settle units in."""
    stacks = {hex: list(stack) for hex, stack in seen.contact.stacks.items()}
    contact = Contact(stacks, seen.contact.zone)
    risks = replace(seen.risks, contact=contact) if seen.risks is not None else None
    return replace(seen, contact=contact, mood=mood, risks=risks)


def threatened(table: BattlesTable, contact: Contact, sight: int) -> dict[str, tuple[str, ...]]:
    """Towns that the German has and that enemies are near to."""
    here = table.here
    foes = [hex for hex, stack in contact.stacks.items() if stack[0].side == "allied"]
    return {
        town: here.towns[town]
        for town in table.form.victory.towns
        for hex in here.towns.get(town, ())[:1]
        if table.towns.get(hex) == "german" and any(here.distance(hex, foe) <= sight for foe in foes)
    }


def ring_distances(table: BattlesTable, starts: tuple[str, ...], sight: int = SIGHT) -> dict[str, int]:
    """Hexes from the nearest of them, as far as is looked."""
    far, ring = dict.fromkeys(starts, 0), list(starts)
    for paces in range(1, sight + 1):
        beyond = []
        for hex in ring:
            for near in table.here.neighbours[hex]:
                if near not in far:
                    far[near] = paces
                    beyond.append(near)
        ring = beyond
    return far


# Who goes where


def troop_of(unit: BattleUnit) -> str:
    """The Germans go by formations, the Allies unit by unit."""
    return unit.data.formation if unit.side == "german" else unit.id


def sent_out(seen: Outlook1944, edges: frozenset[str]) -> dict[str, str]:
    """Each troop to what is near and not yet looked after: the nearest first, then whatever changes make it better.

    What is best remains so while all go there, so nobody turns round on the way.
    """
    troops: dict[str, list[BattleUnit]] = {}
    for unit in units_of(seen.table, seen.side):
        if not unit.guns:
            troops.setdefault(troop_of(unit), []).append(unit)
    ways = {name: {one: burden(seen, one, units, edges) for one in seen.ways} for name, units in troops.items()}
    force = {name: sum(unit.face.strength for unit in units) for name, units in troops.items()}
    load: dict[str, int] = dict.fromkeys(seen.ways, 0)
    price = {one: price_of_crowds(seen, one, edges) for one in seen.ways}
    sent: dict[str, str] = {}

    def cheapest(name: str) -> str:
        return min((ways[name][one] + load[one] * price[one] // 100, one) for one in seen.ways)[1]

    for _, name in sorted((min(way.values(), default=0), name) for name, way in ways.items()):
        sent[name] = cheapest(name)
        load[sent[name]] += force[name]
    for _ in range(ROUNDS):
        changed = False
        for name in sorted(troops):
            load[sent[name]] -= force[name]
            better = cheapest(name)
            changed |= better != sent[name]
            sent[name] = better
            load[better] += force[name]
        if not changed:
            break
    return sent


def price_of_crowds(seen: Outlook1944, errand: str, edges: frozenset[str]) -> int:
    """What a point of strength that is sent already adds to a way, in hundredths."""
    crowd = 100 * CROWDED[seen.table.form.victory.kind] // need_of(seen, errand)
    return crowd // 3 if errand in edges and seen.side == "german" else crowd


def burden(seen: Outlook1944, errand: str, units: list[BattleUnit], edges: frozenset[str]) -> int:
    """How much speaks against an errand: the way, too little time; its points speak for it."""
    far = how_far(seen.ways[errand], units)
    left = seen.table.form.length.last - seen.table.turn + 1
    late = max(0, far - A_DAY * max(1, left))
    form = seen.table.form.victory
    points = 1 if errand in edges else form.towns.get(errand, 1) * (ALL_WANTED if form.kind == "sedan" else 1)
    if seen.side == "allied":
        lost = seen.table.towns.get(seen.errands[errand][0]) == "german"
        points = form.beyond_meuse if errand.startswith(MEUSE) else points
        return far + seen.temper.watch * nearest_to(seen, errand) - WORTH * points - seen.temper.retake * lost
    if errand == MEUSE:
        return far + 5 * late - seen.temper.crosses * sum(unit.mechanized for unit in units)
    on_foot = 60 * (errand in edges and not all(unit.mechanized for unit in units))
    return far + 5 * late + on_foot - WORTH * points


def nearest_to(seen: Outlook1944, errand: str) -> int:
    """Hexes from an errand to the nearest enemy."""
    return min(seen.fronts.get(hex, SIGHT) for hex in seen.errands[errand])


def need_of(seen: Outlook1944, errand: str) -> int:
    """The strength that an errand wants: against those who are there, or for the Allies against those who are near."""
    hex, here = seen.errands[errand][0], seen.table.here
    near, share = (BESIDE, 1) if seen.side == "german" else (CLOSE_BY, 3)
    stacks = [stack for at, stack in seen.contact.stacks.items() if here.distance(at, hex) <= near]
    return NEED + sum(defence_in(stack) for stack in stacks if stack[0].side != seen.side) // share


def how_far(way: Mapping[str, int], units: Iterable[BattleUnit]) -> int:
    """The way of the middle one of them."""
    found = sorted(way.get(unit.hex, NOWHERE) for unit in units)
    return found[len(found) // 2]


# Stacks as they will be


def settle_down(seen: Outlook1944, unit: BattleUnit, end: str, *, march: bool) -> None:
    """A unit has been sent somewhere; off the map if nowhere."""
    stacks = seen.contact.stacks
    if unit.hex:
        stacks[unit.hex] = [other for other in stacks[unit.hex] if other.id != unit.id]
        if not stacks[unit.hex]:
            del stacks[unit.hex]
    if end:
        there = replace(unit, hex=end, mode="march" if march else unit.mode)
        stacks.setdefault(end, []).append(there)
