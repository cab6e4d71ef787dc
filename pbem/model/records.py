"""Records: dataclasses whose methods are made when they are first used.

`@frozen` is `@dataclass(frozen=True, slots=True)` and `@mutable` is `@dataclass(slots=True)`, to type checkers,
to pydantic and to all of `dataclasses`.  What differs is when the work is done.  The standard decorator
compiles up to six methods for each class while its module is imported; a program of hundreds of records that
runs for a tenth of a second spends most of it on methods that nobody calls.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, field
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
        heir = any(hasattr(base, "__dataclass_fields__") for base in kind.__bases__)
        made = _fields_only(kind, slots, kw_only, frozen=heir)
        made.__dataclass_params__.frozen = True
        made.__setattr__ = _no_change
        made.__delattr__ = _no_change
        made.__hash__ = hashed or _hash(made)
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
    """The class with its fields known and its slots laid out; its methods come later.  `frozen`: as its base is."""
    kind.__doc__ = kind.__doc__ or kind.__name__  # without one, dataclass() would compile a signature for it
    own = vars(kind)
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, frozen=frozen, slots=slots, kw_only=kw_only)(
        kind
    )
    made.__dataclass_params__.init = made.__dataclass_params__.eq = True
    made.__init__ = _late_init(made)
    if "__eq__" not in own:
        made.__eq__ = _eq(made)
    if "__repr__" not in own:
        made.__repr__ = _repr
    return made


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


def _eq(kind: Any) -> Callable[[Any, object], Any]:
    values = _values(kind)

    def __eq__(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(kind: Any) -> Callable[[Any], int]:
    values = _values(kind)
    return lambda self: hash(values(self))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _no_change(self: Any, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"{type(self).__name__} never changes: {name}")


def _state(kind: Any) -> tuple[Callable[[Any], list[Any]], Callable[[Any, list[Any]], None]]:
    """How a frozen record is copied and pickled: past its own lock."""
    names = [each.name for each in dataclasses.fields(kind)]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return lambda self: [getattr(self, name) for name in names], __setstate__
