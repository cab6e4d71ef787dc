"""What is on record for a step, and how a game ends."""

from __future__ import annotations

from pbem.model.decision import Answer
from pbem.model.entry import Entry, Roll
from pbem.model.records import frozen


@frozen
class Told:
    """All that has been put on record for a step: what a re-run must meet again."""

    answers: tuple[Answer, ...] = ()
    rolls: tuple[Roll, ...] = ()
    entries: tuple[Entry, ...] = ()


@frozen
class Ending:
    """How a game ended: who won (nobody: a draw), with what grade, by which case."""

    winner: str | None
    case: str
    words: str
