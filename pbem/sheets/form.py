"""What a sheet may say: the value that a game's rules and its present state are boiled down to for reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from string import ascii_lowercase
from types import MappingProxyType

from pbem.model.decision import Decision
from pbem.model.problem import Problem
from pbem.model.records import frozen
from pbem.model.sheet import Order

QUIET = "quiet"
"""The one condition that no ruleset declares: a plan's names look as they did when it was written."""


@frozen
class PartForm:
    """A part of the sheet and the form of its lines."""

    name: str
    order: type[Order]
    single: bool = False
    """One block, not a list of lines."""
    ahead: bool = False
    """Lines of this part may stand under `ahead:`."""


@frozen
class TopicForm:
    """A topic of standing orders: the words it knows, and what is wrong with others."""

    name: str
    words: tuple[str, ...] = ()
    misread: Callable[[str], Problem | str | None] | None = None
    places: str | None = ""
    """The kind of names that may follow `at`; empty: any words; None: it holds everywhere, no place is named."""


def any_condition(text: str) -> Problem | str | None:
    """For forms without conditions of their own to check: nothing is wrong with any."""
    return None


@frozen(kw_only=True)
class SheetForm:
    """Everything that reading one side's sheet for one exchange needs to know."""

    game: str
    exchange: int
    side: str
    """Whose sheet is read."""
    sides: tuple[str, ...]
    mark: str = ""
    """The short name of the rulebook before a case: AO."""
    parts: tuple[PartForm, ...] = ()
    later: tuple[str, ...] = ()
    """What this exchange does not take yet, since it confirms the charter."""
    topics: tuple[TopicForm, ...] = ()
    read_condition: Callable[[str], Problem | str | None] = any_condition
    """What is wrong with the words after `if:` or `unless:`, if anything."""
    names: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Known names by kind: unit, hex, ..."""
    unordered: str = "what is not ordered is not done"
    """What becomes of all that a sheet says nothing about, in the ruleset's words."""
    due: Mapping[str, Decision] = field(default_factory=lambda: MappingProxyType({}))
    """What the side is asked, by the short labels Q1, Q2, ..."""

    def part(self, name: str) -> PartForm | None:
        return next((part for part in self.parts if part.name == name), None)

    @property
    def planned(self) -> PartForm | None:
        """The part whose lines may stand under `ahead:`."""
        return next((part for part in self.parts if part.ahead), None)

    def asked_again(self, part: str) -> bool:
        """Whether the side may write the rest of this part anew."""
        return any(decision.topic == part and decision.facts.get("again") == "rest" for decision in self.due.values())


def letters(decision: Decision) -> tuple[str, ...]:
    """The short names of a question's options: a, b, c ...; options that are letters name themselves."""
    if any(len(option) == 1 and option in ascii_lowercase for option in decision.options):
        return decision.options
    return tuple(map(_letters, range(len(decision.options))))


def passive(decision: Decision) -> str:
    """The first lawful answer, as a sheet writes it: the refusal where there is one."""
    if decision.kind == "one":
        return letters(decision)[0] if decision.options else ""
    named = letters(decision)[: decision.least]
    return named[0] if len(named) == 1 else f"[{', '.join(named)}]" if named else "none"


def _letters(number: int) -> str:
    first, last = divmod(number, len(ascii_lowercase))
    return (_letters(first - 1) if first else "") + ascii_lowercase[last]
