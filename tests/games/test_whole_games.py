"""Whole games, played to the end through pasted text between separate folders, audited, and played again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from duel import RULESET as DUEL
from folk import Folk

from pbem.app.audits import audit
from pbem.app.ending import open_hidden
from pbem.engine.spec import RulesetSpec
from pbem_rules.ford import RULESET as FORD

GAMES = [(FORD, "referee", 1), (FORD, "mutual", 1), (DUEL, "alone", 0), (DUEL, "alone", 1), (DUEL, "referee", 1)]


def played(root: Path, spec: RulesetSpec, mode: str, seed: int) -> Folk:
    folk = Folk(root, spec, mode, seed=seed).found()
    folk.play()
    if mode != "alone":
        folk.carry(open_hidden(folk.seats["referee"]))
    return folk


def bytes_of(book: Path) -> dict[str, bytes]:
    return {str(path.relative_to(book)): path.read_bytes() for path in sorted(book.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(("spec", "mode", "seed"), GAMES)
def test_a_game_is_played_to_the_end_and_every_folder_holds_the_same_book(
    tmp_path: Path, spec: RulesetSpec, mode: str, seed: int
) -> None:
    folk = played(tmp_path, spec, mode, seed)
    books = [bytes_of(tmp_path / seat / "book") for seat in folk.seats]
    assert all(book == books[0] for book in books)
    for seat, game in folk.seats.items():
        assert game.course.result is not None
        found = audit(tmp_path / seat, rulesets=lambda name: spec)
        assert found.ok, found.lines()
        assert not found.findings.closed["hidden"] + found.findings.closed["rules"]
        assert found.findings.checked["rules"]
        assert not list((tmp_path / seat).glob("kept/*"))


PROGRAM = """
import hashlib, os, sys
os.fsync = lambda handle: None
sys.path[:0] = sys.argv[2:]
from pathlib import Path
from folk import Folk
from pbem_rules.ford import RULESET
folk = Folk(Path(sys.argv[1]), RULESET, "referee", seed=5).found()
folk.play(6)
book = Path(sys.argv[1]) / "blue" / "book"
for path in sorted(book.rglob("*")):
    if path.is_file():
        print(path.relative_to(book), hashlib.sha256(path.read_bytes()).hexdigest())
"""


def test_the_same_game_has_the_same_bytes_under_another_hash_seed(tmp_path: Path) -> None:
    tests = Path(__file__).resolve().parents[1]
    paths = [str(tests.parent), str(tests), str(tests / "core" / "app"), str(tests / "core" / "book")]
    found = []
    for number in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path / number), *paths],
            capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": number},
        )  # fmt: skip
        found.append(done.stdout)
    assert found[0] == found[1]
    assert "06/record.pbem" in found[0]
