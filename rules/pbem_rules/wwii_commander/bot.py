"""A player that a newcomer can lose to: it weighs every activation by points, strength, supply and what threatens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from pbem.craft.moods import EVEN, Mood, some_mood
from pbem.ruleset import Chooser, Decision, Idea, Order, Part, Pick, View, as_silence, frozen, mutable
from pbem_rules.wwii_commander.board import FOE, border_name, limit, the_map
from pbem_rules.wwii_commander.judgement import POINT, Outlook
from pbem_rules.wwii_commander.ranking import nearest_meuse_first, strongest_first
from pbem_rules.wwii_commander.s04_turns import activatable, may_pass
from pbem_rules.wwii_commander.s07_movement import Journey, destinations
from pbem_rules.wwii_commander.s08_aftermath import AWAY, STAND
from pbem_rules.wwii_commander.s08_chances import Combat
from pbem_rules.wwii_commander.s12_victory import cannot_exit
from pbem_rules.wwii_commander.sheets import MoveLine, TurnLine
from pbem_rules.wwii_commander.standing import best_refuge, losses
from pbem_rules.wwii_commander.table import Commander, Unit, units_in


def staff(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """Whatever is asked."""
    return ANSWERS[decision.topic](view, decision)


MOODY = 150
"""How far moods go: a point and a half."""
PATIENCE = {"german": 0, "allied": 4}
"""One idea of so many is to wait; none for who must get somewhere."""


# Turns


@frozen(slots=False)
class TurnPlan:
    """A turn it thinks of, and what it thinks of it."""

    value: int
    line: TurnLine
    units: Sequence[Unit]
    ways: dict[str, dict[str, Journey]]
    target: str


def turns(view: View, decision: Decision) -> Pick:
    """The best turn.  The surprise turns are answered one by one, as they come."""
    if view.table.stage == "surprise" and decision.facts.get("again") != "need":
        return Part(decision.topic)
    return Part(decision.topic, (best_turn(view.table, view.side),))


def ideas(view: View, decision: Decision) -> Idea | None:
    """Turns that are nearly as good, of plans that are made once; the rest is not thought about."""
    if decision.topic != "turns" or (view.table.stage == "surprise" and decision.facts.get("again") != "need"):
        return None
    table, outlook = view.table, Outlook(view.table, view.side)
    plans = turn_plans(outlook)

    def idea(chooser: Chooser) -> tuple[Order, ...]:
        mood = some_mood(chooser, MOODY, 0)
        plan = best_of(plans, mood)
        if plan is None or (may_pass(table, view.side) and waits(view.side, plan, chooser)):
            return (TurnLine(turn="pass"),)
        return (plan.line if not chooser.number(3) else planned_again(outlook, plan, mood).line,)

    return idea


def waits(side: str, plan: TurnPlan, chooser: Chooser) -> bool:
    """Whether to pass is an idea: where nothing is worth while, and now and then for who gains by coming last."""
    likely = 2 if plan.value <= 0 else PATIENCE[side]
    return likely > 0 and not chooser.number(likely)


def best_turn(table: Commander, side: str) -> TurnLine:
    """The activation with the highest value; a pass where that is allowed and nothing is worth while."""
    best = best_of(turn_plans(Outlook(table, side)))
    if best is None or (best.value <= 0 and may_pass(table, side)):
        return TurnLine(turn="pass")
    return best.line


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


def plans_for(outlook: Outlook, space: str, units: Sequence[Unit]) -> list[TurnPlan]:
    """Each unit stays or goes where it likes best; or as many as can go for one target."""
    ways = {unit.id: destinations(outlook.table, unit) for unit in units}
    enemies = FOE[outlook.side]
    targets = sorted({goal for found in ways.values() for goal in found if outlook.lay.has(goal, enemies)})
    return [Planner(outlook, space, ways, target).plan(units) for target in ["", *targets]]


@mutable(slots=False)
class Planner:
    """A turn as it takes shape, unit by unit."""

    outlook: Outlook
    space: str
    ways: dict[str, dict[str, Journey]]
    target: str
    mood: Mood = EVEN
    moves: list[MoveLine] = field(default_factory=list)
    sent: list[Unit] = field(default_factory=list)
    staying: list[Unit] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    """Where others of this turn have gone."""
    crossed: list[str] = field(default_factory=list)
    gone: int = 0
    """The strength that has left the space in this turn."""
    value: int = 0

    def plan(self, units: Sequence[Unit]) -> TurnPlan:
        """The strongest choose first; then the combats are weighed, and what is left behind."""
        for unit in sorted(units, key=_strongest):
            route = self.ways[unit.id].get(self.target)
            if exit_pays(self.outlook.table, unit):
                self.moves.append(MoveLine(unit=unit.id, way="exit"))
                self.value += POINT * unit.strength
            elif route is not None and self.has_room(unit, route):
                self.moves.append(line_for(unit, route))
                self.sent.append(unit)
                self.leave(unit)
            else:
                self.settle(unit)
        self.value += attack_value(self.outlook, self.target, self.sent)
        self.value += contact_value(self.outlook, self.space, self.staying)
        self.value += left_behind(self.outlook, self.space, units, self.staying)
        line = TurnLine(activate=self.space, move=tuple(self.moves), fight=(self.target,) if self.sent else ())
        return TurnPlan(self.value, line, units, self.ways, self.target)

    def has_room(self, unit: Unit, route: Journey) -> bool:
        """7.6, 7.7 Whether one more can go for the target; a river border is then used up."""
        last, lay = (unit.space, *route.spaces)[-2], self.outlook.lay
        if lay.counts.get((self.target, unit.side), 0) + len(self.sent) >= limit("stack"):
            return False
        if the_map().river(last, self.target):
            border = border_name(last, self.target)
            if border in self.crossed:
                return False
            self.crossed.append(border)
        return True

    def settle(self, unit: Unit) -> None:
        """The best space without enemies, or where it is."""
        foe, lay = FOE[unit.side], self.outlook.lay
        free = [goal for goal in self.ways[unit.id] if goal not in self.taken and not lay.has(goal, foe)]
        options = [unit.space, *(goal for goal in free if not lay.full(goal, unit.side))]
        worths = {goal: self.outlook.worth_at(unit, goal, self.gone) for goal in options}
        likes = {goal: self.mood.about(unit.id, goal) for goal in options} if self.mood is not EVEN else {}
        goal = max(options, key=lambda goal: worths[goal] + self.outlook.capture(goal) + likes.get(goal, 0))
        self.value += worths[goal] - worths[unit.space]
        if goal == unit.space:
            self.staying.append(unit)
        else:
            self.moves.append(line_for(unit, self.ways[unit.id][goal]))
            self.taken.append(goal)
            self.value += self.outlook.capture(goal)
            self.leave(unit)

    def leave(self, unit: Unit) -> None:
        """Who stays behind is the fewer."""
        self.gone += unit.strength


def _strongest(unit: Unit) -> tuple[int, str]:
    return -unit.dice, unit.id


def exit_pays(table: Commander, unit: Unit) -> bool:
    """12.4 Off the map for its strength in points."""
    return unit.side == "german" and table.stage == "turn" and cannot_exit(table, unit) is None


def line_for(unit: Unit, route: Journey) -> MoveLine:
    return MoveLine(unit=unit.id, to=route.spaces[-1], via=route.spaces[:-1], strategic=route.strategic)


def attack_value(outlook: Outlook, target: str, sent: Sequence[Unit]) -> int:
    """8. The combat at the target, with fresh friends who stand there."""
    if not sent:
        return 0
    table = outlook.table
    there = [unit for unit in units_in(table, target, outlook.side) if unit.fresh]
    across = not there and all(over_river(unit, target) for unit in sent)
    foes = units_in(table, target, FOE[outlook.side])
    fight = Combat(target, outlook.side, (*there, *sent), tuple(foes), across)
    return outlook.combat(fight) + sum(outlook.pull[target] - outlook.pull[unit.space] for unit in sent) // 2


def over_river(unit: Unit, target: str) -> bool:
    the = the_map()
    return the.adjacent(unit.space, target) and the.river(unit.space, target)


def contact_value(outlook: Outlook, space: str, staying: Sequence[Unit]) -> int:
    """8.1 Who stays among enemies must attack them."""
    foes = units_in(outlook.table, space, FOE[outlook.side])
    if not foes or not staying:
        return 0
    return outlook.combat(Combat(space, outlook.side, tuple(staying), tuple(foes)))


def left_behind(outlook: Outlook, space: str, units: Sequence[Unit], staying: Sequence[Unit]) -> int:
    """6.0 A space with enemies in it goes to them when all leave."""
    others = outlook.held(space) - sum(unit.strength for unit in units)
    if staying or others > 0 or not outlook.lay.has(space, FOE[outlook.side]):
        return 0
    mine = outlook.table.control[space] == outlook.side
    return -POINT * the_map().spaces[space].points - 12 if mine else 0


# Everything else


def by_standing_orders(view: View, decision: Decision) -> Pick:
    """The block of a day stays empty: each choice is asked for by itself."""
    return Part(decision.topic)


def retreat(view: View, decision: Decision) -> Pick:
    """8.9 Away where nobody would be left: a space stays its owner's as long as one strength point stands in it."""
    ways = [option for option in decision.options if option not in (STAND, AWAY)]
    hits, strength = int(str(decision.facts["hits"])), int(str(decision.facts["strength"]))
    if not ways or hits < strength:
        return STAND
    return best_refuge(ways)


