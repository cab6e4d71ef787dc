"""Signing keys of known seeds, so that what tests sign is the same every time."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.seal.keys import Identity


def known_key(seed: bytes) -> Identity:
    return Identity(Ed25519PrivateKey.from_private_bytes(seed))
