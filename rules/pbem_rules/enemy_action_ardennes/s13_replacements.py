"""13. Replacements: lost steps come back, by corps.  Cases 13.0 to 13.13."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ruleset import Cannot, Orders, Umpire
from pbem_rules.enemy_action_ardennes.board import the_cards
from pbem_rules.enemy_action_ardennes.events_works import StepReplaced
from pbem_rules.enemy_action_ardennes.s10_supply import net_of, traces
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, on_map


def gain_is_elite(unit: Regiment) -> bool:
    """13.12 Whether the side that it would be turned to is an elite one."""
    printed = unit.data.quality
    worn = unit.data.steps - (unit.steps + 1)
    return printed[min(max(worn, 0), len(printed) - 1)] == "elite"


def eligible(table: EnemyAction, side: str, corps: str, done: Sequence[str] = ()) -> list[Regiment]:
    """13.1 to 13.13 The reduced units of a corps that may gain a step now."""
    worn = [
        unit
        for unit in on_map(table, side)
        if unit.corps == corps and unit.steps < unit.data.steps and unit.id not in done and unit.supplied
    ]
    net = net_of(table, side) if worn else None
    able = [unit for unit in worn if traces(table, unit, net)]
    plain = [unit for unit in able if not gain_is_elite(unit)]
    return plain or able


def cannot_gain(table: EnemyAction, side: str, corps: str, name: str, done: Sequence[str]) -> Cannot | None:
    """13.1 to 13.13"""
    unit = table.units.get(name)
    if unit is None or unit.side != side or unit.corps != corps or not unit.hex:
        return "13.1", f"{name} is no unit of {corps} on the map"
    if name in done:
        return "13.13", f"{name} has gained a step in this impulse"
    if unit.steps >= unit.data.steps:
        return "13.1", f"{name} has lost no step"
    if not unit.supplied or not traces(table, unit):
        return "13.11", f"{name} is not in supply"
    if unit not in eligible(table, side, corps, done):
        return "13.12", f"{name} would gain an elite step, and others of {corps} a plain one"
    return None


def replace_steps(
    table: EnemyAction, umpire: Umpire, lines: Orders, side: str, card: str, names: Sequence[str]
) -> None:
    """13.1 As many steps as the card has points; what is not used is lost."""
    data, done = the_cards()[card], list[str]()
    for name in names:
        if len(done) == data.replacements:
            lines.refuse("13.1", f"{data.name} has {data.replacements} replacement points")
        elif problem := cannot_gain(table, side, data.corps, name, done):
            lines.refuse(*problem)
        else:
            umpire.do("13.1", StepReplaced(name))
            done.append(name)
