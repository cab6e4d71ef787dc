"""10. Cards, and 4.2 the dawn.  Cases 10.1 to 10.3, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ruleset import BOX, Umpire
from pbem_rules.ford.board import SIDES, the_units
from pbem_rules.ford.events import (
    CardPlayed,
    CupFilled,
    Discarded,
    DiscardsTaken,
    Drew,
    HandFilled,
    LeftHand,
    LeftPile,
    PileFilled,
    StageBegan,
    WeatherDrawn,
)
from pbem_rules.ford.s08_supply import judge_supply
from pbem_rules.ford.table import Ford


def dawn(table: Ford, umpire: Umpire) -> str:
    """4.2 Weather, discards, the deal, supply."""
    weather(table, umpire)
    discard(table, umpire)
    for side in SIDES:
        deal(table, umpire, side)
    judge_supply(table, umpire)
    umpire.do("4.3", StageBegan(table.turn, "blue"))
    return "march"


def weather(table: Ford, umpire: Umpire) -> None:
    """4.2 A chit from the cup; fog puts all of them back."""
    chit = umpire.draw("4.2", "weather", table.cup)
    umpire.do("4.2", WeatherDrawn(chit))
    if chit == "fog" or not table.cup:
        umpire.do("4.2", CupFilled(the_units().cup))


def discard(table: Ford, umpire: Umpire) -> None:
    """10.2 Both sides at once, before either sees a new card."""
    parts = umpire.ask_all(*[umpire.part("10.2", side, "discard", sealed=True) for side in SIDES])
    for side, part in zip(SIDES, parts, strict=True):
        gone = [line.card for line in part.lines if line.card in umpire.secret(side).hand]
        for card in dict.fromkeys(gone):
            umpire.do("10.2", LeftHand(card), only=side)
        if gone:
            umpire.do("10.2", Discarded(side, tuple(dict.fromkeys(gone))))


def deal(table: Ford, umpire: Umpire, side: str) -> None:
    """10.2 The pile is sealed; three events, one for each circle of knowledge."""
    box, drawn = umpire.secret(BOX), 0
    while len(umpire.secret(side).hand) < the_units().hand:
        if not box.piles[side]:
            umpire.do("10.2", PileFilled(side, tuple(sorted(table.discards[side]))), only=BOX)
            umpire.do("10.2", DiscardsTaken(side))
        drawn += 1
        card = umpire.draw("10.2", f"{side} card {drawn}", box.piles[side], only=side)
        umpire.do("10.2", LeftPile(side, card), only=BOX)
        umpire.do("10.2", Drew(card), only=side)
    if drawn:
        umpire.do("10.2", HandFilled(side, drawn))


def named(hand: Sequence[str], *names: str) -> list[str]:
    """10.3 The cards of these names in a hand."""
    return [card for card in hand if card.rsplit(" ", 1)[0] in names]


def spend(umpire: Umpire, side: str, card: str) -> None:
    """10.3 A card leaves the hand and lies open among the discards."""
    umpire.do("10.3", LeftHand(card), only=side)
    umpire.do("10.3", CardPlayed(side, card))
