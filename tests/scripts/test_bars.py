"""The progress bar: not before its second, and never where nobody looks."""

from __future__ import annotations

import io
import sys

import pytest

from pbem.cli.bars import progress


class Screen(io.StringIO):
    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def drawn(monkeypatch: pytest.MonkeyPatch, *, seconds: list[float], is_terminal: bool = True) -> str:
    """What is seen of a work of four steps that ends each at its second."""
    screen, clock = Screen(is_terminal), iter([0.0, *seconds])
    monkeypatch.setattr(sys, "stderr", screen)
    with progress("games", 4, lambda: next(clock)) as one_more:
        for _ in range(4):
            one_more()
    return screen.getvalue()


def test_what_is_done_within_a_second_needs_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, seconds=[0.1, 0.2, 0.3, 0.99]) == ""


def test_the_bar_comes_after_a_second_and_knows_what_was_done_before(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = drawn(monkeypatch, seconds=[0.5, 1.0])
    assert "games" in seen
    assert "25%" not in seen
    assert [part in seen for part in (" 50%", " 75%", "100%")] == [True] * 3


def test_without_a_terminal_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, seconds=[2, 3, 4, 5], is_terminal=False) == ""
