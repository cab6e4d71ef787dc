"""A player that a newcomer can lose to: good odds, supply, road junctions, and eyes on the exits.

It looks one phase ahead: where to go is in bot_moves.py, what to attack in bot_attacks.py.
"""

from __future__ import annotations

from pbem.craft.moods import EVEN, Mood, some_mood
from pbem.ruleset import Chooser, Decision, Idea, Part, Pick, View
from pbem_rules.ardennes_offensive.bot_attacks import attacks, worth_advancing
from pbem_rules.ardennes_offensive.bot_moves import moves
from pbem_rules.ardennes_offensive.bot_temper import QUICK, VETERAN, Temper
from pbem_rules.ardennes_offensive.s04_first_turn import forced_attack
from pbem_rules.ardennes_offensive.s04_phases import cures_for
from pbem_rules.ardennes_offensive.standing import losses

MOODY, BOLD = 30, 6
"""How far moods go: four hexes, three tenths of a point for an attack."""


def simple(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """An answer to anything."""
    return answer(view, decision, QUICK[view.side])


def veteran(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """The same by what was found to be better."""
    return answer(view, decision, VETERAN[view.side].at(view.table))


def answer(view: View, decision: Decision, temper: Temper) -> Pick:
    if decision.kind == "part":
        return part(view, decision, temper)
    if decision.topic == "losses":
        return losses(view, decision)
    if decision.topic == "immunity":
        return ()
    if decision.topic == "advance":
        return worth_advancing(view, decision)
    return decision.options[0]


def ideas(view: View, decision: Decision) -> Idea | None:
    """Moves in another mood; the rest is not thought about, attacks and second moves follow from them."""
    if decision.topic != "movement" or "again" in decision.facts:
        return None
    temper = VETERAN[view.side].at(view.table)
    return lambda chooser: part(view, decision, temper, some_mood(chooser, MOODY, BOLD)).lines


def part(view: View, decision: Decision, temper: Temper, mood: Mood = EVEN) -> Part:
    table, name = view.table, decision.topic
    if decision.facts.get("again") == "need":
        if name == "combat":
            return Part(name, (forced_attack(table, str(decision.facts["unit"])),))
        return Part(name, tuple(cures_for(table)))
    if name in ("movement", "mechanized"):
        return Part(name, tuple(moves(table, view.side, name, temper, mood)))
    if name == "combat":
        return Part(name, tuple(attacks(table, view.side, temper, mood)))
    return Part(name)


BOTS = {"simple": simple, "veteran": veteran}
MENTOR = "veteran"
