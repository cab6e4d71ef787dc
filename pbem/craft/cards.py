"""Decks of cards: face-down piles, hidden hands, open discards.  Nothing is shuffled: draws pick from what is left.

Three circles of knowledge, and an event for each: the piles lie in the BOX, which nobody sees; a hand is its side's
secret; how many cards a hand has, and what was played or discarded, lies on the table.  A ruleset gives its records the
fields named below, adds `CARD_EVENTS` to its events, and calls the functions, each with a case of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, Unpack

from pbem.craft.sayings import Teller
from pbem.kit.cups import merged, without
from pbem.model.chooser import Chooser
from pbem.ruleset import BOX, Asked, How, RulesBug, Umpire, View, event

NONE = "none"
"""The passive answer to the question for a card."""


class Piles(Protocol):
    """The BOX: the face-down piles by name, mostly a side's."""

    piles: dict[str, list[str]]


class Hand(Protocol):
    """A side's secrets."""

    hand: list[str]


class Open(Protocol):
    """The table: how many cards each side holds, and each heap of cards that lie open."""

    hands: dict[str, int]
    discards: dict[str, list[str]]


# What can happen


@event
class LeftPile:
    """In the box."""

    side: str
    card: str

    def apply(self, box: Piles) -> None:
        box.piles[self.side].remove(self.card)


@event
class PileFilled:
    """In the box: all that lies in the pile now."""

    side: str
    cards: tuple[str, ...]

    def apply(self, box: Piles) -> None:
        box.piles[self.side] = list(self.cards)


@event
class Drew:
    """In the side's own secrets."""

    card: str

    def apply(self, secrets: Hand) -> None:
        secrets.hand.append(self.card)
        secrets.hand.sort()


@event
class LeftHand:
    """In the side's own secrets."""

    card: str

    def apply(self, secrets: Hand) -> None:
        secrets.hand.remove(self.card)


@event
class HandFilled:
    """The public learns the number."""

    side: str
    count: int

    def apply(self, table: Open) -> None:
        table.hands[self.side] += self.count


@event
class CardPlayed:
    """Out of the hand, open among the discards."""

    side: str
    card: str

    def apply(self, table: Open) -> None:
        table.hands[self.side] -= 1
        table.discards[self.side].append(self.card)


@event
class Discarded:
    """Everybody sees what is discarded, as he sees what is played."""

    side: str
    cards: tuple[str, ...]

    def apply(self, table: Open) -> None:
        table.hands[self.side] -= len(self.cards)
        table.discards[self.side].extend(self.cards)


@event
class DiscardsTaken:
    """All of them leave the table."""

    side: str

    def apply(self, table: Open) -> None:
        table.discards[self.side] = []


@event
class LeftDiscards:
    """Some of them leave the table."""

    side: str
    cards: tuple[str, ...]

    def apply(self, table: Open) -> None:
        table.discards[self.side] = unseen(table.discards[self.side], self.cards)


CARD_EVENTS = (LeftPile, PileFilled, Drew, LeftHand, HandFilled, CardPlayed, Discarded, DiscardsTaken, LeftDiscards)


# Drawing


def fill_hand(
    umpire: Umpire, case: str, side: str, size: int, reshuffle: Callable[[], None] | None = None
) -> tuple[str, ...]:
    """Draw from the side's own pile until the hand has so many cards; the new ones, in the order they came.

    With an empty pile `reshuffle` is called; without it, or if nothing comes of it, the hand stays short.
    """
    box, new = umpire.secret(BOX), list[str]()
    while len(umpire.secret(side).hand) < size:
        if not box.piles[side] and reshuffle:
            reshuffle()
        if not box.piles[side]:
            break
        card = umpire.draw(case, f"{side} card {len(new) + 1}", box.piles[side], only=side)
        umpire.do(case, LeftPile(side, card), only=BOX)
        umpire.do(case, Drew(card), only=side)
        new.append(card)
    if new:
        umpire.do(case, HandFilled(side, len(new)))
    return tuple(new)


def take_discards(table: Open, umpire: Umpire, case: str, side: str) -> None:
    """The side's discards go into its pile: what shuffling comes to."""
    pile = merged(umpire.secret(BOX).piles[side], table.discards[side])
    umpire.do(case, PileFilled(side, pile), only=BOX)
    umpire.do(case, DiscardsTaken(side))


def put_back(umpire: Umpire, case: str, side: str, cards: Sequence[str], pile: str = "") -> None:
    """Some of a side's discards go into its pile, or into another."""
    if cards:
        umpire.do(case, LeftDiscards(side, tuple(cards)))
        put_into_pile(umpire, case, pile or side, cards)


def draw_between(umpire: Umpire, case: str, start: str, end: str, count: int) -> None:
    """So many cards from one face-down pile blindly to another: nobody learns which."""
    box = umpire.secret(BOX)
    for number in range(1, min(count, len(box.piles[start])) + 1):
        card = umpire.draw(case, f"{start} to {end} {number}", box.piles[start], only=BOX)
        umpire.do(case, LeftPile(start, card), only=BOX)
        umpire.do(case, PileFilled(end, merged(box.piles[end], [card])), only=BOX)


