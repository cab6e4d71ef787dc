"""A page with a record: whether its documents, inputs, links, seed and dice are as they must be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.book.charter import SeatKeys
from pbem.book.course import Course
from pbem.book.documents import JSON_KINDS, REFEREE, Away, Record, Reveal, read_payload
from pbem.book.findings import Findings
from pbem.book.linking import check_dice, links_known, seed_of
from pbem.book.page import Page
from pbem.book.procedure import Procedure
from pbem.book.rekeying import rekeys_in
from pbem.book.signers import check_document, signing_keys
from pbem.book.times import Span, read_time
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope


def after_record(course: Course, page: Page, findings: Findings) -> Course:
    record, flow = page.record, course.procedure
    assert record is not None
    rekeys = rekeys_in(course, page, findings)
    _check_documents(course, page, flow, signing_keys(course, rekeys), findings)
    _check_inputs(course, page, record, flow, findings)
    seed = seed_of(course, page, record, flow, findings)
    check_dice(page, record.outcome, {page.number: seed}, findings)
    pinned = record.outcome.versions == course.versions
    findings.check("rules", page.name, pinned, "was judged by another version than the charter or an agreement names")
    known = {**course.keys, **links_known(course, page, flow)}
    header = page.documents["record.pbem"].header
    return replace(
        course,
        head=header.digest(),
        seeds={**course.seeds, page.number: seed},
        keys=known | {seat: SeatKeys.of(rekey) for seat, rekey in rekeys.items()},
        writer=header.seat,
        next=record.outcome.next,
        resumes={**course.resumes, page.number: page.number},
        absences=(*course.absences, *absences_in(page)),
    )


def _check_documents(
    course: Course, page: Page, flow: Procedure, keys: Mapping[str, tuple[bytes, ...]], findings: Findings
) -> None:
    """Every document: its header, what it answers, who signed it, whether the record names it."""
    record, close = page.documents["record.pbem"], page.documents.get("close.pbem")
    closed = close.header.digest() if close else course.head
    digests = {envelope.header.digest() for envelope in page.documents.values()}
    wanted = {"receipt": None, "reveal": closed, "record": closed}
    signers = {"close": flow.closer, "receipt": flow.closer, "extension": REFEREE}
    for file, envelope in page.documents.items():
        header = envelope.header
        after = wanted.get(header.type, course.head)
        with findings.checking("envelopes", f"{page.name}/{file}"):
            if after is None and header.after not in digests:
                raise Tampered("is a receipt for a document that is not here")
            if header.type == "rekey":
                continue  # judged by itself, since the spare key and the others may sign it
            check_document(course, envelope, header.after if after is None else after, keys)
            if signers.get(header.type, header.seat) != header.seat:
                raise Tampered(f"is signed by {header.seat}, not by {signers[header.type]}")
            _check_body(envelope)
    assert page.record is not None
    named = {file: one.header.digest().hex() for file, one in page.documents.items() if file != "record.pbem"}
    for file in sorted(named.keys() | page.record.documents.keys()):
        if file not in named:
            findings.broke("heads", f"{page.name}/{file}", "is missing")
        elif named[file] != page.record.documents.get(file):
            findings.broke("heads", f"{page.name}/{file}", f"not what {page.name}/record.pbem signed")
    allowed = {flow.recorder} | (set(course.charter.seats) if page.record.stalled else set())
    holds = record.header.seat in allowed and record.header.seat != page.record.stalled
    findings.check("heads", f"{page.name}/record.pbem", holds, f"is not for {record.header.seat} to write")


def _check_body(envelope: Envelope) -> None:
    kind = envelope.header.type
    if kind not in ("away", "extension", "receipt", "orders", "standing", "close", "reveal", "record"):
        raise Tampered(f"a {kind} has no place in an exchange")
    if kind not in ("orders", "standing"):
        read_payload(JSON_KINDS[kind], envelope.body)


def _check_inputs(course: Course, page: Page, record: Record, flow: Procedure, findings: Findings) -> None:
    """The close lists exactly the orders that are here, of seats that were due, sealed as the flow wants it."""
    close, place = page.close, f"{page.name}/close.pbem"
    if close is None:
        findings.check("heads", place, bool(record.stalled), "is missing")
        return
    owing = set(course.next.seats)
    listed = set(close.accepted.values()) | set(close.standing.values())
    here = {one.header.digest().hex() for one in (*page.of_type("orders"), *page.of_type("standing"))}
    findings.check("heads", place, listed == here, "does not list exactly the orders that are here")
    findings.check("heads", place, close.accepted.keys() <= owing, "accepts orders of a seat that is not due")
    silent = sorted(owing - close.accepted.keys())
    findings.check("heads", place, sorted(close.missing) == silent, "does not say who is missing")
    findings.check("heads", place, sorted(record.missed) == silent or bool(record.stalled), "and record differ")
    if course.charter.draft.mode == "alone" and silent and not record.stalled:
        findings.broke("heads", place, f"goes on without {silent[0]}, for whom nobody fills in")
    for seat in close.accepted:
        orders = page.accepted(seat)
        if orders is None or orders.header.seat != seat:
            findings.broke("heads", place, f"accepts orders of {seat} that are not his")
        elif orders.sealed != (seat in flow.sealed):
            findings.broke(
                "heads", f"{page.name}", f"the orders of {seat} should {'' if orders.sealed else 'not '}be open"
            )
    if flow.opens_publicly and not record.stalled:
        _check_openings(page, flow, findings)


def _check_openings(page: Page, flow: Procedure, findings: Findings) -> None:
    for seat in sorted(flow.sealed):
        orders, reveal = page.accepted(seat), page.find("reveal", seat)
        if orders is None or reveal is None:
            findings.broke("heads", page.name, f"the orders of {seat} are not opened")
            continue
        with findings.checking("envelopes", f"{page.name}/reveal-{seat}.pbem"):
            sheet = page.public_sheet(seat) or b""
            salt = _reveal_salt(reveal)
            orders.header.check_opening(salt=salt, payload=sheet)


def _reveal_salt(reveal: Envelope) -> bytes:
    return bytes.fromhex(read_payload(Reveal, reveal.body).salt)


def absences_in(page: Page) -> list[Span]:
    spans = []
    for envelope in page.of_type("away"):
        try:
            away = read_payload(Away, envelope.body)
            spans.append(Span(envelope.header.seat, read_time(away.start), read_time(away.end)))
        except Tampered:
            continue  # told already
    return spans
