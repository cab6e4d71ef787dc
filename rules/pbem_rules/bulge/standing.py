"""Standing orders: the topics, their words, and what silence means."""

from __future__ import annotations

from pbem.craft.ranks import away, fewest, naming, sparing, strongest, toward, weakest, where
from pbem.craft.vocabulary import Vocabulary, topic
from pbem.ruleset import Decision, Order, Part, Pick, Problem, Topic, View, first_option, no_lines, when_needed
from pbem_rules.bulge.board import MISSIONS, WEATHERS, the_map
from pbem_rules.bulge.s07_air import too_many
from pbem_rules.bulge.s12_combat import by_policy, forced_attack
from pbem_rules.bulge.s12_results import JOINED, cover
from pbem_rules.bulge.s14_supply import supplied_hex
from pbem_rules.bulge.sheets import NAMES, POLICY, AirLine
from pbem_rules.bulge.table import Unit


def unit_of(view: View, decision: Decision) -> Unit:
    """The unit that a question is about."""
    unit: Unit = view.table.units[str(decision.facts["unit"])]
    return unit


# 12.3 retreat


def distance(hex: str, other: str) -> int:
    return the_map().grid.distance(hex, other)


def toward_edge(view: View, decision: Decision, option: str, edge: str) -> int:
    """Hexes to the nearest of an edge."""
    return min(distance(option, one) for one in sorted(the_map().edge(edge.removesuffix(" edge"))))


def away_from_unit(view: View, decision: Decision, option: str, unit: str) -> int:
    """One that is not on the map is far from everything."""
    at = view.table.units[unit].hex
    return -distance(option, at) if at else 0


RETREAT = Vocabulary(
    "retreat",
    NAMES,
    {
        "in supply": lambda view, decision, hex: not supplied_hex(view.table, unit_of(view, decision), hex),
        "onto road": where(lambda hex: the_map().on_road(hex)),
        "into town": where(lambda hex: the_map().town_at(hex)),
        "most cover": lambda view, decision, hex: -cover(hex),
        "toward {edge}": toward_edge,
        "toward {hex}": toward(distance),
        "away from {unit}": away_from_unit,
        "away from {hex}": away(distance),
    },
)


# 12.2 losses


def apart(option: str) -> list[str]:
    return option.split(JOINED)


def factor(view: View, unit: str) -> int:
    return int(view.table.units[unit].cf)


LOSSES = Vocabulary(
    "losses",
    NAMES,
    {
        "weakest": weakest(factor, apart),
        "strongest": strongest(factor, apart),
        "fewest units": fewest(apart),
        "{unit} first": naming(apart),
        "never {unit}": sparing(apart),
    },
)


# 12.4 advance

ADVANCE = Vocabulary(
    "advance",
    NAMES,
    ("none", "always", "towns only", "weakest", "strongest", "always {unit}", "{unit}"),
)


def advances(view: View, decision: Decision, words: str) -> Pick | None:
    clauses, options = ADVANCE.read(words), list(decision.options[1:])
    said = [clause.pattern for clause in clauses]
    named = [clause.caught["unit"] for clause in clauses if clause.caught]
    if "none" in said:
        return "stay"
    if "unit" in decision.facts:  # the defender chooses a hex
        wished = [hex for hex in options if "towns only" not in said or the_map().town_at(hex)]
        may = not named or decision.facts["unit"] in named
        return min(wished, key=lambda hex: (-cover(hex), hex)) if wished and may else "stay"
    if "towns only" in said and not the_map().town_at(str(decision.facts["into"])):
        return "stay"
    able = [view.table.units[name] for name in options if not named or name in named]
    if not able:
        return "stay"
    weakest_first = sorted(able, key=lambda unit: (unit.cf, unit.id))
    return str((weakest_first[0] if "weakest" in said else weakest_first[-1]).id)


# 7.0 air: `air at clear: support, support, cap`

AIR = Vocabulary("air", NAMES, MISSIONS)


def flown(words: str) -> tuple[str, ...]:
    return tuple(clause.pattern for clause in AIR.read(words))


def missions(view: View, decision: Decision, words: str) -> Pick | None:
    return Part(decision.topic, (AirLine(missions=flown(words)),))


def misread_air(words: str) -> Problem | str | None:
    return AIR.misread(words) or too_many("allied", flown(words))


def weather_of(decision: Decision) -> tuple[str, ...]:
    """`air at clear: ...`: what the weather must be."""
    return (str(decision.facts["weather"]),) if decision.facts.get("weather") in WEATHERS else ()


# 12.0 after


def forced(view: View, decision: Decision, words: str) -> Pick | None:
    """Only for what must be done; which attacks a player wants is not for a standing order."""
    if decision.facts.get("again") != "need":
        return None
    line = by_policy(view.table, unit_of(view, decision), words)
    return Part(decision.topic, (line,)) if line else None


def must_attack(view: View, decision: Decision) -> tuple[Order, ...]:
    """Who must attack goes for his strongest neighbour, on the Secondary CRT if 12.1a lets him; nobody else attacks."""
    return (forced_attack(view.table, unit_of(view, decision), "secondary"),)


def nothing_more(view: View, decision: Decision) -> Pick:
    """No marker, no list of hexes."""
    return Part(decision.topic) if decision.kind == "part" else "none"


TOPICS = (
    topic(RETREAT, RETREAT.best, at="from", place="hex"),
    topic(LOSSES, LOSSES.best),
    topic(ADVANCE, advances),
    Topic(name="column", default=first_option),
    Topic(
        name="air", default=no_lines, settle=missions, misread=misread_air, words=MISSIONS, places=weather_of,
        place="weather",
    ),
    Topic(name="interdict", default=nothing_more),
    topic(POLICY, forced, when_needed(must_attack)),
)  # fmt: skip
