"""Empty maps that were worked out once and kept, each known by the pack that it was made from.

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
from pbem.model.digest import framed, unframed
from pbem.model.errors import Tampered
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
    place, stamp, where = keeper(), pack.stamp, f"{pack.kept_as}-{name}"
    if place is None or not stamp:
        return make()
    found = place.recall(where)
    drawn = _read(found, stamp) if found is not None else None
    if drawn is None:
        drawn = make()
        said = _said(drawn, stamp)
        if _read(said, stamp) != drawn:  # it has more than an empty map has
            return drawn
        place.keep(where, said)
    printed = PrintedMap(where, stamp, drawn.spaces, drawn.terrains, drawn.lines, drawn.edges, drawn.towns)
    return replace(drawn, printed=printed)


def _said(drawn: Picture, stamp: bytes) -> bytes:
    said: dict[str, Any] = {name: getattr(drawn, name) for name in PLAIN}
    said |= {name: [_values(one) for one in getattr(drawn, name)] for name in RECORDS}
    return framed(stamp, json.dumps(said, separators=(",", ":")).encode())


def _values(record: Any) -> tuple[Any, ...]:
    """The values of a record, without the usual ones at its end."""
    values, usual = astuple(record), [field.default for field in fields(record)]
    while values and values[-1] == usual[len(values) - 1]:
        values = values[:-1]
    return values


def _read(kept: bytes, stamp: bytes) -> Picture | None:
    """The map again; None if it was made from something else, or anything about it is wrong."""
    try:
        (made, said), rest = unframed(kept, 2)
        if made != stamp or rest:
            return None
        values = json.loads(said)
        drawn: dict[str, Any] = {name: values[name] for name in PLAIN}
        for name, kind in RECORDS.items():
            drawn[name] = tuple([kind(*map(_tuples, one)) for one in values[name]])
        return Picture(**drawn)
    except (Tampered, ValueError, KeyError, TypeError):
        return None


def _tuples(value: Any) -> Any:
    """A point, or a line of points, for the lists that JSON has for them."""
    if type(value) is not list:
        return value
    return tuple(map(tuple, value)) if value and type(value[0]) is list else tuple(value)
