"""Quote marks, which mail programs put before the lines of what somebody answers."""

from __future__ import annotations

import re

QUOTE_MARK = re.compile(r" *(?:[^\s<>]{0,20}>|[|»›:](?= |$)) ?")


def quote_depth(line: str) -> tuple[int, str]:
    """How many quote marks a line opens with, and what stands after them."""
    depth, at = _quoted(line, len(line))
    return depth, line[at:].strip()


def without_quotes(line: str, depth: int) -> str:
    """A line without its first `depth` quote marks and the `>` that mailboxes put before `From `."""
    rest = line[_quoted(line, depth)[1] :]
    return rest[1:] if rest.startswith(">From ") else rest


def _quoted(line: str, most: int) -> tuple[int, int]:
    """How many quote marks the line opens with, at most so many, and where they end."""
    depth, at = 0, 0
    while depth < most and (mark := QUOTE_MARK.match(line, at)):
        depth, at = depth + 1, mark.end()
    return depth, at
