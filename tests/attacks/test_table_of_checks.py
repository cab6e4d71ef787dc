"""The auditor's guide says which check is made where, and by which attack each was tried."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guide-auditor.md").read_text(encoding="utf-8")
BROKEN = ROOT / "tests" / "core" / "broken_books.py"


def functions() -> dict[str, str]:
    """Every attack by its name, with its text."""
    found = {}
    for path in (*sorted((ROOT / "tests" / "attacks").glob("test_*.py")), BROKEN):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found[node.name.removeprefix("test_")] = ast.unparse(node)
    return found


def rows() -> list[list[str]]:
    part = GUIDE.split("## Who checks what")[1].split("\n## ")[0]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("| ")
    ]


def test_every_attack_of_the_table_is_tried() -> None:
    known, (head, *attacks) = functions(), rows()
    assert head[0] == "somebody tries"
    assert len(attacks) > 30
    for what, *_checks, tried in attacks:
        names = re.findall(r"`(\w+)`", tried)
        assert names, what
        assert set(names) <= set(known), what


def test_what_verifiers_find_was_put_into_a_book_for_them() -> None:
    """A line that says `found` for a verifier without rules names a book that it was asked about."""
    known, broken = functions(), BROKEN.read_text(encoding="utf-8")
    asked = ("broken(", "broken_next(", "script_finds(", "is_whole(", "audit(")
    unasked = []
    for what, _taken, _audit, script, tried in rows()[1:]:
        names = re.findall(r"`(\w+)`", tried)
        in_books = [name for name in names if f"def {name}(" in broken or any(one in known[name] for one in asked)]
        if script.startswith("found") and not in_books:
            unasked.append(what)
    assert unasked == []
