"""One run of one step: what is on record, what of it was met again, and what is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from typing import TYPE_CHECKING, Protocol

from pbem.engine.asked import Asked
from pbem.engine.papers import Docket, Note
from pbem.engine.situation import Situation, as_known
from pbem.model.decision import Answer, Pick
from pbem.model.entry import Entry, Event, Roll
from pbem.model.errors import RulesBug, Stale
from pbem.model.ids import Key, spoken
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.records import mutable

if TYPE_CHECKING:
    from pbem.engine.orders import Orders

MOST_IN_A_STEP = 20_000
"""Keys and entries.  The longest step of a large game has a few hundred."""


class Pause(BaseException):
    """Unwinds a step that needs answers.  A BaseException, so that `except Exception` cannot eat it."""

    def __init__(self, asked: list[Asked]) -> None:
        super().__init__(f"{len(asked)} questions")
        self.asked = asked


class Endless(RulesBug):
    """A step, a turn or a game that does not come to an end."""


class Dice(Protocol):
    """Where faces come from.  The same key always gives the same faces."""

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]: ...


@mutable
class Session:
    step_id: str
    draft: Position
    record: Told
    docket: Docket
    dice: Dice
    exchange: int
    entry: Position
    """The position at the start of the step; never changed."""
    answers: list[Answer] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    lines: list[Orders] = field(default_factory=list)
    """The parts that were taken line by line."""
    _keys: set[Key] = field(default_factory=set)
    _visits: Counter[tuple[str, ...]] = field(default_factory=Counter)
    _answered: dict[Key, Answer] = field(default_factory=dict)
    _rolled: dict[Key, Roll] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._answered = {answer.key: answer for answer in self.record.answers}
        self._rolled = {roll.key: roll for roll in self.record.rolls}

    def enter(self, place: tuple[str, ...]) -> tuple[str, ...]:
        """The place as it is keyed: entered again, it is numbered."""
        self._visits[place] += 1
        again = self._visits[place]
        return place if again == 1 else (*place[:-1], f"{place[-1]} ({again})")

    def view(self, side: str) -> View:
        return View(side, self.draft.table, self.draft.secrets.get(side))

    def situation(self, side: str) -> Situation:
        """The run so far, as a side knows it."""
        entry, told = as_known(side, self.entry, self.told())
        return Situation(self.step_id, self.docket.turn, entry, told, self.exchange)

    def once(self, key: Key) -> None:
        if key in self._keys:
            raise RulesBug(f"used twice: {spoken(key)}")
        self._keys.add(key)
        self._must_end()

    def _must_end(self) -> None:
        if len(self._keys) + len(self.entries) > MOST_IN_A_STEP:
            raise Endless(f"{self.step_id} does not come to an end")

    # answers

    def answer_all(self, asked: Iterable[Asked]) -> list[Pick]:
        """An answer to each, or a Pause for those that have none."""
        picks: list[Pick] = []
        missing: list[Asked] = []
        for one in asked:
            self.once(one.decision.key)
            pick = self._answer(one)
            if pick is None:
                missing.append(one)
            else:
                picks.append(pick)
        if missing:
            raise Pause(missing)
        return picks

    def _answer(self, asked: Asked) -> Pick | None:
        decision = asked.decision
        if (told := self._answered.get(decision.key)) is not None:
            if wrong := asked.wrong(told.pick):
                raise Stale(f"{decision.case}: the recorded answer to {spoken(decision.key)}: {wrong}")
            self.answers.append(told)
            return told.pick
        if (forced := asked.forced) is not None and asked.wrong(forced) is None:
            return forced
        found = self.docket.find(asked, self.view(decision.side))
        if found is None:
            return None
        pick, source, note = found
        if wrong := asked.wrong(pick):
            raise RulesBug(f"{decision.case}: {source} gave an unlawful answer to {spoken(decision.key)}: {wrong}")
        pick = asked.tidy(pick)
        self.answers.append(Answer(decision.key, pick, source, self.exchange, note))
        return pick

    # dice

    def throw(self, key: Key, case: str, die: int, count: int) -> tuple[int, ...]:
        self.once(key)
        if (told := self._rolled.get(key)) is not None:
            if (told.die, len(told.faces)) != (die, count) or told.drawn is not None:
                raise Stale(f"{case}: {spoken(key)} was thrown with {len(told.faces)} dice of {told.die}")
            self.rolls.append(told)
            return told.faces
        faces = self.dice.faces(key, die, count, False)
        self.rolls.append(Roll(key, case, die, faces, self.exchange))
        return faces

    def draw(self, key: Key, case: str, among: list[str], only: str | None) -> str:
        """One of the sorted list: no order exists that could be learnt."""
        self.once(key)
        if not among:
            raise RulesBug(f"{case}: nothing to draw from: {spoken(key)}")
        pool = sorted(among)
        if (told := self._rolled.get(key)) is not None:
            face = told.faces[0]
            if told.die != len(pool) or told.drawn != pool[face - 1]:
                raise Stale(f"{case}: {spoken(key)} drew {told.drawn}, which is not in that place any more")
            self.rolls.append(told)
            return pool[face - 1]
        (face,) = self.docket.leaning(key, pool) or self.dice.faces(key, len(pool), 1, only is not None)
        self.rolls.append(Roll(key, case, len(pool), (face,), self.exchange, pool[face - 1], only))
        return pool[face - 1]

    # events

    def do(self, case: str, event: Event, only: str | None, place: tuple[str, ...]) -> None:
        try:
            hash(event)
        except TypeError as why:
            raise RulesBug(f"{case}: {type(event).__name__} holds something that can change: {why}") from why
        entry = Entry(case, event, only, place)
        try:
            apply(self.draft, entry)
        except Exception as why:
            raise RulesBug(f"{self.step_id}: {case} {event} cannot happen: {type(why).__name__}: {why}") from why
        self.entries.append(entry)
        self._must_end()

    # the end of the run

    def told(self) -> Told:
        return Told(tuple(self.answers), tuple(self.rolls), tuple(self.entries))

    def tell_of_the_rest(self) -> None:
        """The step is over: lines that it never came to are told to their owner, not dropped."""
        for orders in self.lines:
            self.docket.notes += [
                Note(orders.side, f"{orders.part.name}: not reached, it was not carried out", line.at)
                for line in orders.rest
            ]

    def leftovers(self) -> list[Key]:
        """What is on record and was not met again."""
        return sorted(keys(self.record) - keys(self.told()))


def keys(told: Told) -> set[Key]:
    """The keys of all that was answered, thrown and drawn."""
    return {answer.key for answer in told.answers} | {roll.key for roll in told.rolls}


def apply(position: Position, entry: Entry) -> None:
    """Do an event to the table, or to the secrets of those who alone may know it."""
    entry.event.apply(position.table if entry.only is None else position.secrets.get(entry.only))
