"""What the bot answers in a battle: which batteries are worth firing, who fires more than he should, who follows."""

from __future__ import annotations

from pbem.ruleset import Decision, Pick, View
from pbem_rules.battles_for_the_ardennes.board import the_charts
from pbem_rules.battles_for_the_ardennes.bot_plans import (
    NOWHERE,
    counting_towns,
    distances,
    goals_of,
    is_ending,
    nearest_foe,
    plan_of_view,
)
from pbem_rules.battles_for_the_ardennes.s11_shortage import SPEND, price_of
from pbem_rules.battles_for_the_ardennes.s12_bridges import can_be_blown
from pbem_rules.battles_for_the_ardennes.s16_intensive import figures
from pbem_rules.battles_for_the_ardennes.s16_saturation import fpf_of
from pbem_rules.battles_for_the_ardennes.sheets import STAY
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, units_in

HARMLESS, DANGEROUS = "1-2", "2-1"
"""At such odds no battery answers; from the other on a point of intensive fire is worth its risk."""
DARING = 2
"""Units that try a point in one defence; twice as many when the end is near."""
WATCHED = 2
"""So near to an enemy bridges are blown."""


def protect(view: View, decision: Decision) -> Pick:
    """As few batteries as bring the odds down as far as all of them would; none against a mere feint."""
    columns, table = the_charts().columns, view.table
    attack, defence = int(str(decision.facts["attack"])), int(str(decision.facts["defence"]))
    if columns.at_least(HARMLESS, columns.of(attack, defence)):
        return ()
    fire = {name: fpf_of(table.units[name]) for name in decision.options}
    best, kept = columns.of(attack, defence + sum(fire.values())), list(decision.options)
    for _, name in sorted((-strength, name) for name, strength in fire.items()):
        fewer = [other for other in kept if other != name]
        if columns.of(attack, defence + sum(fire[one] for one in fewer)) == best:
            kept = fewer
    return tuple(kept)


def stiffen(view: View, decision: Decision) -> Pick:
    """16.62 A point each for so few defenders as save a column, where the odds are bad enough."""
    table: BattlesTable = view.table
    columns = the_charts().columns
    attack, defence = int(str(decision.facts["attack"])), int(str(decision.facts["defence"]))
    column = columns.of(attack, defence)
    if view.side == table.side or not columns.at_least(column, DANGEROUS):
        return ()
    single = [option for option in decision.options if list(figures([option]).values()) == [1]]
    for many in range(1, min(len(single), DARING * (1 + is_ending(table))) + 1):
        if columns.of(attack, defence + many) != column:
            return tuple(single[:many])
    return ()


def refuel(view: View, decision: Decision) -> Pick:
    """16.53 Petrol is there to be burnt: against every shortage, then for tanks that are cut off."""
    if decision.kind == "one":
        return SPEND
    table, points = view.table, int(str(decision.facts["petrol"]))
    picked: list[str] = []
    for _, name in sorted((not table.units[name].mechanized, name) for name in decision.options):
        if price_of(table, [*picked, name]) <= points:
            picked.append(name)
    return tuple(name for name in decision.options if name in picked)


def demolitions(view: View, decision: Decision) -> Pick:
    """The Allies blow bridges before an enemy who is near; over streams only where mud stops tanks without them."""
    table: BattlesTable = view.table
    if view.side == "german":
        return ()
    able, found = can_be_blown(table, view.side), []
    for bridge in decision.options:
        one, other = bridge.split("-")
        matters = table.bad_ground or table.here.between(one, other).water != "stream"
        if matters and bridge in able and nearest_foe(table, one, WATCHED) <= WATCHED:
            found.append(bridge)
    return tuple(found)


def follow(view: View, decision: Decision) -> Pick:
    """The German goes as far as it brings him nearer, on foot into towns; the Allies keep their line."""
    table: BattlesTable = view.table
    unit, target = table.units[str(decision.facts["unit"])], str(decision.facts["target"])
    counting = counting_towns(table, plan_of_view(view))
    if unit.hex in counting and len(units_in(table, unit.hex)) == 1:
        return STAY
    if view.side == "allied":
        return decision.options[1] if target in counting else STAY
    goals = goals_of(table, view.side, plan_of_view(view))
    ways = distances(table.here, goals) if goals else {}
    if not unit.mechanized and target not in table.towns and ways.get(target, 0) >= ways.get(unit.hex, 0):
        return STAY
    return min(decision.options[1:], key=lambda way: (ways.get(way.split()[-1], NOWHERE), len(way), way))


ANSWERS = {"fpf": protect, "intensive": stiffen, "petrol": refuel, "demolish": demolitions, "advance": follow}
"""The topics about which the bot thinks for itself; in all others it does what silence does."""
