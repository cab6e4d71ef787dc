"""Copies of positions: mutable records and containers anew, everything unchangeable shared."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from functools import cache
from operator import attrgetter
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from pbem.model.errors import RulesBug
from pbem.model.position import Position

Copier = Callable[[Any], Any]


def clone(position: Position) -> Position:
    """A position that shares nothing changeable with the given one."""
    return Position(copy_record(position.table), {side: copy_record(own) for side, own in position.secrets.items()})


def copy_record(record: Any) -> Any:
    if record is None:
        return None
    copier = _copier(cast(Hashable, type(record)))
    return record if copier is None else copier(record)


@cache
def _copier(kind: Any) -> Copier | None:
    """How to copy a value of this type; None: it cannot change, so it is shared."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is dict:
        return _dict_copier(args[1])
    if origin is list:
        inner = _copier(args[0])
        return list if inner is None else lambda items: [inner(item) for item in items]
    if origin in (set, frozenset) or kind is frozenset:
        raise RulesBug(f"a set has no order, and a record needs one: {kind}")
    if origin is Union or type(kind).__name__ == "UnionType":
        return _union_copier(args)
    if origin is tuple:
        if any(_copier(arg) for arg in args if arg is not Ellipsis):
            raise RulesBug(f"a tuple that holds what can change: {kind}")
        return None
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _record_copier(kind)
    if kind in (dict, list, set):
        raise RulesBug(f"say what is in it: {kind}")
    return None


def _dict_copier(inside: Any) -> Copier:
    inner = _copier(inside)
    if inner is None:
        return dict
    return lambda items: {name: inner(item) for name, item in items.items()}


def _union_copier(args: tuple[Any, ...]) -> Copier | None:
    if all(_copier(arg) is None for arg in args):
        return None

    def by_value(value: Any) -> Any:
        copier = _copier(cast(Hashable, type(value)))
        return value if copier is None else copier(value)

    return by_value


def _record_copier(kind: type) -> Copier | None:
    fields = [field.name for field in dataclasses.fields(kind)]
    hints = get_type_hints(kind)
    inner = {name: copier for name in fields if (copier := _copier(hints[name])) is not None}
    if kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        if inner:
            raise RulesBug(f"a frozen record that holds what can change: {kind.__name__}: {sorted(inner)}")
        return None
    if len(fields) < 2:
        return lambda record: kind(*(inner.get(n, _same)(getattr(record, n)) for n in fields))
    values = attrgetter(*fields)
    if not inner:
        return lambda record: kind(*values(record))
    copiers = [inner.get(name, _same) for name in fields]
    return lambda record: kind(*(copy(value) for copy, value in zip(copiers, values(record), strict=True)))


def _same(value: Any) -> Any:
    return value
