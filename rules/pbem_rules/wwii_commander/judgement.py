"""What the bot thinks of a position and of a turn: whole numbers, a hundred for a victory point or so."""

from __future__ import annotations

from dataclasses import field
from functools import cache

from pbem.ruleset import mutable
from pbem_rules.wwii_commander.board import DATA, FOE, limit, the_calendar, the_map
from pbem_rules.wwii_commander.s08_chances import Combat, chance_of, ground_takes
from pbem_rules.wwii_commander.table import Commander, Lay, Unit, lay_of, strength_of

POINT = 100
"""What a victory point is worth to either side."""
STRENGTH = 35
"""What a strength point is worth, with the chance of a point for an elimination."""
PULL = 60
"""How strongly a victory point draws units from afar."""
WATCH = {"german": 3, "allied": 300}
"""How much it is worth to stand where the enemy may come."""
RISK = {"german": 0, "allied": 4}
"""How much it counts against a space that the enemy is stronger around it."""
DRIVE = {"german": 4, "allied": 1}
"""How much it is worth to come nearer to what the enemy holds."""
FADING = 6
"""In tenths: how much of that is left one space further away."""


@mutable(slots=False)
class Outlook:
    """A position as one side sees it, worked out once for all the turns it thinks of."""

    table: Commander
    side: str
    lay: Lay = field(init=False)
    strength: dict[tuple[str, str], int] = field(init=False)
    supplied: frozenset[str] = field(init=False)
    pull: dict[str, int] = field(init=False)
    threat: dict[str, int] = field(init=False)
    lure: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.lay = lay_of(self.table)
        self.strength = {}
        for unit in self.table.units.values():
            if unit.space:
                key = unit.space, unit.side
                self.strength[key] = self.strength.get(key, 0) + unit.strength
        self.supplied = supplied_spaces(self.table, self.side)
        self.pull = self._pull(self.side)
        self.lure = self._pull(FOE[self.side])
        self.threat = self._threat()

    def _pull(self, side: str) -> dict[str, int]:
        """How much each space is drawn to what a side wants and has not."""
        control = self.table.control
        return {
            space: next((strength for strength, goal in draws if control[goal] != side), 0)
            for space, draws in all_draws().items()
        }

    def _threat(self) -> dict[str, int]:
        """The strength of enemies within two spaces, those next door twice."""
        foes = {space: strength for (space, side), strength in self.strength.items() if side == FOE[self.side]}
        return {
            space: sum(
                strength * (3 - far_from(space)[foe]) for foe, strength in foes.items() if far_from(space)[foe] < 3
            )
            for space in worths()
        }

    def held(self, space: str) -> int:
        return self.strength.get((space, self.side), 0)

    def cover(self, space: str, strength: int) -> int:
        """What so much strength is worth in a space: what stands there, and what the enemy wants behind it."""
        importance = 20 + 40 * the_map().spaces[space].points + self.lure[space]
        weight = WATCH[self.side]
        danger = min(self.threat[space], 24)
        return weight * importance * danger * strength // (1000 * (strength + 3))

    def risk(self, space: str, strength: int) -> int:
        """What may be lost where the enemy is much stronger."""
        return RISK[self.side] * max(0, self.threat[space] - 4 * strength) * min(strength, 4) // 10

    def worth_at(self, unit: Unit, space: str, gone: int = 0) -> int:
        """What a unit is worth in a space, beside the others of its side there, less those who have gone from it."""
        there = self.held(space) - (unit.strength + gone if unit.space == space else 0)
        value = self.cover(space, there + unit.strength) - self.cover(space, there)
        value += self.pull[space] * unit.strength * DRIVE[self.side] // 16
        value -= self.risk(space, there + unit.strength)
        if self.side == "german" and self.table.day >= the_calendar().supply_from["german"] - 1:
            near = space in self.supplied or any(n in self.supplied for n in the_map().neighbours(space))
            value -= 0 if near else 3 * POINT
        return value

    def capture(self, space: str) -> int:
        """What it brings to take a space."""
        if self.table.control[space] == self.side:
            return 0
        return POINT * the_map().spaces[space].points + 12

    def combat(self, combat: Combat) -> int:
        """Hits given against hits taken, and the space if all defenders must fall."""
        dealt = sum(unit.dice * chance_of(self.table, combat, unit)[0] for unit in combat.attackers)
        taken = sum(unit.dice * chance_of(self.table, combat, unit)[0] for unit in combat.defenders)
        die, defence = limit("die"), strength_of(list(combat.defenders))
        gives = min(max(dealt - die * ground_takes(self.table, combat), 0), die * defence)
        takes = min(taken, die * strength_of(list(combat.attackers)))
        value = STRENGTH * (gives - takes) // die
        value += self.capture(combat.space) * gives // (die * max(defence, 1))
        return value


def supplied_spaces(table: Commander, side: str) -> frozenset[str]:
    """The spaces from which a way of friendly-controlled spaces leads to a friendly edge, these included."""
    the = the_map()
    found = [space for space in the.edges_of(side) if table.control[space] == side]
    for space in found:
        found += [near for near in the.neighbours(space) if table.control[near] == side and near not in found]
    return frozenset(found)


@DATA.cached
def worths() -> dict[str, int]:
    """What each space draws: its points, and for those at the Meuse a little more."""
    return {
        name: PULL * (2 * space.points + (space.meuse != "no") + 3 * space.exit) // 2
        for name, space in sorted(the_map().spaces.items())
    }


@DATA.cached
def all_draws() -> dict[str, tuple[tuple[int, str], ...]]:
    """For every space what each goal draws there, the strongest first."""
    return {
        space: tuple(
            sorted(
                ((worth * fade(far_from(space)[goal]) // 1000, goal) for goal, worth in worths().items()), reverse=True
            )
        )
        for space in worths()
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
