"""The tutorial at a terminal: it waits, and asks the learner what the game asks him."""

from __future__ import annotations

import click
import pytest

from pbem.cli import learning

from .runner import Run


@pytest.fixture
def terminal(pbem: Run, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Somebody at a terminal, who presses Return and plays no card; what he is told when he is waited for."""
    told: list[str] = []

    def pause(info: str, err: bool) -> None:
        told.append(info)

    def prompt(words: str, type: click.Choice[str], default: str, err: bool) -> str:
        assert default == type.choices[-1]
        told.append(words)
        return type.choices[0]

    monkeypatch.setattr(learning, "at_terminal", lambda: True)
    monkeypatch.setattr(click, "pause", pause)
    monkeypatch.setattr(click, "prompt", prompt)
    return told


def test_it_waits_between_the_steps_and_takes_the_learners_own_answer(pbem: Run, terminal: list[str]) -> None:
    ended = pbem(["tutorial", "--into", "lesson"])
    assert ended.code == 0, ended.stderr
    assert terminal == ["Enter for the next step"] * 5 + ["your answer"] + ["Enter for the next step"] * 4
    answered = ended.stdout.split("your answer ---")[1].split("7 of 10")[0]
    assert "$ pbem answer Q1 a\nTo: referee\n" in answered
    assert "1  0503  1 Foot" in answered
    assert "Blue plays" not in answered
    assert "NOT ok" not in ended.stdout


def test_who_wants_it_is_not_asked(pbem: Run, terminal: list[str]) -> None:
    assert pbem(["tutorial", "--into", "lesson", "--auto"]).code == 0
    assert terminal == []


@pytest.mark.parametrize(("marks", "words"), [(("a", "b"), "A Volley moves the odds"), (("a",), "You hold no card")])
def test_the_words_fit_the_hand(marks: tuple[str, ...], words: str) -> None:
    from pbem.app.tutorial import _about_the_hand as about_the_hand

    assert about_the_hand(marks)[0].startswith(words)
