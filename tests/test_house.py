"""The house's own rules, as far as a program can see them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.office.rulesets import installed, ruleset
from pbem.proof.sourcecode import place, sources, tree_of
from pbem.proof.subject import Subject
from pbem.proof.walks import walks_through_sets

ROOT = Path(__file__).parent.parent
CORE = sorted((ROOT / "pbem").rglob("*.py"))
LONGEST_MODULE = 500
"""About 300 is meant; beyond this a room has become a hall."""


def test_everybody_imports_what_he_may() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[done.stdout.find("Broken contracts") :]


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_of_the_core_is_small_and_says_what_it_is(path: Path) -> None:
    tree = tree_of(path)
    assert ast.get_docstring(tree) or not tree.body, "say in plain words what this is"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE
    assert path.stem not in ("utils", "util", "helpers", "manager", "base", "common", "misc")


def test_no_pause_can_be_eaten_in_the_core() -> None:
    """Nothing catches everything: neither `except:` nor `except BaseException`."""
    eaten = [
        place(path, node)
        for path in CORE
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ExceptHandler) and (node.type is None or "BaseException" in ast.unparse(node.type))
        and not any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
    ]  # fmt: skip
    assert not eaten


# Rulesets: their own checks are in pbem.proof, and run by tests/rules/test_every_ruleset.py


@pytest.mark.parametrize("system", installed())
def test_every_module_of_rules_opens_with_what_it_is(system: str) -> None:
    for path in sources(Subject(ruleset(system))):
        assert ast.get_docstring(tree_of(path)), place(path, tree_of(path))
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE, path


@pytest.mark.parametrize("system", installed())
def test_no_lambda_is_made_in_a_loop(system: str) -> None:
    loops = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    lambdas = [
        place(path, inner)
        for path in sources(Subject(ruleset(system)))
        for loop in ast.walk(tree_of(path))
        if isinstance(loop, loops)
        for inner in ast.walk(loop)
        if isinstance(inner, ast.Lambda)
    ]
    assert not lambdas


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("for x in {1, 2}: pass", 1),
        ("a = set(b)\n    for x in a: pass", 1),
        ("a: frozenset[str] = b\n    return [x for x in a]", 1),
        ("return list(s)", 1),
        ("return ' '.join(s | t)", 1),
        ("return sorted(s)", 0),
        ("return sum(x for x in s)", 0),
        ("return {x for x in s}", 0),
        ("for x in sorted(s): pass", 0),
        ("return x in s", 0),
    ],
)
def test_who_goes_through_a_set_is_seen(code: str, count: int) -> None:
    tree = ast.parse(f"def f(s: set[str], b):\n    {code}\n")
    assert len(list(walks_through_sets(tree))) == count
