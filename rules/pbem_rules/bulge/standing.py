"""Standing orders: the topics, their words, and what silence means."""

from __future__ import annotations

from functools import partial

from pbem.ruleset import Decision, Part, Pick, Topic, View, first_option
from pbem_rules.bulge.board import ENTRY_EDGES, MISSIONS, SIDES, WEATHERS, the_counters, the_map
from pbem_rules.bulge.s07_air import too_many
from pbem_rules.bulge.s12_combat import forced_attack
from pbem_rules.bulge.s12_results import JOINED, cover
from pbem_rules.bulge.s14_supply import supplied_hex
from pbem_rules.bulge.sheets import AirLine, misread_policy
from pbem_rules.bulge.table import Bulge, Unit


def clauses(words: str) -> list[str]:
    return [clause.strip() for clause in words.split(",") if clause.strip()]


def is_unit(name: str) -> bool:
    return name in the_counters().units


def edges() -> tuple[str, ...]:
    return tuple(edge for side in SIDES for edge in ENTRY_EDGES[side])


# 12.3 retreat: `in supply, onto road, into town, most cover, toward north edge, away from 2 Pz`; the first weighs most


def retreats(view: View, decision: Decision, words: str) -> Pick | None:
    unit = view.table.units[str(decision.facts["unit"])]
    ways = list(decision.options)
    for clause in reversed(clauses(words)):
        ways.sort(key=partial(way_rank, view.table, unit, clause))
    return ways[0]


def way_rank(table: Bulge, unit: Unit, clause: str, hex: str) -> int:
    """Low ranks are chosen."""
    here = the_map()
    if clause == "in supply":
        return not supplied_hex(table, unit, hex)
    if clause == "onto road":
        return not here.on_road(hex)
    if clause == "into town":
        return not here.town_at(hex)
    if clause == "most cover":
        return -cover(hex)
    if clause.startswith("away from "):
        other = clause.removeprefix("away from ")
        goal = table.units[other].hex if is_unit(other) else other
        return -here.grid.distance(hex, goal) if goal else 0
    return distance_to(clause.removeprefix("toward "), hex)


def distance_to(goal: str, hex: str) -> int:
    """Hexes to a hex, or to the nearest of an edge."""
    edge = goal.removesuffix(" edge")
    hexes = the_map().edge(edge) if edge in edges() else (goal,)
    return min(the_map().grid.distance(hex, one) for one in sorted(hexes))


def misread_retreat(words: str) -> str | None:
    for clause in clauses(words):
        if clause in ("in supply", "onto road", "into town", "most cover"):
            continue
        goal = clause.removeprefix("toward ")
        other = clause.removeprefix("away from ")
        toward = goal != clause and (goal.removesuffix(" edge") in edges() or the_map().grid.contains(goal))
        away = other != clause and (is_unit(other) or the_map().grid.contains(other))
        if not (toward or away):
            return f"no words for a retreat: {clause!r}"
    return None


def place_of_retreat(decision: Decision) -> tuple[str, ...]:
    """`retreat from 1308: ...`: the hex where it begins."""
    return (str(decision.facts["from"]),)


# 12.2 losses: `weakest`, `strongest`, `fewest units`, `UNIT first`, `never UNIT`


def losses(view: View, decision: Decision, words: str) -> Pick | None:
    options = list(decision.options)
    for clause in reversed(clauses(words)):
        options.sort(key=partial(loss_rank, view.table, clause))
    return options[0]


def loss_rank(table: Bulge, clause: str, option: str) -> int:
    """Low ranks are lost first."""
    names = option.split(JOINED)
    if clause == "fewest units":
        return len(names)
    if clause == "weakest":
        return max(table.units[name].cf for name in names)
    if clause == "strongest":
        return -max(table.units[name].cf for name in names)
    if clause.endswith(" first"):
        return clause.removesuffix(" first") not in names
    return clause.removeprefix("never ") in names


def misread_losses(words: str) -> str | None:
    for clause in clauses(words):
        name = clause.removeprefix("never ").removesuffix(" first")
        if clause not in ("weakest", "strongest", "fewest units") and (name == clause or not is_unit(name)):
            return f"no words for losses: {clause!r}"
    return None


