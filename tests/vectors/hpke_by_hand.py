"""HPKE of RFC 9180 written out, base mode, one message, with a sender's key that is given.

The library draws that key at random, so its boxes can be opened but not made again.  This makes them again, and is
a second opinion on the library.
"""

from __future__ import annotations

import hashlib
import hmac

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

KEM = b"KEM" + (0x0020).to_bytes(2, "big")
SUITE = b"HPKE" + b"".join(number.to_bytes(2, "big") for number in (0x0020, 0x0001, 0x0003))


def closed(message: bytes, *, reader: bytes, sender: bytes, info: bytes, aad: bytes = b"") -> bytes:
    """The sender's public key and the encrypted message."""
    shown = X25519PrivateKey.from_private_bytes(sender).public_key().public_bytes_raw()
    key, nonce = key_and_nonce(reader=reader, sender=sender, info=info)
    return shown + ChaCha20Poly1305(key).encrypt(nonce, message, aad)


def key_and_nonce(*, reader: bytes, sender: bytes, info: bytes) -> tuple[bytes, bytes]:
    """What the first message is encrypted with."""
    own = X25519PrivateKey.from_private_bytes(sender)
    point = own.exchange(X25519PublicKey.from_public_bytes(reader))
    context = own.public_key().public_bytes_raw() + reader
    shared = _expand(KEM, _extract(KEM, b"", b"eae_prk", point), b"shared_secret", context, 32)
    schedule = b"\0" + _extract(SUITE, b"", b"psk_id_hash", b"") + _extract(SUITE, b"", b"info_hash", info)
    secret = _extract(SUITE, shared, b"secret", b"")
    return _expand(SUITE, secret, b"key", schedule, 32), _expand(SUITE, secret, b"base_nonce", schedule, 12)


def _extract(suite: bytes, salt: bytes, label: bytes, given: bytes) -> bytes:
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + given, hashlib.sha256)


def _expand(suite: bytes, secret: bytes, label: bytes, info: bytes, length: int) -> bytes:
    """One round is enough for what is wanted here: at most 32 bytes."""
    told = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(secret, told + b"\1", hashlib.sha256)[:length]
