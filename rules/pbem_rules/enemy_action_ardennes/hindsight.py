"""For guesses at a stop: the impulses that the other side has been told of, as lines that lead to them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ruleset import View
from pbem_rules.enemy_action_ardennes.events_field import (
    AttackDeclared,
    CommandGiven,
    LeftMap,
    RegimentMarched,
    TacticUsed,
)
from pbem_rules.enemy_action_ardennes.phrases import UNIT
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, ImpulseLine, RegimentMove

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
    left = {each.unit for each in rest if isinstance(each, LeftMap)}
    first = next((n for n, each in enumerate(rest) if isinstance(each, AttackDeclared)), len(rest))
    moves = tuple(
        RegimentMove(unit=each.unit, path=each.path, strategic=each.strategic, exit=each.unit in left)
        for each in rest[:first]
        if isinstance(each, RegimentMarched)
    )
    attacks = tuple(told_attack(view.side, each, rest) for each in rest if isinstance(each, AttackDeclared))
    return ImpulseLine(play=f"{given.card} as {use}", move=moves, attacks=attacks)


def told_attack(side: str, declared: AttackDeclared, events: Sequence[object]) -> AssaultOrder:
    """9.1, 9.2 Who attacks, and with what tactics; what is asked in a battle has answers of its own."""
    tactics = tuple(
        f"{each.card} as {each.tactic}"
        for each in events
        if isinstance(each, TacticUsed) and each.card and (each.side, each.target) == (side, declared.target)
    )
    return AssaultOrder(attack=declared.target, with_=declared.attackers, tactics=tactics)
