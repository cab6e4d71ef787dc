"""New keys for a seat: by its spare key, by its key, or by the referee and all other seats."""

from __future__ import annotations

from pbem.book.charter import check_distinct, check_keys
from pbem.book.course import Course
from pbem.book.documents import Rekey, read_payload
from pbem.book.findings import Findings
from pbem.book.page import Page
from pbem.book.signers import check_any, is_signed
from pbem.model.errors import Refused, Tampered
from pbem.seal.envelope import Envelope
from pbem.seal.signing import check_signed


def rekeys_in(course: Course, page: Page, findings: Findings) -> dict[str, Rekey]:
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
        check_any(signers[seat], (own.spare, own.key) if own.spare else (own.key,))
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
    return is_signed(envelope, course.keys[envelope.header.seat].spare)
