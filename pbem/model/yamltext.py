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

import yaml

from pbem.model.problem import Problem, Where
from pbem.model.records import mutable
from pbem.model.yamlwords import in_plain_words

LIMIT = 1_000_000  # characters: far beyond any sheet or data pack
DEEPEST = 40  # mappings and lists one inside another
MOST_NODES = 100_000  # texts, lists and mappings together
MOST_PROBLEMS = 50  # more help nobody
CASE = "yaml"

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C parser where there is one
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
    if len(text) > limit:
        too_long = f"the text has {len(text)} characters, at most {limit} are read"
        return None, [_problem(Where(file=file), too_long)]
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, problems = _without_odd_characters(text, file)
    problems += _tabs(text, file)
    root, faults = _Builder(file).build(text)
    told = {problem.where.line for problem in problems}
    problems += [fault for fault in faults if fault.where.line not in told]
    if root is None and not problems:
        nothing = _problem(Where(file=file), "there is nothing in it but blanks and comments")
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
        problems.append(_problem(_place(text, found.start(), file), f"an invisible character, {name}", hint))
    if problems:
        text = ODD.sub(lambda found: " " if BLANK.match(found[0]) else "\ufffd", text)
    return text, problems


def _tabs(text: str, file: str) -> list[Problem]:
    return [
        _problem(
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


def _problem(where: Where, message: str, hint: str = "") -> Problem:
    return Problem(kind="invalid", case=CASE, message=message, hint=hint, where=where)


@mutable
class _Open:
    """A list or mapping that is not closed yet."""

    node: Node
    key: str | None = None  # of a mapping: the key that waits for its value
    refused: bool = False  # that key is no good: its value is passed over


class _Builder:
    """Puts nodes together from the parser's events, without recursion."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.open: list[_Open] = []
        self.documents = 0
        self.nodes = 0

    def build(self, text: str) -> tuple[Node | None, list[Problem]]:
        """Reads on until the text ends, the parser gives up, or there is too much wrong."""
        try:
            for event in yaml.parse(text, Loader=LOADER):
                if not self.take(event) or len(self.problems) >= MOST_PROBLEMS:
                    return None, self.problems
        except yaml.MarkedYAMLError as error:
            line, column, message, hint = in_plain_words(error, text)
            self.fault(Where(file=self.file, line=line, column=column), message, hint)
            return None, self.problems
        return self.root, self.problems

    def take(self, event: yaml.Event) -> bool:
        """One event.  False: there is no use in reading on."""
        if isinstance(event, yaml.CollectionEndEvent):
            self.open.pop()
            return True
        where = self.start_of(event)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.fault(where, "a second document begins here", "take the line --- out")
            return self.documents == 1
        if isinstance(event, yaml.AliasEvent):
            self.fault(where, f"an alias, *{event.anchor}", "write it out, or put it in quotes if it is text")
            self.place(Node("", where))
            return True
        return not isinstance(event, yaml.NodeEvent) or self.take_node(event, where)

    def take_node(self, event: yaml.NodeEvent, where: Where) -> bool:
        """A text, or the start of a list or a mapping."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self.fault(where, f"more than {MOST_NODES} texts, lists and mappings")
            return False
        if event.anchor is not None:
            self.fault(where, f"an anchor, &{event.anchor}", "leave it out, or put the text in quotes")
        if (tag := getattr(event, "tag", None)) is not None:
            self.fault(where, f"a tag, {tag}", "leave it out, or put the text in quotes")
        if isinstance(event, yaml.ScalarEvent):
            if ODD.search(event.value):
                self.fault(where, "an escape that stands for an invisible character", "leave it out")
            self.place(Node(event.value, where))
            return True
        if len(self.open) == DEEPEST:
            self.fault(where, f"more than {DEEPEST} lists and mappings one inside another")
            return False
        node = Node([] if isinstance(event, yaml.SequenceStartEvent) else {}, where)
        self.place(node)
        self.open.append(_Open(node))
        return True

    def place(self, node: Node) -> None:
        """Puts a node where it belongs: at the root, into a list, or as key or value into a mapping."""
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent.node.value, list):
            parent.node.value.append(node)
        elif parent.key is None:
            self.take_key(parent, node)
        elif isinstance(parent.node.value, dict):
            if not parent.refused:
                parent.node.value[parent.key] = node
            parent.key = None

    def take_key(self, parent: _Open, node: Node) -> None:
        """A key must be a text and new to its mapping."""
        keys = parent.node.keys
        parent.key = key = node.value if isinstance(node.value, str) else ""
        parent.refused = True
        if not isinstance(node.value, str):
            self.fault(node.where, "a list or a mapping where a name should stand", "put the text in quotes")
        elif key in keys:
            message = f'"{_short(key)}" a second time, first in line {keys[key].line}'
            self.fault(node.where, message, "say everything about it in one place")
        else:
            keys[key] = node.where
            parent.refused = False

    def start_of(self, event: yaml.Event) -> Where:
        """Where an event begins, counted from 1."""
        mark = event.start_mark
        return Where(file=self.file, line=mark.line + 1, column=mark.column + 1) if mark else Where(file=self.file)

    def fault(self, where: Where, message: str, hint: str = "") -> None:
        self.problems.append(_problem(where, message, hint))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
