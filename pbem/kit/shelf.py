"""The shelf that a game's data pack lies on: read once, and for a while another may lie there in its place.

What the rules work out from the pack is kept by functions with a cache.  The shelf `renews` them: it empties
these caches whenever another pack is laid down, so that nothing of the one before is remembered.

    DATA = Shelf(FOLDER, {"map.yaml": HexMap, "tables.yaml": Tables})

    the_map = DATA.file(HexMap, "map.yaml")

    @DATA.renews
    @cache
    def ways() -> dict[str, tuple[Way, ...]]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pbem.kit.data import Pack
from pbem.kit.kept import kept_pack


class Cached(Protocol):
    """A function that remembers its answers, as `functools.cache` makes it."""

    def cache_clear(self) -> None: ...


C = TypeVar("C", bound=Cached)
Model = TypeVar("Model")


class Shelf:
    """One game's pack, read when it is first wanted."""

    def __init__(self, folder: Path, models: Mapping[str, type[Any]]) -> None:
        self._folder, self._models = folder, dict(models)
        self._pack: Pack | None = None
        self._renewed: list[Cached] = []

    def pack(self) -> Pack:
        if self._pack is None:
            self._pack = kept_pack(self._folder, self._models)
        return self._pack

    def file(self, model: type[Model], name: str) -> Callable[[], Model]:
        """A function that gives the value of one file of the pack that lies here."""
        return self.renews(cache(lambda: self.pack().take(model, name)))

    def renews(self, remembered: C) -> C:
        """A cache that must be emptied when another pack is laid down."""
        self._renewed.append(remembered)
        return remembered

    @contextmanager
    def laid(self, pack: Pack) -> Iterator[None]:
        """Inside this block the game is played on that pack."""
        before = self.pack()
        self._lay(pack)
        try:
            yield
        finally:
            self._lay(before)

    @contextmanager
    def changed(self, name: str, value: object) -> Iterator[None]:
        """Inside this block one file of the pack is another value."""
        with self.laid(self.pack().changed(name, value)):
            yield

    def _lay(self, pack: Pack) -> None:
        self._pack = pack
        for remembered in self._renewed:
            remembered.cache_clear()
