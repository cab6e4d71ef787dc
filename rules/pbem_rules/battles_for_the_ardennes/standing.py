"""Standing orders: the words for each topic, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.craft.naming import Names
from pbem.craft.ranks import naming, sparing
from pbem.craft.vocabulary import Vocabulary, topic
from pbem.ruleset import Decision, Part, Pick, Topic, View, first_option, no_lines, none_of_them
from pbem_rules.battles_for_the_ardennes.board import (
    FOE,
    divisions,
    names,
    proper,
    the_charts,
    the_map,
    the_variants,
)
from pbem_rules.battles_for_the_ardennes.s07_zones import contact_of
from pbem_rules.battles_for_the_ardennes.s11_shortage import KEEP, SPEND, of_formation, price_of
from pbem_rules.battles_for_the_ardennes.s11_supply import net_of, sources
from pbem_rules.battles_for_the_ardennes.s16_dumps import chart_of, plays_dumps
from pbem_rules.battles_for_the_ardennes.s16_greif import plays_greif
from pbem_rules.battles_for_the_ardennes.s16_intensive import figures, most_points
from pbem_rules.battles_for_the_ardennes.s17_plans import HISTORICAL, has_plans
from pbem_rules.battles_for_the_ardennes.sheets import STAY, SecretOrder, plain_name
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit, units_in, units_of

OUTSIDE_BRACKETS = r",(?![^\[]*\])"
"""Commas inside of brackets join hexes, not clauses."""


def spelled(kind: str, text: str) -> str:
    """Brackets and commas around hexes, marks before counters, long names of divisions; hexes by their first number."""
    word = text.strip("[],;")
    if kind == "formation":
        return next((short for short, full in divisions().items() if word in (full, full.removesuffix(" Div"))), word)
    if kind in ("unit", "unit2"):
        return str(plain_name(word))
    return proper(word) if kind == "hex" else word


NAMES = Names(names, spelled)


def unit_of(view: View, name: str) -> BattleUnit:
    found: BattleUnit = view.table.units[name]
    return found


def here(view: View, hex: str) -> str:
    """A hex by its number in this scenario."""
    return str(view.table.here.spelled(hex))


# 11.7 Who runs dry


SHORTAGE = Vocabulary(
    "shortage",
    NAMES,
    {
        "fewest strength points": lambda v, d, o: sum(unit.face.strength for unit in of_formation(v.table, o)),
        "never {formation}": lambda v, d, o, formation: o == formation,
        "{formation}": lambda v, d, o, formation: o != formation,
    },
)


# 16.53 Petrol

PETROL = Vocabulary(
    "petrol",
    NAMES,
    ("none", "cancel shortage of {formation}", "then {formation}", "supply {formation} when cut off",
         "keep {number} in reserve", "keep {number}", "{formation}"),
    joined_by=r"[,;]",
)  # fmt: skip


def spend_petrol(view: View, decision: Decision, words: str) -> Pick | None:
    """Points for what is named, as long as more than the reserve is there; `then` goes on with what was said before."""
    clauses = PETROL.read(words)
    reserve = max((int(str(c.caught["number"])) for c in clauses if "number" in c.caught), default=0)
    spare = int(str(decision.facts["petrol"])) - reserve
    dear, cut_off = list[str](), list[str]()
    said = dear
    for clause in clauses:
        if "formation" in clause.caught:
            said = said if clause.pattern.startswith("then") else cut_off if "cut off" in clause.pattern else dear
            said.append(str(clause.caught["formation"]))
    if decision.kind == "one":
        return SPEND if decision.facts["formation"] in dear and spare > 0 else KEEP
    picked: list[str] = []
    for name in cut_off:
        more = [u for u in decision.options if unit_of(view, u).data.formation == divisions()[name]]
        if more and price_of(view.table, [*picked, *more]) <= spare:
            picked += more
    return tuple(unit for unit in decision.options if unit in picked)


# 10. Protective fire

FPF = Vocabulary(
    "fpf",
    NAMES,
    ("all", "none", "else all", "else none", "towns", "towns first", "towns and {hex...} first",
         "{hex...} first", "not below {column}"),
    joined_by=OUTSIDE_BRACKETS,
)  # fmt: skip


def give_fpf(view: View, decision: Decision, words: str) -> Pick | None:
    """All batteries or none: for the places that come first, and for the rest as it says, or none."""
    target, odds = str(decision.facts["target"]), str(decision.facts["odds"])
    otherwise, first, said = "", False, False
    for clause in FPF.read(words):
        if clause.pattern.startswith("not below"):
            if not the_charts().columns.at_least(odds, str(clause.caught["column"])):
                return ()
        elif not clause.pattern.endswith(("all", "none")):
            said = True
            town = clause.pattern.startswith("towns") and view.table.here.ground[target] in ("town", "city")
            first = first or town or target in [here(view, hex) for hex in clause.caught.get("hex", ())]
        else:
            otherwise = clause.pattern.removeprefix("else ")
    return decision.options if first or otherwise == "all" or not (said or otherwise) else ()


# 16.62 Intensive fire

INTENSIVE = Vocabulary(
    "intensive",
    NAMES,
    ("none", "if defender {number} then {number2} else {number3}", "units in town up to {number}",
         "in town up to {number}", "strength 1 up to {number}", "in {hex} up to {number}", "others {number}",
         "others up to {number}", "{unit} up to {number}"),
)  # fmt: skip


def bid(view: View, decision: Decision, words: str) -> Pick | None:
    """For each unit the first clause that is about it."""
    clauses = INTENSIVE.read(words)
    found = []
    for name in dict.fromkeys(figures([option]).popitem()[0] for option in decision.options):
        unit = unit_of(view, name)
        wanted = next((n for clause in clauses if (n := points_by(view, decision, unit, clause)) is not None), 0)
        points = min(wanted, most_points(unit))
        if points:
            found.append(f"{name} +{points}")
    return tuple(option for option in decision.options if option in found)


def points_by(view: View, decision: Decision, unit: BattleUnit, clause: object) -> int | None:
    """What one clause gives a unit; None if it is not about it."""
    pattern, caught = clause.pattern, clause.caught  # type: ignore[attr-defined]
    if pattern == "none":
        return 0
    if pattern.startswith("if defender"):
        if decision.side != view.table.side:
            return None
        alike = int(str(decision.facts["defender"])) == int(caught["number"])
        return int(caught["number2"] if alike else caught["number3"])
    number = int(caught["number"])
    if "town" in pattern:
        return number if view.table.here.ground[unit.hex] in ("town", "city") else None
    if "hex" in caught:
        return number if unit.hex == here(view, caught["hex"]) else None
    if "unit" in caught:
        return number if unit.id == caught["unit"] else None
    if pattern.startswith("strength 1"):
        return number if unit.face.strength == 1 else None
    return number


# Losses


def full_strength(view: View, decision: Decision, option: str) -> bool:
    return not unit_of(view, option).two_steps


LOSSES = Vocabulary(
    "losses",
    NAMES,
    {
        "full strength first": full_strength,
        "reduced first": lambda view, decision, option: unit_of(view, option).two_steps,
        "artillery last": lambda view, decision, option: unit_of(view, option).guns,
        "{type} last": lambda view, decision, option, type: unit_of(view, option).data.type == type,
        "never {unit}": sparing(),
        "{unit} first": naming(),
    },
)


def strongest_first(view: View, decision: Decision) -> Pick:
    """Who misses the deadline loses a step of his strongest unit of two steps."""
    return min(
        decision.options, key=lambda name: (full_strength(view, decision, name), -unit_of(view, name).worth, name)
    )


# Retreats


def end_of(option: str) -> str:
    return option.split()[-1]


def off_road(view: View, decision: Decision, option: str) -> int:
    return sum(hex not in view.table.here.roads for hex in option.split())


def to_edge(view: View, decision: Decision, option: str, edge: str) -> int:
    row, column = view.table.here.place(end_of(option))
    places: dict[str, int] = {"north": -row, "south": row, "east": -column, "west": column}
    return places[edge]


def into(view: View, decision: Decision, option: str, hex: str) -> bool:
    return here(view, hex) in option.split()


def into_targets(view: View, decision: Decision, option: str) -> bool:
    secret = view.side == "german" and view.own is not None
    own = view.own.targets if secret else view.table.discovered
    return any(hex in own for hex in option.split())


def from_supply(view: View, decision: Decision, option: str) -> int:
    table: BattlesTable = view.table
    goals = sources(table, view.side)
    return min((table.here.distance(end_of(option), goal) for goal in goals), default=0)


def keeps_supply(view: View, decision: Decision, option: str) -> bool:
    """Whether a line of supply comes to where the way ends, as they stand now."""
    table: BattlesTable = view.table
    return end_of(option) in net_of(table, view.side, contact_of(table))


RETREAT = Vocabulary(
    "retreat",
    NAMES,
    {
        "along roads": off_road,
        "toward supply": from_supply,
        "keep supply": lambda view, decision, option: not keeps_supply(view, decision, option),
        "not into target hexes": into_targets,
        "not into {hex}": into,
        "toward {edge}": to_edge,
    },
)


def along_roads(view: View, decision: Decision) -> Pick:
    return min(decision.options, key=lambda way: (off_road(view, decision, way), from_supply(view, decision, way), way))


# Advances

ADVANCE = Vocabulary("advance", NAMES, (STAY, "first hex only", "always", "{unit}"))


def advances(view: View, decision: Decision, words: str) -> Pick | None:
    clauses = ADVANCE.read(words)
    said = [clause.pattern for clause in clauses]
    named = [str(clause.caught["unit"]) for clause in clauses if clause.caught]
    if named and decision.facts["unit"] not in named:
        return STAY
    if not named and ("always" not in said and "first hex only" not in said):
        return STAY
    return decision.options[1] if len(decision.options) > 1 else STAY


# Demolitions

DEMOLISH = Vocabulary(
    "demolish", NAMES, ("none", "{hex}-{hex2} when enemy within {number}")
)  # fmt: skip


def blow(view: View, decision: Decision, words: str) -> Pick | None:
    table: BattlesTable = view.table
    foes = [unit.hex for unit in units_of(table, FOE[view.side])]
    picked = []
    for clause in DEMOLISH.read(words):
        if not clause.caught:
            continue
        bridge = table.here.spelled_side(f"{clause.caught['hex']}-{clause.caught['hex2']}")
        near = any(
            table.here.distance(end, foe) <= int(str(clause.caught["number"]))
            for end in bridge.split("-") if bridge for foe in foes
        )  # fmt: skip
        if near and bridge in decision.options:
            picked.append(bridge)
    return tuple(option for option in decision.options if option in picked)


# Before play: there is no default for secrets but the plainest lawful one


def plain_secret(view: View, decision: Decision) -> Pick:
    """16.41, 16.51 A missed sheet stops the game, not the clock; who must go on has the plainest list."""
    table: BattlesTable = view.table
    if view.side == "allied":
        chart = chart_of(table) if plays_dumps(table) else None
        dumps = {chart.hexes[0]: chart.points} if chart else {}
        return Part(decision.topic, (SecretOrder(dumps=dumps),))
    hexes: Sequence[str] = ()
    numbers = the_variants().greif
    if plays_greif(table):
        many = numbers.primary + numbers.secondary if table.plays("16.46") else numbers.targets
        free = [hex for hex in sorted(table.here.roads) if not units_in(table, hex)]
        hexes = free[:: max(1, len(free) // many)][:many]
    primary = tuple(hexes[: numbers.primary]) if table.plays("16.46") else ()
    plan = HISTORICAL if has_plans(table) else ""
    return Part(decision.topic, (SecretOrder(greif=tuple(hexes), primary=primary, plan=plan),))


def every(view: View, decision: Decision) -> Pick:
    return decision.options


def keep(view: View, decision: Decision) -> Pick:
    return KEEP if decision.kind == "one" else ()


def in_hex(topic: Topic, fact: str) -> Topic:
    """`retreat from D2308: ...`: the hex of a question, by any of its numbers."""

    def places(decision: Decision) -> tuple[str, ...]:
        return the_map().numbers(str(decision.facts[fact]))

    return replace(topic, places=places, place="hex")


def fought_over(decision: Decision) -> tuple[str, ...]:
    """`losses at B1015: ...`: who loses a step is asked within the battle for the hex."""
    return next((the_map().numbers(place) for place in decision.key if place in names()["hex"]), ())


PARTS = ("air", "bridges", "building", "artillery", "reinforcements", "movement", "combat")

TOPICS = (
    topic(SHORTAGE, SHORTAGE.best),
    topic(PETROL, spend_petrol, keep),
    in_hex(topic(FPF, give_fpf, every), "target"),
    in_hex(topic(INTENSIVE, bid, none_of_them), "target"),
    replace(topic(LOSSES, LOSSES.best, strongest_first, place="hex"), places=fought_over),
    in_hex(topic(RETREAT, RETREAT.best, along_roads), "from"),
    in_hex(topic(ADVANCE, advances, first_option), "target"),
    topic(DEMOLISH, blow, none_of_them),
    Topic(name="secret", default=plain_secret),
    *(Topic(name=name, default=no_lines) for name in PARTS),
)
