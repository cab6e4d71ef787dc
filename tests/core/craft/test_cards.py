"""Decks and cups: who learns what, what is left, and what a side may think of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import field, replace
from functools import partial
from typing import Any

import pytest
from tiny import Game, tiny, topic

from pbem.craft.cards import (
    CARD_EVENTS,
    CardPlayed,
    ask_for_card,
    card_question,
    card_sayings,
    dealt_anew,
    discard,
    draw_between,
    fill_hand,
    lose_cards,
    play_card,
    put_back,
    put_into_pile,
    shown_since,
    take_discards,
    unseen,
)
from pbem.craft.chits import CHIT_EVENTS, draw_chits, refill_cup, set_chits_aside
from pbem.model.entry import told_to
from pbem.model.errors import RulesBug
from pbem.model.sheet import Sheet
from pbem.ruleset import BOX, Position, Umpire, View, Whims, record

SIDES = ("blue", "red")
CARDS = {"blue": ("b1", "b2", "b3", "b4"), "red": ("r1", "r2", "r3")}


@record
class Table:
    turn: int = 1
    hands: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    discards: dict[str, list[str]] = field(default_factory=lambda: {side: [] for side in SIDES})
    cup: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


@record
class Secrets:
    hand: list[str] = field(default_factory=list)


@record
class Box:
    piles: dict[str, list[str]] = field(default_factory=dict)


def dealt(step: Callable[[Table, Umpire], str | None], *, cup: str = "", aside: str = "", **more: Any) -> Game:
    """A game of one step, its decks as they are at the start."""
    box = Box({**{side: list(cards) for side, cards in CARDS.items()}, "spare": ["s1", "s2", "s3"]})
    table = Table(cup=cup.split(), aside=aside.split())
    start = Position(table, {**{side: Secrets() for side in SIDES}, BOX: box})
    kinds = {"blue": Secrets, "red": Secrets, BOX: Box}
    events = (*CARD_EVENTS, *CHIT_EVENTS)
    spec = tiny(step, start=start, table=Table, secrets=kinds, events=events, topics=(topic("card"),))
    return Game(spec, **more)


def names(game: Game) -> list[tuple[str, str | None]]:
    return [(type(entry.event).__name__, entry.only) for entry in game.entries]


def hand(game: Game, side: str) -> list[str]:
    return list(game.now.position.secrets[side].hand)


def piles(game: Game) -> dict[str, list[str]]:
    return dict(game.now.position.secrets[BOX].piles)


def fill(size: int, table: Table, umpire: Umpire) -> None:
    fill_hand(umpire, "5", "blue", size)


# hands and piles


def test_a_card_that_is_drawn_is_told_in_three_circles() -> None:
    game = dealt(partial_step(fill, 2))
    drawn = ("LeftPile", BOX), ("Drew", "blue")
    assert names(game) == [*drawn, *drawn, ("HandFilled", None)]
    assert len(hand(game, "blue")) == 2
    assert sorted([*hand(game, "blue"), *piles(game)["blue"]]) == list(CARDS["blue"])
    assert game.now.position.table.hands == {"blue": 2, "red": 0}
    assert [type(entry.event).__name__ for entry in told_to("red", game.entries)] == ["HandFilled"]


def partial_step(step: Callable[..., None], *first: Any) -> Callable[[Table, Umpire], str | None]:
    made = partial(step, *first)
    made.__name__ = "step"  # type: ignore[attr-defined]
    return made  # type: ignore[return-value]


def test_a_full_hand_draws_nothing_and_nobody_is_told_anything() -> None:
    assert names(dealt(partial_step(fill, 0))) == []


def test_with_an_empty_pile_the_hand_stays_short_unless_the_discards_are_taken() -> None:
    def twice(table: Table, umpire: Umpire) -> None:
        fill_hand(umpire, "5", "red", 3)
        discard(umpire, "5", "red", ["r1", "r2", "r9", "r1"])
        fill_hand(umpire.within("short"), "5", "red", 3)
        fill_hand(umpire.within("full"), "5", "red", 3, partial(take_discards, table, umpire, "5", "red"))

    game = dealt(twice)
    assert hand(game, "red") == list(CARDS["red"])
    assert game.now.position.table.discards["red"] == []
    told = [entry.event for entry in told_to(None, game.entries)]
    assert [type(event).__name__ for event in told] == ["HandFilled", "Discarded", "DiscardsTaken", "HandFilled"]
    assert [event.count for event in told if type(event).__name__ == "HandFilled"] == [3, 2]  # type: ignore[attr-defined]


def test_two_who_hold_different_cards_are_asked_the_same_way() -> None:
    def asking(table: Table, umpire: Umpire) -> None:
        cards = umpire.secret("blue").hand
        card = ask_for_card(umpire, "6", "blue", "card", "a card?", cards)
        if card:
            play_card(umpire, "6", "blue", card)

    def rich(table: Table, umpire: Umpire) -> None:
        fill_hand(umpire, "5", "blue", 1)
        asking(table, umpire)

    for step in (asking, rich):
        assert dealt(step).asked == []
        game = dealt(step, windows={"card": "ask"})
        assert game.asked == ["blue card"]
        assert game.now.decisions[0].sealed
        pick = game.now.decisions[0].options[-1]
        game.hand_in(Sheet("blue", answers={game.due("card").key: pick}))
        assert game.now.position.table.discards["blue"] == ([] if pick == "none" else [pick])
        assert game.now.position.table.hands["blue"] == 0


def test_every_deal_is_as_likely_as_any_other_and_what_was_shown_lies_where_it_was_held() -> None:
    cards, deals = ("a", "b", "c", "d"), 1200
    hands = Counter("".join(dealt_anew(Whims(n), cards, {"hand": 2}, "pile")["hand"]) for n in range(deals))
    assert set(hands) == {"ab", "ac", "ad", "bc", "bd", "cd"}
    assert all(abs(count - deals / 6) < deals / 25 for count in hands.values())
    held = Counter(
        "".join(dealt_anew(Whims(n), cards, {"hand": 2}, "pile", held={"hand": ["c"]})["hand"]) for n in range(deals)
    )
    assert set(held) == {"ac", "bc", "cd"}
    assert all(abs(count - deals / 3) < deals / 25 for count in held.values())


def test_what_a_side_showed_before_it_drew_it_must_have_held() -> None:
    def playing(table: Table, umpire: Umpire) -> None:
        fill_hand(umpire, "5", "blue", 2)
        for card in umpire.secret("blue").hand[:]:
            play_card(umpire, "6", "blue", card)
        fill_hand(umpire.within("again"), "5", "blue", 1)
        discard(umpire, "6", "blue", umpire.secret("blue").hand[:])

    told = told_to("red", dealt(playing).entries)
    played = [entry.event.card for entry in told if isinstance(entry.event, CardPlayed)]
    assert len(played) == 2
    first = next(n for n, entry in enumerate(told) if isinstance(entry.event, CardPlayed))
    assert shown_since(View("red", None, None, told[first:]), "blue") == played
    assert shown_since(View("red", None, None, told), "blue") == []
    assert shown_since(View("red", None, None, told[first:]), "red") == []


def test_only_cards_that_are_held_are_offered_whichever_are_named() -> None:
    def asking(table: Table, umpire: Umpire) -> None:
        fill_hand(umpire, "5", "blue", 2)
        ask_for_card(umpire, "6", "blue", "card", "a card?", CARDS["blue"])

    game = dealt(asking, windows={"card": "ask"})
    assert game.due("card").options == ("none", *sorted(hand(game, "blue")))


def test_a_card_question_waits_where_the_rules_give_silence_no_meaning() -> None:
    def asking(table: Table, umpire: Umpire) -> None:
        ask_for_card(umpire, "6", "blue", "card", "a card?", CARDS["blue"], otherwise=None)

    assert dealt(asking).asked == ["blue card"]


def test_both_sides_may_be_asked_for_a_card_together() -> None:
    def both(table: Table, umpire: Umpire) -> None:
        umpire.ask_all(*[card_question(umpire, "6", side, "card", "a card?", []) for side in SIDES])

    assert dealt(both, windows={"card": "ask"}).asked == ["blue card", "red card"]
    assert dealt(both, windows={"card@red": "ask"}).asked == ["red card"]


def test_cards_pulled_out_of_a_hand_by_the_enemy_are_shown_and_no_more_than_there_are() -> None:
    def pulled(table: Table, umpire: Umpire) -> None:
        fill_hand(umpire, "5", "blue", 3)
        lost = lose_cards(umpire, "5", "blue", 2)
        lose_cards(umpire.within("again"), "5", "blue", 2)
        assert len(set(lost)) == 2

    game = dealt(pulled)
    assert hand(game, "blue") == []
    assert len(game.now.position.table.discards["blue"]) == 3


def test_cards_go_from_pile_to_pile_without_anybody_learning_which() -> None:
    def moved(table: Table, umpire: Umpire) -> None:
        draw_between(umpire, "4", "spare", "blue", 2)
        draw_between(umpire, "4", "spare", "red", 9)
        put_into_pile(umpire, "4", "spare", ["s9"])

    game = dealt(moved)
    assert {only for _, only in names(game)} == {BOX}
    assert [len(pile) for pile in piles(game).values()] == [6, 4, 1]
    assert told_to("blue", game.entries) == ()
    assert all(roll.only == BOX for stretch in game.now.stretches for roll in stretch.told.rolls)


def test_some_discards_go_back_into_a_pile() -> None:
    def back(table: Table, umpire: Umpire) -> None:
        fill_hand(umpire, "5", "red", 3)
        discard(umpire, "5", "red", CARDS["red"])
        put_back(umpire, "5", "red", ["r1"])
        put_back(umpire, "5", "red", ["r3"], "spare")
        put_back(umpire, "5", "red", [])

    game = dealt(back)
    assert game.now.position.table.discards["red"] == ["r2"]
    assert (piles(game)["red"], piles(game)["spare"]) == (["r1"], ["r3", "s1", "s2", "s3"])


def test_what_is_told_of_cards() -> None:
    told = card_sayings({"blue": "Blue", "red": "Red"})
    assert set(told) < set(CARD_EVENTS)

    def all_of_it(table: Table, umpire: Umpire) -> None:
        fill_hand(umpire, "5", "red", 2)
        play_card(umpire, "5", "red", umpire.secret("red").hand[0])
        discard(umpire, "5", "red", umpire.secret("red").hand)
        put_back(umpire, "5", "red", table.discards["red"][:1])
        take_discards(table, umpire, "5", "red")

    game = dealt(all_of_it)
    events = [entry.event for entry in told_to("red", game.entries)]
    words = [told[type(event)](event) for event in events if type(event) in told]
    assert words[:3] == [f"you draw {words[0][-2:]}", f"you draw {words[1][-2:]}", "Red draws 2"]
    assert words[-1] == "Red's discards become the pile"


# what a side has not seen


def test_what_is_in_no_heap_that_a_side_sees() -> None:
    assert unseen(["a", "a", "b", "c"], ["a"], ["c", "x"]) == ["a", "b"]


def test_unseen_cards_are_dealt_anew_where_they_may_lie() -> None:
    cards = [f"s{number}" for number in range(4)] + [f"p{number}" for number in range(4)]

    def spare_only(heap: str, card: str) -> bool:
        return heap != "spare" or card.startswith("s")

    seen = set()
    for number in range(30):
        heaps = dealt_anew(Whims("deal", number), cards, {"spare": 3, "hand": 2}, "pile", spare_only)
        assert [len(heap) for heap in heaps.values()] == [3, 2, 3]
        assert sorted(card for heap in heaps.values() for card in heap) == sorted(cards)
        assert all(card.startswith("s") for card in heaps["spare"])
        seen.add(tuple(heaps["hand"]))
    assert len(seen) > 5


def test_more_cards_than_may_lie_there_is_a_bug() -> None:
    with pytest.raises(RulesBug, match="hand: 3 cards, and 2 that may lie there"):
        dealt_anew(Whims("deal", 1), ["a", "b"], {"hand": 3}, "pile")


# cups


def blue(chit: str) -> bool:
    return chit.startswith("B")


def test_a_cup_is_replenished_but_for_what_was_drawn_in_this_battle() -> None:
    def battle(table: Table, umpire: Umpire) -> None:
        first = draw_chits(table, umpire, "9.3", 1, blue, "9.41")
        assert first == ("B1",)
        assert (table.cup, table.aside) == (["a", "b"], [])
        assert len(draw_chits(table, umpire, "9.3", 3, blue, "9.41")) == 3
        set_chits_aside(table, umpire, "9.5")
        assert (table.cup, table.drawn, table.aside) == ([], [], ["B1", "a", "b"])
        assert draw_chits(table, umpire.within("next"), "9.3", 1) == ()
        refill_cup(table, umpire, "10")
        assert table.cup == ["B1", "a", "b"]

    game = dealt(battle, cup="B1", aside="a b")
    told = [entry.case for entry in game.entries]
    assert told == ["9.3", "9.41", "9.3", "9.3", "9.5", "10"]
    assert all(only is None for _, only in names(game))


def test_a_cup_with_nothing_aside_or_drawn_tells_nothing() -> None:
    def idle(table: Table, umpire: Umpire) -> None:
        set_chits_aside(table, umpire, "9.5")
        refill_cup(table, umpire, "10")
        draw_chits(table, umpire, "9.3", 0)

    assert names(dealt(idle, cup="a")) == []


def test_a_draw_is_the_same_when_the_step_is_run_again() -> None:
    def asked_between(table: Table, umpire: Umpire) -> None:
        fill_hand(umpire, "5", "blue", 2)
        draw_chits(table, umpire, "9", 1)
        umpire.ask("6", "red", "card", "go on?", ["yes", "no"])

    game = dealt(asked_between, cup="a b c d e f")
    before = hand(game, "blue"), list(game.now.position.table.drawn)
    game.faces = replace(game.faces, number=99)
    game.hand_in(Sheet("red", answers={game.due("card").key: "yes"}))
    assert (hand(game, "blue"), list(game.now.position.table.drawn)) == before
