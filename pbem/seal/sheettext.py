"""The text of a sheet and of a record: one way to write it, so that what is shown, signed and read is the same.

UTF-8, LF, nothing invisible, no blanks at the end of a line, one final newline.  `sheet_text` makes a file so
before it is signed; `check_sheet_text` changes nothing and refuses the rest.  The texts of records hold none of the
refused characters either, so no program that shows them meets one.  The characters are listed here
and not asked of Python, whose tables grow with every version: two verifiers must agree for ever.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from pbem.model.errors import Refused, Tampered

LONGEST_SHEET = 200_000
_CONTROLS = "\x00-\x09\x0b-\x1f\x7f-\x9f"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
)
_BLANKS = " \t\u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"

_CONTROL = re.compile(f"[{_CONTROLS}\ud800-\udfff]")
_HIDDEN = re.compile(f"[{_INVISIBLE}]")
_FORBIDDEN = re.compile(f"[{_CONTROLS}{_INVISIBLE}\ud800-\udfff]")
_IN_RECORDS = re.compile(f"[\n{_CONTROLS}{_INVISIBLE}\ud800-\udfff]")
_MAYBE_IN_JSON = re.compile(f'[\x7f-\x9f{_INVISIBLE}]|\\\\[^"\\\\]')
"""In canonical JSON the other controls are escaped."""


def sheet_text(written: str) -> str:
    """A player's file as it will be signed.  Refused if it holds a control character, which nobody means.

    Invisible characters go, since they come with pasted text; line ends, blanks and accents are made uniform.
    """
    text = written.replace("\r\n", "\n").replace("\r", "\n")
    text = unicodedata.normalize("NFC", _HIDDEN.sub("", text))
    text = "\n".join(line.rstrip(_BLANKS) for line in text.split("\n")).rstrip("\n") + "\n"
    if found := _CONTROL.search(text):
        sign = f"U+{ord(found[0]):04X}"
        raise Refused(f"control character {sign} at {_place(text, found.start())}", "write a blank instead")
    return text


def without_comments(text: str) -> str:
    """A sheet with its comments blanked out, line for line: they are their writer's own and touch nothing.

    What a comment is, YAML's scanner says; a text that it cannot read stays as it is.
    """
    if "#" not in text:
        return text
    import yaml  # a book without sheets is read without it

    try:
        scalars = [
            (token.start_mark.index, token.end_mark.index)
            for token in yaml.scan(text, Loader=yaml.SafeLoader)
            if isinstance(token, yaml.ScalarToken)
        ]
    except yaml.YAMLError:
        return text
    lines, at = [], 0
    for line in text.split("\n"):
        lines.append(line[: _comment_in(line, at, scalars)].rstrip(_BLANKS))
        at += len(line) + 1
    return "\n".join(lines).rstrip("\n") + "\n"


def _comment_in(line: str, at: int, scalars: list[tuple[int, int]]) -> int:
    """Where the comment of a line begins that stands at an index of its text; the line's end if it has none."""
    for found in re.finditer(r"(?<!\S)#", line):
        index = at + found.start()
        if not any(start <= index < end for start, end in scalars):
            return found.start()
    return len(line)


def check_sheet_text(data: bytes) -> str:
    """The text of a signed sheet; Tampered if `sheet_text` would not have signed it so.

    Whether accents are composed is not asked: names must equal the data pack's byte for byte anyway.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Tampered(f"the sheet is not UTF-8 at byte {error.start + 1}") from error
    if found := _FORBIDDEN.search(text):
        sign = f"U+{ord(found[0]):04X}"
        raise Tampered(f"the sheet holds {sign} at {_place(text, found.start())}")
    for number, line in enumerate(text.split("\n"), start=1):
        if line != line.rstrip(_BLANKS):
            raise Tampered(f"the sheet has blanks at the end of line {number}")
    if text.rstrip("\n") + "\n" != text:
        raise Tampered("the sheet does not end with one newline")
    if len(text) > LONGEST_SHEET:
        raise Tampered(f"the sheet is longer than {LONGEST_SHEET} characters")
    return text


def refused_in_record(text: str, value: Any) -> str:
    """Which text of a record, given as canonical JSON and as its value, holds a refused character; empty: none."""
    return _refused_below(value, "all of it") if _MAYBE_IN_JSON.search(text) else ""


def _refused_below(value: Any, place: str) -> str:
    """The first text below a place that holds a refused character, keys among them."""
    if isinstance(value, str):
        found = _IN_RECORDS.search(value)
        return f"{place} holds U+{ord(found[0]):04X}" if found else ""
    if isinstance(value, list):
        return next(filter(None, (_refused_below(item, f"{place}, item {at}") for at, item in enumerate(value))), "")
    if isinstance(value, dict):
        pairs = [pair for name in sorted(value) for pair in (("a key", name), (name, value[name]))]
        return next(filter(None, (_refused_below(item, where) for where, item in pairs)), "")
    return ""


def _place(text: str, at: int) -> str:
    """Line and column of a character, counted from 1."""
    return f"{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"
