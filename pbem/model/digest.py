"""The two functions behind every seal and every die: a digest and a keyed digest.

Both run over the same bytes: a domain, which names the use, and the fields, each preceded by its length.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from pbem.model.errors import Tampered

Field = bytes | str | int
"""What may be hashed: bytes as they are, text as UTF-8, a number as decimal ASCII."""

LENGTH = 4
"""Bytes of the length, big-endian, before every field."""


def digest(domain: str, *fields: Field) -> bytes:
    """SHA-256 over the domain and the fields."""
    return hashlib.sha256(framed(domain, *fields)).digest()


def digest_from(domain: str, *fields: Field) -> Callable[..., bytes]:
    """`digest` with the domain and the first fields given once: for many digests that begin alike."""
    begun = hashlib.sha256(framed(domain, *fields))

    def finished(*others: Field) -> bytes:
        one = begun.copy()
        one.update(framed(*others))
        return one.digest()

    return finished


def mac(key: bytes, domain: str, *fields: Field) -> bytes:
    """HMAC-SHA256 with `key` over the same bytes."""
    return hmac.digest(key, framed(domain, *fields), "sha256")


def framed(*fields: Field) -> bytes:
    """Fields one after the other, each preceded by its length, so that none can run into the next."""
    parts: list[bytes] = []
    for field in fields:
        data = field if type(field) is bytes else _octets(field)
        parts += (len(data).to_bytes(LENGTH, "big"), data)
    return b"".join(parts)


def unframed(data: bytes, count: int) -> tuple[list[bytes], bytes]:
    """The first `count` framed fields, and what follows them; Tampered if the bytes end too early."""
    fields, at = [], 0
    for number in range(1, count + 1):
        start = at + LENGTH
        at = start + int.from_bytes(data[at:start], "big")
        if start > len(data) or at > len(data):
            raise Tampered(f"cut off in field {number} of {count}")
        fields.append(data[start:at])
    return fields, data[at:]


def _octets(field: Field) -> bytes:
    if isinstance(field, bytes):
        return field
    if isinstance(field, bool):
        raise TypeError("a truth value is not a field: say which number or word is meant")
    return str(field).encode("utf-8")
