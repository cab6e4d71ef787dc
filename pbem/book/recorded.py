"""A page with a record: whether its documents, times, inputs, links, seed and dice are as they must be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pbem.book.course import Course
from pbem.book.deadlines import check_until, deadline_of
from pbem.book.documents import JSON_KINDS, REFEREE, Due, Receipt, Record, Reveal, Silence, read_payload
from pbem.book.findings import Findings
from pbem.book.folder import Folder, check_receipts
from pbem.book.layout import file_name
from pbem.book.linking import check_dice, links_known, seed_of
from pbem.book.listing import check_close
from pbem.book.page import Page
from pbem.book.procedure import Procedure
from pbem.book.rekeying import chains_after, check_rekey, rekeys_of, signing_keys
from pbem.book.signers import check_document
from pbem.book.silence import check_silence, result_of, ripe_from
from pbem.book.times import Span, read_time
from pbem.model.errors import Refused, Tampered
from pbem.seal.envelope import Envelope

BESIDE = ("orders", "standing", "away", "extension", "rekey", "receipt", "close", "reveal", "agreement")
"""What may stand beside the record of an exchange."""


def after_record(course: Course, page: Page, findings: Findings) -> Course:
    """The course after an exchange that was judged, or after an end by silence."""
    record = page.record
    assert record is not None
    folder = Folder.of(course, page.documents.values())
    answers = page.documents["record.pbem"].header.after
    check_documents(folder, page, answers, BESIDE if record.outcome is not None else (*BESIDE, "silence"), findings)
    check_named(page, ["record.pbem"], record.documents, findings)
    _check_times(folder, page, record.at, findings)
    if record.outcome is None:
        return _after_silence(folder, page, record, findings)
    return _after_exchange(folder, page, record, findings)


def _after_exchange(folder: Folder, page: Page, record: Record, findings: Findings) -> Course:
    course, flow, outcome = folder.course, folder.course.procedure, record.outcome
    assert outcome is not None
    place, header = f"{page.name}/record.pbem", page.documents["record.pbem"].header
    findings.check("heads", place, header.seat == flow.recorder, f"is not for {header.seat} to write")
    for wrong in check_receipts(folder):
        findings.broke("heads", page.name, wrong)
    _check_inputs(folder, page, record, flow, findings)
    seed = seed_of(course, page, record, flow, findings)
    check_dice(page, outcome, {page.number: seed}, findings)
    pinned = outcome.versions == course.versions
    findings.check("rules", page.name, pinned, "was judged by another version than the charter or an agreement names")
    absences = _absences(folder, page, findings)
    with findings.checking("heads", place):
        due = outcome.next
        check_until(course.charter.draft, record.at, due.kind, due.until, due.seats, absences)
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
    if envelope is None:
        findings.broke("heads", place, "judges nothing, and no seat is accused of silence")
    else:
        with findings.checking("heads", f"{page.name}/{file_name(envelope)}"):
            said = check_silence(folder.without(envelope), envelope)
            result = result_of(course.charter, said)
            if read_time(record.at) < ripe_from(course.charter, said):
                raise Tampered("ended the game before it was ripe")
        holds = header.seat == envelope.header.seat and header.after == envelope.header.digest()
        findings.check("heads", place, holds, f"is not for {header.seat} to write")
    nothing = not record.links and not record.missed and not header.link
    findings.check("links", place, nothing, "shows links, or names who missed, though nothing was judged")
    findings.check("links", place, record.seed == course.seed.hex(), "makes a seed of its own")
    return replace(
        course,
        head=header.digest(),
        seeds={**course.seeds, page.number: course.seed},
        next=Due(seats=[], result=result),
        resumes={**course.resumes, page.number: course.resume},
        time=record.at,
    )


# documents one by one


def check_documents(
    folder: Folder, page: Page, answers: bytes, beside: Iterable[str], findings: Findings, *, consents: bytes = b""
) -> None:
    """Every document: its type, its header, what it answers, who signed it.

    `answers`: what the record comes after; `consents`: what the agreements do, if it is not the head.
    """
    keys = signing_keys(folder.course, _sound_rekeys(folder, page, findings))
    closed = folder.close.header.digest() if folder.close else folder.course.head
    flow, allowed = folder.course.procedure, {*beside, "record"}
    signers = {"close": flow.closer, "extension": REFEREE}
    wanted = {"reveal": closed, "record": answers, "agreement": consents or folder.course.head}
    for file, envelope in page.documents.items():
        header = envelope.header
        if header.type == "rekey":
            continue  # judged by itself, since the spare key and the others may sign it
        after = wanted.get(header.type, header.after if header.type in ("receipt", "silence") else folder.course.head)
        with findings.checking("envelopes", f"{page.name}/{file}"):
            if header.type not in allowed:
                raise Tampered(f"a {header.type} has no place here")
            check_document(folder.course, envelope, after, keys)
            if signers.get(header.type, header.seat) != header.seat:
                raise Tampered(f"is signed by {header.seat}, not by {signers[header.type]}")
            check_body(folder, envelope)


def _sound_rekeys(folder: Folder, page: Page, findings: Findings) -> list[Envelope]:
    sound = []
    for envelope in folder.of_type("rekey"):
        with findings.checking("envelopes", f"{page.name}/rekey of {envelope.header.seat}"):
            if envelope.header.game != folder.charter.game or envelope.header.exchange != folder.course.open_number:
                raise Tampered("belongs to another game or number")
            if envelope.header.after != folder.course.head or envelope.header.link:
                raise Tampered("answers another document than the one before it, or shows a link")
            check_rekey(folder.course, envelope)
            sound.append(envelope)
    return sound


def check_body(folder: Folder, envelope: Envelope) -> None:
    """What a document says is what its type says, and its revision one that it can have."""
    header = envelope.header
    if header.type in ("orders", "standing"):
        if header.seat == REFEREE or not header.revision:
            raise Tampered(f"{header.type} of {header.seat}, revision {header.revision}, are none")
        return
    read_payload(JSON_KINDS[header.type], envelope.body)
    counted = header.type in ("away", "extension", "receipt", "agreement", "silence")
    if counted != bool(header.revision):
        raise Tampered(f"a {header.type} has {'a' if counted else 'no'} revision")


def check_named(page: Page, ends: Iterable[str], said: Mapping[str, str], findings: Findings) -> None:
    """Every other document of a page is named by those that end it."""
    ends = sorted(ends)
    named = {file: one.header.digest().hex() for file, one in page.documents.items() if file not in ends}
    for file in sorted(named.keys() | said.keys()):
        if file not in named:
            findings.broke("heads", f"{page.name}/{file}", "is missing")
        elif named[file] != said.get(file):
            findings.broke("heads", f"{page.name}/{file}", f"not what {page.name}/{ends[0]} signed")


# times, inputs


def _check_times(folder: Folder, page: Page, at: str, findings: Findings) -> None:
    """Times never fall: the number before, receipts, close, silence, record."""
    receipts = [read_payload(Receipt, one.body).received for one in folder.of_type("receipt")]
    silence = [read_payload(Silence, one.body).at for one in folder.of_type("silence")]
    close = [page.close.at] if page.close else []
    stages = [[folder.course.time] if folder.course.time else [], receipts, close, silence, [at]]
    with findings.checking("heads", f"{page.name}/record.pbem"):
        check_order(stages)


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
    header = page.documents["record.pbem"].header
    findings.check(
        "heads", f"{page.name}/record.pbem", header.after == folder.close.header.digest(), "answers no close"
    )
    try:
        wrong = check_close(folder, close)
    except (Tampered, Refused) as error:
        wrong = [str(error)]
    for words in wrong:
        findings.broke("heads", place, words)
    findings.checked["heads"] += 1
    findings.check("heads", place, record.missed == close.missing, "and record differ about who is missing")
    for orders in folder.of_type("orders"):
        seat = orders.header.seat
        if orders.sealed != (seat in flow.sealed):
            must = "" if orders.sealed else "not "
            findings.broke("heads", page.name, f"the orders of {seat} should {must}be open")
    for standing in folder.of_type("standing"):
        if standing.sealed != folder.charter.has_referee:
            findings.broke(
                "heads", page.name, f"standing orders of {standing.header.seat} are not sealed as they should be"
            )
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
