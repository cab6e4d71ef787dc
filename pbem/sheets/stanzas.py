"""A sheet's text by its lines: which stand under one heading, and which of those are one order.

This works where YAML gives up, so that one broken order does not hide the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.model.records import frozen
from pbem.sheets.notes import fold

HEADING = re.compile(r"[^\s#\-\]}][^:]*")
DASH = re.compile(r"( *)-")  # a blank should follow; where it is forgotten an order begins all the same


@frozen
class Stanza:
    """A heading and what stands under it: lines counted from 1, the last one not included."""

    name: str
    lines: range
    begins: tuple[int, ...]
    """The lines in which its orders begin; none if it is no list of lines."""

    def entry(self, line: int) -> range:
        """The lines of the order that this line is part of; where that cannot be told, the whole block."""
        begun = [begin for begin in self.begins if begin <= line]
        if not begun:
            return self.lines
        return range(begun[-1], next((begin for begin in self.begins if begin > line), self.lines.stop))


def blocks_of(text: str) -> tuple[Stanza, ...]:
    """A block for each heading, from the top."""
    lines = text.split("\n")
    heads = [(number, found[0]) for number, line in enumerate(lines, 1) if (found := HEADING.match(line))]
    ends = [*(start for start, _ in heads), len(lines) + 1][1:]
    return tuple(
        Stanza(fold(name), range(start, end), _begins(lines, range(start, end)))
        for (start, name), end in zip(heads, ends, strict=True)
    )


def block_at(blocks: Iterable[Stanza], line: int) -> Stanza | None:
    """The block that a line stands in."""
    return next((block for block in blocks if line in block.lines), None)


def _begins(lines: list[str], block: range) -> tuple[int, ...]:
    """Where the outermost dashes are: lists inside an order stand further in than the first."""
    dashes = {number: len(found[1]) for number in block if (found := DASH.match(lines[number - 1]))}
    first = next(iter(dashes.values()), 0)
    return tuple(number for number, indent in dashes.items() if indent == first)
