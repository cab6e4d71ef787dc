"""Records to plain data and back, judged by the types of their fields: nothing is bent, nothing unknown let in.

A field holds a text, a whole number, a truth value, one of certain words, a record, or lists, tuples and mappings
of these, or what a union of them allows.  What more is asked of it stands beside its type, as a function that
gives what it took or raises a ValueError: `Annotated[str, matching("[0-9a-f]{64}")]`.  As with the methods of
records, how a kind is read is worked out when it is first wanted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, reduce
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pbem.model.errors import RulesBug
from pbem.model.printable import printable

T = TypeVar("T")
Way = Callable[[Any], Any]
"""How a value is read: it gives what it made, or raises Unfit."""

ALIKE = {str: "a text", int: "a whole number", bool: "true or false", NoneType: "null"}
"""What is the same in plain data, and what it is called."""
LONGEST_SHOWN = 40


class Unfit(ValueError):
    """A value that is not what its type wants, and the place of it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.place: tuple[str | int, ...] = ()

    def within(self, step: str | int) -> Unfit:
        """The same, seen from one step farther out."""
        self.place = (step, *self.place)
        return self

    def __str__(self) -> str:
        return f"{printable('.'.join(map(str, self.place))) or 'all of it'}: {self.message}"


def read_plain(kind: type[T], plain: Any) -> T:
    """A record out of plain data; Unfit if it is not exactly that."""
    made: T = (_ways.get(kind) or way_of(kind))(plain)
    return made


def as_plain(value: Any) -> Any:
    """A record, or whatever a field of one holds, as plain data."""
    kind = type(value)
    if kind in ALIKE:
        return value
    if kind is list or kind is tuple:
        return [item if type(item) in ALIKE else as_plain(item) for item in value]
    if kind is dict:
        return {key: item if type(item) in ALIKE else as_plain(item) for key, item in value.items()}
    names, values_of = _insides(kind)  # type: ignore[arg-type]
    return {
        name: item if type(item) in ALIKE else as_plain(item)
        for name, item in zip(names, values_of(value), strict=True)
    }


