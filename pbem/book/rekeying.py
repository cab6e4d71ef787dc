"""New keys for a seat: who may give them, which count, and when the chain that comes with them begins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from pbem.book.charter import SeatKeys, WaitingChain, check_distinct, check_keys
from pbem.book.course import Course
from pbem.book.documents import REFEREE, Rekey, read_payload
from pbem.book.folder import place_of
from pbem.book.signers import is_signed
from pbem.dice.chain import KnownLink
from pbem.model.errors import Refused, Tampered
from pbem.seal.envelope import Envelope
from pbem.seal.keys import parse_public_line

BY_SPARE = 100
"""Added to the revision of new keys that the spare key signs."""


def rekeys_of(course: Course, documents: Iterable[Envelope]) -> dict[str, Rekey]:
    """The new keys that count, by seat.  Those that not all others have signed come to nothing."""
    return {seat: read_payload(Rekey, made[0].body) for seat, made in rekeying(course, documents).items()}


def rekeying(course: Course, documents: Iterable[Envelope]) -> dict[str, list[Envelope]]:
    """By seat the envelopes that give it its new keys: by its spare key, else by its key, else by all others."""
    groups: dict[str, dict[bytes, list[Envelope]]] = {}
    for envelope in documents:
        if envelope.header.type == "rekey":
            groups.setdefault(whose(envelope), {}).setdefault(envelope.body, []).append(envelope)
    found: dict[str, list[Envelope]] = {}
    for seat, alike in sorted(groups.items()):
        ways = [way for body in sorted(alike) for way in _ways(course, seat, alike[body])]
        if ways:
            found[seat] = min(ways, key=lambda way: way[0])[1]
    return found


def _ways(course: Course, seat: str, signed: list[Envelope]) -> list[tuple[int, list[Envelope]]]:
    """How these alike envelopes give the seat new keys, if they do, with what ranks before what."""
    ways = [(1 - by_spare(one), [one]) for one in signed if one.header.seat == seat]
    others = [one for one in signed if one.header.seat != seat]
    if {one.header.seat for one in others} == set(course.charter.seats) - {seat}:
        ways.append((2, others))
    return ways


def signing_keys(course: Course, documents: Iterable[Envelope]) -> dict[str, tuple[bytes, ...]]:
    """The keys that sign in a number: the old one, and any that new keys in it name."""
    keys = {seat: [own.key] for seat, own in course.keys.items()}
    alike: dict[tuple[str, bytes], list[Envelope]] = {}
    for envelope in documents:
        if envelope.header.type == "rekey":
            alike.setdefault((whose(envelope), envelope.body), []).append(envelope)
    for (seat, body), signed in sorted(alike.items()):
        if seat in keys and _ways(course, seat, signed):
            keys[seat].append(parse_public_line(read_payload(Rekey, body).key))
    return {seat: tuple(dict.fromkeys(own)) for seat, own in keys.items()}


def losing(course: Course, documents: Iterable[Envelope], seat: str) -> bool:
    """Whether new keys in this very number say that a seat's chain is lost, where the game goes on without it."""
    rekey = rekeys_of(course, documents).get(seat)
    return course.charter.draft.mode == "referee" and rekey is not None and rekey.chain == "lost"


def by_spare(rekey: Envelope) -> bool:
    """Whether new keys say that the spare key signs them, which outranks the key."""
    return rekey.header.revision > BY_SPARE


def whose(rekey: Envelope) -> str:
    return read_payload(Rekey, rekey.body).seat


def check_rekey(course: Course, envelope: Envelope, *, beside: Iterable[Envelope] = ()) -> Rekey:
    """One signature under new keys: by the seat itself, or by one of those who bring a substitute.

    `beside`: what else stands in the folder.
    """
    rekey, header = read_payload(Rekey, envelope.body), envelope.header
    seat = rekey.seat
    if seat not in course.keys or header.seat not in course.keys:
        raise Tampered(f"new keys for {seat}, signed by {header.seat}: not both have a seat")
    own = course.keys[seat]
    spare = header.seat == seat and by_spare(envelope)
    if header.revision != place_of(course.charter, seat) + (BY_SPARE if spare else 0):
        raise Tampered(f"new keys for {seat} have another revision")
    signer = own.spare if spare else course.keys[header.seat].key
    if not signer or not is_signed(envelope, signer):
        raise Tampered("the signature does not fit")
    if header.seat != seat and not course.charter.draft.substitutes:
        raise Refused(f"the charter allows no substitute for {seat}")
    if seat == REFEREE and (header.seat != seat or rekey.chain == "lost"):
        raise Refused("nobody can go on without the referee's secrets", "agree on pbem end")
    if own.waiting is not None and bytes.fromhex(rekey.tip) != own.waiting.tip:
        raise Refused(f"the new chain of {seat} has not begun yet", "new keys name the same tip until it has")
    if header.link:
        raise Tampered("shows a link where none belongs")
    check_keys(rekey)
    for other in (*course.charter.entries.items(), *_shown_before(course, beside)):
        if other[0] != seat:
            check_distinct([other, (seat, rekey)])
    return rekey


def _shown_before(course: Course, beside: Iterable[Envelope]) -> Iterator[tuple[str, Rekey]]:
    """All new keys in the book, and those in the open folder, each with whose they are."""
    pages = (one for page in course.pages.values() for one in page.of_type("rekey"))
    for envelope in (*pages, *(one for one in beside if one.header.type == "rekey")):
        made = read_payload(Rekey, envelope.body)
        yield made.seat, made


def chains_after(course: Course, shown: Mapping[str, KnownLink], rekeys: Mapping[str, Rekey]) -> dict[str, SeatKeys]:
    """Every seat's keys and chain after a number in which these links were shown and these new keys came."""
    keys = {seat: replace(own, known=shown.get(seat, own.known)) for seat, own in course.keys.items()}
    if course.charter.draft.mode != "referee":
        return keys | {seat: SeatKeys.of(rekey) for seat, rekey in rekeys.items()}
    for seat, own in keys.items():
        if own.waiting is not None:
            keys[seat] = replace(own, waiting=own.waiting.seen(shown))
    for seat, rekey in rekeys.items():
        keys[seat] = _behind_the_others(course, keys[seat], rekey)
    lost = {seat for seat, own in keys.items() if own.lost}
    return {seat: _switched(own, lost - {seat}) for seat, own in keys.items()}


def _behind_the_others(course: Course, own: SeatKeys, rekey: Rekey) -> SeatKeys:
    """New keys at once; the new chain waits until every other seat has shown a link that came after it."""
    new = SeatKeys.of(rekey)
    waiting = own.waiting or WaitingChain(new.known.link, frozenset(course.charter.seats) - {rekey.seat})
    return replace(new, known=own.known, waiting=waiting, lost=own.lost or rekey.chain == "lost")


def _switched(own: SeatKeys, lost: Collection[str]) -> SeatKeys:
    """The new chain takes the old one's place when nobody is waited for any more who still has his chain."""
    if own.waiting is None or own.waiting.for_seats - set(lost):
        return own
    return replace(own, known=KnownLink(0, own.waiting.tip), waiting=None, lost=False)
