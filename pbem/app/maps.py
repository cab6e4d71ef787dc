"""A system's map: empty, or with the units of a scenario's set-up."""

from __future__ import annotations

from pbem.app.report import wording
from pbem.app.rulesets import ruleset
from pbem.engine.spec import Setup
from pbem.model.errors import Refused
from pbem.model.position import View
from pbem.report import MapFormat, render_map


def map_of(system: str, *, blank: bool, scenario: str, form: MapFormat) -> str | bytes:
    """The map of a system."""
    spec = ruleset(system)
    draw = wording(spec).picture
    if draw is None:
        raise Refused(f"{system} has no map to draw")
    names = [found.name for found in spec.scenarios]
    if scenario and scenario not in names:
        raise Refused(f"{system} has no scenario {scenario!r}", f"there are: {', '.join(names)}")
    table = None if blank else spec.set_up(Setup(scenario=scenario or names[0])).table
    return render_map(draw(View("", table), None), form)
