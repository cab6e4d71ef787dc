"""A player that a newcomer can lose to: towns and edges that count, good odds, batteries brought up, positions dug.

It looks one phase ahead: where its units go is in bot_moves.py, what they attack in bot_attacks.py.
"""

from __future__ import annotations

from pbem.craft.moods import EVEN
from pbem.ruleset import Chooser, Decision, Part, Pick, View
from pbem_rules.battles_for_the_ardennes.board import FOE
from pbem_rules.battles_for_the_ardennes.bot_answers import ANSWERS
from pbem_rules.battles_for_the_ardennes.bot_assaults import council_of
from pbem_rules.battles_for_the_ardennes.bot_attacks import bot_attacks
from pbem_rules.battles_for_the_ardennes.bot_ideas import ideas
from pbem_rules.battles_for_the_ardennes.bot_moves import bot_arrivals, bot_moves
from pbem_rules.battles_for_the_ardennes.bot_plans import (
    FORDING,
    NOWHERE,
    counting_towns,
    is_last,
    nearest_foe,
)
from pbem_rules.battles_for_the_ardennes.bot_temper import QUICK, VETERAN, Temper
from pbem_rules.battles_for_the_ardennes.bot_views import Outlook1944, look_out
from pbem_rules.battles_for_the_ardennes.proposals import random_targets
from pbem_rules.battles_for_the_ardennes.s07_zones import Contact, contact_of
from pbem_rules.battles_for_the_ardennes.s12_bridges import cannot_build
from pbem_rules.battles_for_the_ardennes.s16_dumps import chart_of, plays_dumps, sites
from pbem_rules.battles_for_the_ardennes.s16_greif import PRIMARY, plays_greif
from pbem_rules.battles_for_the_ardennes.s17_plans import has_plans, plans_of
from pbem_rules.battles_for_the_ardennes.sheets import AirOrder, AttackOrder, BatteryOrder, BuildOrder, SecretOrder
from pbem_rules.battles_for_the_ardennes.standing import TOPICS
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, bridged, units_of

CLOSE = 4
"""So near to an enemy batteries are brought into battery, and infantry digs in."""
SAFEST = 4
"""Hexes among which petrol is hidden."""


