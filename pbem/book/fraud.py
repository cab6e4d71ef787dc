"""Proof of double-dealing: two documents that one seat cannot both have signed honestly, for anybody to check."""

from __future__ import annotations

from collections.abc import Collection

from pbem.book.documents import Close, Receipt, read_payload
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


def dropped_orders(receipt: Envelope, orders: Envelope, close: Envelope, keys: Collection[bytes]) -> Proof | None:
    """The proof that a closer had orders in time and closed without naming them, if these are such."""
    r, o, c = receipt.header, orders.header, close.header
    if r.after != o.digest() or (r.seat, r.exchange, r.game) != (c.seat, c.exchange, c.game) or o.type != "orders":
        return None
    try:
        said = read_payload(Close, close.body)
        read_payload(Receipt, receipt.body)
    except Tampered:
        return None
    named = {*said.accepted.values(), *said.standing.values(), *(one.digest for one in said.refused)}
    if o.digest().hex() in named or not (_signed(receipt, keys) and _signed(close, keys)):
        return None
    words = f"{c.seat} gave a receipt for orders of {o.seat} for exchange {c.exchange} and closed without naming them."
    return Proof(c.seat, c.exchange, words, (orders, receipt, close))


def _signed(envelope: Envelope, keys: Collection[bytes]) -> bool:
    return any(is_signed(envelope, key) for key in keys)
