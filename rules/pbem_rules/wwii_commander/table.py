"""What lies on the table.  Nothing in this game is hidden."""

from __future__ import annotations

from dataclasses import field

from pbem.ruleset import frozen, record
from pbem_rules.wwii_commander.board import FOE, UnitData, limit, the_calendar, the_map, the_units

Fate = str
"""What became of a unit: empty while it waits or fights, else `lost` or `exited`."""


@record
class Unit:
    id: str
    space: str = ""
    """Empty: not on the map."""
    strength: int = 0
    spent: bool = False
    """It bears an activation cube."""
    supplied: bool = True
    fuelled: bool = True
    delayed: bool = False
    fate: Fate = ""

    @property
    def data(self) -> UnitData:
        return the_units()[self.id]

    @property
    def side(self) -> str:
        return the_units()[self.id].side

    @property
    def kind(self) -> str:
        return the_units()[self.id].kind

    @property
    def able(self) -> bool:
        """9.2, 9.4 Neither out of supply nor out of fuel."""
        return self.supplied and self.fuelled

    @property
    def fresh(self) -> bool:
        """4.8 On the map, without a cube, and able to act."""
        return bool(self.space) and not self.spent and self.able

    @property
    def dice(self) -> int:
        """8.2 One for each strength point, and the bonus die."""
        return self.strength + self.data.bonus

    @property
    def is_armor(self) -> bool:
        return self.kind == "armor"

    @property
    def is_mechanized(self) -> bool:
        """9.4 What burns fuel: armor and mechanized infantry."""
        return self.kind != "infantry"


@record
class Commander:
    scenario: str
    options: dict[str, str]
    units: dict[str, Unit]
    control: dict[str, str]
    stage: str = "surprise"
    """surprise, day (its start), turn or over."""
    day: int = 16
    box: int = 0
    """4.10 The time track's box that the marker is in."""
    side: str = "german"
    """Whose turn it is."""
    passed: bool = False
    """4.9 The last turn of this day was a pass."""
    activated: str = ""
    """4.8 The space selected in the present turn."""
    active: list[str] = field(default_factory=list)
    """The units activated in the present turn."""
    crossed: list[str] = field(default_factory=list)
    """7.7 The river borders used in this turn to enter a space with enemies."""
    over_river: list[str] = field(default_factory=list)
    """8.5 The units that came to where they are over a river in this turn."""
    points: int = 0
    crossing_scored: bool = False
    meuse_reached: bool = False
    commando_done: bool = False
    winner: str = ""
    """A side, or `draw`."""
    won_by: str = ""

    @property
    def foe(self) -> str:
        return FOE[self.side]

    @property
    def surprise(self) -> bool:
        """5.1 to 5.3 The surprise turns, and all of December 16."""
        return self.day <= the_calendar().surprise_until

    @property
    def initiative(self) -> str:
        return the_calendar().initiative(self.day)


def units_of(table: Commander, side: str) -> list[Unit]:
    """A side's units on the map, in the order of their ids."""
    units = table.units
    return [units[name] for name in sorted(name for name, unit in units.items() if unit.space and unit.side == side)]


def units_in(table: Commander, space: str, side: str) -> list[Unit]:
    """A side's units in a space, in the order of their ids."""
    here = [name for name, unit in table.units.items() if unit.space == space and unit.side == side]
    return [table.units[name] for name in sorted(here)]


def contested(table: Commander, space: str) -> bool:
    """6.0 Units of both sides are in it."""
    sides = {unit.side for unit in table.units.values() if unit.space == space}
    return len(sides) == 2


@frozen(slots=False)
class Lay:
    """Who stands where, worked out once for many questions."""

    counts: dict[tuple[str, str], int]
    control: dict[str, str]

    def has(self, space: str, side: str) -> bool:
        return (space, side) in self.counts

    def contested(self, space: str) -> bool:
        return self.has(space, "german") and self.has(space, "allied")

    def full(self, space: str, side: str) -> bool:
        """7.6"""
        return self.counts.get((space, side), 0) >= limit("stack")

    def without(self, unit: Unit) -> Lay:
        """The same, as it is once a unit has set out."""
        key = unit.space, unit.side
        left = {place: count for place, count in self.counts.items() if place != key}
        return Lay(left | ({key: self.counts[key] - 1} if self.counts[key] > 1 else {}), self.control)

    def safe(self, space: str, side: str) -> bool:
        """Friendly-controlled, and no enemy in it."""
        return self.control[space] == side and not self.has(space, FOE[side])


def lay_of(table: Commander) -> Lay:
    counts: dict[tuple[str, str], int] = {}
    for unit in table.units.values():
        if unit.space:
            key = unit.space, unit.side
            counts[key] = counts.get(key, 0) + 1
    return Lay(counts, table.control)


def room(table: Commander, space: str, side: str) -> int:
    """7.6 How many more units of a side may end in a space."""
    return limit("stack") - len(units_in(table, space, side))


def strength_of(units: list[Unit]) -> int:
    return sum(unit.strength for unit in units)


def across_the_meuse(space: str) -> bool:
    return the_map().spaces[space].meuse == "far"
