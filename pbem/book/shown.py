"""Records as people read them: YAML in one printing, which reads back to the very same record.

A text stands bare if it is made of plain words and can be taken for nothing else, in double quotes otherwise.
What holds only short things stands on one line.  A reader prints again what it parsed and refuses what does not
come out the same, so there is one text for one record here too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.model.canonical import DEEPEST, LONGEST
from pbem.model.errors import Tampered

if TYPE_CHECKING:
    import yaml

WIDTH = 110
STATE_WIDTH = 1000
"""In `state.yaml` a unit is a line."""
BARE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _./()+-][A-Za-z0-9]+)*")
TAKEN = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
NO_RECORD = "the text is not a record as it is printed"
NUMBER = re.compile(r"0|-?[1-9][0-9]*")
WORDS = {"true": True, "false": False, "null": None}
RAW = re.compile(r"[^ -~\u00a1-\u00ac\u00ae-\u024f]")


def shown(value: object, width: int = WIDTH) -> str:
    """A record as YAML."""
    text = _laid_out(value, width)
    return "".join([f"{line}\n" for line in ([text.flow] if text.short else text.lines)])


def read_shown(text: str, width: int = WIDTH) -> Any:
    """The record of such a text; Tampered for every text that would not be printed so again."""
    if len(text) > LONGEST:
        raise Tampered(f"a record of {len(text)} characters is longer than {LONGEST}")
    try:
        value = _ShownReader().read(text)
        printed = shown(value, width)
    except (ValueError, TypeError, RecursionError) as error:
        raise Tampered(NO_RECORD) from error
    if printed != text:
        raise Tampered(f"line {_first_difference(printed, text)} is not as it is printed")
    return value


def read_loosely(text: str) -> tuple[Any, dict[int, int]] | None:
    """A list as it can be understood, for telling what was changed in it, and the line of each item."""
    reader = _ShownReader()
    try:
        value = reader.read(text)
    except (Tampered, ValueError, TypeError, RecursionError):
        return None
    return (value, dict(enumerate(reader.items, 1))) if isinstance(value, list) else None


PLAIN = frozenset((str, int, bool, type(None)))
MOST_LINES = 8192
_lines: dict[str, _Text] = {}
"""Lists and mappings of texts and numbers by what they look like to Python: true is not 1 there."""


class _Text(NamedTuple):
    """A value laid out: on one line, how deeply lists and mappings nest in it, and over several lines."""

    flow: str
    depth: int = 0
    lines: Sequence[str] = ()
    short: bool = True
    """Whether it may stand on one line: it is not long, and nothing nests deeply in it."""


def _laid_out(value: object, width: int) -> _Text:
    if isinstance(value, dict):
        return (PLAIN.issuperset(map(type, value.values())) and _flat(value, width)) or _laid_mapping(value, width)
    if isinstance(value, list | tuple):
        return (PLAIN.issuperset(map(type, value)) and _flat(value, width)) or _laid_list(value, width)
    return _Text(_scalar(value))


def _flat(value: dict[Any, Any] | Sequence[Any], width: int) -> _Text | None:
    """Texts and numbers on one line, if it holds them.  What looks alike, as a unit that stays, is laid out once."""
    looks = repr(value)
    text = _lines.get(looks)
    if text is None:
        if isinstance(value, dict):
            text = _Text("{" + ", ".join([f"{_scalar(key)}: {_scalar(value[key])}" for key in sorted(value)]) + "}", 1)
        else:
            text = _Text("[" + ", ".join(map(_scalar, value)) + "]", 1)
        if len(_lines) >= MOST_LINES:
            _lines.clear()
        _lines[looks] = text
    return text if len(text.flow) <= width or not value else None


def _laid_mapping(value: dict[Any, Any], width: int) -> _Text:
    named = [(f"{_scalar(key)}:", _laid_out(value[key], width)) for key in sorted(value)]
    return _nested("{" + ", ".join([f"{head} {item.flow}" for head, item in named]) + "}", named, width)


def _laid_list(value: Sequence[Any], width: int) -> _Text:
    items = [("-", _laid_out(item, width)) for item in value]
    return _nested("[" + ", ".join([item.flow for _, item in items]) + "]", items, width)


def _nested(flow: str, items: list[tuple[str, _Text]], width: int) -> _Text:
    depth = 1 + max([item.depth for _, item in items], default=0)
    if not items or (depth <= 2 and len(flow) <= width):
        return _Text(flow, depth)
    return _Text(flow, depth, _below(items), False)


def _below(items: list[tuple[str, _Text]]) -> list[str]:
    """Each item on a line or more of its own."""
    lines: list[str] = []
    for head, item in items:
        if item.short:
            lines.append(f"{head} {item.flow}")
        elif head == "-":
            lines += [f"- {item.lines[0]}", *[f"  {line}" for line in item.lines[1:]]]
        else:
            lines += [head, *[f"  {line}" for line in item.lines]]
    return lines


def _scalar(value: object) -> str:
    kind = type(value)
    if kind is int:
        return str(value)
    if isinstance(value, str):
        return _text(value)
    return json.dumps(value)


@lru_cache(8192)
def _text(text: str) -> str:
    """Bare, or in double quotes: there what is neither ASCII nor a Latin letter is escaped, so nothing is invisible."""
    if BARE.fullmatch(text) and text.lower() not in TAKEN:
        return text
    return RAW.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class _ShownReader:
    """Puts a value together from a YAML parser's events.  Anchors, aliases and tags have no place in a record."""

    def __init__(self) -> None:
        self.items: list[int] = []
        """The lines of the items of the outermost list."""

    def read(self, text: str) -> Any:
        import yaml  # most commands only print

        try:
            return self._value(yaml, yaml.parse(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)))
        except yaml.YAMLError as error:
            raise Tampered(NO_RECORD) from error

    def _value(self, yaml: Any, events: Iterable[yaml.Event]) -> Any:
        stack: list[list[Any]] = [[]]
        kinds: list[type] = []
        for event in events:
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
