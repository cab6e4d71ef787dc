"""The door for plug-ins: everything that a ruleset may import from the core, beside `pbem.kit`."""

from __future__ import annotations

from dataclasses import field
from typing import Any, TypeVar, dataclass_transform

from pydantic import ConfigDict

from pbem.engine.asked import Asked, How
from pbem.engine.orders import NotCarriedOut, Orders
from pbem.engine.spec import (
    Cannot,
    Condition,
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
from pbem.model.ids import BOX
from pbem.model.misread import misread
from pbem.model.names import named
from pbem.model.outcome import Ending
from pbem.model.position import Position, View
from pbem.model.problem import Problem
from pbem.model.records import frozen, mutable
from pbem.model.sheet import Order, Part

T = TypeVar("T")

_STRICT = ConfigDict(strict=True, extra="forbid")


@dataclass_transform(field_specifiers=(field,))
def record(kind: type[T]) -> type[T]:
    """A record that changes as the game goes on: the table, a unit, a side's secrets."""
    made = mutable(kind)
    made.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]
    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(kind: type[T]) -> type[T]:
    """Something that happened: frozen, hashable, with an `apply` that is bookkeeping only."""
    made = frozen(kind)
    made.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]
    made.is_event = True  # type: ignore[attr-defined]
    return made


def first_option(view: View, decision: Decision) -> Pick:
    """A topic's default where the passive answer stands first."""
    return decision.options[0]


def fewest_first(view: View, decision: Decision) -> Pick:
    """A topic's default where so many must be named: the first of the list."""
    return decision.options[: decision.least]


def no_lines(view: View, decision: Decision) -> Pick:
    """A part's default where nothing has to be done."""
    return Part(decision.topic)


__all__ = [
    "BOX",
    "Any",
    "Asked",
    "Cannot",
    "Chooser",
    "Condition",
    "Decision",
    "Ending",
    "How",
    "NotCarriedOut",
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
    "Topic",
    "Umpire",
    "View",
    "Whims",
    "event",
    "fewest_first",
    "first_option",
    "frozen",
    "misread",
    "mutable",
    "named",
    "no_lines",
    "record",
]
