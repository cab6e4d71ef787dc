"""Standing orders: the words for each topic, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.craft.naming import Names
from pbem.craft.payment import best_payment
from pbem.craft.vocabulary import Clause, Vocabulary, topic
from pbem.ruleset import Decision, Order, Part, Pick, Topic, View, no_lines, none_of_them, when_needed
from pbem_rules.ardennes_offensive.board import names, the_map, the_tables
from pbem_rules.ardennes_offensive.s04_first_turn import duty_plan, forced_attack, has_duty
from pbem_rules.ardennes_offensive.s04_phases import cures_for
from pbem_rules.ardennes_offensive.sheets import STAY
from pbem_rules.ardennes_offensive.table import Unit

NAMES = Names(names)


# E11.0 immunity


def waive_at(view: View, decision: Decision, column: str) -> Pick:
    enough = the_tables().columns.at_least(str(decision.facts["column"]), column)
    return decision.options if enough else ()


IMMUNITY = Vocabulary(
    "immunity",
    NAMES,
    {
        "keep": lambda view, decision: (),
        "waive": lambda view, decision: decision.options,
        "waive at {column} or more": waive_at,
    },
)


# 10.2 retreats of beaten enemies


def toward(view: View, decision: Decision, way: str, hex: Sequence[str]) -> int:
    return min(the_map().grid.distance(way.split()[-1], one) for one in hex)


def away(view: View, decision: Decision, way: str, hex: Sequence[str]) -> int:
    return -toward(view, decision, way, hex)


RETREATS = Vocabulary("retreats", NAMES, {"away from {hex...}": away, "toward {hex...}": toward})


# 10.1 losses: sets of units that pay, ranked by what each clause says of all of them


def fewest(units: Sequence[Unit]) -> int:
    return len(units)


def weakest(units: Sequence[Unit]) -> int:
    return sum(unit.strength for unit in units)


LOSSES = Vocabulary(
    "losses",
    NAMES,
    {
        "fewest units": fewest,
        "least strength": weakest,
        "non-mechanized first": lambda units: sum(unit.mechanized for unit in units),
        "{unit} first": lambda units, unit: all(one.id != unit for one in units),
        "never {unit}": lambda units, unit: any(one.id == unit for one in units),
    },
)


def losses(view: View, decision: Decision, words: str = "") -> Pick:
    """The set that pays and suits the wishes best, in their order; then fewest units, then least strength."""
    units: dict[str, Unit] = {name: view.table.units[name] for name in decision.options}
    wishes: tuple[Clause, ...] = LOSSES.read(words)
    worths = {name: unit.strength for name, unit in units.items()}

    def wanted(name: str) -> tuple[int, ...]:
        return tuple(wish([units[name]]) for wish in wishes)

    def rank(names: tuple[str, ...]) -> tuple[int, ...]:
        paying = [units[name] for name in names]
        return (*(wish(paying) for wish in wishes), fewest(paying), weakest(paying))

    return best_payment(int(str(decision.facts["worth"])), worths, rank, wanted)


# 9.6 advance

PLACES = ("into towns", "into roads", "into towns and roads")
ADVANCE = Vocabulary(
    "advance",
    NAMES,
    (STAY, "always", *PLACES, "weakest first", "strongest first", "{unit}"),
)


def advances(view: View, decision: Decision, words: str) -> Pick | None:
    hex, clauses = str(decision.facts["hex"]), ADVANCE.read(words)
    said = [clause.pattern for clause in clauses]
    town, road = hex in the_map().town_hexes, the_map().on_road(hex)
    into = dict(zip(PLACES, (town, road, town or road), strict=True))
    places = [into[wish] for wish in said if wish in into]
    if STAY in said or (places and not any(places)):
        return STAY
    chosen = [str(clause.caught["unit"]) for clause in clauses if clause.caught]
    if chosen:
        return next((name for name in chosen if name in decision.options), STAY)
    able = [view.table.units[name] for name in decision.options[1:]]
    sign = -1 if "strongest first" in said else 1
    return str(min(able, key=lambda unit: (sign * unit.strength, unit.id)).id)


# 14.1 sections: `nearest`, or an order of preference: `NE, NW`


SECTIONS = Vocabulary(
    "sections",
    NAMES,
    {
        "nearest": lambda view, decision, option: 0,  # the first that is offered
        "{section}": lambda view, decision, option, section: option != section,
    },
)


# Parts


def default_combat(view: View, decision: Decision) -> Pick:
    """E4.2 Who misses the first German turn has a lawful plan made for him; nobody else attacks."""
    if decision.facts.get("again") == "need":
        return Part(decision.topic, (forced_attack(view.table, str(decision.facts["unit"])),))
    return Part(decision.topic, duty_plan(view.table) if has_duty(view.table) else ())


def must_move(view: View, decision: Decision) -> tuple[Order, ...]:
    """6.7N Where a unit must move, the first lawful move; all others hold."""
    return tuple(cures_for(view.table))


TOPICS = (
    topic(IMMUNITY, IMMUNITY.decided, none_of_them, at="hex", place="hex"),
    topic(RETREATS, RETREATS.best, at="from", place="hex"),
    topic(LOSSES, losses, losses),
    topic(ADVANCE, advances, at="hex", place="hex"),
    topic(SECTIONS, SECTIONS.best),
    Topic(name="set-up", default=no_lines),
    Topic(name="reinforcements", default=no_lines),
    Topic(name="drop", default=no_lines),
    Topic(name="movement", default=when_needed(must_move)),
    Topic(name="combat", default=default_combat),
    Topic(name="mechanized", default=no_lines),
)
