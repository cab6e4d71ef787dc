"""Records: dataclasses whose methods are made, and whose fields are taken down, when they are first used.

`@frozen` is `@dataclass(frozen=True, slots=True)` and `@mutable` is `@dataclass(slots=True)`, to type checkers,
to pydantic and to all of `dataclasses`.  What differs is when the work is done.  The standard decorator
compiles up to six methods for each class while its module is imported, and makes a description of each field;
a program of hundreds of records that runs for a tenth of a second spends most of it on what nobody asks for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, field
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_ANEW = object()  # stands for a value that each record gets anew


@overload
def frozen(kind: type[T], /) -> type[T]: ...
@overload
def frozen(*, slots: bool = True, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T] | None = None, /, *, slots: bool = True, kw_only: bool = False) -> Any:
    """A record that never changes; it is hashable."""

    def make(kind: Any) -> Any:
        hashed = vars(kind).get("__hash__")
        made = _fields_only(kind, slots, kw_only, frozen=True)
        made.__setattr__ = _no_change
        made.__delattr__ = _no_change
        made.__hash__ = hashed or _late_hash(made)
        if slots:
            made.__getstate__, made.__setstate__ = _state(made)
        return made

    return make if kind is None else make(kind)


@overload
def mutable(kind: type[T], /) -> type[T]: ...
@overload
def mutable(*, slots: bool = True, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(field_specifiers=(field,))
def mutable(kind: type[T] | None = None, /, *, slots: bool = True, kw_only: bool = False) -> Any:
    """A record that may change; it is not hashable."""

    def make(kind: Any) -> Any:
        made = _fields_only(kind, slots, kw_only)
        made.__hash__ = None
        return made

    return make if kind is None else make(kind)


def _fields_only(kind: Any, slots: bool, kw_only: bool, *, frozen: bool = False) -> Any:
    """The class with its slots laid out; its methods come later, and what `dataclasses` knows of its fields."""
    kind.__doc__ = kind.__doc__ or kind.__name__  # without one, dataclass() would compile a signature for it
    own, made = vars(kind), _with_slots(kind) if slots else kind
    heir = any("__dataclass_fields__" in vars(base) for base in kind.__mro__[1:])

    def learn() -> None:
        for name in LATE:
            if isinstance(own.get(name), _Late):
                delattr(kind, name)
        dataclasses.dataclass(init=False, repr=False, eq=False, frozen=heir and frozen, kw_only=kw_only)(kind)
        for name in LATE:
            setattr(made, name, getattr(kind, name))
        made.__dataclass_params__.init = made.__dataclass_params__.eq = True
        made.__dataclass_params__.frozen = frozen

    if heir:
        learn()  # at once: it is as its base is, and not locked yet
    else:
        for name in LATE:
            setattr(made, name, _Late(name, learn))
    made.__init__ = _late_init(made)
    if "__eq__" not in own:
        made.__eq__ = _late_eq(made)
    if "__repr__" not in own:
        made.__repr__ = _repr
    return made


LATE = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
"""What is known of a class that is a dataclass."""


class _Late:
    """Stands for one of these until somebody asks for it."""

    def __init__(self, name: str, learn: Callable[[], None]) -> None:
        self.name, self.learn = name, learn

    def __get__(self, record: object, kind: type) -> Any:
        self.learn()
        return getattr(kind, self.name)


def _with_slots(kind: Any) -> Any:
    """The same class with a slot for each of its fields and no room for anything else."""
    names = [name for name, hint in kind.__annotations__.items() if not str(hint).startswith(OF_THE_CLASS)]
    taken = {slot for base in kind.__mro__[1:] for slot in vars(base).get("__slots__", ())}
    inside = {name: value for name, value in vars(kind).items() if name not in (*names, "__dict__", "__weakref__")}
    inside["__slots__"] = tuple(name for name in names if name not in taken)
    made = type(kind)(kind.__name__, kind.__bases__, inside)
    made.__qualname__ = kind.__qualname__
    return made


OF_THE_CLASS = ("ClassVar", "typing.ClassVar")


def _late_init(kind: Any) -> Callable[..., None]:
    """An `__init__` that replaces itself, at the first call, with one compiled for the fields."""

    def __init__(self: Any, *args: Any, **named: Any) -> None:
        kind.__init__ = _compiled_init(kind)
        kind.__init__(self, *args, **named)

    return __init__


def _compiled_init(kind: Any) -> Any:
    """Sets the fields in their order, past the lock of a frozen record, and then calls `__post_init__`."""
    frozen = kind.__dataclass_params__.frozen
    known: dict[str, Any] = {"_put": object.__setattr__, "_ANEW": _ANEW}
    plain, keywords, body = ["self"], ["*"], ["pass"]
    for each in dataclasses.fields(kind):
        argument, value = _argument(each, known)
        if each.init:
            (keywords if each.kw_only else plain).append(argument)
        elif value == each.name:
            continue  # __post_init__ gives it
        body.append(f"_put(self, {each.name!r}, {value})" if frozen else f"self.{each.name} = {value}")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    arguments = plain + (keywords if len(keywords) > 1 else [])
    exec(f"def __init__({', '.join(arguments)}):\n " + "\n ".join(body), known)
    return known["__init__"]


def _argument(each: Field[Any], known: dict[str, Any]) -> tuple[str, str]:
    """How a field is asked for, and where its value comes from; defaults are put among what is known."""
    name, default = each.name, f"_of_{each.name}"
    if each.default_factory is not MISSING:
        known[default] = each.default_factory
        made = f"{default}()"
        return f"{name}=_ANEW", f"{made} if {name} is _ANEW else {name}" if each.init else made
    if each.default is not MISSING:
        known[default] = each.default
        return f"{name}={default}", name if each.init else default
    return name, name


def _values(kind: Any) -> Callable[[Any], Any]:
    names = [each.name for each in dataclasses.fields(kind) if each.compare]
    return attrgetter(*names) if names else lambda record: ()


def _late_eq(kind: Any) -> Callable[[Any, object], Any]:
    def __eq__(self: Any, other: object) -> Any:
        kind.__eq__ = _eq(kind)
        return kind.__eq__(self, other)

    return __eq__


def _eq(kind: Any) -> Callable[[Any, object], Any]:
    values = _values(kind)

    def __eq__(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _late_hash(kind: Any) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:
        values = _values(kind)
        kind.__hash__ = lambda self: hash(values(self))
        return hash(values(self))

    return __hash__


def _repr(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _no_change(self: Any, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"{type(self).__name__} never changes: {name}")


def _state(kind: Any) -> tuple[Callable[[Any], list[Any]], Callable[[Any, list[Any]], None]]:
    """How a frozen record is copied and pickled: past its own lock."""

    @cache
    def names() -> list[str]:
        return [each.name for each in dataclasses.fields(kind)]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for name, value in zip(names(), state, strict=True):
            object.__setattr__(self, name, value)

    return lambda self: [getattr(self, name) for name in names()], __setstate__
