"""What is asked of the fields of a form beside their types: pydantic's words, kept until somebody judges by them.

Each stands for the one of its name in pydantic and takes what that takes; `real` makes it.  What the program wrote is
judged by them as well, without pydantic: `around` gives a way of reading that asks what the mark asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

Way = Callable[[Any], Any]


class Mark:
    """One of them, with what was said in it."""

    def __init__(self, *said: Any, **more: Any) -> None:
        self.said, self.more = said, more

    def real(self) -> Any:
        """What pydantic has of this name."""
        import pydantic

        return getattr(pydantic, type(self).__name__)(*self.said, **self.more)

    def around(self, way: Way) -> Way:
        """The way of reading a value, with what is asked here."""
        return way


class BeforeValidator(Mark):
    """A function that puts the words in order before their type is looked at."""

    def around(self, way: Way) -> Way:
        return lambda value: way(as_list(self.said[0](value)))


class AfterValidator(Mark):
    """A function that judges the value, or gives another for it."""

    def around(self, way: Way) -> Way:
        return lambda value: self.said[0](way(value))


class Limits(Mark):
    """How large or long a value may be, and how a text is written."""

    def around(self, way: Way) -> Way:
        limits = [(name, bound) for name, bound in self.more.items() if name in WITHIN]

        def read(value: Any) -> Any:
            made = way(value)
            for name, bound in limits:
                if not WITHIN[name](made, bound):
                    raise ValueError(f"read {made!r}, wanted {name} {bound}")
            return made

        return read if limits else way


class StringConstraints(Limits):
    """Of a text."""


class Field(Limits):
    """Of a field: what it is where nothing is said, by which other name it goes, and its limits."""

    @property
    def default(self) -> Any:
        """What the field is where nothing is said; an ellipsis where something must be."""
        return self.said[0] if self.said else self.more.get("default", ...)


WITHIN: dict[str, Callable[[Any, Any], bool]] = {
    "ge": lambda value, bound: value >= bound,
    "le": lambda value, bound: value <= bound,
    "gt": lambda value, bound: value > bound,
    "lt": lambda value, bound: value < bound,
    "min_length": lambda value, bound: len(value) >= bound,
    "max_length": lambda value, bound: len(value) <= bound,
    "pattern": lambda value, bound: re.search(bound, value) is not None,
}
"""The limits there are, and when a value keeps them."""


class Judge(Mark):
    """A method of a form that judges: of one field or several, or of all of it."""

    method: Any

    def __call__(self, method: Any) -> Judge:
        self.method = method
        return self

    def __get__(self, form: object, kind: type) -> Any:
        return self.method.__get__(form, kind)

    @property
    def before(self) -> bool:
        """Whether it is asked before types are looked at."""
        return self.more.get("mode") == "before"

    def of(self, kind: type) -> Any:
        """The same in pydantic's words, for a form."""
        method = staticmethod(self.method.__get__(None, kind)) if isinstance(self.method, classmethod) else self.method
        return self.real()(method)


class field_validator(Judge):
    """Judges fields, which it names."""

    def around_field(self, way: Way, kind: type) -> Way:
        """The way of reading a field of this form, with what is asked here."""
        mark = BeforeValidator if self.before else AfterValidator
        return mark(self.method.__get__(None, kind)).around(way)


class model_validator(Judge):
    """Judges a form as a whole."""


def as_list(value: Any) -> Any:
    """As plain data have it, which know no tuples."""
    return list(value) if type(value) is tuple else value


def exchanged(hint: Any, other: Callable[[Any], Any]) -> Any:
    """A type with everything in it exchanged for something else, its marks too."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is None or origin is Literal:
        return other(hint)
    if origin is Annotated:
        return Annotated[(exchanged(inner[0], other), *map(other, hint.__metadata__))]
    made = [one if one is ... else exchanged(one, other) for one in inner]
    return joined(made) if origin in (Union, UnionType) else origin[tuple(made)]


def joined(hints: Iterable[Any]) -> Any:
    """One or another of these types."""
    return reduce(or_, hints)
