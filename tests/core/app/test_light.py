"""Commands import what they need: a folder that was verified is looked at without ciphers, status without the rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.app.status import glance
from pbem.app.theatre import Theatre
from pbem.kit.keeper import nobody, use
from pbem.model.digest import digest
from pbem.office.cache import Cache
from pbem.office.game import Game
from pbem.office.glimpse import turn_of

NOON = datetime(2025, 11, 4, 12, 0, tzinfo=UTC)
RUN = """
import json, sys
from pbem.cli import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    print(json.dumps([end.code, sorted(sys.modules)]), file=sys.stderr)
"""
HEAVY = ("pbem.engine", "pbem.court", "pbem.sheets", "pbem.report", "pbem_rules", "cryptography", "pydantic", "yaml")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Ford after its first exchange."""
    drawn = [0]

    def entropy(count: int) -> bytes:
        drawn[0] += 1
        return digest("light", drawn[0])[:count]

    theatre = Theatre(tmp_path_factory.mktemp("light") / "game", "ford", NOON, entropy)
    theatre.found()
    theatre.play(lambda number, seat: None, lambda game: game.course.number >= 1)
    return theatre.root


def modules(played: Path, *line: str) -> tuple[int, set[str]]:
    """How a command ended, and what it imported.  It is run twice: what is kept is of use to the second."""
    environment = {**os.environ, "PBEM_HOME": str(played.parent / "home"), "PBEM_CLOCK": NOON.isoformat()}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", RUN, *line], cwd=played / "blue", env=environment, capture_output=True, text=True
        )
    code, found = json.loads(done.stderr.strip().split("\n")[-1])
    return code, set(found)


def test_status_needs_no_rules(played: Path) -> None:
    code, found = modules(played, "status")
    assert code == 0
    assert [name for name in HEAVY if name in found] == []


@pytest.mark.parametrize("line", ["draft --print", "check sheet.yaml", "moves 1-Foot", "odds 0503 --with 1-Foot"])
def test_questions_about_a_verified_folder_need_no_ciphers(played: Path, line: str) -> None:
    head = "game: {}\nexchange: 2\nside: blue\n"
    name = Game.open(played / "blue", played / "secrets").charter.name
    (played / "blue" / "sheet.yaml").write_text(head.format(name))
    code, found = modules(played, *[word.replace("1-Foot", "1 Foot") for word in line.split()])
    assert code in (0, 1)
    assert [name for name in ("cryptography", "pbem.post.letters", "pbem.report.html") if name in found] == []


@pytest.mark.parametrize("line", ["audit .", "draft --print", "moves 1-Foot"])
def test_what_judges_nobodys_typing_needs_no_pydantic(played: Path, line: str) -> None:
    code, found = modules(played, *[word.replace("1-Foot", "1 Foot") for word in line.split()])
    assert code == 0
    assert [name for name in ("pydantic", "pydantic_core") if name in found] == []


def test_help_of_a_verb_needs_no_models(played: Path) -> None:
    code, found = modules(played, "check", "--help")
    assert code == 0
    assert [name for name in ("pydantic", "yaml", "pbem.book", "pbem.model.records") if name in found] == []


def test_the_turn_in_words_is_of_this_head_and_these_rules(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(played.parent / "cache")
    use(lambda: cache)
    try:
        game = Game.open(played / "blue", played / "secrets")
        said = turn_of(game)
        (kept,) = [path for path in cache.folder.iterdir() if path.name.startswith("turn-")]
        body = cache.recall(kept.name)
        assert body is not None
        cache.keep(kept.name, body.replace(said[1].encode(), b"Doomsday"))
        assert turn_of(game)[1] == glance(game, NOON).turn == "Doomsday"
        monkeypatch.setattr("pbem.kit.fingerprint.VERSION", "9.9")
        assert turn_of(game) == said
        monkeypatch.undo()
        cache.keep(kept.name, body.replace(said[1].encode(), b"Doomsday").replace(b'"head":"', b'"head":"0'))
        assert turn_of(game) == said
        cache.keep(kept.name, b"{}")
        assert turn_of(game) == said
    finally:
        use(nobody)


def test_a_number_that_is_in_the_book_leaves_no_folder_on_any_desk(played: Path) -> None:
    """A verb that writes clears every number that lies there, and would read its page."""
    for folder in (played, played / "blue", played / "red"):
        assert not (folder / "desk" / "01").exists()
        assert Game.open(folder, played / "secrets").desk.numbers(1) == []
