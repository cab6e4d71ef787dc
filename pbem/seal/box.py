"""Boxes: contents for one reader's eyes, by HPKE (RFC 9180: X25519, HKDF-SHA256, ChaCha20-Poly1305).

A box belongs to one header, which is its `info`: put beside another header it does not open.  Boxes are post
and go into no book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.model.digest import framed, unframed
from pbem.model.errors import Refused, Tampered
from pbem.model.records import frozen
from pbem.seal.envelope import DIGEST, LONGEST, Header

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.hpke import Suite

FORMAT = "pbem-box/1"
BLOCK = 1024


@frozen
class Box:
    """A closed box: the digest of the document it belongs to, and what only its reader can open."""

    document: bytes
    closed: bytes

    def __post_init__(self) -> None:
        if len(self.document) != DIGEST:
            raise Tampered(f"the digest in a box has {len(self.document)} bytes, wanted {DIGEST}")

    def encode(self) -> bytes:
        """The bytes that armour carries."""
        return framed(FORMAT, self.document, self.closed)

    @classmethod
    def decode(cls, data: bytes) -> Box:
        """The box of these bytes; Tampered if they are not exactly one."""
        if len(data) > LONGEST:
            raise Tampered(f"a box of {len(data)} bytes is longer than {LONGEST}")
        (form, document, closed), rest = unframed(data, 3)
        if form != FORMAT.encode() or rest:
            raise Tampered(f"the bytes are no box of format {FORMAT}")
        return cls(document, closed)


def sealing_public(secret: bytes) -> bytes:
    """The public half of a sealing key: what a seat's entry shows."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def check_sealing_key(public: bytes) -> None:
    """Refuse a sealing key that everybody has the other half of.  Asked once, when a seat enters."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    try:
        X25519PrivateKey.from_private_bytes(bytes(32)).exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError as error:
        raise Refused("the sealing key is unfit", "pbem join makes one") from error


def close_box(header: Header, *, salt: bytes, payload: bytes, reader: bytes) -> Box:
    """A box with the contents of `header` for the holder of the sealing key `reader`."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

    header.check_opening(salt=salt, payload=payload)
    key = X25519PublicKey.from_public_bytes(reader)
    return Box(header.digest(), _suite().encrypt(padded(salt, payload), key, info=header.encode()))


def open_box(header: Header, box: Box, *, secret: bytes) -> tuple[bytes, bytes]:
    """Salt and payload; Tampered unless they are what the header was signed for."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    if box.document != header.digest():
        raise Tampered("the box belongs to another document")
    key = X25519PrivateKey.from_private_bytes(secret)
    try:
        contents = _suite().decrypt(box.closed, key, info=header.encode())
    except (InvalidTag, ValueError) as error:
        raise Tampered("the box does not open with this key beside this header") from error
    salt, payload = unpadded(contents)
    header.check_opening(salt=salt, payload=payload)
    return salt, payload


def padded(salt: bytes, payload: bytes) -> bytes:
    """Salt and payload with zeros up to a full block, so that the length tells little."""
    contents = framed(salt, payload)
    return contents + bytes(-len(contents) % BLOCK)


def unpadded(contents: bytes) -> tuple[bytes, bytes]:
    """Salt and payload; Tampered if they were padded in any other way."""
    (salt, payload), _zeros = unframed(contents, 2)
    if padded(salt, payload) != contents:
        raise Tampered("the box is padded wrongly")
    return salt, payload


def _suite() -> Suite:
    from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

    return Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
