"""A player that a newcomer can lose to: it weighs every activation by points, strength, supply and what threatens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.craft.moods import EVEN, Mood, some_mood
from pbem.ruleset import Chooser, Decision, Idea, Order, Part, Pick, View, as_silence
from pbem_rules.wwii_commander.board import FOE, the_calendar
from pbem_rules.wwii_commander.bot_temper import QUICK, Temper, veteran_of
from pbem_rules.wwii_commander.closing import would_win
from pbem_rules.wwii_commander.judgement import Outlook
from pbem_rules.wwii_commander.planning import Planner, TurnPlan, plans_for
from pbem_rules.wwii_commander.ranking import nearest_meuse_first, strongest_first
from pbem_rules.wwii_commander.s04_turns import activatable, may_pass
from pbem_rules.wwii_commander.s08_aftermath import AWAY, STAND
from pbem_rules.wwii_commander.sheets import TurnLine
from pbem_rules.wwii_commander.standing import best_refuge, losses
from pbem_rules.wwii_commander.table import Unit

MENTOR = "veteran"


def staff(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """Whatever is asked."""
    return ANSWERS[decision.topic](view, decision, QUICK[view.side])


def veteran(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """The same, by other numbers."""
    return ANSWERS[decision.topic](view, decision, veteran_of(view.table, view.side))


BOTS = {"staff": staff, MENTOR: veteran}

MOODY = 150
"""How far moods go: a point and a half."""
PATIENCE = {"german": 0, "allied": 4}
"""One idea of so many is to wait; none for who must get somewhere."""


OTHERS = 4
"""So many spaces are tried in the order of what the veteran thinks of them, before moods."""


# Turns


def turns(view: View, decision: Decision, temper: Temper) -> Pick:
    """The best turn.  The surprise turns are answered one by one, as they come."""
    if view.table.stage == "surprise" and decision.facts.get("again") != "need":
        return Part(decision.topic)
    return Part(decision.topic, (best_turn(Outlook(view.table, view.side, temper)),))


def ideas(view: View, decision: Decision) -> Idea | None:
    """Turns that are nearly as good, of plans that are made once; the rest is not thought about."""
    if decision.topic != "turns" or (view.table.stage == "surprise" and decision.facts.get("again") != "need"):
        return None
    table = view.table
    outlook = Outlook(table, view.side, veteran_of(table, view.side))
    plans = turn_plans(outlook)
    first = iter(first_ideas(outlook, plans))

    def idea(chooser: Chooser) -> tuple[Order, ...]:
        if (line := next(first, None)) is not None:
            return (line,)
        mood = some_mood(chooser, MOODY, 0)
        plan = best_of(plans, mood)
        if plan is None or (may_pass(table, view.side) and waits(view.side, plan, chooser)):
            return (TurnLine(turn="pass"),)
        return (plan.line if not chooser.number(3) else planned_again(outlook, plan, mood).line,)

    return idea


def first_ideas(outlook: Outlook, plans: Sequence[TurnPlan]) -> list[TurnLine]:
    """The best turn, to wait, and the best turns of a few other spaces."""
    lines: dict[str, TurnLine] = {}
    for plan in sorted(plans, key=_value, reverse=True):
        lines.setdefault(plan.line.activate, plan.line)
    best = list(lines.values())[:OTHERS]
    return [*best[:1], *([TurnLine(turn="pass")] if may_pass(outlook.table, outlook.side) else []), *best[1:]]


def waits(side: str, plan: TurnPlan, chooser: Chooser) -> bool:
    """Whether to pass is an idea: where nothing is worth while, and now and then for who gains by coming last."""
    likely = 2 if plan.value <= 0 else PATIENCE[side]
    return likely > 0 and not chooser.number(likely)


def best_turn(outlook: Outlook) -> TurnLine:
    """The activation with the highest value; a pass where that is allowed and nothing is worth while."""
    best = best_of(turn_plans(outlook))
    if best is None or (may_pass(outlook.table, outlook.side) and passes(outlook, best)):
        return TurnLine(turn="pass")
    return best.line


def passes(outlook: Outlook, best: TurnPlan) -> bool:
    """4.9 Whether to pass is better than the best turn: it ends the day, or lets the enemy end it."""
    table, temper = outlook.table, outlook.temper
    if temper.closes:
        winner = would_win(outlook)
        if winner:
            return winner == outlook.side and (table.passed or best.value <= wanted(outlook))
    return best.value <= wanted(outlook)


def wanted(outlook: Outlook) -> int:
    """What a turn must be worth now: more, as long as there is time to wait."""
    left = len(the_calendar().track) - 1 - outlook.table.box
    return outlook.temper.patience * left


def turn_plans(outlook: Outlook) -> list[TurnPlan]:
    """All turns it thinks of: every activation, for every target."""
    spaces = activatable(outlook.table, outlook.side)
    return [plan for space, units in spaces.items() for plan in plans_for(outlook, space, units)]


def best_of(plans: Sequence[TurnPlan], mood: Mood = EVEN) -> TurnPlan | None:
    if mood is not EVEN:
        plans = [replace(plan, value=plan.value + mood.liking(plan.line.activate, *plan.line.fight)) for plan in plans]
    return max(plans, key=_value, default=None)


def planned_again(outlook: Outlook, plan: TurnPlan, mood: Mood) -> TurnPlan:
    """The same activation for the same target; whoever is not needed for it goes where he likes in this mood."""
    return Planner(outlook, plan.line.activate, plan.ways, plan.target, mood).plan(plan.units)


def _value(plan: TurnPlan) -> tuple[int, str]:
    return plan.value, plan.line.activate


# Everything else


def by_standing_orders(view: View, decision: Decision, temper: Temper) -> Pick:
    """The block of a day stays empty: each choice is asked for by itself."""
    return Part(decision.topic)


def strength_points(view: View, decision: Decision, temper: Temper) -> Pick:
    """8.7 As silence has it: the strongest."""
    return losses(view, decision)


def silence(view: View, decision: Decision, temper: Temper) -> Pick:
    return as_silence(view, decision)


def retreat(view: View, decision: Decision, temper: Temper) -> Pick:
    """8.9 Away where nobody would be left: a space stays its owner's as long as one strength point stands in it."""
    ways = [option for option in decision.options if option not in (STAND, AWAY)]
    hits, strength = int(str(decision.facts["hits"])), int(str(decision.facts["strength"]))
    if not ways or hits < strength:
        return STAND
    return best_refuge(ways)


