"""Standing orders and conditions: the words, and what they mean."""

from __future__ import annotations

from pbem.craft.circumstances import alive, conditions, gave, held, in_hex
from pbem.craft.naming import Names
from pbem.craft.payment import payments
from pbem.craft.ranks import away, naming, sparing, strongest, toward, weakest, where
from pbem.craft.vocabulary import Vocabulary, topic
from pbem.ruleset import Decision, Order, Part, Pick, Topic, View, first_option, when_needed
from pbem_rules.ford.board import names, the_map
from pbem_rules.ford.s06_combat import forced_attack, worths_of
from pbem_rules.ford.sheets import PlotLine
from pbem_rules.ford.table import units_in

NAMES = Names(names)


def strength(view: View, unit: str) -> int:
    return int(view.table.units[unit].strength)


def distance(hex: str, other: str) -> int:
    return the_map().hexes.distance(hex, other)


LOSSES = Vocabulary(
    "losses",
    NAMES,
    {
        "weakest first": weakest(strength),
        "strongest first": strongest(strength),
        "{unit} first": naming(),
        "never {unit}": sparing(),
    },
)
RETREAT = Vocabulary(
    "retreat",
    NAMES,
    {
        "toward {hex}": toward(distance),
        "away from {hex}": away(distance),
        "into towns": where(lambda hex: the_map().ground_of(hex) == "town"),
    },
)
ADVANCE = Vocabulary(
    "advance",
    NAMES,
    {"always": lambda view, decision: decision.options[1], "stay": lambda view, decision: "stay"},
)


# Defaults


def cheapest_payment(view: View, decision: Decision) -> Pick:
    """6.72 The fewest units that pay, the first of those by their ids."""
    return next(payments(int(str(decision.facts["worth"])), worths_of(view.table, decision.options)))


def default_plot(view: View, decision: Decision) -> Pick:
    """9.1 Who misses the plot mines the bridge, or wants the town that comes first."""
    line = PlotLine(mine="bridge") if decision.side == "red" else PlotLine(objective=the_map().eastern[0])
    return Part(decision.topic, (line,))


def must_attack(view: View, decision: Decision) -> tuple[Order, ...]:
    """6.9 Horse that must attack goes alone for the hex that comes first; nobody else attacks."""
    return (forced_attack(view.table, decision),)


TOPICS = (
    topic(LOSSES, LOSSES.best),
    topic(RETREAT, RETREAT.best, at="from", place="hex"),
    topic(ADVANCE, ADVANCE.decided),
    Topic(name="payment", default=cheapest_payment),
    Topic(name="cards", default=first_option),
    Topic(name="powder", default=first_option),
    Topic(name="rope", default=first_option),
    Topic(name="plot", default=default_plot),
    Topic(name="combat", default=when_needed(must_attack)),
)


def cleared(view: View, hex: str) -> bool:
    """Nobody stands there."""
    return not units_in(view.table, hex)


CONDITIONS = conditions(
    NAMES,
    {
        "attack {hex} gave {result}": gave,
        "{hex} held by {side}": held,
        "{hex} cleared": cleared,
        "{unit} in {hex}": in_hex,
        "{unit} alive": alive,
    },
)