def put_into_pile(umpire: Umpire, case: str, pile: str, cards: Iterable[str]) -> None:
    """Cards from elsewhere go into a face-down pile."""
    umpire.do(case, PileFilled(pile, merged(umpire.secret(BOX).piles[pile], cards)), only=BOX)


# Playing


def card_question(
    umpire: Umpire, case: str, side: str, topic: str, prompt: str, cards: Sequence[str], **how: Unpack[How]
) -> Asked:
    """Whether a side plays one of these cards: those that it holds are offered, and it is asked if it holds none, too.

    Silence passes, as long as the charter does not say `ask`; with `otherwise=None` the step waits for an answer.
    """
    how = {"sealed": True, "otherwise": NONE, **how}
    hand = umpire.secret(side).hand
    return umpire.question(case, side, topic, prompt, [NONE, *(card for card in cards if card in hand)], **how)


def ask_for_card(
    umpire: Umpire, case: str, side: str, topic: str, prompt: str, cards: Sequence[str], **how: Unpack[How]
) -> str:
    """The same, asked at once: the card, or nothing."""
    card: str = umpire.ask_all(card_question(umpire, case, side, topic, prompt, cards, **how))[0]
    return "" if card == NONE else card


def play_card(umpire: Umpire, case: str, side: str, card: str) -> None:
    """A card leaves the hand and lies open among the discards."""
    umpire.do(case, LeftHand(card), only=side)
    umpire.do(case, CardPlayed(side, card))


def discard(umpire: Umpire, case: str, side: str, cards: Sequence[str]) -> None:
    """Cards leave the hand together; those that are not in it are passed over."""
    hand = umpire.secret(side).hand
    gone = tuple(card for card in dict.fromkeys(cards) if card in hand)
    for card in gone:
        umpire.do(case, LeftHand(card), only=side)
    if gone:
        umpire.do(case, Discarded(side, gone))


def lose_cards(umpire: Umpire, case: str, side: str, count: int) -> tuple[str, ...]:
    """The enemy pulls so many cards blindly out of a hand; they lie open among the discards."""
    hand, gone = umpire.secret(side).hand, list[str]()
    for number in range(1, min(count, len(hand)) + 1):
        gone.append(umpire.draw(case, f"{side} loses card {number}", without(hand, *gone), only=side))
    discard(umpire, case, side, gone)
    return tuple(gone)


# Telling


def card_sayings(called: Mapping[str, str]) -> dict[type, Teller]:
    """The events of cards in words; `called` are the sides' names.  What lies in the box is told to nobody."""
    return {
        Drew: lambda drew: f"you draw {drew.card}",
        HandFilled: lambda filled: f"{called[filled.side]} draws {filled.count}",
        CardPlayed: lambda played: f"{called[played.side]} plays {played.card}",
        Discarded: lambda gone: f"{called[gone.side]} discards {', '.join(gone.cards)}",
        DiscardsTaken: lambda taken: f"{called[taken.side]}'s discards become the pile",
        LeftDiscards: lambda taken: f"{', '.join(taken.cards)} of {called[taken.side]}'s discards go back into a pile",
    }


# What a side cannot see


def unseen(cards: Iterable[str], *seen: Iterable[str]) -> list[str]:
    """The cards of a deck that lie in none of the heaps that a side can see."""
    left = list(cards)
    for card in (card for heap in seen for card in heap):
        if card in left:
            left.remove(card)
    return left


def any_card(heap: str, card: str) -> bool:
    """For decks whose cards may lie anywhere."""
    return True


def shown_since(view: View, side: str) -> list[str]:
    """For `imagine`: the cards that a side must have held, since it has shown them and drawn none before."""
    shown: list[str] = []
    for entry in view.since:
        match entry.event:
            case HandFilled(side=who) if who == side:
                break
            case CardPlayed(side=who, card=card) if who == side:
                shown.append(card)
            case Discarded(side=who, cards=cards) if who == side:
                shown.extend(cards)
    return shown


def dealt_anew(
    chooser: Chooser,
    cards: Sequence[str],
    sizes: Mapping[str, int],
    rest: str,
    may: Callable[[str, str], bool] = any_card,
    held: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[str, list[str]]:
    """Cards that a side has not seen, put where they may be, every deal as likely as any other: for `imagine`.

    Each heap gets as many as it must have, first of all those that are known to be `held`; the last, `rest`, what is
    left.  `may(heap, card)` says which cards a heap can hold.
    """
    left, heaps = unseen(cards, *held.values()), dict[str, list[str]]()
    for heap, size in _fewest_able_first(left, sizes, may):
        known = list(held.get(heap, ()))
        able = [card for card in left if may(heap, card)]
        if size - len(known) > len(able):
            raise RulesBug(f"{heap}: {size} cards, and {len(known) + len(able)} that may lie there")
        heaps[heap] = sorted([*known, *chooser.some(able, size - len(known))])
        left = unseen(left, heaps[heap])
    return {**{heap: heaps[heap] for heap in sizes}, rest: sorted(left)}


def _fewest_able_first(
    left: Sequence[str], sizes: Mapping[str, int], may: Callable[[str, str], bool]
) -> list[tuple[str, int]]:
    return sorted(sizes.items(), key=lambda item: sum(may(item[0], card) for card in left))
