"""Standing orders: topics, their words, and what silence means."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.craft.naming import Names
from pbem.craft.ranks import naming, sparing, strongest, weakest, where
from pbem.craft.vocabulary import Vocabulary, topic
from pbem.ruleset import Decision, Pick, Topic, View, as_silence, first_option, no_lines, when_needed
from pbem_rules.wwii_commander.board import names, spelled, the_map
from pbem_rules.wwii_commander.ranking import by_strength
from pbem_rules.wwii_commander.s04_turns import activatable, may_pass
from pbem_rules.wwii_commander.s08_aftermath import AWAY, STAND, STAY
from pbem_rules.wwii_commander.sheets import TurnLine
from pbem_rules.wwii_commander.table import Commander, Unit, contested

NAMES = Names(names, spelled)


def piece(view: View, name: str) -> Unit:
    unit: Unit = view.table.units[name]
    return unit


# What clauses mean, of units: who is taken first


def strength(view: View, name: str) -> int:
    return piece(view, name).strength


def weakened(view: View, decision: Decision, option: str) -> bool:
    return piece(view, option).strength < piece(view, option).data.full


def of_type(view: View, decision: Decision, option: str, type: str) -> bool:
    unit = piece(view, option)
    if type == "elite infantry":
        return unit.data.elite and not unit.is_armor
    return unit.kind == ("mech inf" if type.startswith("mechanized") else type)


# 8.7 losses

LOSSES = Vocabulary(
    "losses",
    NAMES,
    {
        "strongest first": strongest(strength),
        "full strength first": weakened,
        "weakest first": weakest(strength),
        "{type} last": of_type,
        "{unit} last": sparing(),
    },
)


def losses(view: View, decision: Decision, words: str = "") -> Pick:
    """What the clauses leave equal, silence decides: the strongest now, of equals those that are worth no point."""
    silence = [unit.id for unit in sorted((piece(view, name) for name in decision.options), key=by_strength)]
    return tuple(LOSSES.ranked(view, decision, words, silence)[: decision.least])


# 8.9 retreat: clauses joined by commas, semicolons or `unless`

RETREAT = Vocabulary(
    "retreat",
    NAMES,
    (
            "stand", "always", "1 hit or more", "{number} hits or more", "when the last strength point would go",
            "never from {space}", "to {space}",
        ),
    joined_by=r"[,;]|\bunless\b",
)  # fmt: skip


def retreats(view: View, decision: Decision, words: str) -> Pick | None:
    """Stand, or away: to a space that is named, else where the orders for `retreat to` say."""
    told = [(clause.pattern, *map(str, clause.caught.values())) for clause in RETREAT.read(words)]
    ways = [option for option in decision.options if option != STAND]
    wanted = [clause[1] for clause in told if clause[0] == "to {space}"]
    goes = len(wanted) == len(told) or any(triggers(view.table, decision, *clause) for clause in told)
    if not ways or not goes or ("never from {space}", str(decision.facts["space"])) in told:
        return STAND
    return next((space for space in wanted if space in ways), AWAY if AWAY in ways else ways[0])


def triggers(table: Commander, decision: Decision, clause: str, caught: str = "1") -> bool:
    """Whether a clause says to give way here."""
    hits, strength = int(str(decision.facts["hits"])), int(str(decision.facts["strength"]))
    if clause in ("1 hit or more", "{number} hits or more"):
        return hits >= int(caught)
    if clause == "when the last strength point would go":
        names = decision.facts["units"]
        units = [table.units[name] for name in (names if isinstance(names, tuple) else ())]
        return hits >= strength or any(unit.strength <= hits // len(units) for unit in units)
    return clause == "always"


# 8.9 retreat to

AXES = {"west": (1, 1), "east": (1, -1), "north": (0, -1), "south": (0, 1)}


def settled(space: str) -> bool:
    return the_map().spaces[space].settlement != "none"


def toward(view: View, decision: Decision, option: str, edge: str) -> int:
    axis, sign = AXES[edge]
    return the_map().spaces[option].spot[axis] * sign


REFUGE = Vocabulary(
    "retreat to",
    NAMES,
    {
        "own towns": where(settled),
        "toward the {edge}": toward,
        "toward {edge}": toward,
        "{space}": lambda view, decision, option, space: option != space,
    },
)


def best_refuge(ways: Sequence[str]) -> str:
    """Towns first, then what takes off most hits, then toward the west."""
    return min(ways, key=_refuge_rank)


def _refuge_rank(space: str) -> tuple[bool, int, int, str]:
    data = the_map().spaces[space]
    return not settled(space), -data.hits.held, data.spot[1], space


# 8.10 breakthrough


def go_on(view: View, decision: Decision) -> Pick:
    """To the space with most points, of equals to the one furthest west."""
    return min(decision.options[1:], key=_prize, default=STAY)


def _prize(space: str) -> tuple[int, int, str]:
    data = the_map().spaces[space]
    return -data.points, data.spot[1], space


BREAKTHROUGH = Vocabulary("breakthrough", NAMES, {"stay": lambda view, decision: STAY, "always": go_on})


# 9.4, 11.0 fuel, fuel keep, restore: in order of preference, as many as may be named


def preferred(name: str) -> Topic:
    vocabulary = Vocabulary(
        name,
        NAMES,
        {
            "strongest": strongest(strength),
            "weakest": weakest(strength),
            "{type}": lambda view, decision, option, type: not of_type(view, decision, option, type),
            "{unit}": naming(),
        },
    )
    return topic(vocabulary, vocabulary.most, as_silence)


# Parts

DAY = Vocabulary("day", NAMES, {"by standing orders": no_lines})
"""An empty `day:` block: what it would say is left to the standing orders of its topics."""


def plain_turn(table: Commander, side: str) -> TurnLine:
    """A missed turn: a pass if that is allowed, else the fewest units out of contact, and nobody moves."""
    if may_pass(table, side):
        return TurnLine(turn="pass")
    spaces = activatable(table, side)
    ranked = sorted((contested(table, space), len(units), space) for space, units in spaces.items())
    return TurnLine(activate=ranked[0][2])


TOPICS = (
    topic(LOSSES, losses, losses),
    topic(RETREAT, retreats, at="space", place="space"),
    topic(REFUGE, REFUGE.best, lambda view, decision: best_refuge(decision.options), at="space", place="space"),
    topic(BREAKTHROUGH, BREAKTHROUGH.decided, at="space", place="space"),
    Topic(name="fight", default=as_silence),
    Topic(name="enter", default=first_option),
    Topic(name="okw", default=as_silence),
    preferred("fuel"),
    preferred("fuel keep"),
    preferred("restore"),
    Topic(name="commando", default=first_option),
    topic(DAY, DAY.decided, no_lines),
    Topic(name="turns", default=when_needed(lambda view, decision: (plain_turn(view.table, view.side),))),
)
