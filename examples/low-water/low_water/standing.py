"""Standing orders, conditions, the watch, and what is done where nobody says anything."""

from __future__ import annotations

from low_water.board import lifts, the_bay
from low_water.sheets import WatchLine
from low_water.table import SIDES, leader
from pbem.craft.cards import NONE
from pbem.craft.circumstances import conditions
from pbem.craft.naming import Names
from pbem.craft.vocabulary import Vocabulary, topic
from pbem.ruleset import Decision, Pick, View


def names() -> dict[str, tuple[str, ...]]:
    """The names that sheets may use, by kind."""
    return {"wreck": tuple(the_bay().wrecks), "card": tuple(lifts()), "side": SIDES}


NAMES = Names(names)


# What the clauses mean


def cards_of(decision: Decision) -> list[str]:
    return [option for option in decision.options if option != NONE]


def lift_of(decision: Decision) -> int:
    """5.3 What the other crew has just played; it stands among the facts of the question."""
    lift = decision.facts["lift"]
    return lift if isinstance(lift, int) else 0


def highest(view: View, decision: Decision) -> Pick:
    return max(cards_of(decision), key=lambda card: lifts()[card], default=NONE)


def lowest(view: View, decision: Decision) -> Pick:
    return min(cards_of(decision), key=lambda card: lifts()[card], default=NONE)


def none(view: View, decision: Decision) -> Pick:
    return NONE


def that_card(view: View, decision: Decision, card: str) -> Pick | None:
    return card if card in decision.options else None


def from_lift(view: View, decision: Decision, number: str) -> Pick:
    return next(iter(cards_of(decision)), NONE) if lift_of(decision) >= int(number) else NONE


BID = Vocabulary("bid", NAMES, {"highest": highest, "lowest": lowest, "none": none, "{card}": that_card})
CUT = Vocabulary("cut", NAMES, {"from lift {number}": from_lift, "none": none})

TOPICS = (topic(BID, BID.decided), topic(CUT, CUT.decided, at="wreck", place="wreck"))


# Lines that wait, conditions


def cut_on_watch(view: View, decision: Decision, line: WatchLine) -> Pick | None:
    """5.3 A line of `watch` waits until it can play a Knife at its wreck."""
    if decision.topic != "cut" or decision.facts["wreck"] != line.wreck or lift_of(decision) < line.lift:
        return None
    return next(iter(cards_of(decision)), None)


def at_wreck(view: View, side: str, wreck: str) -> bool:
    return bool(view.table.boats[side] == wreck)


def leads(view: View, side: str) -> bool:
    return leader(view.table) == side


CONDITIONS = conditions(NAMES, {"{side} at {wreck}": at_wreck, "{side} leads": leads})
