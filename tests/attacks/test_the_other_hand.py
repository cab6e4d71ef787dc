"""A player takes his own folder apart to read the other's hand: every file, every envelope, all that the verbs say."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.app.theatre import Theatre
from pbem.book.page import from_file
from pbem.cli import main
from pbem.office.knowing import knowledge
from pbem.office.rulesets import ruleset
from pbem_rules.enemy_action_ardennes.board import title

SPEC = ruleset("enemy-action-ardennes")
VERBS = (
    ("status",), ("status", "--json"), ("draft", "--standing", "--print"), ("report",), ("report", "--format", "html"),
    ("report", "--at", "1"), ("log", "--json"), ("why", "2.2P"), ("replay", "--to", "1", "--for", "german"),
    ("replay", "--format", "page", "--for", "german"), ("luck",), ("moves", "2.2P"), ("supply", "2.2P"),
)  # fmt: skip


def held(folder: Path) -> str:
    """All that lies in a folder, envelopes opened as far as anybody can."""
    texts = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            texts.append(path.read_bytes().decode("utf-8", "replace"))
            if path.suffix == ".pbem" and "book" in path.parts:
                texts.append(from_file(path.read_bytes()).body.decode("utf-8", "replace"))
    return "\n".join(texts)


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Theatre:
    """Enemy Action after its first deal."""
    root = tmp_path_factory.mktemp("hand") / "game"
    game = Theatre(
        root, "enemy-action-ardennes", datetime(2026, 11, 19, 12, tzinfo=UTC), os.urandom, scenario="assault"
    )
    game.found()
    game.play(lambda *_: None, lambda _: False, most=1)
    return game


def titles(game: Theatre) -> list[str]:
    return [title(card) for card in knowledge(game.seats["german"]).view.own.hand]


@pytest.fixture
def said(dealt: Theatre, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """What the verbs say in the folder of a seat."""

    def speak(seat: str) -> str:
        monkeypatch.setenv("PBEM_HOME", str(dealt.home.path))
        monkeypatch.chdir(dealt.folder(seat))
        for words in (*VERBS, *(("report", "--for", side) for side in SPEC.sides)):
            with pytest.raises(SystemExit):
                main(list(words))
        heard = capsys.readouterr()
        return " ".join((heard.out + heard.err).split())

    return speak


def test_no_file_of_a_seat_names_a_card_of_the_other_hand(dealt: Theatre) -> None:
    mine = held(dealt.folder("allied"))
    assert len(titles(dealt)) == 7
    assert "hands: {allied: 4, german: 7}" in mine
    assert [one for one in titles(dealt) if one in mine] == []


def test_no_verb_tells_a_card_of_the_other_hand(dealt: Theatre, said: Callable[[str], str]) -> None:
    theirs, mine = said("german"), said("allied")
    assert [one for one in titles(dealt) if one not in theirs] == []
    assert [one for one in titles(dealt) if one in mine] == []
