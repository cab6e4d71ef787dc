"""The promises of HOUSE.md, each broken on purpose by a ruleset made for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from tiny import Box, Game, Hand, Line, Moved, Said, Table, TurnBegan, position, tiny

from pbem.engine.advance import MOST_STEPS
from pbem.engine.clone import clone, copy_record
from pbem.engine.run import fold
from pbem.engine.session import Endless
from pbem.model.errors import RulesBug, Stale
from pbem.model.position import Position
from pbem.model.sheet import Part, Sheet, StandingOrder
from pbem.ruleset import Umpire, event, record


def says(umpire: Umpire, words: str) -> None:
    umpire.do("1", Said(words))


def asks(umpire: Umpire, case: str = "1", side: str = "red") -> str:
    return umpire.ask(case, side, "way", "?", ["a", "b"])


def answer(game: Game, pick: str = "a") -> None:
    game.hand_in(*[Sheet(d.side, answers={d.key: pick}) for d in game.now.decisions])


# 1. Entries already told are a prefix of the entries of every re-run


@pytest.mark.parametrize("words", [["other"], []])
def test_1_what_was_told_cannot_change(words: list[str]) -> None:
    told = ["first"]

    def step(table: Table, umpire: Umpire) -> None:
        for word in told:
            says(umpire, word)
        asks(umpire)

    game = Game(tiny(step))
    told[:] = words
    with pytest.raises(Stale, match="told"):
        answer(game)


def test_1_what_was_told_can_go_on() -> None:
    told = ["first"]

    def step(table: Table, umpire: Umpire) -> None:
        for word in told:
            says(umpire, word)
        asks(umpire)

    game = Game(tiny(step))
    told.append("second")
    game.hand_in()
    assert [entry.event for entry in game.entries] == [Said("second")]


# 2. Whatever is on record is met again


def leaving_out() -> tuple[Any, dict[str, bool]]:
    left_out = {"answer": False, "roll": False}

    def step(table: Table, umpire: Umpire) -> None:
        if not left_out["answer"]:
            asks(umpire, "1")
        if not left_out["roll"]:
            umpire.roll("2", "die")
        asks(umpire, "3")

    return step, left_out


@pytest.mark.parametrize("what", ["answer", "roll"])
@pytest.mark.parametrize("ends", [False, True])
def test_2_what_is_on_record_and_not_met_again_is_stale_at_a_stop_and_at_the_end(what: str, ends: bool) -> None:
    step, left_out = leaving_out()
    game = Game(tiny(step))
    answer(game)
    left_out[what] = True
    with pytest.raises(Stale, match="on record and not met again"):
        answer(game) if ends else game.hand_in()


# 3. The events alone change the position


@pytest.mark.parametrize("stops", [False, True])
def test_3_a_step_that_changes_the_table_itself_is_a_bug(stops: bool) -> None:
    def step(table: Table, umpire: Umpire) -> None:
        table.pieces["Ann"].place = "sea"
        if stops:
            asks(umpire)

    with pytest.raises(RulesBug, match="behind the events' back"):
        Game(tiny(step))


def test_3_so_is_one_that_changes_secrets() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.secret("red").cards.append("Axe")

    with pytest.raises(RulesBug, match="behind the events' back"):
        Game(tiny(step, start=position(red=Hand())))


def test_3_folding_gives_the_position_at_a_stop_and_leaves_the_entry_alone() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Moved("Ann", "sea"))
        asks(umpire)

    game = Game(tiny(step))
    assert game.bookmark.entry.table.pieces["Ann"].place == "home"
    assert game.now.position.table.pieces["Ann"].place == "sea"
    assert fold(game.bookmark.entry, game.bookmark.told.entries) == game.now.position


# 4. No key twice, no step id twice


@pytest.mark.parametrize("verb", ["ask", "roll", "draw", "mixed"])
def test_4_the_same_key_twice_is_a_bug(verb: str) -> None:
    def step(table: Table, umpire: Umpire) -> None:
        for time in range(2):
            if verb == "ask" or (verb == "mixed" and time):
                umpire.ask("1", "red", "way", "?", ["forced"])
            elif verb == "draw":
                umpire.draw("1", "chit", ["a", "b"])
            else:
                umpire.rolls("1", "way" if verb == "roll" else "red", 2)
                if verb == "mixed":
                    umpire.roll("1", "die")

    if verb == "mixed":  # a question and a roll under different keys do not meet
        Game(tiny(step))
        return
    with pytest.raises(RulesBug, match="used twice"):
        Game(tiny(step))


def test_4_another_side_or_another_place_is_another_key() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        says(umpire, asks(umpire, side="red") + asks(umpire, side="blue") + asks(umpire.within("hill")))

    game = Game(tiny(step))
    while game.now.decisions:
        answer(game)
    assert game.said == ["aaa"]


def test_4_a_step_for_the_second_time_in_one_turn_is_a_bug() -> None:
    def step(table: Table, umpire: Umpire) -> str:
        return "step"

    with pytest.raises(RulesBug, match="second time"):
        Game(tiny(step))


def test_4_in_another_turn_it_is_another_step() -> None:
    def step(table: Table, umpire: Umpire) -> str | None:
        umpire.do("9", TurnBegan(table.turn + 1))
        return "step" if table.turn < 4 else None

    assert Game(tiny(step)).bookmark.past == ("turn 1/step", "turn 2/step", "turn 3/step")


# 6. Rolls are keyed by what they are for


def test_6_a_roll_more_moves_no_other_die() -> None:
    mended = False

    def step(table: Table, umpire: Umpire) -> None:
        if mended:
            umpire.roll("1", "an early one")
        umpire.roll("2", "late")
        asks(umpire)

    def late(game: Game) -> tuple[int, ...]:
        rolls = game.now.stretches[0].told.rolls
        return next(roll.faces for roll in rolls if roll.key[-1] == "late")

    before = late(Game(tiny(step)))
    mended = True
    assert late(Game(tiny(step))) == before


# 7. A roll of exchange n uses n's seed and is read from the record ever after


def test_7_rolls_before_a_stop_are_read_from_the_record_and_those_after_it_come_from_the_new_seed() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.roll("1", "before")
        umpire.draw("1", "chit", ["a", "b", "c"])
        asks(umpire)
        umpire.roll("1", "after")
        says(umpire, "done")

    game = Game(tiny(step), faces={"before": (2,), "chit": (3,)})
    from pbem.play.faces import LaidFaces

    game.faces = LaidFaces({"after": (5,)})  # whoever asks these for another die is refused
    answer(game)
    rolls = game.now.stretches[0].told.rolls
    assert [(roll.key[-1], roll.exchange) for roll in rolls] == [("after", 2)]
    assert game.said == ["done"]


def test_7_a_recorded_die_of_another_size_is_stale() -> None:
    size = [6]

    def step(table: Table, umpire: Umpire) -> None:
        umpire.roll("1", "die", size[0])
        asks(umpire)

    game = Game(tiny(step))
    size[0] = 10
    with pytest.raises(Stale, match="was thrown with 1 dice of 6"):
        answer(game)


@pytest.mark.parametrize("pool", [["axe", "bow"], ["axe", "cup", "dog"]])
def test_7_a_recorded_draw_that_does_not_fit_its_pool_is_stale(pool: list[str]) -> None:
    cards = ["axe", "bow", "cup"]

    def step(table: Table, umpire: Umpire) -> None:
        umpire.draw("1", "card", cards)
        asks(umpire)

    game = Game(tiny(step), faces={"card": (2,)})
    cards[:] = pool
    with pytest.raises(Stale, match="drew bow"):
        answer(game)


# 9. A reply serves its exchange, a part its turn: see test_engine_orders.py


# Standing orders and sheets are consulted once


def test_a_new_standing_order_does_not_change_what_an_old_one_answered() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        asks(umpire, "0")
        says(umpire, umpire.ask("1", "blue", "way", "?", ["left", "right"]))
        asks(umpire, "2")

    game = Game(tiny(step))
    game.hand_in(Sheet("blue", standing=(StandingOrder("way", ("left",)),)))
    answer(game)
    game.hand_in(Sheet("blue", standing=(StandingOrder("way", ("right",)),)))
    answer(game)
    assert game.said == ["left"]


def test_the_lines_of_a_part_are_on_record_and_not_read_from_another_sheet() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        for move in umpire.orders("1", "blue", "moves"):
            says(umpire, move.piece)
        asks(umpire, "2")

    game = Game(tiny(step))
    game.hand_in(Sheet("blue", parts={"moves": Part("moves", (Line(piece="Ann"),))}))
    game.hand_in(Sheet("blue", parts={"moves": Part("moves", (Line(piece="Bob"),))}))
    answer(game)
    assert game.said == ["Ann"]


# Events and records are of values that cannot change


def test_an_event_with_a_list_inside_is_a_bug() -> None:
    @event
    class Listed:
        words: list[str]

        def apply(self, table: Table) -> None: ...

    def step(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Listed(["a"]))

    with pytest.raises(RulesBug, match="holds something that can change"):
        Game(tiny(step))


@record
class Odd:
    things: set[str]


@record
class Vague:
    things: dict  # type: ignore[type-arg]


@dataclass(frozen=True)
class Frozen:
    things: list[str]


@record
class Holder:
    frozen: Frozen


@record
class Listed:
    pairs: tuple[list[str], ...]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Odd({"a"}), "a set has no order"),
        (Vague({}), "say what is in it"),
        (Holder(Frozen([])), "a frozen record that holds what can change"),
        (Listed(([],)), "a tuple that holds what can change"),
    ],
)
def test_records_that_cannot_be_copied_safely_are_bugs(value: object, words: str) -> None:
    with pytest.raises(RulesBug, match=words):
        copy_record(value)


@record
class Deep:
    names: list[str]
    nested: dict[str, list[Hand]]
    maybe: Hand | None
    box: Box


def test_a_copy_shares_nothing_that_can_change() -> None:
    deep = Deep(["a"], {"x": [Hand(["c"])]}, Hand(["d"]), Box(["e"]))
    before = Position(deep, {"red": Hand(["f"])})
    copied = clone(before)
    assert copied == before
    copied.table.names.append("b")
    copied.table.nested["x"][0].cards.append("b")
    copied.table.maybe.cards.append("b")
    copied.table.box.pile.append("b")
    copied.secrets["red"].cards.append("b")
    assert before == Position(Deep(["a"], {"x": [Hand(["c"])]}, Hand(["d"]), Box(["e"])), {"red": Hand(["f"])})


def test_a_copy_of_what_may_be_missing() -> None:
    assert copy_record(Deep([], {}, None, Box())) == Deep([], {}, None, Box())


# Everything ends


def test_a_step_that_never_ends_is_found() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        while True:
            umpire.within("again").roll("1", "die")

    with pytest.raises(Endless, match="turn 1/step does not come to an end"):
        Game(tiny(step))


def test_events_without_end_are_found() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        while True:
            umpire.do("1", Moved("Ann", "sea"))

    with pytest.raises(Endless):
        Game(tiny(step))


def test_turns_without_end_are_found() -> None:
    def step(table: Table, umpire: Umpire) -> str:
        umpire.do("9", TurnBegan(table.turn + 1))
        return "step"

    with pytest.raises(Endless, match=f"{MOST_STEPS + 1} steps"):
        Game(tiny(step))


def test_a_game_that_stops_without_an_ending_is_a_bug() -> None:
    def step(table: Table, umpire: Umpire) -> None: ...

    with pytest.raises(RulesBug, match="says of no end"):
        Game(tiny(step, ending=lambda table: None))


def test_a_step_that_is_not_there_is_a_bug() -> None:
    def step(table: Table, umpire: Umpire) -> str:
        return "nowhere"

    with pytest.raises(RulesBug, match="has no step 'nowhere'"):
        Game(tiny(step))


def test_an_exception_in_rules_is_a_bug_that_names_its_step_and_its_last_entry() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        says(umpire, "one")
        raise KeyError("Ann")

    with pytest.raises(RulesBug, match=r"turn 1/step, after entry 1 \(1 Said\): KeyError: 'Ann'"):
        Game(tiny(step))


def test_nothing_in_rules_can_eat_the_pause() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        try:
            asks(umpire)
        except Exception:
            says(umpire, "eaten")

    assert Game(tiny(step)).asked == ["red way"]
