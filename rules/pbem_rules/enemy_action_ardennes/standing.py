"""Standing orders: the topics, their words, and what silence means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.craft.cards import NONE
from pbem.craft.naming import Names
from pbem.craft.ranks import Rank, away, naming, sparing, strongest, toward, weakest, where
from pbem.craft.vocabulary import Clause, Vocabulary, topic
from pbem.ruleset import Decision, Part, Pick, Problem, Topic, View, as_silence, first_option, no_lines, none_of_them
from pbem_rules.enemy_action_ardennes.board import apart, built_in, names, the_map, unit_called
from pbem_rules.enemy_action_ardennes.reactions import (
    FROM,
    settle_fuel,
    settle_greif,
    settle_interdiction,
    settle_reaction,
)
from pbem_rules.enemy_action_ardennes.s06_commands import cannot_play, reserves_named
from pbem_rules.enemy_action_ardennes.s06_impulses import PART, default_line
from pbem_rules.enemy_action_ardennes.s09_advance import wrong_advance
from pbem_rules.enemy_action_ardennes.s09_combat import DISPERSE, ONE, STAND, STEPS, TWO, most_steps
from pbem_rules.enemy_action_ardennes.s09_retreats import ground_of
from pbem_rules.enemy_action_ardennes.s09_tactics import each_card_once
from pbem_rules.enemy_action_ardennes.s11_reserves import late_reserves
from pbem_rules.enemy_action_ardennes.sheets import PASS, DayOrder, DeployLine, ImpulseLine
from pbem_rules.enemy_action_ardennes.table import Regiment


def spelled(kind: str, text: str) -> str:
    """Units by their whole designation as well."""
    return unit_called(text) if kind == "unit" else text


NAMES = Names(names, spelled)


def piece(view: View, name: str) -> Regiment:
    unit: Regiment = view.table.units[name]
    return unit


def strength(view: View, name: str) -> int:
    return piece(view, name).strength


# 9.2 defend, tactics, bonus: cards and what they are played as

DEFEND = Vocabulary(
    "defend",
    NAMES,
    (
        "none", "{card} as {tactic}", "when {number} or more units attack",
        "when ratio {number}:{number2} or more", "when ratio {number}:{number2} or less",
        "when ratio {number} or more", "when ratio {number} or less",
    ),
)  # fmt: skip
TACTICS_WORDS = Vocabulary("tactics", NAMES, ("none", "{card} as {tactic}"))


def supporting(view: View, decision: Decision, words: str) -> Pick | None:
    """The cards that are named and in the hand, each once, if all that is said of the attack holds; else none."""
    vocabulary = DEFEND if decision.topic == "defend" else TACTICS_WORDS
    clauses = vocabulary.read(words)
    if not all(fits_attack(decision, clause) for clause in clauses if clause.pattern.startswith("when")):
        return ()
    said = [f"{c.caught['card']} as {c.caught['tactic']}" for c in clauses if "card" in c.caught]
    taken: list[str] = []
    for use in said:
        if use in decision.options and each_card_once((*taken, use)) is None:
            taken.append(use)
    return tuple(taken)


def fits_attack(decision: Decision, clause: Clause) -> bool:
    """How many attack, and how strong they are."""
    attackers, left = decision.facts["attackers"], int(str(clause.caught["number"]))
    if clause.pattern.endswith("attack"):
        return isinstance(attackers, tuple) and len(attackers) >= left
    right = int(str(clause.caught.get("number2", 1)))
    ours, theirs = int(str(decision.facts["attack"])) * right, int(str(decision.facts["defence"])) * left
    return ours >= theirs if clause.pattern.endswith("more") else ours <= theirs


BONUS = Vocabulary("bonus", NAMES, {"{tactic}": lambda view, decision, option, tactic: option != tactic})


# 9.3 draw

DRAW = Vocabulary("draw", NAMES, ("minimum", "maximum", "{number} unless D{number2}", "{number}"))


def draws(view: View, decision: Decision, words: str) -> Pick | None:
    """So many in all; `5 unless D3` stops where it is enough."""
    clause, options = next(iter(DRAW.read(words)), None), decision.options
    if clause is None:
        return None
    if clause.pattern in ("minimum", "maximum"):
        return options[0 if clause.pattern == "minimum" else -1]
    enough = int(str(clause.caught.get("number2", 99)))
    if int(str(decision.facts["hits"])) >= enough:
        return options[0]
    wanted = min(max(int(str(clause.caught["number"])), int(options[0])), int(options[-1]))
    return str(wanted)


# 9.5 hits

HITS = Vocabulary(
    "hits",
    NAMES,
    ("stand", "stand in towns", "last step retreats", "elsewhere retreat {paces}", "retreat {paces}", "retreat"),
    joined_by=r"[,;]",
)


def takes_hits(view: View, decision: Decision, words: str) -> Pick | None:
    """Whoever would be wiped out falls back if told so; else the first clause that fits; `elsewhere` is no town."""
    clauses = HITS.read(words)
    dying = int(str(decision.facts["hits"])) >= int(str(decision.facts["steps"]))
    if dying and any(clause.pattern == "last step retreats" for clause in clauses):
        return farthest(decision)
    for clause in clauses:
        if clause.pattern == "stand" or (clause.pattern == "stand in towns" and in_town(decision)):
            return STAND
        if clause.pattern == "last step retreats" or (clause.pattern.startswith("elsewhere") and in_town(decision)):
            continue
        if "retreat" in clause.pattern:
            return TWO if clause.caught.get("paces") == "2" and TWO in decision.options else back_one(decision)
    return None


def in_town(decision: Decision) -> bool:
    return bool(built_in(str(decision.facts["target"])))


def back_one(decision: Decision) -> Pick:
    return ONE if ONE in decision.options else farthest(decision)


def farthest(decision: Decision) -> Pick:
    return decision.options[-1]


# 9.7 retreat: the options are paths


def end_of(option: str) -> str:
    return option.split(" ")[-1]


def toward_edge(view: View, decision: Decision, option: str, edge: str) -> int:
    """How far a way ends from an edge, as the map is drawn."""
    east, south = the_map().grid.centre(end_of(option))
    places: dict[str, int] = {"north": south, "south": -south, "west": east, "east": -east}
    return places[edge]


def distance(option: str, hex: str) -> int:
    return apart(end_of(option), hex)


def keeps_supply(view: View, decision: Decision, option: str) -> bool:
    """9.7 As the priorities look at it: by no line through the hex that is left."""
    return ground_of(view.table, view.side, str(decision.facts["from"])).supplied(end_of(option))


RETREAT = Vocabulary(
    "retreat",
    NAMES,
    {
        "keep supply": lambda view, decision, option: not keeps_supply(view, decision, option),
        "keep the road": where(lambda option: the_map().on_road(end_of(option))),
        "into towns": where(lambda option: built_in(end_of(option))),
        "toward {edge}": toward_edge,
        "toward {hex}": toward(distance),
        "away from {hex}": away(distance),
    },
)


def falls_back(view: View, decision: Decision, words: str) -> Pick | None:
    """9.72 Of the ways that cost no unit, where there are any."""
    deadly = decision.facts.get("deadly", ())
    assert isinstance(deadly, tuple)
    return RETREAT.ranked(view, decision, words, [way for way in decision.options if way not in deadly])[0]


# 9.5, 9.6 losses: steps or disperse, and who

WEAKEST, STRONGEST = weakest(strength), strongest(strength)
LOSSES = Vocabulary(
    "losses",
    NAMES,
    {
        STEPS: lambda view, decision, option: option != STEPS,
        DISPERSE: lambda view, decision, option: option != DISPERSE,
        "full strength first": lambda view, decision, option: reduced(view, option),
        "elite last": lambda view, decision, option: elite(view, option),
        "weakest first": lambda view, decision, option: rank_units(WEAKEST, view, decision, option),
        "strongest first": lambda view, decision, option: rank_units(STRONGEST, view, decision, option),
        "{unit} first": naming(),
        "{unit} last": sparing(),
        "never {unit}": sparing(),
    },
)


def rank_units(rank: Rank, view: View, decision: Decision, option: str) -> int:
    """What is no unit is not ranked."""
    if option not in view.table.units:
        return 0
    return int(rank(view, decision, option))


def reduced(view: View, option: str) -> bool:
    return option in view.table.units and piece(view, option).steps < piece(view, option).data.steps


def elite(view: View, option: str) -> bool:
    return option in view.table.units and piece(view, option).quality == "elite"


def loses(view: View, decision: Decision, words: str) -> Pick | None:
    """Where only steps or dispersal is asked, only those words count."""
    said = [clause.pattern for clause in LOSSES.read(words)]
    if STEPS in decision.options:
        return next((pattern for pattern in said if pattern in (STEPS, DISPERSE)), None)
    return LOSSES.best(view, decision, words)


def fought_over(decision: Decision) -> tuple[str, ...]:
    """`losses at 1412: ...`: who loses a step is asked within the battle for the hex."""
    return tuple(place for place in decision.key if place in names()["hex"])


# 9.8 advance

ADVANCE = Vocabulary("advance", NAMES, ("all", "none", "towns only", "{unit}"))


def goes_forward(view: View, decision: Decision, words: str) -> Pick | None:
    """Everybody who fits, or those who are named; nobody, if it is no town and only towns are wanted."""
    clauses = ADVANCE.read(words)
    said = [clause.pattern for clause in clauses]
    if "none" in said or ("towns only" in said and not built_in(str(decision.facts["target"]))):
        return ()
    named = [str(clause.caught["unit"]) for clause in clauses if "unit" in clause.caught]
    wanted = [option for option in decision.options if " to " not in option and (not named or option in named)]
    return as_many_as_fit(view, str(decision.facts["target"]), wanted)


def as_many_as_fit(view: View, target: str, options: Sequence[str]) -> tuple[str, ...]:
    """The strongest first, as many as the rules let in: within the stacking limits, one over each narrow crossing."""
    taken: list[str] = []
    for unit in sorted((piece(view, name) for name in options), key=most_steps, reverse=True):
        if wrong_advance(view.table, target, (*taken, unit.id)) is None:
            taken.append(unit.id)
    return tuple(taken)


# The parts


IMPULSES = Vocabulary(PART, NAMES, ("pass when allowed",))


def passes(view: View, decision: Decision, words: str) -> Pick | None:
    """5.1 Pass wherever that is allowed; where it is not, the side is asked."""
    line = ImpulseLine(play=PASS)
    return Part(decision.topic, (line,)) if cannot_play(view.table, view.side, line) is None else None


def default_impulse(view: View, decision: Decision) -> Pick:
    return Part(decision.topic, (default_line(view.table, view.side, view.own.hand),))


DAY = Vocabulary("day", NAMES, ("{formation} to {hex}", "{unit} to {hex}"))


def brings_late(view: View, decision: Decision, words: str) -> Pick | None:
    """11.3 Of those that are named the ones that are late this morning."""
    late = {unit.id for unit in late_reserves(view.table, view.side)}
    said = [(str(c.caught.get("formation", c.caught.get("unit"))), str(c.caught["hex"])) for c in DAY.read(words)]
    come = [(name, hex) for name, hex in said if late.intersection(reserves_named(view.table, view.side, name))]
    lines = tuple(DeployLine(unit=name, hex=hex) for name, hex in come)
    return Part(decision.topic, (DayOrder(reserves=lines),)) if lines else None


REACT = Vocabulary(
    "react",
    NAMES,
    (
            "none", "blow bridge {hex}-{hex2} with {card} when {unit} borders it",
            "blow bridge {hex}-{hex2} with {card}", "blow any bridge with {card}",
            "roadblock {hex...} with {card} when activation {formation}", "roadblock {hex...} with {card}",
            FROM,
        ),
)  # fmt: skip


def misread_reaction(words: str) -> Problem | None:
    """One date for the whole order, wherever it stands in it."""
    misread = REACT.misread(words)
    if misread or [clause.pattern for clause in REACT.read(words)].count(FROM) < 2:
        return misread
    hint = "it counts for the whole order; lines of the part react: have a date each"
    return Problem(kind="invalid", case="sheet", message='react: "from Dec" is said twice', hint=hint)


GREIF = Vocabulary("greif", NAMES, ("never", "always", "{hex}-{hex2} with {card}", "with {card}"))
INTERDICT = Vocabulary("interdict", NAMES, ("never", "from Dec {number} with {card}", "with {card}", "else {card}"))
FUEL = Vocabulary("fuel", NAMES, ("never", "depot for {formation}", "{card} for {formation}", "depot"))


def nothing(view: View, decision: Decision) -> Pick:
    return NONE if decision.kind == "one" else ()


TOPICS = (
    topic(TACTICS_WORDS, supporting, none_of_them, at="target", place="hex"),
    topic(DEFEND, supporting, none_of_them, at="target", place="hex"),
    topic(BONUS, BONUS.best, at="target", place="hex"),
    topic(DRAW, draws, at="target", place="hex"),
    topic(HITS, takes_hits, as_silence, at="target", place="hex"),
    topic(RETREAT, falls_back, at="from", place="hex"),
    replace(topic(LOSSES, loses, as_silence, place="hex"), places=fought_over),
    topic(ADVANCE, goes_forward, none_of_them, at="target", place="hex"),
    Topic(name="join", default=none_of_them),
    Topic(name="reinforce", default=first_option),
    replace(
        topic(REACT, lambda view, decision, words: settle_reaction(view, decision, REACT.read(words)), nothing),
        misread=misread_reaction,
    ),
    topic(GREIF, lambda view, decision, words: settle_greif(decision, GREIF.read(words))),
    Topic(name="bridges", default=none_of_them),
    topic(FUEL, lambda view, decision, words: settle_fuel(decision, FUEL.read(words))),
    topic(INTERDICT, lambda view, decision, words: settle_interdiction(view, decision, INTERDICT.read(words))),
    topic(IMPULSES, passes, default_impulse),
    topic(DAY, brings_late, no_lines),
)
