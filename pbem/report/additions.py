"""The few words that renderers add to a document, in one place so that every format says the same."""

from __future__ import annotations

from pbem.model.document import Inline, Question, Secret, Span, spans

ANSWER = "answer"
CONTENTS = "Contents"
MAP_TABLE = "The units on the map as a table"
SKIP = "Skip to the report"


def secret_heading(secret: Secret) -> str:
    """The heading of what one seat alone may read; its note follows after a semicolon."""
    return f"FOR YOUR EYES (sealed to {secret.seat}"


def silence(question: Question) -> Inline:
    """What happens if nobody answers: `silence until Fri 7 Nov means a`, or nothing if not stated."""
    if not question.silence:
        return f"until {question.deadline}" if question.deadline else ""
    until: tuple[Span, ...] = (f"silence until {question.deadline or 'the deadline'} means ",)
    return until + spans(question.silence)
