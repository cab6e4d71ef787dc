"""What the bot thinks of a position and of a turn: whole numbers, a hundred for a victory point or so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache

from pbem.ruleset import mutable
from pbem_rules.wwii_commander.board import DATA, FOE, limit, the_calendar, the_map, the_scenario
from pbem_rules.wwii_commander.bot_temper import Temper
from pbem_rules.wwii_commander.s08_chances import Combat, chance_of, ground_takes
from pbem_rules.wwii_commander.table import Commander, Lay, Unit, strength_of

PULL = 60
"""How strongly a victory point draws units from afar."""
FADING = 6
"""In tenths: how much of that is left one space further away."""
DANGER = 24
"""More strength of enemies than so much is not feared more."""
OUT = 300
"""What it costs a German to stand where he will have no supply."""

Aims = tuple[int, int, str]
"""What the side is after in the race: points for a space beside the Meuse, points for one space, and which."""
BY_POINTS: Aims = (0, 0, "")


@mutable(slots=False)
class Outlook:
    """A position as one side sees it, worked out once for all the turns it thinks of."""

    table: Commander
    side: str
    temper: Temper
    lay: Lay = field(init=False)
    strength: dict[tuple[str, str], int] = field(init=False)
    present: dict[tuple[str, str], list[Unit]] = field(init=False)
    points: dict[str, int] = field(init=False)
    supplied: frozenset[str] = field(init=False)
    pull: dict[str, int] = field(init=False)
    threat: dict[str, int] = field(init=False)
    lure: dict[str, int] = field(init=False)
    _reached: bool | None = None

    def __post_init__(self) -> None:
        self.present = {}
        for _, unit in sorted(self.table.units.items()):
            if unit.space:
                self.present.setdefault((unit.space, unit.side), []).append(unit)
        self.lay = Lay({key: len(units) for key, units in self.present.items()}, self.table.control)
        self.strength = {key: strength_of(units) for key, units in self.present.items()}
        self.points = stakes(self.aims)
        self.supplied = supplied_spaces(self.table.control, self.side)
        self.pull = pull_of(self.table.control, self.side, self.aims)
        self.lure = pull_of(self.table.control, FOE[self.side], self.aims)
        self.threat = self._threat()

    @property
    def aims(self) -> Aims:
        """By the map's points alone, but for a racer in the race."""
        draw = the_scenario(self.table.scenario).draw
        return (self.temper.river, self.temper.draw, draw) if self.temper.river and draw else BY_POINTS

    def _threat(self) -> dict[str, int]:
        """The strength of enemies within two spaces, those next door twice."""
        foes = {space: strength for (space, side), strength in self.strength.items() if side == FOE[self.side]}
        return {
            space: sum(
                strength * (3 - far_from(space)[foe]) for foe, strength in foes.items() if far_from(space)[foe] < 3
            )
            for space in the_map().spaces
        }

    @property
    def reached(self) -> bool:
        """13.0 Whether the race would be the German's if it ended now."""
        if self._reached is None:
            at_meuse = [space for space in the_map().by_the_meuse if self.lay.has(space, "german")]
            self._reached = bool(at_meuse) and any_supplied(self.table.control, at_meuse)
        return self._reached

    def who(self, space: str, side: str) -> list[Unit]:
        return self.present.get((space, side), [])

    def held(self, space: str) -> int:
        return self.strength.get((space, self.side), 0)

    def cover(self, space: str, strength: int) -> int:
        """What so much strength is worth in a space: what stands there, and what the enemy wants behind it."""
        importance = self.temper.care + 40 * self.points[space] + self.lure[space]
        danger = min(self.threat[space], DANGER)
        return self.temper.watch * importance * danger * strength // (1000 * (strength + self.temper.half))

    def risk(self, space: str, strength: int) -> int:
        """What may be lost where the enemy is much stronger."""
        return self.temper.risk * max(0, self.threat[space] - 4 * strength) * min(strength, 4) // 10

    def worth_at(self, unit: Unit, space: str, gone: int = 0) -> int:
        """What a unit is worth in a space, beside the others of its side there, less those who have gone from it."""
        there = self.held(space) - (unit.strength + gone if unit.space == space else 0)
        value = self.cover(space, there + unit.strength) - self.cover(space, there) if self.threat[space] else 0
        value += self.pull[space] * unit.strength * self.temper.drive // 16
        value -= self.risk(space, there + unit.strength)
        if self.side == "german" and self.table.day >= the_calendar().supply_from["german"] - 1:
            near = space in self.supplied or any(n in self.supplied for n in the_map().neighbours(space))
            value -= 0 if near else OUT
        return value

    def capture(self, space: str) -> int:
        """What it brings to take a space."""
        if self.table.control[space] == self.side:
            return 0
        return self.temper.point * self.points[space] + self.temper.ground

    def combat(self, combat: Combat) -> int:
        """Hits given against hits taken, and the space if all defenders must fall."""
        dealt = sum(unit.dice * chance_of(self.table, combat, unit)[0] for unit in combat.attackers)
        taken = sum(unit.dice * chance_of(self.table, combat, unit)[0] for unit in combat.defenders)
        die, defence = limit("die"), strength_of(list(combat.defenders))
        gives = min(max(dealt - die * ground_takes(self.table, combat), 0), die * defence)
        takes = min(taken, die * strength_of(list(combat.attackers)))
        temper = self.temper
        value = temper.strength * (100 * gives - temper.hurt * takes) // (100 * die)
        prize = self.capture(combat.space)
        value += temper.share * prize * gives // (10 * die * max(defence, 1))
        if temper.sure or temper.kill:
            spoils = temper.kill * sum(unit.data.worth for unit in combat.defenders)
            value += (temper.sure * prize // 10 + spoils) * self.clearing(combat, defence) // 1000
        return value

    def clearing(self, combat: Combat, defence: int) -> int:
        """In a thousand: how likely the attackers' hits are enough for all that stands against them."""
        dice = sorted((unit.dice, chance_of(self.table, combat, unit)[0]) for unit in combat.attackers)
        return enough(tuple(dice), limit("die"), defence + ground_takes(self.table, combat))


def pull_of(control: Mapping[str, str], side: str, aims: Aims = BY_POINTS) -> dict[str, int]:
    """How much each space is drawn to what a side wants and has not."""
    return {
        space: next((strength for strength, goal in draws if control[goal] != side), 0)
        for space, draws in all_draws(aims).items()
    }


@cache
def enough(dice: tuple[tuple[int, int], ...], die: int, hits: int) -> int:
    """In a thousand: how likely so many hits or more are, of so many dice with such chances."""
    ways = [1]
    for number, chance in dice:
        for _ in range(number):
            less = [way * (die - chance) for way in ways]
            ways = [one + other * chance for one, other in zip([*less, 0], [0, *ways], strict=True)]
    return 1000 * sum(ways[hits:]) // sum(ways)


def supplied_spaces(control: Mapping[str, str], side: str) -> frozenset[str]:
    """The spaces from which a way of friendly-controlled spaces leads to a friendly edge, these included."""
    the = the_map()
    found = [space for space in the.edges_of(side) if control[space] == side]
    for space in found:
        found += [near for near in the.neighbours(space) if control[near] == side and near not in found]
    return frozenset(found)


def any_supplied(control: Mapping[str, str], spaces: Sequence[str]) -> bool:
    """9.1 Whether a German in one of these spaces, friendly or not, has a way of friendly spaces to the east."""
    supplied = supplied_spaces(control, "german")
    return any(space in supplied or any(near in supplied for near in the_map().neighbours(space)) for space in spaces)


@DATA.cached
def stakes(aims: Aims) -> dict[str, int]:
    """What each space is worth in points, or in what counts for them in the race."""
    river, draw, where = aims
    spaces = sorted(the_map().spaces.items())
    if not river:
        return {name: space.points for name, space in spaces}
    return {name: river * (space.meuse != "no") + draw * (name == where) for name, space in spaces}


@DATA.cached
def worths(aims: Aims) -> dict[str, int]:
    """What each space draws: its points, and for those at the Meuse a little more."""
    points = stakes(aims)
    if aims[0]:
        return {name: PULL * stake for name, stake in points.items()}
    return {
        name: PULL * (2 * points[name] + (space.meuse != "no") + 3 * space.exit) // 2
        for name, space in sorted(the_map().spaces.items())
    }


@DATA.cached
def all_draws(aims: Aims) -> dict[str, tuple[tuple[int, str], ...]]:
    """For every space what each goal draws there, the strongest first."""
    goals = worths(aims)
    return {
        space: tuple(
            sorted(((worth * fade(far_from(space)[goal]) // 1000, goal) for goal, worth in goals.items()), reverse=True)
        )
        for space in goals
    }


@DATA.cached
def far_from(start: str) -> dict[str, int]:
    """Steps to every space."""
    far, edge = {start: 0}, [start]
    for here in edge:
        for there in the_map().neighbours(here):
            if there not in far:
                far[there] = far[here] + 1
                edge.append(there)
    return far


@cache
def fade(steps: int) -> int:
    """What is left of a thousand after so many steps."""
    left = 1000
    for _ in range(steps):
        left = left * FADING // 10
    return left