def simple(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """An answer to anything, in no time."""
    return player(view, decision, chooser, QUICK[view.side])


def veteran(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """The same by what battles promise, and with more care."""
    return player(view, decision, chooser, VETERAN[view.side])


def player(view: View, decision: Decision, chooser: Chooser, temper: Temper) -> Pick:
    if decision.kind == "part":
        return part(view, decision, chooser, temper)
    if decision.topic in ANSWERS:
        return ANSWERS[decision.topic](view, decision)
    default = next(topic.default for topic in TOPICS if topic.name == decision.topic)
    return default(view, decision)


def part(view: View, decision: Decision, chooser: Chooser, temper: Temper) -> Part:
    table, name = view.table, decision.topic
    if decision.facts.get("again") == "rest":
        return Part(name, as_written=True)
    if name == "secret":
        return Part(name, (sealed(table, view.side, chooser),))
    if name == "air":
        return Part(name, tuple(strikes(table, temper)))
    if name == "building":
        return Part(name, tuple(works(view, temper)))
    if name == "artillery":
        return Part(name, tuple(batteries(view, temper)))
    if name == "reinforcements":
        return Part(name, tuple(bot_arrivals(view, temper)))
    if name == "movement":
        return Part(name, tuple(bot_moves(view, EVEN, temper)))
    if name == "combat":
        return Part(name, tuple(fights(view, temper)))
    return Part(name)


def fights(view: View, temper: Temper) -> list[AttackOrder]:
    """Attacks by what they promise, or by their columns."""
    if temper.hunts:
        return council_of(view.table, view.side, temper).lines()
    return bot_attacks(view.table, view.side)


def sealed(table: BattlesTable, side: str, chooser: Chooser) -> SecretOrder:
    """Targets at random, dumps among the hexes farthest from the enemy, any of the plans."""
    if side == "allied":
        return SecretOrder(dumps=hidden_away(table, chooser) if plays_dumps(table) else {})
    targets = random_targets(table, chooser) if plays_greif(table) else {}
    first = tuple(hex for hex, kind in targets.items() if kind == PRIMARY) if table.plays("16.46") else ()
    plan = chooser.one(sorted(plans_of(table))) if has_plans(table) else ""
    return SecretOrder(greif=tuple(targets), primary=first, plan=plan)


def hidden_away(table: BattlesTable, chooser: Chooser) -> dict[str, int]:
    """All the petrol in two of the safest hexes of the chart, most of it in one of them."""
    foes = sorted({unit.hex for unit in units_of(table, "german")})
    far = {hex: min(table.here.distance(hex, foe) for foe in foes) for hex in sites(table)}
    one, other = chooser.some(sorted(far, key=lambda hex: (-far[hex], hex))[:SAFEST], 2)
    points = chart_of(table).points
    return {one: points - points // SAFEST, other: points // SAFEST}


def strikes(table: BattlesTable, temper: Temper) -> list[AirOrder]:
    """The largest German columns on roads, one point left for an attack; at last all of them."""
    if temper.hunts and is_last(table):
        return []
    found: dict[str, int] = {}
    for unit in units_of(table, FOE[table.side]):
        if unit.hex in table.here.roads and unit.mechanized:
            found[unit.hex] = found.get(unit.hex, 0) + unit.face.strength
    ranked = sorted(found, key=lambda hex: (-found[hex], hex))
    return [AirOrder(interdict=hex) for hex in ranked[: max(1, table.air - 1)]]


def works(view: View, temper: Temper) -> list[BuildOrder]:
    """The German's engineers build bridges on the way; Allied infantry digs in where it holds something."""
    table, contact = view.table, contact_of(view.table)
    if view.side == "german":
        return bridges(view, contact, temper)
    goals, dug, found = counting_towns(table), set[str](), []
    for unit in units_of(table, view.side):
        worth = unit.hex in goals or nearest_foe(table, unit.hex, CLOSE) <= CLOSE // 2
        line = BuildOrder(unit=unit.id, what="improved position")
        if worth and unit.hex not in dug and not unit.guns and cannot_build(table, view.side, line, contact) is None:
            found.append(line)
            dug.add(unit.hex)
    return found


def bridges(view: View, contact: Contact, temper: Temper) -> list[BuildOrder]:
    """What the engineers begin who stand at water without a bridge."""
    table = view.table
    able = [unit for unit in units_of(table, "german") if unit.engineers and at_water(table, unit)]
    if not able:
        return []
    seen = look_out(view, EVEN, temper)
    lines = [line for unit in able if (line := crossing(seen, unit)) is not None]
    return [line for line in lines if cannot_build(table, "german", line, contact) is None]


def at_water(table: BattlesTable, unit: BattleUnit) -> bool:
    return any(side.water and not bridged(table, side) for side in table.here.sides[unit.hex])


def crossing(seen: Outlook1944, unit: BattleUnit) -> BuildOrder | None:
    """A bridge over the water before an engineer, where that brings his formation nearer than any way round."""
    way = seen.way_from(unit)
    wet = [side for side in seen.table.here.sides[unit.hex] if side.water and not bridged(seen.table, side)]
    gains = [(way.get(unit.hex, NOWHERE) - way.get(side.to, NOWHERE), side.side) for side in wet]
    gain, side = max(gains, default=(0, ""))
    return BuildOrder(unit=unit.id, what=f"bridge {side}") if gain >= FORDING else None


def batteries(view: View, temper: Temper) -> list[BatteryOrder]:
    """Into battery where enemies are in range, the German's where they are on his way; out of it where none is near."""
    table = view.table
    guns = [unit for unit in units_of(table, view.side) if unit.guns and unit.id not in table.moved]
    seen = look_out(view, EVEN, temper) if guns and view.side == "german" else None
    lines = []
    for unit in guns:
        far = nearest_foe(table, unit.hex, CLOSE + 2) if seen is None else seen.before(unit).get(unit.hex, CLOSE + 1)
        if unit.mode == "moving" and far <= unit.face.range:
            lines.append(BatteryOrder(unit=unit.id, mode="battery"))
        elif unit.mode == "battery" and far > CLOSE:
            lines.append(BatteryOrder(unit=unit.id, mode="moving"))
    return lines


__all__ = ["BOTS", "MENTOR", "ideas"]

BOTS = {"simple": simple, "veteran": veteran}
MENTOR = "veteran"
