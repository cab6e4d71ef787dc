"""What the words of a sheet become."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sheet_samples import ASKED, FORM, LOSSES, RETREAT, Air, Attack, Move, Turn

from pbem.model.decision import Decision
from pbem.model.problem import Problem, Where
from pbem.model.sheet import Order, Part, Sheet, StandingOrder
from pbem.sheets import PartForm, SheetForm, letters, read_sheet, read_standing

HEAD = "game: kh7f\nexchange: 4\nside: red\n"


def accepted(body: str, form: SheetForm = FORM) -> Sheet:
    sheet, problems = read_sheet(HEAD + body, form, "red-04.yaml")
    assert sheet is not None, problems
    return sheet


def refused(body: str, form: SheetForm = FORM) -> list[Problem]:
    sheet, problems = read_sheet(HEAD + body, form, "red-04.yaml")
    assert sheet is None
    return problems


def only_line(body: str) -> Order:
    (part,) = accepted(body).parts.values()
    (line,) = part.lines
    return line


def test_a_line_knows_its_place_without_the_file() -> None:
    assert only_line("movement:\n  - HQ: 0905\n").at == Where(line=5, column=5)


def test_joined_names_become_a_line_each_at_the_same_place() -> None:
    lines = accepted("movement:\n  - {if: 0906 cleared, HQ + 1/5: 0905, else: hold}\n").parts["movement"].lines
    at, aside = Where(line=5, column=5), Where(line=5, column=46)
    assert lines == tuple(
        Move(
            unit=unit,
            path=("0905",),
            at=at,
            if_=("0906 cleared",),
            else_=Move(unit=unit, path=(), at=aside),
        )
        for unit in ("HQ", "1/5")
    )


def test_an_alternative_may_be_a_whole_line_with_conditions_of_its_own() -> None:
    body = "movement:\n  - if: 0906 cleared\n    HQ: 0906\n    else: {unless: 0905 cleared, 1/5: 0905, else: hold}\n"
    line = only_line(body)
    assert isinstance(line, Move)
    assert isinstance(line.else_, Move)
    assert (line.else_.unit, line.else_.unless) == ("1/5", ("0905 cleared",))
    assert isinstance(line.else_.else_, Move)
    assert (line.else_.else_.unit, line.else_.else_.path) == ("1/5", ())


def test_the_alternative_of_a_long_line_may_be_words() -> None:
    line = only_line("turns:\n  - {if: 0906 cleared, activate: Bastogne, else: activate Stoumont}\n")
    assert isinstance(line.else_, Turn)
    assert line.else_.activate == "Stoumont"
    assert only_line("turns: [{if: 0906 cleared, activate: Bastogne, else: wait}]\n").else_ == Turn(
        says="wait", at=Where(line=4, column=54)
    )


def test_keys_are_read_with_blanks_dashes_or_underscores() -> None:
    for key in ("hold back", "hold-back", "hold_back", "Hold Back"):
        line = only_line(f"movement:\n  - {{HQ: 0905, {key}: yes}}\n")
        assert isinstance(line, Move)
        assert line.hold_back


def test_orders_within_an_order_are_lines_like_others() -> None:
    body = "turns:\n  - activate: Bast\n    move: [{HQ + 1/5: 0905}]\n    attacks: {attack: 0906, with: [HQ]}\n"
    line = only_line(body)
    assert isinstance(line, Turn)
    assert [move.unit for move in line.move] == ["HQ", "1/5"]
    assert line.attacks == (Attack(attack="0906", with_=("HQ",), at=Where(line=7, column=14)),)


def test_a_single_part_is_a_block_or_a_list_alone_or_none() -> None:
    assert only_line("air: [cap]\n") == Air(missions=("cap",), at=Where(line=4, column=6))
    assert only_line("air: {missions: [cap]}\n") == Air(missions=("cap",), at=Where(line=4, column=6))
    assert only_line("air: []\n") == Air(at=Where(line=4, column=6))
    assert accepted("air: none\n").parts == {"air": Part("air")}


def test_a_heading_with_nothing_under_it_says_nothing() -> None:
    sheet = accepted("movement:\n#  - HQ: 0905\nahead:\nstanding:\n  # retreat: stand\n")
    assert (sheet.parts, sheet.ahead, sheet.standing) == ({}, None, None)


def test_the_word_none_takes_plans_and_standing_orders_back() -> None:
    sheet = accepted("ahead: none\nstanding: []\n")
    assert (sheet.ahead, sheet.standing) == ((), ())


def test_settings_are_one_word_or_one_for_each_part() -> None:
    sheet = accepted("movement: none\ncombat: none\nif-impossible: ask\nafter-each: {combat: ask}\n")
    assert sheet.parts["movement"] == Part("movement", if_impossible="ask")
    assert sheet.parts["combat"] == Part("combat", if_impossible="ask", after_each="ask")


def test_a_part_may_be_left_for_later() -> None:
    assert accepted("combat: ask\n").parts["combat"] == Part("combat", later=True)


def test_as_written_answers_only_what_was_asked() -> None:
    body = "movement: as written\nanswers: {Q1: a, Q2: a}\n"
    assert accepted(body, ASKED).parts["movement"] == Part("movement", as_written=True)
    assert "illegal" in {problem.kind for problem in refused("combat: as written\n", ASKED)}


def test_who_is_only_asked_questions_is_not_told_that_he_orders_nothing() -> None:
    questions = replace(FORM, due={"Q1": RETREAT})
    assert [problem.message for problem in read_sheet(HEAD, FORM, "red-04.yaml")[1]] == ["the sheet orders nothing"]
    assert ["Q1 has no answer" in problem.message for problem in read_sheet(HEAD, questions, "red-04.yaml")[1]] == [
        True
    ]


def test_plans_ahead() -> None:
    plans = accepted("ahead:\n  - pass\n  - stop-if: 0906 cleared\n  - {if: quiet, activate: Bast}\n").ahead
    assert plans is not None
    passing, stop, quiet = plans
    assert passing.part == Part("turns", (Turn(says="pass", at=Where(line=5, column=5)),))
    assert stop.stop
    assert stop.line == Order(if_=("0906 cleared",), at=Where(line=6, column=5))
    assert quiet.line.if_ == ("quiet",)


def test_quiet_is_for_plans_alone_not_for_what_stands_in_them() -> None:
    assert refused("ahead:\n  - {activate: Bast, move: [{if: quiet, HQ: 0905}]}\n")


def test_a_game_without_plans_ahead_says_so() -> None:
    form = replace(FORM, parts=FORM.parts[:3])
    assert refused("ahead: [pass]\n", form)[0].message == "this game has no plans ahead"


@pytest.mark.parametrize(
    ("answers", "picks"),
    [
        ("{Q1: a, Q2: [c, 1/5]}", ("0905", ("HQ", "1/5"))),
        ("{q1: Stand, q2: hq}", ("stand", ("HQ",))),
        ("{Q1: 1006, Q2: b}", ("1006", ("2/5",))),
    ],
)
def test_answers_are_options_or_their_letters(answers: str, picks: tuple[str, tuple[str, ...]]) -> None:
    sheet = accepted(f"answers: {answers}\n", ASKED)
    assert sheet.answers == {RETREAT.key: picks[0], LOSSES.key: picks[1]}


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ("{Q1: d, Q2: a}", 'Q1: no option "d"'),
        ("{Q1: [a], Q2: a}", "Q1: read a list, wanted an option"),
        ("{Q1: a, Q2: none}", "Q2: read 0 options, wanted 1 to 2"),
        ("{Q1: a, Q2: [a, b, c]}", "Q2: read 3 options, wanted 1 to 2"),
        ("{Q1: a, Q2: [a, b, c, d]}", "Q2: read 4 options, there are 3"),
        ("{Q1: a, Q2: [a, 1/5]}", 'Q2: "1/5" a second time'),
        ("{Q1: a, Q2: a, Q9: a}", 'no question "Q9"'),
        ("{Q1: a, q1: b, Q2: a}", "Q1 is answered a second time"),
        ("{Q1: a, Q2: a, Q3: a}", "Q3 wants orders, not an option"),
        ("a", 'answers: read "a", wanted answers by questions'),
    ],
)
def test_answers_that_answer_nothing(answers: str, message: str) -> None:
    told = [problem.message for problem in refused(f"answers: {answers}\n", ASKED)]
    assert message in told


def test_a_question_left_out_is_doubtful_unless_a_standing_order_covers_it() -> None:
    _, problems = read_sheet(f"{HEAD}answers: {{Q2: a}}\n", ASKED, "")
    assert [problem.message for problem in problems] == ["Q1 has no answer: 1/5 retreats where?"]
    _, problems = read_sheet(f"{HEAD}answers: {{Q2: a}}\nstanding:\n  retreat: stand\n", ASKED, "")
    assert problems == []


def test_options_that_are_letters_are_their_own_letters() -> None:
    decision = Decision(("x",), "1", "red", "t", "which?", options=("b", "a", "pass"))
    assert letters(decision) == ("b", "a", "pass")
    many = Decision(("x",), "1", "red", "t", "which?", options=tuple(map(str, range(30))))
    assert letters(many)[24:28] == ("y", "z", "aa", "ab")
    sheet = accepted("answers: {Q1: a}\n", replace(FORM, due={"Q1": decision}))
    assert sheet.answers == {("x",): "a"}


def test_standing_orders_by_topic_and_place() -> None:
    standing = accepted("standing:\n  retreat from 0906, 0907: ask\n  retreat-to: [0905, 1006]\n").standing
    assert standing == (
        StandingOrder("retreat", "ask", ("0906", "0907"), Where(line=5, column=3)),
        StandingOrder("retreat to", ("0905", "1006"), (), Where(line=6, column=3)),
    )


def test_a_document_of_standing_orders_has_no_exchange_and_no_parts() -> None:
    sheet, problems = read_standing("game: kh7f\nside: red\nstanding:\n  retreat: stand\n", FORM, "")
    assert problems == []
    assert sheet == Sheet("red", "kh7f", standing=(StandingOrder("retreat", "stand", at=Where(line=4, column=3)),))
    _, problems = read_standing("game: kh7f\nside: red\nmovement: none\nstanding: none\n", FORM, "")
    assert [problem.message for problem in problems] == ['no such part of a sheet, "movement"']


def test_a_doubtful_sheet_is_accepted() -> None:
    sheet, problems = read_sheet(HEAD + "movement:\n  - {HQ: 0905, else: hold}\n", FORM, "")
    assert sheet is not None
    assert [problem.kind for problem in problems] == ["doubtful"]


def test_what_a_union_of_forms_makes_of_a_wrong_text_is_one_problem() -> None:
    (problem,) = refused("combat:\n  - {attack: {a: b}, with: [HQ]}\n")
    assert problem.message == "attack: read a mapping, wanted text or a list"
    (problem,) = refused("combat:\n  - {attack: [0905, 999], with: [HQ]}\n")
    assert (problem.message, problem.where.column) == ('no hex "999"', 21)


def test_an_order_with_a_wrong_order_inside_is_told_about_once() -> None:
    (problem,) = refused("turns:\n  - {activate: Bast, move: [{HQ: 0999}]}\n")
    assert problem.message == 'no hex "0999"'


def test_a_field_whose_orders_are_wrong_is_not_called_missing_too() -> None:
    class Column(Order):
        move: tuple[Move, ...]

    form = replace(FORM, parts=(PartForm("columns", Column),))
    (problem,) = refused("columns:\n  - move: [{HQ: 0999}]\n", form)
    assert problem.message == 'no hex "0999"'


def test_a_long_line_has_no_other_subject() -> None:
    (problem,) = refused("movement:\n  - {unit: HQ, path: 0905, 1/5: 0906}\n")
    assert problem.message == 'no such word in this order, "1/5"'


def test_words_that_are_nearly_keys_are_no_subjects() -> None:
    told = refused("movement:\n  - {esle: hold, unles: 0906 cleared}\n")
    assert [problem.hint for problem in told] == ["did you mean else?", "did you mean unless?"]
