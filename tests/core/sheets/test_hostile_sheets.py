"""Whatever arrives: no exception, no endless work, and problems that can be shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheet_samples import ASKED

from pbem.model.printable import printable
from pbem.model.problem import Problem
from pbem.model.sheet import Sheet
from pbem.sheets import read_legible, read_sheet, read_standing
from pbem.sheets.notes import MOST_PROBLEMS

HEAD = "game: kh7f\nexchange: 4\nside: red\n"
WORDS = [
    "game", "kh7f", "exchange", "4", "side", "red", "air", "movement", "combat", "turns", "ahead", "answers",
    "standing", "Q1", "Q2", "a", "retreat", "retreat at 0906", "immunity", "if", "unless", "else", "quiet",
    "0906 cleared", "attack", "with", "then", "min", "HQ", "1/5 + 2/5", "0905 0906", "hold", "pass", "none",
    "as written", "ask", "stop-if", "if-stopped", "move", "activate", "Bast", "none", "906", "",
]  # fmt: skip
VALUES = st.recursive(
    st.sampled_from(WORDS) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=25,
)


def read_quietly(text: str) -> tuple[Sheet | None, list[Problem]]:
    """Reads, and holds what is promised of every text."""
    sheet, problems = read_sheet(text, ASKED, "sheet.yaml")
    fatal = [problem for problem in problems if problem.kind != "doubtful"]
    assert (sheet is None) == bool(fatal)
    assert len(problems) <= MOST_PROBLEMS
    for problem in problems:
        assert problem.where.file == "sheet.yaml"
        for line in problem.lines():
            assert printable(line) == line
            assert len(line) < 1000
    read_standing(text, ASKED, "sheet.yaml")
    _, told = read_legible(text, ASKED, "sheet.yaml")
    assert len(told) <= MOST_PROBLEMS
    assert bool(fatal) == any(problem.kind != "doubtful" for problem in told)
    return sheet, problems


def as_flow(value: object) -> str:
    """Any data as YAML on one line, every text in quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_flow(key)}: {as_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_flow, value)) + "]"
    return "'" + str(value).replace("'", "''") + "'"


@given(st.text())
def test_any_text(text: str) -> None:
    read_quietly(text)


@given(st.lists(st.sampled_from([*WORDS, ": ", "- ", "\n", "\n  ", "{", "}", "[", "]", ", ", "#", "'"])))
def test_any_words_of_a_sheet(words: list[str]) -> None:
    read_quietly("".join(words))


@given(st.dictionaries(st.sampled_from(["air", "movement", "combat", "turns", "ahead"]), VALUES))
def test_any_data_in_the_parts(parts: dict[str, object]) -> None:
    read_quietly(HEAD + "".join(f"{name}: {as_flow(value)}\n" for name, value in parts.items()))


@given(VALUES)
def test_any_data_in_answers_standing_orders_and_settings(value: object) -> None:
    keys = ("answers", "standing", "if-stopped", "game")
    read_quietly(HEAD + "".join(f"{key}: {as_flow(value)}\n" for key in keys))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("movement: " + "[" * 90_000, "more than 40 lists and mappings one inside another"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nmovement: *b", "an anchor, &a"),
        ("movement:\n\t- HQ: 0905", "a tab at the start of the line"),
        ("movement:\n  - HQ: 09\0005", "an invisible character, U+0000"),
        ("movement:\n  - HQ: 0905\n  - HQ: !!int 5", "a tag, tag:yaml.org,2002:int"),
        ("combat: " + "- {attack: 0906}\n" * 1_000_000, "the text has 17000041 characters"),
    ],
    ids=["deep", "aliases", "tab", "nul", "tag", "long"],
)
def test_what_yaml_would_choke_on_is_told(body: str, message: str) -> None:
    _, problems = read_quietly(HEAD + body)
    assert any(problem.message.startswith(message) for problem in problems), problems


def test_a_byte_order_mark_and_other_systems_line_ends_are_nothing() -> None:
    text = HEAD + "movement:\n  - HQ: 0905\n"
    plain, _ = read_quietly(text + "answers: {Q1: a, Q2: a}\n")
    marked, _ = read_quietly("\ufeff" + (text + "answers: {Q1: a, Q2: a}\n").replace("\n", "\r\n"))
    assert plain == marked
    assert plain is not None


def test_joined_names_within_joined_names_do_not_multiply_without_end() -> None:
    names = " + ".join(["HQ"] * 60)
    inner = f"{{{names}: 0905}}"
    lines = ", ".join([inner] * 20)
    turns = "\n".join(f"  - {{move: [{lines}]}}" for _ in range(12))
    _, problems = read_quietly(f"{HEAD}turns:\n{turns}\n")
    assert "more orders than a sheet can hold" in {problem.message for problem in problems}


def test_a_sheet_of_wrong_names_is_not_compared_with_all_names_for_each() -> None:
    wrong = ", ".join(f"X{number}" for number in range(8_000))
    _, problems = read_quietly(f"{HEAD}combat:\n  - {{attack: 0906, with: [{wrong}]}}\n")
    assert len(problems) == MOST_PROBLEMS


def test_a_standing_order_for_wrong_places_is_not_compared_with_all_names_for_each() -> None:
    wrong = ", ".join(f"9{number:03}" for number in range(150))
    _, problems = read_quietly(f"{HEAD}standing:\n  retreat at {wrong}: ask\nanswers: {{Q1: a, Q2: a}}\n")
    assert len(problems) == MOST_PROBLEMS


def test_problems_that_matter_are_not_pushed_out_by_doubts() -> None:
    doubtful = "  - {HQ: hold, else: hold}\n" * (MOST_PROBLEMS + 10)
    sheet, problems = read_quietly(f"{HEAD}movement:\n{doubtful}  - {{HQ: 0999}}\n")
    assert sheet is None
    assert problems[-1].message == 'no hex "0999"'
