"""What the umpire asks, and what he is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Literal, TypeAlias

from pbem.model.canonical import canonical
from pbem.model.digest import digest
from pbem.model.ids import Key
from pbem.model.records import frozen
from pbem.model.sheet import Part

Pick: TypeAlias = str | tuple[str, ...] | Part
Fact: TypeAlias = str | int | tuple[str, ...]
Kind: TypeAlias = Literal["one", "several", "part"]

Source: TypeAlias = Literal["sheet", "plan", "standing", "reply", "otherwise", "default", "bot"]
"""Where an answer came from.  What is forced is not recorded and has no source."""


@frozen
class Decision:
    """A question to one side: one option, several of them, or the lines of a part."""

    key: Key
    case: str
    side: str
    topic: str
    prompt: str
    kind: Kind = "one"
    options: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))
    sealed: bool = False
    otherwise: str | tuple[str, ...] | None = None
    """What silence means, where the rules say so."""

    def digest(self) -> bytes:
        """An answer names this: a question that has changed since gets no answer by accident."""
        facts = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in self.facts.items()}
        asked = {"facts": facts, "key": list(self.key), "kind": self.kind, "options": list(self.options)}
        return digest("pbem/decision/1", canonical(asked))


@frozen
class Answer:
    """What was answered, and where it came from.  `note` is for its owner alone."""

    key: Key
    pick: Pick
    source: Source
    exchange: int
    note: str = ""
