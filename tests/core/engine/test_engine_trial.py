"""Check and forecast: illegal, doubtful, exact chances, and nothing hidden in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tiny import SIDES, Game, Hand, Line, Moved, Said, Table, TurnBegan, position, tiny, topic

from pbem.app.forecasts import forecast_of
from pbem.engine.advance import Bookmark, Terms
from pbem.engine.check import check
from pbem.engine.guessing import made_whole
from pbem.engine.papers import Papers
from pbem.engine.stands import HashedFaces, Stand, seen_by
from pbem.engine.trial import FEWEST_SAMPLES, SAMPLES, Attempt, OwnLines, Trial, every_face, forecast, samples
from pbem.model.chooser import Chooser
from pbem.model.errors import RulesBug
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.problem import Where
from pbem.model.sheet import Order, Part, Plan, Sheet
from pbem.model.wording import Wording
from pbem.ruleset import PartSpec, Ruleset, Umpire


def line(piece: str, place: str, number: int, **more: Any) -> Line:
    return Line(piece=piece, place=place, at=Where(line=number), **more)


def sheet(*lines: Line, side: str = "blue", **more: Any) -> Sheet:
    return Sheet(side, parts={"moves": Part("moves", lines, **more)})


def cannot(table: Table, side: str, move: Line) -> tuple[str, str] | tuple[str, str, str] | None:
    if move.piece not in table.pieces:
        return "5.1", f"no piece {move.piece}", "there are Ann and Bob"
    if table.pieces[move.piece].place == "sea":
        return "5.2", f"{move.piece} is at sea"
    return None


def moving(table: Table, umpire: Umpire) -> str | None:
    """A piece sails on a one to four; with a five or six it goes down, and the others stay in harbour."""
    moves = umpire.orders("5", "blue", "moves")
    lost = False
    for move in moves:
        if problem := cannot(table, "blue", move):
            moves.refuse(*problem)
        elif lost:
            moves.refuse("5.3", "the harbour is closed")
        else:
            lost = umpire.roll("5.3", move.piece) > 4
            umpire.do("5.3", Moved(move.piece, "bottom" if lost else move.place))
    umpire.do("9", TurnBegan(2))
    return "later"


def later(table: Table, umpire: Umpire) -> None:
    umpire.do("9", Said("never in a trial of turn 1"))


PARTS = (PartSpec(name="moves", order=Line, cannot=cannot, echo=lambda table, move: f"{move.piece} to {move.place}"),)


def harbour(**more: Any) -> Ruleset:
    return tiny(moving, later, parts=PARTS, **more)


def stand(spec: Ruleset, at: Position | None = None, side: str = "blue", told: Told | None = None) -> Stand:
    at = at or spec.set_up(None)  # type: ignore[arg-type]
    bookmark = Bookmark(spec.first, spec.turn(at.table), at, told or Told())
    return Stand(Terms(spec), bookmark, side, Papers())


def chances(trials: list[tuple[Fraction, Trial]], told: Callable[[Table], list[str]]) -> dict[str, Fraction]:
    """How likely each thing is that `told` tells of a table."""
    found: dict[str, Fraction] = {}
    for chance, trial in trials:
        assert trial.position is not None
        for name in told(trial.position.table):
            found[name] = found.get(name, Fraction(0)) + chance
    return found


# check


def test_what_is_refused_whenever_it_is_reached_is_illegal_and_what_is_refused_sometimes_is_doubtful() -> None:
    checked = check(stand(harbour()), sheet(line("Zoe", "x", 3), line("Ann", "east", 4), line("Bob", "east", 5)))
    assert [(p.kind, p.case, p.where.line) for p in checked.problems] == [
        ("illegal", "TI 5.1", 3),
        ("doubtful", "TI 5.3", 5),
    ]
    assert checked.problems[0].lines()[1].endswith("hint: there are Ann and Bob")
    assert "trials)" in checked.problems[1].message


def advising(table: Table, umpire: Umpire) -> None:
    """The second piece is refused, with what was rolled before it as advice."""
    moves = umpire.orders("5", "blue", "moves")
    for move in moves:
        moves.refuse("5.3", "the harbour is closed", f"it opens at {umpire.roll('5.3', move.piece)}")


def fixed(table: Table, umpire: Umpire) -> None:
    moves = umpire.orders("5", "blue", "moves")
    for move in moves:
        umpire.roll("5.3", move.piece)
        moves.refuse("5.3", "the harbour is closed", "wait")


@pytest.mark.parametrize(("step", "hints"), [(advising, [""]), (fixed, ["wait"])])
def test_advice_that_rests_on_what_was_guessed_is_not_given(step: Any, hints: list[str]) -> None:
    found = check(stand(harbour(steps={"moving": step})), sheet(line("Ann", "hill", 3)))
    assert [problem.hint for problem in found.problems if problem.case.endswith("5.3")] == hints


@pytest.mark.parametrize("face", range(1, 13))
def test_advice_of_a_single_trial_among_many_is_not_given(face: int) -> None:
    def rarely(table: Table, umpire: Umpire) -> None:
        moves = umpire.orders("5", "blue", "moves")
        for move in moves:
            if umpire.roll("5.3", move.piece, 12) == face:
                moves.refuse("5.3", "the harbour is closed", "wait")

    for problem in check(stand(harbour(steps={"moving": rarely})), sheet(line("Ann", "hill", 3))).problems:
        assert problem.hint == ("" if "(in 1 of " in problem.message else "wait")


def test_a_sheet_in_order_has_no_problems_and_each_line_is_echoed() -> None:
    checked = check(stand(harbour()), sheet(line("Ann", "east", 1)))
    assert checked.problems == ()
    assert [(echo.part, echo.words, echo.at.line) for echo in checked.echoes] == [("moves", "Ann to east", 1)]


def test_a_line_that_has_a_problem_is_not_echoed() -> None:
    assert check(stand(harbour()), sheet(line("Zoe", "x", 1))).echoes == ()


def moving_after_a_look(table: Table, umpire: Umpire) -> str | None:
    """The step finds out on the way that a line is not allowed: its form alone is good."""
    moves = umpire.orders("5", "blue", "moves")
    for _ in moves:
        moves.refuse("5.4", "the wind is wrong")
    return None


def test_a_line_that_proves_illegal_on_the_way_is_not_echoed() -> None:
    checked = check(stand(tiny(moving_after_a_look, parts=PARTS)), sheet(line("Ann", "east", 1)))
    assert [problem.kind for problem in checked.problems] == ["illegal"]
    assert checked.echoes == ()


@pytest.mark.parametrize(("sure_above", "kinds"), [(5, ["illegal", "doubtful"]), (0, ["doubtful"] * 2)])
def test_where_orders_are_missing_only_what_comes_before_them_is_illegal(sure_above: int, kinds: list[str]) -> None:
    lines = sheet(line("Zoe", "x", 3), line("Max", "x", 6))
    assert [problem.kind for problem in check(stand(harbour()), lines).problems] == ["illegal"] * 2
    assert [problem.kind for problem in check(stand(harbour()), lines, sure_above=sure_above).problems] == kinds


def test_a_line_that_is_never_reached_has_no_problem() -> None:
    never = line("Zoe", "x", 1, if_=("Ann at sea",))
    assert check(stand(harbour()), sheet(never)).problems == ()


def test_what_the_sheet_leaves_open_is_told() -> None:
    def asking(table: Table, umpire: Umpire) -> None:
        umpire.ask("7.1", "blue", "way", "?", ["a", "b"])
        umpire.ask("7.2", "red", "way", "?", ["a", "b"])

    checked = check(stand(tiny(asking)), Sheet("blue"))
    assert checked.stops == ("way (7.1)",)


def test_what_every_trial_says_of_the_papers_is_told_once() -> None:
    def needs_one(part: Part) -> str | None:
        return None if part.lines else "a line is wanted"

    def planning(table: Table, umpire: Umpire) -> None:
        umpire.ask_all(umpire.part("1", "blue", "moves", judge=needs_one))

    default = topic("moves", default=lambda view, decision: Part("moves", (Line(),)))
    checked = check(stand(tiny(planning, topics=(default,))), sheet())
    assert [(p.kind, p.message) for p in checked.problems] == [("illegal", "moves: a line is wanted")]
    with_gaps = check(stand(tiny(planning, topics=(default,))), sheet(), sure_above=0)
    assert with_gaps.problems == (), "the line that is wanted may be the one that cannot be read"


def test_what_only_some_trials_say_of_the_papers_is_not_told() -> None:
    def never(part: Part) -> str:
        return "nothing will do"

    def planning(table: Table, umpire: Umpire) -> None:
        if umpire.roll("1", "die") > 3:
            umpire.ask_all(umpire.part("1", "blue", "moves", judge=never if table.turn == 1 else None))

    with pytest.raises(RulesBug, match="default gave an unlawful answer"):  # in the trials that come to it
        check(stand(tiny(planning)), sheet())

    def once(part: Part) -> str | None:
        return None if part.lines else "a line is wanted"

    def harmless(table: Table, umpire: Umpire) -> None:
        if umpire.roll("1", "die") > 3:
            umpire.ask_all(umpire.part("1", "blue", "moves", judge=once))

    default = topic("moves", default=lambda view, decision: Part("moves", (Line(),)))
    assert check(stand(tiny(harmless, topics=(default,))), sheet()).problems == ()


# forecast


def test_every_fall_of_the_dice_and_its_exact_chance() -> None:
    exact, trials = forecast(stand(harbour()), sheet(line("Ann", "east", 1), line("Bob", "east", 2)))
    assert exact
    assert sum(chance for chance, _ in trials) == 1
    assert len(trials) == 4 * 6 + 2  # Ann's six faces, Bob's six after four of them
    assert chances(trials, lambda table: [f"{p.id} {p.place}" for p in table.pieces.values()]) == {
        "Ann bottom": Fraction(1, 3),
        "Ann east": Fraction(2, 3),
        "Bob bottom": Fraction(2, 9),
        "Bob east": Fraction(4, 9),
        "Bob home": Fraction(1, 3),
    }


def test_several_dice_and_draws_branch_into_all_their_ways() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        dice = umpire.rolls("1", "dice", 2)
        umpire.do("1", Said(f"{sum(dice)} {umpire.draw('2', 'chit', ['x', 'y', 'z'])}"))

    exact, trials = forecast(stand(tiny(step)), Sheet("blue"))
    assert exact
    assert chances(trials, lambda table: table.said)["7 x"] == Fraction(1, 6) * Fraction(1, 3)


def test_too_many_ways_are_sampled() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.rolls("1", "dice", 5)

    assert every_face(stand(tiny(step)), Sheet("blue")) is None
    exact, trials = forecast(stand(tiny(step)), Sheet("blue"))
    assert (exact, len(trials)) == (False, SAMPLES)
    assert sum(chance for chance, _ in trials) == 1


def test_a_trial_ends_with_its_turn() -> None:
    _, trials = forecast(stand(harbour()), sheet(line("Ann", "east", 1)))
    assert chances(trials, lambda table: table.said) == {}


def test_a_trial_leaves_papers_and_position_alone() -> None:
    here = stand(harbour())
    forecast(here, sheet(line("Ann", "east", 1)))
    assert here.papers == Papers()
    assert here.bookmark.entry == position()


# what is hidden


def ambush(table: Table, umpire: Umpire) -> None:
    """Red's cards name the places where blue is stopped."""
    moves = umpire.orders("5", "blue", "moves")
    for move in moves:
        if problem := cannot(table, "blue", move):
            moves.refuse(*problem)
        elif move.place in umpire.secret("red").cards:
            umpire.do("6", Said(f"{move.piece} is ambushed"))
            moves.refuse("6", "an ambush")
        else:
            umpire.do("5", Moved(move.piece, move.place))
    umpire.do("9", TurnBegan(2))