def refuge(view: View, decision: Decision, temper: Temper) -> Pick:
    return best_refuge(decision.options)


def breakthrough(view: View, decision: Decision, temper: Temper) -> Pick:
    """8.10 To the best empty space beyond, if it is better than this."""
    outlook = Outlook(view.table, view.side, temper)
    unit = view.table.units[str(decision.facts["unit"])]
    options = [space for space in decision.options[1:] if not outlook.lay.has(space, FOE[view.side])]
    values = {space: outlook.capture(space) + outlook.worth_at(unit, space) for space in options}
    best = max(options, key=values.__getitem__, default="")
    return best if best and values[best] > outlook.worth_at(unit, unit.space) else decision.options[0]


def enter(view: View, decision: Decision, temper: Temper) -> Pick:
    """10.1 Where it is needed most."""
    outlook = Outlook(view.table, view.side, temper)
    unit = view.table.units[str(decision.facts["unit"])]
    values = {space: outlook.worth_at(unit, space) for space in decision.options}
    return max(decision.options, key=values.__getitem__)


def commando(view: View, decision: Decision, temper: Temper) -> Pick:
    """4.6 On the second day, against the strongest unit next to a German one."""
    table = view.table
    outlook = Outlook(table, "allied", QUICK["allied"])
    near = [table.units[name] for name in decision.options[1:] if outlook.threat[table.units[name].space] > 4]
    ranked = strongest_first(near)
    return ranked[0] if ranked else decision.options[0]


def fuel(view: View, decision: Decision, temper: Temper) -> Pick:
    units = [view.table.units[name] for name in decision.options]
    return tuple(nearest_meuse_first(units)[: decision.least])


def fuel_keep(view: View, decision: Decision, temper: Temper) -> Pick:
    units = [view.table.units[name] for name in decision.options]
    return tuple(strongest_first(units)[: decision.least])


def restore(view: View, decision: Decision, temper: Temper) -> Pick:
    """11.0 As many as there are points: those that may bring the enemy a victory point first."""
    units = sorted((view.table.units[name] for name in decision.options), key=_most_in_need)
    return tuple(unit.id for unit in units[: decision.most])


def _most_in_need(unit: Unit) -> tuple[int, int, str]:
    return -unit.data.worth, unit.strength, unit.id


ANSWERS: dict[str, Callable[[View, Decision, Temper], Pick]] = {
    "turns": turns,
    "day": by_standing_orders,
    "losses": strength_points,
    "retreat": retreat,
    "retreat to": refuge,
    "breakthrough": breakthrough,
    "fight": silence,
    "enter": enter,
    "okw": silence,
    "fuel": fuel,
    "fuel keep": fuel_keep,
    "restore": restore,
    "commando": commando,
}
