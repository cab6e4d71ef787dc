"""10. Cards, and 4.2 the dawn.  Cases 10.1 to 10.3, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.craft.cards import discard, fill_hand, take_discards
from pbem.ruleset import Umpire
from pbem_rules.ford.board import SIDES, the_units
from pbem_rules.ford.events import CupFilled, StageBegan, WeatherDrawn
from pbem_rules.ford.s08_supply import judge_supply
from pbem_rules.ford.table import Ford


def dawn(table: Ford, umpire: Umpire) -> str:
    """4.2 Weather, discards, the deal, supply."""
    weather(table, umpire)
    discards(umpire)
    for side in SIDES:
        fill_hand(umpire, "10.2", side, the_units().hand, partial(take_discards, table, umpire, "10.2", side))
    judge_supply(table, umpire)
    umpire.do("4.3", StageBegan(table.turn, "blue"))
    return "march"


def weather(table: Ford, umpire: Umpire) -> None:
    """4.2 A chit from the cup; fog puts all of them back."""
    chit = umpire.draw("4.2", "weather", table.cup)
    umpire.do("4.2", WeatherDrawn(chit))
    if chit == "fog" or not table.cup:
        umpire.do("4.2", CupFilled(the_units().cup))


def discards(umpire: Umpire) -> None:
    """10.2 Both sides at once, before either sees a new card."""
    parts = umpire.ask_all(*[umpire.part("10.2", side, "discard", sealed=True) for side in SIDES])
    for side, part in zip(SIDES, parts, strict=True):
        discard(umpire, "10.2", side, [line.card for line in part.lines])


def named(hand: Sequence[str], *names: str) -> list[str]:
    """10.3 The cards of these names in a hand."""
    return [card for card in hand if card.rsplit(" ", 1)[0] in names]
