"""What installed packages offer to a group, as `importlib.metadata` finds it, from their folders alone.

That library loads mail and archive readers, which takes longer than most commands do.  It is asked all the same
wherever something is on the path that is no plain folder.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from pbem.model.records import frozen

ENDINGS = (".dist-info", ".egg-info")


@frozen
class Offered:
    """A name under which a package offers something, where that lies, and what is said of the package."""

    name: str
    value: str
    package: str = ""
    """What the package that offers it is called, with its version."""

    @property
    def module(self) -> str:
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """What is offered."""
        found: Any = import_module(self.module)
        for part in filter(None, self.value.partition(":")[2].partition("[")[0].strip().split(".")):
            found = getattr(found, part)
        return found


def offered(group: str) -> list[Offered]:
    """Everything that is offered to a group, in the order of names."""
    found = _in_folders(group) if _plain() else _by_metadata(group)
    return sorted(found, key=lambda one: (one.name, one.value))


def _plain() -> bool:
    """Whether all that can be imported lies in folders."""
    others = [one for one in sys.meta_path if hasattr(one, "find_distributions") and one is not PathFinder]
    return not others and all(place.is_dir() or not place.exists() for place in map(Path, sys.path))


def _in_folders(group: str) -> Iterator[Offered]:
    """Of each package the one that would be imported, which is the first on the path."""
    seen: set[str] = set()
    for place in dict.fromkeys(sys.path):
        for folder in _described(Path(place)):
            name = re.sub(r"[-_.]+", "-", folder.name.rpartition(".")[0].partition("-")[0]).lower()
            if name not in seen:
                seen.add(name)
                yield from _said_in(folder, group)


def _described(place: Path) -> list[Path]:
    """The folders in which packages of one place on the path describe themselves."""
    return [one for one in place.iterdir() if one.name.endswith(ENDINGS)] if place.is_dir() else []


def _said_in(folder: Path, group: str) -> Iterator[Offered]:
    told = folder / "entry_points.txt"
    section = ""
    for line in told.read_text(encoding="utf-8", errors="replace").splitlines() if told.is_file() else ():
        words = line.strip()
        if words.startswith("["):
            section = words.strip("[] ")
        elif section == group and "=" in words and not words.startswith(("#", ";")):
            name, _, value = words.partition("=")
            yield Offered(name.strip(), value.strip(), _package(_about(folder)))


def _about(folder: Path) -> str:
    files = (folder / name for name in ("METADATA", "PKG-INFO"))
    return next((file.read_text(encoding="utf-8", errors="replace") for file in files if file.is_file()), "")


def _by_metadata(group: str) -> Iterator[Offered]:
    from importlib.metadata import entry_points

    for point in entry_points(group=group):
        about = point.dist and (point.dist.read_text("METADATA") or point.dist.read_text("PKG-INFO"))
        yield Offered(point.name, point.value, _package(about or ""))


def _package(about: str) -> str:
    """Name and version, as a package's metadata begin; what comes after may speak of others."""
    lines = (line.partition(": ") for line in about.split("\n\n", 1)[0].splitlines())
    told = {name: value for name, _, value in lines}
    return f"{told['Name']} {told['Version']}" if {"Name", "Version"} <= told.keys() else ""
