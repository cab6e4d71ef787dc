"""Where packs are kept that were read and judged before.  The kit knows no such place: whoever runs it says where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol


class Keeper(Protocol):
    """A place for bytes by name.  What comes back is what was put there by the same user, or nothing."""

    def recall(self, name: str) -> bytes | None: ...

    def keep(self, name: str, data: bytes) -> None: ...

    def told(self, files: Sequence[str]) -> bytes:
        """What the disk says of these files: as long as it says the same, they were not written since."""
        ...


def nobody() -> Keeper | None:
    """Nothing is kept: packs are read from their files."""
    return None


_opener: list[Callable[[], Keeper | None]] = [nobody]


def use(opener: Callable[[], Keeper | None]) -> None:
    """From now on packs are kept there.  The place is opened when the first pack is wanted."""
    _opener[0] = opener


def keeper() -> Keeper | None:
    return _opener[0]()
