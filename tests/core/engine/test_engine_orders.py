"""Parts of sheets: whom they serve, how their lines are taken, and what their owner may write anew."""

from __future__ import annotations

from typing import Any

import pytest
from tiny import Game, Line, Moved, Said, Table, TurnBegan, tiny, topic

from pbem.engine.papers import sighted
from pbem.model.errors import RulesBug
from pbem.model.problem import Where
from pbem.model.sheet import Part, Plan, Sheet, StandingOrder
from pbem.ruleset import Decision, PartSpec, Umpire, View


def line(piece: str, place: str = "north", at: int = 0, **more: Any) -> Line:
    return Line(piece=piece, place=place, at=Where(line=at), **more)


def part(*lines: Line, name: str = "moves", **more: Any) -> Part:
    return Part(name, lines, **more)


def sheet(*parts: Part, side: str = "blue", **more: Any) -> Sheet:
    return Sheet(side, parts={part.name: part for part in parts}, **more)


def cannot_move(table: Table, move: Line) -> tuple[str, str, str] | None:
    if move.piece not in table.pieces:
        return "5.1", f"no piece {move.piece}", "there are Ann and Bob"
    return None


def moving(table: Table, umpire: Umpire) -> str | None:
    """Blue moves his pieces; one that comes to the marsh is stopped."""
    moves = umpire.orders("5.0", "blue", "moves")
    for move in moves:
        if problem := cannot_move(table, move):
            moves.refuse(*problem)
            continue
        table_says(umpire, f"{move.piece} {move.place}")
        if move.place == "marsh":
            moves.review("5.5", f"{move.piece} is stuck")
    return None


def table_says(umpire: Umpire, words: str) -> None:
    umpire.do("5.0", Said(words))


def once_a_turn(table: Table, umpire: Umpire) -> str:
    """Like `moving`, then a new turn."""
    for move in umpire.orders("5.0", "blue", "moves"):
        table_says(umpire, f"{table.turn} {move.piece} {move.place}")
    umpire.do("9", TurnBegan(table.turn + 1))
    return "once_a_turn"


# whom a part serves


def test_no_sheet_at_all_means_ask_and_the_lines_are_taken_from_the_top() -> None:
    game = Game(tiny(moving))
    assert game.asked == ["blue moves"]
    game.hand_in(sheet(part(line("Ann"), line("Bob", "south"))))
    assert game.said == ["Ann north", "Bob south"]
    assert game.sources == ["sheet"]


def test_a_part_left_out_of_a_sheet_is_empty() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Ann"), name="more")))
    assert (game.asked, game.said) == ([], [])


@pytest.mark.parametrize(("second", "kept"), [("more", "Ann first"), ("moves", "Ann last")])
def test_a_sheet_in_mid_turn_replaces_the_parts_it_names_and_leaves_the_others_in_force(second: str, kept: str) -> None:
    def in_two(table: Table, umpire: Umpire) -> None:
        umpire.ask("1", "blue", "way", "?", ["left", "right"])
        for name in ("moves", "more"):
            for move in umpire.orders("5.0", "blue", name):
                table_says(umpire, f"{move.piece} {move.place}")

    game = Game(tiny(in_two))
    game.hand_in(sheet(part(line("Ann", "first")), part(line("Ann", "last"), name="more")))
    other = part(line("Bob", "first"), name=second)
    game.hand_in(sheet(other, answers={game.due("way").key: "left"}))
    assert {kept, "Bob first"} == set(game.said)


def test_a_part_with_ask_is_written_when_it_comes_to_it() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(later=True), part(name="more")))
    assert game.asked == ["blue moves"]
    game.hand_in(sheet(part(line("Bob"))))
    assert game.said == ["Bob north"]


def test_a_part_serves_one_turn_and_no_other() -> None:
    game = Game(tiny(once_a_turn))
    game.hand_in(sheet(part(line("Ann"))))
    assert (game.said, game.asked) == (["1 Ann north"], ["blue moves"])
    assert game.papers["blue"].parts == {}


def test_what_was_not_reached_is_told_to_its_owner() -> None:
    game = Game(tiny(once_a_turn))
    game.hand_in(sheet(part(), part(line("Ann"), name="more")))
    assert game.notes == ["blue: more: not reached in turn 1, nothing of it was used"]


