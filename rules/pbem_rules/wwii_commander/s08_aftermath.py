"""8. Retreat and breakthrough.  Cases 8.9 and 8.10."""

from __future__ import annotations

from itertools import combinations

from pbem.craft.sayings import many
from pbem.ruleset import Umpire
from pbem_rules.wwii_commander.board import FOE, border_name, the_map
from pbem_rules.wwii_commander.events import BrokeThrough, NotUsed, Retreated, RetreatOrdered
from pbem_rules.wwii_commander.s07_movement import arrive, cannot_cross_meuse, watch_meuse
from pbem_rules.wwii_commander.s08_chances import Combat
from pbem_rules.wwii_commander.sheets import BreakLine
from pbem_rules.wwii_commander.table import Commander, Unit, lay_of, room, units_in

Facts = dict[str, str | int | tuple[str, ...]]

STAND = "stand"
AWAY = "away"
"""To retreat, and say for each unit where to."""
STAY = "stay"


# 8.9 Retreat


def ask_retreat(table: Commander, umpire: Umpire, combat: Combat, hits: int) -> str:
    """8.9 Whether the defenders give way for one hit less, and where to: STAND, a space for all, or AWAY."""
    options = retreat_options(table, combat, hits)
    units = tuple(unit.id for unit in combat.defenders)
    left = sum(unit.strength for unit in combat.defenders)
    facts: Facts = {"hits": hits, "space": combat.space, "units": units, "strength": left}
    prompt = f"{' and '.join(units)} in {combat.space}: {hits} of {many(left, 'point')} lost, or one less and away?"
    choice = umpire.ask("8.9", FOE[combat.side], "retreat", prompt, options, facts=facts)
    if choice != STAND:
        umpire.do("8.9", RetreatOrdered(FOE[combat.side], combat.space))
    return choice


def retreat_options(table: Commander, combat: Combat, hits: int) -> list[str]:
    """8.9 To stand; a space that has room for all; or away, where there is more than one space to go to."""
    units = combat.defenders
    most = most_survivors(units, hits - 1) if hits else 0  # without a hit there is nothing to avoid
    if most == 0 or not all(unit.able for unit in units):
        return [STAND]
    ways = {unit.id: refuges(table, unit, combat.space) for unit in units}
    if not all(fit(table, ways, group) for group in combinations(units, most)):  # all or none
        return [STAND]
    common = [space for space in ways[units[0].id] if all(space in ways[unit.id] for unit in units)]
    together = [space for space in common if room(table, space, units[0].side) >= most]
    several = len({space for spaces in ways.values() for space in spaces}) > 1
    return [STAND, *together, *([AWAY] if several else [])]


def most_survivors(units: tuple[Unit, ...], hits: int) -> int:
    """How many units can be left at most when hits are spread evenly."""
    left = [unit.strength for unit in units]
    while hits > 0 and left:
        if hits >= len(left):
            hits -= len(left)
            left = [strength - 1 for strength in left if strength > 1]
        else:
            robust = sum(strength > 1 for strength in left)
            return len(left) - max(0, hits - robust)
    return len(left)


def refuges(table: Commander, unit: Unit, space: str) -> list[str]:
    """8.9 Next to the combat, friendly-controlled, no enemy in it, and room."""
    lay = lay_of(table)
    return [
        near
        for near in the_map().neighbours(space)
        if lay.safe(near, unit.side)
        and not lay.full(near, unit.side)
        and not cannot_cross_meuse(table, unit, space, near)
    ]


def fit(table: Commander, ways: dict[str, list[str]], units: tuple[Unit, ...], taken: tuple[str, ...] = ()) -> bool:
    """Whether every one of these units finds a place, whoever goes where."""
    if not units:
        return True
    unit, rest = units[0], units[1:]
    return any(
        fit(table, ways, rest, (*taken, space))
        for space in ways[unit.id]
        if room(table, space, unit.side) > taken.count(space)
    )


def retreat(table: Commander, umpire: Umpire, combat: Combat, choice: str) -> None:
    """8.9 R-31: those who are left after the hits go, each to its space."""
    left = tuple(unit for unit in combat.defenders if unit.space)
    for number, unit in enumerate(left):
        to = choice if choice != AWAY else ask_refuge(table, umpire.within(unit.id), unit, left[number + 1 :])
        umpire.do("8.9", Retreated(unit.id, to))
        watch_meuse(table, umpire, unit)


def ask_refuge(table: Commander, umpire: Umpire, unit: Unit, rest: tuple[Unit, ...]) -> str:
    """8.9 One of several spaces, such that the others still find theirs."""
    ways = {other.id: refuges(table, other, unit.space) for other in (unit, *rest)}
    options = [space for space in ways[unit.id] if fit(table, ways, rest, (space,))]
    facts: Facts = {"space": unit.space, "units": (unit.id,)}
    return umpire.ask("8.9", unit.side, "retreat to", f"{unit.id} retreats where?", options, facts=facts)


# 8.10 Breakthrough


def breakthrough(table: Commander, umpire: Umpire, combat: Combat, then: tuple[BreakLine, ...]) -> None:
    """8.10, 5.3 Armor that attacked goes on into the next spaces."""
    if table.surprise:
        return
    said: dict[str, tuple[str, ...]] = {}
    for line in then:  # of several goals the first that is open
        said[line.unit] = (*said.get(line.unit, ()), line.to)
    armor = {unit.id: unit for unit in combat.attackers if unit.space and unit.is_armor}
    used: list[str] = []
    for name in [*(name for name in said if name in armor), *(name for name in armor if name not in said)]:
        unit = armor[name]
        options = [STAY, *breakthrough_spaces(table, unit, used)]
        choice = umpire.within(unit.id).ask(
            "8.10", combat.side, "breakthrough", f"{unit.id} breaks through from {combat.space}?", options,
            said=said.get(unit.id), otherwise=STAY, facts={"space": combat.space, "unit": unit.id},
        )  # fmt: skip
        if unit.id in said and choice not in said[unit.id]:
            words = f"{unit.id} cannot break through from {combat.space} to {' or '.join(said[unit.id])}"
            umpire.do("8.10", NotUsed(words), only=combat.side)
        if choice != STAY:
            if the_map().river(unit.space, choice):
                used.append(border_name(unit.space, choice))
            umpire.do("8.10", BrokeThrough(unit.id, choice))
            arrive(table, umpire, unit, left=combat.space)


def breakthrough_spaces(table: Commander, unit: Unit, used: list[str]) -> list[str]:
    """8.10 One unit over each river border, into forest by road only, and never more than three units."""
    the, here = the_map(), unit.space
    return [
        space
        for space in the.neighbours(here)
        if border_name(here, space) not in used
        and (the.spaces[space].terrain != "forest" or open_road(table, unit, space))
        and room(table, space, unit.side) > 0
        and not cannot_cross_meuse(table, unit, here, space)
    ]


def open_road(table: Commander, unit: Unit, space: str) -> bool:
    """7.8, R-36 A road that no river cuts before a space held by enemies alone."""
    the, here = the_map(), unit.space
    if not the.road(here, space):
        return False
    held = units_in(table, space, FOE[unit.side]) and not units_in(table, space, unit.side)
    return not (the.river(here, space) and held)
