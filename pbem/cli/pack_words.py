"""What is said of data packs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.model.counting import many

if TYPE_CHECKING:
    from pbem.app.packs import CheckedPack
    from pbem.office.ownpacks import TakenPack

SHOWN = 16
"""How many digits of a digest are enough to tell two packs apart."""


def checked(found: CheckedPack) -> list[str]:
    """How a check ended."""
    number = many(found.files, "file")
    if found.problems:
        said = [f"{number}, {many(len(found.problems), 'fault')}"]
    elif found.digest:
        said = [f"ok  {number}, a pack of {found.system}, {found.digest[:SHOWN]}"]
    else:
        said = [f"ok  {number}"]
    if not found.system:
        said.append("only the form of the files was looked at: --system NAME says whose pack it is, and looks at all")
    return said


def copied(system: str, files: list[str], into: Path) -> list[str]:
    return [
        f"{many(len(files), 'file')} of {system} in {into}",
        f"put them right, then: pbem data check {into} --system {system}",
    ]


def taken(found: TakenPack) -> str:
    own = found.spec is not None and found.spec.pack is not None
    return "kept at home, games that are played on it find it there" if own else "the same as what is installed"
