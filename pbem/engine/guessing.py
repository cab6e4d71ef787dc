"""A stop in mid-step, made whole again from what one side knows of it.

What the others hold and what they have answered is guessed, and the step run from its start, until all that the side
was told comes out: the same events, the same dice.  What does not come out so was guessed wrong and is left.  Nothing
goes into it but what the side knows, so nothing hidden can be learnt from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from pbem.engine.advance import Bookmark
from pbem.engine.asked import Asked
from pbem.engine.clone import clone
from pbem.engine.papers import Docket
from pbem.engine.run import Done, run, step_of
from pbem.engine.spec import RulesetSpec
from pbem.engine.stands import HashedFaces, Stand, fitting
from pbem.model.chooser import Whims
from pbem.model.decision import Decision, Pick, Source
from pbem.model.ids import Key
from pbem.model.outcome import Told
from pbem.model.position import Position, View
from pbem.model.records import frozen, mutable
from pbem.model.sheet import Part

RUNS_FOR_A_GUESS = 60
"""For one guess at what is hidden."""
MOST_GUESSES = 8
RANDOM_PICKS = 3
"""So many answers are thought of where they cannot be counted: several names, lines of a part."""


def made_whole(stand: Stand, number: int) -> Bookmark | None:
    """A whole bookmark that the side cannot tell from the true one; None if none was found.  Numbers differ in luck."""
    spec, mark = stand.terms.spec, stand.bookmark
    view = View(stand.side, mark.entry.table, mark.entry.secrets.get(stand.side))
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

    def find(self, asked: Asked, view: View) -> tuple[Pick, Source, str] | None:
        pick = self.known.get(asked.decision.key)
        return None if pick is None or asked.wrong(pick) is not None else (pick, "reply", "")


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
    dice = KnownFaces({roll.key: roll.faces for roll in seen.rolls}, HashedFaces(number))
    step, chooser = step_of(spec, mark.step or ""), Whims("guess", number)
    guesses: list[dict[Key, Pick]] = [{}]
    for _ in range(RUNS_FOR_A_GUESS):
        if not guesses:
            return None
        guessed = guesses.pop()
        docket = GuessingDocket(spec, {}, known={**own, **guessed}, turn=mark.turn)
        outcome = run(step, mark.step_id, clone(entry), Told(), docket, dice, stand.exchange)
        if isinstance(outcome, Done) or not _begins_so(stand.side, outcome.told, seen):
            continue
        open_ = [asked for asked in outcome.asked if asked.decision.key not in due]
        if len(open_) < len(outcome.asked) or not due:
            if _is_all(stand.side, outcome.told, seen):
                return outcome.told
        elif open_:
            asked = open_[0]
            view = View(asked.decision.side, outcome.position.table, outcome.position.secrets.get(asked.decision.side))
            found = [{**guessed, asked.decision.key: pick} for pick in _picks(spec, asked, view, chooser)]
            guesses.extend(reversed(found))
    return None


def _picks(spec: RulesetSpec, asked: Asked, view: View, chooser: Whims) -> Iterator[Pick]:
    """What the other may have answered, the default first."""
    default = Docket(spec, {}).default(asked.decision, view)
    yield default
    for pick in _others(spec, asked.decision, view, chooser):
        if pick != default and asked.wrong(pick) is None:
            yield pick


def _others(spec: RulesetSpec, decision: Decision, view: View, chooser: Whims) -> Iterator[Pick]:
    if decision.kind == "one":
        yield from chooser.some(decision.options, len(decision.options))
        return
    for _ in range(RANDOM_PICKS):
        if decision.kind == "several":
            count = decision.least + chooser.number(min(decision.most, len(decision.options)) - decision.least + 1)
            yield chooser.some(decision.options, count)
        elif spec.propose is not None:
            yield Part(decision.topic, spec.propose(view, decision, chooser))


def _begins_so(side: str, made: Told, seen: Told) -> bool:
    """All that came out so far is the beginning of what the side was told, for everybody's ears and for its own."""
    for only in (None, side):
        now = [entry for entry in made.entries if entry.only == only]
        told = [entry for entry in seen.entries if entry.only == only]
        if now != told[: len(now)]:
            return False
    known = {roll.key: roll for roll in seen.rolls}
    return all(
        roll.key in known and known[roll.key].faces == roll.faces and known[roll.key].drawn == roll.drawn
        for roll in made.rolls
        if roll.only in (None, side)
    )


def _is_all(side: str, made: Told, seen: Told) -> bool:
    """Nothing that the side was told is missing."""
    heard = [entry for entry in made.entries if entry.only in (None, side)]
    met = {roll.key for roll in made.rolls} | {answer.key for answer in made.answers}
    known = {roll.key for roll in seen.rolls} | {answer.key for answer in seen.answers}
    return len(heard) == len(seen.entries) and known <= met
