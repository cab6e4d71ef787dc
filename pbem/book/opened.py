"""The opening at the end: everything that was hidden fits what was promised of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.book.course import Course
from pbem.book.documents import REFEREE, OpenedSheet, Opening
from pbem.book.findings import Findings
from pbem.book.page import Page
from pbem.book.rekeying import signing_keys
from pbem.book.signers import check_document
from pbem.dice.hidden import check_commitment, hidden_seed, part_digest, salt_of
from pbem.dice.log import Die, verify
from pbem.model.canonical import canonical
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope


def after_opening(course: Course, page: Page, findings: Findings) -> Course:
    opening = page.opening
    assert opening is not None
    place = f"{page.name}/opening-referee.pbem"
    with findings.checking("envelopes", place):
        if len(page.documents) != 1:
            raise Tampered("does not stand alone")
        envelope = page.documents["opening-referee.pbem"]
        check_document(course, envelope, course.head, signing_keys(course, ()))
        if envelope.header.link:
            raise Tampered("shows a link where none belongs")
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
    """Every sheet fits the seal it was under, every part its digest, and nothing is left out or added."""
    hidden, sealed = bytes.fromhex(opening.hidden), sealed_sheets(course)
    for digest_, envelope in sealed.items():
        with findings.checking("hidden", place):
            _check_sheet(envelope, opening.sheets.get(digest_.hex()))
    here = {digest_.hex() for digest_ in sealed}
    findings.check("hidden", place, opening.sheets.keys() == here, "opens sheets that are not in the book")
    promised = set()
    for page in course.pages.values():
        for holder, said in (page.outcome.parts if page.outcome else {}).items():
            promised.add((str(page.number), holder))
            with findings.checking("hidden", f"{place}: {page.number}/{holder}"):
                _check_part(course, page, hidden, holder, opening.parts.get(str(page.number), {}).get(holder), said)
    shown = {(number, holder) for number, parts in opening.parts.items() for holder in parts}
    findings.check("hidden", place, shown <= promised, "opens parts that nobody was promised")


def _check_part(course: Course, page: Page, hidden: bytes, holder: str, part: Any, said: str) -> None:
    """A hidden part is what was promised, and its dice come out the same when they are computed again."""
    if part_digest(salt_of(hidden, page.number, holder), canonical(part)).hex() != said:
        raise Tampered("is another part than was promised")
    if not (isinstance(part, dict) and isinstance(part.get("dice"), list)):
        raise Tampered("is no hidden part")
    judged = page.agreement.exchange if page.agreement else page.number
    dice = [Die.from_record(line) for line in part["dice"]]
    seeds = {judged: hidden_seed(hidden, course.seeds[judged])}
    if shown := [die for die in dice if not die.hidden]:
        raise Tampered(f"{shown[0].name} is not hidden, and stands in a hidden part")
    if wrong := verify(dice, {}, seeds):
        raise Tampered(f"{wrong[0].name} {wrong[0].message}")


def _check_sheet(envelope: Envelope, opened: OpenedSheet | None) -> None:
    if opened is None:
        raise Tampered(f"the {envelope.header.type} of {envelope.header.seat} are not opened")
    envelope.header.check_opening(salt=bytes.fromhex(opened.salt), payload=opened.sheet.encode("utf-8"))
