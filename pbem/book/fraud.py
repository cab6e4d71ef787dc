"""Proof of double-dealing: two documents that one seat cannot both have signed honestly, for anybody to check."""

from __future__ import annotations

from collections.abc import Collection

from pbem.book.documents import Close, Receipt, Record, read_payload
from pbem.book.signers import is_signed
from pbem.model.errors import Tampered
from pbem.model.records import frozen
from pbem.seal.armour import armour
from pbem.seal.envelope import Envelope

ONCE = ("close", "record", "reveal")
"""Of these a seat signs one for each exchange."""


@frozen
class Proof:
    """What is proved, and the documents that prove it."""

    seat: str
    exchange: int
    words: str
    documents: tuple[Envelope, ...]

    @property
    def name(self) -> str:
        return f"proof-{self.exchange:02}-{self.seat}.pbem"

    @property
    def text(self) -> str:
        """The proof as it is written out: what it says, then the documents in armour."""
        return "\n".join([self.words, "", *(armour(one.encode()) for one in self.documents)])


def double_dealing(one: Envelope, other: Envelope, keys: Collection[bytes]) -> Proof | None:
    """The proof that a seat signed two closes, records or reveals for one exchange, if these are such."""
    a, b = one.header, other.header
    if a.type not in ONCE or (a.type, a.game, a.exchange, a.seat) != (b.type, b.game, b.exchange, b.seat) or a == b:
        return None
    if not (_signed(one, keys) and _signed(other, keys)):
        return None
    words = f"{a.seat} has signed two different {a.type}s for exchange {a.exchange}."
    return Proof(a.seat, a.exchange, words, (one, other))


def dropped(receipt: Envelope, document: Envelope, end: Envelope, keys: Collection[bytes]) -> Proof | None:
    """The proof that somebody had a document in time and went on without it, if these are such.

    `end`: a close that does not list these orders, or a record whose folder does not hold the document.
    """
    r, o, e = receipt.header, document.header, end.header
    if r.after != o.digest() or (r.seat, r.exchange, r.game) != (e.seat, e.exchange, e.game):
        return None
    if e.type == "close" and o.type not in ("orders", "standing"):
        return None
    try:
        read_payload(Receipt, receipt.body)
        named = _named(end)
    except Tampered:
        return None
    if o.digest().hex() in named or not (_signed(receipt, keys) and _signed(end, keys)):
        return None
    what = "closed" if e.type == "close" else "wrote the record"
    for_what = f"the {o.type} of {o.seat} for exchange {e.exchange}"
    words = f"{e.seat} gave a receipt for {for_what} and {what} without naming them."
    return Proof(e.seat, e.exchange, words, (document, receipt, end))


def _named(end: Envelope) -> set[str]:
    """The digests that a close or a record names."""
    if end.header.type == "close":
        said = read_payload(Close, end.body)
        return {*said.accepted.values(), *said.standing.values(), *(one.digest for one in said.refused)}
    record = read_payload(Record, end.body)
    return set(record.documents.values())


def receipted_twice(
    one: tuple[Envelope, Envelope], other: tuple[Envelope, Envelope], keys: Collection[bytes]
) -> Proof | None:
    """The proof that somebody gave receipts for two documents of one type, seat and revision.

    Each pair is a document and its receipt.
    """
    (d, r), (e, s) = ((document.header, receipt.header) for document, receipt in (one, other))
    same = (d.type, d.seat, d.revision, d.exchange, d.game) == (e.type, e.seat, e.revision, e.exchange, e.game)
    if not same or d == e or r.seat != s.seat or r.after != d.digest() or s.after != e.digest():
        return None
    if not (_signed(one[1], keys) and _signed(other[1], keys)):
        return None
    for_what = f"two different {d.type} of {d.seat} for exchange {d.exchange}"
    words = f"{r.seat} gave receipts for {for_what}, both revision {d.revision}."
    return Proof(r.seat, d.exchange, words, (*one, *other))


def agreed_twice(documents: tuple[Envelope, ...], seat: str, keys: Collection[bytes]) -> Proof | None:
    """The proof that a referee agreed to what he knew was revoked, or to what he had closed.

    The documents: consent, orders that revoke it, their receipt, his agreement; or his close and his agreement.
    """
    if not all(_signed(one, keys) for one in documents if one.header.seat == seat):
        return None
    last = documents[-1].header
    what = "had closed it" if documents[0].header.type == "close" else "knew that a consent was revoked"
    words = f"{seat} signed an agreement for number {last.exchange} after he {what}."
    return Proof(seat, last.exchange, words, documents)


def _signed(envelope: Envelope, keys: Collection[bytes]) -> bool:
    return any(is_signed(envelope, key) for key in keys)
