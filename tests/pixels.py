"""Drawings as pixels: PNG read by hand, seen in grey and by those who lack one kind of cone."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

Pixel = tuple[int, int, int]
Rows = list[list[Pixel]]


def pixels(png: bytes) -> Rows:
    """The pixels of a PNG of eight bits a channel, with or without transparency."""
    wide, high, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    channels = {2: 3, 6: 4}[kind]
    body, at = b"", 8
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at : at + 8])
        body += png[at + 8 : at + 8 + size] if name == b"IDAT" else b""
        at += size + 12
    return [
        [(row[n], row[n + 1], row[n + 2]) for n in range(0, len(row), channels)]
        for row in _unfiltered(zlib.decompress(body), wide * channels, high, channels)
    ]


def _unfiltered(data: bytes, length: int, high: int, channels: int) -> list[bytearray]:
    above, rows = bytearray(length), []
    for number in range(high):
        start = number * (length + 1)
        filtered, row = data[start], bytearray(data[start + 1 : start + 1 + length])
        for n in range(length):
            left = row[n - channels] if n >= channels else 0
            corner = above[n - channels] if n >= channels else 0
            row[n] = (row[n] + _predicted(filtered, left, above[n], corner)) % 256
        rows.append(row)
        above = row
    return rows


def _predicted(filtered: int, left: int, above: int, corner: int) -> int:
    if filtered == 4:
        near = {left: abs(above - corner), above: abs(left - corner), corner: abs(left + above - 2 * corner)}
        return min((left, above, corner), key=lambda value: near[value])
    return (0, left, above, (left + above) // 2)[filtered]


Eye = Callable[[Pixel], tuple[float, ...]]


def grey(pixel: Pixel) -> tuple[float, ...]:
    """What a copier sees."""
    return (0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2],)


def _mixed(*rows: tuple[float, float, float]) -> Eye:
    return lambda pixel: tuple(sum(a * b for a, b in zip(row, pixel, strict=True)) for row in rows)


deuteranope = _mixed((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969))
protanope = _mixed((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052))
EYES: dict[str, Eye] = {"grey": grey, "deuteranope": deuteranope, "protanope": protanope}


def apart(one: Rows, other: Rows, eye: Eye) -> float:
    """How much two drawings of one size differ: the mean over all pixels, from 0 to 255."""
    pairs = [pair for a, b in zip(one, other, strict=True) for pair in zip(a, b, strict=True)]
    return sum(max(abs(x - y) for x, y in zip(eye(a), eye(b), strict=True)) for a, b in pairs) / len(pairs)
