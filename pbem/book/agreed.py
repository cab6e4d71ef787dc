"""Pages without a record: what all have agreed on, and the opening of what was hidden."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from pbem.book.course import Course, begin
from pbem.book.deadlines import deadline_of
from pbem.book.documents import REFEREE, Agreement, Due, Opening, Receipt, Sheet, read_payload
from pbem.book.findings import Findings
from pbem.book.folder import Folder
from pbem.book.layout import file_name
from pbem.book.linking import check_dice
from pbem.book.page import Page
from pbem.book.recorded import check_documents, check_named, check_order
from pbem.book.rekeying import chains_after, rekeys_of, signing_keys
from pbem.book.signers import check_document
from pbem.book.silence import check_silence, ripe_from
from pbem.book.times import read_time
from pbem.dice.hidden import check_commitment, part_digest, salt_of
from pbem.model.canonical import canonical
from pbem.model.digest import digest
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope

LAPSES_WITHIN, DUE_WITHIN = timedelta(days=30), timedelta(days=365)
BESIDE = ("rekey", "away", "receipt", "close", "agreement")
"""What may stand beside an agreement; with a silence against the referee also what that rests on."""
RESTS_ON = ("silence", "orders", "standing", "extension", "reveal")


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
        return Due(seats=[], result=agreement.result)
    if agreement.result is not None or (agreement.outcome is not None) != (agreement.kind == "rejudge"):
        raise Tampered(f"says more than an agreement to {agreement.kind}")
    due = _due_again(course, agreement)
    if due.result is not None:
        if agreement.until:
            raise Tampered("says until when nothing is due")
        return due
    if not at < read_time(agreement.until) <= at + DUE_WITHIN:
        raise Tampered("does not say until when the next exchange is due, within a year")
    return due.model_copy(update={"until": agreement.until})


def _due_again(course: Course, agreement: Agreement) -> Due:
    """What an undo goes back to, or what comes of judging again."""
    if not 0 <= agreement.exchange <= course.number or (agreement.kind == "rejudge" and not agreement.exchange):
        raise Tampered(f"there is no record {agreement.exchange} to go back to")
    if agreement.kind == "undo":
        return due_after(course, agreement.exchange)
    page = course.pages.get(agreement.exchange)  # one that was judged, and not yet judged anew by agreement
    if agreement.outcome is None or page is None or page.record is None or page.record.outcome is None:
        raise Tampered(f"record {agreement.exchange} is not judged again")
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
    beside = (*BESIDE, *RESTS_ON) if silent else BESIDE
    check_documents(folder, page, course.head, beside, findings, consents=signed[0].header.after)
    check_named(page, [name for name, one in page.documents.items() if one in signed], agreement.documents, findings)
    _check_beside(folder, page, agreement, findings)
    for one in signed:
        alike = one.body == signed[0].body and one.header.after == signed[0].header.after and not one.header.link
        findings.check("envelopes", f"{page.name}/agreement of {one.header.seat}", alike, "is not the same agreement")
    wanted = [seat for seat in course.charter.seats if not (silent and seat == REFEREE)]
    findings.check(
        "heads", page.name, sorted(one.header.seat for one in signed) == sorted(wanted), "is not signed once by all"
    )
    with findings.checking("heads", f"{page.name}/agreement.yaml"):
        due = check_agreement(course, agreement)
    absences = course.absences
    with findings.checking("heads", page.name):
        absences = deadline_of(folder).absences
    if agreement.outcome is not None:
        check_dice(page, agreement.outcome, course.seeds, findings)
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
        said = check_silence(folder.without(envelope), envelope, whatever_policy=True)
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


def after_opening(course: Course, page: Page, findings: Findings) -> Course:
    opening = page.opening
    assert opening is not None
    place = f"{page.name}/opening-referee.pbem"
    with findings.checking("envelopes", place):
        if len(page.documents) != 1:
            raise Tampered("does not stand alone")
        check_document(course, page.documents["opening-referee.pbem"], course.head, signing_keys(course, ()))
    findings.check("heads", place, course.result is not None, "comes before the end of the game")
    with findings.checking("hidden", place):
        entry = course.charter.entries.get(REFEREE)
        shown = bytes.fromhex(entry.hidden) if entry else b""
        check_commitment(course.charter.draft_digest, bytes.fromhex(opening.hidden), shown=shown)
    _check_opened(course, opening, place, findings)
    head = page.documents["opening-referee.pbem"].header.digest()
    return replace(
        course,
        head=head,
        seeds={**course.seeds, page.number: course.seed},
        resumes={**course.resumes, page.number: course.resume},
        opened=True,
    )


def sealed_sheets(course: Course) -> dict[bytes, Envelope]:
    """The sealed orders and standing orders that counted and that nobody has opened, by digest."""
    found: dict[bytes, Envelope] = {}
    for page in course.pages.values():
        if page.close is None or page.outcome is None:
            continue
        counted = {*page.close.accepted.values(), *page.close.standing.values()}
        for envelope in (*page.of_type("orders"), *page.of_type("standing")):
            public = envelope.header.type == "orders" and page.public_sheet(envelope.header.seat) is not None
            if envelope.sealed and not public and envelope.header.digest().hex() in counted:
                found[envelope.header.digest()] = envelope
    return found


def _check_opened(course: Course, opening: Opening, place: str, findings: Findings) -> None:
    """Every sheet fits the seal it was under, every part its digest, and nothing sealed is left out."""
    hidden, sealed = bytes.fromhex(opening.hidden), sealed_sheets(course)
    for digest_, envelope in sealed.items():
        with findings.checking("hidden", place):
            _check_sheet(envelope, opening.sheets.get(digest_.hex()))
    for page in course.pages.values():
        for holder, said in (page.outcome.parts if page.outcome else {}).items():
            part = opening.parts.get(str(page.number), {}).get(holder)
            made = part_digest(salt_of(hidden, page.number, holder), canonical(part)).hex()
            findings.check("hidden", place, made == said, f"the part of {holder} in {page.name} is another one")
    here = {digest_.hex() for digest_ in sealed}
    findings.check("hidden", place, opening.sheets.keys() == here, "opens sheets that are not in the book")


def _check_sheet(envelope: Envelope, opened: Sheet | None) -> None:
    if opened is None:
        raise Tampered(f"the {envelope.header.type} of {envelope.header.seat} are not opened")
    envelope.header.check_opening(salt=bytes.fromhex(opened.salt), payload=opened.sheet.encode("utf-8"))