def imagined(view: View, chooser: Chooser) -> Position:
    """Red may hold any one card."""
    return Position(view.table, {"red": Hand([chooser.one(("hill", "wood"))]), "blue": view.own})


def hidden(card: str) -> Stand:
    start = position(blue=Hand(), red=Hand([card]))
    spec = tiny(ambush, start=start, parts=PARTS, imagine=imagined)
    here = stand(spec, start)
    return replace(here, bookmark=seen_by(here.bookmark, "blue"))


def test_positions_that_differ_in_the_others_secrets_alone_give_equal_checks_and_forecasts() -> None:
    orders = sheet(line("Ann", "hill", 1), line("Bob", "sea", 2))
    one, other = hidden("hill"), hidden("wood")
    assert check(one, orders) == check(other, orders)
    assert forecast(one, orders) == forecast(other, orders)
    assert not forecast(one, orders)[0]


def test_what_might_be_hidden_makes_a_line_doubtful_never_illegal() -> None:
    checked = check(hidden("hill"), sheet(line("Ann", "hill", 1)))
    assert [(p.kind, p.case) for p in checked.problems] == [("doubtful", "TI 6")]


def test_a_view_of_a_stop_holds_neither_the_others_secrets_nor_his_answers() -> None:
    def plotting(table: Table, umpire: Umpire) -> None:
        umpire.ask_all(*[umpire.part("1", side, "plan", sealed=True) for side in SIDES])

    start = position(blue=Hand(["a"]), red=Hand(["b"]))
    game = Game(tiny(plotting, start=start))
    game.hand_in(Sheet("blue", parts={"plan": Part("plan", (Line(place="hill"),))}))
    seen = seen_by(game.bookmark, "red")
    assert seen.entry.secrets == {"red": Hand(["b"])}
    assert (seen.told.answers, seen.told.rolls) == ((), ())


