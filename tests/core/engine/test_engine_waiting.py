"""Parts that stay in force until their lines are used, and windows that are open for one side alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tiny import CONDITIONS, PARTS, Game, Line, Moved, Said, Table, TurnBegan, position, tiny, topic

from pbem.engine.advance import Intake, Terms, advance, begin
from pbem.engine.check import check
from pbem.engine.papers import Papers
from pbem.engine.stands import Stand
from pbem.model.problem import Where
from pbem.model.sheet import Part, Sheet, StandingOrder
from pbem.play.faces import LaidFaces
from pbem.ruleset import Condition, Decision, PartSpec, Umpire, View


def answers(view: View, decision: Decision, line: Line) -> str | None:
    """A line speaks to the way of the piece it names, or to all of them."""
    return line.place if decision.topic == "way" and line.piece in ("any", decision.facts["piece"]) else None


REACT = PartSpec(name="react", order=Line, serves="until used", answers=answers)
TOPICS = (topic("way"), topic("ready"))


def react(*lines: Line) -> Part:
    return Part("react", lines)


def line(piece: str, place: str, at: int = 0, **more: Any) -> Line:
    return Line(piece=piece, place=place, at=Where(line=at), **more)


def turn_of_ann_and_bob(table: Table, umpire: Umpire) -> str | None:
    """Red says that he is ready; then blue may react to each piece, turn after turn."""
    umpire.ask("1", "red", "ready", "?", ["yes", "no"])
    for piece in ("Ann", "Bob"):
        way = umpire.within(piece).ask(
            "2", "blue", "way", f"{piece}?", ["pass", "left", "right"], otherwise="pass", facts={"piece": piece}
        )
        umpire.do("2", Said(f"{table.turn} {piece} {way}"))
    umpire.do("3", TurnBegan(table.turn + 1))
    return "turn_of_ann_and_bob" if table.turn < 4 else None


def game(**more: Any) -> Game:
    return Game(tiny(turn_of_ann_and_bob, parts=(*PARTS, REACT), topics=TOPICS, **more))


def play(game: Game, *sheets: Sheet) -> list[str]:
    """A turn: what was said in it."""
    before = len(game.said)
    game.hand_in(*sheets, Sheet("red", answers={game.due("ready").key: "yes"}))
    return game.said[before:]


def blue(part: Part, **more: Any) -> Sheet:
    return Sheet("blue", parts={part.name: part}, **more)


def test_a_line_waits_until_it_is_meant_and_is_used_once() -> None:
    tried = game()
    assert play(tried, blue(react(line("Bob", "left")))) == ["1 Ann pass", "1 Bob left"]
    assert play(tried) == ["2 Ann pass", "2 Bob pass"]


def test_lines_that_were_not_used_stay_in_force_turn_after_turn() -> None:
    tried = game()
    first, second = line("Bob", "left"), line("Bob", "right")
    assert play(tried, blue(react(first, second))) == ["1 Ann pass", "1 Bob left"]
    assert play(tried) == ["2 Ann pass", "2 Bob right"]
    assert tried.papers["blue"].kept == {"react": react()}


def test_a_line_whose_conditions_do_not_hold_goes_on_waiting() -> None:
    def grown(view: View, turn: str) -> bool:
        return bool(view.table.turn >= int(turn))

    tried = game(conditions=(*CONDITIONS, Condition("turn {turn} or later", grown)))
    assert play(tried, blue(react(line("any", "left", if_=("turn 2 or later",))))) == ["1 Ann pass", "1 Bob pass"]
    assert play(tried) == ["2 Ann left", "2 Bob pass"]


def test_a_line_without_a_lawful_answer_goes_on_waiting() -> None:
    tried = game()
    assert play(tried, blue(react(line("any", "nowhere"), line("any", "right")))) == ["1 Ann right", "1 Bob pass"]
    assert [left.place for left in tried.papers["blue"].kept["react"].lines] == ["nowhere"]


def test_its_answers_are_on_record_as_the_sheets() -> None:
    tried = game()
    play(tried, blue(react(line("Ann", "left"))))
    assert tried.sources == ["reply", "sheet", "otherwise"]


def test_a_line_that_waits_goes_before_a_standing_order() -> None:
    tried = game()
    sheet = blue(react(line("Bob", "left")), standing=(StandingOrder("way", "last"),))
    assert play(tried, sheet) == ["1 Ann pass", "1 Bob left"]
    assert play(tried) == ["2 Ann right", "2 Bob right"]


def test_handed_in_anew_it_is_replaced_and_its_owner_is_told_what_was_never_used() -> None:
    tried = game()
    play(tried, blue(react(line("Zoe", "left", 3), line("Bob", "right", 4))))
    assert tried.notes == []
    assert play(tried, blue(react(line("Ann", "right", 3)))) == ["2 Ann right", "2 Bob pass"]
    assert tried.notes == ["blue: react: line 3 of an earlier sheet was never used, and is replaced"]


def test_a_line_that_is_handed_in_again_is_no_news() -> None:
    tried = game()
    play(tried, blue(react(line("Zoe", "left", 3))))
    play(tried, blue(react(line("Ann", "left", 3), line("Zoe", "left", 4))))
    assert tried.notes == []


def test_an_empty_part_takes_all_of_it_back_and_a_sheet_without_it_leaves_it_in_force() -> None:
    tried = game()
    play(tried, blue(react(line("Zoe", "left", 3), line("Ann", "left", if_=("Bob at sea",)))))
    play(tried, blue(Part("moves")))
    assert len(tried.papers["blue"].kept["react"].lines) == 2
    play(tried, blue(react()))
    assert tried.papers["blue"].kept == {"react": react()}


def test_when_the_game_is_over_its_owner_is_told_what_was_never_used() -> None:
    tried = game()
    for _ in range(2):
        play(tried, blue(react(line("Zoe", "left", 7))))
    play(tried)
    assert tried.now.ending is not None
    assert tried.notes == ["blue: react: line 7 of an earlier sheet was never used"]


def test_lines_of_one_side_answer_nobody_else() -> None:
    def both(table: Table, umpire: Umpire) -> None:
        for side in ("red", "blue"):
            way = umpire.ask("1", side, "way", "?", ["pass", "left"], otherwise="pass", facts={"piece": "Ann"})
            umpire.do("1", Said(f"{side} {way}"))

    def before(table: Table, umpire: Umpire) -> str:
        umpire.ask("0", "red", "ready", "?", ["yes", "no"])
        return "both"

    tried = Game(tiny(before, both, parts=(*PARTS, REACT), topics=TOPICS))
    tried.hand_in(blue(react(line("any", "left"))), Sheet("red", answers={tried.due("ready").key: "yes"}))
    assert tried.said == ["red pass", "blue left"]


def test_what_answered_before_a_stop_answers_again_from_the_record_and_not_a_second_time() -> None:
    def in_two(table: Table, umpire: Umpire) -> None:
        for piece in ("Ann", "Bob"):
            at = umpire.within(piece)
            way = at.ask("1", "blue", "way", "?", ["pass", "left"], otherwise="pass", facts={"piece": piece})
            umpire.do("1", Moved(piece, way))
            at.ask("2", "red", "ready", "?", ["yes", "no"])

    tried = Game(tiny(in_two, parts=(*PARTS, REACT), topics=TOPICS), windows={"way": "ask"})
    tried.hand_in(blue(react(line("any", "left"))))
    assert tried.asked == ["red ready"]
    tried.hand_in(Sheet("red", answers={tried.due("ready").key: "yes"}))
    assert tried.asked == ["blue way"]
    tried.hand_in(Sheet("blue", answers={tried.due("way").key: "pass"}))
    assert [piece.place for piece in tried.now.position.table.pieces.values()] == ["left", "pass"]


def test_a_part_for_the_next_turn_that_says_ask_is_asked_for_when_its_turn_comes() -> None:
    def waking(table: Table, umpire: Umpire) -> str | None:
        umpire.ask("1", "red", "ready", "?", ["yes", "no"])
        umpire.orders("2", "blue", "day")
        return None

    parts = (*PARTS, PartSpec(name="day", order=Line, serves="next turn"))
    tried = Game(tiny(waking, parts=parts, topics=TOPICS))
    tried.hand_in(blue(Part("day", later=True)), Sheet("red", answers={tried.due("ready").key: "yes"}))
    assert tried.asked == ["blue day"]


# check


def test_check_plays_lines_that_wait_and_says_what_a_new_sheet_replaces() -> None:
    tried = game()
    spec = tried.terms.spec
    old = Papers(kept={"react": react(line("Zoe", "left", 3))})
    stand = Stand(tried.terms, tried.bookmark, "blue", old, tried.now.decisions, 2)
    checked = check(stand, blue(react(line("Ann", "left", 3), line("Bob", "left", 4))))
    assert [(problem.kind, problem.message) for problem in checked.problems] == [
        ("doubtful", "react: line 3 of an earlier sheet was never used, and is replaced")
    ]
    assert spec.part("react").answers is answers


# windows by side


def opened(**windows: str) -> list[str]:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.ask_all(*[umpire.question("1", side, "way", "?", ["a", "b"], otherwise="a") for side in ("blue", "red")])
        umpire.ask_all(*[umpire.part("2", side, "wishes") for side in ("blue", "red")])

    return Game(tiny(step), windows=dict(windows)).asked


@pytest.mark.parametrize(
    ("windows", "asked"),
    [
        ({}, []),
        ({"way@red": "ask"}, ["red way"]),
        ({"way": "ask"}, ["blue way", "red way"]),
        ({"way": "ask", "way@blue": "pass"}, ["red way"]),
        ({"wishes@blue": "ask"}, ["blue wishes"]),
        ({"way@nobody": "ask"}, []),
    ],
)
def test_a_window_may_be_open_for_one_side_alone(windows: dict[str, str], asked: list[str]) -> None:
    assert opened(**windows) == asked


# the charter is confirmed


def settled(table: Table, umpire: Umpire) -> None:
    """A plan, a card where silence passes, and then the first moves."""
    umpire.do("1", Said("begun"))
    for line in umpire.orders("2", "blue", "plan"):
        umpire.do("2", Said(line.place))
    umpire.do("3", Said(umpire.ask("3", "red", "card", "a card?", ["none", "ace"], otherwise="none")))
    umpire.do("4", Said(umpire.ask("4", "red", "way", "which way?", ["left", "right"])))


def test_confirming_takes_what_is_settled_beforehand_and_stops_before_play() -> None:
    parts = tuple(replace(part, beforehand=part.name == "plan") for part in PARTS)
    spec = tiny(settled, parts=parts)
    plan = Sheet("blue", parts={"plan": Part("plan", (Line(place="hill"),))})
    standing = Sheet("red", standing=(StandingOrder("way", "last"),))
    begun = begin(spec, position())
    intake = Intake({"blue": plan, "red": standing}, frozenset(("blue", "red")), settling=True)
    now = advance(Terms(spec), begun, {}, intake, LaidFaces({}), 1)
    assert now.position.table.said == ["begun", "hill", "none"]
    assert [decision.topic for decision in now.decisions] == ["way"]
    after = advance(Terms(spec), now.bookmark, now.papers, Intake(), LaidFaces({}), 2, now.decisions)
    assert after.position.table.said[-1] == "right", "they count from the first turn on"


def test_who_does_not_confirm_has_no_turn_played_for_him() -> None:
    spec = tiny(settled)
    now = advance(
        Terms(spec), begin(spec, position()), {}, Intake({}, frozenset(("blue", "red")), True), LaidFaces({}), 1
    )
    assert [decision.topic for decision in now.decisions] == ["plan"]


def test_bots_play_on_while_the_charter_is_confirmed() -> None:
    spec = tiny(settled, parts=tuple(replace(part, beforehand=part.name == "plan") for part in PARTS))
    terms = Terms(spec, bots={"red": lambda view, asked, situation: asked.decision.options[0]})
    now = advance(terms, begin(spec, position()), {}, Intake({}, frozenset(("blue",)), True), LaidFaces({}), 1)
    assert now.position.table.said[-1] == "left"


# nothing is dropped in silence


def test_lines_that_a_step_never_comes_to_are_told_to_their_owner() -> None:
    def first_alone(table: Table, umpire: Umpire) -> None:
        for move in umpire.orders("5", "blue", "moves"):
            umpire.do("5", Moved(move.piece, move.place))
            break

    game = Game(tiny(first_alone))
    moves = Part("moves", (line("Ann", "north", 4), line("Bob", "east", 5), line("Bob", "west", 6)))
    game.hand_in(Sheet("blue", parts={"moves": moves}))
    assert [(note.side, note.where.line, note.words) for note in game.now.notes] == [
        ("blue", at, "moves: not reached, it was not carried out") for at in (5, 6)
    ]


def blue_sets_up(table: Table, umpire: Umpire) -> str:
    """Blue has nothing to say; then a turn of its own for red's set-up."""
    umpire.do("1", TurnBegan(2))
    return "red_sets_up"


