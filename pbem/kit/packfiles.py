"""The files of a data pack in a folder that anybody may have written: bounded, and nothing from outside the folder."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from pbem.model.digest import digest
from pbem.model.names import did_you_mean
from pbem.model.problem import Problem, Where

LARGEST = 2_000_000
"""Bytes of one file: ten times the largest map there is."""
MOST_FILES = 1000
"""How many files of a folder are looked at for names that nobody reads."""


def pack_files(
    folder: Path, names: Collection[str], others: Collection[str] = ()
) -> tuple[dict[str, bytes], list[Problem]]:
    """The bytes of the files of these names, and what is wrong with them or lies beside them.

    `others` may lie there, too; nobody reads them.
    """
    found: dict[str, bytes] = {}
    problems = []
    for name in sorted(names):
        fault = _fault(folder, name)
        if fault:
            problems.append(_problem(name, *fault))
        else:
            found[name] = (folder / name).read_bytes()
    return found, problems + _strangers(folder, names, others)


def pack_digest(files: Mapping[str, bytes]) -> bytes:
    """The digest of a pack of somebody's own: of the files that the game reads, and nothing beside them."""
    fields: list[str | bytes] = []
    for name, data in sorted(files.items()):
        fields += [name, data]
    return digest("pbem/pack/own/1", *fields)


def text_of(name: str, data: bytes) -> str | Problem:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _problem(name, f"is not UTF-8 text: byte {error.start}", "save it as UTF-8")


def _fault(folder: Path, name: str) -> tuple[str, str] | None:
    path, inside = folder / name, folder.resolve()
    try:
        if path.is_symlink() or not path.resolve().is_relative_to(inside):
            return "is a link: a pack holds its files itself", "put the file in its place"
        if not path.exists():
            return "is missing", "pbem data copy writes a whole pack"
        if not path.is_file():
            return "is no file", ""
        if (size := path.stat().st_size) > LARGEST:
            return f"has {size} bytes, at most {LARGEST} are read", ""
        with path.open("rb"):
            return None
    except (OSError, RuntimeError) as error:
        return f"cannot be read: {getattr(error, 'strerror', None) or error}", ""


def _strangers(folder: Path, names: Collection[str], others: Collection[str]) -> list[Problem]:
    """Files that look as if they were meant for the pack, and that nobody reads."""
    if not folder.is_dir():
        return []
    there = (path for _, path in zip(range(MOST_FILES), folder.rglob("*.y*ml"), strict=False))
    found = sorted(path.relative_to(folder).as_posix() for path in there)
    unread = [name for name in found if name not in names and name not in others]
    return [_problem(name, "is no file of this system's packs", did_you_mean(name, names)) for name in unread]


def _problem(name: str, message: str, hint: str = "") -> Problem:
    return Problem(kind="invalid", case="data", message=message, hint=hint, where=Where(file=name))
