"""16.6 Intensive Fire: points stated by both sides, one die for each unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.ruleset import Cannot, Umpire
from pbem_rules.battles_for_the_ardennes.battle_events import FireStated, IntensiveRolled
from pbem_rules.battles_for_the_ardennes.sheets import DEPENDS, AttackOrder
from pbem_rules.battles_for_the_ardennes.table import BattlesTable, BattleUnit

Points = Mapping[str, int]
"""The points that each unit attempts, or has gained."""


def may_use(table: BattlesTable, side: str) -> bool:
    """16.61 Either or both, as agreed."""
    return table.options.get("intensive", "no") in ("yes", side)


def most_points(unit: BattleUnit) -> int:
    """16.64, R-31 One less than what is printed on the side that is up; one may always be tried."""
    return max(1, unit.face.strength - 1)


def able(table: BattlesTable, units: Iterable[BattleUnit], *, defending: bool) -> list[BattleUnit]:
    """16.63, R-35, R-36 Not out of supply or ammunition, no artillery, not on the march; brackets only in defence."""
    return [
        unit
        for unit in units
        if not (unit.guns or unit.march or unit.out_of_supply or unit.dry_guns)
        and unit.id not in table.shaken
        and (defending or not unit.face.bracketed)
    ]


def cannot_intensify(table: BattlesTable, unit: BattleUnit, points: int) -> Cannot | None:
    """16.61, 16.63, 16.64 Why a unit of an attack cannot try so many points."""
    if not may_use(table, unit.side):
        return "16.61", f"the {unit.side} side uses no intensive fire in this game"
    if unit.guns:
        return "16.64", f"{unit.id} is artillery, which has no intensive fire", "it may saturate"
    if unit.face.bracketed:
        return "16.63", f"{unit.id} is in brackets and adds nothing to an attack", "its intensive fire is for defence"
    if unit.out_of_supply or unit.dry_guns:
        return "16.63", f"{unit.id} is out of {'ammunition' if unit.dry_guns else 'supply'}"
    if points > most_points(unit):
        printed = unit.face.strength
        return (
            "16.64",
            f"{unit.id} ({printed}) may attempt {most_points(unit)} at most, read {points}",
            "one less than the printed strength",
        )
    return None


def bids(units: Iterable[BattleUnit]) -> tuple[str, ...]:
    """What may be stated: `12-27 +2`."""
    return tuple(f"{unit.id} +{points}" for unit in units for points in range(1, most_points(unit) + 1))


def figures(picked: Iterable[str]) -> dict[str, int]:
    return {name: int(points) for name, _, points in (bid.rpartition(" +") for bid in picked)}


def one_figure_each(picked: tuple[str, ...]) -> str | None:
    """16.62 One number for each unit."""
    units = [bid.rpartition(" +")[0] for bid in picked]
    return None if len(set(units)) == len(units) else "one figure for each unit"


def said_points(line: AttackOrder, theirs: Points) -> tuple[str, ...] | None:
    """16.62 What the attacker's line says, now that the defender's figures are known."""
    if not line.intensive:
        return None
    against = sum(theirs.values())
    found = []
    for unit, words in sorted(line.intensive.items()):
        points = points_said(words, against)
        if points:
            found.append(f"{unit} +{points}")
    return tuple(found)


def points_said(words: str, against: int) -> int:
    """`2`, or `if defender 0 then 1 else 2`."""
    if told := DEPENDS.fullmatch(words):
        number, then, other = map(int, told.groups())
        return then if against == number else other
    return int(words)


def state(
    table: BattlesTable,
    umpire: Umpire,
    side: str,
    units: Sequence[BattleUnit],
    facts: Mapping[str, str | int],
    said: tuple[str, ...] | None = None,
) -> dict[str, int]:
    """16.62 A side's figures, the odds without them known; nothing is asked of who may not use it."""
    options = bids(units) if may_use(table, side) else ()
    if not options:
        return {}
    picked = umpire.choose(
        "16.62", side, "intensive", f"intensive fire at {facts['target']}, attacked at {facts['odds']}", options, 0,
        len(options), judge=one_figure_each, said=said, otherwise=(), facts=facts,
    )  # fmt: skip
    found = figures(picked)
    if found:
        umpire.do("16.62", FireStated(side, tuple(sorted(found.items()))))
    return found


def roll_points(table: BattlesTable, umpire: Umpire, stated: Points) -> dict[str, int]:
    """16.65 to 16.69 What each unit gains.  Units that fail are out of ammunition after this attack."""
    gained: dict[str, int] = {}
    for name, points in stated.items():
        face = umpire.roll("16.65", f"{name} intensive")
        failed = face <= points
        gained[name] = points if not failed else face - 1 if table.plays("16.69") else 0
        umpire.do("16.65", IntensiveRolled(name, points, face, gained[name], failed))
    return gained
