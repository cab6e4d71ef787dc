"""The few words that renderers add to a document, in one place so that every format says the same."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.model.document import Inline, Question, Secret, Span, spans

ANSWER = "answer"
CONTENTS = "Contents"
MAP_TABLE = "The units on the map as a table"
SKIP = "Skip to the report"
WHOLE_MAP = "THE WHOLE MAP"


def secret_heading(secret: Secret) -> str:
    """The heading of what one seat alone may read; its note follows after a semicolon."""
    return f"FOR YOUR EYES (sealed to {secret.seat}"


def silence(question: Question) -> Inline:
    """What happens if nobody answers: `silence until Fri 7 Nov means a`, or nothing if not stated."""
    if not question.silence:
        return f"until {question.deadline}" if question.deadline else ""
    until: tuple[Span, ...] = (f"silence until {question.deadline or 'the deadline'} means ",)
    return until + spans(question.silence)


def part_of_map(number: int, parts: int, first: str, last: str) -> str:
    """The caption of a part of a map."""
    return f"The map, part {number} of {parts}: {first} to {last}" if parts > 1 else f"The map from {first} to {last}"


def stacks_in_words(stacks: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What lies upon each other, for paper, on which no stack can be opened."""
    return "stacks, the top first: " + "; ".join(f"{place} {', '.join(units)}" for place, units in stacks)


def units_elsewhere(units: Sequence[str], count: int) -> str:
    """Who stands on the map and not in the parts that are shown."""
    more = f" ... ({count} in all)" if count > len(units) else ""
    return f"not in this part of the map: {', '.join(units)}{more}"
