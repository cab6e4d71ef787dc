"""Canonical JSON: a record has one text only, so its digest has one meaning.

Keys are ASCII and sorted, no blanks stand between, text is UTF-8, whole numbers lie within 2^53-1 (what any
JSON reader keeps exactly), there are no floats.  Size and depth are bounded: no file can exhaust a reader.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from pbem.model.errors import RulesBug, Tampered

LARGEST_NUMBER = 2**53 - 1
LONGEST = 16 * 1024 * 1024
DEEPEST = 64

_encode = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def canonical(value: object) -> bytes:
    """The one text of a record.  A value that has none is a bug of whoever made it: RulesBug."""
    _check(value, 0)
    try:
        data = _encode(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RulesBug("text with half of a surrogate pair has no canonical form") from error
    if len(data) > LONGEST:
        raise RulesBug(f"a record of {len(data)} bytes is longer than {LONGEST}")
    return data


def parse_canonical(data: bytes) -> Any:
    """The value of a canonical text; Tampered for every text that would not be printed so again."""
    if len(data) > LONGEST:
        raise Tampered(f"a record of {len(data)} bytes is longer than {LONGEST}")
    try:
        value = json.loads(
            data.decode("utf-8"), parse_float=_no_float, parse_int=_whole_number, parse_constant=_no_float
        )
        printed = canonical(value)
    except UnicodeDecodeError as error:
        raise Tampered("a record is not UTF-8") from error
    except RecursionError as error:
        raise Tampered(f"a record is nested deeper than {DEEPEST}") from error
    except json.JSONDecodeError as error:
        raise Tampered(f"a record is not JSON: {error.msg.lower()} at character {error.pos}") from error
    except RulesBug as error:
        raise Tampered(str(error)) from error
    if printed != data:
        raise Tampered("a record is not in its canonical form")
    return value


PLAIN = frozenset((str, bool, type(None)))
"""What needs no look here: texts are checked where they are encoded."""


def _check(value: object, depth: int) -> None:
    """Refuse what JSON would bend or cannot say."""
    kind = type(value)
    if kind in PLAIN:
        return
    if kind is int:
        if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:  # type: ignore[operator]
            raise RulesBug("a number in a record is beyond 2^53-1")
    elif depth >= DEEPEST:
        raise RulesBug(f"a record is nested deeper than {DEEPEST}")
    elif kind is dict:
        for key, field in value.items():  # type: ignore[attr-defined]
            if type(key) is not str or not key.isascii():
                raise RulesBug(f"the key {key!r} of a record is not ASCII text")
            if type(field) not in PLAIN:
                _check(field, depth + 1)
    elif kind is list or kind is tuple:
        for item in value:  # type: ignore[attr-defined]
            if type(item) not in PLAIN:
                _check(item, depth + 1)
    else:
        raise RulesBug(f"{kind.__name__} has no place in a record")


def _whole_number(text: str) -> int:
    """A number as it was written; the length is looked at first, since long ones take long to read."""
    if len(text) > len(str(-LARGEST_NUMBER)):
        raise Tampered("a number in a record is beyond 2^53-1")
    return int(text)


def _no_float(text: str) -> NoReturn:
    raise Tampered(f"a record holds {text[:20]}, which is not a whole number")
