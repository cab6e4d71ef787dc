"""Times as records hold them, and deadlines: absolute, in UTC, on the clock hour of the charter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from pbem.model.errors import Refused, Tampered

FORM = "%Y-%m-%dT%H:%M:%SZ"
_SHAPE = re.compile(r"(?:19[7-9]|2[0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}Z")
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Span(NamedTuple):
    """An absence: whose, from when, until when."""

    seat: str
    start: datetime
    end: datetime


def say(at: datetime) -> str:
    """A time as a record holds it."""
    return at.astimezone(UTC).strftime(FORM)


def read_time(text: str) -> datetime:
    """The time of a record; Tampered if it is none."""
    if not _SHAPE.fullmatch(text):
        raise Tampered(f"{text[:30]!r} is no time such as 2025-11-07T20:00:00Z")
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise Tampered(f"{text[:30]!r} is no time such as 2025-11-07T20:00:00Z") from error


def as_time(when: datetime | str) -> datetime:
    """What a caller gave: a time, or its text."""
    return read_time(when) if isinstance(when, str) else when.astimezone(UTC).replace(microsecond=0)


def read_clock(text: str) -> tuple[int, int]:
    """20:00"""
    if not re.fullmatch("([01][0-9]|2[0-3]):[0-5][0-9]", text):
        raise Refused(f"no hour of the day: {text[:20]!r}", "write it as 20:00, in UTC")
    hour, minute = text.split(":")
    return int(hour), int(minute)


def read_days(text: str) -> frozenset[int]:
    """mon-fri, or sat, sun; Monday is 0."""
    days: set[int] = set()
    for word in text.replace(" ", "").split(","):
        first, span, last = word.partition("-")
        if not span:
            last = first
        if first not in WEEK or last not in WEEK:
            raise Refused(f"no days of the week: {text[:40]!r}", "write mon-sun, or mon, wed, fri")
        start, end = WEEK.index(first), WEEK.index(last)
        days |= {day % 7 for day in range(start, end + 1 if end >= start else end + 8)}
    return frozenset(days)


def next_clock(after: datetime, clock: str, days: str) -> datetime:
    """The first clock hour on an allowed day, not before `after`."""
    hour, minute = read_clock(clock)
    allowed = read_days(days)
    at = after.replace(hour=hour, minute=minute, second=0, microsecond=0)
    while at < after or at.weekday() not in allowed:
        at += timedelta(days=1)
    return at


def past_absences(
    deadline: datetime, seats: Iterable[str], absences: Iterable[Span], clock: str, days: str
) -> datetime:
    """The deadline moved behind every absence of a seat that owes something."""
    owing, spans = set(seats), sorted(absences, key=lambda span: span.start)
    moved = True
    while moved:
        moved = False
        for span in spans:
            if span.seat in owing and span.start <= deadline < span.end:
                deadline, moved = next_clock(span.end, clock, days), True
    return deadline
