"""Dice for trials: faces that follow from a number, and faces that somebody has laid down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from pbem.model.digest import digest
from pbem.model.errors import Refused
from pbem.model.ids import Key, spoken
from pbem.model.records import frozen, mutable


@frozen
class NumberedFaces:
    """The same number gives the same game.  Nothing here is secret: never for play between people."""

    number: int

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        return tuple(
            1 + int.from_bytes(digest("pbem/trial/1", self.number, *key, index)[:8], "big") % die
            for index in range(count)
        )


@mutable
class LaidFaces:
    """Faces laid down by name; each name is the end of a key, such as `0503/die` or `mine`.

    A face that nobody has laid down is a mistake of the case that forgot it.
    """

    laid: Mapping[str, Sequence[int]]
    used: set[str] = field(default_factory=set)

    def faces(self, key: Key, die: int, count: int, hidden: bool) -> tuple[int, ...]:
        names = [name for name in sorted(self.laid) if fits(name, key)]
        if not names:
            raise Refused(f"no face is laid down for {spoken(key)}", "name it under `faces`")
        if len(names) > 1:
            raise Refused(f"{' and '.join(names)} both fit {spoken(key)}", "name one of them more fully")
        self.used.add(names[0])
        faces = tuple(self.laid[names[0]])
        if len(faces) != count or not all(1 <= face <= die for face in faces):
            raise Refused(f"{names[0]}: {count} of 1 to {die} wanted, {list(faces)} laid down")
        return faces

    def unused(self) -> list[str]:
        return sorted(set(self.laid) - self.used)


def fits(name: str, key: Key) -> bool:
    """Whether a name is the end of a key, case left out where it is not named."""
    whole, short = spoken(key), spoken((*key[:-2], key[-1]))
    return any(text == name or text.endswith(f"/{name}") for text in (whole, short))
