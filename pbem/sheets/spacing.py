"""Plain data laid out as people write a sheet: short things on one line, two blanks for each level."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

Plain: TypeAlias = "str | list[Plain] | dict[str, Plain]"

WIDTH = 78
CONDITIONAL = {"if", "unless", "else"}  # such orders get a line for each of their words

_FIRST = r"(?:\w|[/(+.-](?=\w))"
_INNER = r"[\w./()+<>=%;!?'&*|@~-]| (?=[^ #])"
PLAIN_IN_FLOW = re.compile(f"{_FIRST}(?:{_INNER})*")
PLAIN_IN_BLOCK = re.compile(rf"{_FIRST}(?:{_INNER}|[,\[\]{{}}]|:(?=\w))*")
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def flow(value: Plain) -> str:
    """All on one line: {attack: 0706, with: [989/277, 990/277]}."""
    if isinstance(value, str):
        return scalar(value, PLAIN_IN_FLOW)
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    return "{" + ", ".join(f"{flow(key)}: {flow(item)}" for key, item in value.items()) + "}"


def scalar(text: str, plain: re.Pattern[str] = PLAIN_IN_BLOCK) -> str:
    """A text bare if nobody can take it for anything else, else in quotes."""
    if plain.fullmatch(text):
        return text
    if any(sign in text for sign in "\n\t\r"):
        return '"' + "".join(ESCAPES.get(letter, letter) for letter in text) + '"'
    return "'" + text.replace("'", "''") + "'"


def mapping(value: Mapping[str, Plain], indent: int = 0) -> Iterator[str]:
    """A mapping, a line for each key or more."""
    for key, item in value.items():
        head = f"{' ' * indent}{scalar(key)}:"
        if isinstance(item, str):
            yield f"{head} {scalar(item)}"
        elif _on_one_line(item) and len(head) + 1 + len(flow(item)) <= WIDTH:
            yield f"{head} {flow(item)}"
        else:
            yield head
            yield from _lines(item, indent + 2)


def listing(value: list[Plain], indent: int = 0) -> Iterator[str]:
    """A list, each of its things after a dash on a line of its own."""
    return (line for item in value for line in entry(item, indent))


def entry(item: Plain, indent: int = 0) -> Iterator[str]:
    """One thing of a list."""
    dash = f"{' ' * indent}- "
    if isinstance(item, str):
        yield f"{dash}{scalar(item)}"
    elif isinstance(item, dict) and len(item) == 1 and len(short := [*mapping(item, indent + 2)]) == 1:
        yield dash + short[0][indent + 2 :]
    elif not item or (_flat(item) and len(dash) + len(flow(item)) <= WIDTH):
        yield f"{dash}{flow(item)}"
    else:
        lines = list(_lines(item, indent + 2))
        yield dash + lines[0][indent + 2 :]
        yield from lines[1:]


def _lines(value: list[Plain] | dict[str, Plain], indent: int) -> Iterator[str]:
    return mapping(value, indent) if isinstance(value, dict) else listing(value, indent)


def _flat(value: Plain) -> bool:
    """Without conditions, and nothing in it but texts and lists of texts."""
    if isinstance(value, dict):
        return not CONDITIONAL & value.keys() and all(map(_listable, value.values()))
    return _listable(value)


def _listable(value: Plain) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))


def _on_one_line(value: Plain) -> bool:
    """Fit to follow its key: a flat mapping, texts, or a list of short orders."""
    if isinstance(value, list):
        return all(isinstance(item, str) or (_flat(item) and len(item) == 1) for item in value)
    return _flat(value)