@cache
def _insides(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The fields of a record, and what gets their values."""
    if not is_dataclass(kind):
        raise RulesBug(f"{kind.__name__} has no place in a record")
    names = tuple(each.name for each in fields(kind) if each.init)
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda record: tuple(getattr(record, name) for name in names)


# what is asked of a value beside its type


def matching(pattern: str) -> Callable[[str], str]:
    """A text that is all of this pattern."""
    found = cache(lambda: re.compile(pattern))

    def judge(text: str) -> str:
        if not found().fullmatch(text):
            raise ValueError(f"{_shown(text)} is not of the form {pattern}")
        return text

    return judge


def between(least: int, most: int) -> Callable[[int], int]:
    """A number from the one to the other."""

    def judge(number: int) -> int:
        if not least <= number <= most:
            raise ValueError(f"{number} does not lie between {least} and {most}")
        return number

    return judge


def sized(least: int, most: int) -> Callable[[T], T]:
    """A text or a list that is so long."""

    def judge(value: T) -> T:
        size = len(value)  # type: ignore[arg-type]
        if not least <= size <= most:
            what = "characters" if isinstance(value, str) else "items"
            raise ValueError(f"{size} {what}, {f'from {least} ' if least else ''}up to {most} are wanted")
        return value

    return judge


# how a value of a type is read

_ways: dict[type, Way] = {}


def _way_of_record(kind: type) -> Way:
    """How a record is read: every field that is there by its own way, none that it does not have."""
    ways: dict[str, tuple[type | None, Way]] = {}
    wanted: set[str] = set()

    def read(plain: Any) -> Any:
        if type(plain) is not dict:
            raise _misfit("a mapping", plain)
        made, name = {}, ""
        try:
            for name, value in plain.items():
                if name not in ways:
                    raise Unfit("there is no such field")
                alike, way = ways[name]
                made[name] = value if type(value) is alike else way(value)
        except Unfit as error:
            raise error.within(name) from None
        if len(made) < len(ways) and (missing := wanted - made.keys()):
            raise Unfit("is missing").within(min(missing))
        return kind(**made)

    _ways[kind] = read  # before its fields: a record may hold others of its kind
    try:
        for each, hint in _hints(kind):
            ways[each.name] = (hint if hint in ALIKE else None, way_of(hint))
            if each.default is MISSING and each.default_factory is MISSING:
                wanted.add(each.name)
    except RulesBug:
        del _ways[kind]
        raise
    return read


def _hints(kind: type) -> list[tuple[Field[Any], Any]]:
    """The fields of a record with their types, each seen from the module that says it."""
    said: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        around = vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {}
        for name, hint in getattr(base, "__annotations__", {}).items():
            said[name] = (hint, around)
    return [(each, _meant(*said[each.name])) for each in fields(kind) if each.init]


def _meant(hint: Any, around: dict[str, Any]) -> Any:
    return eval(hint, around) if isinstance(hint, str) else hint


def way_of(hint: Any) -> Way:
    """How a value of this type is read."""
    if hint in ALIKE:
        return _plainly(hint)
    if hint is Any:
        return lambda value: value
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return reduce(_judged, hint.__metadata__, way_of(inner[0]))
    if origin is Literal:
        return _one_of(inner)
    if origin in (Union, UnionType):
        return _either(tuple(map(way_of, inner)), inner)
    if origin in (list, tuple, dict):
        return {list: _of_list, tuple: _of_tuple, dict: _of_dict}[origin](*inner)
    if isinstance(hint, type) and is_dataclass(hint):
        return _ways.get(hint) or _way_of_record(hint)
    if isinstance(hint, type) and hasattr(hint, "way_of_plain"):
        way: Way = hint.way_of_plain()
        return way
    raise RulesBug(f"a record cannot hold {hint}")


def _plainly(kind: type) -> Way:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise _misfit(ALIKE[kind], value)
        return value

    return read


def _judged(way: Way, judge: Any) -> Way:
    """With what stands beside a type: a function, or a mark of a form, which may come before the type."""
    asked = judge.around(way) if hasattr(judge, "around") else lambda value: judge(way(value))

    def read(value: Any) -> Any:
        try:
            return asked(value)
        except Unfit:
            raise
        except ValueError as error:
            raise Unfit(str(error)) from None

    return read


def _one_of(words: tuple[Any, ...]) -> Way:
    known = {(type(word), word) for word in words}
    named = " or ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in words)

    def read(value: Any) -> Any:
        if type(value) not in ALIKE or (type(value), value) not in known:
            raise _misfit(named, value)
        return value

    return read


def _either(ways: tuple[Way, ...], hints: tuple[Any, ...]) -> Way:
    """The first of several types that a value has.  If it has none, what the last but null says of it."""
    alike = {hint for hint in hints if hint in ALIKE}
    others = [way for way, hint in zip(ways, hints, strict=True) if hint not in ALIKE]
    named = " or ".join(ALIKE.get(hint, "what else may stand here") for hint in hints)

    def read(value: Any) -> Any:
        if type(value) in alike:
            return value
        for way in others:
            try:
                return way(value)
            except Unfit as error:
                if len(others) == 1:
                    raise error
        raise _misfit(named, value)

    return read


def _of_list(hint: Any) -> Way:
    alike, way = hint if hint in ALIKE else None, way_of(hint)

    def read(value: Any) -> list[Any]:
        if type(value) is not list:
            raise _misfit("a list", value)
        made: list[Any] = []
        try:
            for item in value:
                made.append(item if type(item) is alike else way(item))
        except Unfit as error:
            raise error.within(len(made)) from None
        return made

    return read


def _of_tuple(*hints: Any) -> Way:
    """Of any length, where `...` follows its type; else each place has its own."""
    if len(hints) == 2 and hints[1] is ...:
        listed = _of_list(hints[0])
        return lambda value: tuple(listed(value))
    ways = tuple(map(way_of, hints))

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(ways):
            raise _misfit(f"a list of {len(ways)}", value)
        return tuple(way(item) for way, item in zip(ways, value, strict=True))

    return read


def _of_dict(key_hint: Any, hint: Any) -> Way:
    """Its keys are texts."""
    key_way, alike, way = way_of(key_hint), hint if hint in ALIKE else None, way_of(hint)

    def read(value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise _misfit("a mapping", value)
        made, key = {}, ""
        try:
            for key, item in value.items():
                made[key_way(key)] = item if type(item) is alike else way(item)
        except Unfit as error:
            raise error.within(key) from None
        return made

    return read


def _misfit(wanted: str, value: Any) -> Unfit:
    return Unfit(f"read {_shown(value)}, wanted {wanted}")


def _shown(value: Any) -> str:
    """What was read, short and harmless."""
    if isinstance(value, str):
        return f'"{printable(value, LONGEST_SHOWN)}"'
    if type(value) in ALIKE:
        return "null" if value is None else str(value).lower()
    return "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else "something else"
