"""Signatures on envelopes, and the one verifier everybody must agree with.

The verifier is cofactorless, refuses an S that is not below the group's order and an R of small order.
Nothing is ever derived from a signature: a signer can make more than one for the same text.
"""

from __future__ import annotations

from pbem.model.errors import Tampered
from pbem.seal.curve import SMALL_ORDER, L
from pbem.seal.envelope import SIGNATURE, Envelope, Header
from pbem.seal.keys import Identity


def signed(identity: Identity, header: Header, body: bytes = b"") -> Envelope:
    """The envelope of a header, with its body if it is open."""
    return Envelope(header, identity.sign(header.encode()), body)


def check_signed(envelope: Envelope, key: bytes) -> None:
    """Refuse an envelope that the holder of `key` did not sign."""
    verify(key, envelope.header.encode(), envelope.signature)


def verify(key: bytes, message: bytes, signature: bytes) -> None:
    """Refuse a signature that does not fit, or that two careful verifiers could disagree about."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if len(signature) != SIGNATURE:
        raise Tampered(f"the signature has {len(signature)} bytes, wanted {SIGNATURE}")
    if len(key) != 32 or key in SMALL_ORDER:
        raise Tampered("the key is unfit to verify with")
    if int.from_bytes(signature[32:], "little") >= L:
        raise Tampered("the signature's S is not below the order of the group")
    if signature[:32] in SMALL_ORDER:
        raise Tampered("the signature's R has small order")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature as error:
        raise Tampered("the signature does not fit") from error
