"""Writing so that a crash leaves the old or the new, never half: temporary file, sync, one rename.

`watch` is called before every step that the disk can see; tests put a killer there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem.model.errors import Refused

Watch = Callable[[str, Path], None]


def _nobody_watches(step: str, path: Path) -> None:
    """In real life."""


watch: Watch = _nobody_watches

PUBLIC, PRIVATE, OWN = 0o644, 0o600, 0o700


def write_file(path: Path, data: bytes, mode: int = PUBLIC) -> None:
    """The file, new or replaced."""
    make_folder(path.parent)
    with _written(path, data, mode) as part:
        watch("replace", path)
        os.replace(part, path)
    _sync_folder(path.parent)


def write_once(path: Path, data: bytes, mode: int = PRIVATE) -> bytes:
    """The file, if there is none yet; what is there in the end, ours or what was there before."""
    make_folder(path.parent)
    with _written(path, data, mode) as part:
        watch("link", path)
        if not _linked(part, path):
            return path.read_bytes()
    _sync_folder(path.parent)
    return data


def write_folder(path: Path, files: Mapping[str, bytes], scratch: Path) -> None:
    """A folder with these files appears at once.  `scratch` is a folder beside it, on the same disk."""
    if path.exists():
        raise Refused(f"{path.name} is in the book already")
    shutil.rmtree(scratch, ignore_errors=True)
    make_folder(scratch)
    try:
        for name, data in sorted(files.items()):
            watch("write", path / name)
            make_folder((scratch / name).parent)
            _write(scratch / name, data, PUBLIC)
        _sync_folder(scratch)
        make_folder(path.parent)
        watch("rename", path)
        os.rename(scratch, path)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    _sync_folder(path.parent)


def remove(path: Path) -> None:
    """The file, if it is there."""
    watch("remove", path)
    path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """A folder and those above it: their owner's alone, whatever the umask says."""
    for one in reversed([folder for folder in (path, *path.parents) if not folder.exists()]):
        one.mkdir(exist_ok=True, mode=OWN)
        one.chmod(OWN)


@contextmanager
def _written(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """A complete temporary file beside the one that is wanted; in the end it is gone, whatever happens."""
    part = path.parent / f".{path.name}.{os.getpid()}.part"
    watch("write", path)
    part.unlink(missing_ok=True)
    try:
        _write(part, data, mode)
        yield part
    finally:
        part.unlink(missing_ok=True)


def _linked(part: Path, path: Path) -> bool:
    """Whether the file is there now by us and not by others.  A link never writes over what is there."""
    try:
        os.link(part, path)
    except FileExistsError:
        return False
    except OSError:  # a memory stick knows no links; whoever writes holds the folder's lock
        if path.exists():
            return False
        os.replace(part, path)
    return True


def _write(path: Path, data: bytes, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    """The folder's entries too; not every system lets one."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
