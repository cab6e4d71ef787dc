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

    @property
    def each_its_own(self) -> bool:
        """Whether forms must not share what it is where nothing is said."""
        return self.default_factory is not None or type(self.default) in CHANGING

    def usual(self) -> Any:
        """What it is where nothing is said."""
        if self.default_factory is not None:
            return self.default_factory()
        return type(self.default)(self.default) if type(self.default) in CHANGING else self.default

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


@once_a_form
def fields_of(kind: type[Any]) -> Mapping[str, FormField]:
    """Its fields, those of its bases first."""
    found: dict[str, FormField] = {}
    for base in reversed(kind.__mro__):
        around = vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {}
        for name, hint in vars(base).get("__annotations__", {}).items():
            if not str(hint).startswith(OF_THE_CLASS):
                meant = eval(hint, around) if isinstance(hint, str) else hint
                found[name] = _field(kind, meant, vars(base).get(name, MISSING), name)
    return found


def _field(kind: type[Any], hint: Any, told: Any, name: str) -> FormField:
    annotation, metadata = (hint.__origin__, hint.__metadata__) if get_origin(hint) is Annotated else (hint, ())
    told = told if isinstance(told, Field) else Field() if told is MISSING else Field(told)
    default = MISSING if told.default is ... else told.default
    alias, factory = told.more.get("alias") or kind.called(name), told.more.get("default_factory")
    return FormField(annotation, metadata, told, default, factory, alias)


@once_a_form
def usual_of(kind: type[Any]) -> tuple[dict[str, Any], dict[str, FormField]]:
    """What the fields are where nothing is said, and those of which each form has its own."""
    given = {name: field for name, field in fields_of(kind).items() if not field.is_required()}
    own = {name: field for name, field in given.items() if field.each_its_own}
    return {name: field.default for name, field in given.items()}, own


@once_a_form
def judges_of(kind: type[Any]) -> Mapping[str, Judge]:
    """The methods of a form that judge, by their names."""
    told = {name: value for base in reversed(kind.__mro__) for name, value in vars(base).items()}
    return {name: value for name, value in told.items() if isinstance(value, Judge)}


@once_a_form
def is_judged(kind: type[Any]) -> bool:
    """Whether even a form in which nothing is said can be wrong."""
    return bool(judges_of(kind)) or any(field.is_required() for field in fields_of(kind).values())
