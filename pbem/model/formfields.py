"""What forms are made of: their fields, as far as they say them, and the methods that judge them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING
from functools import cache
from typing import Annotated, Any, TypeVar, get_origin

from pbem.model.marks import Field, Judge, Mark, exchanged
from pbem.model.records import frozen

T = TypeVar("T")

CHANGING = (list, dict, set)
OF_THE_CLASS = ("ClassVar", "typing.ClassVar")


def once_a_form(work: Callable[[Any], T]) -> Callable[[Any], T]:
    """Worked out once for each form."""
    return cache(work)


@frozen
class FormField:
    """A field of a form."""

    annotation: Any
    metadata: tuple[Any, ...]
    told: Field
    """What stands in the place of its default, as far as that is more than the default."""
    default: Any
    """MISSING where something must be said."""
    default_factory: Any
    alias: str | None

    def is_required(self) -> bool:
        return self.default is MISSING and self.default_factory is None

    def usual(self) -> Any:
        """What it is where nothing is said."""
        return _usual(self.default, self.default_factory)

    def is_usual(self, value: Any) -> bool:
        return not self.is_required() and bool(value == self.usual())

    @property
    def hint(self) -> Any:
        """Its type, with the marks that stand beside it."""
        return Annotated[(self.annotation, *self.metadata)] if self.metadata else self.annotation

    def real(self) -> Any:
        """The same in pydantic's words."""
        import pydantic

        more = {**self.told.more, "alias": self.alias}
        if self.default_factory is None:
            more["default"] = ... if self.default is MISSING else self.default
        return exchanged(self.hint, _real), pydantic.Field(**more)


def _real(one: Any) -> Any:
    return one.real() if isinstance(one, Mark) else one


def _usual(default: Any, factory: Any) -> Any:
    """Forms must not share what one of them could change."""
    if factory is not None:
        return factory()
    return type(default)(default) if type(default) in CHANGING else default


@once_a_form
def fields_of(kind: type[Any]) -> Mapping[str, FormField]:
    """Its fields, those of its bases first."""
    found: dict[str, FormField] = {}
    for name, (base, hint, told) in _lines_of(kind).items():
        around = vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {}
        found[name] = _field(kind, eval(hint, around) if isinstance(hint, str) else hint, told, name)
    return found


def _lines_of(kind: type[Any]) -> dict[str, tuple[type[Any], Any, Field]]:
    """Of every field the class that says it, its type as written, and what stands in the place of its default."""
    found: dict[str, tuple[type[Any], Any, Field]] = {}
    for base in reversed(kind.__mro__):
        for name, hint in vars(base).get("__annotations__", {}).items():
            if not str(hint).startswith(OF_THE_CLASS):
                told = vars(base).get(name, MISSING)
                is_told = isinstance(told, Field)
                found[name] = base, hint, told if is_told else Field() if told is MISSING else Field(told)
    return found


def _default(told: Field) -> tuple[Any, Any]:
    """What a field is where nothing is said, or what makes that; MISSING where something must be said."""
    return MISSING if told.default is ... else told.default, told.more.get("default_factory")


def _field(kind: type[Any], hint: Any, told: Field, name: str) -> FormField:
    annotation, metadata = (hint.__origin__, hint.__metadata__) if get_origin(hint) is Annotated else (hint, ())
    return FormField(annotation, metadata, told, *_default(told), told.more.get("alias") or kind.called(name))


@once_a_form
def whole_of(kind: type[Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """What gives all fields of a form for those that are said.  No type is looked at."""
    given = {name: _default(told) for name, (_, _, told) in _lines_of(kind).items()}
    usual = {name: default for name, (default, factory) in given.items() if factory or default is not MISSING}
    own = {name: given[name] for name in usual if given[name][1] or type(usual[name]) in CHANGING}

    def whole(said: dict[str, Any]) -> dict[str, Any]:
        fields = usual | said
        for name, makes in own.items():
            if name not in said:
                fields[name] = _usual(*makes)
        return fields

    return whole if own else usual.__or__


@once_a_form
def judges_of(kind: type[Any]) -> Mapping[str, Judge]:
    """The methods of a form that judge, by their names."""
    told = {name: value for base in reversed(kind.__mro__) for name, value in vars(base).items()}
    return {name: value for name, value in told.items() if isinstance(value, Judge)}


@once_a_form
def is_judged(kind: type[Any]) -> bool:
    """Whether even a form in which nothing is said can be wrong."""
    return bool(judges_of(kind)) or any(field.is_required() for field in fields_of(kind).values())
