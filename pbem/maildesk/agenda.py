"""What is to be done at which time, whether or not a letter comes.  A function of the game and the policy alone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from pbem.book.deadlines import deadline_of
from pbem.book.documents import REFEREE
from pbem.book.folder import Folder
from pbem.book.listing import free_from, listing
from pbem.maildesk.config import Policy, seconds
from pbem.model.errors import Refused, Tampered

Act = Literal["remind", "grace", "adjudicate", "ask", "missed", "ask-missed", "overdue"]


class Errand(NamedTuple):
    """One thing to do, from a time on; `seats` are those whom it concerns."""

    at: datetime
    act: Act
    seats: tuple[str, ...] = ()
    hours: int = 0
    """Of a reminder: so long before the deadline."""


def agenda(here: Folder, seat: str, policy: Policy, now: datetime) -> list[Errand]:
    """All that is to come for the open number, the earliest first."""
    course, draft = here.course, here.charter.draft
    if course.result is not None or not course.next.seats or here.close is not None:
        return []
    try:
        until, silent = deadline_of(here).until, listing(here).missing
    except (Refused, Tampered):
        return []
    closes = course.procedure.closer == seat
    found: list[Errand] = []
    if closes and not silent:
        found.append(_all_in(here, policy, until, now))
    elif closes and until is not None:
        found += _reminders(until, silent, policy)
        if seat == REFEREE:
            grace = until + timedelta(hours=draft.grace)
            found.append(Errand(grace, "missed" if policy.missed == "after-grace" else "ask-missed", silent))
    return sorted(found)


def _all_in(here: Folder, policy: Policy, until: datetime | None, now: datetime) -> Errand:
    """Nothing is wanting: it is resolved as soon as a slip can no longer be replaced, or when the policy says."""
    free = free_from(here) or now
    if policy.adjudicate == "ask":
        return Errand(free, "ask")
    if policy.adjudicate == "deadline" and until is not None:
        return Errand(max(free, until), "adjudicate")
    return Errand(free, "adjudicate")


def _reminders(until: datetime, silent: tuple[str, ...], policy: Policy) -> list[Errand]:
    made = []
    for said in policy.remind:
        if said == "grace":
            made.append(Errand(until, "grace", silent))
        else:
            before = seconds(said)
            made.append(Errand(until - timedelta(seconds=before), "remind", silent, before // 3600))
    return made
