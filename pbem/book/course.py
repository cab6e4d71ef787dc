"""The course of a game: what follows from its pages without the rules.  Keys, links, seeds, heads, who is due.

`after_page` judges one page and gives the course after it.  The same function serves those who take a page in
and those who audit: the first stop at the first break, the others go on as far as they can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pbem.book.charter import Charter, SeatKeys, check_distinct, check_keys
from pbem.book.documents import (
    JSON_KINDS,
    REFEREE,
    Agreement,
    Away,
    Due,
    Outcome,
    Record,
    Rekey,
    Result,
    Reveal,
    Versions,
    read_payload,
)
from pbem.book.findings import Findings
from pbem.book.page import Page
from pbem.book.procedure import Procedure, procedure
from pbem.book.times import Span, read_time
from pbem.dice.chain import Known, check_link
from pbem.dice.hidden import check_commitment
from pbem.dice.log import Die, verify
from pbem.dice.seed import first_seed, next_seed
from pbem.model.digest import digest
from pbem.model.errors import Refused, Tampered
from pbem.seal.envelope import Envelope
from pbem.seal.signing import check_signed


ENDS = {"record.yaml": "record.pbem", "agreement.yaml": "agreement", "opening.yaml": "opening-referee.pbem"}
"""What a page ends with, by the file that shows it."""


@dataclass(frozen=True, slots=True)
class Course:
    """Where the chain of records stands."""

    charter: Charter
    number: int
    head: bytes
    seeds: Mapping[int, bytes]
    keys: Mapping[str, SeatKeys]
    writer: str
    """Who wrote the last record, or the draft."""
    next: Due
    versions: Versions
    resumes: Mapping[int, int] = field(default_factory=lambda: {0: 0})
    """By number: the number whose state the game goes on from."""
    absences: tuple[Span, ...] = ()
    pages: Mapping[int, Page] = field(default_factory=dict)
    opened: bool = False

    @property
    def open_number(self) -> int:
        """The exchange that is open, or would be."""
        return self.number + 1

    @property
    def resume(self) -> int:
        """The number whose state the game goes on from now."""
        return self.resumes[self.number]

    @property
    def result(self) -> Result | None:
        return self.next.result

    @property
    def seed(self) -> bytes:
        return self.seeds[self.number]

    @property
    def procedure(self) -> Procedure:
        return procedure(self.charter, self.next.seats, self.writer)

    def outcome(self, number: int) -> Outcome | None:
        page = self.pages.get(number)
        return page.outcome if page else None


def begin(charter: Charter) -> Course:
    """The course at head 0: every player confirms the charter in exchange 1."""
    return Course(
        charter=charter,
        number=0,
        head=charter.game,
        seeds={0: first_seed(charter.game)},
        keys={seat: SeatKeys.of(entry) for seat, entry in charter.entries.items()},
        writer=charter.drafter,
        next=Due(seats=list(charter.players), until=charter.draft.first),
        versions=charter.draft.versions,
    )


def after_page(course: Course, page: Page, findings: Findings) -> Course:
    """The course after a page; what is wrong with the page is found."""
    if page.number != course.open_number:
        findings.broke("heads", page.name, f"follows number {course.number}")
    kinds = [kind for kind in ("record", "agreement", "opening") if getattr(page, kind) is not None]
    if len(kinds) != 1:
        lost = ENDS.get(next((file for file in ENDS if file in page.others), ""), "")
        if lost and not kinds:
            findings.broke("heads", f"{page.name}/{lost}", "is missing")
        raise Tampered("holds not exactly one record, agreement or opening")
    if (course.result is not None and kinds != ["opening"]) or course.opened:
        findings.broke("heads", page.name, "follows the end of the game")
    judge = {"record": _after_record, "agreement": _after_agreement, "opening": _after_opening}[kinds[0]]
    after = judge(course, page, findings)
    return replace(after, number=page.number, pages={**course.pages, page.number: page})


# one document


def check_document(course: Course, envelope: Envelope, after: bytes, keys: Mapping[str, tuple[bytes, ...]]) -> None:
    """Refuse a document of another game, number or head, or one that its seat did not sign."""
    header = envelope.header
    if header.game != course.charter.game:
        raise Tampered("belongs to another game")
    if header.exchange != course.open_number:
        raise Tampered(f"belongs to exchange {header.exchange}, not {course.open_number}")
    if header.seat not in keys:
        raise Tampered(f"is signed by {header.seat}, who has no seat")
    if header.after != after:
        raise Tampered("answers another document than the one before it")
    _check_any(envelope, keys[header.seat])


def _check_any(envelope: Envelope, keys: tuple[bytes, ...]) -> None:
    """Refuse an envelope that no key of its seat signed; while a seat changes its key it has two."""
    for key in keys[:-1]:
        try:
            return check_signed(envelope, key)
        except Tampered:
            continue
    return check_signed(envelope, keys[-1])


def signing_keys(course: Course, rekeys: Mapping[str, Rekey]) -> dict[str, tuple[bytes, ...]]:
    """The keys that sign in this exchange: a new one counts at once, the old one until the record."""
    keys: dict[str, tuple[bytes, ...]] = {seat: (own.key,) for seat, own in course.keys.items()}
    for seat, rekey in rekeys.items():
        keys[seat] = (*keys[seat], SeatKeys.of(rekey).key)
    return keys


# records


def _after_record(course: Course, page: Page, findings: Findings) -> Course:
    record, flow = page.record, course.procedure
    assert record is not None
    rekeys = _rekeys(course, page, findings)
    _check_documents(course, page, flow, signing_keys(course, rekeys), findings)
    _check_inputs(course, page, record, flow, findings)
    seed = _seed(course, page, record, flow, findings)
    _check_dice(page, record.outcome, {page.number: seed}, findings)
    pinned = record.outcome.versions == course.versions
    findings.check("rules", page.name, pinned, "was judged by another version than the charter or an agreement names")
    known = {**course.keys, **_links_known(course, page, flow)}
    header = page.documents["record.pbem"].header
    return replace(
        course,
        head=header.digest(),
        seeds={**course.seeds, page.number: seed},
        keys=known | {seat: SeatKeys.of(rekey) for seat, rekey in rekeys.items()},
        writer=header.seat,
        next=record.outcome.next,
        resumes=_resumes(course, page, page.number),
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


# links and seeds


def link_shown(page: Page, flow: Procedure, seat: str) -> bytes:
    """The link of a seat, from the document in which the flow wants it; empty if that is not there."""
    document = flow.link_in[seat]
    envelope = page.accepted(seat) if document == "orders" else page.find(document, seat)
    return envelope.header.link if envelope else b""


def _seed(course: Course, page: Page, record: Record, flow: Procedure, findings: Findings) -> bytes:
    """The seed of the exchange; the links are followed back to the last ones known, or to the tips."""
    if record.stalled:
        findings.check("links", f"{page.name}/record.pbem", record.seed == course.seed.hex(), "makes a seed of its own")
        return course.seed
    links: dict[str, bytes] = {}
    for seat in flow.link_in:
        link = link_shown(page, flow, seat)
        place = f"{page.name}/{flow.link_in[seat]}"
        missing_orders = flow.link_in[seat] == "orders" and page.accepted(seat) is None
        if link or not missing_orders:
            with findings.checking("links", place):
                check_link(course.charter.draft_digest, seat, Known(page.number, link), known=course.keys[seat].known)
        links[seat] = link
    _check_no_other_link(page, flow, findings)
    try:
        seed = next_seed(course.seed, page.number, tuple(flow.link_in), links)
    except Tampered as error:
        findings.broke("links", page.name, str(error))
        return course.seed
    said = {seat: link.hex() for seat, link in links.items()}
    place = f"{page.name}/record.pbem"
    findings.check("links", place, record.links == said, "names other links than were shown")
    findings.check("links", place, record.seed == seed.hex(), "names another seed than the links make")
    return seed


def _check_no_other_link(page: Page, flow: Procedure, findings: Findings) -> None:
    """A link in a document that has no business to show one."""
    for file, envelope in page.documents.items():
        header = envelope.header
        if header.link and flow.link_in.get(header.seat) != header.type:
            findings.broke("links", f"{page.name}/{file}", f"shows a link of {header.seat} where none belongs")


def _links_known(course: Course, page: Page, flow: Procedure) -> dict[str, SeatKeys]:
    """The seats whose last known link is now this exchange's."""
    return {
        seat: replace(course.keys[seat], known=Known(page.number, link))
        for seat in flow.link_in
        if (link := link_shown(page, flow, seat))
    }


