"""Envelopes: a header that says what a document is, a signature over the header, and the document's body.

Accepted means reprints the same: `decode` refuses every text that `encode` would not give back byte for byte.
"""

from __future__ import annotations

import re
from functools import cached_property

from pbem.model.digest import digest, framed, unframed
from pbem.model.errors import Tampered
from pbem.model.records import frozen

FORMAT = "pbem/1"
FIELDS = 9
DIGEST = 32
SIGNATURE = 64
SALT = 32
LONGEST = 16 * 1024 * 1024
HIGHEST_NUMBER = 999_999
FINAL = HIGHEST_NUMBER
"""The revision that says: these orders are final."""

TYPES = frozenset(
    {
        "draft",  # the terms of a game that is offered
        "entry",  # a seat's key, sealing key and chain tip, over the draft
        "orders",  # a sheet of one seat for one exchange
        "standing",  # a seat's standing orders, from the next exchange
        "away",  # a seat's absence, which moves its deadlines
        "extension",  # more time, given by the referee
        "receipt",  # its signer has an envelope, and since when
        "close",  # from here the inputs of an exchange are fixed
        "reveal",  # a link and an opening, after the close
        "silence",  # who waits in vain accuses the seat that owes
        "record",  # what happened in an exchange; its digest is the new head
        "proposal",  # what a referee would agree to; it binds nobody
        "agreement",  # undo, rejudge or end, signed by all
        "rekey",  # a new person or new keys in a seat
        "opening",  # what was hidden, at the end
        "press",  # a letter between seats; in no book
    }
)
BEFORE_THE_GAME = frozenset({"draft", "entry"})
"""Documents that the game id is made of, so they cannot name it."""

_SEAT = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")


@frozen(slots=False, kw_only=True)
class Header:
    """What a signature covers.  `after` is the digest of the document answered; `link` a link of a chain."""

    type: str
    game: bytes
    exchange: int
    seat: str
    revision: int
    after: bytes
    link: bytes = b""
    payload_digest: bytes

    def __post_init__(self) -> None:
        _check(self)

    def encode(self) -> bytes:
        """The bytes that are signed."""
        return self._encoded

    @cached_property
    def _encoded(self) -> bytes:
        return framed(
            FORMAT,
            self.type,
            self.game,
            self.exchange,
            self.seat,
            self.revision,
            self.after,
            self.link,
            self.payload_digest,
        )

    @classmethod
    def decode(cls, data: bytes) -> Header:
        """The header of these bytes; Tampered if they are not exactly one."""
        fields, rest = unframed(data, FIELDS)
        if rest:
            raise Tampered(f"{len(rest)} bytes follow the header")
        form, kind, game, exchange, seat, revision, after, link, payload = fields
        if form != FORMAT.encode():
            raise Tampered(f"the format is {form[:16]!r}, wanted {FORMAT}")
        return cls(
            type=_word(kind),
            game=game,
            exchange=_number("exchange", exchange),
            seat=_word(seat),
            revision=_number("revision", revision),
            after=after,
            link=link,
            payload_digest=payload,
        )

    def digest(self) -> bytes:
        """The digest of the document: of its header, never of its signature, of which there can be many."""
        return self._digest

    @cached_property
    def _digest(self) -> bytes:
        return digest("pbem/document/1", self.encode())

    def check_opening(self, *, salt: bytes, payload: bytes) -> None:
        """Refuse a salt and payload that are not those this header was signed for."""
        made = payload_digest(game=self.game, exchange=self.exchange, seat=self.seat, salt=salt, payload=payload)
        if made != self.payload_digest:
            raise Tampered(f"the contents are not what {self.seat} signed")


@frozen
class Envelope:
    """A signed header and, if the document is open, its body.  The signature is checked in `signing`."""

    header: Header
    signature: bytes
    body: bytes = b""

    def __post_init__(self) -> None:
        if len(self.signature) != SIGNATURE:
            raise Tampered(f"the signature has {len(self.signature)} bytes, wanted {SIGNATURE}")
        if not self.sealed:
            self.header.check_opening(salt=b"", payload=self.body)

    @property
    def sealed(self) -> bool:
        """Whether the contents are shown only later.  An open document is never empty."""
        return not self.body

    def encode(self) -> bytes:
        """The bytes that armour carries and a book keeps."""
        return framed(self.header.encode(), self.signature, self.body)

    @classmethod
    def decode(cls, data: bytes) -> Envelope:
        """The envelope of these bytes; Tampered if they are not exactly one."""
        if len(data) > LONGEST:
            raise Tampered(f"an envelope of {len(data)} bytes is longer than {LONGEST}")
        (header, signature, body), rest = unframed(data, 3)
        if rest:
            raise Tampered(f"{len(rest)} bytes follow the envelope")
        return cls(Header.decode(header), signature, body)


def payload_digest(*, game: bytes, exchange: int, seat: str, salt: bytes, payload: bytes) -> bytes:
    """What a header says of its contents.  The salt stops trying all texts, the seat stops copying."""
    if len(salt) not in (0, SALT):
        raise Tampered(f"the salt has {len(salt)} bytes, wanted {SALT}")
    return digest("pbem/payload/1", game, exchange, seat, salt, payload)


def _check(header: Header) -> None:
    """Refuse a header that no program of ours would sign."""
    if header.type not in TYPES:
        raise Tampered(f"{header.type[:32]!r} is no type of document")
    if not _SEAT.fullmatch(header.seat):
        raise Tampered(f"{header.seat[:40]!r} is no name of a seat")
    for name in ("exchange", "revision"):
        if not 0 <= getattr(header, name) <= HIGHEST_NUMBER:
            raise Tampered(f"the {name} is out of range")
    for name, wanted in _lengths(header.type):
        if len(getattr(header, name)) not in wanted:
            raise Tampered(f"{name.replace('_', ' ')} has {len(getattr(header, name))} bytes")


def _lengths(kind: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Which lengths the four byte fields may have in a document of this type."""
    return (
        ("game", (0,) if kind in BEFORE_THE_GAME else (DIGEST,)),
        ("after", (0,) if kind == "draft" else (DIGEST,)),
        ("link", (0, DIGEST)),
        ("payload_digest", (DIGEST,)),
    )


def _word(data: bytes) -> str:
    if not data.isascii():
        raise Tampered("a name in the header is not ASCII")
    return data.decode("ascii")


def _number(name: str, data: bytes) -> int:
    text = _word(data)
    if not _NUMBER.fullmatch(text):
        raise Tampered(f"the {name} is {text[:16]!r}, wanted a whole number below {HIGHEST_NUMBER + 1}")
    return int(text)
