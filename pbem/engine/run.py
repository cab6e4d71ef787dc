"""Run a step from its start on what is on record for it, and check every promise on the way out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pbem.engine.asked import Asked
from pbem.engine.clone import clone
from pbem.engine.papers import Docket
from pbem.engine.session import Dice, Pause, Session, apply
from pbem.engine.spec import RulesetSpec, Step
from pbem.engine.umpire import Umpire
from pbem.model.entry import Entry
from pbem.model.errors import Refused, RulesBug, Stale, Tampered
from pbem.model.ids import spoken
from pbem.model.outcome import Told
from pbem.model.position import Position
from pbem.model.records import frozen


@frozen
class Done:
    """The step ended; `then` names the next one, None ends the game."""

    position: Position
    told: Told
    then: str | None


@frozen
class Waiting:
    """The step stopped for these questions; the position is how things stand in mid-step."""

    position: Position
    told: Told
    asked: tuple[Asked, ...]


Outcome: TypeAlias = Done | Waiting


def run(step: Step, step_id: str, entry: Position, record: Told, docket: Docket, dice: Dice, exchange: int) -> Outcome:
    """The step's outcome.  The entry position is left untouched."""
    session = Session(step_id, clone(entry), record, docket, dice, exchange, entry)
    docket.situation = session.situation
    try:
        then = step(session.draft.table, Umpire(session))
    except Pause as pause:
        _keep_promises(session, entry)
        return Waiting(session.draft, session.told(), tuple(pause.asked))
    except (RulesBug, Refused, Stale, Tampered):
        raise
    except Exception as bug:
        raise RulesBug(f"{step_id}, {_last(session)}: {type(bug).__name__}: {bug}") from bug
    _keep_promises(session, entry)
    session.tell_of_the_rest()
    return Done(session.draft, session.told(), then)


def _last(session: Session) -> str:
    """How far the step had come: what a report of the defect has to say."""
    if not session.entries:
        return "before its first entry"
    last = session.entries[-1]
    return f"after entry {len(session.entries)} ({last.case} {type(last.event).__name__})"


def fold(entry: Position, entries: Iterable[Entry]) -> Position:
    """The position that the events lead to."""
    position = clone(entry)
    for told in entries:
        apply(position, told)
    return position


def _keep_promises(session: Session, entry: Position) -> None:
    told = session.record.entries
    for number, (before, now) in enumerate(zip(told, session.entries, strict=False)):
        if before != now:
            raise Stale(f"{session.step_id}: entry {number} was told as {before}, and is now {now}")
    if len(session.entries) < len(told):
        raise Stale(f"{session.step_id}: {len(told)} entries were told, {len(session.entries)} are left")
    if left := session.leftovers():
        raise Stale(f"{session.step_id}: on record and not met again: {', '.join(map(spoken, left))}")
    if fold(entry, session.entries) != session.draft:
        raise RulesBug(f"{session.step_id}: the position was changed behind the events' back")


def step_of(spec: RulesetSpec, name: str) -> Step:
    if name not in spec.steps:
        raise RulesBug(f"{spec.name} has no step {name!r}")
    return spec.steps[name]
