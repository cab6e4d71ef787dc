"""What is found wrong while a sheet is read, and how much of a sheet may still be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from pbem.model.names import did_you_mean
from pbem.model.printable import printable
from pbem.model.problem import Kind, Problem, Where
from pbem.model.records import frozen, mutable
from pbem.model.yamltext import Node

CASE = "sheet"
MOST_PROBLEMS = 50  # more help nobody
MOST_WORK = 30_000  # a hundred times a long sheet; `A + B:` and lists in lists must not multiply beyond


@frozen
class Given:
    """What a key of the sheet holds, and where the key stands."""

    node: Node
    key: Where


@mutable
class Notes:
    """Collects problems.  A sheet with problems that are more than doubts is not accepted."""

    file: str = ""
    problems: list[Problem] = field(default_factory=list)
    unread: set[tuple[int, int]] = field(default_factory=set)
    """Places of which YAML itself could make nothing: about these all is told."""
    fatal: int = 0
    work: int = 0

    def add(self, where: Where, message: str, hint: str = "", kind: Kind = "invalid", case: str = CASE) -> None:
        """One problem; words of players in it are made harmless."""
        if (where.line, where.column) in self.unread:
            return
        shown = {"message": printable(message), "hint": printable(hint)}
        self.problems.append(Problem(kind=kind, case=case, where=where, **shown))
        self.fatal += kind != "doubtful"

    def take(self, problem: Problem | str, where: Where, hint: str = "") -> None:
        """A problem that somebody else has found; the hint is for one that brings none."""
        if isinstance(problem, str):
            self.add(where, problem, hint)
        else:
            self.add(where, problem.message, problem.hint or hint, problem.kind, problem.case)

    def unknown(self, where: Where, what: str, text: str, known: Iterable[str]) -> None:
        """A word that is none of those known: the nearest is offered, or all of them."""
        names = list(known)
        hint = (self.fatal < MOST_PROBLEMS and did_you_mean(text, names)) or f"known: {', '.join(names)}"
        self.add(where, f"{what} {quoted(text)}", hint if names else "")

    def too_much(self, nodes: Iterable[Node], where: Where) -> bool:
        """Charges for the reading of these nodes.  True: the sheet has had its share."""
        if self.work < MOST_WORK:
            self.work += 1 + sum(map(weight, nodes))
            if self.work >= MOST_WORK:
                self.add(where, "more orders than a sheet can hold", "a sheet serves one exchange")
        return self.work >= MOST_WORK

    def sorted(self) -> list[Problem]:
        """The problems by their places; if there are too many, doubts are the first to go."""
        kept = sorted(self.problems, key=lambda problem: problem.kind == "doubtful")[:MOST_PROBLEMS]
        return sorted(kept, key=lambda problem: (problem.where.line, problem.where.column))


def weight(node: Node) -> int:
    """How much work a node can be."""
    if isinstance(node.value, str):
        return 1 + len(node.value) // 8
    inner = node.value.values() if isinstance(node.value, dict) else node.value
    return 1 + sum(map(weight, inner))


def quoted(text: str) -> str:
    """A player's words, short and harmless, for a message."""
    return f'"{printable(text, 40)}"'


def seen(value: object) -> str:
    """What stands there, for a message that says what was read."""
    if isinstance(value, str):
        return quoted(value) if value.strip() else "nothing"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list | tuple) else "something else"


def fold(name: str) -> str:
    """Names of the form may be written with blanks, dashes or underscores."""
    return " ".join(name.replace("_", " ").replace("-", " ").split()).casefold()


def is_empty(node: Node) -> bool:
    """A heading with nothing under it, or with comments only."""
    return isinstance(node.value, str) and not node.value.strip()


def is_none(node: Node) -> bool:
    """Nothing, or the word for it."""
    return node.value == [] or (isinstance(node.value, str) and fold(node.value) in ("", "none"))
