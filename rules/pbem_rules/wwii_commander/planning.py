"""A turn as a bot thinks of it: whom it activates, where each of them goes, whom they fight, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from pbem.craft.moods import EVEN, Mood
from pbem.ruleset import frozen, mutable
from pbem_rules.wwii_commander.board import FOE, border_name, limit, the_map
from pbem_rules.wwii_commander.closing import RaceDay
from pbem_rules.wwii_commander.judgement import Outlook
from pbem_rules.wwii_commander.s07_movement import Journey, destinations
from pbem_rules.wwii_commander.s08_chances import Combat
from pbem_rules.wwii_commander.s12_victory import cannot_exit
from pbem_rules.wwii_commander.sheets import MoveLine, TurnLine
from pbem_rules.wwii_commander.table import Commander, Unit

Ways = dict[str, dict[str, Journey]]
"""Where each unit can go, and how."""


@frozen(slots=False)
class TurnPlan:
    """A turn it thinks of, and what it thinks of it."""

    value: int
    line: TurnLine
    units: Sequence[Unit]
    ways: Ways
    target: str


def plans_for(outlook: Outlook, space: str, units: Sequence[Unit]) -> list[TurnPlan]:
    """Each unit stays or goes where it likes best; or as many as can go for one target."""
    ways = {unit.id: destinations(outlook.table, unit, outlook.lay) for unit in units}
    enemies = FOE[outlook.side]
    targets = sorted({goal for found in ways.values() for goal in found if outlook.lay.has(goal, enemies)})
    return [Planner(outlook, space, ways, target).plan(units) for target in ["", *targets]]


@mutable(slots=False)
class Planner:
    """A turn as it takes shape, unit by unit."""

    outlook: Outlook
    space: str
    ways: Ways
    target: str
    mood: Mood = EVEN
    moves: list[MoveLine] = field(default_factory=list)
    routes: list[tuple[Unit, Journey]] = field(default_factory=list)
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
                self.value += self.outlook.temper.point * unit.strength
            elif route is not None and self.has_room(unit, route):
                self.go(unit, route)
                self.sent.append(unit)
            else:
                self.settle(unit)
        fights = [*attack(self.outlook, self.target, self.sent), *contact(self.outlook, self.space, self.staying)]
        self.value += sum(self.outlook.combat(fight) for fight in fights)
        self.value += drawn(self.outlook, self.target, self.sent)
        self.value += left_behind(self.outlook, self.space, units, self.staying)
        if self.outlook.temper.reach:
            day = RaceDay(self.outlook)
            self.value += day.brings(self.space, self.routes, fights, abandoned=not self.staying)
            self.value -= day.spends(self.space, units)
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
            self.taken.append(goal)
            self.value += self.outlook.capture(goal)
            self.go(unit, self.ways[unit.id][goal])

    def go(self, unit: Unit, route: Journey) -> None:
        """Who stays behind is the fewer."""
        self.moves.append(line_for(unit, route))
        self.routes.append((unit, route))
        self.gone += unit.strength


def _strongest(unit: Unit) -> tuple[int, str]:
    return -unit.dice, unit.id


def exit_pays(table: Commander, unit: Unit) -> bool:
    """12.4 Off the map for its strength in points."""
    return unit.side == "german" and table.stage == "turn" and cannot_exit(table, unit) is None


def line_for(unit: Unit, route: Journey) -> MoveLine:
    return MoveLine(unit=unit.id, to=route.spaces[-1], via=route.spaces[:-1], strategic=route.strategic)


def attack(outlook: Outlook, target: str, sent: Sequence[Unit]) -> Iterator[Combat]:
    """8. The combat at the target, with fresh friends who stand there."""
    if sent:
        there = [unit for unit in outlook.who(target, outlook.side) if unit.fresh]
        across = not there and all(over_river(unit, target) for unit in sent)
        yield Combat(target, outlook.side, (*there, *sent), tuple(outlook.who(target, FOE[outlook.side])), across)


def drawn(outlook: Outlook, target: str, sent: Sequence[Unit]) -> int:
    """How much nearer those who attack come to what they want."""
    return sum(outlook.pull[target] - outlook.pull[unit.space] for unit in sent) // 2


def over_river(unit: Unit, target: str) -> bool:
    the = the_map()
    return the.adjacent(unit.space, target) and the.river(unit.space, target)


def contact(outlook: Outlook, space: str, staying: Sequence[Unit]) -> Iterator[Combat]:
    """8.1 Who stays among enemies must attack them."""
    foes = outlook.who(space, FOE[outlook.side])
    if foes and staying:
        yield Combat(space, outlook.side, tuple(staying), tuple(foes))


def left_behind(outlook: Outlook, space: str, units: Sequence[Unit], staying: Sequence[Unit]) -> int:
    """6.0 A space with enemies in it goes to them when all leave."""
    others = outlook.held(space) - sum(unit.strength for unit in units)
    if staying or others > 0 or not outlook.lay.has(space, FOE[outlook.side]):
        return 0
    mine = outlook.table.control[space] == outlook.side
    return -outlook.temper.point * outlook.points[space] - outlook.temper.ground if mine else 0
