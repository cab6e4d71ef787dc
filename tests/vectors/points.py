"""Points of the curve as bytes."""

from __future__ import annotations

from pbem.seal.curve import P, Point


def compressed(point: Point) -> bytes:
    """The 32 bytes of a point."""
    inverse = pow(point.Z, -1, P)
    x, y = point.X * inverse % P, point.Y * inverse % P
    return (y | (x % 2) << 255).to_bytes(32, "little")
