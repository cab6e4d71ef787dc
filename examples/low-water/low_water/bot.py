"""What players who know nothing else might write, and hands that a crew cannot tell from the true one."""

from __future__ import annotations

from low_water.board import lifts, the_bay
from low_water.s05_work import MOST_CARDS
from low_water.sheets import RowLine, StowLine, WatchLine, WorkLine
from low_water.table import Box, Secrets, foe
from pbem.craft.cards import CardPlayed, dealt_anew, shown_since, unseen
from pbem.ruleset import BOX, Chooser, Decision, Order, Position, View


def propose(view: View, decision: Decision, chooser: Chooser) -> tuple[Order, ...]:
    """Lines for a part, lawful as things stand."""
    hand, wreck = view.own.hand, chooser.one(tuple(the_bay().wrecks))
    match decision.topic:
        case "row":
            return (RowLine(to=wreck),)
        case "work" if view.since:
            return told_work(view)
        case "work":
            cards = [card for card in hand if lifts()[card]]
            return tuple(WorkLine(card=card) for card in chooser.some(cards, min(MOST_CARDS, len(cards))))
        case "stow":
            return tuple(StowLine(card=card) for card in chooser.some(hand, chooser.number(len(hand) + 1)))
        case "watch":
            return (WatchLine(wreck=wreck, lift=chooser.number(2 * MOST_CARDS)),)
    return ()


def told_work(view: View) -> tuple[Order, ...]:
    """5.2 What the other crew guesses of this one's lines: the cards that it has seen of them."""
    played = [entry.event for entry in view.since if entry.case == "5.2" and isinstance(entry.event, CardPlayed)]
    return tuple(WorkLine(card=event.card) for event in played)


def imagine(view: View, chooser: Chooser) -> Position:
    """The other crew's hand and both piles, of the cards that this crew has not seen."""
    table, side, other = view.table, view.side, foe(view.side)
    unknown = unseen(lifts(), table.discards[other])
    held = {"hand": shown_since(view, other)}
    theirs = dealt_anew(chooser, unknown, {"hand": table.hands[other]}, rest="pile", held=held)
    piles = {side: unseen(lifts(), table.discards[side], view.own.hand), other: theirs["pile"]}
    return Position(table, {side: view.own, other: Secrets(theirs["hand"]), BOX: Box(piles)})