def waiting_in_mid_step(start: Position, **more: Any) -> Game:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Moved("Bob", "sea"))
        umpire.do("1", Said("once"))
        umpire.ask("2", "red", "way", "?", ["a", "b"])
        moving(table, umpire)

    return Game(tiny(step, later, start=start, parts=PARTS, **more))


def in_mid_step(game: Game, side: str = "blue") -> Stand:
    now = game.now
    mine = tuple(decision for decision in now.decisions if decision.side == side)
    view = View(side, now.position.table, now.position.secrets.get(side))
    return Stand(game.terms, seen_by(game.bookmark, side), side, Papers(), mine, game.exchange + 1, False, view)


def test_in_mid_step_lines_are_played_through_on_what_fits_the_view_of_the_stop() -> None:
    game = waiting_in_mid_step(position(red=Hand()), imagine=lambda view, chooser: position(red=Hand(["x"])))
    checked = check(in_mid_step(game), sheet(line("Bob", "east", 1), line("Ann", "east", 2)))
    assert checked.trials > 0
    assert [(p.kind, p.case, p.where.line) for p in checked.problems] == [("illegal", "TI 5.2", 1)]
    assert [echo.words for echo in checked.echoes] == ["Ann to east"]


def carded(table: Table, umpire: Umpire) -> None:
    """Red may play a card at once; then blue moves, and where the hill was taken he is refused."""
    card = umpire.ask("3", "red", "card", "a card?", ["none", "hill", "wood"], sealed=True)
    if card != "none":
        umpire.do("3", Said(f"red plays {card}"))
    toss = umpire.roll("4", "toss")
    umpire.do("4", Said(f"the toss is {toss}"))
    umpire.ask("4", "blue", "way", "?", ["on", "back"])
    for move in (moves := umpire.orders("5", "blue", "moves")):
        if move.place == card:
            moves.refuse("6", f"red has {card}")
        elif f"red plays {card}" in table.said and umpire.secret("red").cards == [card] and move.place == "sea":
            moves.refuse("6", "that was his last card")
        else:
            umpire.do("5", Moved(move.piece, move.place))
    umpire.do("9", TurnBegan(2))


