"""What the page's script needs to know of the hand."""

from __future__ import annotations

from typing import Any

from pbem.model.hand import CardFace, CardUse, HandOfCards
from pbem.report.clean import clean


def hand_of(hand: HandOfCards | None) -> dict[str, Any] | None:
    """The hand, card by card, as it lies; nothing for games without one."""
    if hand is None:
        return None
    cards = [card_of(card) for card in hand.cards]
    return {"part": hand.part, "now": hand.now, "case": hand.case, "cards": cards, "near": dict(hand.near)}


def card_of(card: CardFace) -> dict[str, Any]:
    notes = [clean(note) for note in card.notes]
    return {
        "id": card.id, "name": clean(card.name), "kind": card.kind, "held": card.held, "planned": card.planned,
        "notes": notes, "uses": [use_of(use) for use in card.uses],
    }  # fmt: skip


def use_of(use: CardUse) -> dict[str, Any]:
    return {
        "words": clean(use.words), "line": use.line, "lists": [*use.lists], "units": [*use.units],
        "apart": [*use.apart], "barred": clean(use.barred), "ahead": use.ahead,
        "around": use.around,
    }  # fmt: skip
