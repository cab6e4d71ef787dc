"""The shelf that a game's data pack lies on: read once, and for a while another may lie there in its place.

What the rules work out from the pack is kept by functions with a cache.  The shelf `renews` them: it empties
these caches whenever another pack is laid down, so that nothing of the one before is remembered.

    DATA = Shelf(FOLDER, {"map.yaml": HexMap, "tables.yaml": Tables})

    the_map = DATA.file(HexMap, "map.yaml")

    @DATA.cached
    def ways() -> dict[str, tuple[Way, ...]]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

from pbem.kit.data import Pack
from pbem.kit.kept import kept_pack
from pbem.model.errors import Refused, RulesBug

if TYPE_CHECKING:
    from pbem.kit.inspection import Inspection
    from pbem.kit.ownpack import JudgedPack


class Cached(Protocol):
    """A function that remembers its answers, as `functools.cache` makes it."""

    def cache_clear(self) -> None: ...


C = TypeVar("C", bound=Cached)
Model = TypeVar("Model")
P = ParamSpec("P")


def nothing_more(look: Inspection) -> None:
    """For games whose files say nothing of each other."""


def one_board(pack: Pack, board: str) -> Pack:
    """For games that are played on one board."""
    raise RulesBug(f"no board {board!r} is known")


class Shelf:
    """One game's pack, read when it is first wanted.  `inspect` looks through packs of somebody's own.

    `boards(pack, board)` is the pack as it is on another board than the usual one, where the charter chooses.
    """

    def __init__(
        self,
        folder: Path,
        models: Mapping[str, type[Any]],
        inspect: Callable[[Inspection], None] = nothing_more,
        boards: Callable[[Pack, str], Pack] = one_board,
    ) -> None:
        self.folder, self.models, self._inspect, self._boards = folder, dict(models), inspect, boards
        self._pack: Pack | None = None
        self._own: Pack | None = None
        self._printed: Pack | None = None
        self._owned: dict[bytes, Pack] = {}
        self._board = ""
        self._boarded: dict[str, tuple[Pack, Pack]] = {}
        self._covered = 0
        self._renewed: list[Cached] = []

    def pack(self) -> Pack:
        if self._pack is None:
            self._pack = self._with_board(self._own or self.printed(), self._board)
        return self._pack

    def printed(self) -> Pack:
        """The pack that came with the game."""
        if self._printed is None:
            self._printed = kept_pack(self.folder, self.models)
        return self._printed

    # packs of somebody's own

    def judged(self, folder: Path) -> JudgedPack:
        """The pack in a folder, and all that is wrong with it."""
        from pbem.kit.ownpack import judged

        beside = tuple(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*.yaml"))
        return judged(folder, self.models, self.printed(), self._inspect, beside)

    def own(self, folder: Path, digest: bytes) -> Pack:
        """A pack that was judged before, again: only its digest is looked at."""
        from pbem.kit.packfiles import pack_digest, pack_files

        files, problems = pack_files(folder, self.models)
        if problems or pack_digest(files) != digest:
            raise Refused("the files of the pack are not those that were taken in")
        if digest not in self._owned:
            self._owned[digest] = kept_pack(folder, self.models)
            self._owned[digest].digest = digest
        return self._owned[digest]

    def lay(self, pack: Pack | None, board: str = "") -> None:
        """From now on games are played on this pack, or on the printed one; not while ground is laid over it."""
        if (pack is not self._own or board != self._board) and not self._covered:
            self._own, self._board = pack, board
            self._put(None)

    def on_board(self, board: str) -> AbstractContextManager[None]:
        """Inside this block the pack that lies here is as it is on this board; an empty word: on the usual one."""
        under = self.pack() if self._covered else self._own or self.printed()
        wanted = self._with_board(under, board)
        return nullcontext() if wanted is self.pack() else self.laid(wanted)

    def _with_board(self, pack: Pack, board: str) -> Pack:
        """Made once for the pack that lies here."""
        if not board:
            return pack
        under, made = self._boarded.get(board, (None, None))
        if made is None or under is not pack:
            made = self._boards(pack, board)
            self._boarded[board] = pack, made
        return made

    def file(self, model: type[Model], name: str) -> Callable[[], Model]:
        """A function that gives the value of one file of the pack that lies here."""
        return self.renews(cache(lambda: self.pack().take(model, name)))

    def cached(self, function: Callable[P, Model]) -> Callable[P, Model]:
        """A function whose answers are remembered until another pack is laid down."""
        remembered: Any = self.renews(cache(function))
        return cast("Callable[P, Model]", remembered)

    def renews(self, remembered: C) -> C:
        """A cache that must be emptied when another pack is laid down."""
        self._renewed.append(remembered)
        return remembered

    @contextmanager
    def laid(self, pack: Pack) -> Iterator[None]:
        """Inside this block the game is played on that pack, whatever is laid down."""
        before = self.pack()
        self._covered += 1
        self._put(pack)
        try:
            yield
        finally:
            self._covered -= 1
            self._put(before)

    @contextmanager
    def changed(self, name: str, value: object) -> Iterator[None]:
        """Inside this block one file of the pack is another value."""
        with self.laid(self.pack().changed(name, value)):
            yield

    def _put(self, pack: Pack | None) -> None:
        self._pack = pack
        for remembered in self._renewed:
            remembered.cache_clear()
