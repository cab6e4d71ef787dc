"""Asking: every verb, and every place an answer may come from, in its order."""

from __future__ import annotations

from typing import Any

import pytest
from tiny import BOX, Box, Game, Hand, LeftPile, Line, Moved, Said, Table, Took, position, tiny, topic

from pbem.engine.asked import Asked
from pbem.model.errors import RulesBug, Stale
from pbem.model.sheet import Part, Sheet, StandingOrder
from pbem.ruleset import Umpire, View


def asking(**more: Any) -> Any:
    """A step that asks blue for one of three ways and says which."""

    def step(table: Table, umpire: Umpire) -> None:
        way = umpire.ask("1.1", "blue", "way", "which way?", ["stay", "left", "right"], **more)
        umpire.do("1.1", Said(way))

    return step


def choosing(least: int, most: int, **more: Any) -> Any:
    def step(table: Table, umpire: Umpire) -> None:
        lost = umpire.choose("2.1", "blue", "losses", "who?", ["Ann", "Bob", "Cid"], least, most, **more)
        umpire.do("2.1", Said(repr(lost)))

    return step


def standing(topic: str, wish: str | tuple[str, ...], *places: str) -> StandingOrder:
    return StandingOrder(topic, wish, places)


def sheet(side: str = "blue", **more: Any) -> Sheet:
    return Sheet(side, **more)


def with_standing(spec: Any, *orders: StandingOrder, **more: Any) -> Game:
    """A game in which blue's standing orders are in force before the step `step` begins."""
    return _begun(spec, Sheet("blue", standing=orders), **more)


def _begun(spec: Any, first: Sheet, absent: tuple[str, ...] = (), **more: Any) -> Game:
    """Play an extra step before, which waits for red, so that blue's papers are there when the step begins."""

    def before(table: Table, umpire: Umpire) -> str:
        umpire.ask("0", "red", "way", "ready?", ["yes", "no"])
        return str(spec.first)

    from dataclasses import replace

    whole = replace(spec, steps={"before": before, **spec.steps}, first="before")
    game = Game(whole, **more)
    game.hand_in(first)
    game.hand_in(Sheet("red", answers={game.due("way").key: "yes"}), absent=absent)
    return game


# one and several


def test_without_an_answer_the_step_stops_and_says_what_it_wants() -> None:
    game = Game(tiny(asking(facts={"hits": 3})))
    (decision,) = game.now.decisions
    assert (decision.side, decision.topic, decision.case, decision.kind) == ("blue", "way", "1.1", "one")
    assert decision.options == ("stay", "left", "right")
    assert decision.facts == {"hits": 3}
    assert decision.key == ("turn 1/step", "1.1", "blue", "way")
    assert game.said == []


def test_a_reply_is_taken_and_put_on_record_with_its_exchange() -> None:
    game = Game(tiny(asking()))
    game.hand_in(sheet(answers={game.due("way").key: "left"}))
    assert game.said == ["left"]
    (answer,) = game.now.stretches[0].told.answers
    assert (answer.pick, answer.source, answer.exchange) == ("left", "reply", 2)


def test_choose_gives_a_tuple_however_few_are_picked() -> None:
    game = Game(tiny(choosing(1, 1)))
    game.hand_in(sheet(answers={game.due("losses").key: ("Bob",)}))
    assert game.said == ["('Bob',)"]


def test_several_picks_are_kept_in_the_order_of_the_options() -> None:
    game = Game(tiny(choosing(2, 3)))
    game.hand_in(sheet(answers={game.due("losses").key: ("Cid", "Ann")}))
    assert game.said == ["('Ann', 'Cid')"]


@pytest.mark.parametrize("pick", ["left", ("Ann", "Ann"), ("Dan",), (), ("Ann", "Bob", "Cid")])
def test_an_unlawful_reply_is_told_to_its_owner_and_asked_for_again(pick: Any) -> None:
    game = Game(tiny(choosing(1, 2)))
    game.hand_in(sheet(answers={game.due("losses").key: pick}))
    assert game.asked == ["blue losses"]
    assert len(game.notes) == 1
    assert game.notes[0].startswith("blue: who?")


def test_an_unlawful_reply_is_asked_for_again_and_not_settled_by_anything_else() -> None:
    game = with_standing(tiny(asking(said=[])), standing("way", "never"))
    game.hand_in(sheet(answers={game.due("way").key: "nowhere"}, standing=(standing("way", "last"),)))
    game.hand_in(sheet(answers={game.due("way").key: "nowhere"}))
    assert game.asked == ["blue way"]