def red_sets_up(table: Table, umpire: Umpire) -> None:
    for move in umpire.orders("2", "red", "plan"):
        umpire.do("2", Said(move.place))
    umpire.do("3", Said(umpire.ask("3", "red", "way", "which way?", ["left", "right"])))


SET_UPS = tiny(blue_sets_up, red_sets_up, parts=tuple(replace(part, beforehand=part.name == "plan") for part in PARTS))


def test_a_set_up_that_is_asked_for_in_a_turn_of_its_own_is_taken_when_the_charter_is_confirmed() -> None:
    plan = Sheet("red", parts={"plan": Part("plan", (Line(place="hill", at=Where(line=4)),))})
    now = advance(
        Terms(SET_UPS), begin(SET_UPS, position()), {}, Intake({"red": plan}, settling=True), LaidFaces({}), 1
    )
    assert now.position.table.said == ["hill"]
    assert [decision.topic for decision in now.decisions] == ["way"]
    assert now.notes == ()


def test_a_set_up_that_is_not_asked_for_is_told_to_its_owner() -> None:
    plan = Sheet("blue", parts={"plan": Part("plan", (Line(place="hill", at=Where(line=4)),))})
    intake = Intake({"blue": plan}, frozenset(("red",)), settling=True)
    now = advance(Terms(SET_UPS), begin(SET_UPS, position()), {}, intake, LaidFaces({}), 1)
    assert [(note.side, note.words) for note in now.notes] == [
        ("blue", "plan: not reached in turn 1, nothing of it was used")
    ]


def test_check_judges_a_set_up_in_the_turn_in_which_it_is_asked_for() -> None:
    def nowhere(table: Table, side: str, move: Line) -> tuple[str, str] | None:
        return ("2", f"{move.place} is nowhere") if move.place == "nowhere" else None

    def sets_up(table: Table, umpire: Umpire) -> None:
        for move in (lines := umpire.orders("2", "red", "plan")):
            if problem := nowhere(table, "red", move):
                lines.refuse(*problem)

    spec = replace(SET_UPS, steps={"blue_sets_up": blue_sets_up, "red_sets_up": sets_up})
    here = Stand(Terms(spec), begin(spec, position()), "red", Papers(), settling=True)
    sheet = Sheet("red", parts={"plan": Part("plan", (Line(place="nowhere", at=Where(line=4)),))})
    assert [(one.kind, one.message) for one in check(here, sheet).problems] == [("illegal", "nowhere is nowhere")]