# 12.4 advance: `none`, `always`, `towns only`, `weakest`, `strongest`, `always UNIT`


def advances(view: View, decision: Decision, words: str) -> Pick | None:
    said, options = clauses(words), list(decision.options[1:])
    if "none" in said:
        return "stay"
    if "unit" in decision.facts:  # the defender chooses a hex
        wished = [hex for hex in options if "towns only" not in said or the_map().town_at(hex)]
        return min(wished, key=uncovered) if wished and may_advance(said, str(decision.facts["unit"])) else "stay"
    if "towns only" in said and not the_map().town_at(str(decision.facts["into"])):
        return "stay"
    able = [view.table.units[name] for name in options if may_advance(said, name)]
    if not able:
        return "stay"
    weakest_first = sorted(able, key=by_strength)
    return str((weakest_first[0] if "weakest" in said else weakest_first[-1]).id)


def may_advance(said: list[str], name: str) -> bool:
    """Named units alone, if any are named."""
    units = [clause.removeprefix("always ") for clause in said if is_unit(clause.removeprefix("always "))]
    return not units or name in units


def by_strength(unit: Unit) -> tuple[int, str]:
    return unit.cf, unit.id


def uncovered(hex: str) -> tuple[int, str]:
    return -cover(hex), hex


def misread_advance(words: str) -> str | None:
    for clause in clauses(words):
        known = clause in ("none", "always", "towns only", "weakest", "strongest")
        if not known and not is_unit(clause.removeprefix("always ")):
            return f"no words for an advance: {clause!r}"
    return None


# 7.0 air: `air at clear: support, support, cap`


def missions(view: View, decision: Decision, words: str) -> Pick | None:
    return Part(decision.topic, (AirLine(missions=tuple(clauses(words))),))


def misread_air(words: str) -> str | None:
    for mission in clauses(words):
        if mission not in MISSIONS:
            return f"no mission {mission!r}, they are {', '.join(MISSIONS)}"
    return too_many("allied", tuple(clauses(words)))


def weather_of(decision: Decision) -> tuple[str, ...]:
    """`air at clear: ...`: what the weather must be."""
    return (str(decision.facts["weather"]),) if decision.facts.get("weather") in WEATHERS else ()


# 12.0 after: `secondary`, `primary`, `primary at COLUMN or more`


def forced(view: View, decision: Decision, words: str) -> Pick | None:
    """Only for what must be done; which attacks a player wants is not for a standing order."""
    if decision.facts.get("again") != "need":
        return None
    unit = view.table.units[str(decision.facts["unit"])]
    return Part(decision.topic, (forced_attack(view.table, unit, words),))


def default_after(view: View, decision: Decision) -> Pick:
    """Who must attack goes for his strongest neighbour on the Secondary CRT; nobody else attacks."""
    return forced(view, decision, "secondary") or Part(decision.topic)


def nothing_more(view: View, decision: Decision) -> Pick:
    """No marker, no list of hexes."""
    return Part(decision.topic) if decision.kind == "part" else "none"


def all_support(view: View, decision: Decision) -> Pick:
    """7.0 Without a word every air point flies ground support."""
    return Part(decision.topic)


TOPICS = (
    Topic(
        name="retreat",
        default=first_option,
        settle=retreats,
        misread=misread_retreat,
        words=("in supply", "onto road", "into town", "most cover", "toward EDGE", "toward HEX", "away from UNIT"),
        places=place_of_retreat,
        place="hex",
    ),
    Topic(
        name="losses",
        default=first_option,
        settle=losses,
        misread=misread_losses,
        words=("weakest", "strongest", "fewest units", "UNIT first", "never UNIT"),
    ),
    Topic(
        name="advance",
        default=first_option,
        settle=advances,
        misread=misread_advance,
        words=("none", "always", "towns only", "weakest", "strongest", "always UNIT"),
    ),
    Topic(name="column", default=first_option),
    Topic(
        name="air",
        default=all_support,
        settle=missions,
        misread=misread_air,
        words=MISSIONS,
        places=weather_of,
        place="weather",
    ),
    Topic(name="interdict", default=nothing_more),
    Topic(
        name="after",
        default=default_after,
        settle=forced,
        misread=misread_policy,
        words=("secondary", "primary", "primary at COLUMN or more"),
    ),
)
