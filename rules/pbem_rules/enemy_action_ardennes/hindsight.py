"""For guesses at a stop: the impulses that the other side has been told of, as lines that lead to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbem.ruleset import View
from pbem_rules.enemy_action_ardennes.events_day import AirResupplied, Rescheduled, ReserveDeployed
from pbem_rules.enemy_action_ardennes.events_field import (
    AttackDeclared,
    BattleJoined,
    CombatResolved,
    CommandGiven,
    Dispersed,
    FormationActivated,
    LeftMap,
    Rallied,
    RegimentAdvanced,
    RegimentMarched,
    StepGone,
    TacticUsed,
)
from pbem_rules.enemy_action_ardennes.events_works import HeydteLanded, PositionBuilt, StepReplaced
from pbem_rules.enemy_action_ardennes.phrases import UNIT
from pbem_rules.enemy_action_ardennes.s09_combat import DISPERSE
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, DeployLine, ImpulseLine, RegimentMove
from pbem_rules.enemy_action_ardennes.table import EnemyAction

ALONE = " alone"


def told_impulses(view: View) -> tuple[ImpulseLine, ...]:
    """A line for each card that this side has played for a command, with what came of it up to the next."""
    events = [entry.event for entry in view.since]
    starts = [n for n, each in enumerate(events) if isinstance(each, CommandGiven) and each.side == view.side]
    ends = [*starts, len(events)][1:]
    return tuple(told_impulse(view, events[start:end]) for start, end in zip(starts, ends, strict=True))


def told_impulse(view: View, events: Sequence[object]) -> ImpulseLine:
    given, *rest = events
    assert isinstance(given, CommandGiven)
    use = f"{UNIT} {given.use.split()[1]}" if given.use.endswith(ALONE) else given.use
    battles = [n for n, each in enumerate(rest) if isinstance(each, AttackDeclared)]
    first = battles[0] if battles else len(rest)
    ends = [*battles, len(rest)]
    return ImpulseLine(
        play=f"{given.card} as {use}",
        move=tuple(told_moves(rest[:first])),
        attacks=tuple(told_attack(view.side, rest[start:end]) for start, end in pairwise(ends)),
        deploy=tuple(DeployLine(unit=each.unit, hex=each.hex) for each in rest if isinstance(each, ReserveDeployed)),
        replace=tuple(each.unit for each in rest if isinstance(each, StepReplaced)),
        dig=told_positions(view, rest) if any(isinstance(each, FormationActivated) for each in rest) else (),
        of=formation_meant(view.table, rest),
        hex=hex_meant(view.table, rest),
    )


def told_moves(events: Sequence[object]) -> Iterator[RegimentMove]:
    """Each unit's way, the pieces of which belong together."""
    ways: dict[str, tuple[str, ...]] = {}
    fast = {each.unit for each in events if isinstance(each, RegimentMarched) and each.strategic}
    left = {each.unit for each in events if isinstance(each, LeftMap)}
    for each in events:
        if isinstance(each, RegimentMarched):
            ways[each.unit] = (*ways.get(each.unit, ()), *each.path)
        elif isinstance(each, LeftMap):
            ways.setdefault(each.unit, ())
    for unit, path in ways.items():
        yield RegimentMove(unit=unit, path=path, strategic=unit in fast, exit=unit in left)


def told_positions(view: View, events: Sequence[object]) -> tuple[str, ...]:
    """12.31 Units that dug in after all battles: one of those who are active in each hex."""
    fought = max((n for n, each in enumerate(events) if isinstance(each, AttackDeclared | RegimentMarched)), default=-1)
    hexes = [each.hex for each in events[fought + 1 :] if isinstance(each, PositionBuilt)]
    active = [name for each in events if isinstance(each, FormationActivated) for name in each.units]
    units = view.table.units
    stood = {units[name].hex: name for name in active if name in units}
    return tuple(stood[hex] for hex in hexes if hex in stood)


def formation_meant(table: EnemyAction, events: Sequence[object]) -> str:
    """What an event was about: a division that comes sooner or later, a corps that recovers."""
    for each in events:
        if isinstance(each, Rescheduled) and each.units:
            return table.units[each.units[0]].division
        if isinstance(each, Rallied) and each.units:
            return table.units[each.units[0]].corps
    return ""


def hex_meant(table: EnemyAction, events: Sequence[object]) -> str:
    """Where an event took place."""
    for each in events:
        if isinstance(each, HeydteLanded):
            return each.aimed
        if isinstance(each, AirResupplied) and each.units:
            return table.units[each.units[0]].hex
    return ""


# Battles


def told_attack(side: str, events: Sequence[object]) -> AssaultOrder:
    """9.1 to 9.8 Who attacked with what, how many chits, whose steps fell, who went forward."""
    declared, *rest = events
    assert isinstance(declared, AttackDeclared)
    used = [each for each in rest if isinstance(each, TacticUsed) and each.side == side]
    come = [each.unit for each in rest if isinstance(each, BattleJoined) and each.side == side]
    fought = next((n for n, each in enumerate(rest) if isinstance(each, CombatResolved)), len(rest))
    marched = [each for each in rest[:fought] if isinstance(each, RegimentMarched) and each.unit in come]
    resolved = [each for each in rest if isinstance(each, CombatResolved)]
    return AssaultOrder(
        attack=declared.target,
        with_=declared.attackers,
        tactics=tuple(f"{each.card} as {each.tactic}" for each in used if each.card),
        bonus=next((each.tactic for each in used if not each.card), ""),
        reinforce=tuple(RegimentMove(unit=each.unit, path=each.path) for each in marched),
        join=tuple(name for name in come if name not in [each.unit for each in marched]),
        draw=str(len(resolved[0].chits)) if resolved else "",
        losses=told_losses((*declared.attackers, *come), rest[fought:]),
        then=told_advance(rest[fought:]),
    )


def told_losses(units: Sequence[str], events: Sequence[object]) -> str:
    """9.5 Dispersed, or who lost steps, in turn."""
    if any(isinstance(each, Dispersed) and set(each.units) & set(units) for each in events):
        return DISPERSE
    gone = [each.unit for each in events if isinstance(each, StepGone) and each.unit in units]
    return ", ".join(f"{name} first" for name in gone)


def told_advance(events: Sequence[object]) -> str:
    """9.8 Into the hex, or beyond it."""
    ways: dict[str, list[str]] = {}
    for each in events:
        if isinstance(each, RegimentAdvanced):
            ways.setdefault(each.unit, []).extend(each.path)
    options = [unit if len(path) < 2 else f"{unit} to {path[-1]}" for unit, path in ways.items()]
    return f"advance {', '.join(options)}" if options else ""
