"""Blocks in a text: what quoting and wrapping may do to them, and what damages them."""

from __future__ import annotations

import base64
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.post.search import best_blocks, merge
from pbem.post.unquote import even_out, readings
from pbem.seal.armour import armour
from pbem.seal.blocks import Block, Kind, find_blocks, mark
from pbem.seal.quoting import quote_depth, without_quotes

SHEET = "game: kh7f\nmovement:\n  - 26-VG: 1206 1207\n\n  - hold"


def block(data: bytes, readable: str | None = SHEET, kind: Kind = "ENVELOPE") -> Block:
    return Block(kind, base64.b64encode(data).decode(), readable, 1)


def armoured(one: Block) -> str:
    """The block as it leaves its sender's program."""
    return armour(one.data(), kind=one.kind, readable=one.readable)


def found(text: str) -> list[tuple[str, str | None, str]]:
    return [(one.base64, one.readable, one.damage) for one in best_blocks(readings(text))]


@given(st.binary(min_size=1, max_size=300), st.lists(st.sampled_from(["> ", ">", "| ", "GM> ", "  > "]), max_size=5))
def test_quote_marks_of_any_depth(data: bytes, marks: list[str]) -> None:
    sent = block(data)
    quoted = "".join(f"{''.join(marks)}{line}\r\n" for line in armoured(sent).splitlines())
    [(joined, readable, damage)] = found(f"He wrote:\n{quoted}\nbye")
    assert (joined, damage) == (sent.base64, "")
    assert textwrap.dedent(readable or "").split() == SHEET.split()


@given(st.binary(min_size=1, max_size=300), st.integers(5, 63))
def test_base64_cut_anywhere(data: bytes, width: int) -> None:
    sent = block(data, readable=None)
    first, *body, last = armoured(sent).splitlines()
    cut = [line[at : at + width] + "  " for line in body for at in range(0, len(line), width)]
    assert found("\n\n".join([first, *cut, last])) == [(sent.base64, None, "")]


@given(st.binary(min_size=1, max_size=60), st.integers(0, 79), st.sampled_from("!*._-~ö"))
def test_a_foreign_sign_is_damage_and_never_dropped(data: bytes, at: int, sign: str) -> None:
    joined = base64.b64encode(data).decode()
    spoilt = joined[:at] + sign + joined[at:]
    text = "\n".join([mark("BEGIN", "BOX"), spoilt, mark("END", "BOX")])
    assert found(text) == [("", None, "line 1 of the block is not base64")]


@pytest.mark.parametrize("spoilt", ["", "QQ", "QQ=", "QR==", "QQ==QQ==", "Q===", "=", "QUI=="])
def test_base64_that_no_program_writes(spoilt: str) -> None:
    [(_, _, damage)] = found("\n".join([mark("BEGIN", "BOX"), spoilt, mark("END", "BOX")]))
    assert damage == "letters of the block are missing or changed"


def test_envelope_and_box_stand_side_by_side() -> None:
    envelope, box = block(b"a" * 100), block(b"b" * 100, None, "BOX")
    text = armoured(envelope) + armoured(box)
    assert [(one.kind, one.base64) for one in find_blocks(text)] == [
        ("ENVELOPE", envelope.base64),
        ("BOX", box.base64),
    ]


def test_text_before_the_mark_of_the_text_is_not_read() -> None:
    assert find_blocks("Dear all,\n" + armoured(block(b"x")))[0].readable == SHEET


def test_a_text_belongs_to_the_block_right_after_it() -> None:
    first, second = find_blocks(armoured(block(b"x")) + "\nmore\n" + armoured(block(b"y", None)))
    assert (first.readable, second.readable) == (SHEET, None)


def test_a_mark_in_a_sentence_is_none() -> None:
    assert find_blocks(f"Look for {mark('BEGIN', 'ENVELOPE')} in your mail.\n") == []


def test_a_line_of_the_sheet_that_begins_with_a_quote_mark_keeps_it() -> None:
    sent = block(b"x", "a:\n> b\n>From c")
    assert find_blocks(armoured(sent))[0].readable == "a:\n> b\nFrom c"


def test_base64_that_ends_in_two_signs_is_no_quoted_printable() -> None:
    spoilt = armoured(block(b"x" * 700)).replace("ENVELOPE-----\n", "ENVELOPE-----\nContent hidden\n", 1)
    assert spoilt.count("==") == 1
    assert found(spoilt)[0][2] == "letters of the block are missing or changed"


def test_merge_keeps_one_of_equals() -> None:
    sent, other = block(b"x"), block(b"x", SHEET.replace("1207", "1208"))
    wrapped = block(b"x", SHEET.replace(" ", "\n"))
    assert merge([sent, wrapped, other, sent]) == [sent, other]


@pytest.mark.parametrize(
    ("line", "depth", "rest"),
    [
        ("> > said", 2, "said"),
        (">>said", 2, "said"),
        ("GM> > said", 2, "said"),
        ("| » : said", 3, "said"),
        ("  said  ", 0, "said"),
        ("game: kh7f", 0, "game: kh7f"),
        ("<br>said", 0, "<br>said"),
    ],
)
def test_quote_depth(line: str, depth: int, rest: str) -> None:
    assert quote_depth(line) == (depth, rest)


@pytest.mark.parametrize(
    ("line", "depth", "rest"),
    [
        (">From here", 0, "From here"),
        ("> >From here", 1, "From here"),
        ("> > here", 1, "> here"),
        (">   - here", 1, "  - here"),
        ("here", 3, "here"),
    ],
)
def test_without_quotes(line: str, depth: int, rest: str) -> None:
    assert without_quotes(line, depth) == rest


def test_even_out() -> None:
    assert even_out("\ufeffa\u00a0b \r\nc\u200bd\u00ad\u2028e\te") == "a b\ncd\ne e\n"