def _check_dice(page: Page, outcome: Outcome, seeds: Mapping[int, bytes], findings: Findings) -> None:
    """Every logged die computed again from the seed of its exchange."""
    place = f"{page.name}/dice.yaml"
    try:
        log = [Die.from_record(line) for line in outcome.dice]
    except Tampered as error:
        findings.broke("dice", place, str(error))
        return
    findings.checked["dice"] += len(log)
    for wrong in verify(log, seeds):
        findings.broke("dice", place, f"{wrong.name} {wrong.message}")
    for die in log:
        if die.hidden:
            findings.broke("dice", place, f"{die.name} is hidden and stands in public")


# absences and new keys


def absences_in(page: Page) -> list[Span]:
    spans = []
    for envelope in page.of_type("away"):
        try:
            away = read_payload(Away, envelope.body)
            spans.append(Span(envelope.header.seat, read_time(away.start), read_time(away.end)))
        except Tampered:
            continue  # told already
    return spans


def _rekeys(course: Course, page: Page, findings: Findings) -> dict[str, Rekey]:
    """The new keys of each seat, if they are rightly signed."""
    rekeys: dict[str, Rekey] = {}
    for seat in sorted({_whose(envelope) for envelope in page.of_type("rekey")}):
        with findings.checking("envelopes", f"{page.name}/rekey of {seat}"):
            mine = [envelope for envelope in page.of_type("rekey") if _whose(envelope) == seat]
            rekeys[seat] = check_rekey(course, mine)
    return rekeys


