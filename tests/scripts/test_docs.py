"""Every command of README and guides is run, in the order in which a reader comes upon it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.cli.verbs import VERBS

from .console import Reader, blocks

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "README.md", *sorted(ROOT.glob("docs/guide-*.md"))]
NEEDS_A_CLONE = (
    'python3 -m venv .venv && .venv/bin/pip install --quiet --editable ".[dev,pdf]" && .venv/bin/pbem demo --into try',
    ".venv/bin/python -m pytest -n auto",
)
"""The README's first two commands: they set up a clone, and cannot be tried inside of one."""
CLOCK = "2025-11-05T18:40:00+00:00"
SHORTENED = "adj"
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_commands_do_what_the_guide_shows(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.cli import main

    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PBEM_CLOCK", CLOCK)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "here").mkdir()
    assert Reader(tmp_path / "here", main).follow(path) > 5


def test_only_the_first_two_commands_need_a_clone() -> None:
    shell = [block for path in GUIDES for block in blocks(path) if block.kind in ("sh", "bash", "shell")]
    assert ["\n".join(block.lines) for block in shell] == list(NEEDS_A_CLONE)
    first = [block for block in blocks(ROOT / "README.md") if block.kind != "text"][:2]
    assert first == shell
    assert NEEDS_A_CLONE[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", [*GUIDES, *sorted(ROOT.glob("docs/*.md"))], ids=lambda path: path.stem)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    missing = [target for target in LINK.findall(text) if not (path.parent / target).exists()]
    assert not missing


def test_every_verb_is_named_in_a_guide() -> None:
    said = " ".join(path.read_text(encoding="utf-8") for path in GUIDES)
    assert not [verb for verb in VERBS if not re.search(rf"\bpbem {verb}\b", said)]


def test_guides_name_no_verb_that_is_not_there() -> None:
    said = "\n".join(path.read_text(encoding="utf-8") for path in GUIDES)
    named = set(re.findall(r"(?:^\$ |`)pbem ([a-z][a-z-]*)", said, re.MULTILINE))
    assert named <= {*VERBS, SHORTENED}
