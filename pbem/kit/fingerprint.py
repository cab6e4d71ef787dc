"""What a ruleset's data come to in one digest, by which games are pinned to them; and what code comes to, by which
what was worked out with it is known again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pbem import VERSION
from pbem.model.digest import digest


@cache
def data_digest(folder: str) -> bytes:
    """The digest of a ruleset's data: every file below its data folder, by name."""
    root = Path(folder) / "data"
    files = sorted(path for path in root.rglob("*") if path.is_file()) if folder and root.is_dir() else []
    fields: list[str | bytes] = []
    for path in files:
        fields += [path.relative_to(root).as_posix(), path.read_bytes()]
    return digest("pbem/data/1", *fields)


def rules_stamp(folder: str) -> str:
    """What the words of a ruleset follow from, and what it counts: this program, the ruleset's code and its data."""
    return f"{VERSION} {code_digest([Path(folder)]).hex()} {data_digest(folder).hex()}"


def code_digest(folders: Iterable[Path]) -> bytes:
    """The digest of the modules in these folders, as a process found them when it first asked."""
    return _code_of(frozenset(folders))


@cache
def _code_of(folders: frozenset[Path]) -> bytes:
    return files_digest(path for folder in sorted(folders) for path in sorted(folder.glob("*.py")))


def files_digest(paths: Iterable[Path]) -> bytes:
    """The digest of these files, by name."""
    fields: list[str | bytes] = []
    for path in paths:
        fields += [path.name, path.read_bytes()]
    return digest("pbem/code/1", *fields)
