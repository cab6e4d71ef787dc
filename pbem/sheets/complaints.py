"""Pydantic's complaints about one line, told as problems in a player's words at the place of the words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pbem.model.misread import Misread
from pbem.model.names import did_you_mean
from pbem.model.printable import printable
from pbem.model.problem import Where
from pbem.model.yamltext import Node, locate
from pbem.sheets.notes import CASE, MOST_PROBLEMS, Notes, fold, quoted, seen
from pbem.sheets.shapes import Shape

SAID_BY_RULESET = ("value_error", "assertion_error")
WANTED = {
    "string_type": "text",
    "tuple_type": "a list",
    "list_type": "a list",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "bool_type": "yes or no",
    "bool_parsing": "yes or no",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "literal_error": "{expected}",
    "enum": "{expected}",
    "greater_than": "more than {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "less than {lt}",
    "less_than_equal": "{le} or less",
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
    "string_too_short": "a longer text",
    "string_too_long": "a shorter text",
}


def complain(error: ValidationError, shape: Shape, told: Collection[str], mark: str, notes: Notes) -> None:
    """All that is wrong with a line, but for the fields whose faults have been told."""
    fields: dict[str, list[ErrorDetails]] = defaultdict(list)
    for one in error.errors(include_url=False)[: 2 * MOST_PROBLEMS]:
        fields[str(one["loc"][0]) if one["loc"] else ""].append(one)
    for key, errors in fields.items():
        missing = shape.garbled and errors[0]["type"] == "missing" and key not in shape.fields
        if key not in told and not missing:
            _about_field(key, errors, shape, mark, notes)


def _about_field(key: str, errors: list[ErrorDetails], shape: Shape, mark: str, notes: Notes) -> None:
    """One field.  Where a union leads to several complaints about one place, they are one problem."""
    node = shape.fields.get(key, Node({}, shape.where))
    places: dict[tuple[int, int], list[ErrorDetails]] = defaultdict(list)
    said = [error for error in errors if error["type"] in SAID_BY_RULESET]
    for error in said:
        _said(error, locate(node, error["loc"][1:]), mark, notes)
    for error in errors:
        where = locate(node, error["loc"][1:], key=error["type"] == "extra_forbidden")
        if not said or (error not in said and where != node.where):
            places[where.line, where.column].append(error)
    for line, column in places:
        where = Where(file=shape.where.file, line=line, column=column)
        _wrong_form("" if key == shape.kind.word else key, places[line, column], where, notes)


def _said(error: ErrorDetails, where: Where, mark: str, notes: Notes) -> None:
    """What the ruleset's own form of an order has against the words."""
    why = error.get("ctx", {}).get("error", error["msg"])
    if not isinstance(why, Misread):
        notes.add(where, str(why))
        return
    notes.add(where, str(why), why.hint, why.kind, f"{mark} {why.case}".strip() if why.case else CASE)


def _wrong_form(key: str, errors: list[ErrorDetails], where: Where, notes: Notes) -> None:
    """A field that is missing, unknown, or of another form than the ruleset gave it."""
    first = errors[0]
    if first["type"] == "missing":
        name = fold(str(first["loc"][-1]))
        notes.add(where, f'no "{name}" in this order', f'add "{name}: ..."')
    elif first["type"] == "extra_forbidden":
        notes.add(where, f"no such word here, {quoted(str(first['loc'][-1]))}", "take it out")
    else:
        wanted = list(dict.fromkeys(map(_wanted, errors)))
        name = f"{fold(key)}: " if key else ""
        message = f"{name}read {seen(first['input'])}, wanted {' or '.join(wanted)}"
        notes.add(where, message, _hint(first, wanted))


def _wanted(error: ErrorDetails) -> str:
    words = WANTED.get(error["type"])
    if words is None:
        return f"something else: {error['msg']}"
    context = error.get("ctx", {})
    return words.format(**context).replace("'', ", "").replace("'", "")


def _hint(first: ErrorDetails, wanted: list[str]) -> str:
    if not isinstance(first["input"], str):
        return ""
    if wanted == ["a list"]:
        return f"write [{printable(first['input'], 40)}]"
    known = str(first.get("ctx", {}).get("expected", "")).replace("'", "").replace(" or ", ", ").split(", ")
    return did_you_mean(first["input"], known)
