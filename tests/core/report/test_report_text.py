"""Plain text: the head, the left column, tables, wrapping."""

from __future__ import annotations

import pytest
from report_samples import BATTLES, QUESTION, report

from pbem.model.document import Block, Column, Document, Flow, Item, Items, Row, Rows, Section, Table, Verbatim
from pbem.report.clean import clean, clean_lines, display_width
from pbem.report.text import render_text
from pbem.report.wrapping import fill, hung, wrap


def body(*blocks: Block) -> str:
    """What is printed below the head's dashes."""
    return render_text(Document("T", blocks)).split("-" * 76 + "\n")[1]


def test_head() -> None:
    assert render_text(report()).split("\n")[:4] == [
        "THE MEADOW RIVER     game kh7f     exchange 2     scenario 1",
        "GT1, morning, Northern player-turn                  for: green, SECRET PARTS",
        "Options: fog 16.4",
        "-" * 76,
    ]


def test_labels_share_a_left_column_of_seven_at_least() -> None:
    assert body(Rows((Row("DUE", "one"), Row("SHORT", "two")))) == "DUE    one\nSHORT  two\n"
    assert body(Rows((Row("QUESTIONS", "none"), Row("DUE", "one")))) == "QUESTIONS  none\nDUE        one\n"


def test_a_row_hangs_below_its_text() -> None:
    lines = body(Rows((Row("LUCK", "word " * 20, ("more",)),))).split("\n")
    assert lines[0].startswith("LUCK   word")
    assert lines[1].startswith("       word")
    assert lines[2] == "       more"


def test_a_label_too_long_has_a_line_of_its_own() -> None:
    assert body(Rows((Row("X" * 30, "text"),))) == "X" * 30 + "\n       text\n"


def test_a_table_in_a_section() -> None:
    assert body(Section("COMBAT", "a note", (BATTLES,))) == (
        "COMBAT   a note\n"
        "  Meadow table\n"
        "  #  at    attackers     A:D  odds  die  res\n"
        "  1  0303  1 Inf 2 Inf  11:3   3-1    4  Dr1  12/3 to 0304\n"
        "  2  0503  3 Arm         8:4   2-1    5  Ar2  wall holds it (FO 11.0)\n"
        "     Rolls: 2/combat/0303 to 2/combat/0503.\n"
    )


def test_a_wide_table_breaks_its_widest_column() -> None:
    wide = Table((Column("a"), Column("b", "centre"), Column("c")), (("x", "y", "long " * 30),))
    lines = body(wide).rstrip().split("\n")
    assert max(map(len, lines)) <= 76
    assert len(lines) == 4
    assert lines[2].startswith(" " * 6 + "long")


def test_a_table_without_titles_has_no_header() -> None:
    assert body(Table((Column(""), Column("")), (("a", "b"),))) == "a  b\n"


def test_flow_breaks_only_between_statements() -> None:
    lines = body(Flow(tuple(f"unit {n} to 0{n}0{n} by road" for n in range(1, 8)))).rstrip().split("\n")
    assert all(line.endswith("by road") and line.startswith("unit") for line in lines)


def test_question() -> None:
    assert body(QUESTION) == (
        "Q1  14 Cav (2) must leave 0504; 3 Arm follows\n"
        "      a  0605 town, road, supplied    b  0505 broken, supplied\n"
        "    answer  pbem answer Q1 a     silence until Fri 14 Nov 20:00 UTC means a\n"
        '    (your standing orders say "ask" for 0504)\n'
    )


def test_items_hang_at_their_widest_mark() -> None:
    items = Items((Item("1", "one", ("below",)), Item("10", "ten")))
    assert body(items) == "1   one\n    below\n10  ten\n"


def test_verbatim_keeps_its_lines() -> None:
    assert body(Verbatim("a:  1\n  b\n\n", "caption")) == "caption\na:  1\n  b\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("one two", ["one two"]),
        ("one  two   three", ["one  two", "three"]),
        ("abcdefghijklm", ["abcdefghij", "klm"]),
    ],
)
def test_wrap(text: str, lines: list[str]) -> None:
    assert wrap(text, 10) == lines


def test_wide_signs_count_twice() -> None:
    assert display_width("漢字") == 4
    assert wrap("漢字漢字漢字", 8) == ["漢字漢字", "漢字"]
    assert display_width("e\u0301") == 1


def test_fill_and_hung() -> None:
    assert fill(["aaaa", "bbbb", "cccc"], 12, "  ") == ["aaaa  bbbb", "cccc"]
    assert hung("x ", ["a", "b"]) == ["x a", "  b"]
    assert hung("x", []) == ["x"]


def test_clean_shows_what_was_hidden() -> None:
    assert clean("a\x1b[31m\u202eb\u200bc\td\r\ne") == "a�[31m�b�c d e"
    assert clean("a" + "\u0301" * 9) == "a" + "\u0301" * 3
    assert clean_lines("a \r\n\tb\n\n") == ["a", "    b"]