def not_bob(pick: tuple[str, ...]) -> str | None:
    return "Bob cannot be spared" if "Bob" in pick else None


def test_the_judge_has_a_say() -> None:
    game = Game(tiny(choosing(1, 2, judge=not_bob)))
    key = game.due("losses").key
    game.hand_in(sheet(answers={key: ("Bob",)}))
    assert game.notes == ["blue: who?: Bob cannot be spared"]
    game.hand_in(sheet(answers={key: ("Ann",)}))
    assert game.said == ["('Ann',)"]


def test_no_options_an_option_twice_or_an_impossible_number_is_a_bug() -> None:
    def nothing(table: Table, umpire: Umpire) -> None:
        umpire.ask("1", "blue", "way", "?", [])

    def twice(table: Table, umpire: Umpire) -> None:
        umpire.ask("1", "blue", "way", "?", ["a", "a"])

    def too_many(table: Table, umpire: Umpire) -> None:
        umpire.choose("1", "blue", "way", "?", ["a"], 2, 2)

    def half(table: Table, umpire: Umpire) -> None:
        umpire.ask_all(umpire.question("1", "blue", "way", "?", ["a", "b"], least=1))

    def misspelt(table: Table, umpire: Umpire) -> None:
        umpire.ask("1", "blue", "way", "?", ["a", "b"], seald=True)  # type: ignore[call-arg]

    def silent_part(table: Table, umpire: Umpire) -> None:
        umpire.ask_all(umpire.part("1", "blue", "moves", otherwise="a"))

    steps = (nothing, "no options"), (twice, "twice"), (too_many, "2 to 2 of 1"), (half, "together")
    more = (misspelt, "nothing that can be said of a question: seald"), (silent_part, "lines of moves are neither")
    for step, words in (*steps, *more):
        with pytest.raises(RulesBug, match=words):
            Game(tiny(step))


# force


def test_the_only_lawful_answer_is_forced_and_leaves_no_record() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Said(umpire.ask("1", "blue", "way", "?", ["stay"])))
        umpire.do("1", Said(repr(umpire.choose("2", "blue", "way", "?", ["Ann", "Bob"], 2, 2))))
        umpire.do("1", Said(repr(umpire.choose("3", "blue", "way", "?", ["Ann", "Bob"], 0, 0))))

    game = Game(tiny(step))
    assert game.said == ["stay", "('Ann', 'Bob')", "()"]
    assert game.sources == []


def test_a_sealed_question_is_never_forced() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Said(umpire.ask("1", "blue", "card", "?", ["none"], sealed=True)))

    game = Game(tiny(step))
    assert game.asked == ["blue card"]
    game.hand_in(sheet(answers={game.due("card").key: "none"}))
    assert game.said == ["none"]


# said, standing, otherwise, default, bot


def test_what_the_line_says_comes_before_standing_orders() -> None:
    game = with_standing(tiny(asking(said="left")), standing("way", ("right",)))
    assert (game.said, game.sources[-1]) == (["left"], "sheet")


def test_the_first_lawful_wish_of_the_line_counts() -> None:
    game = Game(tiny(asking(said=["nowhere", "right", "left"])))
    assert game.said == ["right"]


def test_an_impossible_wish_is_noted_in_the_recorded_answer_and_not_in_the_log() -> None:
    game = with_standing(tiny(asking(said="nowhere")), standing("way", ("right",)))
    answer = game.now.stretches[-1].told.answers[-1]
    assert answer.note == "way: what the sheet says is not possible"
    assert [entry.event for entry in game.entries] == [Said("right")]


def test_a_reply_comes_before_what_the_line_says() -> None:
    wishes: list[str] = []
    game = Game(tiny(asking(said=wishes)))
    wishes.append("left")
    game.hand_in(sheet(answers={game.due("way").key: "right"}))
    assert (game.said, game.sources) == (["right"], ["reply"])


def test_standing_orders_answer_by_words_and_by_preference() -> None:
    assert with_standing(tiny(asking()), standing("way", "last")).said == ["right"]
    assert with_standing(tiny(asking()), standing("way", ("nowhere", "left"))).said == ["left"]
    assert with_standing(tiny(choosing(2, 2)), standing("losses", ("Cid", "Bob", "Ann"))).said == ["('Bob', 'Cid')"]


def test_standing_orders_that_do_not_apply_leave_the_question_open() -> None:
    assert with_standing(tiny(asking()), standing("way", "never")).asked == ["blue way"]
    assert with_standing(tiny(asking()), standing("way", ("nowhere",))).asked == ["blue way"]
    assert with_standing(tiny(asking()), standing("losses", ("left",))).asked == ["blue way"]


