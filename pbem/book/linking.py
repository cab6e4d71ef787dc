"""Links, the seed they make, and the dice it gives."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.book.course import Course
from pbem.book.documents import Outcome, Record
from pbem.book.findings import Findings
from pbem.book.page import Page
from pbem.book.procedure import Procedure
from pbem.book.rekeying import rekeys_of
from pbem.dice.chain import Known, check_link
from pbem.dice.log import Die, verify
from pbem.dice.seed import next_seed
from pbem.model.errors import Tampered


def link_shown(page: Page, flow: Procedure, seat: str) -> bytes:
    """The link of a seat, from the document in which the flow wants it; empty if that is not there."""
    document = flow.link_in[seat]
    envelope = page.accepted(seat) if document == "orders" else page.find(document, seat)
    return envelope.header.link if envelope else b""


def seed_of(course: Course, page: Page, record: Record, flow: Procedure, findings: Findings) -> bytes:
    """The seed of the exchange; the links are followed back to the last ones known, or to the tips."""
    rekeys = rekeys_of(course, page.documents.values())
    links: dict[str, bytes] = {}
    for seat in flow.link_in:
        link = link_shown(page, flow, seat)
        place = f"{page.name}/{flow.link_in[seat]}"
        with findings.checking("links", place):
            check_place(course, seat, link, in_orders=flow.link_in[seat] == "orders", ordered=bool(page.accepted(seat)),
                        losing=seat in rekeys and rekeys[seat].chain == "lost")  # fmt: skip
            if link:
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


def check_place(course: Course, seat: str, link: bytes, *, in_orders: bool, ordered: bool, losing: bool) -> None:
    """Whether a seat's place in the seed may be empty, or must be: its orders are missing, or its chain is lost.

    `losing`: new keys in this very number say that the chain is lost; orders that came before them show a link.
    """
    if course.charter.draft.mode == "referee" and in_orders:
        if link and course.keys[seat].lost:
            raise Tampered(f"shows a link of {seat}, whose chain is lost")
        if not link and (not ordered or course.keys[seat].lost or losing):
            return
    if not link:
        raise Tampered(f"lacks the link of {seat}")


def _check_no_other_link(page: Page, flow: Procedure, findings: Findings) -> None:
    """A link in a document that has no business to show one."""
    for file, envelope in page.documents.items():
        header = envelope.header
        if header.link and flow.link_in.get(header.seat) != header.type:
            findings.broke("links", f"{page.name}/{file}", f"shows a link of {header.seat} where none belongs")


def links_known(page: Page, flow: Procedure) -> dict[str, Known]:
    """The links that a page shows, by seat."""
    return {seat: Known(page.number, link) for seat in flow.link_in if (link := link_shown(page, flow, seat))}


def check_dice(page: Page, outcome: Outcome, seeds: Mapping[int, bytes], findings: Findings) -> None:
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
