"""A game as it went, entry by entry: what a reader may know of it, in the game's words and with its maps.

A film has a scene for each number of the book; a scene has a shot for each entry of the log.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from pbem.model.picture import Battle, Move, Picture
from pbem.model.records import frozen

Label = tuple[str, str]
"""What stands before a value, and the value: `odds`, `4-1`."""


@frozen
class Throw:
    """Dice thrown together, or one thing drawn: by the name that `pbem dice explain` takes."""

    name: str
    case: str
    die: int
    faces: tuple[int, ...]
    drawn: str = ""
    full: str = ""
    """The name in the die log."""


@frozen
class Deed:
    """What became of one counter: `0309 to 0408`, `loses a step`, `out of supply`."""

    unit: str
    words: str


@frozen(slots=False, kw_only=True)
class Shot:
    """One entry of the log as it is shown."""

    stretch: int
    """Which stretch of the record the entry stands in, and where; of the reader's own part, if `own`."""
    entry: int
    case: str
    step: str
    turn: str
    words: str
    """What happened in a line; empty: nothing that needs to be told."""
    card: tuple[Label, ...] = ()
    """All numbers of a battle, as the report has them."""
    units: tuple[str, ...] = ()
    """The pieces and places that the entry names."""
    places: tuple[str, ...] = ()
    throws: tuple[Throw, ...] = ()
    deeds: tuple[Deed, ...] = ()
    cause: tuple[int, int] | None = None
    """Scene and shot of the dice that this comes of."""
    moves: tuple[Move, ...] = ()
    battles: tuple[Battle, ...] = ()
    after: Picture
    """The map after it."""
    luck: Mapping[str, int]
    """Each side's mean score so far, of 100."""
    own: bool = False
    """The reader alone was told."""
    told_step: str = ""
    """What the step adds to the turn's name: `combat before movement`."""

    @property
    def when(self) -> str:
        """Turn and step as they are told."""
        return f"{self.turn} {self.told_step}".strip()

    @property
    def silent(self) -> bool:
        """Nothing is seen of it and nothing is said: a phase that began."""
        return not (self.words or self.deeds or self.throws or self.moves or self.battles)


@frozen(slots=False, kw_only=True)
class Scene:
    """One number of the book."""

    number: int
    kind: str
    """charter, record, agreement or opening."""
    turn: str
    """The turn in the game's words, as it begins."""
    at: str
    label: str
    """Four words of the head."""
    remarks: tuple[str, ...]
    """Who missed his turn, what was agreed, and what the reader alone was told of his papers."""
    secrets: tuple[str, ...]
    """What the reader alone knew then."""
    before: Picture
    after: Picture
    shots: tuple[Shot, ...]
    aside: bool
    """An undo or a new judgement has set it aside."""
    base: int
    """The number whose state stands after it."""
    state: Any
    """The public state after it, as the record's digest has it; None where none was signed."""


@frozen(slots=False, kw_only=True)
class Film:
    """A whole game."""

    title: str
    mark: str
    game: str
    scenario: str
    reader: str
    """The side that sees it; empty: everybody."""
    empty: Picture
    """The map without counters."""
    places: Mapping[str, str]
    """Every space, with its name or that of its town."""
    scenes: tuple[Scene, ...]
    ending: str = ""

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        """Places that have a town, and units, which may have a place's number in their name."""
        named = [place for place, town in self.places.items() if town not in ("", place)]
        known = "|".join(re.escape(name) for name in sorted((*self.units, *named), key=len, reverse=True))
        return re.compile(rf"(?<![\w/.-])(?:{known})(?![\w/-])") if named else None

    def with_towns(self, said: str) -> str:
        """The words with the name of its town behind every place that has one: `1708 Dasburg`."""
        known = {} if self._names is None else {found.end(): found[0] for found in self._names.finditer(said)}
        for end, name in sorted(known.items(), reverse=True):
            town = self.places.get(name, "")
            if town not in ("", name) and not said.startswith(f" {town}", end):
                said = f"{said[:end]} {town}{said[end:]}"
        return said

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Every counter that is ever seen."""
        pictures = [scene.before for scene in self.scenes]
        pictures += [shot.after for scene in self.scenes for shot in scene.shots]
        return tuple(dict.fromkeys(counter.id for picture in pictures for counter in picture.counters))
