"""Standing orders and conditions: the words, and what they mean."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from pbem.ruleset import Condition, Decision, Part, Pick, Topic, View, first_option
from pbem_rules.ford.board import SIDES, the_map, the_tables, the_units
from pbem_rules.ford.s06_combat import does_not_pay, forced_attack
from pbem_rules.ford.sheets import PlotLine
from pbem_rules.ford.table import Unit, holder, units_in

# 6.71 losses: `weakest first`, `strongest first`, `UNIT first`, `never UNIT`, joined by commas


def losses(view: View, decision: Decision, words: str) -> Pick | None:
    units = [view.table.units[name] for name in decision.options]
    for clause in reversed(clauses(words)):
        units = sorted(units, key=partial(loss_rank, clause))
    return str(units[0].id)


def loss_rank(clause: str, unit: Unit) -> int:
    """Low ranks are lost first."""
    if clause == "weakest first":
        return unit.strength
    if clause == "strongest first":
        return -unit.strength
    if clause == f"{unit.id} first":
        return -1
    return 1 if clause == f"never {unit.id}" else 0


def misread_losses(words: str) -> str | None:
    for clause in clauses(words):
        name = clause.removeprefix("never ").removesuffix(" first")
        if clause not in ("weakest first", "strongest first") and (name == clause or name not in the_units().units):
            return f"no words for losses: {clause!r}"
    return None


def clauses(words: str) -> list[str]:
    return [clause.strip() for clause in words.split(",")]


# 7.1 retreat: `toward HEX`, `away from HEX`, `into towns`


def retreats(view: View, decision: Decision, words: str) -> Pick | None:
    ways = list(decision.options)
    for clause in reversed(clauses(words)):
        ways = sorted(ways, key=partial(way_rank, clause))
    return ways[0]


def way_rank(clause: str, hex: str) -> int:
    hexes = the_map().hexes
    if clause == "into towns":
        return the_map().ground_of(hex) != "town"
    word, goal = clause.rsplit(" ", 1)
    distance = hexes.distance(hex, goal)
    return distance if word == "toward" else -distance


def misread_retreat(words: str) -> str | None:
    for clause in clauses(words):
        word, _, goal = clause.rpartition(" ")
        known = word in ("toward", "away from") and the_map().hexes.contains(goal)
        if clause != "into towns" and not known:
            return f"no words for a retreat: {clause!r}"
    return None


def place_of_retreat(decision: Decision) -> tuple[str, ...]:
    """`retreat from 0303: ...`: the hex where it begins."""
    return (str(decision.facts["from"]),)


# 6.8 advance: `always`, `stay`


def advances(view: View, decision: Decision, words: str) -> Pick | None:
    return decision.options[1] if words == "always" else "stay"


def misread_advance(words: str) -> str | None:
    return None if words in ("always", "stay") else f"no words for an advance: {words!r}"


# 6.72 payment


def cheapest_payment(view: View, decision: Decision) -> Pick:
    """The fewest units that pay, the first of those by their ids."""
    worth = int(str(decision.facts["worth"]))
    return next(
        units
        for count in range(1, len(decision.options) + 1)
        for units in combinations(decision.options, count)
        if does_not_pay(view.table, worth, units) is None
    )


# parts


def default_plot(view: View, decision: Decision) -> Pick:
    """9.1 Who misses the plot mines the bridge, or wants the town that comes first."""
    line = PlotLine(mine="bridge") if decision.side == "red" else PlotLine(objective=the_map().eastern[0])
    return Part(decision.topic, (line,))


def default_combat(view: View, decision: Decision) -> Pick:
    """6.9 Horse that must attack goes alone for the hex that comes first; nobody else attacks."""
    if decision.facts.get("again") != "need":
        return Part(decision.topic)
    return Part(decision.topic, (forced_attack(view.table, decision),))


TOPICS = (
    Topic(
        name="losses",
        default=first_option,
        settle=losses,
        misread=misread_losses,
        words=("weakest first", "strongest first", "UNIT first", "never UNIT"),
    ),
    Topic(
        name="retreat",
        default=first_option,
        settle=retreats,
        misread=misread_retreat,
        words=("toward HEX", "away from HEX", "into towns"),
        places=place_of_retreat,
        place="hex",
    ),
    Topic(
        name="advance",
        default=first_option,
        settle=advances,
        misread=misread_advance,
        words=("always", "stay"),
    ),
    Topic(name="payment", default=cheapest_payment),
    Topic(name="cards", default=first_option),
    Topic(name="powder", default=first_option),
    Topic(name="rope", default=first_option),
    Topic(name="plot", default=default_plot),
    Topic(name="combat", default=default_combat),
)


# Conditions


def cleared(view: View, hex: str) -> bool:
    return not units_in(view.table, hex)


def held(view: View, hex: str, side: str) -> bool:
    return holder(view.table, hex) == side


def stands(view: View, unit: str, hex: str) -> bool:
    return bool(view.table.units[unit].hex == hex)


def alive(view: View, unit: str) -> bool:
    return not view.table.units[unit].lost


def gave(view: View, hex: str, result: str) -> bool:
    return bool(view.table.gave.get(hex) == result)


def misread_place(hex: str, unit: str = "", side: str = "", result: str = "") -> str | None:
    if not the_map().hexes.contains(hex):
        return f"no hex {hex!r}"
    if side and side not in SIDES:
        return f"no side {side!r}"
    results = the_tables().results.results()
    if result and result not in results:
        return f"no result {result!r}, they are {', '.join(results)}"
    return misread_unit(unit) if unit else None


def misread_unit(unit: str) -> str | None:
    return None if unit in the_units().units else f"no unit {unit!r}"


CONDITIONS = (
    Condition("attack {hex} gave {result}", gave, misread_place),
    Condition("{hex} held by {side}", held, misread_place),
    Condition("{hex} cleared", cleared, misread_place),
    Condition("{unit} in {hex}", stands, misread_place),
    Condition("{unit} alive", alive, misread_unit),
)
