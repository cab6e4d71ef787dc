"""What the staff weighs against each other: a line for an impulse with its worth, and what cards are kept for."""

from __future__ import annotations

from fractions import Fraction

from pbem.ruleset import frozen
from pbem_rules.enemy_action_ardennes.board import the_cards
from pbem_rules.enemy_action_ardennes.phrases import UNIT
from pbem_rules.enemy_action_ardennes.s06_commands import formations_on
from pbem_rules.enemy_action_ardennes.sheets import ImpulseLine
from pbem_rules.enemy_action_ardennes.table import EnemyAction, on_map

PRICES = {"army group": 70, "army": 45, "corps": 15, "division": 0, "none": 0}
"""Cards that could command anybody are kept for later."""


@frozen(slots=False)
class Scheme:
    """An impulse that could be played, in hundredths of a point; the corps that it bars and the cards that it takes."""

    worth: Fraction
    line: ImpulseLine
    corps: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


def price_of(card: str) -> Fraction:
    return Fraction(PRICES[the_cards()[card].kind])


def hopes_of(table: EnemyAction, side: str, card: str) -> int:
    """How many steps a card could command."""
    names = formations_on(table, side, card)
    return sum(unit.steps for unit in on_map(table, side) if unit.corps in names or unit.division in names)


def is_alone(line: ImpulseLine) -> bool:
    """6.3 One unit, and not its formation."""
    return f" {UNIT} " in line.play
