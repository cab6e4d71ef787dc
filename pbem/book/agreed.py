"""Pages without a record: what all have agreed on, and the opening of what was hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.book.course import Course, begin
from pbem.book.documents import REFEREE, Agreement, Due, Opening, Sheet
from pbem.book.findings import Findings
from pbem.book.linking import check_dice
from pbem.book.page import Page
from pbem.book.signers import check_document, signing_keys
from pbem.dice.hidden import check_commitment, part_digest, salt_of
from pbem.model.canonical import canonical
from pbem.model.digest import digest
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope


def agreed_head(course: Course, documents: Mapping[str, Envelope]) -> bytes:
    """The head that an agreement makes: over all its envelopes, in charter order."""
    signed = {one.header.seat: one.header.digest() for one in documents.values()}
    fields = [field for seat in course.charter.seats for field in (seat, signed.get(seat, b""))]
    return digest("pbem/agreed/1", course.charter.game, course.open_number, *fields)


def check_agreement(course: Course, agreement: Agreement) -> Due:
    """What is due after an agreement; Tampered if it agrees on nothing that can be done."""
    if agreement.kind == "end":
        if agreement.result is None:
            raise Tampered("an end without a result")
        return Due(seats=[], result=agreement.result)
    if not 0 <= agreement.exchange <= course.number or (agreement.kind == "rejudge" and not agreement.exchange):
        raise Tampered(f"there is no record {agreement.exchange} to go back to")
    if agreement.kind == "rejudge":
        page = course.pages.get(agreement.exchange)  # one that was judged, and not yet judged anew by agreement
        if agreement.outcome is None or page is None or page.record is None:
            raise Tampered(f"record {agreement.exchange} is not judged again")
        return agreement.outcome.next.model_copy(update={"until": agreement.until})
    return due_after(course, agreement.exchange).model_copy(update={"until": agreement.until})


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
    keys = signing_keys(course, {})
    for file, envelope in page.documents.items():
        with findings.checking("envelopes", f"{page.name}/{file}"):
            if envelope.header.type != "agreement":
                raise Tampered(f"a {envelope.header.type} beside an agreement")
            check_document(course, envelope, course.head, keys)
            if envelope.header.link or envelope.body != next(iter(page.documents.values())).body:
                raise Tampered("is not the same agreement")
    for seat in course.charter.seats:
        file = f"agreement-{seat}.pbem"
        findings.check("heads", f"{page.name}/{file}", file in page.documents, "is missing, and all must sign")
    with findings.checking("heads", f"{page.name}/agreement.yaml"):
        due = check_agreement(course, agreement)
    if agreement.outcome is not None:
        check_dice(page, agreement.outcome, course.seeds, findings)
    return replace(
        course,
        head=agreed_head(course, page.documents),
        seeds={**course.seeds, page.number: course.seed},
        next=due,
        versions=agreement.outcome.versions if agreement.outcome else course.versions,
        resumes={**course.resumes, page.number: _resumed(course, page, agreement)},
    )


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
        check_document(course, page.documents["opening-referee.pbem"], course.head, signing_keys(course, {}))
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


def _check_opened(course: Course, opening: Opening, place: str, findings: Findings) -> None:
    """Every sheet fits the seal it was under, every part its digest, and nothing sealed is left out."""
    hidden, sealed = bytes.fromhex(opening.hidden), set()
    for page in course.pages.values():
        for envelope in (*page.of_type("orders"), *page.of_type("standing")):
            if envelope.sealed and page.public_sheet(envelope.header.seat) is None:
                digest = envelope.header.digest().hex()
                sealed.add(digest)
                with findings.checking("hidden", place):
                    _check_sheet(envelope, opening.sheets.get(digest))
        for holder, said in (page.outcome.parts if page.outcome else {}).items():
            part = opening.parts.get(str(page.number), {}).get(holder)
            made = part_digest(salt_of(hidden, page.number, holder), canonical(part)).hex()
            findings.check("hidden", place, made == said, f"the part of {holder} in {page.name} is another one")
    findings.check("hidden", place, opening.sheets.keys() == sealed, "opens sheets that are not in the book")


def _check_sheet(envelope: Envelope, opened: Sheet | None) -> None:
    if opened is None:
        raise Tampered(f"the {envelope.header.type} of {envelope.header.seat} are not opened")
    envelope.header.check_opening(salt=bytes.fromhex(opened.salt), payload=opened.sheet.encode("utf-8"))
