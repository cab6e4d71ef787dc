"""Who comes into a battle of the staff from near by: Reinforce Battle and Assault Coordination."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pbem.ruleset import Decision, Pick, View
from pbem_rules.enemy_action_ardennes.board import FOE, apart, around, limit, passage, the_cards
from pbem_rules.enemy_action_ardennes.bot_aims import aims_of
from pbem_rules.enemy_action_ardennes.bot_schemes import Scheme
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.s05_cards import tactics_of
from pbem_rules.enemy_action_ardennes.s06_commands import gives_bonus
from pbem_rules.enemy_action_ardennes.s09_chits import Engagement
from pbem_rules.enemy_action_ardennes.s09_tactics import (
    COORDINATION,
    NONE,
    REINFORCE,
    can_help,
    cannot_reinforce,
    coordinated,
    defenders_of,
    fresh,
)
from pbem_rules.enemy_action_ardennes.sheets import AssaultOrder, RegimentMove
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Regiment, holder

ASKED = 3
"""So many units are asked whether they can come."""
STRENGTH = 12
"""What a point of strength is worth that comes to the aid of a defender, beside what it leaves."""


def with_helpers(table: EnemyAction, side: str, hand: Sequence[str], scheme: Scheme) -> Scheme:
    """The impulse, with who would come to each attack if a card for that is played."""
    line = scheme.line
    if not line.attacks or not may_be_helped(table, side, hand, line.card):
        return scheme
    ends = {move.unit: move.path[-1] for move in line.move if move.path}
    attacks = tuple(helped(table, order, line.named, ends) for order in line.attacks)
    return replace(scheme, line=line.model_copy(update={"attacks": attacks}))


def may_be_helped(table: EnemyAction, side: str, hand: Sequence[str], card: str) -> bool:
    """9.23 A card that says so itself, or the tactic that comes with an army's command."""
    others = [no for no in hand if no != card and not the_cards()[no].any_tactic]
    return (side == "allied" and gives_bonus(card)) or any(REINFORCE in tactics_of(table, side, no) for no in others)


def helped(table: EnemyAction, order: AssaultOrder, busy: Collection[str], ends: dict[str, str]) -> AssaultOrder:
    defenders = tuple(unit.id for unit in defenders_of(table, order.attack))
    fight = Engagement(table, order.attack, order.with_, defenders, at=ends)
    move = helper(replace(fight, table=replace(table, active=[*busy], fought=[], attacked=[], fled=[])))
    return order.model_copy(update={"reinforce": (move,)}) if move else order


def helper(fight: Engagement) -> RegimentMove | None:
    """aid The strongest that may come next to the target, dry if he can."""
    target, reach = fight.target, limit("reinforce reach")
    near = [u for u in fresh(fight.table, fight.side) if apart(u.hex, target) <= reach and u.id not in fight.attackers]
    posts = [hex for hex in around(target) if holder(fight.table, hex) != FOE[fight.side]]
    posts.sort(key=lambda hex: (passage(hex, target).river, hex))
    for unit in sorted(near, key=strongest)[:ASKED]:
        for hex in posts:
            move = RegimentMove(unit=unit.id, path=(hex,))
            if hex != unit.hex and not cannot_reinforce(fight.table, fight, move):
                return move
    return None


def strongest(unit: Regiment) -> tuple[int, str]:
    return -unit.strength, unit.id


def joined_by(fight: Engagement, tactic: str, *, attacks: bool) -> Engagement:
    """aid The battle with whoever such a card brings into it."""
    if tactic == COORDINATION:
        return replace(fight, attackers=(*fight.attackers, *(unit.id for unit in coordinated(fight.table, fight))))
    if tactic != REINFORCE:
        return fight
    if attacks:
        move = helper(fight)
        if move is None:
            return fight
        at = {**fight.at, move.unit: move.path[-1]}
        return replace(fight, attackers=(*fight.attackers, move.unit), at=at)
    able = sorted(can_help(fight.table, fight, FOE[fight.side]), key=strongest)
    return replace(fight, defenders=(*fight.defenders, *(unit.id for unit in able[:1])))


def brings_nobody(before: Engagement, after: Engagement, tactic: str) -> bool:
    """Such a card is played for somebody, or not at all."""
    if tactic not in (REINFORCE, COORDINATION):
        return False
    return (before.attackers, before.defenders) == (after.attackers, after.defenders)


def join(view: View, decision: Decision, temper: Temper) -> Pick:
    """All who stand there."""
    return tuple(decision.options)


def reinforce(view: View, decision: Decision, temper: Temper) -> Pick:
    """Who is strong, and not missed where he comes from."""
    aims = aims_of(view.table, view.side, temper)

    def gain(name: str) -> tuple[int, str]:
        unit = view.table.units[name]
        return unit.strength * STRENGTH - aims.missed(unit), name

    best = max(decision.options[1:], key=gain, default=NONE)
    return best if best != NONE and gain(best)[0] > 0 else NONE
