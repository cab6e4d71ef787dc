"""Armour: bytes survive the text, and readable text is compared by what it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.model.errors import Refused
from pbem.seal.armour import armour, first_difference
from pbem.seal.blocks import find_blocks

lines = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=60)


@given(st.binary(min_size=1, max_size=200), st.none() | lines, st.integers(0, 3))
def test_bytes_survive_text_and_quoting(data: bytes, readable: str | None, depth: int) -> None:
    text = armour(data, readable=readable)
    for _ in range(depth):
        text = "".join(f"> {line}\n" for line in text.split("\n"))
    (block,) = find_blocks(text)
    assert block.data() == data
    if readable is None:
        assert block.readable is None
    else:
        assert first_difference(readable, block.readable or "") == 0


def test_a_box_says_that_it_is_one() -> None:
    (block,) = find_blocks(armour(b"box", kind="BOX"))
    assert (block.kind, block.data()) == ("BOX", b"box")


def test_lines_have_64_characters() -> None:
    lengths = [len(line) for line in armour(bytes(100)).splitlines()[1:-1]]
    assert lengths == [64, 64, 8]


def test_a_text_without_blocks_has_none() -> None:
    assert find_blocks("") == find_blocks("Hello,\nno block here\n-- \nAnna\n") == []


def test_a_text_opened_long_before_is_not_the_block_s() -> None:
    text = armour(b"one", readable="one") + "in between\n" + armour(b"two")
    first, second = find_blocks(text)
    assert (first.readable, second.readable) == ("one", None)


@pytest.mark.parametrize(
    "line", ["> --- BEGIN PBEM BOX ---", "GM> -----END PBEM TEXT-----", "| --BEGIN\u00a0PBEM\u00a0ENVELOPE--"]
)
def test_a_text_that_holds_a_mark_is_not_put_into_armour(line: str) -> None:
    """Whatever the reader would take for a mark, the writer does not write."""
    with pytest.raises(Refused, match="looks like the mark"):
        armour(b"one", readable=f"game: kh7f\n# > -----END PBEM TEXT-----\n{line}\n")


def test_a_block_knows_its_line() -> None:
    assert [block.line for block in find_blocks("\n\n" + armour(b"one", readable="a\nb"))] == [6]


@pytest.mark.parametrize(
    ("ours", "theirs", "line"),
    [
        ("a b\nc", "a  b c", 0),
        ("it's -- so...", "it\u2019s \u2014 so\u2026", 0),
        ('"a"', "\u201ea\u201c", 0),
        ("a\n> b", "> a\n>> b", 0),
        ("u\u0308", "\u00fc", 0),
        ("a\nb\nc", "a\nx\nc", 2),
        ("a\nb\nc", "a\nb", 3),
        ("a\nb", "a\nb\nc", 2),
        ("2-1", "21", 1),
        ("", "a", 1),
        ("a", "", 1),
        ("312", "3l2", 1),
    ],
)
def test_the_first_difference(ours: str, theirs: str, line: int) -> None:
    assert first_difference(ours, theirs) == line