def _whose(envelope: Envelope) -> str:
    try:
        return read_payload(Rekey, envelope.body).seat
    except Tampered:
        return envelope.header.seat


def check_rekey(course: Course, signed: list[Envelope]) -> Rekey:
    """The new keys of a seat: by its spare key, by its key, or by the referee and all other seats."""
    rekey = read_payload(Rekey, signed[0].body)
    seat = rekey.seat
    if seat not in course.keys:
        raise Tampered(f"new keys for {seat}, who has no seat")
    for envelope in signed:
        header = envelope.header
        if envelope.body != signed[0].body or header.exchange != course.open_number or header.after != course.head:
            raise Tampered(f"the new keys of {seat} are signed for something else")
        if header.game != course.charter.game:
            raise Tampered(f"the new keys of {seat} belong to another game")
    signers = {envelope.header.seat: envelope for envelope in signed}
    own = course.keys[seat]
    if set(signers) == {seat}:
        _check_any(signers[seat], (own.spare, own.key) if own.spare else (own.key,))
    else:
        others = {one for one in course.charter.seats if one != seat}
        if not course.charter.draft.substitutes:
            raise Refused(f"the charter allows no substitute for {seat}")
        if set(signers) != others or not course.charter.has_referee:
            raise Tampered(f"a substitute for {seat} needs the referee and all other seats")
        for signer, envelope in signers.items():
            check_signed(envelope, course.keys[signer].key)
    check_keys(rekey)
    entries = {one: entry for one, entry in course.charter.entries.items() if one != seat}
    check_distinct({**entries, seat: rekey})
    return rekey


def signed_by_spare(course: Course, envelope: Envelope) -> bool:
    """Whether a rekey comes from the spare key, which outranks the key."""
    own = course.keys[envelope.header.seat]
    try:
        check_signed(envelope, own.spare)
    except Tampered:
        return False
    return True


# agreements and the opening


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


def _after_agreement(course: Course, page: Page, findings: Findings) -> Course:
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
        _check_dice(page, agreement.outcome, course.seeds, findings)
    return replace(
        course,
        head=agreed_head(course, page.documents),
        seeds={**course.seeds, page.number: course.seed},
        next=due,
        versions=agreement.outcome.versions if agreement.outcome else course.versions,
        resumes=_resumes(course, page, _resumed(course, page, agreement)),
    )


def _resumed(course: Course, page: Page, agreement: Agreement) -> int:
    """The number whose state the game goes on from after an agreement."""
    if agreement.kind == "undo":
        return course.resumes.get(agreement.exchange, 0)
    return page.number if agreement.kind == "rejudge" else course.resume


def _resumes(course: Course, page: Page, number: int) -> dict[int, int]:
    return {**course.resumes, page.number: number}


def _after_opening(course: Course, page: Page, findings: Findings) -> Course:
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
    head = page.documents["opening-referee.pbem"].header.digest()
    return replace(
        course,
        head=head,
        seeds={**course.seeds, page.number: course.seed},
        resumes=_resumes(course, page, course.resume),
        opened=True,
    )