def test_standing_orders_for_the_place_come_before_the_general_one() -> None:
    spec = tiny(asking(facts={"at": "ford"}), topics=(topic("way", places=lambda d: (str(d.facts["at"]),)),))
    orders = standing("way", ("left",)), standing("way", ("right",), "ford"), standing("way", ("stay",), "hill")
    assert with_standing(spec, *orders).said == ["right"]


def test_a_preference_that_runs_dry_ends_in_the_passive_answer_if_the_question_is_sealed() -> None:
    assert with_standing(tiny(asking(sealed=True)), standing("way", ("nowhere",))).said == ["stay"]
    for wish in ("Dan", "Bob"):  # not offered, and not lawful
        game = with_standing(tiny(choosing(0, 3, sealed=True, judge=not_bob)), standing("losses", (wish,)))
        assert game.said == ["()"]


def test_a_preference_of_several_takes_the_fewest_that_are_lawful() -> None:
    def two_or_more(pick: tuple[str, ...]) -> str | None:
        return None if len(pick) >= 2 else "two are owed"

    game = with_standing(tiny(choosing(1, 3, judge=two_or_more)), standing("losses", ("Bob", "Cid", "Ann")))
    assert game.said == ["('Bob', 'Cid')"]


def test_ask_takes_the_pen_back_even_where_silence_passes() -> None:
    game = with_standing(tiny(asking(otherwise="stay")), standing("way", "ask"))
    assert game.asked == ["blue way"]


def test_a_window_passes_unless_the_charter_lets_it_ask() -> None:
    passing = Game(tiny(asking(otherwise="stay")))
    assert (passing.said, passing.sources) == (["stay"], ["otherwise"])
    assert Game(tiny(asking(otherwise="stay")), windows={"way": "ask"}).asked == ["blue way"]


def test_who_is_absent_gets_the_default() -> None:
    game = Game(tiny(asking()))
    game.hand_in(absent=("blue",))
    assert (game.said, game.sources) == (["stay"], ["default"])


def test_who_is_absent_gets_what_silence_means_where_the_rules_say_so() -> None:
    game = Game(tiny(asking(otherwise="left")), windows={"way": "ask"})
    game.hand_in(absent=("blue",))
    assert (game.said, game.sources) == (["left"], ["default"])


def test_standing_orders_hold_while_their_owner_is_absent_but_ask_does_not() -> None:
    for wish, expected in (("last", "right"), ("ask", "stay")):
        game = _begun(tiny(asking()), Sheet("blue", standing=(standing("way", wish),)), absent=("blue",))
        assert game.said == [expected]


def test_an_unlawful_reply_of_the_absent_falls_to_the_default() -> None:
    game = Game(tiny(asking()))
    game.hand_in(sheet(answers={game.due("way").key: "nowhere"}), absent=("blue",))
    assert (game.said, len(game.notes)) == (["stay"], 1)


def test_a_bot_answers_for_its_side() -> None:
    def takes_the_last(view: View, asked: Asked, situation: object) -> str:
        return asked.decision.options[-1]

    game = Game(tiny(asking()), bots={"blue": takes_the_last})
    assert (game.said, game.sources) == (["right"], ["bot"])


def test_an_unlawful_answer_of_bot_or_default_is_a_bug() -> None:
    with pytest.raises(RulesBug, match="bot gave an unlawful answer"):
        Game(tiny(asking()), bots={"blue": lambda view, asked, situation: "nowhere"})
    game = Game(tiny(asking(), topics=(topic("way", default=lambda view, decision: "nowhere"),)))
    with pytest.raises(RulesBug, match="default gave an unlawful answer"):
        game.hand_in(absent=("blue",))


def test_a_topic_that_nobody_declared_is_a_bug_as_soon_as_it_is_asked_even_if_silence_passes() -> None:
    for otherwise in (None, "left"):
        with pytest.raises(RulesBug, match="declares no such topic"):
            Game(tiny(asking(otherwise=otherwise), topics=()))


def test_a_part_that_nobody_declared_is_a_bug() -> None:
    def marching(table: Table, umpire: Umpire) -> None:
        umpire.orders("4", "blue", "march")

    with pytest.raises(RulesBug, match="asks for the part 'march' and declares no such part"):
        Game(tiny(marching))


def test_an_event_that_cannot_happen_is_named_with_all_that_it_says() -> None:
    def moving(table: Table, umpire: Umpire) -> None:
        umpire.do("5.2", Moved("Zoe", "north"))

    with pytest.raises(RulesBug, match=r"5.2 Moved\(piece='Zoe', place='north'\) cannot happen: KeyError"):
        Game(tiny(moving))


