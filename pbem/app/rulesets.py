"""The rulesets that are installed, found by their entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from pbem.engine.spec import RulesetSpec
from pbem.model.errors import Refused, RulesBug


@cache
def installed() -> dict[str, EntryPoint]:
    """Every ruleset by its system name, not yet loaded."""
    return {point.name: point for point in sorted(entry_points(group="pbem.rulesets"))}


@cache
def ruleset(name: str) -> RulesetSpec:
    """The ruleset of this name."""
    points = installed()
    if name not in points:
        raise Refused(f"no system {name!r} is installed", f"installed: {', '.join(points) or 'none'}")
    spec = points[name].load()
    if not isinstance(spec, RulesetSpec):
        raise RulesBug(f"the entry point {name} is no ruleset")
    return spec
