"""Standing orders: topics, their words, and what silence means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from pbem.ruleset import Decision, Part, Pick, Topic, View, first_option, no_lines
from pbem_rules.wwii_commander.board import space_called, the_map, the_units, unit_called
from pbem_rules.wwii_commander.s04_turns import activatable, may_pass
from pbem_rules.wwii_commander.s08_aftermath import AWAY, STAND
from pbem_rules.wwii_commander.sheets import TurnLine
from pbem_rules.wwii_commander.table import Bulge, Unit, contested

TYPES = {"armor": "armor", "infantry": "infantry", "mechanized": "mech inf", "mechanized infantry": "mech inf"}


def clauses(words: str) -> list[str]:
    return [clause.strip() for clause in words.split(",")]


# 8.7 losses: `strongest first`, `full strength first`, `weakest first`, `TYPE last`, `UNIT last`


def losses(view: View, decision: Decision, words: str) -> Pick | None:
    """The first clause counts most; what it leaves equal the next decides."""
    units = in_order_of_loss([view.table.units[name] for name in decision.options])
    for clause in reversed(clauses(words)):
        units = sorted(units, key=partial(loss_rank, clause))
    return tuple(unit.id for unit in units[: decision.least])


def loss_rank(clause: str, unit: Unit) -> int:
    """How late a unit takes a hit by one clause."""
    if clause == "strongest first":
        return -unit.strength
    if clause == "weakest first":
        return unit.strength
    if clause == "full strength first":
        return unit.strength < unit.data.full
    return is_meant(clause.removesuffix(" last"), unit)


def in_order_of_loss(units: Sequence[Unit]) -> list[Unit]:
    """What silence means: the strongest now, of equals those first that are worth no victory point."""
    return sorted(units, key=_order_of_loss)


def _order_of_loss(unit: Unit) -> tuple[int, int, str]:
    return -unit.strength, unit.data.worth, unit.id


def misread_losses(words: str) -> str | None:
    for clause in clauses(words):
        name = clause.removesuffix(" last")
        known = name in (*TYPES, "elite infantry") or unit_called(name) in the_units()
        if clause not in ("strongest first", "weakest first", "full strength first") and (name == clause or not known):
            return f"no words for losses: {clause!r}"
    return None


def default_losses(view: View, decision: Decision) -> Pick:
    units = in_order_of_loss([view.table.units[name] for name in decision.options])
    return tuple(unit.id for unit in units[: decision.least])


# 8.9 retreat: `stand`, `always`, `N hits or more`, `when the last strength point would go`, `never from SPACE`,
# `to SPACE`; clauses joined by commas, semicolons or `unless`


def retreats(view: View, decision: Decision, words: str) -> Pick | None:
    """Stand, or away: to a space that is named, else where the orders for `retreat to` say."""
    ways = [option for option in decision.options if option != STAND]
    told, place = parts_of(words), str(decision.facts["space"])
    wanted = [space_called(part.removeprefix("to ")) for part in told if part.startswith("to ")]
    held = [space_called(part.removeprefix("never from ")) for part in told if part.startswith("never from ")]
    goes = len(wanted) == len(told) or any(triggers(part, view.table, decision) for part in told)
    if not ways or not goes or place in held:
        return STAND
    return next((space for space in wanted if space in ways), AWAY if AWAY in ways else ways[0])


def parts_of(words: str) -> list[str]:
    """`stand, unless 3 hits or more; never from St. Vith`: three parts."""
    return [part for part in re.split(r"\s*(?:[,;]|\bunless\b)\s*", words) if part]


def triggers(part: str, table: Bulge, decision: Decision) -> bool:
    """Whether a part of the words says to give way here."""
    hits, strength = int(str(decision.facts["hits"])), int(str(decision.facts["strength"]))
    if found := re.fullmatch(r"(\d+) hits? or more", part):
        return hits >= int(found[1])
    if part == "when the last strength point would go":
        names = decision.facts["units"]
        units = [table.units[name] for name in (names if isinstance(names, tuple) else ())]
        return hits >= strength or any(unit.strength <= hits // len(units) for unit in units)
    return part == "always"


def best_refuge(ways: Sequence[str]) -> str:
    """Towns first, then what takes off most hits, then toward the west."""
    return min(ways, key=_refuge_rank)


def _refuge_rank(space: str) -> tuple[bool, int, float, str]:
    data = the_map().spaces[space]
    return data.settlement == "none", -data.hits.held, data.at[1], space


def misread_retreat(words: str) -> str | None:
    for clause in parts_of(words):
        plain = ("stand", "always", "when the last strength point would go")
        if clause in plain or re.fullmatch(r"\d+ hits? or more", clause):
            continue
        place = next((clause[len(word) :] for word in ("never from ", "to ") if clause.startswith(word)), None)
        if place is None:
            return f"no words for a retreat: {clause!r}"
        if space_called(place) not in the_map().spaces:
            return f"no space {place!r}"
    return None


def place_of(decision: Decision) -> tuple[str, ...]:
    """`retreat at Losheim`"""
    return (str(decision.facts["space"]),)


# 8.9 retreat to: spaces in order, `own towns`, `toward the EDGE`


EDGES = {"west": (1, 1), "east": (1, -1), "north": (0, -1), "south": (0, 1)}


def refuge(view: View, decision: Decision, words: str) -> Pick | None:
    ways = list(decision.options)
    for clause in reversed(clauses(words)):
        ways = sorted(ways, key=partial(refuge_rank, clause))
    return ways[0]


def refuge_rank(clause: str, space: str) -> float:
    """How late a space is taken by one clause."""
    data = the_map().spaces[space]
    if clause == "own towns":
        return data.settlement == "none"
    edge = clause.removeprefix("toward ").removeprefix("the ")
    if edge in EDGES:
        axis, sign = EDGES[edge]
        return data.at[axis] * sign
    return space != space_called(clause)


def misread_refuge(words: str) -> str | None:
    for clause in clauses(words):
        edge = clause.removeprefix("toward ").removeprefix("the ")
        if clause != "own towns" and edge not in EDGES and space_called(clause) not in the_map().spaces:
            return f"no words for where to retreat to: {clause!r}"
    return None


def default_refuge(view: View, decision: Decision) -> Pick:
    return best_refuge(decision.options)


# Lists of units, and the rest


# 9.4, 11.0 fuel, fuel keep, restore: `strongest`, `weakest`, TYPE or UNIT, in order of preference


def preferred(view: View, decision: Decision, words: str) -> Pick | None:
    """As many as may be named; the first clause counts most."""
    units = [view.table.units[name] for name in decision.options]
    for clause in reversed(clauses(words)):
        units = sorted(units, key=partial(unit_rank, clause))
    return tuple(unit.id for unit in units[: decision.most])


def unit_rank(clause: str, unit: Unit) -> int:
    """How late a unit is taken by one clause."""
    if clause in ("strongest", "weakest"):
        return -unit.strength if clause == "strongest" else unit.strength
    return not is_meant(clause, unit)


def is_meant(name: str, unit: Unit) -> bool:
    """Whether a TYPE or UNIT of a standing order means this unit."""
    if name == "elite infantry":
        return unit.data.elite and not unit.is_armor
    return unit.kind == TYPES.get(name) or unit.id == unit_called(name)


def misread_preferred(words: str) -> str | None:
    for clause in clauses(words):
        known = ("strongest", "weakest", "elite infantry", *TYPES)
        if clause not in known and unit_called(clause) not in the_units():
            return f"{clause!r} is neither strongest nor weakest, no kind of unit and no unit"
    return None


def as_silence(view: View, decision: Decision) -> Pick:
    """What the question says that silence means."""
    return decision.otherwise if decision.otherwise is not None else decision.options[0]


def breaks_through(view: View, decision: Decision, words: str) -> Pick | None:
    """Stay, or go on to the space with most points, of equals to the one furthest west."""
    if words == "stay":
        return "stay"
    return min(decision.options[1:], key=_prize, default="stay")


def _prize(space: str) -> tuple[int, float, str]:
    data = the_map().spaces[space]
    return -data.points, data.at[1], space


def misread_breakthrough(words: str) -> str | None:
    return None if words in ("stay", "always") else f"{words!r} is neither stay nor always"


def by_standing(view: View, decision: Decision, words: str) -> Pick | None:
    """An empty `day:` block: what it would say is left to the standing orders of its topics."""
    return Part(decision.topic) if words == "by standing orders" else None


def default_turn(view: View, decision: Decision) -> Pick:
    """A missed turn: a pass if that is allowed, else the fewest units out of contact, and nobody moves."""
    if decision.facts.get("again") != "need":
        return Part(decision.topic)
    return Part(decision.topic, (plain_turn(view.table, view.side),))


def plain_turn(table: Bulge, side: str) -> TurnLine:
    if may_pass(table, side):
        return TurnLine(turn="pass")
    spaces = activatable(table, side)
    ranked = sorted((contested(table, space), len(units), space) for space, units in spaces.items())
    return TurnLine(activate=ranked[0][2])


PREFERENCES = ("strongest", "weakest", "TYPE", "UNIT")

TOPICS = (
    Topic(
        name="losses",
        default=default_losses,
        settle=losses,
        misread=misread_losses,
        words=("strongest first", "full strength first", "weakest first", "TYPE last", "UNIT last"),
    ),
    Topic(
        name="retreat",
        default=first_option,
        settle=retreats,
        misread=misread_retreat,
        words=(
            "stand", "always", "N hits or more", "when the last strength point would go",
            "never from SPACE", "to SPACE",
        ),
        places=place_of,
    ),
    Topic(
        name="retreat to",
        default=default_refuge,
        settle=refuge,
        misread=misread_refuge,
        words=("own towns", "toward the west", "toward the north", "SPACE"),
        places=place_of,
    ),
    Topic(
        name="breakthrough",
        default=first_option,
        settle=breaks_through,
        misread=misread_breakthrough,
        words=("stay", "always"),
        places=place_of,
    ),
    Topic(name="fight", default=as_silence),
    Topic(name="enter", default=first_option),
    Topic(name="okw", default=as_silence),
    Topic(name="fuel", default=as_silence, settle=preferred, misread=misread_preferred, words=PREFERENCES),
    Topic(name="fuel keep", default=as_silence, settle=preferred, misread=misread_preferred, words=PREFERENCES),
    Topic(name="restore", default=as_silence, settle=preferred, misread=misread_preferred, words=PREFERENCES),
    Topic(name="commando", default=first_option),
    Topic(
        name="day",
        default=no_lines,
        settle=by_standing,
        words=("by standing orders",),
    ),
    Topic(name="turns", default=default_turn),
)  # fmt: skip
