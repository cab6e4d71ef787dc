"""The rulesets that are installed, found by their entry points.

One that cannot be loaded, or that two packages offer, is named with its package and stops no other.
"""

from __future__ import annotations

from functools import cache

from pbem.engine.soundness import unsound
from pbem.engine.spec import RulesetSpec
from pbem.model.errors import Refused, RulesBug
from pbem.model.names import did_you_mean
from pbem.office.entrypoints import Offered
from pbem.office.offers import installed, offers


@cache
def ruleset(name: str) -> RulesetSpec:
    """The ruleset of this name."""
    points = offers().get(name, ())
    if not points:
        hint = did_you_mean(name, installed()) or f"installed: {', '.join(installed()) or 'none'}"
        raise Refused(f"no system {name!r} is installed", hint)
    if len(points) > 1:
        packages = " and ".join(_package(point) for point in points)
        raise Refused(f"two packages offer {name}: {packages}", "uninstall the one that you do not trust")
    try:
        spec = points[0].load()
    except Exception as error:
        raise RulesBug(
            f"{name}, of {_package(points[0])}, cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(spec, RulesetSpec):
        raise RulesBug(f"{name}, of {_package(points[0])}, is no ruleset")
    if spec.name != name:
        raise RulesBug(f"{_package(points[0])} offers {spec.name} under the name {name}")
    if faults := unsound(spec):
        raise RulesBug(f"{name}, of {_package(points[0])}, is not sound: {'; '.join(faults)}")
    return spec


def usable(name: str) -> RulesetSpec | None:
    """The ruleset of this name, or None where it cannot be used: one that is broken stops no other."""
    try:
        return ruleset(name)
    except (Refused, RulesBug):
        return None


def origin(name: str) -> str:
    """The package that judges by this name, with its version."""
    return " and ".join(_package(point) for point in offers().get(name, ())) or "no package"


def _package(point: Offered) -> str:
    return point.package or point.value
