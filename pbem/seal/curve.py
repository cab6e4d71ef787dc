"""The curve of Ed25519, as far as it takes to judge a public key.  For public values only.

Common libraries accept keys of small and of mixed order.  Under the key of order one, a single signature fits
every message; under a mixed one, two honest verifiers may disagree.
"""

from __future__ import annotations

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
TURNER = 5 * L - 1
"""A multiple of 8, and one less than a multiple of L: by it a point of order L turns into its opposite, which has the
same u on the curve of X25519, and a point of mixed order into one of order L.  X25519 takes it as it is: its lowest
three bits are not set, and its highest is the 255th."""

SMALL_ORDER = frozenset(
    bytes.fromhex(encoding)
    for encoding in (
        # order 1: as it is written; with a sign; one field size higher; both
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        # order 2: as it is written; with a sign
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        # order 4: two points; the same one field size higher
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        # order 8: four points
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    )
)
"""Every text a lenient reader takes for a point of order 1, 2, 4 or 8."""


def weakness(key: bytes) -> str:
    """What is wrong with these 32 bytes as a public key, in a few words; empty if nothing is."""
    if len(key) != 32:
        return f"it has {len(key)} bytes, wanted 32"
    if key in SMALL_ORDER:
        return "it has small order, so one signature would fit many texts"
    y = int.from_bytes(key, "little") % 2**255
    if y >= P:
        return "it is not written in its canonical form"
    if pow((y * y - 1) * (D * y * y + 1), (P - 1) // 2, P) != 1:
        return "it is no point of the curve"
    if not _is_turned(y):
        return "it has mixed order, so two verifiers may disagree about it"
    return ""


def _is_turned(y: int) -> bool:
    """Whether the points with this y have order L: whether X25519 gives back their u under TURNER."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    u = ((1 + y) * pow(1 - y, -1, P) % P).to_bytes(32, "little")
    turner = X25519PrivateKey.from_private_bytes(TURNER.to_bytes(32, "little"))
    try:
        return turner.exchange(X25519PublicKey.from_public_bytes(u)) == u
    except ValueError:  # it came to nothing: the order was small
        return False
