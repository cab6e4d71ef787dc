"""From where a side tries its sheet: what it knows of a game, at the start of a step or in the middle of one."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.advance import Bookmark, Terms
from pbem.engine.clone import clone
from pbem.engine.papers import BareDocket, Papers
from pbem.engine.run import run, step_of
from pbem.engine.situation import as_known
from pbem.engine.spec import RulesetSpec
from pbem.model.chooser import Whims
from pbem.model.decision import Decision
from pbem.model.digest import digest
from pbem.model.errors import RulesBug
from pbem.model.ids import Key, spoken
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.records import frozen


@frozen
class Stand:
    """From where a side tries its sheet: the bookmark holds what the side can know, in mid-step or at a start.

    Where things are hidden, what the bookmark was told holds the side's own answers, the dice that it saw, and the
    entries for everybody and for it; `guessing` makes such a stop whole again.
    """

    terms: Terms
    bookmark: Bookmark
    side: str
    papers: Papers
    due: tuple[Decision, ...] = ()
    exchange: int = 0
    settling: bool = False
    """The charter is confirmed: parts serve whenever they are asked for before the first turn."""
    here: View | None = None
    """How things stand now, in mid-step."""

    @property
    def now(self) -> View:
        entry = self.bookmark.entry
        return self.here or View(self.side, entry.table, entry.secrets.get(self.side))

    @property
    def guesses(self) -> bool:
        """Whether the stop must be guessed at before anything can be tried."""
        told = self.bookmark.told
        return bool(self.terms.spec.secrets) and bool(told.entries or told.answers or told.rolls)


def fitting(spec: RulesetSpec, view: View, number: int) -> Position:
    """A whole position that fits what a side can see."""
    if not spec.secrets or spec.imagine is None:
        return Position(view.table, {view.side: view.own} if view.own is not None else {})
    return clone(spec.imagine(view, Whims("trial", number)))


@frozen
class HashedFaces:
    """Faces for sampling; they follow from a number and prove nothing."""

    number: int

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        return tuple(
            1 + int.from_bytes(digest("pbem/sample/1", self.number, *key, index)[:8], "big") % die
            for index in range(count)
        )


class Branch(BaseException):
    """A run has come to dice that its script does not hold."""

    def __init__(self, die: int, count: int) -> None:
        super().__init__(die, count)
        self.die, self.count = die, count


class ScriptedFaces:
    """Faces from a script, in the order they are asked for; beyond its end the run branches."""

    def __init__(self, script: tuple[tuple[int, ...], ...]) -> None:
        self._script = list(script)

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        if not self._script:
            raise Branch(die, count)
        return self._script.pop(0)


@frozen
class CountedFaces:
    """Faces for one trial, and in how many ways the dice of it could have fallen."""

    ways: list[int]

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        self.ways.append(die**count)
        return HashedFaces(0).faces(key, die, count, hidden)


class NoFaces:
    """Dice for what needs none: everything that was thrown is on record."""

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        raise RulesBug(f"thrown, and not on record: {spoken(key)}")


def replayed(spec: RulesetSpec, bookmark: Bookmark, exchange: int) -> Bookmark:
    """The bookmark with all that its step has told: notes to single sides come out again from what is on record.

    What is public of a step lacks them, so it cannot be gone on from.  Only where nothing is hidden.
    """
    if bookmark.step is None or not bookmark.told.entries:
        return bookmark
    record, step = Told(bookmark.told.answers, bookmark.told.rolls), step_of(spec, bookmark.step)
    outcome = run(step, bookmark.step_id, bookmark.entry, record, BareDocket(spec, {}), NoFaces(), exchange)
    return replace(bookmark, told=outcome.told)


def seen_by(bookmark: Bookmark, side: str) -> Bookmark:
    """The bookmark as a side holds it."""
    entry, told = as_known(side, bookmark.entry, bookmark.told)
    return replace(bookmark, entry=entry, told=told)
