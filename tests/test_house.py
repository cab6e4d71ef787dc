"""The house's own rules, as far as a program can see them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from reached import never_reached

from pbem.cli.verbs import VERBS
from pbem.model.counting import many
from pbem.office.offers import installed
from pbem.office.rulesets import ruleset
from pbem.proof.sourcecode import place, sources, tree_of
from pbem.proof.subject import Subject
from pbem.proof.walks import walks_through_sets
from pbem.ruleset import (
    Condition,
    Decision,
    Ending,
    How,
    Option,
    Orders,
    PartSpec,
    Position,
    Ruleset,
    Scenario,
    Setup,
    Topic,
    Umpire,
    View,
    telling,
)

RECORDS = (Ruleset, PartSpec, Topic, Condition, Option, Scenario, Setup, Position, View, Decision, Ending, How)
ROOT = Path(__file__).parent.parent
CORE = sorted((ROOT / "pbem").rglob("*.py"))
PACKAGES = sorted(path.parent for path in (ROOT / "rules" / "pbem_rules").glob("*/__init__.py"))
GAMES = sorted(path for package in PACKAGES for path in package.rglob("*.py"))
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


# One name for one thing

ROLES = {
    "events.py": "kinds of events: the books of each game name them in their logs, as its rulebook does",
    "sheets.py": "lines of a sheet, named after its parts",
}
"""Modules whose classes may have the names of another game's: every ruleset has them, and its package says whose."""
ROLE_NAMES = {
    "Lay": "who stands where and controls what, worked out of a table once for many questions",
    "Map": "what map.yaml is read into, where the kit's map of hexes does not serve",
    "ScenarioData": "what the files of scenarios are read into",
    "Tables": "what tables.yaml is read into",
    "Temper": "what a bot goes by, as numbers",
    "Unit": "a unit on the table",
    "UnitData": "a unit in units.yaml",
    "Units": "what units.yaml is read into",
}
"""What every ruleset has beside its events and lines, likewise."""


def test_a_class_of_the_core_has_its_name_alone() -> None:
    assert not twice((name, path) for path in CORE for name in classes_of(path))


def test_a_module_of_the_core_has_its_name_alone() -> None:
    """Who reads "page" or "docket" knows which is meant."""
    assert not twice((path.stem, path) for path in CORE if not path.stem.startswith("__"))


def test_a_class_of_a_game_has_no_name_of_the_core() -> None:
    core = {name for path in CORE for name in classes_of(path)}
    assert not {place(path, tree_of(path)): name for path in GAMES for name in classes_of(path) if name in core}


def test_a_class_of_a_game_has_no_name_of_another_game_but_in_its_roles() -> None:
    named = [(name, path) for path in GAMES if path.name not in ROLES for name in classes_of(path)]
    assert not twice((name, path) for name, path in named if name not in ROLE_NAMES)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.name))
def test_a_class_or_module_has_its_name_alone_in_its_game(package: Path) -> None:
    paths = sorted(package.rglob("*.py"))
    assert not twice((name, path) for path in paths for name in classes_of(path))
    assert not twice((path.stem, path) for path in paths if path.stem != "__init__")


def test_roles_are_used() -> None:
    """What no two games share is no role."""
    roles = [name for path in GAMES for name in classes_of(path) if name in ROLE_NAMES]
    assert {name for name in roles if roles.count(name) > 1} == ROLE_NAMES.keys()
    assert all(sum(path.name == role for path in GAMES) > 1 for role in ROLES)


def classes_of(path: Path) -> list[str]:
    return [node.name for node in ast.walk(tree_of(path)) if isinstance(node, ast.ClassDef)]


