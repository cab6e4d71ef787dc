"""A checkpoint spares the walk and believes nothing: what was touched, forged or left by another program is walked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from duel import RULESET
from folk import Folk

from pbem.app.audits import audit
from pbem.book import checkpoint, reading
from pbem.book.course import Course
from pbem.model.errors import Tampered
from pbem.office.game import Game


@pytest.fixture
def folk(tmp_path: Path) -> Folk:
    made = Folk(tmp_path, RULESET, "referee").found()
    made.play_exchange()
    made.play_exchange()
    return made


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers that were walked."""
    found: list[int] = []
    walk = reading.after_page

    def noted(course: Course, page: reading.Page, findings: reading.Findings) -> Course:
        found.append(page.number)
        return walk(course, page, findings)

    monkeypatch.setattr(reading, "after_page", noted)
    return found


def opened(folk: Folk, seat: str = "north") -> Game:
    return folk.open(seat)


def test_a_book_that_was_verified_is_not_walked_again(folk: Folk, walked: list[int]) -> None:
    game = opened(folk)
    assert game.course.number == 2
    assert walked == []
    full = reading.open_book(game.folder).course
    assert walked == [1, 2]
    for name in ("head", "seeds", "keys", "next", "versions", "resumes", "absences", "time", "standing", "writer"):
        assert getattr(game.course, name) == getattr(full, name), name
    assert {n: game.course.pages[n].documents for n in (1, 2)} == {n: full.pages[n].documents for n in (1, 2)}


def test_a_page_that_came_after_it_is_walked(folk: Folk, walked: list[int], tmp_path: Path) -> None:
    game = opened(folk)
    kept = game.vault.folder.checkpoint.read_bytes()
    folk.play_exchange()
    game.vault.folder.checkpoint.write_bytes(kept)
    walked.clear()
    assert opened(folk).course.number == 3
    assert walked == [3]
    walked.clear()
    assert opened(folk).course.number == 3
    assert walked == []


def test_a_touched_book_is_noticed(folk: Folk, walked: list[int]) -> None:
    path = opened(folk).folder.page(1) / "record.pbem"
    path.write_bytes(path.read_bytes().replace(b"A", b"B", 1))
    with pytest.raises(Tampered):
        _ = opened(folk).course


def test_a_document_taken_away_is_noticed(folk: Folk) -> None:
    (opened(folk).folder.page(1) / "close.pbem").unlink()
    with pytest.raises(Tampered):
        _ = opened(folk).course


def test_a_forged_checkpoint_is_not_believed(folk: Folk, walked: list[int]) -> None:
    game = opened(folk)
    path = game.vault.folder.checkpoint
    data = bytearray(path.read_bytes())
    at = data.index(b'"number":2')
    data[at + len('"number":')] = ord("1")
    path.write_bytes(bytes(data))
    assert opened(folk).course.number == 2
    assert walked == [1, 2]


def test_anothers_checkpoint_is_not_believed(folk: Folk, walked: list[int]) -> None:
    north, south = opened(folk, "north"), opened(folk, "south")
    shutil.copy(south.vault.folder.checkpoint, north.vault.folder.checkpoint)
    assert opened(folk, "north").course.number == 2
    assert walked == [1, 2]


def test_another_program_walks_again(folk: Folk, walked: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "WALKED_BY", "another, 1")
    assert opened(folk).course.number == 2
    assert walked == [1, 2]


def test_an_audit_reads_none(folk: Folk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "recall", lambda *_: pytest.fail("an audit read a checkpoint"))
    assert audit(folk.root / "north", rulesets=lambda name: RULESET).ok


def test_without_secrets_the_book_is_walked(folk: Folk, walked: list[int], tmp_path: Path) -> None:
    shutil.copytree(folk.root / "north" / "book", tmp_path / "reader" / "book")
    shutil.copy(folk.root / "north" / "seat.json", tmp_path / "reader" / "seat.json")
    reader = Game.open(tmp_path / "reader", tmp_path / "no-home", rulesets=lambda name: RULESET)
    assert reader.course.number == 2
    assert walked == [1, 2]
    assert not (tmp_path / "no-home").exists()
