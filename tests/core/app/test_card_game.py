"""`examples/low-water`, a card game of its own project: built, installed, proven, played by mail and audited."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from folk import Folk
from whole_books import is_whole

from pbem.app.ending import open_hidden
from pbem.app.reports import told
from pbem.engine.spec import RulesetSpec
from pbem.office import offers, rulesets

ROOT = Path(__file__).parents[3]
GAME = ROOT / "examples" / "low-water"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where its wheel lies unpacked: modules, data, and the entry point by which it is found."""
    into = tmp_path_factory.mktemp("low-water")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
    done = subprocess.run(command, cwd=GAME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = into.glob("*.whl")
    with ZipFile(wheel) as held:
        held.extractall(into / "site")
    return into / "site"


@pytest.fixture
def pbem(installed: Path, tmp_path: Path) -> Callable[..., str]:
    def run(*words: str) -> str:
        more = {"PYTHONPATH": str(installed), "PBEM_HOME": str(tmp_path / "home")}
        done = subprocess.run(
            [sys.executable, "-m", "pbem", *words],
            cwd=tmp_path, env={**os.environ, **more}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture
def game(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RulesetSpec]:
    monkeypatch.syspath_prepend(str(installed))
    offers.offers.cache_clear()
    rulesets.ruleset.cache_clear()
    yield rulesets.ruleset("low-water")
    offers.offers.cache_clear()
    rulesets.ruleset.cache_clear()


def test_it_is_sound_and_all_of_its_cases_hold(pbem: Callable[..., str]) -> None:
    said = pbem("ruleset", "check", "low-water", "--tests", str(GAME / "tests"))
    assert "sound  The written cases pass" in said
    assert "sound  Every case that is done is proven by a test" in said
    assert "FAULT" not in said


def test_it_is_offered_beside_the_games_of_the_project(pbem: Callable[..., str]) -> None:
    assert "low-water" in pbem("games")
    assert "the card of more lift works" in pbem("rule", "low-water", "4.2")


def test_a_game_by_mail_to_its_end_with_audits(game: RulesetSpec, tmp_path: Path) -> None:
    folk = Folk(tmp_path, game, "referee", seed=3).found()
    folk.play()
    ended = folk.seats["referee"]
    assert ended.course.result is not None
    folk.carry(open_hidden(ended))
    assert is_whole(folk)
    for seat in ("gull", "heron"):
        for form in ("text", "html", "page"):
            assert told(folk.seats[seat], seat, form, None)


def test_it_needs_nothing_but_the_doors() -> None:
    doors = ("pbem.ruleset", "pbem.craft", "pbem.kit", "low_water", "pydantic")
    names = []
    for path in (GAME / "low_water").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    others = {name for name in names if not name.startswith(doors)}
    assert {name for name in names if name.startswith("pbem")}
    assert others <= {"__future__", "collections.abc", "fractions", "functools", "pathlib", "typing"}
