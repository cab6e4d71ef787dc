"""Deadlines for a calendar, as RFC 5545 has them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from pbem.app.ics import WIDTH, CalendarEntry, calendar, deadline_in
from pbem.model.errors import Refused

UNTIL = datetime(2026, 12, 20, 21, 0, tzinfo=timezone(timedelta(hours=1)))
STAMP = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
ONE = CalendarEntry("kh7f", "00ff00ff00ff00ff", 4, UNTIL, ("blue orders",))


def unfolded(text: str) -> list[str]:
    return text.replace("\r\n ", "").split("\r\n")


def test_the_bytes_of_a_deadline() -> None:
    assert calendar([ONE], STAMP).split("\r\n") == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//deadlines//EN", "CALSCALE:GREGORIAN",
        "BEGIN:VEVENT", "UID:00ff00ff00ff00ff-4@pbem.invalid", "DTSTAMP:20261201T093000Z", "SEQUENCE:0",
        "DTSTART:20261220T190000Z", "DTEND:20261220T200000Z", "SUMMARY:pbem kh7f\\, exchange 4: blue orders",
        "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", "",
    ]  # fmt: skip


def test_more_time_moves_the_same_event() -> None:
    later = CalendarEntry(ONE.game, ONE.id, ONE.exchange, UNTIL + timedelta(days=1), ONE.owes, moved=1)
    one, other = unfolded(calendar([ONE], STAMP)), unfolded(calendar([later], STAMP))
    assert one[5] == other[5]
    assert (one[7], other[7]) == ("SEQUENCE:0", "SEQUENCE:1")


def test_no_line_is_too_long_and_no_letter_cut_and_nothing_smuggled() -> None:
    owes = ("blue örders ü" * 12, "red; a\\b, c\r\nBEGIN:VALARM")
    text = calendar([CalendarEntry("kh7f", ONE.id, 4, UNTIL, owes)], STAMP)
    assert all(len(line.encode()) <= WIDTH for line in text.split("\r\n"))
    (summary,) = [line for line in unfolded(text) if line.startswith("SUMMARY:")]
    assert "örders ü" * 1 in summary
    assert "red\\; a\\\\b\\, c" in summary
    assert "BEGIN:VALARM" not in text.split("\r\n")


def test_many_games_are_one_calendar() -> None:
    text = calendar([ONE, CalendarEntry("m2pd", "11" * 8, 9, UNTIL, ("red an answer",))], STAMP)
    assert text.count("BEGIN:VEVENT") == 2
    assert text.count("BEGIN:VCALENDAR") == 1


def test_where_nothing_is_due_there_is_no_empty_calendar() -> None:
    nothing = {"game": "kh7f", "id": "", "exchange": 4, "until": None, "due": [], "moved": 0}
    assert deadline_in(nothing) is None
    with pytest.raises(Refused):
        calendar([], STAMP)
