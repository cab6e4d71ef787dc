"""Records as people read them: YAML in one printing, which reads back to the very same record.

A text stands bare if it is made of plain words and can be taken for nothing else, in double quotes otherwise.
What holds only short things stands on one line.  A reader prints again what it parsed and refuses what does not
come out the same, so there is one text for one record here too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml

from pbem.model.canonical import DEEPEST, LONGEST
from pbem.model.errors import Tampered

WIDTH = 110
BARE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _./()+-][A-Za-z0-9]+)*")
TAKEN = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
NUMBER = re.compile(r"0|-?[1-9][0-9]*")
WORDS = {"true": True, "false": False, "null": None}
RAW = re.compile(r"[^ -~\u00a1-\u00ac\u00ae-\u024f]")
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def shown(value: object) -> str:
    """A record as YAML."""
    return "".join(f"{line}\n" for line in _lines(value))


def read_shown(text: str) -> Any:
    """The record of such a text; Tampered for every text that would not be printed so again."""
    if len(text) > LONGEST:
        raise Tampered(f"a record of {len(text)} characters is longer than {LONGEST}")
    try:
        value = _Reader().read(text)
        printed = shown(value)
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise Tampered("the text is not a record as it is printed") from error
    if printed != text:
        raise Tampered(f"line {_first_difference(printed, text)} is not as it is printed")
    return value


def read_loosely(text: str) -> tuple[Any, dict[int, int]] | None:
    """A list as it can be understood, for telling what was changed in it, and the line of each item."""
    reader = _Reader()
    try:
        value = reader.read(text)
    except (Tampered, yaml.YAMLError, ValueError, TypeError, RecursionError):
        return None
    return (value, dict(enumerate(reader.items, 1))) if isinstance(value, list) else None


def _lines(value: object) -> list[str]:
    """The lines of a value, not indented."""
    if not value or not isinstance(value, dict | list | tuple):
        return [_flow(value)]
    lines: list[str] = []
    for head, item in _items(value):
        inner = _lines(item)
        if len(inner) == 1 and (not isinstance(item, dict | list | tuple) or _short(item, inner[0])):
            lines.append(f"{head} {inner[0]}")
        elif head == "-":
            lines += [f"- {inner[0]}", *(f"  {line}" for line in inner[1:])]
        else:
            lines += [head, *(f"  {line}" for line in inner)]
    whole = _flow(value) if len(lines) == len(value) else ""
    return [whole] if whole and _short(value, whole) else lines


def _items(value: dict[str, Any] | list[Any] | tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key in sorted(value):
            yield f"{_scalar(key)}:", value[key]
    else:
        for item in value:
            yield "-", item


def _short(value: object, line: str) -> bool:
    """Whether a list or mapping may stand on one line: it is not long, and nothing nests deeply in it."""
    return len(line) <= WIDTH and _depth(value) <= 2


def _depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list | tuple):
        return 1 + max(map(_depth, value), default=0)
    return 0


def _flow(value: object) -> str:
    """All on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, str):
        bare = BARE.fullmatch(value) and value.lower() not in TAKEN
        return value if bare else _quoted(value)
    return json.dumps(value)


def _quoted(text: str) -> str:
    """In double quotes; what is neither ASCII nor a Latin letter is escaped, so that nothing is invisible."""
    return RAW.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class _Reader:
    """Puts a value together from a YAML parser's events.  Anchors, aliases and tags have no place in a record."""

    def __init__(self) -> None:
        self.items: list[int] = []
        """The lines of the items of the outermost list."""

    def read(self, text: str) -> Any:
        stack: list[list[Any]] = [[]]
        kinds: list[type] = []
        for event in yaml.parse(text, Loader=LOADER):
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) or getattr(event, "tag", None):
                raise Tampered("an anchor, an alias or a tag in a record")
            if isinstance(event, yaml.CollectionEndEvent):
                closed = stack.pop()
                stack[-1].append(_mapping(closed) if kinds.pop() is dict else closed)
            elif isinstance(event, yaml.NodeEvent):
                if kinds == [list] and event.start_mark:
                    self.items.append(event.start_mark.line + 1)
                if isinstance(event, yaml.ScalarEvent):
                    stack[-1].append(_typed(event))
                    continue
                kinds.append(dict if isinstance(event, yaml.MappingStartEvent) else list)
                stack.append([])
                if len(stack) > DEEPEST + 2:
                    raise Tampered(f"a record is nested deeper than {DEEPEST}")
        if len(stack[0]) != 1:
            raise Tampered("there is not one record in the text")
        return stack[0][0]


def _mapping(flat: list[Any]) -> dict[str, Any]:
    keys, values = flat[::2], flat[1::2]
    if not all(isinstance(key, str) for key in keys) or len(set(keys)) != len(keys):
        raise Tampered("a key in a record is no text, or stands there twice")
    return dict(zip(keys, values, strict=True))


def _typed(event: yaml.ScalarEvent) -> str | int | bool | None:
    """A quoted text is text; a bare word may be a number or a truth value."""
    text: str = event.value
    if event.style:
        return text
    if NUMBER.fullmatch(text) and len(text) < 18:
        return int(text)
    return WORDS.get(text, text)


def _first_difference(one: str, other: str) -> int:
    pairs = zip(one.split("\n"), other.split("\n"), strict=False)
    return next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 1)
