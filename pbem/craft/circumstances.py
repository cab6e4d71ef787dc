"""Conditions after `if:` and `unless:`: patterns with the functions that say whether they hold.

`{hex} held by {side}` is read as on a sheet: names may be shortened, and what is none is told with its near miss.
The usual ones are here for tables whose units have a `hex`, a `side` and a `lost`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from string import digits
from typing import Any

from pbem.craft.naming import Names
from pbem.model.errors import RulesBug
from pbem.model.position import View
from pbem.model.problem import Problem
from pbem.ruleset import Condition

Holds = Callable[..., bool]
"""`holds(view, **caught)`"""


def conditions(names: Names, patterns: Mapping[str, Holds]) -> tuple[Condition, ...]:
    """A condition for each pattern; tried in their order, so `attack {hex} gave {result}` before `{unit} in {hex}`."""
    return tuple(
        Condition(pattern, partial(_holds, names, pattern, holds), partial(_misread, names, pattern))
        for pattern, holds in patterns.items()
    )


def _holds(names: Names, pattern: str, holds: Holds, view: View, **caught: str) -> bool:
    read = names.read(pattern, caught)
    if isinstance(read, Problem):
        raise RulesBug(f"a condition that nobody read: {read.message}")
    return bool(holds(view, **read))


def _misread(names: Names, pattern: str, **caught: str) -> Problem | None:
    read = names.read(pattern, caught)
    return read if isinstance(read, Problem) else None


# The usual ones


def in_hex(view: View, unit: str, hex: str) -> bool:
    """`{unit} in {hex}`"""
    return bool(view.table.units[unit].hex == hex)


def alive(view: View, unit: str) -> bool:
    """`{unit} alive`"""
    return not view.table.units[unit].lost


def lost(view: View, unit: str) -> bool:
    """`{unit} lost`"""
    return bool(view.table.units[unit].lost)


def held(view: View, hex: str, side: str) -> bool:
    """`{hex} held by {side}`: a unit of the side stands there."""
    return any(unit.side == side for unit in _in(view, hex))


def cleared(view: View, hex: str) -> bool:
    """`{hex} cleared`: no enemy stands there; a friend may."""
    return not any(unit.side != view.side for unit in _in(view, hex))


def gave(view: View, hex: str, result: str | Sequence[str]) -> bool:
    """`attack {hex} gave {result}`: words of `table.gave`, A1 of `D2 A1`; `Dr` is said of Dr1 and Dr2 alike."""
    words = str(view.table.gave.get(hex, "")).split()
    wanted = (result,) if isinstance(result, str) else result
    return all(any(one in (word, word.rstrip(digits)) for word in words) for one in wanted)


def _in(view: View, hex: str) -> list[Any]:
    return [unit for unit in view.table.units.values() if unit.hex == hex]
