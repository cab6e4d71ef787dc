"""Staff: a player for both sides who plans the day with the whole hand.  A new player can lose to it."""

from __future__ import annotations

from pbem.ruleset import Chooser, Decision, Idea, Part, Pick, View
from pbem_rules.enemy_action_ardennes.board import limit
from pbem_rules.enemy_action_ardennes.bot_battles import advance, draw, hits, losses, retreat, support, wild
from pbem_rules.enemy_action_ardennes.bot_helpers import join, reinforce
from pbem_rules.enemy_action_ardennes.bot_ideas import Ideas
from pbem_rules.enemy_action_ardennes.bot_plans import best_line, planned_day
from pbem_rules.enemy_action_ardennes.bot_reactions import fuel, interdict, react, save_bridge
from pbem_rules.enemy_action_ardennes.bot_reserves import morning
from pbem_rules.enemy_action_ardennes.bot_temper import QUICK, VETERAN, Temper
from pbem_rules.enemy_action_ardennes.s06_commands import is_surprise
from pbem_rules.enemy_action_ardennes.s06_impulses import PART
from pbem_rules.enemy_action_ardennes.standing import TOPICS


def staff(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """A quick player."""
    return played(view, decision, QUICK[view.side])


def veteran(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """A better one."""
    return played(view, decision, VETERAN[view.side])


def played(view: View, decision: Decision, temper: Temper) -> Pick:
    """Plans its impulses; in everything else it does what is sensible, or what silence would."""
    if decision.kind == "part":
        return part(view, decision, temper)
    answer = ANSWERS.get(decision.topic)
    pick = answer(view, decision, temper) if answer else None
    return pick if pick is not None else default(view, decision)


def ideas(view: View, decision: Decision) -> Idea | None:
    """Impulses in another mood; the rest is not thought about."""
    if decision.topic != PART or "again" in decision.facts:
        return None
    return Ideas(view, VETERAN[view.side])


def default(view: View, decision: Decision) -> Pick:
    return next(topic.default for topic in TOPICS if topic.name == decision.topic)(view, decision)


def part(view: View, decision: Decision, temper: Temper) -> Part:
    """An impulse, three for the surprise, or the morning."""
    if decision.topic == PART:
        if decision.facts.get("again") == "rest":
            return Part(PART, as_written=True)
        if is_surprise(view.table) and "again" not in decision.facts:
            return Part(PART, tuple(planned_day(view, limit("surprise impulses"), temper)))
        return Part(PART, (best_line(view, temper),))
    return Part(decision.topic, (morning(view, temper),)) if decision.topic == "day" else Part(decision.topic)


ANSWERS = {
    "tactics": support,
    "defend": support,
    "bonus": wild,
    "join": join,
    "reinforce": reinforce,
    "draw": draw,
    "hits": hits,
    "retreat": retreat,
    "losses": losses,
    "advance": advance,
    "react": react,
    "greif": save_bridge,
    "fuel": fuel,
    "interdict": interdict,
}

BOTS = {"staff": staff, "veteran": veteran}
MENTOR = "veteran"
