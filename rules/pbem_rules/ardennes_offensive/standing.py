"""Standing orders: the words for each topic, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

from pbem.ruleset import Decision, Part, Pick, Topic, View, first_option, no_lines
from pbem_rules.ardennes_offensive.board import the_map, the_tables, the_units, the_victory
from pbem_rules.ardennes_offensive.s04_first_turn import duty_plan, forced_attack, has_duty
from pbem_rules.ardennes_offensive.s04_phases import cures_for
from pbem_rules.ardennes_offensive.s10_results import does_not_pay
from pbem_rules.ardennes_offensive.sheets import STAY
from pbem_rules.ardennes_offensive.table import Unit

MANY = 12  # of more attackers than that the sets that pay are not all looked at


def clauses(words: str) -> list[str]:
    return [clause.strip() for clause in words.split(",") if clause.strip()]


def named_unit(clause: str) -> str:
    """The unit in `UNIT first` or `never UNIT`."""
    return clause.removeprefix("never ").removesuffix(" first").strip()


# E11.0 immunity: `keep`, `waive`, `waive at COLUMN or more`


def immunity(view: View, decision: Decision, words: str) -> Pick | None:
    if words == "keep":
        return ()
    if words == "waive":
        return decision.options
    column = words.removeprefix("waive at ").removesuffix(" or more")
    enough = the_tables().columns.at_least(str(decision.facts["column"]), column)
    return decision.options if enough else ()


def misread_immunity(words: str) -> str | None:
    column = words.removeprefix("waive at ").removesuffix(" or more")
    known = column != words and column in the_tables().columns.labels
    return None if words in ("keep", "waive") or known else f"no words for immunity: {words!r}"


def place_of_immunity(decision: Decision) -> tuple[str, ...]:
    return (str(decision.facts["hex"]),)


# 10.2 retreats of beaten enemies: `away from HEX...`, `toward HEX...`


def retreats(view: View, decision: Decision, words: str) -> Pick | None:
    ways = list(decision.options)
    for clause in reversed(clauses(words)):
        ways = sorted(ways, key=partial(way_rank, clause))
    return ways[0]


def way_rank(clause: str, way: str) -> int:
    hexes = [word for word in clause.split() if word.isdecimal()]
    distance = min(the_map().grid.distance(way.split()[-1], hex) for hex in hexes)
    return distance if clause.startswith("toward") else -distance


def misread_retreats(words: str) -> str | None:
    for clause in clauses(words):
        hexes = clause.removeprefix("toward ").removeprefix("away from ").split()
        if " ".join(hexes) == clause or not hexes or not all(map(the_map().grid.contains, hexes)):
            return f"no words for a retreat: {clause!r}"
    return None


def place_of_retreat(decision: Decision) -> tuple[str, ...]:
    return (str(decision.facts["from"]),)


# 10.1 losses: `fewest units`, `least strength`, `non-mechanized first`, `UNIT first`, `never UNIT`

LOSSES = ("fewest units", "least strength", "non-mechanized first")


def losses(view: View, decision: Decision, words: str) -> Pick | None:
    return best_payment(view, decision, clauses(words))


def best_payment(view: View, decision: Decision, wishes: Sequence[str]) -> Pick:
    """The set that pays and suits the wishes best, in their order; then fewest units, then least strength."""
    units = {name: view.table.units[name] for name in decision.options}
    worth = int(str(decision.facts["worth"]))
    wishes = [*wishes, "fewest units", "least strength"]

    def rank(picked: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[str, ...]]:
        return tuple(payment_rank(wish, [units[name] for name in picked]) for wish in wishes), picked

    return min(payments(units, worth, wishes), key=rank)


def payments(units: dict[str, Unit], worth: int, wishes: Sequence[str]) -> list[tuple[str, ...]]:
    """10.1 The lawful sets; of a great many attackers, one that is gathered unit by unit."""
    strengths = {name: unit.strength for name, unit in units.items()}
    if len(units) <= MANY:
        return [
            picked
            for count in range(1, len(units) + 1)
            for picked in combinations(units, count)
            if does_not_pay(worth, strengths, picked) is None
        ]
    return [gathered(units, worth, wishes, strengths)]


def gathered(units: dict[str, Unit], worth: int, wishes: Sequence[str], strengths: dict[str, int]) -> tuple[str, ...]:
    """A set that pays, taken up unit by unit as the wishes rank them; who can be spared is put back."""

    def rank(name: str) -> tuple[int, ...]:
        return (*(payment_rank(wish, [units[name]]) for wish in wishes[:-2]), -strengths[name])

    picked: list[str] = []
    for name in sorted(units, key=rank):
        if sum(strengths[one] for one in picked) < worth:
            picked.append(name)
    for name in list(picked):
        if sum(strengths[one] for one in picked) - strengths[name] >= worth:
            picked.remove(name)
    return tuple(name for name in units if name in picked)


def payment_rank(wish: str, units: Sequence[Unit]) -> int:
    """Low is better."""
    if wish == "fewest units":
        return len(units)
    if wish == "least strength":
        return sum(unit.strength for unit in units)
    if wish == "non-mechanized first":
        return sum(unit.mechanized for unit in units)
    there = any(unit.id == named_unit(wish) for unit in units)
    return int(there) if wish.startswith("never ") else -int(there)


def misread_losses(words: str) -> str | None:
    for clause in clauses(words):
        if clause not in LOSSES and (named_unit(clause) == clause or named_unit(clause) not in the_units().units):
            return f"no words for losses: {clause!r}"
    return None


def cheapest_payment(view: View, decision: Decision) -> Pick:
    return best_payment(view, decision, ())


# 9.6 advance: `stay`, `always`, `into towns`, `into roads`, `weakest first`, `strongest first`, UNIT


def advances(view: View, decision: Decision, words: str) -> Pick | None:
    hex = str(decision.facts["hex"])
    wishes = clauses(words.replace("into towns and roads", "into towns, into roads"))
    if "stay" in wishes:
        return STAY
    into = {"into towns": hex in the_map().town_hexes, "into roads": the_map().on_road(hex)}
    places = [wish for wish in wishes if wish in into]
    if places and not any(into[wish] for wish in places):
        return STAY
    able = [view.table.units[name] for name in decision.options[1:]]
    chosen = [wish for wish in wishes if wish in the_units().units]
    if chosen:
        return next((name for name in chosen if name in decision.options), STAY)
    sign = -1 if "strongest first" in wishes else 1
    return str(min(able, key=lambda unit: (sign * unit.strength, unit.id)).id)


ADVANCES = ("stay", "always", "into towns", "into roads", "into towns and roads", "weakest first", "strongest first")


def misread_advance(words: str) -> str | None:
    for clause in clauses(words):
        if clause not in ADVANCES and clause not in the_units().units:
            return f"no words for an advance: {clause!r}"
    return None


def place_of_advance(decision: Decision) -> tuple[str, ...]:
    return (str(decision.facts["hex"]),)


# 14.1 sections: `nearest`, or an order of preference: `NE, NW`


def sections(view: View, decision: Decision, words: str) -> Pick | None:
    return next((name for name in clauses(words) if name in decision.options), decision.options[0])


def misread_sections(words: str) -> str | None:
    strange = [name for name in clauses(words) if name not in the_victory().ring.order]
    return None if words == "nearest" or not strange else f"no section {strange[0]!r}"


# parts


def default_combat(view: View, decision: Decision) -> Pick:
    """E4.2 Who misses the first German turn has a lawful plan made for him; nobody else attacks."""
    if decision.facts.get("again") == "need":
        return Part(decision.topic, (forced_attack(view.table, str(decision.facts["unit"])),))
    return Part(decision.topic, duty_plan(view.table) if has_duty(view.table) else ())


def default_movement(view: View, decision: Decision) -> Pick:
    """6.7N Where a unit must move, the first lawful move; all others hold."""
    if decision.facts.get("again") == "need":
        return Part(decision.topic, tuple(cures_for(view.table)))
    return Part(decision.topic)


TOPICS = (
    Topic(
        name="immunity",
        default=lambda view, decision: (),
        settle=immunity,
        misread=misread_immunity,
        words=("keep", "waive", "waive at COLUMN or more"),
        places=place_of_immunity,
        place="hex",
    ),
    Topic(
        name="retreats",
        default=first_option,
        settle=retreats,
        misread=misread_retreats,
        words=("away from HEX", "toward HEX"),
        places=place_of_retreat,
        place="hex",
    ),
    Topic(
        name="losses",
        default=cheapest_payment,
        settle=losses,
        misread=misread_losses,
        words=(*LOSSES, "UNIT first", "never UNIT"),
    ),
    Topic(
        name="advance",
        default=first_option,
        settle=advances,
        misread=misread_advance,
        words=(*ADVANCES, "UNIT"),
        places=place_of_advance,
        place="hex",
    ),
    Topic(
        name="sections",
        default=first_option,
        settle=sections,
        misread=misread_sections,
        words=("nearest",),
    ),
    Topic(name="set-up", default=no_lines),
    Topic(name="reinforcements", default=no_lines),
    Topic(name="drop", default=no_lines),
    Topic(name="movement", default=default_movement),
    Topic(name="combat", default=default_combat),
    Topic(name="mechanized", default=no_lines),
)