def twice(named: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    """The names that stand for more than one thing, and where."""
    found: dict[str, list[str]] = {}
    for name, path in named:
        found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return {name: paths for name, paths in sorted(found.items()) if len(paths) > 1}


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


def test_nothing_is_there_for_tests_alone() -> None:
    """What nobody calls goes, or gets its caller; what rulesets may use is offered in the guide to write one."""
    trees = {path.relative_to(ROOT): tree_of(path) for path in (*CORE, *GAMES)}
    guide = (ROOT / "docs" / "write-a-ruleset.md").read_text(encoding="utf-8")
    assert not never_reached(trees, re.findall(r"\w+", guide))


def test_what_is_never_reached_is_found() -> None:
    code = """
from click import Group

def main(): used()
def used(): Shelf().take()
def alone(): other()
def other(): pass

class Shelf:
    def take(self): pass
    def give(self): pass

class Verbs(Group):
    def get_help(self): pass

if main: Verbs
main
"""
    assert never_reached({Path("a.py"): ast.parse(code)}, ()) == ["a.py:11: give", "a.py:6: alone", "a.py:7: other"]


def test_every_room_is_in_the_house() -> None:
    told = (ROOT / "HOUSE.md").read_text(encoding="utf-8")
    rooms = sorted(path.parent.name for path in (ROOT / "pbem").glob("*/__init__.py"))
    assert not [room for room in rooms if f"pbem/{room} " not in told]
    named = re.findall(r"`?\b(?:pbem\.)?(post|seal|office|model|sheets|engine|court)\.([a-z]\w*)\b", told)
    assert not [name for name in named if not (ROOT / "pbem" / name[0] / f"{name[1]}.py").exists()]


ALIKE = 10
"""So many lines after each other that stand in two games belong into the craft, or the kit."""


def test_no_two_games_have_ten_lines_in_common() -> None:
    found: dict[tuple[str, ...], set[str]] = {}
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
            said = [line for line in lines if line and not line.startswith(("from ", "import "))]
            for at in range(len(said) - ALIKE + 1):
                found.setdefault(tuple(said[at : at + ALIKE]), set()).add(package.name)
    assert not {lines[0]: games for lines, games in found.items() if len(games) > 1}


def test_every_verb_is_found_where_the_house_says() -> None:
    """`pbem.app` names the function behind each verb, and the terminal calls it."""
    told = dict(re.findall(r"(\w+)\s+(\w+\.\w+)(?=\s)", (ROOT / "pbem" / "app" / "__init__.py").read_text("utf-8")))
    assert told.keys() == VERBS.keys() - {"desk", "completion"}
    cli = [node for path in (ROOT / "pbem" / "cli").glob("*.py") for node in ast.walk(tree_of(path))]
    called = {f"{node.module}.{name.name}" for node in cli if isinstance(node, ast.ImportFrom) for name in node.names}
    assert not {f"pbem.app.{function}" for function in told.values()} - called


def test_whatever_a_ruleset_may_declare_or_ask_is_in_the_guide_to_write_one() -> None:
    """Every field of the records that come in by the door, and every verb of the umpire."""
    guide = (ROOT / "docs" / "write-a-ruleset.md").read_text(encoding="utf-8")
    said = {word for code in re.findall(r"`([^`\n]+)`", guide) for word in re.findall(r"\w+", code)}
    told = [kind for name in telling.__all__ if isinstance(kind := getattr(telling, name), type)]
    declared = {(kind.__name__, name) for kind in (*RECORDS, *told) for name in kind.__annotations__}
    verbs = {(kind.__name__, name) for kind in (Umpire, Orders) for name, it in vars(kind).items() if callable(it)}
    assert len(declared) > 100
    assert not {(kind, name) for kind, name in declared | verbs if name[0] != "_" and name not in said}


COUNTED = "mail letter day hour game file fault line document check problem exchange point value turn time"
SAID_TO_PEOPLE = [ROOT / "pbem" / room for room in ("cli", "maildesk", "app", "office", "post", "book", "kit")]
OF_MANY = re.compile(rf" ({'|'.join(many(2, word).split()[1] for word in COUNTED.split())}|dice|hexes|tries)\b")


def uncounted(tree: ast.AST) -> list[str]:
    """F-strings with a number and a plural beside it, where the number may be one: `many` knows which it is."""
    found = []
    for text in ast.walk(tree):
        for value, after in pairwise(text.values if isinstance(text, ast.JoinedStr) else ()):
            words = after.value if isinstance(after, ast.Constant) and isinstance(after.value, str) else ""
            number = value.value if isinstance(value, ast.FormattedValue) else None
            fixed = isinstance(number, ast.Name) and number.id.isupper()
            if number is not None and not fixed and OF_MANY.match(words):
                found.append(ast.unparse(text))
    return found


@pytest.mark.parametrize("room", SAID_TO_PEOPLE, ids=lambda room: room.name)
def test_nobody_reads_of_1_mails(room: Path) -> None:
    assert {path.name: found for path in sorted(room.rglob("*.py")) if (found := uncounted(tree_of(path)))} == {}


def test_what_is_counted_without_care_is_seen() -> None:
    assert uncounted(ast.parse('f"{sent} mails"'))
    assert not uncounted(ast.parse("f\"{many(sent, 'mail')} sent, {MOST} mails at most\""))
