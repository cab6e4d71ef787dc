"""Times as mails say them: absolute, in UTC, with the weekday, always in English."""

from __future__ import annotations

from datetime import UTC, datetime

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def moment(at: datetime) -> str:
    """Fri 7 Nov 20:00 UTC."""
    return f"{day(at)} {at.astimezone(UTC):%H:%M} UTC"


def day(at: datetime) -> str:
    """Tue 4 Nov."""
    utc = at.astimezone(UTC)
    return f"{WEEKDAYS[utc.weekday()]} {utc.day} {MONTHS[utc.month - 1]}"