def test_what_was_not_reached_when_the_game_ends_is_told_too() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(), part(line("Ann"), name="more")))
    assert game.notes == ["blue: more: not reached in turn 1, nothing of it was used"]


def test_an_answer_that_was_not_needed_is_told_and_dies_with_its_exchange() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        ways = [umpire.ask("1", "red", "way", "?", ["a", "b"])]
        if ways == ["b"]:
            ways.append(umpire.ask("2", "blue", "way", "?", ["a", "b"]))
        table_says(umpire, " ".join(ways))

    game = Game(tiny(step))
    early = ("turn 1/step", "2", "blue", "way")
    game.hand_in(Sheet("blue", answers={early: "b"}))
    assert game.notes == ["blue: your answer about way was not needed"]
    game.hand_in(Sheet("red", answers={game.due("way").key: "b"}))
    assert game.asked == ["blue way"]


def wishing(table: Table, umpire: Umpire) -> str:
    wishes = umpire.orders("3", "blue", "wishes")
    table_says(umpire, f"{table.turn} {[wish.place for wish in wishes]}")
    umpire.do("9", TurnBegan(table.turn + 1))
    return "pausing"


def pausing(table: Table, umpire: Umpire) -> str:
    umpire.ask("4", "red", "way", "go on?", ["yes", "no"])
    return "wishing"


def test_a_part_for_the_next_turn_is_kept_and_used_once() -> None:
    game = Game(tiny(pausing, wishing))
    game.hand_in(sheet(part(line("Ann", "hill"), name="wishes")))
    for _ in range(2):
        game.hand_in(Sheet("red", answers={game.due("way").key: "yes"}))
    assert game.said == ["1 ['hill']", "2 []"]


def test_a_window_for_lines_passes_unless_the_charter_lets_it_ask() -> None:
    game = Game(tiny(wishing, pausing))
    assert (game.said, game.sources) == (["1 []"], ["otherwise"])
    assert Game(tiny(wishing, pausing), windows={"wishes": "ask"}).asked == ["blue wishes"]


def test_a_part_that_its_judge_rejects_is_asked_for_again() -> None:
    def one_line(part: Part) -> str | None:
        return None if len(part.lines) == 1 else "one line is wanted"

    def step(table: Table, umpire: Umpire) -> None:
        (plan,) = umpire.ask_all(umpire.part("4", "blue", "plan", judge=one_line))
        table_says(umpire, plan.lines[0].place)

    game = Game(tiny(step))
    game.hand_in(sheet(part(name="plan")))
    assert (game.asked, game.notes) == (["blue plan"], ["blue: plan: one line is wanted"])
    game.hand_in(sheet(part(line("Ann", "hill"), name="plan")))
    assert game.said == ["hill"]


def test_a_standing_order_may_write_the_lines() -> None:
    def writes(view: View, decision: Decision, words: str) -> Part:
        return part(line("Bob", words))

    def waiting(table: Table, umpire: Umpire) -> str:
        umpire.ask("1", "red", "way", "?", ["a", "b"])
        return "moving"

    game = Game(tiny(waiting, moving, topics=(topic("way"), topic("moves", settle=writes))))
    game.hand_in(Sheet("blue", standing=(StandingOrder("moves", "hill"),)))
    game.hand_in(Sheet("red", answers={game.due("way").key: "a"}))
    assert game.said == ["Bob hill"]


def test_papers_that_were_given_to_the_engine_are_not_changed() -> None:
    game = Game(tiny(pausing, wishing))
    game.hand_in(sheet(part(line("Ann", "hill"), name="wishes")))
    before, papers = game.bookmark, game.papers
    game.hand_in(Sheet("red", answers={game.due("way").key: "yes"}))
    said = game.said
    again = Game(game.terms.spec)
    again.bookmark, again.papers = before, papers
    again.hand_in(Sheet("red", answers={again.due("way").key: "yes"}))
    assert (papers["blue"].kept.keys(), again.said) == ({"wishes"}, said)


