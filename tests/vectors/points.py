"""Arithmetic on the curve of Ed25519, for points of every order, and points as bytes.  For public values only."""

from __future__ import annotations

from typing import NamedTuple

from pbem.seal.curve import D, P

ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


class Point(NamedTuple):
    """A point in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z."""

    X: int
    Y: int
    Z: int
    T: int


IDENTITY = Point(0, 1, 1, 0)


def compressed(point: Point) -> bytes:
    """The 32 bytes of a point."""
    inverse = pow(point.Z, -1, P)
    x, y = point.X * inverse % P, point.Y * inverse % P
    return (y | (x % 2) << 255).to_bytes(32, "little")


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
