"""A player that a newcomer can lose to; where it goes is in bot_moves.py, what it attacks in bot_attacks.py."""

from __future__ import annotations

from pbem.ruleset import Chooser, Decision, Part, Pick, View
from pbem_rules.battles_for_the_ardennes.standing import TOPICS


def simple(view: View, decision: Decision, chooser: Chooser) -> Pick:
    default = next((topic.default for topic in TOPICS if topic.name == decision.topic), None)
    return default(view, decision) if default else Part(decision.topic)


BOTS = {"simple": simple}
