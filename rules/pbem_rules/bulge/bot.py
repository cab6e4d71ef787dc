"""The staff: a player of either side that a newcomer can lose to.  It knows no plan, but it can count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from pbem.craft.moods import EVEN, Mood, some_mood
from pbem.ruleset import Chooser, Decision, Idea, Order, Part, Pick, View
from pbem_rules.bulge.board import FOE, limit, sources, the_tables
from pbem_rules.bulge.bot_attacks import attacks, last_resort
from pbem_rules.bulge.bot_battles import Battles
from pbem_rules.bulge.bot_moves import moves, to_exit
from pbem_rules.bulge.bot_temper import OTHERWISE, QUICK, VETERAN, Temper
from pbem_rules.bulge.s12_results import cover
from pbem_rules.bulge.s14_supply import in_supply
from pbem_rules.bulge.sheets import AirLine, ResupplyLine
from pbem_rules.bulge.standing import TOPICS
from pbem_rules.bulge.table import units_of

MOODY, BOLD = 40, 8
"""How far moods go: two hexes and a half, most of what an attack must promise."""
FLY = {
    "german": ("support", "support", "cap", "support", "support"),
    "allied": ("support", "cap", "support", "interdict", "support", "resupply", "interdict", "support"),
}


def staff(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """What the staff answers to any question; where it has no opinion, the topic's default."""
    return answer(view, decision, QUICK)


def veteran(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """The same by what was found to be better."""
    return answer(view, decision, VETERAN)


def answer(view: View, decision: Decision, tempers: Mapping[str, Temper]) -> Pick:
    if decision.kind == "part":
        return Part(decision.topic, lines_for(view, decision, at_stake(view, tempers[view.side])))
    if decision.topic == "advance":
        return advance(view, decision)
    if decision.topic == "interdict":
        return interdict(view, decision)
    topic = next(topic for topic in TOPICS if topic.name == decision.topic)
    return topic.default(view, decision)


def ideas(view: View, decision: Decision) -> Idea | None:
    """Moves and attacks in another mood; the rest is not thought about."""
    if decision.topic not in ("before", "movement", "after") or "again" in decision.facts:
        return None
    return partial(in_a_mood, view, decision)


def at_stake(view: View, temper: Temper) -> Temper:
    """3.0 Once the German has as many points as win tonight, the Allied side must take some back at any price."""
    lost = view.table.vp >= the_tables().turns[view.table.turn].german
    if view.side == "german" or not temper.last_stand or not lost:
        return temper
    return replace(temper, least=1, price=0, contact=0, storm=1)


def in_a_mood(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    """As a veteran would, or with another plan for once, more of this and less of that."""
    temper = chooser.one(OTHERWISE[view.side])(at_stake(view, VETERAN[view.side]))
    return lines_for(view, decision, temper, some_mood(chooser, MOODY, BOLD))


def lines_for(view: View, decision: Decision, temper: Temper, mood: Mood = EVEN) -> tuple[Order, ...]:
    table, side = view.table, view.side
    if decision.topic == "air":
        return (AirLine(missions=missions(view)),)
    if decision.topic == "resupply":
        cut_off = [unit for unit in units_of(table, side) if not in_supply(table, unit)]
        strongest = sorted(cut_off, key=lambda unit: (-unit.cf, unit.id))
        return tuple(ResupplyLine(unit=unit.id) for unit in strongest[: table.resupplies])
    if decision.topic == "movement":
        return moves(table, side, mood, temper)
    if decision.facts.get("again") == "need":
        return (last_resort(table, table.units[str(decision.facts["unit"])]),)
    forced = decision.topic == "after"
    if temper.shares:
        return Battles(table, side, mood, temper, forced=forced).lines()
    return attacks(table, side, mood, temper, forced=forced)


def missions(view: View) -> tuple[str, ...]:
    """7.0 As many as the counters allow; resupply only if somebody needs it."""
    table, side = view.table, view.side
    wanted = FLY[side]
    if side == "allied" and all(in_supply(table, unit) for unit in units_of(table, side)):
        wanted = tuple(mission for mission in wanted if mission != "resupply")
    return wanted[: the_tables().markers[side]["points"]]


def interdict(view: View, decision: Decision) -> Pick:
    """7.2 Where the enemy's roads begin; failing that, no marker."""
    foe = FOE[view.side]
    return next((hex for hex in sources(foe) if hex in decision.options), decision.options[0])


def advance(view: View, decision: Decision) -> Pick:
    """12.4 Germans go on towards the exits; Allied units take good ground; defenders stay."""
    if "unit" in decision.facts:
        return "stay"
    table, into = view.table, str(decision.facts["into"])
    able = sorted((table.units[name] for name in decision.options[1:]), key=lambda unit: (unit.cf, unit.id))
    if view.side == "german":
        return str(able[-1].id) if to_exit(into) <= to_exit(able[-1].hex) else "stay"
    return str(able[-1].id) if cover(into) >= limit("support") + 1 else "stay"


BOTS = {"staff": staff, "veteran": veteran}
MENTOR = "veteran"
