"""Links, the seed they make, and the dice it gives."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.book.charter import Charter
from pbem.book.course import Course
from pbem.book.documents import Outcome, Record
from pbem.book.findings import Findings
from pbem.book.page import Page
from pbem.book.procedure import Procedure
from pbem.dice.chain import KnownLink, check_link
from pbem.dice.log import Die, verify
from pbem.dice.seed import next_seed
from pbem.model.errors import Tampered
from pbem.seal.envelope import Envelope


def link_shown(page: Page, flow: Procedure, seat: str) -> bytes:
    """The link of a seat, from the document in which the flow wants it; empty if that is not there."""
    document = flow.link_in[seat]
    envelope = page.accepted(seat) if document == "orders" else page.find(document, seat)
    return envelope.header.link if envelope else b""


def check_link_shown(course: Course, envelope: Envelope, *, losing: bool) -> None:
    """A link stands where the flow has it and nowhere else, and leads to the last one that was used, or to the tip.

    `losing`: new keys in this very number say that the chain is lost; orders that came before them show a link.
    """
    header, flow = envelope.header, course.procedure
    if flow.link_in.get(header.seat) != header.type:
        if header.link:
            raise Tampered(f"shows a link of {header.seat} where none belongs")
        return
    own = course.keys[header.seat]
    if own.lost and header.type == "orders" and header.link:
        raise Tampered(f"shows a link of {header.seat}, whose chain is lost")
    if not header.link and header.type == "orders" and course.charter.has_referee and (own.lost or losing):
        return
    if not header.link:
        raise Tampered(f"lacks the link of {header.seat}")
    check_link(course.charter.draft_digest, header.seat, KnownLink(header.exchange, header.link), known=own.known)


def seed_of(course: Course, page: Page, record: Record, flow: Procedure, findings: Findings) -> bytes:
    """The seed of the exchange.  The place of a player is empty if his orders are missing, or show no link."""
    links = {seat: link_shown(page, flow, seat) for seat in flow.link_in}
    place = f"{page.name}/record.pbem"
    for seat, link in links.items():
        if not link and (flow.link_in[seat] != "orders" or not course.charter.has_referee):
            findings.broke("links", place, f"lacks the link of {seat}")
    seed = next_seed(course.seed, page.number, tuple(flow.link_in), links)
    said = {seat: link.hex() for seat, link in links.items()}
    findings.check("links", place, record.links == said, "names other links than were shown")
    findings.check("links", place, record.seed == seed.hex(), "names another seed than the links make")
    return seed


def links_known(page: Page, flow: Procedure) -> dict[str, KnownLink]:
    """The links that a page shows, by seat."""
    return {seat: KnownLink(page.number, link) for seat in flow.link_in if (link := link_shown(page, flow, seat))}


def check_holders(page: Page, charter: Charter, outcome: Outcome, findings: Findings) -> None:
    """With a referee every side has a hidden part; two alone have none."""
    holds = outcome.parts.keys() >= set(charter.sides) if charter.has_referee else not outcome.parts
    findings.check("heads", page.name, holds, "promises hidden parts to others than have some")


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
