"""A page with a record: whether its documents, times, inputs, links, seed and dice are as they must be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pbem.book.course import Course
from pbem.book.deadlines import check_next, deadline_of
from pbem.book.documents import Due, Receipt, Record, Reveal, read_payload
from pbem.book.findings import Findings
from pbem.book.folder import Folder, check_receipts
from pbem.book.layout import file_name
from pbem.book.linking import check_dice, check_holders, links_known, seed_of
from pbem.book.listing import check_close
from pbem.book.page import Page
from pbem.book.procedure import Procedure
from pbem.book.rekeying import chains_after, rekeys_of
from pbem.book.silence import check_only_silence, result_of, ripe_from
from pbem.book.singly import BESIDE_A_RECORD, check_counted_once, check_documents, check_named
from pbem.book.times import Span, read_time
from pbem.model.errors import Refused, Tampered


def after_record(course: Course, page: Page, findings: Findings) -> Course:
    """The course after an exchange that was judged, or after an end by silence."""
    record = page.record
    assert record is not None
    folder, judged = Folder.of(course, page.documents.values()), record.outcome is not None
    ends = folder.close if judged else page.silence
    beside = BESIDE_A_RECORD if judged else BESIDE_A_RECORD | {"silence"}
    check_documents(folder, page, beside, findings, record_after=ends.header.digest() if ends else course.head)
    check_named(page, ["record.pbem"], record.documents, findings)
    check_counted_once(folder, page, findings)
    for wrong in check_receipts(folder, complete=judged):
        findings.broke("heads", page.name, wrong)
    _check_times(folder, page, record.at, findings)
    return (_after_exchange if judged else _after_silence)(folder, page, record, findings)


def _after_exchange(folder: Folder, page: Page, record: Record, findings: Findings) -> Course:
    course, flow, outcome = folder.course, folder.course.procedure, record.outcome
    assert outcome is not None
    place, header = f"{page.name}/record.pbem", page.documents["record.pbem"].header
    findings.check("heads", place, header.seat == flow.recorder, f"is not for {header.seat} to write")
    _check_inputs(folder, page, record, flow, findings)
    seed = seed_of(course, page, record, flow, findings)
    check_dice(page, outcome, {page.number: seed}, findings)
    check_holders(page, course.charter, outcome, findings)
    pinned = outcome.versions == course.versions
    findings.check("rules", page.name, pinned, "was judged by another version than the charter or an agreement names")
    absences = _absences(folder, page, findings)
    with findings.checking("heads", place):
        check_next(course.charter, outcome.next, record.at, absences)
    return replace(
        course,
        head=header.digest(),
        seeds={**course.seeds, page.number: seed},
        keys=chains_after(course, links_known(page, flow), rekeys_of(course, folder.documents)),
        writer=header.seat,
        next=outcome.next,
        resumes={**course.resumes, page.number: page.number},
        absences=absences,
        time=record.at,
    )


def _after_silence(folder: Folder, page: Page, record: Record, findings: Findings) -> Course:
    """Nothing is judged: the silence is one that the folder bears out, and ripe; its author ends the game."""
    course, envelope = folder.course, page.silence
    place, header = f"{page.name}/record.pbem", page.documents["record.pbem"].header
    result = None
    with findings.checking("heads", f"{page.name}/{file_name(envelope)}" if envelope else place):
        said = check_only_silence(folder)
        result = result_of(course.charter, said)
        if read_time(record.at) < ripe_from(course.charter, said):
            raise Tampered("ended the game before it was ripe")
        if envelope is None or header.seat != envelope.header.seat:
            raise Tampered(f"is not for {header.seat} to write")
    nothing = not record.links and not record.missed and not header.link
    findings.check("links", place, nothing, "shows links, or names who missed, though nothing was judged")
    findings.check("links", place, record.seed == course.seed.hex(), "makes a seed of its own")
    return replace(
        course,
        head=header.digest(),
        seeds={**course.seeds, page.number: course.seed},
        keys=chains_after(course, {}, rekeys_of(course, folder.documents)),
        next=Due(seats=[], result=result),
        resumes={**course.resumes, page.number: course.resume},
        time=record.at,
    )


# times, inputs


def _check_times(folder: Folder, page: Page, at: str, findings: Findings) -> None:
    """Times never fall: the number before, receipts, close, record.  Of a silence its age is asked."""
    receipts = [read_payload(Receipt, one.body).received for one in folder.of_type("receipt")]
    close = [page.close.at] if page.close else []
    with findings.checking("heads", f"{page.name}/record.pbem"):
        check_order([[folder.course.time] if folder.course.time else [], receipts, close, [at]])


def check_order(stages: Iterable[Iterable[str]]) -> None:
    """Tampered if a time of one stage lies before one of an earlier stage, or is none."""
    latest = ""
    for stage in map(list, stages):
        for time in stage:
            read_time(time)
        if stage and min(stage) < latest:
            raise Tampered(f"times run backwards: {min(stage)} stands after {latest}")
        latest = max([latest, *stage])


def _check_inputs(folder: Folder, page: Page, record: Record, flow: Procedure, findings: Findings) -> None:
    """The close says what follows from the folder, and was signed in its time; orders are sealed as the flow says."""
    close, place = page.close, f"{page.name}/close.pbem"
    if close is None or folder.close is None:
        findings.check("heads", place, False, "is missing")
        return
    try:
        wrong = check_close(folder, close)
    except (Tampered, Refused) as error:
        wrong = [str(error)]
    for words in wrong:
        findings.broke("heads", place, words)
    findings.checked["heads"] += 1
    findings.check("heads", place, record.missed == close.missing, "and record differ about who is missing")
    if flow.opens_publicly:
        _check_openings(page, flow, findings)


def _check_openings(page: Page, flow: Procedure, findings: Findings) -> None:
    for seat in sorted(flow.sealed):
        orders, reveal = page.accepted(seat), page.find("reveal", seat)
        if orders is None or reveal is None:
            findings.broke("heads", page.name, f"the orders of {seat} are not opened")
            continue
        with findings.checking("envelopes", f"{page.name}/reveal-{seat}.pbem"):
            sheet = page.public_sheet(seat) or b""
            orders.header.check_opening(salt=bytes.fromhex(read_payload(Reveal, reveal.body).salt), payload=sheet)


def _absences(folder: Folder, page: Page, findings: Findings) -> tuple[Span, ...]:
    """All absences counted up to here."""
    try:
        return deadline_of(folder).absences
    except (Tampered, Refused) as error:
        findings.broke("heads", page.name, str(error))
        return folder.course.absences
