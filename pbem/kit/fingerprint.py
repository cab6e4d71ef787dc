"""What a ruleset's data come to in one digest, by which games are pinned to them; and what code comes to, by which
what was worked out with it is known again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
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
    """The digest of the modules in these folders."""
    fields: list[str | bytes] = []
    for path in [path for folder in sorted(set(folders)) for path in sorted(folder.glob("*.py"))]:
        fields += [path.name, path.read_bytes()]
    return digest("pbem/code/1", *fields)


def judges_version() -> bytes:
    """Which pydantic judges what people write; it is not loaded for that."""
    found = find_spec("pydantic")
    places = [Path(place) for place in (found.submodule_search_locations if found else None) or ()]
    return b"".join((place / "version.py").read_bytes() for place in places)
