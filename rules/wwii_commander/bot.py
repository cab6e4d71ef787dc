"""A player that a newcomer can lose to: it weighs every activation by points, strength, supply and what threatens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.ruleset import Chooser, Decision, Part, Pick, View
from rules.wwii_commander.board import FOE, border_name, limit, the_map
from rules.wwii_commander.judgement import POINT, Outlook
from rules.wwii_commander.ranking import nearest_meuse_first, strongest_first
from rules.wwii_commander.s04_turns import activatable, may_pass
from rules.wwii_commander.s07_movement import Route, destinations
from rules.wwii_commander.s08_aftermath import APART, STAND
from rules.wwii_commander.s08_chances import Combat
from rules.wwii_commander.s12_victory import cannot_exit
from rules.wwii_commander.sheets import MoveLine, TurnLine
from rules.wwii_commander.standing import best_refuge, default_losses
from rules.wwii_commander.table import Bulge, Unit, units_in


def staff(view: View, decision: Decision, chooser: Chooser) -> Pick:
    """Whatever is asked."""
    return ANSWERS[decision.topic](view, decision)


# Turns


@dataclass(frozen=True)
class Plan:
    """A turn it thinks of, and what it thinks of it."""

    value: int
    line: TurnLine


def turns(view: View, decision: Decision) -> Pick:
    """The best turn.  The surprise turns are answered one by one, as they come."""
    if view.table.stage == "surprise" and decision.facts.get("again") != "need":
        return Part(decision.topic)
    return Part(decision.topic, (best_turn(view.table, view.side),))


def best_turn(table: Bulge, side: str) -> TurnLine:
    """The activation with the highest value; a pass where that is allowed and nothing is worth while."""
    outlook = Outlook(table, side)
    plans = [plan for space, units in activatable(table, side).items() for plan in plans_for(outlook, space, units)]
    best = max(plans, key=_value, default=None)
    if best is None or (best.value <= 0 and may_pass(table, side)):
        return TurnLine(turn="pass")
    return best.line


def _value(plan: Plan) -> tuple[int, str]:
    return plan.value, plan.line.activate


def plans_for(outlook: Outlook, space: str, units: Sequence[Unit]) -> list[Plan]:
    """All stay; each goes where it likes best; or as many as can go for one target."""
    ways = {unit.id: destinations(outlook.table, unit) for unit in units}
    enemies = FOE[outlook.side]
    targets = sorted({goal for found in ways.values() for goal in found if outlook.lay.has(goal, enemies)})
    goals: list[str] = ["", *targets]
    return [plan_for(outlook, space, units, ways, goal) for goal in goals]


def plan_for(
    outlook: Outlook, space: str, units: Sequence[Unit], ways: dict[str, dict[str, Route]], target: str
) -> Plan:
    """One plan: units that can join the attack on the target do, the others go or stay as suits them."""
    table, value, moves, sent = outlook.table, 0, list[MoveLine](), list[Unit]()
    staying: list[Unit] = []
    gone: dict[str, int] = {}
    used: list[str] = []
    for unit in sorted(units, key=_strongest):
        route = ways[unit.id].get(target)
        if exit_pays(table, unit):
            value += POINT * unit.strength
            moves.append(MoveLine(unit=unit.id, way="exit"))
        elif route is not None and joins(outlook, unit, route, target, sent, used):
            sent.append(unit)
            moves.append(line_for(unit, route))
        else:
            goal = quiet_goal(outlook, unit, ways[unit.id], gone)
            if goal == space:
                staying.append(unit)
            else:
                moves.append(line_for(unit, ways[unit.id][goal]))
                value += outlook.capture(goal)
                gone[goal] = gone.get(goal, 0) + unit.strength
            value += outlook.stay_value(unit, goal, there=gone.get(goal, 0) - unit.strength * (goal != space))
            value -= outlook.stay_value(unit, space, there=outlook.held(space) - unit.strength)
    value += attack_value(outlook, target, sent) + contact_value(outlook, space, staying)
    value += left_behind(outlook, space, units, staying)
    return Plan(value, TurnLine(activate=space, move=tuple(moves), fight=(target,) if sent else ()))


def _strongest(unit: Unit) -> tuple[int, str]:
    return -unit.dice, unit.id


def exit_pays(table: Bulge, unit: Unit) -> bool:
    """12.4 Off the map for its strength in points."""
    return unit.side == "german" and table.stage == "turn" and cannot_exit(table, unit) is None


def joins(outlook: Outlook, unit: Unit, route: Route, target: str, sent: Sequence[Unit], used: list[str]) -> bool:
    """7.6, 7.7 Whether one more can go there in this turn; a river border is then used up."""
    last = (unit.space, *route.spaces)[-2]
    if outlook.lay.counts.get((target, outlook.side), 0) + len(sent) >= limit("stack"):
        return False
    if the_map().river(last, target):
        border = border_name(last, target)
        if border in used:
            return False
        used.append(border)
    return True


def quiet_goal(outlook: Outlook, unit: Unit, ways: dict[str, Route], gone: dict[str, int]) -> str:
    """The best space without enemies, the one it stands in among them."""
    options = [unit.space]
    for goal in ways:
        full = outlook.lay.full(goal, unit.side) or goal in gone
        if not outlook.lay.has(goal, FOE[unit.side]) and not full:
            options.append(goal)
    values = {
        goal: outlook.stay_value(unit, goal, there=outlook.held(goal) - unit.strength * (goal == unit.space))
        + outlook.capture(goal)
        for goal in options
    }
    return max(options, key=lambda goal: (values[goal], goal == unit.space, goal))


def line_for(unit: Unit, route: Route) -> MoveLine:
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
    """8.9 Away from a space that those who are left could not hold, unless its points are worth the fight."""
    ways = [option for option in decision.options if option not in (STAND, APART)]
    hits, strength = int(str(decision.facts["hits"])), int(str(decision.facts["strength"]))
    space = str(decision.facts["space"])
    worth = the_map().spaces[space].points if view.table.control[space] == view.side else 0
    holds = hits < strength and (worth > 1 or 2 * hits <= strength)
    if not ways or holds:
        return STAND
    return best_refuge(ways)


def refuge(view: View, decision: Decision) -> Pick:
    return best_refuge(decision.options)


def breakthrough(view: View, decision: Decision) -> Pick:
    """8.10 To the best empty space beyond, if it is better than this."""
    outlook = Outlook(view.table, view.side)
    unit = view.table.units[str(decision.facts["unit"])]
    options = [space for space in decision.options[1:] if not outlook.lay.has(space, FOE[view.side])]
    values = {space: outlook.capture(space) + outlook.stay_value(unit, space, there=0) for space in options}
    here = outlook.stay_value(unit, unit.space, there=0)
    best = max(options, key=lambda space: (values[space], space), default="")
    return best if best and values[best] > here else decision.options[0]


def enter(view: View, decision: Decision) -> Pick:
    """10.1 Where it is needed most."""
    outlook = Outlook(view.table, view.side)
    unit = view.table.units[str(decision.facts["unit"])]
    return max(decision.options, key=lambda space: (outlook.stay_value(unit, space, there=outlook.held(space)), space))


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


def silence(view: View, decision: Decision) -> Pick:
    """What silence means is good enough."""
    return decision.otherwise if decision.otherwise is not None else decision.options[0]


ANSWERS: dict[str, Callable[[View, Decision], Pick]] = {
    "turns": turns,
    "day": by_standing_orders,
    "losses": default_losses,
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