# conditions


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({"if_": ("Ann at home",)}, ["Bob north"]),
        ({"if_": ("Ann at sea",)}, []),
        ({"if_": ("Ann at home", "Bob at sea")}, []),
        ({"unless": ("Ann at home",)}, []),
        ({"unless": ("Ann at sea",)}, ["Bob north"]),
        ({"if_": ("Ann at sea",), "else_": Line(piece="Bob", place="home")}, ["Bob home"]),
        ({"if_": ("Ann at sea",), "else_": Line(piece="Bob", place="x", if_=("Bob at sea",))}, []),
    ],
)
def test_if_unless_else(conditions: dict[str, Any], expected: list[str]) -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Bob", **conditions))))
    assert game.said == expected


def test_a_line_whose_condition_fails_is_told_to_its_owner_alone() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Bob", if_=("Ann at sea",), unless=("Bob at sea",), at=7))))
    assert game.refused == [("blue", "sheet", "it asks for: Ann at sea, unless Bob at sea")]


def test_conditions_are_judged_when_the_line_is_reached() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        for move in umpire.orders("5", "blue", "moves"):
            umpire.do("5", Moved(move.piece, move.place))

    game = Game(tiny(step))
    game.hand_in(sheet(part(line("Ann", "sea"), line("Bob", "sea", if_=("Ann at sea",)))))
    assert [piece.place for piece in game.now.position.table.pieces.values()] == ["sea", "sea"]


def test_a_condition_that_nobody_read_is_a_bug() -> None:
    game = Game(tiny(moving))
    with pytest.raises(RulesBug, match="a condition that nobody read"):
        game.hand_in(sheet(part(line("Bob", if_=("the moon is full",)))))


# refuse


def test_a_refused_line_is_told_to_its_owner_and_skipped() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Zoe", at=4), line("Bob"))))
    assert game.said == ["Bob north"]
    assert game.refused == [("blue", "5.1", "no piece Zoe")]
    told = game.entries[0].event
    assert (told.line, told.part, told.hint) == (4, "moves", "there are Ann and Bob")  # type: ignore[attr-defined]


def test_if_impossible_ask_lets_him_write_the_rest_anew() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Zoe"), line("Bob", at=2), if_impossible="ask")))
    (decision,) = game.now.decisions
    assert (decision.prompt, decision.facts["again"], decision.facts["left"]) == ("no piece Zoe", "rest", ("2",))
    game.hand_in(sheet(part(line("Ann", "south"))))
    assert game.said == ["Ann south"]


def test_as_written_leaves_the_rest_as_it_stands() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Zoe"), line("Bob"), if_impossible="ask")))
    game.hand_in(sheet(part(as_written=True)))
    assert game.said == ["Bob north"]


def test_who_is_absent_when_the_rest_is_asked_for_goes_on_as_written() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Zoe"), line("Bob"), if_impossible="ask")))
    game.hand_in(absent=("blue",))
    assert (game.said, game.sources) == (["Bob north"], ["default"])


def test_a_line_may_hold_orders_of_its_own_with_conditions_and_refusals_of_their_own() -> None:
    class Turn(Line):
        moves: tuple[Line, ...] = ()

    def step(table: Table, umpire: Umpire) -> None:
        turns = umpire.orders("4", "blue", "moves")
        for turn in turns:
            for inner in turn.moves:
                if (move := turns.meant(inner)) is None:
                    continue
                if problem := cannot_move(table, move):
                    turns.refuse(*problem, line=move)
                else:
                    table_says(umpire, f"{move.piece} {move.place}")

    inner = (line("Zoe", at=2), line("Ann", at=3), line("Bob", at=4, if_=("Ann at sea",)))
    game = Game(tiny(step, parts=(PartSpec(name="moves", order=Turn),)))
    game.hand_in(sheet(part(Turn(at=Where(line=1), moves=inner))))
    assert game.said == ["Ann north"]
    assert [entry.event.line for entry in game.entries if not isinstance(entry.event, Said)] == [2, 4]  # type: ignore[attr-defined]


# review


def test_a_stop_goes_on_unless_the_owner_wants_to_be_asked() -> None:
    lines = line("Ann", "marsh"), line("Bob")
    game = Game(tiny(moving))
    game.hand_in(sheet(part(*lines)))
    assert game.said == ["Ann marsh", "Bob north"]
    game = Game(tiny(moving))
    game.hand_in(sheet(part(*lines, if_stopped="ask")))
    assert (game.asked, game.said) == (["blue moves"], ["Ann marsh"])
    game.hand_in(sheet(part(line("Ann", "south"))))  # the same piece, another way
    assert game.said == ["Ann marsh", "Ann south"]


