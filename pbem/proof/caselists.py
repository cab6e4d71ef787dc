"""Every case is accounted for: listed with a state and a summary, read by a ruling where it says so, proven if done."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.model.errors import Refused
from pbem.model.yamltext import plain, read
from pbem.proof.sourcecode import citations, tree_of
from pbem.proof.subject import Subject

SHEET = "sheet"
"""What stands in place of a case where a line's own limits forbid something."""
SAID = ("case", "doubt", "reading", "reason", "test")
"""What every ruling must say."""


def listed(subject: Subject, name: str) -> dict[str, dict[str, str]]:
    """One of the two lists, by case or ruling."""
    node, problems = read((subject.folder / name).read_text(encoding="utf-8"), name)
    found = plain(node) if node is not None and not problems else None
    if not isinstance(found, dict) or not all(isinstance(entry, dict) for entry in found.values()):
        raise Refused(f"{name} cannot be read", problems[0].lines()[0] if problems else "name: {...} is wanted")
    return found


def cases_have_states(subject: Subject) -> Iterator[str]:
    """Every case in cases.yaml has a state that there is, and a summary."""
    for case, entry in listed(subject, "cases.yaml").items():
        if not well_formed(entry.get("status", "")):
            yield f"{case}: no state {entry.get('status', '')!r}; done, data, ruling R-01, or left out: why"
        if not entry.get("summary"):
            yield f"{case}: no summary"


def rulings_are_whole(subject: Subject) -> Iterator[str]:
    """Every ruling that a case names is there, and says what it must."""
    cases, rulings = listed(subject, "cases.yaml"), listed(subject, "rulings.yaml")
    for case, entry in cases.items():
        missing = [name for name in rulings_of(entry.get("status", "")) if name not in rulings]
        yield from (f"{case}: there is no {name}" for name in missing)
    for name, ruling in rulings.items():
        yield from (f"{name}: says no {word}" for word in SAID if not ruling.get(word))
        for case in filter(None, ruling.get("case", "").split(", ")):
            if case not in cases:
                yield f"{name}: case {case} is not listed"


def rulings_are_tested(subject: Subject) -> Iterator[str]:
    """The test that a ruling names is there: a path from the folder that holds the tests, or one above it."""
    folder = subject.proofs.tests
    for name, ruling in listed(subject, "rulings.yaml").items() if folder is not None else ():
        path = ruling.get("test", "")
        if folder is not None and not any((above / path).is_file() for above in folder.resolve().parents):
            yield f"{name}: {path} is not there"


def citations_are_listed(subject: Subject) -> Iterator[str]:
    """Every case that the code cites is listed, and stands there as text."""
    known, found = {SHEET, *listed(subject, "cases.yaml")}, 0
    for cited in citations(subject):
        if cited.case is None:
            yield f"{cited.at}: the case must stand there as text"
        elif cited.case not in known:
            yield f"{cited.at}: {cited.case} is not in cases.yaml"
        found += 1
    if not found:
        yield "the code cites no case at all"


def done_is_proven(subject: Subject) -> Iterator[str]:
    """Every case that is done is proven by a test, and nothing is proven that is no case."""
    cases, shown = listed(subject, "cases.yaml"), proven(subject)
    done = {case for case, entry in cases.items() if entry.get("status", "").startswith(("done", "ruling"))}
    yield from (f"{case} is done, and nothing proves it" for case in sorted(done - shown))
    yield from (f"{case} is proven, and is no case" for case in sorted(shown - set(cases)))


def proven(subject: Subject) -> set[str]:
    """The cases that the ruleset's tests say they prove."""
    folder = subject.proofs.tests
    if folder is None:
        return set()
    found = {case for path in sorted(folder.rglob("*.py")) for case in _marked(tree_of(path), subject.spec.mark)}
    return found.union(*(case.get("proves", []) for path in sorted(folder.rglob("*.yaml")) for case in _written(path)))


def _marked(tree: ast.Module, mark: str) -> Iterator[str]:
    """`@pytest.mark.case("FO", "5.1", "5.2")`"""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.case":
            given, *cases = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            yield from (str(case) for case in cases if given == mark)


def _written(path: Path) -> list[dict[str, Any]]:
    node, _ = read(path.read_text(encoding="utf-8"), path.name)
    data = plain(node) if node is not None else None
    written = data.get("cases", []) if isinstance(data, dict) else []
    return [case for case in written if isinstance(case, dict)]


def well_formed(status: str) -> bool:
    """done | data | left out and why | ruling R-nn"""
    return re.fullmatch(r"done|data|left out[:, ] ?\S.+|ruling R-\d\d+((,| and) R-\d\d+)*", status) is not None


def rulings_of(status: str) -> list[str]:
    return re.findall(r"R-\d\d+", status) if status.startswith("ruling ") else []
