"""What systems are installed, by their entry points; none of them is loaded."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pbem.office.entrypoints import Offered, offered

GROUP = "pbem.rulesets"


@cache
def offers() -> dict[str, tuple[Offered, ...]]:
    """Every system's name, and where it may be loaded from: more than one place where packages are at odds."""
    by_name: dict[str, list[Offered]] = {}
    for point in offered(GROUP):
        by_name.setdefault(point.name, []).append(point)
    return {name: tuple(points) if len(points) == 1 else _told_apart(points) for name, points in by_name.items()}


def _told_apart(points: list[Offered]) -> tuple[Offered, ...]:
    """The same found twice is one."""
    return tuple({(point.value, point.package): point for point in points}.values())


def installed() -> tuple[str, ...]:
    """The names of all systems."""
    return tuple(offers())


def folder_of(name: str) -> Path | None:
    """Where the package of a system lies, without loading it; None where that is not clear."""
    points = offers().get(name, ())
    try:
        spec = find_spec(points[0].module) if len(points) == 1 else None
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin else None
