"""A ruleset's own source code: the cases it cites, the reasons it gives, what would make it depend on luck."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path

from pbem.model.records import frozen
from pbem.proof.subject import Subject
from pbem.proof.walks import walks_through_sets

EFFECTS = {"ask", "choose", "orders", "question", "part", "roll", "rolls", "draw", "do", "refuse", "review", "need"}
DRAWINGS = ("drawing", "picture")
"""Modules that may hold floats."""
UNSURE = ("hash", "id", "__import__", "eval", "exec")
"""What differs from run to run, or hides what it does."""


@frozen
class Cited:
    """A case that the code names, or something else that stands where a case should."""

    case: str | None
    at: str


def sources(subject: Subject) -> list[Path]:
    return sorted(subject.folder.rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def place(path: Path, node: ast.AST) -> str:
    return f"{path.parent.name}/{path.name}:{getattr(node, 'lineno', 0)}"


# What must not be


def nothing_is_caught(subject: Subject) -> Iterator[str]:
    """Rules catch nothing: a pause would be eaten."""
    return _nodes(subject, lambda node: isinstance(node, ast.Try | ast.TryStar))


def sets_are_not_walked(subject: Subject) -> Iterator[str]:
    """Nobody goes through a set: it has no order, and `sorted` helps."""
    for path in sources(subject):
        yield from (place(path, node) for node in walks_through_sets(tree_of(path)))


def no_floats(subject: Subject) -> Iterator[str]:
    """No floats but in drawings: machines round them differently."""
    for path in sources(subject):
        for node in ast.walk(tree_of(path)):
            if path.stem not in DRAWINGS and isinstance(node, ast.Constant) and isinstance(node.value, float):
                yield f"{place(path, node)}: {node.value}"


def nothing_goes_by_hash(subject: Subject) -> Iterator[str]:
    """Nothing goes by `hash` or `id`, which differ from run to run, and nothing is evaluated from text."""
    return _nodes(subject, lambda node: isinstance(node, ast.Call) and ast.unparse(node.func) in UNSURE)


def _nodes(subject: Subject, wrong: Callable[[ast.AST], bool]) -> Iterator[str]:
    for path in sources(subject):
        yield from (place(path, node) for node in ast.walk(tree_of(path)) if wrong(node))


def reasons_are_one_line(subject: Subject) -> Iterator[str]:
    """Reasons are one line without a full stop."""
    for at, words in reasons_given(subject):
        if words.endswith(".") or "\n" in words:
            yield f"{at}: {words}"


# Citations


def citations(subject: Subject) -> Iterator[Cited]:
    """The case of every effect, and of every reason that a function gives for forbidding something."""
    for path in sources(subject):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call):
                yield from _effect(path, node)
            elif isinstance(node, ast.FunctionDef) and _judges(node):
                yield from _reasons(path, node)
    for option in subject.spec.options:
        yield Cited(option.case, f"option {option.name}")


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
        for case in _cases(given[at] if at < len(given) else None):
            yield Cited(case, f"{place(path, call)}: {named.id}")
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in EFFECTS:
        return
    name, first = call.func.attr, call.args[0] if call.args else None
    if name == "refuse" and isinstance(first, ast.Starred):
        return
    for case in _cases(first):
        yield Cited(case, f"{place(path, call)}: {name}")


def _judges(function: ast.FunctionDef) -> bool:
    """Functions that are named for it, or say that they return a Cannot."""
    says = ast.unparse(function.returns) if function.returns else ""
    return function.name.startswith("cannot_") or says.replace(" ", "") in ("Cannot|None", "None|Cannot")


def _reasons(path: Path, function: ast.FunctionDef) -> Iterator[Cited]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            yield Cited(_text(node.value.elts[0]), f"{place(path, node)}: {function.name}")


def reasons_given(subject: Subject) -> Iterator[tuple[str, str]]:
    """The words of every reason and hint, gaps as {}, with their place."""
    for path in sources(subject):
        for function in ast.walk(tree_of(path)):
            if isinstance(function, ast.FunctionDef) and _judges(function):
                for node in ast.walk(function):
                    if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
                        for words in node.value.elts[1:]:
                            yield place(path, node), _words(words)


def _cases(node: ast.AST | None) -> tuple[str | None, ...]:
    """The case as text; one of two, `"7.3" if route.strategic else "7.1"`."""
    if isinstance(node, ast.IfExp):
        return (*_cases(node.body), *_cases(node.orelse))
    return (_text(node),)


def _text(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _words(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return _text(node) or ""
