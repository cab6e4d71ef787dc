"""Arithmetic on the curve of Ed25519, as far as it takes to judge a public key.  For public values only.

Why our own: common libraries accept keys of small and of mixed order.  Under the key of order one, a single
signature fits every message; under a mixed one, two honest verifiers may disagree.
"""

from __future__ import annotations

from typing import NamedTuple

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

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


class Point(NamedTuple):
    """A point in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z."""

    X: int
    Y: int
    Z: int
    T: int


IDENTITY = Point(0, 1, 1, 0)


def weakness(key: bytes) -> str:
    """What is wrong with these 32 bytes as a public key, in a few words; empty if nothing is."""
    if len(key) != 32:
        return f"it has {len(key)} bytes, wanted 32"
    if key in SMALL_ORDER:
        return "it has small order, so one signature would fit many texts"
    if int.from_bytes(key, "little") % 2**255 >= P:
        return "it is not written in its canonical form"
    point = decompressed(key)
    if point is None:
        return "it is no point of the curve"
    if not same(times(L, point), IDENTITY):
        return "it has mixed order, so two verifiers may disagree about it"
    return ""


def decompressed(key: bytes) -> Point | None:
    """The point whose y these bytes hold, with the sign of x in the top bit; None if there is none."""
    number = int.from_bytes(key, "little")
    sign, y = number >> 255, number % 2**255
    x = _x_for(y)
    if x is None or (x == 0 and sign):
        return None
    if x % 2 != sign:
        x = P - x
    return Point(x, y, 1, x * y % P)


def plus(a: Point, b: Point) -> Point:
    """The sum of two points; the formula is complete, so it holds for equal and for opposite points too."""
    m, n = (a.Y - a.X) * (b.Y - b.X) % P, (a.Y + a.X) * (b.Y + b.X) % P
    t, z = 2 * a.T * b.T * D % P, 2 * a.Z * b.Z % P
    e, f, g, h = n - m, z - t, z + t, n + m
    return Point(e * f % P, g * h % P, f * g % P, e * h % P)


def times(number: int, point: Point) -> Point:
    """A multiple of a point, by doubling and adding."""
    total = IDENTITY
    while number:
        if number & 1:
            total = plus(total, point)
        point = plus(point, point)
        number >>= 1
    return total


def same(a: Point, b: Point) -> bool:
    """Whether two points are equal, whatever their Z."""
    return (a.X * b.Z - b.X * a.Z) % P == 0 and (a.Y * b.Z - b.Y * a.Z) % P == 0


def _x_for(y: int) -> int | None:
    """A root of the curve's equation for x, either one; None if y is not on the curve."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    return x if (x * x - square) % P == 0 else None
