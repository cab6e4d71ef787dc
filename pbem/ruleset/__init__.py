"""The door for plug-ins: everything that a ruleset may import from the core, beside `pbem.kit`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import field
from typing import Any, TypeVar, dataclass_transform, overload

from pbem.engine.asked import Asked, How
from pbem.engine.orders import NotCarriedOut, Orders
from pbem.engine.spec import (
    Cannot,
    Condition,
    Idea,
    Option,
    PartSpec,
    Scenario,
    Setup,
    Step,
    Topic,
)
from pbem.engine.spec import RulesetSpec as Ruleset
from pbem.engine.umpire import Umpire
from pbem.model.chooser import Chooser, Whims
from pbem.model.decision import Decision, Pick
from pbem.model.errors import RulesBug
from pbem.model.formwork import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)
from pbem.model.ids import BOX
from pbem.model.misread import misread
from pbem.model.names import named
from pbem.model.outcome import Ending
from pbem.model.position import Position, View
from pbem.model.problem import Problem
from pbem.model.records import frozen, mutable
from pbem.model.sheet import Order, Part

T = TypeVar("T")

_STRICT = {"strict": True, "extra": "forbid"}


@dataclass_transform(field_specifiers=(field,))
def record(kind: type[T]) -> type[T]:
    """A record that changes as the game goes on: the table, a unit, a side's secrets."""
    made = mutable(kind)
    made.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]
    return made


@overload
def event(kind: type[T], /) -> type[T]: ...
@overload
def event(*, says: str = "", counts: str = "") -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(kind: type[T] | None = None, /, *, says: str = "", counts: str = "") -> Any:
    """Something that happened: frozen, hashable, with an `apply` that is bookkeeping only.

    `says` tells it, `counts` is what a forecast counts of it: sentences with gaps (`pbem.craft.sentences`).
    """

    def make(kind: type[T]) -> type[T]:
        made = frozen(kind)
        made.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]
        made.is_event = True  # type: ignore[attr-defined]
        made.in_words = (says, counts)  # type: ignore[attr-defined]
        return made

    return make if kind is None else make(kind)


class OnlyTold:
    """An event that changes nothing: it is told, and that is all."""

    __slots__ = ()

    def apply(self, table: object) -> None:
        """Nothing lies otherwise than before."""


def events_in(*modules: str) -> tuple[type, ...]:
    """The events made in these modules, in the order in which they stand there: `events_in(__name__)`."""
    made = [kind for name in modules for kind in vars(sys.modules[name]).values() if isinstance(kind, type)]
    return tuple(kind for kind in made if kind.__module__ in modules and vars(kind).get("is_event"))


def first_option(view: View, decision: Decision) -> Pick:
    """A topic's default where the passive answer stands first."""
    return decision.options[0]


def fewest_first(view: View, decision: Decision) -> Pick:
    """A topic's default where so many must be named: the first of the list."""
    return decision.options[: decision.least]


def none_of_them(view: View, decision: Decision) -> Pick:
    """A topic's default where nobody need be named."""
    return ()


def as_silence(view: View, decision: Decision) -> Pick:
    """A topic's default where the question says what silence means; else the first option."""
    return decision.otherwise if decision.otherwise is not None else decision.options[0]


def no_lines(view: View, decision: Decision) -> Pick:
    """A part's default where nothing has to be done."""
    return Part(decision.topic)


def when_needed(lines: Callable[[View, Decision], tuple[Order, ...]]) -> Callable[[View, Decision], Pick]:
    """A part's default: nothing is done, but for the lines that the rules demand."""

    def default(view: View, decision: Decision) -> Pick:
        return Part(decision.topic, lines(view, decision) if decision.facts.get("again") == "need" else ())

    return default


__all__ = [
    "BOX",
    "AfterValidator",
    "Any",
    "Asked",
    "BeforeValidator",
    "Cannot",
    "Chooser",
    "Condition",
    "Decision",
    "Ending",
    "Field",
    "How",
    "Idea",
    "NotCarriedOut",
    "OnlyTold",
    "Option",
    "Order",
    "Orders",
    "Part",
    "PartSpec",
    "Pick",
    "Position",
    "Problem",
    "RulesBug",
    "Ruleset",
    "Scenario",
    "Setup",
    "Step",
    "StringConstraints",
    "Topic",
    "Umpire",
    "View",
    "Whims",
    "as_silence",
    "event",
    "events_in",
    "fewest_first",
    "field_validator",
    "first_option",
    "frozen",
    "misread",
    "model_validator",
    "mutable",
    "named",
    "no_lines",
    "none_of_them",
    "record",
    "when_needed",
]
