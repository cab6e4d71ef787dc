"""A roll: the face a seed gives to a key, which is what the die is for."""

from __future__ import annotations

from typing import NamedTuple

from pbem.model.digest import mac
from pbem.model.ids import Key

SPAN = 2**64


class Try(NamedTuple):
    """One attempt: the mac, and its first eight bytes as a number."""

    mac: bytes
    value: int


def roll(seed: bytes, key: Key, *, index: int, faces: int) -> int:
    """The face, from 1.  `index` tells apart the dice that are rolled together for one key."""
    return face_of(tries(seed, key, index=index, faces=faces)[-1].value, faces)


def tries(seed: bytes, key: Key, *, index: int, faces: int) -> list[Try]:
    """Every attempt up to the one that counts: the first under the largest multiple of `faces`."""
    if not 1 <= faces <= SPAN or index < 0:
        raise ValueError(f"no die has {faces} faces and index {index}")
    made = [_attempt(seed, key, index, 0)]
    while made[-1].value >= limit(faces):
        made.append(_attempt(seed, key, index, len(made)))
    return made


def limit(faces: int) -> int:
    """The largest multiple of `faces` in 2^64.  Values from there on would favour the low faces."""
    return SPAN - SPAN % faces


def face_of(value: int, faces: int) -> int:
    """The face that a value under the limit gives."""
    return 1 + value % faces


def _attempt(seed: bytes, key: Key, index: int, number: int) -> Try:
    made = mac(seed, "pbem/die/1", *key, index, number)
    return Try(made, int.from_bytes(made[:8], "big"))
