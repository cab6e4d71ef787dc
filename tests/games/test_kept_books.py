"""Books of earlier releases audit for ever, and games begun with them are played on.

`tests/books/RELEASE/` keeps, as that release wrote them: books that ended, and a running game with everybody's secrets.
Who changes what is judged before a release is out writes its books again: `python tests/books/keep.py`.
"""

from __future__ import annotations

import dataclasses
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from folk import Folk
from whole_books import is_whole, script_finds

from pbem.app.audits import audit
from pbem.app.reports import told
from pbem.book import checkpoint
from pbem.cli import main
from pbem_rules.ford import RULESET as FORD

KEPT = Path(__file__).parents[1] / "books"
BOOKS = sorted(path.parent for path in KEPT.glob("*/*/book"))
RUNNING = sorted(KEPT.glob("*/running"))


@pytest.mark.parametrize("kept", BOOKS, ids=lambda path: "-".join(path.parts[-2:]))
def test_a_kept_book_verifies(kept: Path) -> None:
    found = audit(kept)
    assert found.ok, found.lines()
    assert not script_finds(kept / "book")


@pytest.mark.parametrize("kept", RUNNING, ids=lambda path: path.parent.name)
def test_other_words_and_a_later_program_stop_no_game(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A changed word in reports, a raised version of the program: the audit is ok, and the next turn is played."""
    root = tmp_path / "game"
    shutil.copytree(kept, root)
    wording = dataclasses.replace(FORD.wording, turn=lambda table: "the umpteenth turn")
    spec = dataclasses.replace(FORD, wording=wording)
    monkeypatch.setattr("pbem.VERSION", "77.0")
    monkeypatch.setattr(checkpoint, "WALKED_BY", "pbem 77.0, 9")
    folk = Folk(root, spec, "referee", now=datetime(2025, 11, 4, 15, tzinfo=UTC))
    folk.seats = {seat: folk.open(seat) for seat in ("blue", "red", "referee")}
    assert is_whole(folk)
    before = folk.seats["blue"].course.number
    folk.play_exchange()
    assert folk.seats["blue"].course.number == before + 1
    assert "the umpteenth turn" in str(told(folk.seats["blue"], "blue", "text"))
    assert is_whole(folk)
    with pytest.raises(SystemExit) as ended:
        main(["audit", str(root / "red" / "book")])
    assert not ended.value.code
    assert "ok " in capsys.readouterr().out
