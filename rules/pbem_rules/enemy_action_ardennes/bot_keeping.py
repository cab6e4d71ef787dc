"""Cards that are kept: whoever would leave the map needs them, one for each activation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pbem_rules.enemy_action_ardennes.board import the_cards
from pbem_rules.enemy_action_ardennes.bot_aims import Aims
from pbem_rules.enemy_action_ardennes.bot_breakout import NOBODY, SINGLE, Exodus, is_late, marches
from pbem_rules.enemy_action_ardennes.bot_schemes import Scheme, hopes_of, is_alone, price_of
from pbem_rules.enemy_action_ardennes.bot_temper import Temper
from pbem_rules.enemy_action_ardennes.s06_commands import formations_on
from pbem_rules.enemy_action_ardennes.sheets import RegimentMove
from pbem_rules.enemy_action_ardennes.table import EnemyAction, Sway, members, sway_of

LEAST = Fraction(1)
"""Better a card that is needed than none at all."""


def exodus_of(table: EnemyAction, side: str, hand: Sequence[str], sway: Sway, temper: Temper) -> Exodus:
    """Who could leave the map, with the cards of this hand."""
    if side != "german" or not temper.breakout or not (ways := marches(table, sway)):
        return NOBODY
    found = Exodus(ways, callers(table, side, hand), alone=side not in table.single)
    return replace(found, leader=min(ways, key=found.leading))


def callers(table: EnemyAction, side: str, hand: Sequence[str]) -> dict[str, frozenset[str]]:
    """5.2 to 5.5 Whom each card could call up."""
    return {
        card: frozenset(unit.id for name in formations_on(table, side, card) for unit in members(table, side, name))
        for card in hand
    }


def counting(table: EnemyAction, side: str, hand: Sequence[str], aims: Aims) -> Aims:
    """The same aims of one who looks for a way off the map."""
    exodus = exodus_of(table, side, hand, aims.sway, aims.temper)
    return replace(aims, exodus=exodus, felt={}) if exodus.ways else aims


def kept(table: EnemyAction, side: str, exodus: Exodus) -> frozenset[str]:
    """The cards that whoever leads will need, the least of them first; another may call him up by himself."""
    if not exodus.leader:
        return frozenset()
    able = [card for card, units in exodus.cards.items() if exodus.leader in units]
    able.sort(key=lambda card: (price_of(card), int(card)))
    times = exodus.ways[exodus.leader].times
    others = [card for card in exodus.cards if card not in able and the_cards()[card].kind in SINGLE]
    if exodus.alone and others and len(able) < times:
        able.append(min(others, key=lambda card: (hopes_of(table, side, card), int(card))))
    return frozenset(able[:times])


def needed(table: EnemyAction, side: str, hand: Sequence[str], temper: Temper) -> frozenset[str]:
    """The cards that no battle gets; once the march has begun those in between as well, which 6.5 asks for."""
    exodus = exodus_of(table, side, hand, sway_of(table), temper)
    return frozenset(hand) if exodus.leader and is_late(table, temper) else kept(table, side, exodus)


def sparing(aims: Aims, scheme: Scheme) -> Scheme:
    """An impulse is worth less after which cards are missing for the march off the map."""
    leader, later = aims.exodus.leader, aims.exodus
    for card in scheme.cards:
        later = later.spent(card, alone=is_alone(scheme.line))
    left, wanted = later.calls(leader), min(aims.exodus.ways[leader].times, aims.exodus.calls(leader))
    if left >= wanted or any(leads_off(aims, move) for move in scheme.line.move):
        return scheme
    return replace(scheme, worth=min(scheme.worth, max(scheme.worth - aims.temper.keeps, LEAST)))


def leads_off(aims: Aims, move: RegimentMove) -> bool:
    """Whether this is the march, or its end."""
    unit = aims.table.units[move.unit]
    return unit.id == aims.exodus.leader and (move.exit or aims.leads_out(unit, move.path[-1]) > 0)
