"""What is wrong with a value of a data file, in plain words: what was read, wanted, and probably meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticUserError

from pbem.kit.data import CASE
from pbem.model.names import did_you_mean
from pbem.model.problem import Problem
from pbem.model.yamltext import Node, locate

NUMBER = {
    "greater_than_equal": ("ge", "the least is {}"),
    "less_than_equal": ("le", "the most is {}"),
    "greater_than": ("gt", "it must be more than {}"),
    "less_than": ("lt", "it must be less than {}"),
}
WRONG = {
    "int_parsing": "is no whole number",
    "int_from_float": "is no whole number",
    "float_parsing": "is no number",
    "bool_parsing": "is neither yes nor no",
}
SHAPES = {
    "dict_type": "a mapping, names and what is said of each, is wanted here",
    "model_type": "a mapping, names and what is said of each, is wanted here",
    "model_attributes_type": "a mapping, names and what is said of each, is wanted here",
    "tuple_type": "a list is wanted here",
    "list_type": "a list is wanted here",
    "string_type": "a single text is wanted here",
    "int_type": "a whole number is wanted here",
    "float_type": "a number is wanted here",
    "bool_type": "yes or no is wanted here",
}
Loc = tuple[str | int, ...]


def in_words(model: Any, node: Node, fault: Mapping[str, Any]) -> Problem:
    """A fault that pydantic found, with its place in the file."""
    kind, loc = fault["type"], fault["loc"]
    message, hint = _said(model, fault)
    where = locate(node, loc, key=kind == "extra_forbidden")
    message = " ".join(message.split())
    return Problem(kind="invalid", case=CASE, message=message[:1].lower() + message[1:], hint=hint, where=where)


def _said(model: Any, fault: Mapping[str, Any]) -> tuple[str, str]:
    kind, loc, told = fault["type"], fault["loc"], fault.get("ctx", {})
    name = loc[-1] if loc else "the file"
    given = str(fault["input"])[:40]
    if kind == "missing":
        return f'"{name}" is missing', ""
    if kind == "extra_forbidden":
        return f'"{name}" is not known here', did_you_mean(str(name), fields_at(model, loc[:-1]))
    if kind == "literal_error":
        return f'"{given}" is none of {told.get("expected")}', did_you_mean(given, allowed(fault))
    if kind in WRONG:
        return f'"{given}" {WRONG[kind]}', ""
    if kind in NUMBER:
        bound, words = NUMBER[kind]
        return f'"{name}" is {given}, {words.format(told.get(bound))}', ""
    if kind in SHAPES:
        return f'"{name}": {SHAPES[kind]}', ""
    if kind in ("too_long", "too_short"):
        wanted = told.get("max_length", told.get("min_length"))
        return f'"{name}" has {told.get("actual_length")} entries, {wanted} are wanted', ""
    if kind == "string_pattern_mismatch":
        examples = [said for form in forms_at(model, loc) for said in form.get("examples", ())]
        hint = f"write it so: {' or '.join(map(str, examples))}" if examples else ""
        return f'"{given}" is not written as it must be', hint
    return fault["msg"].removeprefix("Value error, "), ""


def allowed(fault: Mapping[str, Any]) -> list[str]:
    """The words one of which was wanted."""
    return re.findall(r"'([^']*)'", str(fault.get("ctx", {}).get("expected", "")))


def fields_at(model: Any, loc: Loc) -> list[str]:
    """The names that a mapping at this place may have, as far as the model says."""
    return [name for form in forms_at(model, loc) for name in form.get("properties", {})]


def forms_at(model: Any, loc: Loc) -> list[dict[str, Any]]:
    """What the model says of what stands at a place, in the words of JSON Schema."""
    try:
        whole = TypeAdapter(model).json_schema()
    except (PydanticInvalidForJsonSchema, PydanticUserError):
        return []
    here = _plain_forms(whole, whole)
    for part in loc:
        here = _plain_forms(whole, *_below(here, part))
    return here


def _below(forms: list[dict[str, Any]], part: str | int) -> list[dict[str, Any]]:
    """The forms of what stands at a name or place of one of these."""
    found = []
    for form in forms:
        if isinstance(part, int):
            items = form.get("items", {})
            found += [*form.get("prefixItems", [])[part : part + 1], *([items] if isinstance(items, dict) else [])]
        else:
            more = form.get("additionalProperties", {})
            found += [form.get("properties", {}).get(part) or (more if isinstance(more, dict) else {})]
    return found


def _plain_forms(whole: dict[str, Any], *forms: dict[str, Any]) -> list[dict[str, Any]]:
    """Forms with what they refer to, and each of several that would do."""
    found: list[dict[str, Any]] = []
    for form in forms:
        if "$ref" in form:
            form = whole.get("$defs", {}).get(form["$ref"].rpartition("/")[2], {})
        found += _plain_forms(whole, *form["anyOf"]) if "anyOf" in form else [form]
    return found
