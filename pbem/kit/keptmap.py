"""Empty maps that were worked out once and kept, each known by its pack and by the code that made it.

@DATA.cached
def empty_map() -> Picture:
    return kept_map(the_pack(), "map", lambda: picture_of(the_map()))
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import astuple, fields, replace
from typing import Any

from pbem.kit.data import Pack
from pbem.kit.keeper import keeper
from pbem.kit.witnesses import keep, recalled
from pbem.model.picture import Crossing, Edge, Force, Line, Picture, PrintedMap, Space, Terrain, Town

RECORDS: dict[str, type[Any]] = {
    "spaces": Space,
    "terrains": Terrain,
    "forces": Force,
    "lines": Line,
    "edges": Edge,
    "crossings": Crossing,
    "towns": Town,
}
PLAIN = ("title", "pace", "rebuilt", "north", "note")


def kept_map(pack: Pack, name: str, make: Callable[[], Picture]) -> Picture:
    """The empty map of this name that a pack and the game's code give, from where it is kept, or made and then kept."""
    place, where = keeper(), f"{pack.kept_as}-{name}"
    if place is None or not pack.stamp:
        return make()
    found = recalled(place, where, pack.stamp)
    drawn = _read(found.body) if found is not None else None
    if found is not None and drawn is not None:
        stamp = found.stamp
    else:
        drawn = make()
        said = _said(drawn)
        if _read(said) != drawn:  # it has more than an empty map has
            return drawn
        stamp = keep(place, where, pack.stamp, {make.__module__.partition(".")[0]}, said)
    printed = PrintedMap(where, stamp, drawn.spaces, drawn.terrains, drawn.lines, drawn.edges, drawn.towns)
    return replace(drawn, printed=printed)


def _said(drawn: Picture) -> bytes:
    said: dict[str, Any] = {name: getattr(drawn, name) for name in PLAIN}
    said |= {name: [_values(one) for one in getattr(drawn, name)] for name in RECORDS}
    return json.dumps(said, separators=(",", ":")).encode()


def _values(record: Any) -> tuple[Any, ...]:
    """The values of a record, without the usual ones at its end."""
    values, usual = astuple(record), [field.default for field in fields(record)]
    while values and values[-1] == usual[len(values) - 1]:
        values = values[:-1]
    return values


def _read(said: bytes) -> Picture | None:
    """The map again; None if anything about it is wrong."""
    try:
        values = json.loads(said)
        drawn: dict[str, Any] = {name: values[name] for name in PLAIN}
        for name, kind in RECORDS.items():
            drawn[name] = tuple([kind(*map(_tuples, one)) for one in values[name]])
        return Picture(**drawn)
    except (ValueError, KeyError, TypeError):
        return None


def _tuples(value: Any) -> Any:
    """A point, or a line of points, for the lists that JSON has for them."""
    if type(value) is not list:
        return value
    return tuple(map(tuple, value)) if value and type(value[0]) is list else tuple(value)
