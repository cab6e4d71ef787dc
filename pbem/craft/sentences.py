"""Sentences with gaps: `{unit} advances to {hex}`, filled from what happened.

A gap may say more than the name of a field:

    {units}             several names: 1 Foot, 2 Foot
    {units: and }       joined otherwise: 1 Foot and 2 Foot
    {units|nobody}      what is said where there is nothing
    {points:+d}         a number as Python writes it
    {side:name}         spelled by a function of the ruleset: `{"name": NAMES.__getitem__}`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

Spelled = Mapping[str, Callable[[Any], str]]
"""How a ruleset spells what a gap names, by the word behind the colon."""

GAP = re.compile(r"\{(\w+)(?:\|([^:}]*))?(?::([^}]*))?\}")


def filled_in(words: str, event: Any, spelled: Spelled) -> str:
    """The sentence with its gaps filled."""
    return GAP.sub(partial(_filled, event, spelled), words)


def _filled(event: Any, spelled: Spelled, gap: re.Match[str]) -> str:
    value, nothing, how = getattr(event, gap[1]), gap[2], gap[3] or ""
    if nothing is not None and not value:
        return nothing
    if how in spelled:
        return spelled[how](value)
    if isinstance(value, tuple):
        return (how or ", ").join(map(str, value))
    return format(value, how)