def test_two_stops_in_one_part_are_two_questions() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Ann", "marsh"), line("Bob", "marsh"), if_stopped="ask")))
    keys = [game.due("moves").key]
    game.hand_in(sheet(part(as_written=True)))
    keys.append(game.due("moves").key)
    game.hand_in(sheet(part(as_written=True)))
    assert keys[0] != keys[1]
    assert game.said == ["Ann marsh", "Bob marsh"]


def test_new_lines_say_anew_when_to_ask() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Ann", "marsh"), if_stopped="ask")))
    game.hand_in(sheet(part(line("Bob", "marsh"), line("Ann"), if_stopped="go on")))
    assert game.said == ["Ann marsh", "Bob marsh", "Ann north"]


def test_review_tells_the_rules_whether_the_rest_is_new() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        moves = umpire.orders("5", "blue", "moves")
        for move in moves:
            table_says(umpire, f"{move.piece} {moves.review('5', 'stopped')} {len(moves)}")

    game = Game(tiny(step))
    game.hand_in(sheet(part(line("Ann"), if_stopped="ask")))
    game.hand_in(sheet(part(line("Bob"), line("Cid"))))
    assert game.said == ["Ann True 2", "Bob False 1", "Cid False 0"]


# after each


def test_after_each_line_the_owner_may_be_asked() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Ann"), line("Bob"), after_each="ask")))
    assert (game.asked, game.said) == (["blue moves"], ["Ann north"])
    assert game.due("moves").prompt == "go on with the rest?"
    game.hand_in(sheet(part(as_written=True)))
    assert (game.asked, game.said) == ([], ["Ann north", "Bob north"])  # nothing is left to ask about


def test_after_each_does_not_ask_again_about_lines_just_written() -> None:
    game = Game(tiny(moving))
    game.hand_in(sheet(part(line("Ann", "marsh"), line("Bob"), if_stopped="ask", after_each="ask")))
    game.hand_in(sheet(part(line("Bob"), after_each="ask")))
    assert (game.asked, game.said) == ([], ["Ann marsh", "Bob north"])


# need


def fighting(table: Table, umpire: Umpire) -> None:
    """Ann must be in some line."""
    fights = umpire.orders("6", "blue", "moves")
    fought = [move.piece for move in fights]
    while "Ann" not in fought:
        fought.append(fights.need("6.9", "Ann must attack", {"unit": "Ann"}).piece)
    table_says(umpire, " ".join(fought))


def test_the_rules_may_demand_a_line() -> None:
    game = Game(tiny(fighting))
    game.hand_in(sheet(part(line("Bob"))))
    (decision,) = game.now.decisions
    assert (decision.prompt, decision.case) == ("Ann must attack", "6.9")
    assert (decision.facts["again"], decision.facts["unit"]) == ("need", "Ann")
    game.hand_in(sheet(part(line("Ann"))))
    assert game.said == ["Bob Ann"]


def test_no_line_is_no_answer_where_one_is_needed() -> None:
    game = Game(tiny(fighting))
    game.hand_in(sheet(part(line("Bob"))))
    game.hand_in(sheet(part()))
    assert (game.asked, game.notes) == (["blue moves"], ["blue: Ann must attack: a line is needed here"])


def test_lines_to_spare_serve_the_next_need() -> None:
    game = Game(tiny(fighting))
    game.hand_in(sheet(part()))
    game.hand_in(sheet(part(line("Cid"), line("Ann"))))
    assert game.said == ["Cid Ann"]


# plans ahead


def ahead(*plans: Plan) -> Any:
    return {"ahead": plans}


def plan(*lines: Line, stop: bool = False, seen: str = "home") -> Plan:
    return Plan(part(*lines), stop, seen)


def planned(*plans: Plan) -> Game:
    """Blue moves in turn 1 and says what he plans for the turns to come."""
    game = Game(tiny(once_a_turn))
    game.hand_in(sheet(part(line("Ann")), **ahead(*plans)))
    return game


def test_plans_serve_turn_after_turn_while_their_conditions_hold() -> None:
    game = planned(plan(line("Bob", if_=("Ann at home",))), plan(line("Bob", "west", unless=("Ann at sea",))))
    assert game.said == ["1 Ann north", "2 Bob north", "3 Bob west"]
    assert game.asked == ["blue moves"]
    assert game.sources == ["sheet", "plan", "plan"]


