"""The tree of a YAML text, put together from its parser's events, and all that has no place in one."""

from __future__ import annotations

import yaml

from pbem.model.problem import Problem, Where
from pbem.model.records import mutable
from pbem.model.yamltext import MOST_PROBLEMS, ODD, Node, fault_at
from pbem.model.yamlwords import in_plain_words

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C parser where there is one
DEEPEST = 40  # mappings and lists one inside another
MOST_NODES = 100_000  # texts, lists and mappings together


@mutable
class _Open:
    """A list or mapping that is not closed yet."""

    node: Node
    key: str | None = None  # of a mapping: the key that waits for its value
    refused: bool = False  # that key is no good: its value is passed over


class TreeBuilder:
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
        self.problems.append(fault_at(where, message, hint))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
