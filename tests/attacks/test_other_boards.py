"""What somebody might try with a board that the charter chooses: play another than it says, or say another later."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.app.adjudicating import adjudicate
from pbem.app.audits import audit
from pbem.app.home import open_game
from pbem.app.receiving import receive
from pbem.app.theatre import Theatre
from pbem.engine.spec import RulesetSpec
from pbem_rules.wwii_commander import RULESET
from pbem_rules.wwii_commander.board import the_map

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)
TURNS = "turns:\n- {activate: Gemund, move: [{277VG: Monschau}, {326VG: Monschau}]}\n"
"""German guns in Monschau: on the board of geography they help this attack, on the balanced one there are none."""


@pytest.fixture(autouse=True)
def the_usual_board_again() -> Iterator[None]:
    yield
    RULESET.lay_data()


def begun(root: Path, board: str) -> Theatre:
    """A game whose first attack lies ready."""
    game = Theatre(root, "wwii-commander", NOON, os.urandom, options={"board": board})
    game.found()
    game.play(lambda *_: None, lambda _: False, most=1)
    game.hand_in("german", TURNS)
    return game


def test_games_of_one_process_are_each_judged_on_their_own_board(tmp_path: Path) -> None:
    """A desk with forty games: whose rules are looked at, his board lies there."""
    games = {board: begun(tmp_path / board, board) for board in ("geography", "balanced")}
    for board, points in (("geography", 2), ("balanced", 1)) * 2:
        assert games[board].referee.rules.spec.name == "wwii-commander"
        assert the_map().spaces["St. Vith"].points == points
    for game in games.values():
        game.resolve()
    for board in games:
        assert audit(tmp_path / board / "allied").ok


def test_a_referee_whose_program_plays_another_board_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(tmp_path / "game", "balanced")
    monkeypatch.setattr(RulesetSpec, "_board_of", lambda spec, setup: "")
    liar = open_game(tmp_path / "game", game.home)
    liar.identity = game.referee.identity
    mails = adjudicate(liar, NOON).mails
    monkeypatch.undo()
    found = receive(game.seats["allied"], [(mails[0].name, mails[0].text.encode())], NOON).kept[0]
    assert (found.what, found.seat, found.reason.title) == ("record 2", "referee", "the record does not verify")
    assert "event 3, 8.3" in found.reason.why
    assert game.seats["allied"].course.open_number == 2


def test_a_charter_that_names_another_board_afterwards_is_found(tmp_path: Path) -> None:
    game = begun(tmp_path / "game", "balanced")
    game.resolve()
    mine = tmp_path / "game" / "allied"
    assert audit(mine).ok
    path = mine / "book" / "00" / "charter.yaml"
    text = path.read_text(encoding="utf-8")
    assert "board: balanced" in text
    path.write_text(text.replace("board: balanced", "board: geography"), encoding="utf-8")
    assert not audit(mine).ok