def after_a_card(card: str, held: tuple[str, ...] = ("hill",)) -> Stand:
    start = position(blue=Hand(), red=Hand(list(held)))
    game = Game(tiny(carded, start=start, parts=PARTS, imagine=imagined))
    decision = game.due("card", "red")
    game.hand_in(Sheet("red", answers={decision.key: card}))
    return in_mid_step(game)


def test_what_the_other_answered_is_guessed_from_what_came_of_it() -> None:
    here = after_a_card("hill")
    assert here.bookmark.told.answers == ()
    checked = check(here, sheet(line("Ann", "hill", 1), line("Bob", "wood", 2)))
    assert [(p.kind, p.where.line, p.message) for p in checked.problems] == [("illegal", 1, "red has hill")]
    silent = check(after_a_card("none"), sheet(line("Ann", "hill", 1)))
    assert silent.problems == ()


def test_what_the_other_still_holds_is_only_doubtful_in_mid_step() -> None:
    checked = check(after_a_card("hill"), sheet(line("Ann", "sea", 1)))
    assert [(p.kind, p.case) for p in checked.problems] == [("doubtful", "TI 6")]
    assert check(after_a_card("hill", ("wood",)), sheet(line("Ann", "sea", 1))) == checked, "the hand would show"


def drawn_alike(view: View, chooser: Chooser) -> Position:
    """Red holds two of four cards, each two as likely as any others."""
    return position(blue=Hand(), red=Hand(list(chooser.some(("a", "b", "c", "d"), 2))))