def test_quiet_holds_while_what_the_line_names_looks_as_it_did() -> None:
    assert planned(plan(line("Bob", if_=("quiet",)))).said == ["1 Ann north", "2 Bob north"]
    assert planned(plan(line("Bob", if_=("quiet",)), seen="sea")).said == ["1 Ann north"]


def test_what_plans_see_is_noted_when_they_are_handed_in() -> None:
    game = Game(tiny(once_a_turn))
    written = sheet(part(), **ahead(plan(line("Bob", if_=("quiet",)), seen=""), plan(Line(), stop=True, seen="")))
    view = View("blue", game.now.position.table)
    looked = sighted(written, game.terms.spec, view)
    assert [plan.seen for plan in looked.ahead or ()] == ["home", ""]


def test_a_plan_whose_conditions_fail_sets_all_plans_aside_and_asks() -> None:
    game = planned(plan(line("Bob", if_=("Ann at sea",))), plan(line("Bob")))
    assert (game.said, game.asked) == (["1 Ann north"], ["blue moves"])
    assert game.notes == ["blue: plans ahead set aside: its conditions do not hold"]
    game.hand_in(sheet(part()))
    assert game.said == ["1 Ann north"]


def test_else_of_a_plan_keeps_conditions_of_its_own() -> None:
    other = line("Bob", "east", if_=("Ann at home",))
    game = planned(plan(line("Bob", if_=("Ann at sea",), else_=other)))
    assert game.said[1:] == ["2 Bob east"]
    never = line("Bob", "east", if_=("Ann at sea",))
    assert planned(plan(line("Bob", if_=("Ann at sea",), else_=never))).said == ["1 Ann north"]


def test_stop_if_takes_the_pen_back() -> None:
    stop = plan(line("", "", if_=("Ann at home",)), stop=True)
    game = planned(stop, plan(line("Bob")))
    assert (game.said, game.asked) == (["1 Ann north"], ["blue moves"])
    assert game.notes == ["blue: plans ahead set aside: its stop-if holds"]
    never = plan(line("", "", if_=("Ann at sea",)), stop=True)
    assert planned(never, plan(line("Bob"))).said == ["1 Ann north", "2 Bob north"]


def test_a_sheet_for_the_turn_comes_before_the_plans_and_new_plans_replace_old_ones() -> None:
    game = Game(tiny(pausing_moves, once_a_turn))
    game.hand_in(sheet(**ahead(plan(line("Bob")))))
    game.hand_in(sheet(part(line("Ann")), **ahead(plan(line("Bob", "west")))))
    game.hand_in(Sheet("red", answers={game.due("way").key: "yes"}))
    assert game.said == ["1 Ann north", "2 Bob west"]


def pausing_moves(table: Table, umpire: Umpire) -> str:
    umpire.ask("4", "red", "way", "go on?", ["yes", "no"])
    return "once_a_turn"


def test_a_sheet_that_says_nothing_of_plans_leaves_them_alone() -> None:
    game = Game(tiny(pausing_moves, once_a_turn))
    game.hand_in(sheet(**ahead(plan(line("Bob")), plan(line("Bob", "west")))))
    game.hand_in(sheet(part(line("Ann"))))
    game.hand_in(Sheet("red", answers={game.due("way").key: "yes"}))
    assert game.said == ["1 Ann north", "2 Bob north", "3 Bob west"]


# standing orders


def test_new_standing_orders_are_in_force_from_the_next_exchange() -> None:
    def step(table: Table, umpire: Umpire) -> None:
        for number in ("1", "2"):
            table_says(umpire, umpire.within(number).ask("1", "blue", "way", "?", ["left", "right"]))
            umpire.within(f"red {number}").ask("1", "red", "way", "?", ["a", "b"])

    game = Game(tiny(step))
    key = game.due("way").key
    game.hand_in(Sheet("blue", answers={key: "left"}, standing=(StandingOrder("way", "last"),)))
    assert (game.said, game.asked) == (["left"], ["red way"])
    game.hand_in(Sheet("red", answers={game.due("way").key: "a"}))
    assert game.said == ["left", "right"]
