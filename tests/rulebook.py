"""What a ruleset's code cites, what its lists of cases and rulings say, and which of them the tests prove."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from typing import Any

from pbem.model.yamltext import plain, read
from pbem.office.rulesets import installed, offers, ruleset
from pbem.ruleset import Ruleset

ROOT = Path(__file__).parent.parent
SYSTEMS = tuple(installed())
EFFECTS = {"ask", "choose", "orders", "question", "part", "roll", "rolls", "draw", "do", "refuse", "review", "need"}
SHEET = "sheet"
"""What stands in place of a case where a line's own limits forbid something."""


@dataclass(frozen=True)
class Cited:
    """A case that the code names, or something else that stands where a case should."""

    case: str | None
    at: str


def module_of(system: str) -> str:
    """`pbem_rules.ford`"""
    return offers()[system][0].module


def folder_of(system: str) -> Path:
    return Path(ruleset(system).folder)


def sources(system: str) -> list[Path]:
    return sorted(folder_of(system).rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def place(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


# Citations


def citations(system: str) -> Iterator[Cited]:
    """The case of every effect, and of every reason that a function gives for forbidding something."""
    for path in sources(system):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call):
                yield from _effect(path, node)
            elif isinstance(node, ast.FunctionDef) and _judges(node):
                yield from _reasons(path, node)
    for option in ruleset(system).options:
        yield Cited(option.case, f"{system}: option {option.name}")


@cache
def crafted(path: Path) -> dict[str, int]:
    """The functions of the craft used here that do things by a case, and which of their arguments the case is."""
    found = {}
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pbem.craft"):
            for alias in node.names:
                function = getattr(import_module(node.module or ""), alias.name)
                if isfunction(function) and "case" in (names := [*signature(function).parameters]):
                    found[alias.asname or alias.name] = names.index("case")
    return found


def _effect(path: Path, call: ast.Call) -> Iterator[Cited]:
    """`umpire.do("7.1", ...)`; `lines.refuse(*problem)` passes on what a `cannot_...` function said.

    `fill_hand(umpire, "10.2", ...)` does things by a case too, at once or by way of a `partial`.
    """
    named = [call.func, *call.args][ast.unparse(call.func) == "partial"]
    if isinstance(named, ast.Name) and named.id in crafted(path):
        given = call.args[named is not call.func :]
        at = crafted(path)[named.id]
        yield Cited(_text(given[at]) if at < len(given) else None, f"{place(path, call)}: {named.id}")
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in EFFECTS:
        return
    name, first = call.func.attr, call.args[0] if call.args else None
    if name == "refuse" and isinstance(first, ast.Starred):
        return
    yield Cited(_text(first), f"{place(path, call)}: {name}")


def _judges(function: ast.FunctionDef) -> bool:
    """Functions that are named for it, or say that they return a Cannot."""
    says = ast.unparse(function.returns) if function.returns else ""
    return function.name.startswith("cannot_") or says.replace(" ", "") in ("Cannot|None", "None|Cannot")


def _reasons(path: Path, function: ast.FunctionDef) -> Iterator[Cited]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            yield Cited(_text(node.value.elts[0]), f"{place(path, node)}: {function.name}")


def reasons_given(system: str) -> Iterator[tuple[str, str]]:
    """The words of every reason and hint, gaps as {}, with their place."""
    for path in sources(system):
        for function in ast.walk(tree_of(path)):
            if isinstance(function, ast.FunctionDef) and _judges(function):
                for node in ast.walk(function):
                    if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
                        for words in node.value.elts[1:]:
                            yield place(path, node), _words(words)


def _text(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _words(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return _text(node) or ""


# cases.yaml and rulings.yaml


@cache
def listed(system: str, name: str) -> dict[str, dict[str, str]]:
    """One of the two lists, by case or ruling."""
    path = folder_of(system) / name
    node, problems = read(path.read_text(encoding="utf-8"), name)
    assert node is not None, problems
    assert not problems
    found: dict[str, dict[str, str]] = plain(node)
    return found


def cases(system: str) -> dict[str, dict[str, str]]:
    return listed(system, "cases.yaml")


def rulings(system: str) -> dict[str, dict[str, str]]:
    return listed(system, "rulings.yaml")


# Proofs


@cache
def proofs() -> dict[str, set[str]]:
    """By the mark of a system, or its folder's name, the cases that tests say they prove."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for mark, proven in _marked(tree_of(path)):
            found.setdefault(mark, set()).update(proven)
    for path in sorted((ROOT / "tests" / "rules").rglob("*.yaml")):
        for case in _written(path):
            found.setdefault(path.relative_to(ROOT / "tests" / "rules").parts[0], set()).update(case.get("proves", []))
    return found


def _marked(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """`@pytest.mark.case("FO", "5.1", "5.2")`"""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.case":
            mark, *proven = [_text(argument) or "" for argument in node.args]
            yield mark, proven


def _written(path: Path) -> list[dict[str, Any]]:
    node, _ = read(path.read_text(encoding="utf-8"), path.name)
    data = plain(node) if node is not None else None
    written = data.get("cases", []) if isinstance(data, dict) else []
    return [case for case in written if isinstance(case, dict)]


def proven(spec: Ruleset) -> set[str]:
    return proofs().get(spec.mark, set()) | proofs().get(Path(spec.folder).name, set())


def well_formed(status: str) -> bool:
    """done | data | left out and why | ruling R-nn"""
    return re.fullmatch(r"done|data|left out[:, ] ?\S.+|ruling R-\d\d+((,| and) R-\d\d+)*", status) is not None


def rulings_of(status: str) -> list[str]:
    return re.findall(r"R-\d\d+", status) if status.startswith("ruling ") else []