def playing(table: Table, umpire: Umpire) -> None:
    """Red shows a card, and then says in secret where he waits."""
    umpire.do("3", Said(umpire.ask("3", "red", "card", "?", umpire.secret("red").cards, sealed=True)))
    umpire.ask("4", "red", "way", "?", ["left", "right"], sealed=True)
    umpire.ask("5", "blue", "way", "?", ["on", "back"])


def after_he_showed(card: str) -> Stand:
    start = position(blue=Hand(), red=Hand([card, "d"]))
    game = Game(tiny(playing, start=start, imagine=drawn_alike, reveals=(Said,)))
    for about, pick in (("card", card), ("way", "left")):
        game.hand_in(Sheet("red", answers={game.due(about, "red").key: pick}))
    return in_mid_step(game)


def test_what_is_guessed_is_as_likely_as_it_is_by_all_that_the_side_was_told() -> None:
    """Three of six hands hold the card that was shown, each as likely; so is each answer that left no trace."""
    guesses = [made_whole(after_he_showed("a"), number) for number in range(300)]
    whole = [guess for guess in guesses if guess is not None]
    assert len(whole) > 290
    others = Counter(next(c for c in guess.entry.secrets["red"].cards if c != "a") for guess in whole)
    assert set(others) == {"b", "c", "d"}
    assert all(abs(count - len(whole) / 3) < len(whole) / 9 for count in others.values())
    ways = Counter(answer.pick for guess in whole for answer in guess.told.answers if answer.key[-1] == "way")
    assert set(ways) == {"left", "right"}
    assert all(abs(count - len(whole) / 2) < len(whole) / 9 for count in ways.values())


def test_the_same_number_makes_the_same_guess() -> None:
    for number in range(5):
        assert made_whole(after_he_showed("b"), number) == made_whole(after_he_showed("b"), number)


def test_a_guess_knows_nothing_that_the_side_does_not() -> None:
    start = position(blue=Hand(), red=Hand(["a", "b"]))
    other = Game(tiny(playing, start=start, imagine=drawn_alike, reveals=(Said,)))
    for about, pick in (("card", "a"), ("way", "right")):
        other.hand_in(Sheet("red", answers={other.due(about, "red").key: pick}))
    for number in range(20):
        assert made_whole(in_mid_step(other), number) == made_whole(after_he_showed("a"), number)


def test_a_forecast_in_mid_step_goes_on_from_what_was_rolled() -> None:
    exact, trials = forecast(after_a_card("hill"), sheet(line("Ann", "wood", 1)))
    assert not exact
    told = chances(trials, lambda table: [words for words in table.said if "toss" in words or "plays" in words])
    assert sorted(told.values()) == [1, 1]


