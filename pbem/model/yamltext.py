"""YAML as players and data packs may write it: plain text in, plain data out, every scalar a text.

A usual loader reads hex 0312 as 202, `no` as false and 12:30 as 750.  Here they stay what was written, each
with its line and column.  Refused are anchors, aliases, tags, a key given twice, a second document,
invisible characters and input beyond any use.  Nothing a text can hold raises an exception.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import field

from pbem.model.problem import Problem, Where
from pbem.model.records import mutable

LIMIT = 1_000_000  # characters: far beyond any sheet or data pack
MOST_PROBLEMS = 50  # more help nobody
CASE = "yaml"

ODD_BLANK = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
UNSEEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f"
)
ODD = re.compile(f"[{ODD_BLANK}{UNSEEN}]")
BLANK = re.compile(f"[{ODD_BLANK}]")
TAB_BEFORE_WORDS = re.compile(r"^ *(\t)[\t ]*(?=[^\s#])", re.MULTILINE)


@mutable
class Node:
    """A text, a list or a mapping, and where it begins; of a mapping also where its keys stand."""

    value: str | list[Node] | dict[str, Node]
    where: Where
    keys: dict[str, Where] = field(default_factory=dict)


def read(text: str, file: str, limit: int = LIMIT) -> tuple[Node | None, list[Problem]]:
    """The data of a text, and all that is wrong with it.

    The data is None if the text could not be read to its end.  With problems it is what could be understood,
    good for finding more problems, never for use.
    """
    from pbem.model.yamltree import TreeBuilder  # many a command reads no sheet and no pack

    if len(text) > limit:
        too_long = f"the text has {len(text)} characters, at most {limit} are read"
        return None, [fault_at(Where(file=file), too_long)]
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, problems = _without_odd_characters(text, file)
    problems += _tabs(text, file)
    root, faults = TreeBuilder(file).build(text)
    told = {problem.where.line for problem in problems}
    problems += [fault for fault in faults if fault.where.line not in told]
    if root is None and not problems:
        nothing = fault_at(Where(file=file), "there is nothing in it but blanks and comments")
        problems.append(nothing)
    problems.sort(key=lambda problem: (problem.where.line, problem.where.column))
    return root, problems[:MOST_PROBLEMS]


def plain(node: Node) -> object:
    """The data alone: texts, lists and dicts, ready for a pydantic model."""
    if isinstance(node.value, list):
        return [plain(item) for item in node.value]
    if isinstance(node.value, dict):
        return {key: plain(item) for key, item in node.value.items()}
    return node.value


def locate(node: Node, loc: Sequence[str | int], *, key: bool = False) -> Where:
    """Where the thing stands that a pydantic error calls `loc`; the key that names it, if `key` is true.

    Words in `loc` that are no key and no index there (the names of union members and validators, a field
    that is missing) are passed over: what is told then is the mapping they belong to.
    """
    named = node.where
    for part in loc:
        if part == "[key]":
            key = True
        elif isinstance(node.value, dict) and str(part) in node.value:
            named, node = node.keys[str(part)], node.value[str(part)]
        elif isinstance(node.value, list) and isinstance(part, int) and 0 <= part < len(node.value):
            node = node.value[part]
            named = node.where
    return named if key else node.where


def _without_odd_characters(text: str, file: str) -> tuple[str, list[Problem]]:
    """Invisible characters are reported and replaced, so that reading can go on."""
    problems = []
    for found in _first(ODD.finditer(text)):
        name = f"U+{ord(found[0]):04X} {unicodedata.name(found[0], '').lower()}".rstrip()
        hint = "put an ordinary blank in its place" if BLANK.match(found[0]) else "delete it"
        problems.append(fault_at(_place(text, found.start(), file), f"an invisible character, {name}", hint))
    if problems:
        text = ODD.sub(lambda found: " " if BLANK.match(found[0]) else "\ufffd", text)
    return text, problems


def _tabs(text: str, file: str) -> list[Problem]:
    return [
        fault_at(
            _place(text, found.start(1), file),
            "a tab at the start of the line",
            "indent with blanks, never with tabs",
        )
        for found in _first(TAB_BEFORE_WORDS.finditer(text))
    ]


def _first(found: Iterator[re.Match[str]]) -> Iterator[re.Match[str]]:
    return (match for match, _ in zip(found, range(MOST_PROBLEMS), strict=False))


def _place(text: str, offset: int, file: str) -> Where:
    return Where(file=file, line=text.count("\n", 0, offset) + 1, column=offset - text.rfind("\n", 0, offset))


def fault_at(where: Where, message: str, hint: str = "") -> Problem:
    return Problem(kind="invalid", case=CASE, message=message, hint=hint, where=where)
