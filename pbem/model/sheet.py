"""Orders as they come off a sheet: lines with their places, gathered in parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Self, TypeAlias

from pbem.model.formwork import Field, Form
from pbem.model.ids import Key
from pbem.model.problem import Where
from pbem.model.records import frozen

IfImpossible: TypeAlias = Literal["skip", "ask"]
GoOn: TypeAlias = Literal["go on", "ask"]


class Order(Form):
    """One line of a sheet.  Rulesets add fields; every line may hold conditions and an alternative.

    A line may be written short, `26 VG: 1206 1207`: then `subject` names the field for the word before the
    colon and `body` the field for what follows.  A line that is a single word (`pass`) fills `word`:
    `class MoveLine(Order, subject="unit", body="path")`.
    """

    subject: ClassVar[str] = ""
    body: ClassVar[str] = ""
    word: ClassVar[str] = ""

    at: Where = Where()
    if_: tuple[str, ...] = Field((), alias="if")
    unless: tuple[str, ...] = ()
    else_: Self | None = Field(None, alias="else")

    def __init_subclass__(cls, *, subject: str = "", body: str = "", word: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.subject, cls.body, cls.word = subject or cls.subject, body or cls.body, word or cls.word


@frozen
class Part:
    """The lines that serve one step, and when their owner wants to write the rest anew."""

    name: str
    lines: tuple[Order, ...] = ()
    if_impossible: IfImpossible = "skip"
    if_stopped: GoOn = "go on"
    after_each: GoOn = "go on"
    as_written: bool = False
    """`as written`: asked to write the rest anew, the owner leaves it as it stands."""
    later: bool = False
    """`ask`: the owner will write it when it comes to it."""


@frozen
class Plan:
    """One entry of `ahead:`: an order for a later turn.  `stop` plans only take the pen back."""

    part: Part
    stop: bool = False
    seen: str = ""
    """What the plan's names looked like when it was handed in; `if: quiet` compares."""

    @property
    def line(self) -> Order:
        return self.part.lines[0]


Wish: TypeAlias = str | tuple[str, ...]
"""A standing order: words of the ruleset, a list of picks in order of preference, or `ask`."""

ASK = "ask"
AS_WRITTEN = "as written"


@frozen
class StandingOrder:
    """What a side wants done about a topic, everywhere or at certain places."""

    topic: str
    wish: Wish
    places: tuple[str, ...] = ()
    at: Where = Where()


@frozen
class Sheet:
    """What one side hands in for one exchange."""

    side: str
    game: str = ""
    exchange: int = 0
    parts: Mapping[str, Part] = field(default_factory=lambda: MappingProxyType({}))
    ahead: tuple[Plan, ...] | None = None
    answers: Mapping[Key, str | tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    standing: tuple[StandingOrder, ...] | None = None
