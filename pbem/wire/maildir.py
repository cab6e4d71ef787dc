"""A mailbox that is a Maildir on this disk; the way to work without a server, and beside any fetching program."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pbem.wire.fault import WireFault
from pbem.wire.fetched import FIRST_LOOK, LARGEST, Fetched

BOXES = ("new", "cur")
SEEN = ":2,S"


class MaildirBox:
    """Letters in `new` and `cur`.  A letter has no lasting number here: all of them are listed each time."""

    validity = 0

    def __init__(self, path: Path, taken: str = "", *, look_only: bool = False) -> None:
        self.path, self.taken, self._look_only = path, taken, look_only
        self._files: list[Path] = []

    @classmethod
    def open(cls, path: Path, taken: str = "", *, look_only: bool = False) -> MaildirBox:
        """The Maildir at a path; one that is not there yet is made, since letters may come any time."""
        if path.is_dir() and not any((path / box).is_dir() for box in BOXES) and any(path.iterdir()):
            raise WireFault("folder", f"{path} is no Maildir", "a Maildir holds the folders cur, new and tmp")
        if not look_only:
            for box in (*BOXES, "tmp"):
                (path / box).mkdir(parents=True, exist_ok=True)
        return cls(path, taken, look_only=look_only)

    def since(self, uid: int) -> Iterator[Fetched]:
        """Every letter: `uid` says nothing here; who has seen one before knows it by its bytes."""
        files = [one for box in BOXES for one in (self.path / box).glob("[!.]*") if one.is_file()]
        self._files = sorted(files, key=lambda one: (one.stat().st_mtime, one.name))
        for number, file in enumerate(self._files):
            try:
                large = file.stat().st_size > LARGEST
                with file.open("rb") as opened:
                    source = opened.read(FIRST_LOOK) if large else opened.read()
                came = datetime.fromtimestamp(file.stat().st_mtime, UTC)
            except OSError:  # gone since it was listed
                continue
            yield Fetched(number, came, source, too_big=large)

    def take(self, uids: list[int]) -> None:
        if not self.taken or self._look_only:
            return
        folder = self.path / f".{self.taken.replace('/', '.')}"
        for box in (*BOXES, "tmp"):
            (folder / box).mkdir(parents=True, exist_ok=True)
        for uid in uids:
            file = self._files[uid]
            file.rename(folder / "cur" / f"{file.name.partition(':')[0]}{SEEN}")

    def wait(self, seconds: float) -> bool:
        time.sleep(seconds)
        return True

    def close(self) -> None:
        """Nothing is held open."""