def refuge(view: View, decision: Decision) -> Pick:
    return best_refuge(decision.options)


def breakthrough(view: View, decision: Decision) -> Pick:
    """8.10 To the best empty space beyond, if it is better than this."""
    outlook = Outlook(view.table, view.side)
    unit = view.table.units[str(decision.facts["unit"])]
    options = [space for space in decision.options[1:] if not outlook.lay.has(space, FOE[view.side])]
    values = {space: outlook.capture(space) + outlook.worth_at(unit, space) for space in options}
    best = max(options, key=values.__getitem__, default="")
    return best if best and values[best] > outlook.worth_at(unit, unit.space) else decision.options[0]


def enter(view: View, decision: Decision) -> Pick:
    """10.1 Where it is needed most."""
    outlook = Outlook(view.table, view.side)
    unit = view.table.units[str(decision.facts["unit"])]
    values = {space: outlook.worth_at(unit, space) for space in decision.options}
    return max(decision.options, key=values.__getitem__)


def commando(view: View, decision: Decision) -> Pick:
    """4.6 On the second day, against the strongest unit next to a German one."""
    table = view.table
    outlook = Outlook(table, "allied")
    near = [table.units[name] for name in decision.options[1:] if outlook.threat[table.units[name].space] > 4]
    ranked = strongest_first(near)
    return ranked[0] if ranked else decision.options[0]


def fuel(view: View, decision: Decision) -> Pick:
    units = [view.table.units[name] for name in decision.options]
    return tuple(nearest_meuse_first(units)[: decision.least])


def fuel_keep(view: View, decision: Decision) -> Pick:
    units = [view.table.units[name] for name in decision.options]
    return tuple(strongest_first(units)[: decision.least])


def restore(view: View, decision: Decision) -> Pick:
    """11.0 As many as there are points: those that may bring the enemy a victory point first."""
    units = sorted((view.table.units[name] for name in decision.options), key=_most_in_need)
    return tuple(unit.id for unit in units[: decision.most])


def _most_in_need(unit: Unit) -> tuple[int, int, str]:
    return -unit.data.worth, unit.strength, unit.id


ANSWERS: dict[str, Callable[[View, Decision], Pick]] = {
    "turns": turns,
    "day": by_standing_orders,
    "losses": losses,
    "retreat": retreat,
    "retreat to": refuge,
    "breakthrough": breakthrough,
    "fight": as_silence,
    "enter": enter,
    "okw": as_silence,
    "fuel": fuel,
    "fuel keep": fuel_keep,
    "restore": restore,
    "commando": commando,
}