def test_where_nothing_fits_lines_are_judged_singly_as_things_stand_now() -> None:
    here = waiting_in_mid_step(position(red=Hand()), imagine=lambda view, chooser: position(red=Hand()))
    stand_ = in_mid_step(here)
    never = replace(stand_.bookmark.told.entries[0], event=Said("this was never so"))
    lost = replace(stand_.bookmark, told=replace(stand_.bookmark.told, entries=(never,)))
    checked = check(replace(stand_, bookmark=lost), sheet(line("Bob", "east", 1), line("Ann", "east", 2)))
    assert [(p.kind, p.case, p.where.line) for p in checked.problems] == [("doubtful", "TI 5.2", 1)]
    assert checked.trials == 0


def test_where_nothing_is_hidden_even_a_stop_can_be_played_through() -> None:
    game = waiting_in_mid_step(position())
    here = Stand(game.terms, seen_by(game.bookmark, "blue"), "blue", Papers())
    checked = check(here, sheet(line("Bob", "east", 1)))
    assert checked.trials > 0
    assert [(p.kind, p.case) for p in checked.problems] == [("illegal", "TI 5.2")]
    assert chances(forecast(here, sheet())[1], lambda table: table.said) == {"once": 1}


@pytest.mark.parametrize("side", SIDES)
def test_the_other_side_is_taken_to_be_silent(side: str) -> None:
    def step(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Said(" ".join(umpire.ask("1", each, "way", "?", ["stay", "go"]) for each in SIDES)))

    _, trials = forecast(stand(tiny(step), side=side), Sheet(side))
    assert chances(trials, lambda table: table.said) == {"stay stay": 1}


# what must be and is not, plans, answers


def test_what_the_rules_demand_and_nothing_covers_is_told() -> None:
    def must_move(table: Table, umpire: Umpire) -> None:
        moves = umpire.orders("5", "blue", "moves")
        while "Ann is away" not in table.said:
            move = moves.need("5.5", "Ann must move")
            umpire.do("5.5", Said("Ann is away" if move.piece == "Ann" else f"{move.piece} is away"))

    default = topic("moves", default=lambda view, decision: Part("moves", (Line(piece="Ann"),)))
    here = stand(tiny(must_move, parts=PARTS, topics=(default,)))
    checked = check(here, sheet(line("Bob", "east", 1)))
    assert [(p.kind, p.case, p.message) for p in checked.problems] == [
        ("doubtful", "TI 5.5", "moves: must be ordered and is not: Ann must move")
    ]
    assert check(here, sheet(line("Ann", "east", 1))).problems == ()


def turns(table: Table, umpire: Umpire) -> str | None:
    """Blue moves in turn after turn; what sails in turn 1 is at sea in turn 2."""
    for move in (moves := umpire.orders("5", "blue", "moves")):
        if problem := cannot(table, "blue", move):
            moves.refuse(*problem)
        else:
            umpire.do("5", Moved(move.piece, move.place))
    umpire.do("6", Said(umpire.ask("6", "blue", "way", "and then?", ["stay", "go"])))
    umpire.do("9", TurnBegan(table.turn + 1))
    return "turns" if table.turn < 9 else None


def test_plans_ahead_are_tried_in_their_turn_and_no_more_than_doubtful() -> None:
    plans = (line("Bob", "east", 4), line("Ann", "west", 5), line("Zoe", "x", 6))
    ahead = tuple(Plan(Part("moves", (one,))) for one in plans)
    checked = check(stand(tiny(turns, parts=PARTS)), replace(sheet(line("Ann", "sea", 2)), ahead=ahead))
    assert [(p.kind, p.case, p.where.line) for p in checked.problems] == [
        ("doubtful", "TI 5.2", 5),
        ("doubtful", "TI 5.1", 6),
    ]
    assert [(echo.at.line, echo.words) for echo in checked.echoes] == [
        (2, "Ann to sea"),
        (4, "Bob to east"),
        (5, "Ann to west"),
    ]
    assert checked.stops == ("way (6)",)


class Outing(Order):
    """Several moves in one line, as a card orders them."""

    moves: tuple[Line, ...] = ()


