"""What a ruleset's data come to in one digest, by which games are pinned to them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

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
