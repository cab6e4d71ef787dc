"""Deadlines, worked out from the charter and from what was receipted: absences are a right, extensions a gift."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.book.charter import Charter
from pbem.book.documents import REFEREE, Away, Draft, Due, Extension, Result, read_payload
from pbem.book.folder import Folder
from pbem.book.times import Span, next_clock, past_absences, read_time, say
from pbem.model.counting import many
from pbem.model.errors import Refused, Tampered
from pbem.seal.envelope import Envelope

LONGEST_EXTENSION = timedelta(days=30)


class Deadline(NamedTuple):
    """Until when a number is due, and all absences counted until then; None: nothing is due."""

    until: datetime | None
    absences: tuple[Span, ...]


def until_after(draft: Draft, at: str, kind: str, seats: Iterable[str], absences: Iterable[Span]) -> str:
    """Until when what comes next is due: a turn or a question from now, on the clock hour, behind absences."""
    hours = draft.turn if kind == "part" else draft.question
    first = next_clock(read_time(at) + timedelta(hours=hours), draft.clock, draft.days)
    return say(past_absences(first, seats, absences, draft.clock, draft.days))


def deadline_of(folder: Folder, *, accused: str = "") -> Deadline:
    """The deadline of the folder's number.  The absences of a seat that is accused of silence do not move it.

    Refused or Tampered if the folder holds an absence or an extension that the charter does not give.
    """
    course, draft = folder.course, folder.charter.draft
    absences, said = list(course.absences), course.next.until

    def past(until: datetime) -> datetime:
        counted = [span for span in absences if span.seat != accused]
        return past_absences(until, course.next.seats, counted, draft.clock, draft.days)

    until = past(read_time(said)) if said else None
    for came in folder.in_order("away", "extension"):
        if came.document.header.type == "away":
            span = span_of(came.document)
            check_away(draft, span, absences, came.at)
            absences.append(span)
            later = until
        else:
            later = read_time(check_extension(folder, came.document).until)
        if until is not None and later is not None and came.at < until:
            until = past(max(until, later))
    return Deadline(until, tuple(absences))


def span_of(away: Envelope) -> Span:
    said = read_payload(Away, away.body)
    return Span(away.header.seat, read_time(said.start), read_time(said.end))


def check_away(draft: Draft, span: Span, counted: Iterable[Span], at: datetime) -> None:
    """Refuse an absence that the charter does not give when it is said."""
    terms, mine = draft.away, [one for one in counted if one.seat == span.seat]
    if span.seat not in draft.seats or span.seat == REFEREE:
        raise Refused(f"{span.seat} has no deadlines")
    if span.end <= span.start:
        raise Refused("an absence that ends before it begins", "name the first day, then the last")
    if span.start < at + timedelta(hours=terms.notice):
        raise Refused(f"an absence is said {many(terms.notice, 'hour')} ahead", "ask the referee for an extension")
    if len(mine) >= terms.times:
        raise Refused(f"{span.seat} has been away {many(len(mine), 'time')} of {terms.times}")
    used, more = sum((one.end - one.start for one in mine), timedelta()), span.end - span.start
    if used + more > timedelta(days=terms.days):
        raise Refused(f"{span.seat} has used {used.days} of {many(terms.days, 'day')}, this would be {more.days} more")


def check_extension(folder: Folder, envelope: Envelope) -> Extension:
    """Refuse an extension by anybody but the referee, one that gives no time, and one that gives too much."""
    said, until = read_payload(Extension, envelope.body), folder.course.next.until
    if envelope.header.seat != REFEREE:
        raise Refused(f"an extension is the referee's to give, not {envelope.header.seat}'s")
    if not until:
        raise Refused("nothing is due")
    if read_time(said.until) <= read_time(until):
        raise Refused("an extension that gives no time")
    if read_time(said.until) > read_time(until) + LONGEST_EXTENSION:
        raise Refused("all extensions of one number give 30 days at most", "agree on pbem undo or pbem end")
    return said


def check_due(charter: Charter, due: Due) -> None:
    """Tampered if what is due next is not said as it must be said, whatever the rules make of it."""
    if due.seats != [seat for seat in charter.players if seat in due.seats]:
        raise Tampered("does not name who is due in charter order, each player once")
    if (due.result is None) != bool(due.seats):
        raise Tampered("says that the game is over and who is due, or neither")
    if due.result is not None:
        check_winner(charter, due.result)
    if bool(due.seats) != bool(due.kind) or bool(due.seats) != bool(due.until):
        raise Tampered("says until when nothing is due, or not what is due until when")


def check_winner(charter: Charter, result: Result) -> None:
    if result.winner not in ("", *charter.sides):
        raise Tampered(f"names a winner who is no side: {result.winner}")


def check_next(charter: Charter, due: Due, at: str, absences: Iterable[Span]) -> None:
    """Tampered if what comes next is not due when the charter says."""
    check_due(charter, due)
    if due.seats and due.until != (right := until_after(charter.draft, at, due.kind, due.seats, absences)):
        raise Tampered(f"says that what comes next is due {due.until}; by the charter it is {right}")