def outings(table: Table, umpire: Umpire) -> str | None:
    for outing in (lines := umpire.orders("5", "blue", "moves")):
        for move in outing.moves:
            if problem := cannot(table, "blue", move):
                lines.refuse(*problem, line=move)
            else:
                umpire.do("5", Moved(move.piece, move.place))
    umpire.do("9", TurnBegan(table.turn + 1))
    return "outings" if table.turn < 9 else None


def test_lines_within_the_lines_of_plans_are_no_more_than_doubtful_either() -> None:
    spec = tiny(outings, parts=(PartSpec(name="moves", order=Outing),))
    ahead = (Plan(Part("moves", (Outing(moves=(line("Zoe", "x", 6),), at=Where(line=5)),))),)
    now = Sheet("blue", parts={"moves": Part("moves", (Outing(moves=(line("Zoe", "x", 3),), at=Where(line=2)),))})
    told = [(p.kind, p.where.line) for p in check(stand(spec), replace(now, ahead=ahead)).problems]
    assert told == [("illegal", 3), ("doubtful", 6)]


def test_a_forecast_does_not_go_beyond_its_turn_for_plans() -> None:
    ahead = (Plan(Part("moves", (line("Bob", "east", 4),))),)
    _, trials = forecast(stand(tiny(turns, parts=PARTS)), Sheet("blue", ahead=ahead))
    assert chances(trials, lambda table: [f"turn {table.turn}"]) == {"turn 2": 1}


def test_an_unlawful_answer_is_illegal_by_the_word_of_who_judges() -> None:
    def two_of_three(pick: Any) -> str | None:
        return "b needs c" if "b" in pick and "c" not in pick else None

    def choosing(table: Table, umpire: Umpire) -> None:
        umpire.choose("7", "blue", "losses", "which?", ["a", "b", "c"], least=1, most=2, judge=two_of_three)

    game = Game(tiny(choosing))
    (asked,) = game.now.decisions
    here = in_mid_step(game)
    bad, good = (check(here, Sheet("blue", answers={asked.key: pick})) for pick in (("b",), ("b", "c")))
    assert [(p.kind, p.message) for p in bad.problems] == [("illegal", "which?: b needs c")]
    assert good.problems == ()


def test_a_question_with_one_lawful_answer_is_not_asked() -> None:
    def only_right(pick: Any) -> str | None:
        return None if pick == "right" else "the way is barred"

    def step(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Said(umpire.ask("1", "red", "way", "?", ["left", "right"], judge=only_right)))
        umpire.do("2", Said(umpire.ask("2", "red", "card", "?", ["none", "right"], judge=only_right, sealed=True)))

    game = Game(tiny(step))
    assert (game.said, game.asked) == (["right"], ["red card"]), "a sealed one would tell by not being asked"


def test_of_several_the_only_lawful_set_is_not_asked_for() -> None:
    def pays(pick: Any) -> str | None:
        return None if pick == ("a", "c") else "too little, or somebody could be spared"

    def step(table: Table, umpire: Umpire) -> None:
        umpire.do("1", Said(" ".join(umpire.choose("1", "red", "losses", "who?", ["a", "b", "c"], 1, 3, judge=pays))))
        umpire.choose("2", "red", "card", "which?", ["a", "b", "c"], 1, 3, judge=pays, sealed=True)

    game = Game(tiny(step))
    assert (game.said, game.asked) == (["a c"], ["red card"])


# forecasts that must be quick


def test_many_dice_are_not_even_begun_exactly() -> None:
    runs: list[int] = []

    def step(table: Table, umpire: Umpire) -> None:
        runs.append(1)
        for number in range(9):
            umpire.do("1", Said(str(umpire.roll("1", f"die {number}"))))

    assert every_face(stand(tiny(step)), Sheet("blue")) is None
    assert len(runs) == 1


def test_when_time_is_short_a_few_samples_must_do() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        for number in range(9):
            umpire.roll("1", f"die {number}")

    exact, trials = forecast(stand(tiny(step)), Sheet("blue"), late=lambda: True)
    assert (exact, len(trials)) == (False, FEWEST_SAMPLES)
    assert sum(chance for chance, _ in trials) == 1


