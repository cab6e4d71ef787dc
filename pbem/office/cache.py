"""What can be worked out again, kept in the user's cache: it is there or it is not, and nothing goes wrong by it.

Every file carries a MAC under a key that lies beside it and is its owner's alone; what is cut off, damaged, of another
user or brought from elsewhere is as good as missing, and written again.
"""

from __future__ import annotations

import hmac
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path

from pbem.model.digest import mac
from pbem.model.records import frozen

KEY = "key"
LENGTH = 32
LARGEST = 16 * 1024 * 1024


@frozen(slots=False)
class Cache:
    """A folder of kept files."""

    folder: Path

    def recall(self, name: str) -> bytes | None:
        """What was kept under a name, if it was kept here by this user."""
        data = _own(self.folder / name)
        if data is None or self._key is None:
            return None
        code, body = data[:LENGTH], data[LENGTH:]
        return body if hmac.compare_digest(code, self._code(name, body)) else None

    def keep(self, name: str, data: bytes) -> None:
        """Keep it, if that can be done: a full or foreign disk is no reason to stop."""
        if self._key is not None:
            _put(self.folder / name, self._code(name, data) + data)

    def told(self, files: Sequence[str]) -> bytes:
        """Of each file its length, when its bytes and when its entry changed, and its number."""
        return "\n".join(map(_told, files)).encode()

    def _code(self, name: str, body: bytes) -> bytes:
        return mac(self._key or b"", "pbem/cache/1", name, body)

    @cached_property
    def _key(self) -> bytes | None:
        """The key, made when there is none; None where none can be kept."""
        path = self.folder / KEY
        for _ in range(2):
            found = _own(path)
            if found is not None and len(found) == LENGTH:
                return found
            _put(path, os.urandom(LENGTH))
        return None


@cache
def _told(file: str) -> str:
    """As a process found it when it first asked."""
    try:
        of = os.stat(file)
    except OSError:
        return ""
    return f"{of.st_size} {of.st_mtime_ns} {of.st_ctime_ns} {of.st_ino}"


def _own(path: Path) -> bytes | None:
    """The bytes of a file that is the user's own and that nobody else could have written."""
    try:
        with path.open("rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) or about.st_size > LARGEST:
                return None
            if os.name == "posix" and (about.st_uid != os.getuid() or about.st_mode & 0o077):
                return None
            return file.read()
    except OSError:
        return None


def _put(path: Path, data: bytes) -> None:
    """The whole file at once, or none."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
