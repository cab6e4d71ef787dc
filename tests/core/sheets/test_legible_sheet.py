"""A sheet that cannot be accepted: what can be read of it all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sheet_samples import ASKED, FORM

from pbem.model.problem import Problem, Where
from pbem.sheets import Legible, SheetForm, read_legible, read_sheet

HEAD = "game: kh7f\nexchange: 4\nside: red\n"
NO_UNIT = "  - 9/9: 0905\n"


def legible(body: str, form: SheetForm = FORM) -> Legible:
    found, problems = read_legible(HEAD + body, form, "red-04.yaml")
    assert found is not None, problems
    return found


def lines_of(found: Legible) -> list[int]:
    return [order.at.line for part in found.sheet.parts.values() for order in part.lines]


def complaints(body: str) -> list[tuple[int, str]]:
    return [(one.where.line, one.message) for one in read_legible(HEAD + body, FORM, "red-04.yaml")[1]]


def test_an_order_that_cannot_be_read_is_left_out_and_the_others_stay() -> None:
    found = legible(f"movement:\n  - HQ: 0905\n{NO_UNIT}  - 1/5: 0906\n")
    assert (lines_of(found), found.unread, found.sure_above) == ([5, 7], 1, 6)


@pytest.mark.parametrize(
    "broken",
    [
        '  - 2/5: "0905\n',
        "  - {2/5: [0905\n",
        "  - 2/5: 0905\n   if: 0906 cleared\n",
        "  - 2/5: &here 0905\n",
        "  - 2/5: *here\n",
        "  - 2/5: 09\u200b05\n",
        "  - 2/5: a: b\n",
        "  -2/5: 0905\n",
        "  - unit: 2/5\n    unit: HQ\n    path: 0905\n",
    ],
    ids=["quote", "bracket", "indent", "anchor", "alias", "unseen", "colon", "dash", "twice"],
)
def test_an_order_that_breaks_yaml_takes_no_other_with_it(broken: str) -> None:
    last = 6 + broken.count("\n")
    found = legible(f"movement:\n  - HQ: 0905\n{broken}  - 1/5: 0906\ncombat:\n  - {{attack: 0906, with: [HQ]}}\n")
    assert lines_of(found) == [5, last, last + 2]
    assert (found.unread, found.sure_above) == (1, 6)


def test_an_order_is_left_out_whole_whatever_line_of_it_is_broken() -> None:
    body = "combat:\n  - attack: 0906\n    with: [HQ]\n    min 2-1\n    then: stay\n  - {attack: 0905, with: [HQ]}\n"
    found = legible(body)
    assert (lines_of(found), found.unread, found.sure_above) == ([9], 1, 5)


def test_what_lies_behind_a_break_is_read_for_its_own_mistakes() -> None:
    told = complaints(f"movement:\n  - HQ: '0905\n  - 1/5: 0906\n{NO_UNIT}combat:\n  - attack: '0906\n    with: [HQ]\n")
    assert [line for line, _ in told] == [5, 7, 9]
    assert told[1][1] == 'no unit "9/9"'


def test_orders_are_counted_not_the_complaints_about_them() -> None:
    assert legible("combat:\n  - {attack: 9999, with: [9/9, 8/8]}\n").unread == 1
    assert legible("movment:\n  - HQ: 0905\n  - 1/5: 0906\ncombat:\n  - {attack: 0906, with: [HQ]}\n").unread == 2


def test_what_stands_under_a_heading_without_dashes_is_counted_by_its_mistakes() -> None:
    body = "movement:\n  - HQ: 0905\nstanding:\n  retreat: upwards\n  immunity: perhaps\n"
    assert legible(body).unread == 2


@pytest.mark.parametrize(
    "body",
    [
        f"combat:\n  - {{attack: 0906, with: [HQ]}}\nmovement:\n{NO_UNIT}",
        "movement:\n  - HQ: 0905\nstanding:\n  retreat: upwards\n",
        "movement:\n  - HQ: 0905\nif-stopped: perhaps\n",
        "movement:\n  - HQ: 0905\ncombt:\n  - {attack: 0906, with: [HQ]}\n",
    ],
    ids=["parts out of order", "standing orders", "settings", "unknown part"],
)
def test_what_may_bear_upon_every_order_leaves_none_sure(body: str) -> None:
    found = legible(body)
    assert lines_of(found) == [5]
    assert found.sure_above == 0


def test_lists_inside_an_order_do_not_cut_it_in_two() -> None:
    body = "turns:\n  - move:\n      - HQ: 0905\n      - 1/5: '0906\n    activate: Bastogne\n  - pass\n"
    found = legible(body)
    assert (lines_of(found), found.unread) == ([9], 1)


def test_a_part_that_is_no_list_is_left_out_whole() -> None:
    found = legible("air: [cap, flap]\nmovement:\n  - HQ: 0905\n")
    assert (lines_of(found), found.unread, found.sure_above) == ([6], 1, 4)


def test_plans_and_doubtful_answers_are_no_part_of_it() -> None:
    found = legible(f"movement:\n{NO_UNIT}ahead:\n  - pass\nanswers: {{Q1: nowhere, Q2: a}}\n", ASKED)
    assert found.sheet.ahead is None
    assert not found.sheet.answers
    assert legible(f"movement:\n{NO_UNIT}answers: {{Q1: a, Q2: a}}\n", ASKED).sheet.answers


@pytest.mark.parametrize(
    "text",
    [
        HEAD.replace("red", "blue") + "movement:\n" + NO_UNIT,
        HEAD.replace("4", "3") + "movement:\n" + NO_UNIT,
        HEAD.replace("exchange: 4\n", "") + "movement:\n" + NO_UNIT,
        HEAD.replace("game: ", "game:") + "movement:\n  - HQ: 0905\n",
        "movement\n",
        "",
    ],
    ids=["side", "exchange", "no exchange", "no blank", "no sheet", "empty"],
)
def test_a_sheet_that_is_not_this_sides_for_this_exchange_is_not_read(text: str) -> None:
    found, problems = read_legible(text, FORM, "red-04.yaml")
    assert found is None
    assert any(problem.kind != "doubtful" for problem in problems)


def test_what_somebody_has_found_already_is_left_out_and_told() -> None:
    tab = Problem(kind="invalid", case="yaml", message="a tab", where=Where(file="red-04.yaml", line=5, column=9))
    found, problems = read_legible(f"{HEAD}movement:\n  - HQ: 0905\n  - 1/5: 0906\n", FORM, "red-04.yaml", [tab])
    assert found is not None
    assert (lines_of(found), problems) == ([6], [tab])


def test_what_is_told_of_readable_text_is_what_reading_tells() -> None:
    text = f"{HEAD}movement:\n{NO_UNIT}  - HQ: 0905\n    else: hold\ncombat:\n  - {{attack: 9999, with: [HQ]}}\n"
    assert read_legible(text, FORM, "red-04.yaml")[1] == read_sheet(text, FORM, "red-04.yaml")[1]


def test_doubts_about_what_was_left_out_are_not_raised() -> None:
    text = f"{HEAD}movement:\n  - HQ: '0905\n"
    asked = replace(FORM, due=ASKED.due)
    assert [one.kind for one in read_legible(text, asked, "red-04.yaml")[1]] == ["invalid"]
