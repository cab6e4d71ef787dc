"""What of the program nobody ever comes to: names that are used by nothing but tests.

Names are followed, not meanings: what bears the name of something used counts as used.  So everything that is
found here is unused, but not all that is unused is found.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

Definition = ast.FunctionDef | ast.ClassDef


def never_reached(trees: Mapping[Path, ast.Module], offered: Iterable[str]) -> list[str]:
    """Functions and classes that no module, no command and no offered name leads to."""
    search = _Search()
    for path, tree in trees.items():
        search.look(path, tree, None)
    names = {*offered}.union(*(names_in(tree) for tree in trees.values()))
    while True:
        found = [one for one in search.waiting if search.is_reached(one, names)]
        if not found:
            return sorted(f"{search.places[one]}: {one.name}" for one in search.waiting)
        for one in found:
            search.waiting.remove(one)
            search.reached.add(one)
            names |= names_in(one)


class _Search:
    def __init__(self) -> None:
        self.waiting: list[Definition] = []
        self.reached: set[Definition] = set()
        self.places: dict[Definition, str] = {}
        self.within: dict[Definition, Definition | None] = {}

    def look(self, path: Path, node: ast.AST, within: Definition | None) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Definition):
                self.waiting.append(child)
                self.places[child], self.within[child] = f"{path}:{child.lineno}", within
                self.look(path, child, child)
            else:
                self.look(path, child, within)

    def is_reached(self, one: Definition, names: set[str]) -> bool:
        """By its name; or because Python, a decorator or a class that is built upon calls it."""
        outer = self.within[one]
        if outer is None:
            return one.name in names or bool(one.decorator_list and isinstance(one, ast.FunctionDef))
        called = one.name.startswith("__") or bool(one.decorator_list)
        built_upon = isinstance(outer, ast.ClassDef) and any(ast.unparse(base) not in OWN for base in outer.bases)
        return outer in self.reached and (one.name in names or called or built_upon)


OWN = ("BaseModel", "Form", "NamedTuple", "Protocol", "Exception")
"""Classes whose methods nobody calls by himself."""


def names_in(node: ast.AST) -> set[str]:
    """Every name that stands in something, but for what stands in definitions within it."""
    found = set()
    waiting = [node]
    while waiting:
        for child in ast.iter_child_nodes(waiting.pop()):
            match child:
                case ast.FunctionDef() | ast.ClassDef():
                    waiting += child.decorator_list
                    continue
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    found.add(name)
                case ast.alias(name=name, asname=str()):
                    found.add(name.split(".")[-1])
                case ast.Constant(value=str() as text) if text.isidentifier():
                    found.add(text)
            waiting.append(child)
    return found
