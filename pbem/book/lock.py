"""One program at a time in a game folder.  The system gives the lock back when its holder dies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pbem.book.writing import make_folder
from pbem.model.errors import Refused


class Busy(Refused):
    """Another program is at work in the folder; it will not be for long."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder; Busy if another program does.  A lock file left by a dead one holds nobody back."""
    make_folder(folder)
    with open(folder / "lock", "a+", encoding="ascii") as file:
        if not take(file):
            file.seek(0)
            raise Busy(f"the folder is in use by process {file.read(20).strip() or 'unknown'}", "try again later")
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


if os.name == "posix":
    import fcntl

    def take(file: IO[Any]) -> bool:
        """Hold the file as long as it is open; no, if another program does."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

else:
    import msvcrt

    def take(file: IO[Any]) -> bool:
        """Hold the file as long as it is open; no, if another program does."""
        try:
            file.seek(2**40)  # a byte beyond all text, so that others can read the file
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