def test_a_forecast_tells_its_error_and_what_would_be_asked_in_its_order() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        faces = [umpire.roll("1", f"die {number}") for number in range(9)]
        umpire.do("1", Said(f"the first is {'high' if faces[0] > 3 else 'low'}"))
        if faces[0] > 3:
            umpire.ask("2", "blue", "way", "which way?", ["left", "right"])
        umpire.ask("3", "blue", "card", "a card?", ["none", "ace"])

    wording: Any = Wording.__new__(Wording)
    object.__setattr__(wording, "counts", lambda entry: entry.event.words)
    found = forecast_of(stand(tiny(step, wording=wording)), Sheet("blue"), seconds=60)
    assert (found.exact, found.trials) == (False, SAMPLES)
    assert [name for name, _ in found.questions] == ["which way? (2)", "a card? (3)"]
    assert found.questions[1][1] == 1
    ((_, high), (_, low)) = found.chances
    assert abs(high - Fraction(1, 2)) < 2 * found.error(high) < Fraction(1, 5)
    assert high + low == 1
    assert found.error(Fraction(1)) > 0, "what was never seen may happen all the same"


# what all trials have in common


def rows_out(table: Table, umpire: Umpire) -> str:
    """Ann leaves harbour; nothing is thrown."""
    for move in umpire.orders("5", "blue", "moves"):
        umpire.do("5", Moved(move.piece, move.place))
    return "storm"


def storm(table: Table, umpire: Umpire) -> str | None:
    umpire.do("6", Said(f"wind {umpire.roll('6', 'wind')}"))
    umpire.do("9", TurnBegan(2))
    return None


def test_steps_before_the_first_die_are_played_once_for_all_trials() -> None:
    runs: list[str] = []

    def watched(step: Callable[[Table, Umpire], str | None]) -> Callable[[Table, Umpire], str | None]:
        def run(table: Table, umpire: Umpire) -> str | None:
            runs.append(step.__name__)
            return step(table, umpire)

        run.__name__ = step.__name__
        return run

    echoed: list[str] = []

    def echo(table: Table, move: Line) -> str:
        echoed.append(move.piece)
        return f"{move.piece} to {move.place}"

    parts = (PartSpec(name="moves", order=Line, cannot=cannot, echo=echo),)
    here = stand(tiny(watched(rows_out), watched(storm), parts=parts))
    trials = list(samples(here, sheet(line("Ann", "east", 1)), 6))
    assert runs == ["rows_out", *["storm"] * 7]  # once more to see that it throws
    assert echoed == ["Ann"]
    own, handed_in = OwnLines(), sheet(line("Ann", "east", 1))
    alone = [Attempt.of(here, here.bookmark, handed_in, own).to_its_end(HashedFaces(n)) for n in range(6)]
    assert [trial.position for trial in trials] == [trial.position for trial in alone]
    assert len({tuple(one.position.table.said) for one in trials if one.position}) > 1
    assert all(trial.position and trial.position.table.pieces["Ann"].place == "east" for trial in trials)
    assert all(len(trial.entries) == 3 and trial.reached == [("moves", Where(line=1))] for trial in trials)


def test_a_sheet_that_throws_nothing_is_the_same_in_every_trial() -> None:
    runs: list[int] = []

    def step(table: Table, umpire: Umpire) -> None:
        runs.append(1)
        for move in umpire.orders("5", "blue", "moves"):
            umpire.do("5", Moved(move.piece, move.place))

    here = stand(tiny(step))
    checked = check(here, sheet(line("Ann", "east", 1)))
    assert (checked.trials, len(runs)) == (12, 1)


def test_where_something_is_hidden_every_trial_begins_at_its_start() -> None:
    runs: list[int] = []

    def step(table: Table, umpire: Umpire) -> None:
        runs.append(1)
        umpire.do("1", Said("so"))

    hidden = position(red=Hand(["ace"]))
    spec = tiny(step, start=hidden, imagine=lambda view, chooser: position(red=Hand([chooser.one(["ace", "king"])])))
    assert len(list(samples(stand(spec, hidden), Sheet("blue"), 4))) == len(runs) == 4
