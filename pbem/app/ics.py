"""What is due, for a calendar: an iCalendar file as RFC 5545 has it, times in UTC.

The same deadline is the same event for ever: a calendar that has it moves it, if more time was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from pbem.model.errors import Refused
from pbem.model.printable import printable
from pbem.model.records import frozen

FORM = "%Y%m%dT%H%M%SZ"
WIDTH = 75
"""Octets of a line; a longer one goes on behind a blank."""


@frozen
class CalendarEntry:
    """Until when something is due in a game."""

    game: str
    """The game's short name."""
    id: str
    """The beginning of its id, in hexadecimal."""
    exchange: int
    until: datetime
    owes: tuple[str, ...]
    """Who owes what."""
    moved: int = 0
    """How often more time was given."""


def deadline_in(glance: Mapping[str, Any]) -> CalendarEntry | None:
    """What is due by a status as data; None: nothing is."""
    if not glance["until"] or not glance["due"]:
        return None
    owes = tuple(f"{one['seat']} {one['what']}" for one in glance["due"])
    until = datetime.fromisoformat(glance["until"])
    return CalendarEntry(glance["game"], glance["id"], glance["exchange"], until, owes, glance["moved"])


def calendar(deadlines: Iterable[CalendarEntry], stamp: datetime) -> str:
    """The file's text, lines ended as the standard wants them; Refused if nothing is due: no calendar is empty."""
    events = [line for one in deadlines for line in _event(one, stamp)]
    if not events:
        raise Refused("nothing is due, so there is nothing for a calendar", "pbem status says what comes next")
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//deadlines//EN", "CALSCALE:GREGORIAN"]
    return "".join(f"{folded(line)}\r\n" for line in [*head, *events, "END:VCALENDAR"])


def _event(one: CalendarEntry, stamp: datetime) -> list[str]:
    until, owes = one.until.astimezone(UTC), "; ".join(one.owes)
    return [
        "BEGIN:VEVENT",
        f"UID:{one.id}-{one.exchange}@pbem.invalid",
        f"DTSTAMP:{stamp.astimezone(UTC):{FORM}}",
        f"SEQUENCE:{one.moved}",
        f"DTSTART:{until - timedelta(hours=1):{FORM}}",
        f"DTEND:{until:{FORM}}",
        f"SUMMARY:{escaped(f'pbem {one.game}, exchange {one.exchange}: {owes}')}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def escaped(text: str) -> str:
    """A text as a value may hold it."""
    plain = printable(text, 400).replace("\\", "\\\\")
    return plain.replace(";", "\\;").replace(",", "\\,")


def folded(line: str) -> str:
    """A line in pieces that are short enough, cut between letters and never in one."""
    pieces: list[str] = []
    piece = ""
    for sign in line:
        room = WIDTH if not pieces else WIDTH - 1
        if len((piece + sign).encode("utf-8")) > room:
            pieces.append(piece)
            piece = ""
        piece += sign
    return "\r\n ".join([*pieces, piece])
