"""Pages without a record: what all have agreed on, and the opening of what was hidden."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from pbem.book.course import Course, begin
from pbem.book.deadlines import check_due, check_winner, deadline_of
from pbem.book.documents import REFEREE, Agreement, Due, Receipt, read_payload
from pbem.book.findings import Findings
from pbem.book.folder import Folder, check_receipts
from pbem.book.layout import file_name
from pbem.book.linking import check_dice, check_holders
from pbem.book.page import Page
from pbem.book.recorded import check_order
from pbem.book.rekeying import chains_after, rekeys_of
from pbem.book.silence import check_only_silence, ripe_from
from pbem.book.singly import BESIDE_A_RECORD, check_counted_once, check_documents, check_named
from pbem.book.times import read_time
from pbem.model.digest import digest
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope

LAPSES_WITHIN, DUE_WITHIN = timedelta(days=30), timedelta(days=365)
BESIDE = frozenset({"rekey", "away", "receipt", "close", "agreement"})
"""What may stand beside an agreement; with a silence against the referee also what that rests on."""


def agreed_head(course: Course, documents: Iterable[Envelope]) -> bytes:
    """The head that an agreement makes: over all its envelopes, in charter order."""
    signed = {one.header.seat: one.header.digest() for one in documents if one.header.type == "agreement"}
    fields = [field for seat in course.charter.seats for field in (seat, signed.get(seat, b""))]
    return digest("pbem/agreed/1", course.charter.game, course.open_number, *fields)


def check_agreement(course: Course, agreement: Agreement) -> Due:
    """What is due after an agreement; Tampered if it agrees on nothing that can be done."""
    at = read_time(agreement.at)
    if not at <= read_time(agreement.lapses) <= at + LAPSES_WITHIN:
        raise Tampered("does not lapse within 30 days")
    if agreement.kind == "end":
        if agreement.result is None or agreement.result.case != "agreement" or agreement.until or agreement.exchange:
            raise Tampered("an end without a result, or with more than one needs")
        if agreement.outcome is not None:
            raise Tampered("an end with an outcome")
        check_winner(course.charter, agreement.result)
        return Due(seats=[], result=agreement.result)
    if agreement.result is not None or (agreement.outcome is not None) != (agreement.kind == "rejudge"):
        raise Tampered(f"says more than an agreement to {agreement.kind}")
    due = _due_again(course, agreement)
    if not due.seats:
        if agreement.until:
            raise Tampered("says until when nothing is due")
        return due
    if not agreement.until or not at < read_time(agreement.until) <= at + DUE_WITHIN:
        raise Tampered("does not say until when the next exchange is due, within a year")
    return replace(due, until=agreement.until)


def _due_again(course: Course, agreement: Agreement) -> Due:
    """What an undo goes back to, or what comes of judging again."""
    if not 0 <= agreement.exchange <= course.number or (agreement.kind == "rejudge" and not agreement.exchange):
        raise Tampered(f"there is no record {agreement.exchange} to go back to")
    if agreement.kind == "undo":
        return due_after(course, agreement.exchange)
    page = course.pages.get(agreement.exchange)  # one that was judged, and not yet judged anew by agreement
    if agreement.outcome is None or page is None or page.record is None or page.record.outcome is None:
        raise Tampered(f"record {agreement.exchange} is not judged again")
    check_due(course.charter, agreement.outcome.next)
    if agreement.outcome.next.until != agreement.until:
        raise Tampered("names two different times until when the next exchange is due")
    return agreement.outcome.next


def due_after(course: Course, number: int) -> Due:
    """What was due after a number."""
    number = course.resumes.get(number, number)
    if number == 0:
        return begin(course.charter).next
    outcome = course.outcome(number)
    if outcome is None:
        raise Tampered(f"number {number} is no record that the game could go on from")
    return outcome.next


def after_agreement(course: Course, page: Page, findings: Findings) -> Course:
    agreement, due = page.agreement, course.next
    assert agreement is not None
    folder = Folder.of(course, page.documents.values())
    signed = folder.of_type("agreement")
    silent = _without_referee(folder, page, agreement, findings)
    check_documents(folder, page, BESIDE_A_RECORD | {"silence"} if silent else BESIDE, findings)
    check_named(page, [name for name, one in page.documents.items() if one in signed], agreement.documents, findings)
    check_counted_once(folder, page, findings)
    _check_beside(folder, page, agreement, findings)
    for one in signed:
        alike = one.body == signed[0].body and one.header.after == signed[0].header.after
        findings.check("envelopes", f"{page.name}/agreement of {one.header.seat}", alike, "is not the same agreement")
    wanted = [seat for seat in course.charter.seats if not (silent and seat == REFEREE)]
    seats = [one.header.seat for one in signed]
    findings.check("heads", page.name, len(set(seats)) == len(seats), "is signed twice by one seat")
    for seat in course.charter.seats:
        holds = (seat in seats) == (seat in wanted)
        findings.check(
            "heads", f"{page.name}/agreement-{seat}", holds, "is missing" if seat in wanted else "is not wanted"
        )
    with findings.checking("heads", f"{page.name}/agreement.yaml"):
        due = check_agreement(course, agreement)
    absences = course.absences
    with findings.checking("heads", page.name):
        absences = deadline_of(folder).absences
    if agreement.outcome is not None:
        check_dice(page, agreement.outcome, {agreement.exchange: course.seeds[agreement.exchange]}, findings)
        check_holders(page, course.charter, agreement.outcome, findings)
    return replace(
        course,
        head=agreed_head(course, signed),
        seeds={**course.seeds, page.number: course.seed},
        keys=chains_after(course, {}, rekeys_of(course, folder.documents)),
        next=due,
        versions=agreement.outcome.versions if agreement.outcome else course.versions,
        resumes={**course.resumes, page.number: _resumed(course, page, agreement)},
        absences=absences,
        time=agreement.at,
    )


def _without_referee(folder: Folder, page: Page, agreement: Agreement, findings: Findings) -> bool:
    """Whether the players end the game without a referee who has fallen silent."""
    envelope = page.silence
    if envelope is None:
        return False
    with findings.checking("heads", f"{page.name}/{file_name(envelope)}"):
        said = check_only_silence(folder, whatever_policy=True)
        if agreement.kind != "end" or said.by != REFEREE:
            raise Tampered("stands beside an agreement that needs no silence")
        if read_time(agreement.at) < ripe_from(folder.charter, said):
            raise Tampered("is not ripe")
    return True


def _check_beside(folder: Folder, page: Page, agreement: Agreement, findings: Findings) -> None:
    """Consents answer the head, or the close that stands beside them; absences have receipts; times never fall."""
    answers = folder.of_type("agreement")[0].header.after
    closed = folder.close.header.digest() if folder.close else folder.course.head
    findings.check("heads", page.name, answers == closed, "is a consent from before the close, or to another one")
    for wrong in check_receipts(folder, complete=False):
        findings.broke("heads", page.name, wrong)
    for away in folder.of_type("away"):
        found = folder.received(away) is not None
        findings.check("heads", page.name, found, f"there is no receipt for the absence of {away.header.seat}")
    receipts = [read_payload(Receipt, one.body).received for one in folder.of_type("receipt")]
    before = [folder.course.time] if folder.course.time else []
    close = [page.close.at] if page.close else []
    with findings.checking("heads", page.name):
        check_order([before, close, [agreement.at]])
        check_order([before, receipts])


def _resumed(course: Course, page: Page, agreement: Agreement) -> int:
    """The number whose state the game goes on from after an agreement."""
    if agreement.kind == "undo":
        return course.resumes.get(agreement.exchange, 0)
    return page.number if agreement.kind == "rejudge" else course.resume
