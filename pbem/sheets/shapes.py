"""Lines in their long form: `26/12SS: 0905 0906` becomes unit 26/12SS, path 0905 0906.

Only the shape is looked at; what the words mean is for the types that a ruleset gave its orders.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, get_args

from pbem.model.names import nearest
from pbem.model.problem import Where
from pbem.model.records import mutable
from pbem.model.sheet import Order
from pbem.model.yamltext import Node
from pbem.sheets.notes import Notes, fold, quoted, seen

MOST_JOINED = 60  # A + B + C ...
NOT_WRITTEN = "at"


@mutable
class Shape:
    """One line in its long form: what stands in which field, by the names that the type knows."""

    kind: type[Order]
    where: Where
    fields: dict[str, Node] = field(default_factory=dict)
    short: bool = False
    garbled: bool = False
    """Some of its words are unknown and have been told; a field that is missing may be meant by one."""


@lru_cache(maxsize=256)
def keys_of(kind: type[Order]) -> Mapping[str, str]:
    """How the fields of an order are called in a sheet (folded), and what the type calls them."""
    names = {name: info.alias or name for name, info in kind.model_fields.items() if name != NOT_WRITTEN}
    return {fold(name): name for name in names.values()}


@lru_cache(maxsize=256)
def orders_within(kind: type[Order]) -> Mapping[str, tuple[type[Order], bool]]:
    """The fields that hold orders themselves: their type, and whether there may be several."""
    found = {}
    for name, info in kind.model_fields.items():
        inner = _order_in(info.annotation)
        if inner is not None and name != "else_":
            found[info.alias or name] = inner
    return found


def _order_in(annotation: Any, several: bool = False) -> tuple[type[Order], bool] | None:
    if isinstance(annotation, type) and issubclass(annotation, Order):
        return annotation, several
    several = several or getattr(annotation, "__origin__", None) in (tuple, list)
    found = (_order_in(inner, several) for inner in get_args(annotation))
    return next((inner for inner in found if inner), None)


def shapes_of(node: Node, kind: type[Order], notes: Notes) -> list[Shape]:
    """The lines that a node stands for: one, or several if names are joined by +; none if it is no line."""
    if isinstance(node.value, dict):
        return _of_mapping(node, kind, notes)
    shape = _of_words(node, node.value, kind) if isinstance(node.value, str) else _of_body(node, kind)
    if shape is None:
        notes.add(node.where, f"read {seen(node.value)} where an order should stand", f"write {example(kind)}")
    return [shape] if shape else []


def in_place_of(shape: Shape, node: Node, notes: Notes) -> list[Shape]:
    """The order after `else:`.  That of a short line may be its body alone."""
    if shape.short and not isinstance(node.value, dict):
        kind = shape.kind
        fields = {key_of(kind, kind.subject): shape.fields[key_of(kind, kind.subject)]}
        return [Shape(kind, node.where, {**fields, key_of(kind, kind.body): node}, short=True)]
    return shapes_of(node, shape.kind, notes)


def key_of(kind: type[Order], name: str) -> str:
    """What the type calls a field in its data."""
    return kind.model_fields[name].alias or name


def example(kind: type[Order]) -> str:
    """The form of a line, for hints."""
    if kind.subject:
        return f"{kind.subject}: {fold(kind.body)}"
    wanted = [name for name, info in kind.model_fields.items() if info.is_required()]
    return "{" + ", ".join(f"{fold(name)}: ..." for name in wanted or list(keys_of(kind))[-1:]) + "}"


def _of_words(node: Node, words: str, kind: type[Order]) -> Shape | None:
    """A line of plain words: `activate Clervaux`, `pass`, or the body of an order that has no subject."""
    for name in sorted(keys_of(kind), key=len, reverse=True):
        key = "[ _-]+".join(map(re.escape, name.split()))
        if said := re.fullmatch(rf"\s*{key}\s+(?P<rest>\S.*)", words, re.IGNORECASE | re.DOTALL):
            return Shape(kind, node.where, {keys_of(kind)[name]: Node(said["rest"], node.where)})
    if kind.word and words.strip():
        return Shape(kind, node.where, {key_of(kind, kind.word): node})
    return _of_body(node, kind) if words.strip() else None


def _of_body(node: Node, kind: type[Order]) -> Shape | None:
    if kind.body and not kind.subject:
        return Shape(kind, node.where, {key_of(kind, kind.body): node})
    return None


def _of_mapping(node: Node, kind: type[Order], notes: Notes) -> list[Shape]:
    assert isinstance(node.value, dict)
    shape, unknown = Shape(kind, node.where), []
    for written, value in node.value.items():
        key = keys_of(kind).get(fold(written))
        if key is None:
            unknown.append(written)
        elif key in shape.fields:
            notes.add(node.keys[written], f"{quoted(written)} a second time", "say it once")
        else:
            shape.fields[key] = value
    subjects = _subjects(shape, unknown)
    for written in unknown:
        if written not in subjects:
            notes.unknown(node.keys[written], "no such word in this order,", written, keys_of(kind))
            shape.garbled = True
    if len(subjects) > 1:
        two = " and ".join(map(quoted, subjects[:2]))
        notes.add(node.keys[subjects[1]], f"{two} in one line", 'begin each order with "- " on a line of its own')
        return []
    return _joined(shape, node, subjects[0], notes) if subjects else [shape]


def _subjects(shape: Shape, unknown: list[str]) -> list[str]:
    """Which of the words that are no keys name the subject of a short line."""
    kind = shape.kind
    if not (kind.subject and kind.body) or {key_of(kind, kind.subject), key_of(kind, kind.body)} & {*shape.fields}:
        return []
    if len(unknown) < 2:
        return unknown
    return [written for written in unknown if not nearest(written, keys_of(kind))]


def _joined(shape: Shape, node: Node, written: str, notes: Notes) -> list[Shape]:
    """A short line, once for each of the names before the colon."""
    assert isinstance(node.value, dict)
    kind, where, body = shape.kind, node.keys[written], node.value[written]
    names = re.split(r"\s+\+\s+", written.strip())
    if len(names) > MOST_JOINED:
        notes.add(where, f"{len(names)} names joined by +, at most {MOST_JOINED} are read")
        return []
    long = {**shape.fields, key_of(kind, kind.body): body}
    return [
        Shape(kind, shape.where, {key_of(kind, kind.subject): Node(name, where), **long}, True, shape.garbled)
        for name in names
    ]
