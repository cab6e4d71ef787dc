"""The words of conditions: `1812 held by allied`, matched against the patterns that a ruleset declares."""

from __future__ import annotations

from pbem.engine.spec import Condition, RulesetSpec
from pbem.model.errors import RulesBug
from pbem.model.gaps import in_capitals
from pbem.model.position import View
from pbem.model.sheet import Order

QUIET = "quiet"
"""Nothing that the order names has changed since it was handed in."""


def match(spec: RulesetSpec, text: str) -> tuple[Condition, dict[str, str]] | None:
    """The condition that these words are, and what its gaps caught."""
    for condition in spec.conditions:
        if caught := condition.expression.fullmatch(text.strip()):
            return condition, caught.groupdict()
    return None


def holds(spec: RulesetSpec, view: View, text: str) -> bool:
    found = match(spec, text)
    if found is None:
        raise RulesBug(f"a condition that nobody read: {text!r}")
    condition, caught = found
    return condition.holds(view, **caught)


def met(spec: RulesetSpec, view: View, line: Order, seen: str = "") -> bool:
    """Whether all of a line's `if:` and none of its `unless:` hold now."""

    def one(text: str) -> bool:
        return quiet(spec, view, line, seen) if text == QUIET else holds(spec, view, text)

    return all(map(one, line.if_)) and not any(map(one, line.unless))


def quiet(spec: RulesetSpec, view: View, line: Order, seen: str) -> bool:
    return spec.mentions is not None and spec.mentions(view, line) == seen


def known_forms(spec: RulesetSpec) -> tuple[str, ...]:
    """The patterns, for hints: gaps in capitals, as the guides print them."""
    return tuple(in_capitals(condition.pattern) for condition in spec.conditions)
