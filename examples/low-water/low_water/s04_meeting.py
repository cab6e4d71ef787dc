"""4 Meeting at a wreck."""

from __future__ import annotations

from low_water.board import cards_that_lift, lifts
from low_water.events import MayWork
from low_water.table import SIDES, Table, leader
from pbem.craft.cards import NONE, card_question, play_card
from pbem.ruleset import Umpire


def meet(table: Table, umpire: Umpire) -> str:
    """4.1 Crews at one wreck bid for it; elsewhere 5.1 both work, in turn."""
    if table.boats["gull"] == table.boats["heron"]:
        bid(table, umpire)
    else:
        umpire.do("5.1", MayWork(in_turn(table)))
    return "first at work"


def bid(table: Table, umpire: Umpire) -> None:
    """4.1 Both at once, in secret; nobody passes by his silence.  4.3 The cards are played whoever works."""
    prompt, cards = f"a card for the {table.boats['gull']}?", cards_that_lift()
    bids = umpire.ask_all(*(card_question(umpire, "4.1", side, "bid", prompt, cards, otherwise=None) for side in SIDES))
    for side, card in zip(SIDES, bids, strict=True):
        if card != NONE:
            play_card(umpire, "4.3", side, card)
    umpire.do("4.2", MayWork(higher(*bids)))


def higher(*bids: str) -> tuple[str, ...]:
    """4.2, R-01 Whose card has more lift; nobody's, if they are equal."""
    gull, heron = (lifts().get(card, 0) for card in bids)
    return () if gull == heron else ("gull",) if gull > heron else ("heron",)


def in_turn(table: Table) -> tuple[str, ...]:
    """5.1 The crew behind first; with equal holds Gull in odd tides."""
    last = leader(table) or SIDES[table.tide % 2]
    return tuple(sorted(SIDES, key=lambda side: side == last))