# together


def both(table: Table, umpire: Umpire) -> None:
    picks = umpire.ask_all(
        umpire.question("4", "blue", "way", "?", ["left", "right"]),
        umpire.question("4", "red", "way", "?", ["left", "right"]),
        umpire.part("4", "red", "plan", sealed=True),
    )
    umpire.do("4", Said(f"{picks[0]} {picks[1]} {picks[2].lines[0].place}"))


def test_questions_put_together_stop_together_and_keep_their_order() -> None:
    game = Game(tiny(both))
    assert game.asked == ["blue way", "red way", "red plan"]
    game.hand_in(sheet(answers={game.due("way", "blue").key: "left"}))
    assert game.asked == ["red way", "red plan"]
    plan = Part("plan", (Line(place="hill"),))
    game.hand_in(Sheet("red", answers={game.due("way").key: "right"}, parts={"plan": plan}))
    assert game.said == ["left right hill"]


def test_the_same_question_to_two_sides_has_two_keys() -> None:
    assert len({decision.key for decision in Game(tiny(both)).now.decisions}) == 3


# dice, draws and secrets


def test_dice_and_draws() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        die = umpire.roll("5.1", "die")
        dice = umpire.rolls("5.2", "guns", 3)
        none = umpire.rolls("5.3", "guns", 0)
        drawn = umpire.draw("5.4", "chit", ["red", "green", "blue"])
        umpire.do("5", Said(f"{die} {dice} {none} {drawn}"))

    game = Game(tiny(step), faces={"die": (4,), "guns": (1, 6, 2), "chit": (1,)})
    assert game.said == ["4 (1, 6, 2) () blue"]  # the first of the sorted list
    thrown = game.now.stretches[0].told.rolls
    assert [(roll.case, roll.die, roll.faces, roll.drawn) for roll in thrown] == [
        ("5.1", 6, (4,), None),
        ("5.2", 6, (1, 6, 2), None),
        ("5.4", 3, (1,), "blue"),
    ]


def test_an_empty_cup_is_a_bug() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.draw("5", "chit", [])

    with pytest.raises(RulesBug, match="nothing to draw from"):
        Game(tiny(step))


def dealing(table: Table, umpire: Umpire) -> None:
    pile = umpire.secret(BOX).pile
    card = umpire.draw("6.1", "card", pile, only="red")
    umpire.do("6.1", LeftPile(card), only=BOX)
    umpire.do("6.1", Took(card), only="red")
    umpire.do("6.1", Said("red draws one"))
    umpire.ask("6.2", "red", "card", "play?", ["none", *umpire.secret("red").cards], sealed=True)


def test_secrets_are_changed_by_events_that_their_owner_alone_is_told() -> None:
    start = position(red=Hand(), box=Box(["Axe", "Bow"]))
    game = Game(tiny(dealing, start=start), faces={"card": (2,)})
    assert game.now.position.secrets["red"].cards == ["Bow"]
    assert game.now.position.secrets[BOX].pile == ["Axe"]
    assert [entry.only for entry in game.entries] == [BOX, "red", None]
    assert game.now.stretches[0].told.rolls[0].only == "red"


def test_secrets_that_nobody_has_are_a_bug() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.secret("blue")

    with pytest.raises(RulesBug, match="no secrets of blue"):
        Game(tiny(step))


# places


def test_places_go_into_the_keys_and_a_place_entered_again_is_numbered() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        for _ in range(2):
            at = umpire.within("ford").within("pace 1")
            at.do("7", Moved("Ann", "ford"))
            at.roll("7", "die")

    game = Game(tiny(step))
    assert [roll.key for roll in game.now.stretches[0].told.rolls] == [
        ("turn 1/step", "ford", "pace 1", "7", "die"),
        ("turn 1/step", "ford (2)", "pace 1", "7", "die"),
    ]
    assert [entry.place for entry in game.entries] == [("ford", "pace 1"), ("ford (2)", "pace 1")]


def test_a_recorded_answer_that_is_not_lawful_any_more_is_stale() -> None:
    def two(table: Table, umpire: Umpire) -> None:
        way = umpire.ask("1", "blue", "way", "?", ways)
        umpire.ask("2", "red", "way", "?", ["a", "b"])
        umpire.do("1", Said(way))

    ways = ["left", "right"]
    game = Game(tiny(two))
    game.hand_in(sheet(answers={game.due("way").key: "left"}))
    ways.remove("left")
    ways.append("back")
    with pytest.raises(Stale, match="recorded answer"):
        game.rerun()
