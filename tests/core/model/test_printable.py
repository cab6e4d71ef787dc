"""Text of strangers made harmless."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.model.printable import printable, printable_lines


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b2Jgone", "gone"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://example.net\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;never closed", "0;never closed"),
        ("two\r\nlines\tand a tab", "two lines and a tab"),
        ("\u202egnp.exe\u2069", "gnp.exe"),
        ("in\u200bvis\u00adible\ufeff", "invisible"),
        ("tag\U000e0041", "tag"),
        ("half \ud800 letter", "half letter"),
        ("Müller’s Ø – 軍", "Müller’s Ø – 軍"),
        ("back\x08\x08\x7fspace", "backspace"),
    ],
)
def test_printable(hostile: str, shown: str) -> None:
    assert printable(hostile) == shown


def test_a_long_text_is_cut_with_three_dots() -> None:
    assert printable("abcdefghij", 8) == "abcde..."
    assert printable("abcdefgh", 8) == "abcdefgh"


def test_lines_keep_their_breaks_and_columns() -> None:
    assert printable_lines("a  b\r\n\tc\x1b[1m\u2028d") == "a  b\n c\nd"


@given(st.text())
def test_nothing_that_acts_is_left(text: str) -> None:
    assert not {unicodedata.category(letter) for letter in printable(text)} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def test_hostile_text_takes_no_time() -> None:
    """Quadratic patterns would need minutes for these."""
    for piece in ("\x1b]", "\x9b0", "\x90", "\x1b[0", "\x1b "):
        assert len(printable(piece * 300_000)) <= 600_000
