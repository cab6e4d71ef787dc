"""Stand-ins for what is wrong in a data file, so that all that refers to it can be looked at none the less."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pbem.kit.faultwords import allowed
from pbem.model.names import nearest
from pbem.model.yamltext import Node, plain

ROUNDS = 4
"""What is put in the place of one fault may show another behind it."""


def standing_in(model: Any, node: Node, printed: object) -> Any:
    """The value of a file in which faults are replaced by what the printed file has there; at worst all of that."""
    data = plain(node)
    for _ in range(ROUNDS):
        try:
            return TypeAdapter(model).validate_python(data)
        except ValidationError as error:
            for fault in sorted(error.errors(include_url=False), key=_last_first, reverse=True):
                data = _replaced(data, fault, printed)
    return TypeAdapter(model).validate_python(printed)


def _last_first(fault: Any) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (0, part) for part in fault["loc"]]


def _replaced(data: Any, fault: Mapping[str, Any], printed: Any) -> Any:
    """The data with one fault mended: as printed, by a word that would do, or left out."""
    holder, below, last = data, printed, None
    for part in fault["loc"]:
        inside = holder if last is None else _at(holder, last)
        if not _has_room(inside, part):
            break
        if last is not None:
            holder, below = inside, _at(below, last)
        last = part
    if last is None:
        return printed
    value = _at(below, last)
    if value is None and fault["type"] not in ("missing", "extra_forbidden"):
        value = _likely(fault)
    if value is None and isinstance(holder, dict):
        holder.pop(last, None)
    elif value is None and isinstance(holder, list) and isinstance(last, int) and last < len(holder):
        del holder[last]
    elif isinstance(holder, dict) or (isinstance(last, int) and last < len(holder)):
        holder[last] = value
    return data


def _at(data: Any, part: str | int) -> Any:
    if isinstance(data, dict):
        return data.get(str(part))
    inside = isinstance(data, list) and isinstance(part, int) and part < len(data)
    return data[part] if inside else None


def _has_room(data: Any, part: str | int) -> bool:
    return isinstance(data, dict) or (isinstance(data, list) and isinstance(part, int) and part < len(data))


def _likely(fault: Mapping[str, Any]) -> Any:
    told = fault.get("ctx", {})
    if words := allowed(fault):
        return nearest(str(fault["input"]), words) or words[0]
    if bound := [told[name] for name in ("ge", "le") if name in told]:
        return str(bound[0])
    return {"int_parsing": "1", "float_parsing": "1", "bool_parsing": "no"}.get(fault["type"])
