"""What is in the book: the log of its numbers, how things stood after one, what changed between two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pbem.book.course import Course
from pbem.model.records import frozen
from pbem.office.game import Game


@frozen
class LogLine:
    """A line of the log: one number of the book."""

    number: int
    kind: Literal["charter", "record", "agreement", "opening"]
    at: str
    words: str
    head: str
    set_aside: bool


def log(game: Game) -> tuple[LogLine, ...]:
    """What is in the book, number by number."""
    course = game.course
    standing = course.standing
    lines = [
        LogLine(0, "charter", "", f"the charter of {' '.join(course.charter.seats)}", course.charter.game.hex(), False)
    ]
    for number, page in sorted(course.pages.items()):
        head = _head_of(course, number)
        if page.record is not None:
            missed = f"; missed by {' '.join(page.record.missed)}" if page.record.missed else ""
            steps = ", ".join(f"{one.turn} {one.step}" for one in page.outcome.stretches) if page.outcome else ""
            silent = "" if page.outcome else "ended by silence"
            words = f"{steps or silent or 'nothing was played'}{missed}"
            lines.append(LogLine(number, "record", page.record.at, words, head, number not in standing))
        elif page.agreement is not None:
            said = page.agreement
            words = f"{said.kind} {said.exchange or ''}: {said.why}".replace(" :", ":")
            lines.append(LogLine(number, "agreement", said.at, words, head, False))
        else:
            lines.append(LogLine(number, "opening", "", "everything that was hidden", head, False))
    return tuple(lines)


def _head_of(course: Course, number: int) -> str:
    page = course.pages[number]
    record = page.documents.get("record.pbem")
    return record.header.digest().hex() if record else ""


def replay(game: Game, to: int) -> Any:
    """The public state after a number."""
    return game.state(to)


@frozen
class Change:
    """One thing on the table that differs."""

    path: tuple[str, ...]
    before: Any
    after: Any


def diff(game: Game, one: int, other: int) -> tuple[Change, ...]:
    """What differs on the table between two numbers."""
    return tuple(_changes((), replay(game, one)["table"], replay(game, other)["table"]))


def _changes(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from _changes((*path, key), before.get(key), after.get(key))
    elif before != after:
        yield Change(path, before, after)
