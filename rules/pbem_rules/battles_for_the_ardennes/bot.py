"""A player that a newcomer can lose to: towns and edges that count, good odds, batteries brought up, positions dug.

It looks one phase ahead: where its units go is in bot_moves.py, what they attack in bot_attacks.py.
"""

from __future__ import annotations

from pbem.craft.moods import some_mood
from pbem.ruleset import Chooser, Decision, Order, Part, Pick, View
from pbem_rules.battles_for_the_ardennes.board import FOE
from pbem_rules.battles_for_the_ardennes.bot_attacks import bot_attacks
from pbem_rules.battles_for_the_ardennes.bot_moves import bot_arrivals, bot_moves
from pbem_rules.battles_for_the_ardennes.bot_plans import goals_of, nearest_foe
from pbem_rules.battles_for_the_ardennes.proposals import random_dumps, random_targets
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of
from pbem_rules.battles_for_the_ardennes.s12_bridges import can_be_blown, cannot_build
from pbem_rules.battles_for_the_ardennes.s16_dumps import plays_dumps
from pbem_rules.battles_for_the_ardennes.s16_greif import PRIMARY, plays_greif
from pbem_rules.battles_for_the_ardennes.s17_plans import has_plans, plans_of
from pbem_rules.battles_for_the_ardennes.sheets import STAY, AirOrder, BatteryOrder, BuildOrder, SecretOrder
from pbem_rules.battles_for_the_ardennes.standing import TOPICS
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_of

MOODY, COLUMNS = 12, 2
"""How far moods go: four hexes, some columns."""
CLOSE = 4
"""So near to an enemy batteries are brought into battery, and infantry digs in."""


def simple(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """An answer to anything."""
    if decision.kind == "part":
        return part(view, decision, chooser)
    if decision.topic == "advance":
        return follow(view, decision)
    if decision.topic == "demolish":
        return demolitions(view, decision)
    default = next(topic.default for topic in TOPICS if topic.name == decision.topic)
    return default(view, decision)


def ideas(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...] | None:
    """Moves and attacks in another mood; the rest is not thought about."""
    if "again" in decision.facts:
        return None
    if decision.topic == "movement":
        return tuple(bot_moves(view, some_mood(chooser, MOODY, 0)))
    if decision.topic == "combat":
        return tuple(bot_attacks(view.table, view.side, some_mood(chooser, COLUMNS, COLUMNS)))
    return None


def part(view: View, decision: Decision, chooser: Chooser) -> Part:
    table, name = view.table, decision.topic
    if decision.facts.get("again") == "rest":
        return Part(name, as_written=True)
    if name == "secret":
        return Part(name, (sealed(table, view.side, chooser),))
    if name == "air":
        return Part(name, tuple(strikes(table)))
    if name == "building":
        return Part(name, tuple(positions(table, view.side)))
    if name == "artillery":
        return Part(name, tuple(batteries(table, view.side)))
    if name == "reinforcements":
        return Part(name, tuple(bot_arrivals(view)))
    if name == "movement":
        return Part(name, tuple(bot_moves(view)))
    if name == "combat":
        return Part(name, tuple(bot_attacks(table, view.side)))
    return Part(name)


def sealed(table: BattlesTable, side: str, chooser: Chooser) -> SecretOrder:
    """Targets and dumps at random, the historical plan or the small solution."""
    if side == "allied":
        return SecretOrder(dumps=random_dumps(table, chooser) if plays_dumps(table) else {})
    targets = random_targets(table, chooser) if plays_greif(table) else {}
    first = tuple(hex for hex, kind in targets.items() if kind == PRIMARY) if table.plays("16.46") else ()
    plan = chooser.one(sorted(plans_of(table))) if has_plans(table) else ""
    return SecretOrder(greif=tuple(targets), primary=first, plan=plan)


def strikes(table: BattlesTable) -> list[AirOrder]:
    """The largest German columns on roads, one point left for an attack."""
    found: dict[str, int] = {}
    for unit in units_of(table, FOE[table.side]):
        if unit.hex in table.here.roads and unit.mechanized:
            found[unit.hex] = found.get(unit.hex, 0) + unit.face.strength
    ranked = sorted(found, key=lambda hex: (-found[hex], hex))
    return [AirOrder(interdict=hex) for hex in ranked[: max(1, table.air - 1)]]


def positions(table: BattlesTable, side: str) -> list[BuildOrder]:
    """The Allied infantry digs in where it holds something, out of the enemy's zone."""
    if side == "german":
        return []
    contact, lines, dug = contact_of(table), list[BuildOrder](), set[str]()
    goals = goals_of(table, side)
    for unit in units_of(table, side):
        worth = unit.hex in goals or nearest_foe(table, unit.hex, CLOSE) <= CLOSE // 2
        line = BuildOrder(unit=unit.id, what="improved position")
        if worth and unit.hex not in dug and not unit.guns and cannot_build(table, side, line, contact) is None:
            lines.append(line)
            dug.add(unit.hex)
    return lines


def batteries(table: BattlesTable, side: str) -> list[BatteryOrder]:
    """Into battery where enemies are in range, out of it where none is near."""
    lines = []
    for unit in units_of(table, side):
        if not unit.guns or unit.id in table.moved:
            continue
        far = nearest_foe(table, unit.hex, CLOSE + 2)
        if unit.mode == "moving" and far <= unit.face.range:
            lines.append(BatteryOrder(unit=unit.id, mode="battery"))
        elif unit.mode == "battery" and far > CLOSE:
            lines.append(BatteryOrder(unit=unit.id, mode="moving"))
    return lines


def demolitions(view: View, decision: Decision) -> Pick:
    """The Allies blow bridges over rivers before an enemy who is near."""
    table: BattlesTable = view.table
    if view.side == "german":
        return ()
    found = []
    for bridge in decision.options:
        one, other = bridge.split("-")
        wide = table.here.between(one, other).water != "stream"
        if wide and bridge in can_be_blown(table, view.side) and nearest_foe(table, one, CLOSE) <= CLOSE // 2:
            found.append(bridge)
    return tuple(found)


def follow(view: View, decision: Decision) -> Pick:
    """The German follows with tanks, and into towns; the Allies keep their line."""
    table: BattlesTable = view.table
    unit, target = table.units[str(decision.facts["unit"])], str(decision.facts["target"])
    if view.side == "german" and (unit.mechanized or target in table.towns):
        return decision.options[1]
    return STAY


BOTS = {"simple": simple}
