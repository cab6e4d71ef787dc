"""A stop in mid-step, made whole again from what one side knows of it.

What the others hold and what they have answered is guessed, and the step run from its start, until all that the side
was told comes out: the same events, the same dice.  What does not come out so was guessed wrong and is left.  Nothing
goes into it but what the side knows, so nothing hidden can be learnt from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, fields, replace

from pbem.engine.advance import Bookmark
from pbem.engine.asked import Asked
from pbem.engine.clone import clone
from pbem.engine.papers import Docket
from pbem.engine.run import Done, Waiting, run, step_of
from pbem.engine.spec import RulesetSpec
from pbem.engine.stands import HashedFaces, Stand, fitting
from pbem.model.chooser import Whims
from pbem.model.decision import Decision, Pick, Source
from pbem.model.entry import Entry, Roll
from pbem.model.ids import Key
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.records import frozen, mutable
from pbem.model.sheet import Part

RUNS_FOR_A_GUESS = 60
"""For one guess at what is hidden."""
MOST_GUESSES = 8
WITHIN = re.compile(r" as | at | to |: ")
"""What stands between the names of an option: `36 as Artillery`."""
RANDOM_PICKS = 3
"""So many answers are thought of where they cannot be counted: several names, lines of a part."""


def made_whole(stand: Stand, number: int) -> Bookmark | None:
    """A whole bookmark that the side cannot tell from the true one; None if none was found.  Numbers differ in luck."""
    spec, mark = stand.terms.spec, stand.bookmark
    view = View(stand.side, mark.entry.table, mark.entry.secrets.get(stand.side), mark.told.entries)
    if not stand.guesses:
        return replace(mark, entry=fitting(spec, view, number)) if spec.secrets else mark
    for guess in range(MOST_GUESSES):
        entry = fitting(spec, view, number * MOST_GUESSES + guess)
        if (told := _fitting_run(stand, entry, number * MOST_GUESSES + guess)) is not None:
            return replace(mark, entry=entry, told=told)
    return None


@mutable
class GuessingDocket(Docket):
    """Answers with what the side knows and with what is guessed of the others; else the step stops."""

    known: dict[Key, Pick] = field(default_factory=dict)
    drawn: dict[Key, str] = field(default_factory=dict)
    """What the side saw drawn."""
    told: tuple[str, ...] = ()
    """Every name that the side was told, in turn."""

    def find(self, asked: Asked, view: View) -> tuple[Pick, Source, str] | None:
        pick = self.known.get(asked.decision.key)
        return None if pick is None or asked.wrong(pick) is not None else (pick, "reply", "")

    def leaning(self, key: Key, pool: list[str]) -> tuple[int, ...]:
        """Out of a place that nobody sees comes what was drawn there, or what came to light first."""
        wanted = (self.drawn[key],) if key in self.drawn else self.told
        return next(((pool.index(name) + 1,) for name in wanted if name in pool), ())


@frozen
class KnownFaces:
    """The dice that the side saw; others fall by a number."""

    seen: dict[Key, tuple[int, ...]]
    others: HashedFaces

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        return self.seen.get(key) or self.others.faces(key, die, count, hidden)


def _fitting_run(stand: Stand, entry: Position, number: int) -> Told | None:
    """Guess answer after answer; come to the stop with all that was told."""
    spec, mark, seen = stand.terms.spec, stand.bookmark, stand.bookmark.told
    own = {answer.key: answer.pick for answer in seen.answers}
    due = {decision.key for decision in stand.due}
    drawn = {roll.key: roll.drawn for roll in seen.rolls if roll.drawn is not None}
    names = tuple(dict.fromkeys(_single_names(seen.entries)))
    dice = KnownFaces({roll.key: roll.faces for roll in seen.rolls}, HashedFaces(number))
    step, chooser = step_of(spec, mark.step or ""), Whims("guess", number)
    guesses: list[dict[Key, Pick]] = [{}]
    for _ in range(RUNS_FOR_A_GUESS):
        if not guesses:
            return None
        guessed = guesses.pop()
        docket = GuessingDocket(spec, {}, known={**own, **guessed}, turn=mark.turn, drawn=drawn, told=names)
        outcome = run(step, mark.step_id, clone(entry), Told(), docket, dice, stand.exchange)
        if isinstance(outcome, Done) or not _begins_so(stand.side, outcome.told, seen):
            continue
        open_ = [asked for asked in outcome.asked if asked.decision.key not in due]
        if len(open_) < len(outcome.asked) or not due:
            if _is_all(stand.side, outcome.told, seen):
                return outcome.told
        elif open_:
            asked = open_[0]
            view = _asked_view(stand.side, asked, outcome, seen)
            found = [{**guessed, asked.decision.key: pick} for pick in _picks(spec, asked, view, chooser)]
            guesses.extend(reversed(found))
    return None


def _asked_view(side: str, asked: Asked, made: Waiting, seen: Told) -> View:
    """What the other may go by as he answers, and what must still come of it."""
    who, come = asked.decision.side, [entry for entry in made.told.entries if entry.only in (None, side)]
    return View(who, made.position.table, made.position.secrets.get(who), seen.entries[len(come) :])


def _picks(spec: RulesetSpec, asked: Asked, view: View, chooser: Whims) -> list[Pick]:
    """What the other may have answered, each once: what his line says, then what is named in all that came of it."""
    decision = asked.decision
    possible = _options(decision, view, chooser) if decision.kind != "part" else _lines(spec, decision, view, chooser)
    found: list[Pick] = []
    for pick in (*asked.said, *possible, Docket(spec, {}).default(decision, view)):
        if pick not in found and asked.wrong(pick) is None:
            found.append(pick)
    return found


def _options(decision: Decision, view: View, chooser: Whims) -> Iterator[Pick]:
    """One option after the other; of several, those that are named, and some at random."""
    told, shuffled = set(_names(view.since)), _shuffled(decision.options, chooser)
    named = [option for option in shuffled if all(name in told for name in WITHIN.split(option))]
    if decision.kind == "one":
        yield from (*named, *shuffled)
        return
    for count in range(min(len(named), decision.most), decision.least - 1, -1):
        yield tuple(option for option in decision.options if option in named[:count])
    for _ in range(RANDOM_PICKS):
        count = decision.least + chooser.number(min(decision.most, len(decision.options)) - decision.least + 1)
        yield chooser.some(decision.options, count)


def _shuffled(options: Sequence[str], chooser: Whims) -> list[str]:
    left = list(options)
    return [left.pop(chooser.number(len(left))) for _ in options]


def _names(entries: Iterable[Entry]) -> Iterator[str]:
    """Every text in what was told."""
    for value in _values(entries):
        yield from (text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str))


def _single_names(entries: Iterable[Entry]) -> Iterator[str]:
    """The texts that stand by themselves: what was drawn, held or played, and no whole heap."""
    yield from (value for value in _values(entries) if isinstance(value, str))


def _values(entries: Iterable[Entry]) -> Iterator[object]:
    for entry in entries:
        yield from (getattr(entry.event, each.name) for each in fields(entry.event))  # type: ignore[arg-type]


def _lines(spec: RulesetSpec, decision: Decision, view: View, chooser: Whims) -> Iterator[Pick]:
    """Lines that the ruleset thinks of, best such as lead to what was told; no line at all."""
    if (propose := spec.propose) is not None:
        yield from (Part(decision.topic, propose(view, decision, chooser)) for _ in range(RANDOM_PICKS))
    yield Part(decision.topic)


def _begins_so(side: str, made: Told, seen: Told) -> bool:
    """All that came out so far is the beginning of what the side was told, for everybody's ears and for its own."""
    for only in (None, side):
        now = [entry for entry in made.entries if entry.only == only]
        told = [entry for entry in seen.entries if entry.only == only]
        if now != told[: len(now)]:
            return False
    known = {roll.key: roll for roll in seen.rolls}
    return all(roll.key in known and _same(known[roll.key], roll) for roll in made.rolls if roll.only in (None, side))


def _same(seen: Roll, made: Roll) -> bool:
    """The same faces; or the same thing drawn, from whatever place among those that nobody saw."""
    return seen.drawn == made.drawn and (seen.drawn is not None or seen.faces == made.faces)


def _is_all(side: str, made: Told, seen: Told) -> bool:
    """Nothing that the side was told is missing."""
    heard = [entry for entry in made.entries if entry.only in (None, side)]
    met = {roll.key for roll in made.rolls} | {answer.key for answer in made.answers}
    known = {roll.key for roll in seen.rolls} | {answer.key for answer in seen.answers}
    return len(heard) == len(seen.entries) and known <= met
